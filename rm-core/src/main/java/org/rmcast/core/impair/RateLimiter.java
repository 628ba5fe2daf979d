package org.rmcast.core.impair;

import java.util.Arrays;

/**
 * A line of limited rate with a bounded drop-tail queue before it: says when a datagram has left the line, or that there
 * was no room. A datagram counts as queued until its last byte has left. Not thread safe.
 */
final class RateLimiter {
    /** The answer of {@link #depart} for a datagram that is dropped. */
    static final long DROPPED = Long.MIN_VALUE;

    private final double nanosPerByte;
    private final int queuePackets;
    private final long queueBytes;
    private long[] departures = new long[16];
    private int[] sizes = new int[16];
    private int head;
    private int count;
    private long waitingBytes;
    private long freeAtNanos;

    /**
     * Makes an idle line.
     *
     * @param bytesPerSecond positive
     * @param queuePackets bound on waiting packets, the one being sent included; positive
     * @param queueBytes bound on waiting bytes, 0 for none
     */
    RateLimiter(long bytesPerSecond, int queuePackets, long queueBytes) {
        this.nanosPerByte = 1e9 / bytesPerSecond;
        this.queuePackets = queuePackets;
        this.queueBytes = queueBytes;
    }

    /** When the last byte of a datagram offered now has left, or {@link #DROPPED}. */
    long depart(int bytes, long nowNanos) {
        release(nowNanos);
        boolean tooManyBytes = queueBytes > 0 && count > 0 && waitingBytes + bytes > queueBytes;
        if (count >= queuePackets || tooManyBytes) {
            return DROPPED;
        }
        long start = count == 0 ? nowNanos : freeAtNanos;
        freeAtNanos = start + Math.round(bytes * nanosPerByte);
        append(freeAtNanos, bytes);
        return freeAtNanos;
    }

    private void release(long nowNanos) {
        while (count > 0 && departures[head] - nowNanos <= 0) {
            waitingBytes -= sizes[head];
            head = (head + 1) & (departures.length - 1);
            count--;
        }
    }

    private void append(long departure, int bytes) {
        if (count == departures.length) {
            grow();
        }
        int tail = (head + count) & (departures.length - 1);
        departures[tail] = departure;
        sizes[tail] = bytes;
        waitingBytes += bytes;
        count++;
    }

    private void grow() {
        int capacity = departures.length;
        long[] times = Arrays.copyOf(departures, capacity * 2);
        int[] lengths = Arrays.copyOf(sizes, capacity * 2);
        System.arraycopy(departures, head, times, 0, capacity - head);
        System.arraycopy(departures, 0, times, capacity - head, head);
        System.arraycopy(sizes, head, lengths, 0, capacity - head);
        System.arraycopy(sizes, 0, lengths, capacity - head, head);
        departures = times;
        sizes = lengths;
        head = 0;
    }
}
