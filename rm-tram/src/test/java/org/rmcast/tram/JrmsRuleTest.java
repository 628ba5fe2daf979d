package org.rmcast.tram;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.rmcast.api.Role;
import org.rmcast.core.buffer.BufferManager;
import org.rmcast.core.flow.Pacer;
import org.rmcast.core.testing.RecordingActions;
import org.rmcast.tram.wire.TramPacket;
import org.rmcast.tram.wire.TramPacket.Ack;
import org.rmcast.tram.wire.TramPacket.HeadBind;
import org.rmcast.tram.wire.TramPacket.Hello;
import org.rmcast.tram.wire.TramPacket.MemberRole;
import org.rmcast.tram.wire.TreePlace;

/** Each rule of JRMS that a member or a head follows with the preset paper, and what happens without it. */
class JrmsRuleTest {
    private static final long SECOND = 1_000_000_000L;
    private static final int MEMBER = 5;

    private final NodeStub node = new NodeStub();
    private final RecordingActions actions = new RecordingActions();

    // Members.

    /** Packets 3 and 4 are missing, and have been asked for. */
    @Test
    void shouldAskAgainByTheTimerOnly() {
        assertThat(askingAgain()).isEqualTo(SECOND);
        assertThat(askingAgain(JrmsRule.ACK_TIMER)).isEqualTo(AckInterval.UNMEASURED_NANOS);
    }

    private static long askingAgain(JrmsRule... rules) {
        TramConfig config = with(rules);
        Member member = new Member(config);
        member.take(1, 2);
        member.take(5, 6);
        member.acknowledge(0);
        return member.acknowledger.nextDeadlineNanos();
    }

    @Test
    void shouldSetTheTimerAnewWhenNothingIsMissing() {
        Member member = new Member(with(JrmsRule.ACK_TIMER));
        member.take(1, 1);
        member.acknowledge(0);
        assertThat(member.acknowledger.isDue(AckInterval.UNMEASURED_NANOS)).isFalse();
        assertThat(member.acknowledger.nextDeadlineNanos()).isEqualTo(2 * AckInterval.UNMEASURED_NANOS);
    }

    @Test
    void shouldWaitTwiceTheTimeOfTheLastWindow() {
        AckInterval interval = new AckInterval(32);
        assertThat(interval.nanos()).isEqualTo(5 * SECOND);
        interval.onAck(33, SECOND);
        assertThat(interval.nanos()).isEqualTo(5 * SECOND);
        interval.onAck(33 + 16, 3 * SECOND);
        assertThat(interval.nanos()).isEqualTo(8 * SECOND);
        interval.onAck(33 + 16 + 15, 30 * SECOND);
        assertThat(interval.nanos()).as("too few packets to tell").isEqualTo(8 * SECOND);
    }

    @Test
    void shouldPassCongestionOn() {
        Member member = new Member(with(JrmsRule.CONGESTION));
        member.take(1, 1);
        assertThat(member.acknowledge(0).congestion()).isFalse();
        member.acknowledger.onMemberCongested();
        assertThat(member.acknowledger.isDue(0)).isTrue();
        assertThat(member.acknowledge(0).congestion()).isTrue();
        assertThat(member.acknowledge(0).congestion()).isFalse();
    }

    // Heads.

    @Test
    void shouldTakeCongestionForNewsOncePerWindow() {
        assertThat(congestionsHeard()).isEqualTo(3);
        assertThat(congestionsHeard(JrmsRule.CONGESTION)).isEqualTo(2);
    }

    private static int congestionsHeard(JrmsRule... rules) {
        JrmsRuleTest test = new JrmsRuleTest();
        RepairHead head = test.headWithAMember(with(rules));
        for (long start : new long[] {40, 50, 70}) {
            Ack plain = Parts.shown(test.cookie(head), start, 300);
            head.onAck(Parts.address(MEMBER), MEMBER, congested(plain), 0, test.actions);
        }
        return test.node.congested;
    }

    @Test
    void shouldSayHelloAsOftenAsItAcknowledges() {
        assertThat(nextHello(false)).isEqualTo(3 * SECOND);
        assertThat(nextHello(false, JrmsRule.HELLO)).isEqualTo(20 * SECOND);
    }

    /** The member has been silent for longer than two hellos. */
    @Test
    void shouldSayHelloEachSecondToWhoHoldsTheOthersUp() {
        assertThat(nextHelloAfterADemand(false, JrmsRule.HELLO)).isEqualTo(20 * SECOND);
        assertThat(nextHelloAfterADemand(true, JrmsRule.HELLO)).isEqualTo(SECOND);
        assertThat(nextHelloAfterADemand(true)).isEqualTo(3 * SECOND);
    }

    private static long nextHello(boolean tight, JrmsRule... rules) {
        JrmsRuleTest test = new JrmsRuleTest();
        return test.slowHead(tight, rules).nextDeadlineNanos();
    }

    private static long nextHelloAfterADemand(boolean tight, JrmsRule... rules) {
        JrmsRuleTest test = new JrmsRuleTest();
        RepairHead head = test.slowHead(tight, rules);
        long now = 0;
        do {
            now = head.nextDeadlineNanos();
            head.onDeadline(now, test.actions);
        } while (!(Parts.last(test.actions) instanceof Hello hello)
                || hello.demand().isEmpty());
        return head.nextDeadlineNanos() - now;
    }

    private RepairHead slowHead(boolean tight, JrmsRule... rules) {
        node.ackIntervalNanos = 20 * SECOND;
        node.tight = tight;
        return headWithAMember(with(rules));
    }

    @Test
    void shouldDisownWhoHoldsTheCacheAboveItsHighMark() {
        assertThat(membersWithAFullCache(1)).isEqualTo(1);
        assertThat(membersWithAFullCache(1, JrmsRule.DISOWN)).isZero();
        assertThat(membersWithAFullCache(2, JrmsRule.DISOWN))
                .as("it has acknowledged the first packet of the cache")
                .isEqualTo(1);
    }

    private static int membersWithAFullCache(long acknowledged, JrmsRule... rules) {
        JrmsRuleTest test = new JrmsRuleTest();
        TramConfig config = with(rules);
        RepairHead head = test.headWithAMember(config);
        head.onAck(Parts.address(MEMBER), MEMBER, Parts.shown(test.cookie(head), acknowledged, 300), 0, test.actions);
        BufferManager cache = new BufferManager(100, 10, 50, 1, (first, limit, now) -> first);
        for (long sequence = 1; sequence <= 51; sequence++) {
            cache.put(sequence, new byte[1]);
        }
        new CacheRelief(config, head, 50).look(cache, 0, test.actions);
        return head.members().count();
    }

    @Test
    void shouldRaiseTheMarkWhereNobodyHoldsTheCache() {
        TramConfig config = with(JrmsRule.DISOWN);
        RepairHead head = headWithAMember(config);
        head.onAck(Parts.address(MEMBER), MEMBER, Parts.shown(cookie(head), 2, 300), 0, actions);
        BufferManager cache = new BufferManager(100, 10, 50, 1, (first, limit, now) -> first);
        CacheRelief relief = new CacheRelief(config, head, 50);
        for (long sequence = 1; sequence <= 51; sequence++) {
            cache.put(sequence, new byte[1]);
        }
        relief.look(cache, 0, actions);
        // Its window of 32 packets more has yet to be filled.
        cache.releaseBelow(2);
        for (long sequence = 52; sequence <= 80; sequence++) {
            cache.put(sequence, new byte[1]);
        }
        relief.look(cache, 0, actions);
        assertThat(head.members().count()).isEqualTo(1);
        for (long sequence = 81; sequence <= 90; sequence++) {
            cache.put(sequence, new byte[1]);
        }
        relief.look(cache, 0, actions);
        assertThat(head.members().count()).isZero();
    }

    @Test
    void shouldPurgeWhenAMemberGoes() {
        assertThat(purgesWhenAMemberGoes()).isZero();
        assertThat(purgesWhenAMemberGoes(JrmsRule.PURGE)).isEqualTo(1);
    }

    private static int purgesWhenAMemberGoes(JrmsRule... rules) {
        JrmsRuleTest test = new JrmsRuleTest();
        RepairHead head = test.headWithAMember(with(rules));
        Ack farewell = Acknowledger.farewell(Parts.SOURCE, 9, false, 1, test.cookie(head));
        head.onAck(Parts.address(MEMBER), MEMBER, farewell, 0, test.actions);
        assertThat(head.members().count()).isZero();
        return test.node.purged;
    }

    private RepairHead headWithAMember(TramConfig config) {
        RepairHead head =
                new RepairHead(Parts.context(config, Role.REPAIR_NODE), node, new Pacer(1e9, Pacer.BURST_NANOS));
        HeadBind bind = new HeadBind(false, 1, MemberRole.MEMBER_ONLY, TreePlace.NONE, 0, 0, 1, Parts.SOURCE, 1, 7);
        head.onBind(Parts.address(MEMBER), MEMBER, bind, 0, actions);
        head.onAck(Parts.address(MEMBER), MEMBER, Parts.shown(cookie(head), 1, 300), 0, actions);
        head.settle(0, actions);
        return head;
    }

    private long cookie(RepairHead head) {
        HeadMember member = head.members().get(MEMBER);
        return member == null ? 0 : member.cookie;
    }

    private static Ack congested(Ack plain) {
        return new Ack(
                true,
                false,
                0,
                false,
                false,
                false,
                false,
                false,
                plain.cookie(),
                plain.source(),
                plain.start(),
                plain.subtreeStart(),
                plain.highestAllowed(),
                1,
                0,
                0,
                0,
                0,
                0,
                List.of(),
                plain.asked());
    }

    private static TramConfig with(JrmsRule... rules) {
        return TramConfig.paper()
                .with("jrmsRules", Arrays.stream(rules).map(JrmsRule::written).toList());
    }

    /** A receiver and what it says to its head. */
    private static final class Member {
        final RecordingActions said = new RecordingActions();
        final HeadCandidate head = new HeadCandidate(1, Parts.address(1), 1);
        final Acknowledger acknowledger;

        Member(TramConfig config) {
            TramContext context = Parts.context(config, Role.RECEIVER);
            HeadMembers members = new HeadMembers(config);
            Reception reception = new Reception(context, Parts.SOURCE, 1, 0, members::subtreeStart);
            reception.route().begin(head.address, 4 * Parts.MILLI);
            acknowledger = new Acknowledger(context, Parts.SOURCE, reception, members, 0);
        }

        void take(long first, long last) {
            for (long sequence = first; sequence <= last; sequence++) {
                acknowledger.onData(Parts.data(sequence), 0);
            }
        }

        Ack acknowledge(long nowNanos) {
            acknowledger.acknowledge(head, 1, false, 0, nowNanos, said);
            TramPacket last = Parts.last(said);
            return (Ack) last;
        }
    }
}
