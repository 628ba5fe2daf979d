package org.rmcast.core.flow.shared;

/**
 * How many bytes/s come, or leave: over the last round trip or so, and up to the last packet.
 *
 * <p>Source: X_recv of RFC 5348, section 6.2. Bounded. Not thread safe.
 */
public final class MeasuredRate {
    private static final int SLICES = 8;
    private static final int CAPACITY = 2 * SLICES + 2;

    private final long[] nanos = new long[CAPACITY];
    private final long[] bytesUntil = new long[CAPACITY];
    private int newest = -1;
    private int count;
    private long bytes;
    private long lastNanos;

    /**
     * A packet came, or left.
     *
     * @param windowNanos over how long the rate is measured, positive
     */
    public void onPacket(int packetBytes, long nowNanos, long windowNanos) {
        bytes += packetBytes;
        lastNanos = nowNanos;
        if (count == 0 || nowNanos - nanos[newest] >= windowNanos / SLICES) {
            newest = (newest + 1) % CAPACITY;
            nanos[newest] = nowNanos;
            bytesUntil[newest] = bytes;
            count = Math.min(count + 1, CAPACITY);
        }
    }

    /** The rate in bytes/s, 0 if fewer than two packets have come at different times. */
    public double bytesPerSecond(long windowNanos) {
        for (int i = 0; i < count; i++) {
            int slot = Math.floorMod(newest - i, CAPACITY);
            long span = lastNanos - nanos[slot];
            if (span >= windowNanos || (i == count - 1 && span > 0)) {
                return (bytes - bytesUntil[slot]) * 1e9 / span;
            }
        }
        return 0;
    }
}
