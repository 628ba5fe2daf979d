package org.rmcast.core.stream;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.rmcast.api.Confirmation;
import org.rmcast.api.FlushResult;
import org.rmcast.api.FlushResult.Laggard;
import org.rmcast.core.engine.ProtocolEngine;
import org.rmcast.core.framing.MessagePacker;
import org.rmcast.core.testing.RecordingActions;
import org.rmcast.core.wire.WireWriter;

/** One message of two is out, as the packet with sequence 1; flushes end at 1000. */
class SenderFlushesTest {
    private static final long DEADLINE = 1_000;
    private static final InetSocketAddress ADDRESS = new InetSocketAddress(InetAddress.getLoopbackAddress(), 7);

    private final Group group = new Group();
    private final SenderFlushes flushes = new SenderFlushes(group);
    private final MessagePacker packer = new MessagePacker(100, 1 << 20);
    private final RecordingActions actions = new RecordingActions();

    SenderFlushesTest() {
        packer.offer(new byte[10]);
        packer.writePacket(new WireWriter(100));
        packer.offer(new byte[10]);
    }

    @Test
    void shouldNotAnswerBeforeEverybodyHasEverything() {
        flushes.add(1, Confirmation.EVERYONE, DEADLINE, 1);
        complete(2, 0);
        assertThat(actions.flushed()).isEmpty();
        assertThat(flushes.isEmpty()).isFalse();
        group.settledBelow = 2;
        complete(2, 0);
        assertThat(actions.flushed()).containsEntry(1L, FlushResult.completed());
        assertThat(flushes.isEmpty()).isTrue();
    }

    @Test
    void shouldSayUpToWhereItWasAnswered() {
        flushes.add(1, Confirmation.EVERYONE, DEADLINE, 1);
        assertThat(complete(2, 0)).isZero();
        group.settledBelow = 2;
        assertThat(complete(5, 0)).isEqualTo(2);
        assertThat(complete(5, 0)).isZero();
    }

    @Test
    void shouldNotAnswerBeforeTheMessagesAreOut() {
        group.settledBelow = 2;
        flushes.add(1, Confirmation.EVERYONE, DEADLINE, 2);
        complete(2, 0);
        assertThat(actions.flushed()).isEmpty();
        assertThat(flushes.awaited()).isZero();
        packer.writePacket(new WireWriter(100));
        group.settledBelow = 3;
        complete(3, 0);
        assertThat(actions.flushed()).containsKey(1L);
    }

    @Test
    void shouldSayUpToWhereSomebodyWaits() {
        flushes.add(1, Confirmation.EVERYONE, DEADLINE, 1);
        complete(2, 0);
        assertThat(flushes.awaited()).isEqualTo(2);
    }

    @Test
    void shouldAnswerThoseWhoWaitOnlyForMembersThatKeepUp() {
        flushes.add(1, Confirmation.KEEPING_UP, DEADLINE, 1);
        flushes.add(2, Confirmation.EVERYONE, DEADLINE, 1);
        group.keepUpBelow = 2;
        complete(2, 0);
        assertThat(actions.flushed()).containsOnlyKeys(1L);
        assertThat(flushes.openCount()).isEqualTo(1);
    }

    @Test
    void shouldNameAtTheDeadlineWhoIsBehind() {
        flushes.add(1, Confirmation.EVERYONE, DEADLINE, 1);
        group.behind.add(new Laggard(5, ADDRESS, 1));
        complete(2, DEADLINE - 1);
        assertThat(actions.flushed()).isEmpty();
        complete(2, DEADLINE);
        FlushResult result = actions.flushed().get(1L);
        assertThat(result).isEqualTo(new FlushResult(false, List.of(new Laggard(5, ADDRESS, 1)), 0));
    }

    @Test
    void shouldNameWhoWasLostThoughNobodyIsBehindAnyMore() {
        flushes.add(1, Confirmation.EVERYONE, DEADLINE, 1);
        complete(2, 0);
        flushes.onLost(5, ADDRESS, 1, 2);
        flushes.onLost(6, ADDRESS, 2, 2);
        group.settledBelow = 2;
        complete(2, 0);
        assertThat(actions.flushed().get(1L))
                .as("6 had everything")
                .isEqualTo(new FlushResult(false, List.of(new Laggard(5, ADDRESS, 1)), 0));
    }

    @Test
    void shouldCountWhoWasLostWithoutAName() {
        flushes.add(1, Confirmation.EVERYONE, DEADLINE, 1);
        complete(2, 0);
        flushes.onLost(4, 1, 2);
        flushes.onLost(3, 2, 2);
        group.settledBelow = 2;
        complete(2, 0);
        assertThat(actions.flushed().get(1L))
                .as("three had everything")
                .isEqualTo(new FlushResult(false, List.of(), 4));
    }

    @Test
    void shouldNameWhoLivesOnWithLosses() {
        flushes.add(1, Confirmation.KEEPING_UP, DEADLINE, 1);
        flushes.add(2, Confirmation.EVERYONE, DEADLINE, 1);
        complete(2, 0);
        flushes.onMissed(5, ADDRESS, 1, 2);
        group.keepUpBelow = 2;
        group.settledBelow = 2;
        complete(2, 0);
        FlushResult missed = new FlushResult(false, List.of(new Laggard(5, ADDRESS, 1)), 0);
        assertThat(actions.flushed()).containsEntry(1L, missed).containsEntry(2L, missed);
    }

    @Test
    void shouldTellWhoAsksNextOfLossesThatNobodyWaitedFor() {
        group.settledBelow = 2;
        flushes.onMissed(5, ADDRESS, 1, 2);
        flushes.onMissed(5, ADDRESS, 1, 2);
        flushes.onMissed(6, ADDRESS, 2, 2);
        flushes.add(1, Confirmation.EVERYONE, DEADLINE, 1);
        flushes.add(2, Confirmation.EVERYONE, DEADLINE, 1);
        complete(2, 0);
        assertThat(actions.flushed())
                .as("once")
                .containsEntry(1L, new FlushResult(false, List.of(new Laggard(5, ADDRESS, 1)), 0))
                .containsEntry(2L, FlushResult.completed());
    }

    @Test
    void shouldTellTheCloseOfLossesToo() {
        for (int id = 1; id <= 70; id++) {
            flushes.onMissed(id, ADDRESS, 1, 2);
        }
        flushes.addClosing(DEADLINE, 1);
        FlushResult result = flushes.closingResult(packer, 2, 0);
        assertThat(result.missing()).hasSize(64);
        assertThat(result.unnamed()).isEqualTo(6);
        assertThat(result.complete()).isFalse();
    }

    @Test
    void shouldCountThoseItCanNotName() {
        flushes.add(1, Confirmation.EVERYONE, DEADLINE, 1);
        for (int id = 1; id <= 70; id++) {
            group.behind.add(new Laggard(id, ADDRESS, 1));
        }
        complete(2, DEADLINE);
        FlushResult result = Objects.requireNonNull(actions.flushed().get(1L));
        assertThat(result.missing()).hasSize(64);
        assertThat(result.unnamed()).isEqualTo(6);
    }

    @Test
    void shouldWakeUpForTheEarliestDeadline() {
        assertThat(flushes.nextDeadlineNanos()).isEqualTo(ProtocolEngine.NO_DEADLINE);
        flushes.add(1, Confirmation.EVERYONE, 700, 1);
        flushes.add(2, Confirmation.EVERYONE, 500, 1);
        assertThat(flushes.nextDeadlineNanos()).isEqualTo(500);
    }

    @Test
    void shouldSayHowTheClosingWent() {
        assertThat(flushes.closingResult(packer, 2, 0)).isEqualTo(FlushResult.completed());
        flushes.addClosing(DEADLINE, 1);
        assertThat(flushes.isEmpty()).isFalse();
        assertThat(flushes.closingResult(packer, 2, 0).complete())
                .as("who may miss something is not known yet")
                .isFalse();
        group.settledBelow = 2;
        assertThat(flushes.closingResult(packer, 2, 0)).isEqualTo(FlushResult.completed());
        flushes.onLost(5, ADDRESS, 1, 2);
        assertThat(flushes.closingResult(packer, 2, 0)).isNotEqualTo(FlushResult.completed());
    }

    private long complete(long nextSequence, long nowNanos) {
        return flushes.complete(packer, nextSequence, nowNanos, actions);
    }

    private static final class Group implements SenderFlushes.Receivers {
        private long keepUpBelow;
        private long settledBelow;
        private final List<Laggard> behind = new ArrayList<>();

        @Override
        public boolean keepUp(long limit) {
            return keepUpBelow >= limit;
        }

        @Override
        public boolean isSettled(long limit, long nowNanos) {
            return settledBelow >= limit;
        }

        @Override
        public List<Laggard> behind(long limit) {
            return behind;
        }
    }
}
