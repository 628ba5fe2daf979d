package org.rmcast.core.flow.shared;

import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.rmcast.core.engine.Deadlines;
import org.rmcast.core.engine.ProtocolEngine;

/**
 * What a receiver tells the group of how fast one sender may go, where all hear what each says: who wants the lowest rate that was heard goes on
 * reporting each round trip, and the others keep silent while they want no less. Of those that want the same the one with the lowest member id reports
 * ({@link RateReport#isBelow}): else each would be silenced by another one's report, or none.
 *
 * <p>Who wants less than was heard, or has heard nothing for a while, waits for a random part of a round trip first, and says nothing if another one has
 * said it by then: of many that lose the same packet few report.
 *
 * <p>Source: RFC 4654, section 2.5.2 (suppression); the wait is uniform here, as the number of receivers that limit the rate at
 * once is small behind one bottleneck, where their losses are the same. Not thread safe.
 */
public final class SuppressedRateFeedback {
    /** Who wants so much less than was heard says so. */
    private static final double LESS = 0.9;

    private final long memberId;
    private final RateReporter reporter;
    private final RandomGenerator random;
    private @Nullable RateReport heard;
    private long heardNanos;
    private long waitUntilNanos = ProtocolEngine.NO_DEADLINE;

    public SuppressedRateFeedback(long memberId, RandomGenerator random) {
        this.memberId = memberId;
        this.reporter = new RateReporter(memberId);
        this.random = random;
    }

    /**
     * A data packet came for the first time; repairs are not to be told.
     *
     * @param sentMicros the sender's time when it left, in microseconds, modulo 2^32
     * @param roundTripNanos to the sender as it is believed to be now; 0 or less if it is not known
     */
    public void onData(long sequence, int bytes, int sentMicros, long roundTripNanos, long nowNanos) {
        if (roundTripNanos > 0) {
            reporter.onRoundTrip(roundTripNanos);
        }
        reporter.onTime(sentMicros, nowNanos);
        reporter.onPacket(sequence, bytes, nowNanos);
    }

    /** Another receiver has told the group how fast it wants the same sender. */
    public void onHeard(RateReport report, long nowNanos) {
        RateReport before = heard;
        if (before == null
                || report.memberId() == before.memberId()
                || report.isBelow(before)
                || isOld(before, nowNanos)) {
            note(report, nowNanos);
        }
    }

    private void note(RateReport report, long nowNanos) {
        heard = report;
        heardNanos = nowNanos;
    }

    private boolean isOld(RateReport last, long nowNanos) {
        return last.isOldAfter(nowNanos - heardNanos);
    }

    /** The report that is due, null if none is. To be asked after what came together was told of. */
    public @Nullable RateReport take(long nowNanos) {
        if (!Deadlines.isDue(reporter.dueNanos(), nowNanos) || !isWanted(nowNanos)) {
            waitUntilNanos = ProtocolEngine.NO_DEADLINE;
            return null;
        }
        if (!isLowest(nowNanos) && !hasWaited(nowNanos)) {
            return null;
        }
        waitUntilNanos = ProtocolEngine.NO_DEADLINE;
        RateReport report = reporter.report(nowNanos);
        if (report != null) {
            note(report, nowNanos);
        }
        return report;
    }

    /** Whether what was heard last, and is not old, is this one's own word. */
    private boolean isLowest(long nowNanos) {
        return heard != null && heard.memberId() == memberId && !isOld(heard, nowNanos);
    }

    private boolean isWanted(long nowNanos) {
        return heard == null
                || heard.memberId() == memberId
                || isOld(heard, nowNanos)
                || reporter.wantedNow() < LESS * heard.bytesPerSecond();
    }

    private boolean hasWaited(long nowNanos) {
        if (waitUntilNanos == ProtocolEngine.NO_DEADLINE) {
            waitUntilNanos = nowNanos + random.nextLong(reporter.roundTripNanos());
        }
        return Deadlines.isDue(waitUntilNanos, nowNanos);
    }

    /** When {@link #take} is to be asked though nothing has come. */
    public long nextDeadlineNanos() {
        return waitUntilNanos;
    }
}
