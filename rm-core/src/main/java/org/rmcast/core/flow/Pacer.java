package org.rmcast.core.flow;

/**
 * A token bucket: says when the next packet may leave so that a rate is kept. Not thread safe.
 *
 * <p>Tokens are kept as time: the bucket may be up to {@code burst} ahead of the rate. Who is idle gathers no more than that; who
 * waits for the pacer and wakes up late may catch up what it missed, up to 4 ms.
 */
public final class Pacer {
    /** The usual burst: bytes of half a millisecond may leave at once. */
    public static final long BURST_NANOS = 500_000L;

    /**
     * Whoever waited and wakes up late by up to so long catches up, about a slice of a busy system's scheduler; else each late
     * wake-up would cost rate.
     */
    private static final long LATE_NANOS = 4_000_000L;

    private final long burstNanos;
    private double nanosPerByte;
    /** The time at which all bytes sent so far would have left at exactly the rate. */
    private long paidUntilNanos;

    private boolean started;
    /** A packet had to wait, and what was missed by waiting too long is not caught up yet. */
    private boolean waited;

    /**
     * @param bytesPerSecond the rate, positive
     * @param burstNanos how much time's worth of bytes may leave at once, 0 or more
     */
    public Pacer(double bytesPerSecond, long burstNanos) {
        this.burstNanos = burstNanos;
        setRate(bytesPerSecond);
    }

    /** Changes the rate, bytes per second, positive. */
    public void setRate(double bytesPerSecond) {
        if (!(bytesPerSecond > 0)) {
            throw new IllegalArgumentException("rate must be positive, was " + bytesPerSecond);
        }
        nanosPerByte = 1e9 / bytesPerSecond;
    }

    /** The rate. */
    public double bytesPerSecond() {
        return 1e9 / nanosPerByte;
    }

    /** Whether a packet may leave now. */
    public boolean mayLeave(long nowNanos) {
        start(nowNanos);
        boolean may = paidUntilNanos - nowNanos <= burstNanos;
        waited |= !may;
        return may;
    }

    /** A packet of so many bytes leaves. */
    public void leave(int bytes, long nowNanos) {
        start(nowNanos);
        long earliestNanos = waited ? nowNanos - LATE_NANOS : nowNanos;
        paidUntilNanos = Math.max(paidUntilNanos, earliestNanos) + Math.round(bytes * nanosPerByte);
        waited &= paidUntilNanos < nowNanos;
    }

    /** The time at which {@link #mayLeave} will be true, if nothing else leaves before. */
    public long readyNanos() {
        return paidUntilNanos - burstNanos;
    }

    /**
     * The time at which half a burst may leave at once, if nothing else leaves before. Who waits until then wakes up less
     * often than at {@link #readyNanos()} and keeps the rate all the same.
     */
    public long batchReadyNanos() {
        return paidUntilNanos - burstNanos / 2;
    }

    private void start(long nowNanos) {
        if (!started) {
            started = true;
            paidUntilNanos = nowNanos;
        }
    }
}
