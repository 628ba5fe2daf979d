package org.rmcast.core.buffer;

/**
 * How many bytes several buffers may hold together, with what it costs to hold them. A part is kept for packets that others wait behind.
 * Not thread safe.
 */
public final class ByteBudget {
    /** Array header, references and bookkeeping that a held packet costs besides its bytes. */
    public static final int PACKET_OVERHEAD_BYTES = 64;

    private static final int RESERVED_PART = 8;

    private final long limit;
    private long used;

    /**
     * @param limit the most bytes, positive
     * @throws IllegalArgumentException if the limit is not positive
     */
    public ByteBudget(long limit) {
        if (limit < 1) {
            throw new IllegalArgumentException("limit must be positive, was " + limit);
        }
        this.limit = limit;
    }

    /** Whether there is room for a packet of so many bytes; an eighth is kept for {@link #hasRoomForLowest}. */
    public boolean hasRoom(int packetBytes) {
        return used + packetBytes + PACKET_OVERHEAD_BYTES <= limit - limit / RESERVED_PART;
    }

    /** The same for the lowest packet that is missing, which others wait behind. */
    public boolean hasRoomForLowest(int packetBytes) {
        return used + packetBytes + PACKET_OVERHEAD_BYTES <= limit;
    }

    /** What is held has changed by so many bytes. */
    public void change(long bytes) {
        used += bytes;
    }

    /** How many bytes are held. */
    public long used() {
        return used;
    }

    /** How many may be. */
    public long limit() {
        return limit;
    }
}
