package org.rmcast.srm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.rmcast.core.engine.ProtocolEngine;
import org.rmcast.srm.wire.SrmPacket.Range;

/** Requests of one member, at 10 ms from the source with C1 = 2 and C2 = 0, so that all delays are known. */
class RequestsTest {
    private static final long MS = 1_000_000;
    private static final long DISTANCE = 10 * MS;

    private final Recorder constants = new Recorder();
    private final Requests requests = new Requests(
            new SuppressionTimer(constants, BackOff.UNIFORM, 2, MS, 10_000 * MS, new SplittableRandom(1)),
            new ScopeLadder(SrmConfig.defaults(), 63),
            MS);

    /** C1 = 2, C2 = 0, and what is learnt. */
    private static final class Recorder implements TimerConstants {
        int news;
        int sent;
        int duplicates;
        int ofOwn;
        double delay;

        @Override
        public double start() {
            return 2;
        }

        @Override
        public double width() {
            return 0;
        }

        @Override
        public void onNew() {
            news++;
        }

        @Override
        public void onSent() {
            sent++;
        }

        @Override
        public void onDuplicate(boolean alsoSent, long theirNanos, long ownNanos) {
            duplicates++;
            ofOwn += alsoSent ? 1 : 0;
        }

        @Override
        public void onDelay(double roundTrips) {
            delay = roundTrips;
        }
    }

    private Requests.Asking ask(long nowNanos) {
        return Objects.requireNonNull(requests.ask(100, DISTANCE, nowNanos));
    }

    private boolean hear(long first, long limit, long nowNanos) {
        return requests.onRequest(List.of(new Range(first, limit)), DISTANCE, DISTANCE, nowNanos);
    }

    @Test
    void shouldAskOnceForAllThatWasSeenToBeMissingTogether() {
        requests.onGap(5, 8, DISTANCE, 0);
        requests.onGap(9, 10, DISTANCE, MS / 2);
        assertThat(requests.nextDeadlineNanos()).isEqualTo(20 * MS);
        assertThat(requests.ask(100, DISTANCE, 20 * MS - 1)).isNull();
        Requests.Asking asking = ask(20 * MS);
        assertThat(asking.ranges()).containsExactly(new Range(5, 8), new Range(9, 10));
        assertThat(asking.round()).isZero();
        assertThat(constants.news).isEqualTo(2);
        assertThat(constants.sent).isEqualTo(1);
        assertThat(constants.delay).isEqualTo(1);
    }

    @Test
    void shouldAskAgainWithDoubledDelaysIfItsOwnRequestIsLost() {
        requests.onGap(5, 6, DISTANCE, 0);
        long now = 20 * MS;
        long delay = 40 * MS;
        for (int round = 0; round < 8; round++) {
            assertThat(requests.nextDeadlineNanos()).isEqualTo(now);
            assertThat(ask(now).round()).isEqualTo(round);
            now += delay;
            delay = Math.min(2 * delay, 640 * MS);
        }
        assertThat(Objects.requireNonNull(requests.find(5)).asked()).isEqualTo(8);
        assertThat(constants.sent).isEqualTo(1);
    }

    @Test
    void shouldBackOffWhenSomebodyElseAsks() {
        requests.onGap(5, 7, DISTANCE, 0);
        assertThat(hear(5, 6, 10 * MS)).isTrue();
        assertThat(constants.delay).isEqualTo(0.5);
        assertThat(ask(20 * MS).ranges()).containsExactly(new Range(6, 7));
        assertThat(requests.nextDeadlineNanos()).isEqualTo(50 * MS);
        assertThat(constants.sent).isEqualTo(1);
    }

    @Test
    void shouldIgnoreForHalfTheDelayWhoHasNotHeardThatSomebodyAsked() {
        requests.onGap(5, 6, DISTANCE, 0);
        ask(20 * MS);
        assertThat(hear(5, 6, 39 * MS)).isTrue();
        assertThat(constants.duplicates).isEqualTo(1);
        assertThat(constants.ofOwn).isEqualTo(1);
        assertThat(requests.nextDeadlineNanos()).isEqualTo(60 * MS);
        hear(5, 6, 40 * MS);
        assertThat(constants.duplicates).isEqualTo(1);
        assertThat(requests.nextDeadlineNanos()).isEqualTo((40 + 80) * MS);
    }

    @Test
    void shouldForgetWhatHasComeOrIsGivenUp() {
        requests.onGap(5, 9, DISTANCE, 0);
        assertThat(requests.remove(6)).isNotNull();
        assertThat(requests.remove(6)).isNull();
        requests.removeBelow(8);
        assertThat(requests.size()).isEqualTo(1);
        assertThat(ask(20 * MS).ranges()).containsExactly(new Range(8, 9));
        requests.remove(8);
        assertThat(requests.isEmpty()).isTrue();
        assertThat(requests.nextDeadlineNanos()).isEqualTo(ProtocolEngine.NO_DEADLINE);
        assertThat(hear(1, 100, 30 * MS)).isFalse();
    }

    @Test
    void shouldAskForNoMoreRangesThanFit() {
        for (long sequence = 1; sequence < 20; sequence += 2) {
            requests.onGap(sequence, sequence + 1, DISTANCE, 0);
        }
        Requests.Asking first = Objects.requireNonNull(requests.ask(3, DISTANCE, 20 * MS));
        assertThat(first.ranges()).containsExactly(new Range(1, 2), new Range(3, 4), new Range(5, 6));
        assertThat(ask(20 * MS).ranges()).hasSize(7);
    }

    @Test
    void shouldMakeRangesOfSequencesInAnyOrder() {
        long seed = 3;
        SplittableRandom random = new SplittableRandom(seed);
        for (int run = 0; run < 200; run++) {
            TreeSet<Long> added = new TreeSet<>();
            RangeList list = new RangeList(5);
            for (int i = 0; i < 60; i++) {
                long sequence = 1L + random.nextInt(40);
                if (!added.contains(sequence) && list.mayTake(sequence)) {
                    added.add(sequence);
                    list.add(sequence);
                }
            }
            TreeSet<Long> read = new TreeSet<>();
            long before = 0;
            for (Range range : list.ascending()) {
                assertThat(range.first()).as("run %d of seed %d", run, seed).isGreaterThan(before);
                for (long sequence = range.first(); sequence < range.limit(); sequence++) {
                    read.add(sequence);
                }
                before = range.limit();
            }
            assertThat(read).as("run %d of seed %d", run, seed).isEqualTo(added);
            assertThat(list.ascending()).hasSizeLessThanOrEqualTo(5);
        }
    }

    /** Three rounds were in vain; then the group is heard again, and the next request is as soon as a first one, and the one after it as a second. */
    @Test
    void shouldAskAnewAfterAnInterruption() {
        requests.onGap(5, 7, DISTANCE, 0);
        long now = 0;
        for (int round = 0; round < 3; round++) {
            now = requests.nextDeadlineNanos();
            ask(now);
        }
        assertThat(requests.nextDeadlineNanos()).isEqualTo(now + 160 * MS);
        requests.restart(DISTANCE, now + 5 * MS);
        now += 25 * MS;
        assertThat(requests.nextDeadlineNanos()).isEqualTo(now);
        assertThat(ask(now)).isEqualTo(new Requests.Asking(List.of(new Range(5, 7)), 3, 63));
        assertThat(requests.nextDeadlineNanos()).isEqualTo(now + 40 * MS);
    }

    /** What has waited for its first request only was not asked for in vain: it goes on waiting. */
    @Test
    void shouldLeaveAFirstRequestAloneAfterAnInterruption() {
        requests.onGap(5, 7, DISTANCE, 0);
        requests.restart(DISTANCE, 15 * MS);
        assertThat(requests.nextDeadlineNanos()).isEqualTo(20 * MS);
    }
}
