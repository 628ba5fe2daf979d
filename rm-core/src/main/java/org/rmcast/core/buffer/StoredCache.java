package org.rmcast.core.buffer;

import org.jspecify.annotations.Nullable;

/**
 * Packets that a repairing member holds for others: the newest in memory, older ones in a store if there is one.
 *
 * <p>The store is a cache, not a log: it holds one run of sequences without gaps, which ends where memory goes on. What is complete in
 * memory is copied there, and stays when memory lets go of it. When the store is full its oldest packets go first. Where packets are
 * missing for good, or memory had to let go of some that the store did not take in time, the store begins anew behind them, so that {@link
 * #low()} is true: everything from there on is held, but for what is still missing, or was damaged.
 *
 * <p>Not thread safe.
 */
public final class StoredCache implements HeldPackets {
    private final BufferManager memory;
    private final @Nullable PacketStore store;
    /** Whether there is no room though the oldest packets were released. */
    private boolean stuck;

    /**
     * @param memory what is written to; purged by its owner
     * @param store the second tier, emptied here and to be closed by its owner; null for memory alone
     */
    public StoredCache(BufferManager memory, @Nullable PacketStore store) {
        this.memory = memory;
        this.store = store;
        if (store != null) {
            store.beginAt(memory.low());
        }
    }

    /**
     * Copies to the store what is in memory below a sequence, in order.
     *
     * @param below everything below has come, or was given up
     * @param needed somebody needs what is held from here on: it does not go for the sake of newer packets
     */
    public void store(long below, long needed) {
        if (store != null) {
            copy(store, Math.min(below, memory.limit()), needed);
        }
    }

    private void copy(PacketStore tier, long below, long needed) {
        if (tier.limit() < memory.low()) {
            tier.beginAt(memory.low());
        }
        while (tier.limit() < below) {
            byte[] packet = memory.get(tier.limit());
            if (packet == null) {
                tier.beginAt(tier.limit() + 1);
            } else if (!append(tier, packet, needed)) {
                return;
            }
        }
    }

    private boolean append(PacketStore tier, byte[] packet, long needed) {
        if (tier.room(packet.length) == 0 && !makeRoom(tier, packet.length, needed)) {
            return false;
        }
        boolean appended = tier.append(packet);
        stuck &= !appended;
        return appended;
    }

    /** A disk that fails has no room after the first attempt either: what it still holds is not thrown away for nothing. */
    private boolean makeRoom(PacketStore tier, int packetBytes, long needed) {
        if (stuck || !tier.releaseOldest(Math.min(needed, tier.limit()))) {
            return false;
        }
        stuck = tier.room(packetBytes) == 0;
        return !stuck;
    }

    /**
     * How far memory may let go of what is held from a sequence on: up to the end of the store if that holds it, else not at all.
     *
     * @return {@code needed}, or a later sequence
     */
    public long inStore(long needed) {
        return store != null && store.low() <= needed ? Math.max(needed, store.limit()) : needed;
    }

    @Override
    public long low() {
        return store != null && store.low() < store.limit() && store.limit() >= memory.low()
                ? Math.min(store.low(), memory.low())
                : memory.low();
    }

    @Override
    public long limit() {
        return memory.limit();
    }

    @Override
    public byte @Nullable [] get(long sequence) {
        byte[] packet = memory.get(sequence);
        return packet == null && isStored(sequence) && store != null ? store.get(sequence) : packet;
    }

    @Override
    public boolean holds(long sequence) {
        return memory.holds(sequence) || (isStored(sequence) && store != null && store.holds(sequence));
    }

    private boolean isStored(long sequence) {
        return sequence >= low() && sequence < memory.low();
    }

    @Override
    public long readableFrom(long sequence) {
        return store != null && isStored(sequence) ? store.readableFrom(sequence) : sequence;
    }
}
