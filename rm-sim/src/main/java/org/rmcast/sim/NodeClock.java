package org.rmcast.sim;

/**
 * The clock that one incarnation's engine sees: off by any amount, and fast or slow by a few parts in a million. It never
 * goes back, also when its rate changes.
 */
final class NodeClock {
    /** The most drift, either way; ordinary crystals stay within 100. */
    static final int MAX_DRIFT_PPM = 10_000;

    private static final long MILLION = 1_000_000;

    private long sinceNanos;
    private long shownThenNanos;
    private int ppm;

    /** A clock that goes at the true rate. */
    NodeClock(long offsetNanos) {
        shownThenNanos = offsetNanos;
    }

    /** What it shows at a true time that is not before the last change of its rate. */
    long at(long trueNanos) {
        long elapsed = trueNanos - sinceNanos;
        return shownThenNanos + elapsed + gained(elapsed);
    }

    /** From now on it gains so many microseconds in each second. */
    void drift(int partsPerMillion, long nowNanos) {
        shownThenNanos = at(nowNanos);
        sinceNanos = nowNanos;
        ppm = partsPerMillion;
    }

    /** The first true time, not before now, at which it shows this time or a later one; at most Long.MAX_VALUE. */
    long whenItShows(long shownNanos, long nowNanos) {
        long wait = Math.max(0, shownNanos - at(nowNanos));
        if (wait > (Long.MAX_VALUE - nowNanos) / 2) {
            return ppm == 0 && wait <= Long.MAX_VALUE - nowNanos ? nowNanos + wait : Long.MAX_VALUE;
        }
        if (ppm == 0 || wait == 0) {
            return nowNanos + wait;
        }
        long rate = MILLION + ppm;
        long guess = nowNanos + wait / rate * MILLION + wait % rate * MILLION / rate;
        while (at(guess) - shownNanos < 0) {
            guess++;
        }
        while (guess > nowNanos && at(guess - 1) - shownNanos >= 0) {
            guess--;
        }
        return guess;
    }

    /** The share of {@code elapsed} that it is ahead, rounded down, without overflow. */
    private long gained(long elapsed) {
        return elapsed / MILLION * ppm + Math.floorDiv(elapsed % MILLION * ppm, MILLION);
    }
}
