package org.rmcast.pbcast;

/** How many bytes the packets of all senders may take together, with what it costs to hold them. */
final class PacketBudget {
    /** Array header, references and bookkeeping that a held packet costs besides its bytes. */
    static final int PACKET_OVERHEAD_BYTES = 64;

    private final long limit;
    private long used;

    PacketBudget(long limit) {
        this.limit = limit;
    }

    /** Whether there is room for so many bytes of packets; an eighth is kept for what is known to be missing. */
    boolean hasRoom(long bytes) {
        return used + bytes <= limit - limit / 8;
    }

    /** The same for one of the lowest that are missing, which many may wait behind: these have the eighth, too. */
    boolean hasRoomForLowest(long bytes) {
        return used + bytes <= limit;
    }

    /** Whether half of the room is free. */
    boolean isHalfFree() {
        return used <= limit / 2;
    }

    /** How many packets of so many bytes there is room for. */
    long packets(int bytes) {
        return Math.max(0, limit - limit / 8 - used) / (bytes + PACKET_OVERHEAD_BYTES);
    }

    /** How many more missing packets there is room to ask for. */
    long trackable() {
        return Math.max(0, limit - used) / MissingPacket.BYTES;
    }

    /** What was held has changed by so many bytes. */
    void change(long bytes) {
        used += bytes;
    }
}
