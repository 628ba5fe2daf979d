package org.rmcast.core.flow.shared;

import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.rmcast.core.engine.Deadlines;
import org.rmcast.core.engine.ProtocolEngine;

/**
 * What a receiver tells one sender itself, without a tree between them, of how fast it may go: the first report at once, the next when the sender wants
 * it ({@link RateFollower}), and sooner if the rate is too high for this receiver. The sender's answer to a report measures the round
 * trip.
 *
 * <p>Source: the suppression of RFC 4654, section 2.5: who does not limit the rate is heard seldom. There timers suppress it, here the sender says how
 * often, as it knows how many there are; timers suppress the news that the rate is too high. Not thread safe.
 */
public final class RateFeedback {
    private static final long FIRST_PAUSE_NANOS = 100_000_000L;
    private static final long LONGEST_PAUSE_NANOS = 150_000_000_000L;
    /** In a group of fewer who is run over says so at once. */
    private static final int SMALL_GROUP = 16;

    private static final int URGENT_ROUND_TRIPS = 4;
    /** Of so many reports the answers are told apart: a round trip may be longer than the time between two. A power of two. */
    private static final int REMEMBERED = 16;

    private final RateReporter reporter;
    private final RandomGenerator random;
    /** Whether the rate is too high, as is to be told when it is still so then. */
    private boolean tooFast;

    private long urgentNanos;
    /** Whether a report has left, or the first one was put off. */
    private boolean told;

    private boolean reported;
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
     * @param random for the numbers of reports, not to be guessed, so that nobody who does not see them can make up answers; and for how long a report waits
     */
    public RateFeedback(long memberId, RandomGenerator random) {
        this.reporter = new RateReporter(memberId);
        this.random = random;
        this.number = random.nextInt();
    }

    /**
     * A data packet came for the first time; repairs are not to be told.
     *
     * @param sentMicros the sender's time when it left, in microseconds, modulo 2^32
     */
    public void onData(long sequence, int bytes, int sentMicros, long nowNanos) {
        reporter.onTime(sentMicros, nowNanos);
        onData(sequence, bytes, nowNanos);
    }

    /** A data packet came for the first time that does not say when it left. */
    public void onData(long sequence, int bytes, long nowNanos) {
        reporter.onPacket(sequence, bytes, nowNanos);
        if (!reporter.isTooFast()) {
            tooFast = false;
        } else if (!tooFast) {
            tooFast = true;
            urgentNanos = nowNanos + urgentDelayNanos();
        }
    }

    /**
     * How long the news that the rate is too high waits: in a large group others may say it before, which makes the rate lower, and then it need not be said.
     *
     * <p>Source: RFC 4654, section 2.5.1: {@code t = T max(0, 1 + ln(x) / ln(N))}, x uniform on (0, 1]; here T is four round trips, and N by how seldom the sender wants reports.
     */
    private long urgentDelayNanos() {
        double receivers = (double) pauseNanos / RateFollower.REPORTS_APART_NANOS;
        if (receivers < SMALL_GROUP) {
            return 0;
        }
        double share = 1 + Math.log(1 - random.nextDouble()) / Math.log(receivers);
        return (long) (URGENT_ROUND_TRIPS * reporter.intervalNanos() * Math.max(0, share));
    }

    /**
     * The next report is to come so long from now, unless one is to come before, or the rate is too high for this receiver: of many that begin, or are left, at the
     * same time few are to report at once.
     */
    public void putOff(long nanos, long nowNanos) {
        if (told) {
            pauseNanos = Math.min(pauseNanos, nowNanos - toldNanos + nanos);
        } else {
            told = true;
            toldNanos = nowNanos;
            pauseNanos = nanos;
        }
    }

    /** The round trip was measured elsewhere. */
    public void onRoundTrip(long nanos) {
        reporter.onRoundTrip(nanos);
    }

    /**
     * The sender answered a report.
     *
     * @param echoed its number
     * @param pauseMicros when it wants the next one, 0 to {@link Integer#MAX_VALUE}; no more than 150 seconds are waited
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
        if (!reported) {
            reported = true;
            pauseNanos = FIRST_PAUSE_NANOS;
        }
        told = true;
        tooFast = false;
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
        if (!told) {
            return due;
        }
        long late = Deadlines.later(due, toldNanos + pauseNanos);
        return tooFast ? Deadlines.earlier(late, Deadlines.later(due, urgentNanos)) : late;
    }
}
