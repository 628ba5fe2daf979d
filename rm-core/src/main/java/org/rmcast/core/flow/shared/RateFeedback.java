package org.rmcast.core.flow.shared;

import org.jspecify.annotations.Nullable;
import org.rmcast.core.engine.Deadlines;
import org.rmcast.core.engine.ProtocolEngine;

/**
 * What a receiver tells one sender itself, without a tree between them, of how fast it may go: the first report at once, the next when the sender wants
 * it ({@link RateFollower}), and sooner if the rate is too high for this receiver. The sender's answer to a report measures the round
 * trip.
 *
 * <p>Source: the suppression of RFC 4654, section 2.5: who does not limit the rate is heard seldom. There timers suppress it, here the sender says how
 * often, as it knows how many there are. Not thread safe.
 */
public final class RateFeedback {
    private static final long FIRST_PAUSE_NANOS = 100_000_000L;
    private static final long LONGEST_PAUSE_NANOS = 5_000_000_000L;
    /** Of so many reports the answers are told apart: a round trip may be longer than the time between two. A power of two. */
    private static final int REMEMBERED = 16;

    private final RateReporter reporter;
    private boolean told;
    private long toldNanos;
    private long pauseNanos = FIRST_PAUSE_NANOS;
    private int number;
    /** Of the last reports, by their numbers; 0 stands for one that was answered. */
    private final int[] numbers = new int[REMEMBERED];

    private final long[] sentNanos = new long[REMEMBERED];

    /**
     * A report, to be sent to the sender.
     *
     * @param number which its answer echoes, never 0
     * @param report what it says
     */
    public record Numbered(int number, RateReport report) {}

    /**
     * @param memberId this receiver's
     * @param firstNumber any number, not to be guessed, so that nobody who does not see the reports can make up answers
     */
    public RateFeedback(long memberId, int firstNumber) {
        this.reporter = new RateReporter(memberId);
        this.number = firstNumber;
    }

    /**
     * A data packet came for the first time; repairs are not to be told.
     *
     * @param sentMicros the sender's time when it left, in microseconds, modulo 2^32
     */
    public void onData(long sequence, int bytes, int sentMicros, long nowNanos) {
        reporter.onTime(sentMicros, nowNanos);
        reporter.onPacket(sequence, bytes, nowNanos);
    }

    /**
     * The sender answered a report.
     *
     * @param echoed its number
     * @param pauseMicros when it wants the next one, 0 to {@link Integer#MAX_VALUE}; no more than five seconds are waited
     * @return whether it is the first answer to one of the last reports
     */
    public boolean onAnswer(int echoed, int pauseMicros, long nowNanos) {
        int slot = slot(echoed);
        if (echoed == 0 || numbers[slot] != echoed) {
            return false;
        }
        numbers[slot] = 0;
        pauseNanos = Math.min(LONGEST_PAUSE_NANOS, 1_000L * Math.max(0, pauseMicros));
        reporter.onRoundTrip(nowNanos - sentNanos[slot]);
        return true;
    }

    private static int slot(int number) {
        return number & (REMEMBERED - 1);
    }

    /** The report that is due, null if none is. */
    public @Nullable Numbered take(long nowNanos) {
        if (!Deadlines.isDue(nextDeadlineNanos(), nowNanos)) {
            return null;
        }
        RateReport report = reporter.report(nowNanos);
        if (report == null) {
            return null;
        }
        told = true;
        toldNanos = nowNanos;
        number = number == -1 ? 1 : number + 1;
        numbers[slot(number)] = number;
        sentNanos[slot(number)] = nowNanos;
        return new Numbered(number, report);
    }

    /** Whether there is nothing new to tell. */
    public boolean isIdle() {
        return reporter.dueNanos() == Long.MAX_VALUE;
    }

    /** When the next report is due; {@link ProtocolEngine#NO_DEADLINE} while there is nothing new to tell. */
    public long nextDeadlineNanos() {
        long due = reporter.dueNanos();
        if (due == Long.MAX_VALUE) {
            return ProtocolEngine.NO_DEADLINE;
        }
        return !told || reporter.isTooFast() ? due : Deadlines.later(due, toldNanos + pauseNanos);
    }
}
