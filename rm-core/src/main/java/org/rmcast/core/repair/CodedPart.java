package org.rmcast.core.repair;

/**
 * Which bytes of a protocol's data packet are coded: those that are the same in the packet as its sender sent it and as others repair it, and that
 * are not known otherwise. Two ranges: a part of the header, and all from an offset on.
 *
 * @param headFrom where the first range begins
 * @param headLimit where it ends, exclusive
 * @param bodyFrom where the second begins; it reaches to the packet's end
 */
public record CodedPart(int headFrom, int headLimit, int bodyFrom) {
    /**
     * Checks the order.
     *
     * @throws IllegalArgumentException if the offsets do not ascend
     */
    public CodedPart {
        if (headFrom < 0 || headLimit < headFrom || bodyFrom < headLimit) {
            throw new IllegalArgumentException(
                    "offsets must ascend from 0, were " + headFrom + ", " + headLimit + ", " + bodyFrom);
        }
    }

    private int headBytes() {
        return headLimit - headFrom;
    }

    /** How many bytes of a packet of this length are coded; negative if it is too short to be one. */
    public int codedBytes(int packetBytes) {
        return packetBytes < bodyFrom ? -1 : headBytes() + packetBytes - bodyFrom;
    }

    /** How long the packet is of which so many bytes are coded. */
    public int packetBytes(int codedBytes) {
        return bodyFrom + codedBytes - headBytes();
    }

    /** The fewest bytes of any packet that are coded. */
    public int leastBytes() {
        return headBytes();
    }

    /** Adds a packet to a code, or takes it out. The code must be long enough. */
    public void xorInto(byte[] packet, byte[] code, int at) {
        PacketXor.xor(packet, headFrom, headLimit, code, at);
        PacketXor.xor(packet, bodyFrom, packet.length, code, at + headBytes());
    }

    /** A packet of which everything else is 0. */
    public byte[] packetOf(byte[] coded, int codedBytes) {
        byte[] packet = new byte[packetBytes(codedBytes)];
        System.arraycopy(coded, 0, packet, headFrom, headBytes());
        System.arraycopy(coded, headBytes(), packet, bodyFrom, codedBytes - headBytes());
        return packet;
    }
}
