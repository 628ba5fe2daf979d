package org.rmcast.tram;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.rmcast.api.EngineMeter;
import org.rmcast.api.EventCause;
import org.rmcast.api.Role;
import org.rmcast.api.SessionEvent;
import org.rmcast.core.engine.ProtocolEngine;
import org.rmcast.core.engine.Reason;
import org.rmcast.core.repair.CodeDecoder.Decoded;
import org.rmcast.core.testing.RecordingActions;
import org.rmcast.core.wire.DatagramHeader;
import org.rmcast.core.wire.DecodeException;
import org.rmcast.tram.wire.TramCodec;
import org.rmcast.tram.wire.TramPacket.Asked;
import org.rmcast.tram.wire.TramPacket.CodedRepair;
import org.rmcast.tram.wire.TramPacket.Data;

/** A receiver that begins with packet 1; packet n holds message n - 1. */
class ReceptionTest {
    private static final long MILLI = 1_000_000L;
    private static final long LATE_NANOS = 100 * MILLI;

    private final TramConfig config = TramConfig.defaults();
    private final TramContext context = Parts.context(config, Role.RECEIVER);
    private long neededByMembers = Long.MAX_VALUE;
    private final Reception reception = new Reception(context, Parts.SOURCE, 1, 0, () -> neededByMembers);
    private final RecordingActions actions = new RecordingActions();

    @Test
    void shouldNotNakIfNoMissingData() {
        assertThat(take(1)).isZero();
        assertThat(take(2)).isZero();
        assertThat(reception.requests().nextDueNanos()).isEqualTo(ProtocolEngine.NO_DEADLINE);
        assertThat(reception.next()).isEqualTo(3);
        assertThat(reception.missing()).isZero();
    }

    @Test
    void shouldFindGaps() {
        take(1);
        assertThat(take(4)).isEqualTo(2);
        assertThat(reception.next()).isEqualTo(2);
        assertThat(reception.limit()).isEqualTo(5);
        assertThat(reception.requests().size()).isEqualTo(2);
    }

    @Test
    void shouldCountWhatWasLostAndWhatWasOvertaken() {
        take(1);
        take(6);
        assertThat(context.counters.get(EngineMeter.PACKETS_MISSED)).isZero();
        take(2);
        reception.onData(Parts.repair(3), 0);
        take(3);
        reception.giveUpBelow(6, new Reason(EventCause.NOT_HELD, "nobody has it"));
        assertThat(context.counters.get(EngineMeter.PACKETS_OVERTAKEN)).isEqualTo(1);
        assertThat(context.counters.get(EngineMeter.PACKETS_MISSED)).isEqualTo(3);
    }

    /** A beacon tells of packets that are on their way. */
    @Test
    void shouldCountWhatIsAnnouncedOnlyIfItIsRepaired() {
        reception.expect(4, 0);
        take(1);
        take(2);
        reception.onData(Parts.repair(3), 0);
        assertThat(context.counters.get(EngineMeter.PACKETS_OVERTAKEN)).isZero();
        assertThat(context.counters.get(EngineMeter.PACKETS_MISSED)).isEqualTo(1);
    }

    @Test
    void shouldNoticeDuplicates() {
        take(1);
        assertThat(take(1)).isEqualTo(-1);
        assertThat(context.counters.get(EngineMeter.DUPLICATE_PACKETS)).isEqualTo(1);
    }

    @Test
    void shouldDeliverInOrderWhatRepairsComplete() {
        take(1);
        take(3);
        reception.deliver(0, actions);
        assertThat(actions.delivered()).hasSize(1);
        reception.onData(Parts.repair(2), 0);
        reception.deliver(0, actions);
        assertThat(actions.delivered())
                .extracting(message -> message.sequence())
                .containsExactly(0L, 1L, 2L);
        assertThat(context.counters.get(EngineMeter.REPAIRS_RECEIVED)).isEqualTo(1);
        assertThat(reception.requests().isEmpty()).isTrue();
    }

    @Test
    void shouldReportWhatItGivesUp() {
        take(1);
        take(4);
        reception.giveUpBelow(4, new Reason(EventCause.NOT_HELD, "nobody has it"));
        reception.deliver(0, actions);
        assertThat(reception.next()).isEqualTo(5);
        assertThat(reception.repairLow()).isEqualTo(4);
        assertThat(actions.events())
                .containsExactly(
                        new SessionEvent.MessagesLost(Parts.SOURCE, 1, 3, EventCause.NOT_HELD, "nobody has it"));
    }

    /** Who waits for the next message to see it may wait for ever: the sender has sent all that it had. */
    /** A code says when enough had come to decode it, not how long the head takes to repair to the group. */
    @Test
    void shouldNotWaitLongerForRepairsSinceACodeWasLate() throws DecodeException {
        reception.route().begin(Parts.address(1), 4 * MILLI);
        for (long sequence : new long[] {1, 2, 4}) {
            take(sequence);
        }
        assertThat(ask().start()).isEqualTo(3);
        byte[] code = Objects.requireNonNull(TramCodec.codedRepair(
                new long[] {2, 3},
                List.of(Parts.data(2).datagram(), Parts.data(3).datagram()),
                new int[0],
                config.maxPacketBytes));
        byte[] datagram = DatagramHeader.complete(code, TramCodec.PROTOCOL, 1, Parts.SOURCE, 1);
        reception.codes().onCode(Parts.address(1), (CodedRepair) TramCodec.decode(datagram), LATE_NANOS);
        Decoded decoded = Objects.requireNonNull(reception.codes().take());
        reception.onData((Data) TramCodec.decode(decoded.packet()), LATE_NANOS);
        assertThat(reception.next()).isEqualTo(5);
        reception.onData(Parts.data(6), LATE_NANOS);
        long askedNanos = reception.requests().nextDueNanos();
        assertThat(ask().start()).isEqualTo(5);
        assertThat(reception.requests().nextDueNanos() - askedNanos).isLessThan(LATE_NANOS);
    }

    /** Asks for one packet when it is due. */
    private Asked ask() {
        RepairRequests requests = reception.requests();
        return requests.take(requests.nextDueNanos(), context.counters).get(0).asked(true);
    }

    @Test
    void shouldReportWhatIsLostAtTheEndOfWhatWasSent() {
        take(1);
        reception.giveUpBelow(4, new Reason(EventCause.NOT_HELD, "nobody has it"));
        reception.onComplete(4, 4);
        reception.deliver(0, actions);
        assertThat(actions.events()).as("packet 4 may come").isEmpty();
        reception.onComplete(3, 3);
        reception.deliver(0, actions);
        reception.deliver(0, actions);
        assertThat(actions.events())
                .containsExactly(
                        new SessionEvent.MessagesLost(Parts.SOURCE, 1, 3, EventCause.NOT_HELD, "nobody has it"));
        take(4);
        reception.deliver(0, actions);
        assertThat(actions.delivered())
                .extracting(message -> message.sequence())
                .containsExactly(0L, 3L);
        assertThat(actions.events()).hasSize(1);
    }

    @Test
    void shouldAskForAllThatIsMissingThoughAMemberComesWhoIsFarBehind() {
        take(1);
        reception.giveUpBelow(50_000, new Reason(EventCause.NOT_HELD, "nobody has it"));
        reception.deliver(0, actions);
        neededByMembers = 2;
        assertThat(take(50_010)).isEqualTo(10);
        assertThat(reception.requests().size()).isEqualTo(10);
    }

    @Test
    void shouldNotGiveUpWhatHasCome() {
        take(1);
        reception.giveUpBelow(2, new Reason(EventCause.NOT_HELD, "too late"));
        assertThat(reception.repairLow()).isEqualTo(1);
    }

    @Test
    void shouldEndWithTheLastMessage() {
        take(1);
        reception.onEnd(2, 2, 0);
        reception.deliver(0, actions);
        assertThat(reception.isFinished()).isFalse();
        assertThat(reception.requests().size()).as("the last packet").isEqualTo(1);
        take(2);
        reception.deliver(0, actions);
        assertThat(reception.isFinished()).isTrue();
        assertThat(actions.events()).containsExactly(new SessionEvent.StreamEnded(Parts.SOURCE));
    }

    @Test
    void shouldTakeNothingAfterTheEnd() {
        reception.onEnd(1, 1, 0);
        assertThat(take(2)).isEqualTo(-1);
        assertThat(reception.limit()).isEqualTo(2);
    }

    @Test
    void shouldReportWhatIsMissingWhenTheStreamBreaksOff() {
        take(1);
        reception.expect(3, 0);
        reception.breakOff(new Reason(EventCause.SILENT, "sender silent"), 5);
        reception.deliver(0, actions);
        assertThat(reception.isFinished()).isTrue();
        assertThat(actions.events())
                .containsExactly(
                        new SessionEvent.MessagesLost(Parts.SOURCE, 1, 5, EventCause.SENDER_LOST, "sender silent"),
                        new SessionEvent.SenderLost(Parts.SOURCE, EventCause.SILENT, "sender silent"));
    }

    @Test
    void shouldAskForNoMoreThanItHasRoomFor() {
        reception.expect(10L * config.headCachePackets, 0);
        assertThat(reception.limit()).isEqualTo(1L + config.headCachePackets);
        assertThat(reception.room()).isEqualTo(1L + config.headCachePackets);
    }

    @Test
    void shouldHoldWhatItsMembersNeed() {
        neededByMembers = 1;
        take(1);
        take(2);
        reception.deliver(0, actions);
        assertThat(reception.delivered()).isEqualTo(3);
        assertThat(reception.room()).isEqualTo(1L + config.headCachePackets);
        neededByMembers = 2;
        assertThat(reception.room()).isEqualTo(2L + config.headCachePackets);
    }

    private int take(long sequence) {
        return reception.onData(Parts.data(sequence), 0);
    }
}
