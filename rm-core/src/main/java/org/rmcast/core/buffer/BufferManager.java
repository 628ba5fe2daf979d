package org.rmcast.core.buffer;

import org.jspecify.annotations.Nullable;

/**
 * Packets of one sequence kept for delivery and repair, bounded, with a high and a low water mark.
 *
 * <p>Holds a range {@code [low, limit)} of sequences, each with its packet or a hole. Nothing is released while at most
 * {@code highMark} sequences are held; above it a purge goes down to {@code lowMark}, as far as the {@link
 * RetentionPolicy} lets go (Paper: Khanna, Rogers, Bagchi, section 3.1). So at least the last {@code lowMark} sequences
 * stay at hand for members that come from a head that died. Memory grows with use up to the capacity. Not thread safe.
 */
public final class BufferManager {
    private static final int FIRST_SLOTS = 64;

    private final int capacity;
    private final int lowMark;
    private final int highMark;
    private final RetentionPolicy policy;
    private byte[] @Nullable [] slots = new byte[FIRST_SLOTS][];
    private long low;
    private long limit;
    private int packets;
    private long bytes;
    private long retry;

    /**
     * @param capacity the most sequences held, positive
     * @param lowMark where a purge ends, 0 to highMark
     * @param highMark where a purge begins, at most the capacity
     * @param first the first sequence that will be held
     */
    public BufferManager(int capacity, int lowMark, int highMark, long first, RetentionPolicy policy) {
        if (capacity < 1 || lowMark < 0 || highMark < lowMark || capacity < highMark) {
            throw new IllegalArgumentException(
                    "marks must be 0 <= low <= high <= capacity, were " + lowMark + ":" + highMark + " of " + capacity);
        }
        this.capacity = capacity;
        this.lowMark = lowMark;
        this.highMark = highMark;
        this.policy = policy;
        this.low = first;
        this.limit = first;
    }

    /** The lowest sequence held, or that may still be held. */
    public long low() {
        return low;
    }

    /** The sequence after the highest held. */
    public long limit() {
        return limit;
    }

    /** The sequence from which on nothing can be held now. */
    public long room() {
        return low + capacity;
    }

    public int capacity() {
        return capacity;
    }

    /** How many packets are held. */
    public int packets() {
        return packets;
    }

    /** Their bytes. */
    public long bytes() {
        return bytes;
    }

    /**
     * Keeps a packet.
     *
     * @return false if it is below {@link #low()}, at or above {@link #room()}, or held already
     */
    public boolean put(long sequence, byte[] packet) {
        if (sequence < low || sequence >= low + capacity) {
            return false;
        }
        while (sequence - low >= slots.length) {
            grow();
        }
        int slot = slot(sequence);
        if (slots[slot] != null) {
            return false;
        }
        slots[slot] = packet;
        packets++;
        bytes += packet.length;
        limit = Math.max(limit, sequence + 1);
        return true;
    }

    /** Whether a packet is held. */
    public boolean holds(long sequence) {
        return get(sequence) != null;
    }

    /** The packet, or null if it is not held. */
    public byte @Nullable [] get(long sequence) {
        return sequence < low || sequence >= limit ? null : slots[slot(sequence)];
    }

    /**
     * Purges if the high mark is passed.
     *
     * @return false if it is passed and the policy let nothing go: a sign of congestion
     */
    public boolean purge(long nowNanos) {
        if (limit - low <= highMark || limit < retry) {
            return true;
        }
        long before = low;
        releaseBelow(Math.min(limit - lowMark, policy.retainFrom(low, limit, nowNanos)));
        // Asking again for each packet would cost more than it frees.
        retry = limit - low <= highMark ? 0 : limit + Math.max(1, capacity / 256);
        return low > before;
    }

    /** Purges what the policy lets go, whatever the marks say: for a buffer that is full. */
    public void purgeAll(long nowNanos) {
        releaseBelow(Math.min(limit, policy.retainFrom(low, limit, nowNanos)));
    }

    /** Releases everything below a sequence, unasked. Sequences that never came are given up, too. */
    public void releaseBelow(long sequence) {
        if (sequence <= low) {
            return;
        }
        long end = Math.min(sequence, limit);
        for (long released = low; released < end; released++) {
            int slot = slot(released);
            byte[] packet = slots[slot];
            if (packet != null) {
                packets--;
                bytes -= packet.length;
                slots[slot] = null;
            }
        }
        low = sequence;
        limit = Math.max(limit, sequence);
    }

    private int slot(long sequence) {
        return (int) (sequence & (slots.length - 1));
    }

    private void grow() {
        byte[] @Nullable [] old = slots;
        int oldMask = old.length - 1;
        slots = new byte[old.length * 2][];
        for (long sequence = low; sequence < limit; sequence++) {
            slots[slot(sequence)] = old[(int) (sequence & oldMask)];
        }
    }
}
