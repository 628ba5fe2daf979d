package org.rmcast.core.testing;

/** What a toy may hold: so many packets, of so many bytes together. Not thread safe. */
final class ToyBudget {
    private final int mostPackets;
    private final long mostBytes;
    private int packets;
    private long bytes;

    ToyBudget(int mostPackets, long mostBytes) {
        this.mostPackets = mostPackets;
        this.mostBytes = mostBytes;
    }

    /** Whether one more packet of this length is within the bound. */
    boolean fits(int length) {
        return packets < mostPackets && bytes + length <= mostBytes;
    }

    void take(byte[] packet) {
        packets++;
        bytes += packet.length;
    }

    void give(byte[] packet) {
        packets--;
        bytes -= packet.length;
    }

    int packets() {
        return packets;
    }

    long bytes() {
        return bytes;
    }

    int mostPackets() {
        return mostPackets;
    }
}
