package org.rmcast.rmtp;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A set of packets of a data set, numbered from 0. Kept in chunks of 65,536, each of which is empty, full, a sorted list of up to 4,096, or
 * a bitmap, so that a set costs what is irregular in it: nothing is as cheap as everything. The chunks are those of Roaring bitmaps (Lemire et
 * al. 2016), without their runs. Not thread safe.
 */
final class PacketSet {
    private static final int CHUNK_BITS = 16;
    private static final int CHUNK = 1 << CHUNK_BITS;
    private static final int MOST_SPARSE = 4_096;
    private static final int WORDS = CHUNK / Long.SIZE;

    private final long size;
    private final int[] counts;
    /** Sorted, of the chunks that have few; only the first {@code counts} are of meaning. */
    private final char[] @Nullable [] sparse;

    private final long[] @Nullable [] dense;
    private long count;

    /**
     * Makes an empty set.
     *
     * @param size all packets are below
     */
    PacketSet(long size) {
        this.size = size;
        int chunks = Math.toIntExact((size + CHUNK - 1) >> CHUNK_BITS);
        this.counts = new int[chunks];
        this.sparse = new char[chunks][];
        this.dense = new long[chunks][];
    }

    /** Makes a set of all packets. */
    static PacketSet full(long size) {
        PacketSet set = new PacketSet(size);
        for (int chunk = 0; chunk < set.counts.length; chunk++) {
            set.counts[chunk] = set.sizeOf(chunk);
        }
        set.count = size;
        return set;
    }

    long size() {
        return size;
    }

    long count() {
        return count;
    }

    boolean isEmpty() {
        return count == 0;
    }

    boolean isFull() {
        return count == size;
    }

    boolean contains(long packet) {
        int chunk = chunkOf(packet);
        if (counts[chunk] == 0 || isFull(chunk)) {
            return counts[chunk] != 0;
        }
        char[] list = sparse[chunk];
        return list != null
                ? Arrays.binarySearch(list, 0, counts[chunk], (char) packet) >= 0
                : (bitmap(chunk)[wordOf(packet)] & (1L << packet)) != 0;
    }

    /** Adds a packet; returns whether it was not there. */
    boolean add(long packet) {
        int chunk = chunkOf(packet);
        if (isFull(chunk)) {
            return false;
        }
        boolean fewThere = counts[chunk] < MOST_SPARSE && dense[chunk] == null;
        boolean added = fewThere ? addSparse(chunk, (char) packet) : addDense(chunk, packet);
        if (added) {
            count++;
            counts[chunk]++;
            dropIfRegular(chunk);
        }
        return added;
    }

    /** Removes a packet; returns whether it was there. */
    boolean remove(long packet) {
        if (!contains(packet)) {
            return false;
        }
        int chunk = chunkOf(packet);
        char[] list = sparse[chunk];
        if (list == null) {
            bitmap(chunk)[wordOf(packet)] &= ~(1L << packet);
        } else {
            int at = Arrays.binarySearch(list, 0, counts[chunk], (char) packet);
            System.arraycopy(list, at + 1, list, at, counts[chunk] - at - 1);
        }
        count--;
        counts[chunk]--;
        dropIfRegular(chunk);
        return true;
    }

    /** Adds the packets from {@code first} to below {@code limit}. */
    void addRange(long first, long limit) {
        long packet = first;
        while (packet < limit) {
            int chunk = chunkOf(packet);
            long end = Math.min(limit, start(chunk) + sizeOf(chunk));
            if (packet == start(chunk) && end == start(chunk) + sizeOf(chunk)) {
                count += sizeOf(chunk) - counts[chunk];
                counts[chunk] = sizeOf(chunk);
                dropIfRegular(chunk);
            } else {
                for (long each = packet; each < end; each++) {
                    add(each);
                }
            }
            packet = end;
        }
    }

    /** Removes all. */
    void clear() {
        Arrays.fill(counts, 0);
        Arrays.fill(sparse, null);
        Arrays.fill(dense, null);
        count = 0;
    }

    /** The first packet in the set from {@code from} on, -1 if there is none. */
    long next(long from) {
        return find(from, true);
    }

    /** The first packet from {@code from} on that is not in the set, -1 if there is none. */
    long nextAbsent(long from) {
        return find(from, false);
    }

    private long find(long from, boolean present) {
        long packet = from;
        while (packet < size) {
            int chunk = chunkOf(packet);
            long found = find(chunk, packet, present);
            if (found >= 0) {
                return found;
            }
            packet = start(chunk) + CHUNK;
        }
        return -1;
    }

    private long find(int chunk, long from, boolean present) {
        if (counts[chunk] == 0) {
            return present ? -1 : from;
        }
        if (isFull(chunk)) {
            return present ? from : -1;
        }
        char[] list = sparse[chunk];
        return list == null
                ? findInBitmap(chunk, from, present)
                : present ? findInList(list, chunk, from) : findNotInList(list, chunk, from);
    }

    private long findInList(char[] list, int chunk, long from) {
        int at = Arrays.binarySearch(list, 0, counts[chunk], (char) from);
        int place = at >= 0 ? at : -at - 1;
        return place == counts[chunk] ? -1 : start(chunk) + list[place];
    }

    private long findNotInList(char[] list, int chunk, long from) {
        int at = Arrays.binarySearch(list, 0, counts[chunk], (char) from);
        long packet = from;
        for (int i = at; i >= 0 && i < counts[chunk] && start(chunk) + list[i] == packet; i++) {
            packet++;
        }
        return packet < start(chunk) + sizeOf(chunk) ? packet : -1;
    }

    private long findInBitmap(int chunk, long from, boolean present) {
        long[] words = bitmap(chunk);
        int word = wordOf(from);
        long bits = (present ? words[word] : ~words[word]) & (-1L << from);
        while (bits == 0 && ++word < WORDS) {
            bits = present ? words[word] : ~words[word];
        }
        if (bits == 0) {
            return -1;
        }
        long found = start(chunk) + (long) word * Long.SIZE + Long.numberOfTrailingZeros(bits);
        return found < start(chunk) + sizeOf(chunk) ? found : -1;
    }

    private boolean addSparse(int chunk, char packet) {
        char[] list = sparse[chunk];
        int used = counts[chunk];
        if (list == null) {
            list = new char[4];
        } else if (used == list.length) {
            list = Arrays.copyOf(list, Math.min(MOST_SPARSE, 2 * used));
        }
        sparse[chunk] = list;
        int at = used > 0 && list[used - 1] < packet ? -used - 1 : Arrays.binarySearch(list, 0, used, packet);
        if (at >= 0) {
            return false;
        }
        int place = -at - 1;
        System.arraycopy(list, place, list, place + 1, used - place);
        list[place] = packet;
        return true;
    }

    private boolean addDense(int chunk, long packet) {
        long[] words = bitmap(chunk);
        long bit = 1L << packet;
        boolean added = (words[wordOf(packet)] & bit) == 0;
        words[wordOf(packet)] |= bit;
        return added;
    }

    /** The bitmap of a chunk, made if it had none. */
    private long[] bitmap(int chunk) {
        long[] words = dense[chunk];
        if (words == null) {
            words = new long[WORDS];
            char[] list = sparse[chunk];
            if (list != null) {
                for (int i = 0; i < counts[chunk]; i++) {
                    words[list[i] / Long.SIZE] |= 1L << list[i];
                }
            } else if (isFull(chunk)) {
                Arrays.fill(words, -1L);
            }
            sparse[chunk] = null;
            dense[chunk] = words;
        }
        return words;
    }

    private void dropIfRegular(int chunk) {
        if (counts[chunk] == 0 || isFull(chunk)) {
            sparse[chunk] = null;
            dense[chunk] = null;
        }
    }

    private boolean isFull(int chunk) {
        return counts[chunk] == sizeOf(chunk);
    }

    private int sizeOf(int chunk) {
        return (int) Math.min(CHUNK, size - start(chunk));
    }

    private static long start(int chunk) {
        return (long) chunk << CHUNK_BITS;
    }

    private static int chunkOf(long packet) {
        return (int) (packet >> CHUNK_BITS);
    }

    private static int wordOf(long packet) {
        return (int) (packet & (CHUNK - 1)) / Long.SIZE;
    }

    /** The heap that it takes. */
    long bytes() {
        long bytes = 64 + 20L * counts.length;
        for (int chunk = 0; chunk < counts.length; chunk++) {
            char[] list = sparse[chunk];
            bytes += list == null ? 0 : 16 + 2L * list.length;
            bytes += dense[chunk] == null ? 0 : 16 + 8L * WORDS;
        }
        return bytes;
    }

    @Override
    public String toString() {
        return count + " of " + size;
    }
}
