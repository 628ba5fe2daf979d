package org.rmcast.core.buffer;

import java.util.ArrayDeque;
import java.util.Arrays;

/**
 * Packets that are held for long, copied one behind the other into large arrays that are used again. A collector that copies what
 * lives would copy each of them as an object of its own, once or more, and clear it away where it is old; these arrays it leaves
 * where they are. Packets are added in sequence and released in sequence. Not thread safe.
 */
final class PackedPackets {
    /** It is worth while if so many bytes are held: what is spare is little then. */
    static final long WORTH_BYTES = 1 << 20;

    private static final int ARRAY_BYTES = 1 << 16;
    /** What is left empty behind such is no more than objects of their own take; longer ones cost a collector little for each byte. */
    private static final int LONGEST = ARRAY_BYTES / 32;

    /** The arrays in use, in the order in which they were filled. */
    private final ArrayDeque<byte[]> arrays = new ArrayDeque<>();

    private final ArrayDeque<byte[]> free = new ArrayDeque<>();
    /** By slot of the packet's table: where in its array the packet begins, and its length; 0 for one with an array of its own. */
    private int[] places;

    private int used = ARRAY_BYTES;
    private long bytes;

    PackedPackets(int slots) {
        places = new int[slots];
    }

    static boolean takes(byte[] packet) {
        return packet.length > 0 && packet.length <= LONGEST;
    }

    /** Copies a packet that it {@link #takes}; returns the array in which it is now. */
    byte[] add(int slot, byte[] packet) {
        if (used + packet.length > ARRAY_BYTES) {
            byte[] again = free.pollLast();
            arrays.addLast(again == null ? new byte[ARRAY_BYTES] : again);
            used = 0;
        }
        byte[] array = arrays.getLast();
        System.arraycopy(packet, 0, array, used, packet.length);
        places[slot] = used << 16 | packet.length;
        used += packet.length;
        bytes += packet.length;
        return array;
    }

    /** The packet of a slot, from its array: that itself, or a copy. */
    byte[] get(int slot, byte[] array) {
        int from = places[slot] >>> 16;
        int length = length(slot);
        return length == 0 ? array : Arrays.copyOfRange(array, from, from + length);
    }

    private int length(int slot) {
        return places[slot] & 0xffff;
    }

    /** Releases the packet of a slot, and what was added before it; returns its length. */
    int release(int slot, byte[] array) {
        int length = length(slot);
        if (length == 0) {
            return array.length;
        }
        places[slot] = 0;
        while (arrays.getFirst() != array) {
            free.addLast(arrays.removeFirst());
        }
        bytes -= length;
        if (bytes == 0) {
            arrays.clear();
            used = ARRAY_BYTES;
        }
        while (free.size() > arrays.size() / 8) {
            free.removeLast();
        }
        return length;
    }

    /** The table has twice as many slots from now on, for the same sequences. */
    void grow(long first, long limit) {
        int[] old = places;
        places = new int[old.length * 2];
        for (long sequence = first; sequence < limit; sequence++) {
            places[(int) (sequence & (places.length - 1))] = old[(int) (sequence & (old.length - 1))];
        }
    }

    /** Bytes that the arrays take besides the packets. */
    long spareBytes() {
        return (long) ARRAY_BYTES * (arrays.size() + free.size()) - bytes;
    }
}
