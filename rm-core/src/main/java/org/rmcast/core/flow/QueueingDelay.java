package org.rmcast.core.flow;

/**
 * Tells from round trips whether what is sent waits in a queue: their mean is clearly above the shortest one ever seen. Losses together with
 * that come from an overflowing queue, losses without it are those of the network.
 *
 * <p>Source: delay as a sign of congestion: Brakmo and Peterson, "TCP Vegas", IEEE JSAC 13(8), 1995. Times are in nanoseconds. Not
 * thread safe.
 */
public final class QueueingDelay {
    private static final long CLEARLY_NANOS = 500_000L;

    private long shortestNanos = Long.MAX_VALUE;
    private long sumNanos;
    private int samples;

    /** A round trip was measured, 0 or more. */
    public void sample(long nanos) {
        shortestNanos = Math.min(shortestNanos, nanos);
        sumNanos += nanos;
        samples++;
    }

    /** How much longer those measured since {@link #restart} took than the shortest, in the mean; 0 if there were none. */
    public long waitingNanos() {
        return samples == 0 ? 0 : sumNanos / samples - shortestNanos;
    }

    /** How much longer a round trip of so long took than the shortest. */
    public long waitedNanos(long roundTripNanos) {
        return Math.max(0, roundTripNanos - shortestNanos);
    }

    /** Whether those measured since {@link #restart} have waited somewhere: by more than an eighth of the shortest, and half a ms. */
    public boolean isQueued() {
        return isClearly(waitingNanos());
    }

    /** Whether to have waited for so long is clearly more than not to have waited. */
    public boolean isClearly(long waitedNanos) {
        return isClearly(waitedNanos, shortestNanos);
    }

    /** Whether to have waited for so long is clearly more than not to have waited, on a way that takes {@code shortestNanos}. */
    public static boolean isClearly(long waitedNanos, long shortestNanos) {
        return waitedNanos > shortestNanos / 8 + CLEARLY_NANOS;
    }

    /** Only those to come count, but for the shortest. */
    public void restart() {
        sumNanos = 0;
        samples = 0;
    }

    /** The way has changed: the shortest is forgotten, too, but for what the last ones took in the mean. */
    public void forgetShortest() {
        shortestNanos = samples == 0 ? Long.MAX_VALUE : sumNanos / samples;
    }
}
