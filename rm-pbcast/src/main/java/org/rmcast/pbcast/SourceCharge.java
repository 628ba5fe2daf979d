package org.rmcast.pbcast;

import org.rmcast.core.buffer.BufferManager;

/** What one stream takes of the {@link PacketBudget}: its packets, their table, what is missing, what was repaired. Not thread safe. */
final class SourceCharge {
    /** So many from the first that is missing have room where others have not: what is held behind them waits for them. */
    private static final int LOWEST = 32;

    private final PacketBudget budget;
    private final BufferManager cache;
    private final Gaps gaps;
    private final RepairTallies tallies;
    private final int mostOpen;
    private long bytes;

    SourceCharge(PbcastContext context, BufferManager cache, Gaps gaps, RepairTallies tallies) {
        this.budget = context.budget;
        this.cache = cache;
        this.gaps = gaps;
        this.tallies = tallies;
        this.mostOpen = Gaps.mostOpen(context.config);
    }

    /** Frees bytes, as far as it can. */
    @FunctionalInterface
    interface MakeRoom {
        void free(long bytes);
    }

    /**
     * Whether there is room for a packet.
     *
     * @param place how far behind the first that is missing it is
     * @param gap how many packets are found missing with it
     */
    boolean hasRoom(long sequence, int packetBytes, long place, long gap, MakeRoom makeRoom) {
        long cost = packetBytes
                + PacketBudget.PACKET_OVERHEAD_BYTES
                + Math.min(mostOpen, gap) * MissingPacket.BYTES
                + cache.tableBytesWith(sequence)
                - cache.tableBytes();
        if (!budget.hasRoom(cost)) {
            makeRoom.free(cost);
        }
        return budget.hasRoom(cost) || (place < LOWEST && budget.hasRoomForLowest(cost));
    }

    /** What the stream takes has changed. */
    void update() {
        long now = cache.bytes()
                + (long) cache.packets() * PacketBudget.PACKET_OVERHEAD_BYTES
                + cache.tableBytes()
                + gaps.bytes()
                + tallies.bytes();
        gaps.onCharged();
        budget.change(now - bytes);
        bytes = now;
    }

    /** The stream is followed no more. */
    void end() {
        budget.change(-bytes);
        bytes = 0;
    }
}
