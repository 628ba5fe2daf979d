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

    /** Whether half of the room is free. */
    boolean isHalfFree() {
        return used <= limit / 2;
    }

    /** How many more missing packets there is room to know of. */
    long trackable() {
        return Math.max(0, limit - used) / MissingPacket.BYTES;
    }

    /** What was held has changed by so many bytes. */
    void change(long bytes) {
        used += bytes;
    }
}
