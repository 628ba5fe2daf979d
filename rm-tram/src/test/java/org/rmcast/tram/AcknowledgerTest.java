package org.rmcast.tram;

import static org.assertj.core.api.Assertions.assertThat;
import static org.rmcast.tram.Parts.MILLI;

import org.junit.jupiter.api.Test;
import org.rmcast.api.Role;
import org.rmcast.core.engine.ProtocolEngine;
import org.rmcast.core.testing.RecordingActions;
import org.rmcast.tram.wire.TramPacket.Ack;
import org.rmcast.tram.wire.TramPacket.MemberRole;

/** The first packet makes a receiver acknowledge, then every 64th; a gap is asked for after 500 us. */
class AcknowledgerTest {
    private final TramConfig config = TramConfig.defaults();
    private final TramContext context = Parts.context(config, Role.RECEIVER);
    private final HeadMembers members = new HeadMembers(config);
    private final Reception reception = new Reception(context, Parts.SOURCE, 1, 0, members::subtreeStart);
    private final Acknowledger acknowledger = new Acknowledger(context, Parts.SOURCE, reception, members, 0);
    private final HeadCandidate head = new HeadCandidate(1, Parts.address(1), 1);
    private final RecordingActions actions = new RecordingActions();

    AcknowledgerTest() {
        reception.route().begin(head.address, 4 * Parts.MILLI);
    }

    @Test
    void shouldHaveNothingToSayAtFirst() {
        assertThat(acknowledger.isDue(0)).isFalse();
        assertThat(acknowledger.nextDeadlineNanos()).isEqualTo(ProtocolEngine.NO_DEADLINE);
    }

    @Test
    void shouldAcknowledgeOncePerWindow() {
        take(1, 1);
        Ack first = acknowledge(0);
        assertThat(first.start()).isEqualTo(2);
        take(2, config.ackWindow);
        assertThat(acknowledger.isDue(0)).isFalse();
        take(config.ackWindow + 1L, config.ackWindow + 1L);
        assertThat(acknowledger.isDue(0)).isTrue();
    }

    @Test
    void shouldSayWhatItHasAndWhatItTakes() {
        take(1, 3);
        Ack ack = acknowledge(0);
        assertThat(ack.source()).isEqualTo(Parts.SOURCE);
        assertThat(ack.start()).isEqualTo(4);
        assertThat(ack.subtreeStart())
                .as("the application has yet to take them")
                .isEqualTo(1);
        assertThat(ack.highestAllowed()).isEqualTo(acknowledger.ownAllowed());
        assertThat(ack.asked().mask()).isEmpty();
        assertThat(actions.targets()).containsExactly(head.address);
    }

    @Test
    void shouldAskForAGapSoonAfterItShowed() {
        take(1, 1);
        acknowledge(0);
        take(4, 4);
        assertThat(acknowledger.nextDeadlineNanos()).isEqualTo(config.nakDelayNanos);
        assertThat(acknowledger.isDue(config.nakDelayNanos - 1)).isFalse();
        assertThat(acknowledger.isDue(config.nakDelayNanos)).isTrue();
        assertThat(acknowledge(config.nakDelayNanos).asked().mask()).containsExactly(0b11);
    }

    @Test
    void shouldAnswerADemandAndAFiller() {
        acknowledger.onDemand();
        assertThat(acknowledger.isDue(0)).isTrue();
        acknowledge(0);
        assertThat(acknowledger.isDue(0)).isFalse();
        acknowledger.onFiller(5);
        assertThat(acknowledger.isDue(0)).isTrue();
    }

    @Test
    void shouldForgetItsReasonsWithoutAHead() {
        acknowledger.onDemand();
        acknowledger.forget();
        assertThat(acknowledger.isDue(0)).isFalse();
    }

    @Test
    void shouldPassOnWhatTheLeastOfItsMembersHas() {
        HeadMember member = new HeadMember(5, Parts.address(5), MemberRole.MEMBER_ONLY, 1, 1, 0);
        member.highestAllowed = 7;
        members.put(member);
        members.recompute(0, acknowledger.ownAllowed(), 1_000_000);
        take(1, 3);
        reception.deliver(0, actions);
        Ack ack = acknowledge(0);
        assertThat(ack.start()).isEqualTo(4);
        assertThat(ack.subtreeStart()).isEqualTo(1);
        assertThat(ack.highestAllowed()).isEqualTo(7);
        assertThat(ack.directMembers()).isEqualTo(1);
    }

    @Test
    void shouldTellSoonThatItsMembersConfirmWhatTheSenderWaitsFor() {
        HeadMember member = new HeadMember(5, Parts.address(5), MemberRole.MEMBER_ONLY, 1, 1, 0);
        member.highestAllowed = 1_000;
        members.put(member);
        members.recompute(0, acknowledger.ownAllowed(), 1_000_000);
        take(1, 3);
        reception.deliver(0, actions);
        acknowledger.onFiller(4);
        acknowledge(0);
        member.subtreeStart = 4;
        members.recompute(0, acknowledger.ownAllowed(), 1_000_000);
        acknowledger.onMembersChanged(1, 0);
        assertThat(acknowledger.nextDeadlineNanos()).isEqualTo(MILLI);
        assertThat(acknowledge(MILLI).subtreeStart()).isEqualTo(4);
    }

    /** The node has taken all that it had room for; its application takes more, its member does not. */
    @Test
    void shouldNotSayAgainThatItHasRoomWhileAMemberHasNone() {
        HeadMember member = new HeadMember(5, Parts.address(5), MemberRole.MEMBER_ONLY, 1, 1, 0);
        member.highestAllowed = config.headCachePackets;
        members.put(member);
        member.subtreeStart = config.headCachePackets;
        members.recompute(0, acknowledger.ownAllowed(), 1_000_000);
        take(1, config.headCachePackets - 10);
        acknowledge(0);
        reception.deliver(0, actions);
        acknowledger.onDelivered(0);
        if (acknowledger.isDue(0)) {
            acknowledge(0);
        }
        acknowledger.onDelivered(0);
        assertThat(acknowledger.isDue(0)).as("it has said all that it can").isFalse();
        member.highestAllowed = 2L * config.headCachePackets;
        members.recompute(0, acknowledger.ownAllowed(), 1_000_000);
        acknowledger.onDelivered(0);
        assertThat(acknowledger.isDue(0)).isTrue();
    }

    @Test
    void shouldTakeLeave() {
        Ack farewell = Acknowledger.farewell(Parts.SOURCE, 9, true, 2, 5);
        assertThat(farewell.terminate()).isTrue();
        assertThat(farewell.start()).isEqualTo(9);
        assertThat(farewell.receivers()).as("who look for another head").isEqualTo(2);
        assertThat(farewell.cookie()).isEqualTo(5);
    }

    private void take(long first, long last) {
        for (long sequence = first; sequence <= last; sequence++) {
            acknowledger.onData(Parts.data(sequence), 0);
        }
    }

    private Ack acknowledge(long nowNanos) {
        acknowledger.acknowledge(head, 1, false, 0, nowNanos, actions);
        return (Ack) Parts.last(actions);
    }
}
