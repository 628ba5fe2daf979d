package org.rmcast.core.buffer;

import org.jspecify.annotations.Nullable;

/**
 * Packets of one sequence kept for delivery and repair, bounded, with a high and a low water mark.
 *
 * <p>Holds a range {@code [low, limit)} of sequences, each with its packet or a hole. Nothing is released while at most
 * {@code highMark} sequences are held; above it a purge goes down to {@code lowMark}, as far as the {@link
 * RetentionPolicy} lets go (Paper: Khanna, Rogers, Bagchi, section 3.1). So at least the last {@code lowMark} sequences
 * stay at hand for members that come from another one, which served them and died. Memory grows with use up to the capacity.
 *
 * <p>With a {@link PacketStore} as second tier every packet goes to the store as well, in sequence; memory keeps the newest
 * ones up to the capacity, and {@link #low()} and {@link #room()} follow the store, so that far more can be held than the
 * heap has room for.
 *
 * <p>Who holds packets for others, long after they were delivered, calls {@link #pack}: they then are no objects of their own any
 * more, see {@link PackedPackets}. Not thread safe.
 */
public final class BufferManager implements HeldPackets {
    private static final int FIRST_SLOTS = 64;

    private final int capacity;
    private final int lowMark;
    private final int highMark;
    private final RetentionPolicy policy;
    private final @Nullable PacketStore store;
    private final int storedPacketBytes;
    private byte[] @Nullable [] slots = new byte[FIRST_SLOTS][];
    private @Nullable PackedPackets packed;

    private long low;
    /** The lowest sequence that may be in memory; with a store above {@link #low} once memory is full. */
    private long memoryLow;

    private long packedBelow;
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
        this(capacity, lowMark, highMark, first, first, policy, null, 1);
    }

    /**
     * A buffer whose packets are in a store as well, what the store holds already included.
     *
     * @param capacity the most packets in memory, positive
     * @param lowMark where a purge ends, 0 to highMark
     * @param highMark where a purge begins, at most the capacity; both count what is held in either tier
     * @param store the second tier; to be closed by its owner
     * @param packetBytes the length of the longest packet
     */
    public static BufferManager withStore(
            int capacity, int lowMark, int highMark, RetentionPolicy policy, PacketStore store, int packetBytes) {
        return new BufferManager(capacity, lowMark, highMark, store.low(), store.limit(), policy, store, packetBytes);
    }

    private BufferManager(
            int capacity,
            int lowMark,
            int highMark,
            long first,
            long limit,
            RetentionPolicy policy,
            @Nullable PacketStore store,
            int storedPacketBytes) {
        if (capacity < 1 || lowMark < 0 || highMark < lowMark || capacity < highMark) {
            throw new IllegalArgumentException(
                    "marks must be 0 <= low <= high <= capacity, were " + lowMark + ":" + highMark + " of " + capacity);
        }
        this.capacity = capacity;
        this.lowMark = lowMark;
        this.highMark = highMark;
        this.policy = policy;
        this.store = store;
        this.storedPacketBytes = storedPacketBytes;
        this.low = first;
        this.memoryLow = limit;
        this.limit = limit;
    }

    @Override
    public long low() {
        return low;
    }

    @Override
    public long limit() {
        return limit;
    }

    /** The sequence from which on nothing can be held now. */
    public long room() {
        return store == null ? low + capacity : limit + store.room(storedPacketBytes);
    }

    /** How many packets are held in memory at most. */
    public int capacity() {
        return capacity;
    }

    /** How many packets are held in memory. */
    public int packets() {
        return packets;
    }

    /** Their bytes. */
    public long bytes() {
        return bytes;
    }

    /** Bytes that the table of packets takes besides them, with what is spare where they are packed. */
    public long tableBytes() {
        return tableBytes(slots.length);
    }

    /** The same once a packet of this sequence, below {@link #room()}, is held. */
    public long tableBytesWith(long sequence) {
        long needed = slots.length;
        while (sequence - memoryLow >= needed) {
            needed *= 2;
        }
        return tableBytes(needed);
    }

    private long tableBytes(long length) {
        return 8 * length + (packed == null ? 0 : packed.spareBytes());
    }

    /**
     * Keeps a packet.
     *
     * @return false if it is below {@link #low()}, at or above {@link #room()}, or held already; with a store, if it is not
     *     the one at {@link #limit()}, or the store has no room
     */
    public boolean put(long sequence, byte[] packet) {
        if (store != null && !putInStore(store, sequence, packet)) {
            return false;
        }
        if (sequence < memoryLow || sequence >= memoryLow + capacity) {
            return false;
        }
        while (sequence - memoryLow >= slots.length) {
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

    private boolean putInStore(PacketStore tier, long sequence, byte[] packet) {
        if (sequence != limit || !tier.append(packet)) {
            return false;
        }
        if (sequence - memoryLow >= capacity) {
            releaseMemoryBelow(sequence - capacity + 1);
        }
        return true;
    }

    /**
     * Copies what is held below a sequence to where it costs a garbage collector nothing, if there is much of it: for packets that
     * were delivered and are held for some time on, such as a second at full speed, so that most of them would outlive a collection.
     * For those that go soon the copy costs more than it saves. {@link #get} gives a copy of such a packet.
     */
    public void pack(long below) {
        long end = Math.min(below, limit);
        for (long sequence = Math.max(packedBelow, memoryLow); sequence < end; sequence++) {
            int slot = slot(sequence);
            byte[] packet = slots[slot];
            if (packet != null && bytes >= PackedPackets.WORTH_BYTES && PackedPackets.takes(packet)) {
                slots[slot] = packed().add(slot, packet);
            }
        }
        packedBelow = Math.max(packedBelow, end);
    }

    private PackedPackets packed() {
        if (packed == null) {
            packed = new PackedPackets(slots.length);
        }
        return packed;
    }

    @Override
    public byte @Nullable [] get(long sequence) {
        if (sequence < memoryLow) {
            return store == null || sequence < low ? null : store.get(sequence);
        }
        if (sequence >= limit) {
            return null;
        }
        int slot = slot(sequence);
        byte[] array = slots[slot];
        return array == null || packed == null ? array : packed.get(slot, array);
    }

    @Override
    public boolean holds(long sequence) {
        if (sequence < memoryLow) {
            return store != null && sequence >= low && store.holds(sequence);
        }
        return sequence < limit && slots[slot(sequence)] != null;
    }

    @Override
    public long readableFrom(long sequence) {
        return store == null ? sequence : store.readableFrom(sequence);
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
        if (store != null) {
            store.releaseBelow(sequence);
        }
        low = sequence;
        releaseMemoryBelow(sequence);
    }

    private void releaseMemoryBelow(long sequence) {
        if (sequence <= memoryLow) {
            return;
        }
        long end = Math.min(sequence, limit);
        for (long released = memoryLow; released < end; released++) {
            int slot = slot(released);
            byte[] array = slots[slot];
            if (array != null) {
                packets--;
                bytes -= packed == null ? array.length : packed.release(slot, array);
                slots[slot] = null;
            }
        }
        memoryLow = sequence;
        limit = Math.max(limit, sequence);
    }

    private int slot(long sequence) {
        return (int) (sequence & (slots.length - 1));
    }

    private void grow() {
        byte[] @Nullable [] old = slots;
        int oldMask = old.length - 1;
        slots = new byte[old.length * 2][];
        for (long sequence = memoryLow; sequence < limit; sequence++) {
            slots[slot(sequence)] = old[(int) (sequence & oldMask)];
        }
        if (packed != null) {
            packed.grow(memoryLow, limit);
        }
    }
}
