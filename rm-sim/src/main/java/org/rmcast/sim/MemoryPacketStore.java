package org.rmcast.sim;

import java.util.ArrayDeque;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.rmcast.api.SessionEvent.StorageTrouble;
import org.rmcast.api.SessionEvent.StorageTroubleKind;
import org.rmcast.core.buffer.PacketStore;

/**
 * The storage of a simulated sender, whose packets outlive a crash of its member, or of a repair head: bounded as a disk is, and
 * damaged or cut off from power on request. Writes are appends and releases that release something; each is durable or not, never half.
 * Not thread safe.
 */
public final class MemoryPacketStore implements PacketStore {
    private static final String NAME = "simulated";
    /** The oldest one in so many goes at once, as with a file. */
    private static final int RELEASED_AT_ONCE = 16;

    private final TreeMap<Long, byte[]> packets = new TreeMap<>();
    private final ArrayDeque<StorageTrouble> troubles = new ArrayDeque<>();
    private final long capacityBytes;
    private byte @Nullable [] newest;
    private long low = 1;
    private long limit = 1;
    private long bytes;
    private boolean full;
    private boolean failsNext;
    private boolean fullReported;
    private long writesLeft;
    private @Nullable Runnable onFailure;
    private @Nullable MemoryPacketStore durable;

    /**
     * An empty store.
     *
     * @param capacityBytes how much it holds, positive
     */
    public MemoryPacketStore(long capacityBytes) {
        if (capacityBytes < 1) {
            throw new IllegalArgumentException("capacityBytes must be positive, was " + capacityBytes);
        }
        this.capacityBytes = capacityBytes;
    }

    /** From now on the disk is full, or has room again. */
    public void setFull(boolean now) {
        full = now;
        fullReported &= now;
    }

    /** The next append fails though there is room; from then on the disk is full, until {@link #setFull} says otherwise. */
    public void failNextAppend() {
        failsNext = true;
    }

    /** Damages the packets from {@code first} to {@code end}, exclusive, as far as they are held. */
    public void damage(long first, long end) {
        long from = Math.max(first, low);
        long to = Math.min(end, limit);
        for (long sequence = from; sequence < to; sequence++) {
            packets.remove(sequence);
        }
        if (from < to) {
            troubles.add(new StorageTrouble(NAME, StorageTroubleKind.DAMAGED, "damaged on request", from, to, -1, -1));
        }
    }

    /**
     * The newest packets are lost, as after a crash of the machine; as {@code FilePacketStore} does, more numbers than these
     * had are left out.
     *
     * @param lost how many packets
     * @param leftOut how many numbers, theirs included
     */
    public void loseTail(long lost, long leftOut) {
        long first = Math.max(low, limit - lost);
        packets.tailMap(first).clear();
        newest = packets.isEmpty() ? null : packets.lastEntry().getValue();
        limit = first + leftOut;
        troubles.add(new StorageTrouble(NAME, StorageTroubleKind.DAMAGED, "lost on request", first, limit, -1, -1));
    }

    /** Fails after so many more writes, and says so at that moment; what is written after that is lost at {@link #recover}. */
    void failAfter(long writes, Runnable whenFailed) {
        if (writes < 1) {
            throw new IllegalArgumentException("writes must be 1 or more, was " + writes);
        }
        writesLeft = writes;
        onFailure = whenFailed;
    }

    /** Whether it has failed and not recovered. */
    boolean hasFailed() {
        return durable != null;
    }

    /** Goes back to what it held when it failed; fails no more if it has not. */
    void recover() {
        writesLeft = 0;
        MemoryPacketStore held = durable;
        if (held != null) {
            durable = null;
            packets.clear();
            packets.putAll(held.packets);
            newest = held.newest;
            low = held.low;
            limit = held.limit;
            bytes = held.bytes;
        }
    }

    private void written() {
        if (writesLeft > 0 && --writesLeft == 0) {
            MemoryPacketStore held = new MemoryPacketStore(capacityBytes);
            held.packets.putAll(packets);
            held.newest = newest;
            held.low = low;
            held.limit = limit;
            held.bytes = bytes;
            durable = held;
            if (onFailure != null) {
                onFailure.run();
            }
        }
    }

    @Override
    public long low() {
        return low;
    }

    @Override
    public long limit() {
        return limit;
    }

    @Override
    public long room(int packetBytes) {
        if (full && !fullReported) {
            fullReported = true;
            troubles.add(new StorageTrouble(NAME, StorageTroubleKind.DISK_FULL, "full on request"));
        }
        return full ? 0 : Math.max(0, (capacityBytes - bytes) / packetBytes);
    }

    @Override
    public boolean append(byte[] packet) {
        if (failsNext) {
            failsNext = false;
            full = true;
        }
        if (room(packet.length) == 0) {
            return false;
        }
        packets.put(limit++, packet);
        bytes += packet.length;
        newest = packet;
        written();
        return true;
    }

    @Override
    public byte @Nullable [] get(long sequence) {
        return packets.get(sequence);
    }

    @Override
    public boolean holds(long sequence) {
        return packets.containsKey(sequence);
    }

    @Override
    public byte @Nullable [] newest() {
        return newest;
    }

    @Override
    public long readableFrom(long sequence) {
        if (sequence < low || sequence >= limit || packets.containsKey(sequence)) {
            return sequence;
        }
        Long next = packets.higherKey(sequence);
        return next == null ? limit : next;
    }

    @Override
    public void releaseBelow(long sequence) {
        long before = low;
        low = Math.max(low, Math.min(sequence, limit));
        while (!packets.isEmpty() && packets.firstKey() < low) {
            bytes -= packets.pollFirstEntry().getValue().length;
        }
        if (low > before) {
            written();
        }
    }

    @Override
    public boolean releaseOldest(long below) {
        long before = low;
        releaseBelow(Math.min(below, low + Math.max(1, (limit - low) / RELEASED_AT_ONCE)));
        return low > before;
    }

    @Override
    public void beginAt(long first) {
        packets.clear();
        bytes = 0;
        newest = null;
        low = first;
        limit = first;
        written();
    }

    @Override
    public long capacityBytes() {
        return capacityBytes;
    }

    @Override
    public long bytes() {
        return bytes;
    }

    @Override
    public @Nullable StorageTrouble takeTrouble() {
        return troubles.poll();
    }

    @Override
    public void close() {}
}
