package org.rmcast.core.flow;

/**
 * A token bucket: says when the next packet may leave so that a rate is kept. Not thread safe.
 *
 * <p>Tokens are kept as time: the bucket may be up to {@code burst} ahead of the rate.
 */
public final class Pacer {
    /** The usual burst: bytes of half a millisecond may leave at once. */
    public static final long BURST_NANOS = 500_000L;

    private final long burstNanos;
    private double nanosPerByte;
    /** The time at which all bytes sent so far would have left at exactly the rate. */
    private long paidUntilNanos;

    private boolean started;

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
        return paidUntilNanos - nowNanos <= burstNanos;
    }

    /** A packet of so many bytes leaves. */
    public void leave(int bytes, long nowNanos) {
        start(nowNanos);
        paidUntilNanos = Math.max(paidUntilNanos, nowNanos) + Math.round(bytes * nanosPerByte);
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
