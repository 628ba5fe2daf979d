package org.rmcast.core.storage;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * One file of a {@link FilePacketStore}: packets of consecutive sequences, and where each begins.
 * Big-endian.
 *
 * <pre>
 * header, 64 bytes
 *  0  8  magic "RMSEGMNT"      8  4  version, 1          12  4  size of the file
 * 16  8  store id             24  8  first sequence      32  4  CRC-32C of bytes 0 to 31     36 28  0
 * record, from 64 on, each at a multiple of 8
 *  0  4  0x5A000000 + length of the packet; 0: no record is here, nor behind
 *  4  4  CRC-32C of store id (8 bytes), sequence (8), length (4), packet
 *  8  8  sequence
 * 16  n  packet, then 0 to 7 bytes to the next multiple of 8
 * </pre>
 *
 * A record is written in one piece if it is within a page, which the system copies as a whole; else in two, at last its length.
 * So when the process is killed, at whatever moment, the record is there as a whole or not at all. The length's upper byte tells
 * it from 0 even if a byte of it is damaged.
 *
 * <p>The file is not mapped into memory: where the page of a mapped file cannot be had any more (the file was cut, the disk is
 * broken), the JVM throws an {@link InternalError} some time later, in whatever the thread does then. Here it is an {@link
 * IOException} of the call that meets it. Not thread safe.
 */
final class Segment {
    static final int HEADER_BYTES = 64;
    static final int RECORD_HEADER_BYTES = 16;
    static final int MIN_RECORD_BYTES = RECORD_HEADER_BYTES + 8;
    static final int VERSION = 1;
    static final int LENGTH_MARK = 0x5A000000;
    static final int MAX_PACKET_BYTES = 0xFFFF;
    private static final long MAGIC = 0x524D5345474D4E54L;
    private static final int NOWHERE = 0;

    /** What the system copies at once, at the least. */
    private static final int PAGE_BYTES = 4096;

    /** Appends between two looks at the file's length. */
    private static final int LOOK_INTERVAL = 256;

    private final SegmentFile file;
    private final int size;
    private final long storeId;
    private final CRC32C crc = new CRC32C();
    private final byte[] prefix = new byte[20];
    private final ByteBuffer prefixView = ByteBuffer.wrap(prefix);
    private int[] offsets = new int[256];
    private int count;
    private long first;
    private int end = HEADER_BYTES;
    private boolean sealed;
    /** How much is read at a time: while the file is searched more than the field asked for. */
    private int ahead;

    private Segment(SegmentFile file, int size, long storeId) {
        this.file = file;
        this.size = size;
        this.storeId = storeId;
    }

    /** A segment in a file of {@code size} bytes, which all exist. */
    static Segment of(Path path, OpenFiles files, int size, long storeId) {
        return new Segment(new SegmentFile(path, files), size, storeId);
    }

    /** Bytes that a packet takes. */
    static int recordBytes(int packetBytes) {
        return RECORD_HEADER_BYTES + (packetBytes + 7 & ~7);
    }

    Path file() {
        return file.path();
    }

    /** The file got another name. */
    void renamed(Path name) {
        file.renamed(name);
    }

    /** Closes the file for good. */
    void close() {
        file.close();
    }

    /** Whether the file is shorter than it was: somebody has cut it. */
    boolean isCut() throws IOException {
        return file.length() < size;
    }

    int size() {
        return size;
    }

    /** The first sequence. */
    long first() {
        return first;
    }

    /** The sequence after the last. */
    long limit() {
        return first + count;
    }

    boolean isEmpty() {
        return count == 0;
    }

    /** Bytes in use. */
    int end() {
        return end;
    }

    /** Bytes for further records; none in a sealed segment. */
    int free() {
        return sealed ? 0 : size - end;
    }

    /** Takes no further records. */
    void seal() {
        sealed = true;
        offsets = Arrays.copyOf(offsets, count);
    }

    /** Holds nothing any more. */
    void clear() {
        count = 0;
        seal();
    }

    /** How many sequences it has places for in memory. */
    int count() {
        return count;
    }

    /** Forgets what the file holds and begins anew at a sequence. */
    void begin(long firstSequence) throws IOException {
        first = firstSequence;
        count = 0;
        end = HEADER_BYTES;
        sealed = false;
        ahead = 0;
        ByteBuffer header = file.window().scratch();
        byte[] bytes = file.window().bytes();
        Arrays.fill(bytes, 0, HEADER_BYTES + 4, (byte) 0);
        header.putLong(MAGIC).putInt(VERSION).putInt(size).putLong(storeId).putLong(firstSequence);
        header.putInt(checksum(bytes, header.position()));
        file.write(0, bytes, 0, HEADER_BYTES + 4);
    }

    /** Whether the header is whole and says what it should. */
    boolean hasHeader(long firstSequence) throws IOException {
        byte[] header = new byte[32];
        FileWindow window = file.window();
        window.get(file, 0, header, ahead);
        return window.getLong(file, 0, ahead) == MAGIC
                && window.getInt(file, 8, ahead) == VERSION
                && window.getLong(file, 16, ahead) == storeId
                && window.getLong(file, 24, ahead) == firstSequence
                && window.getInt(file, 32, ahead) == checksum(header, header.length);
    }

    /**
     * Appends the packet of the sequence {@link #limit()}; there must be room.
     *
     * @throws IOException if it cannot be written, or the file was cut meanwhile; nothing was appended then
     */
    void append(byte[] packet, boolean force) throws IOException {
        if (count % LOOK_INTERVAL == LOOK_INTERVAL - 1 && isCut()) {
            throw new IOException("the file was cut to " + file.length() + " bytes while it was in use");
        }
        ahead = 0;
        int at = end;
        int next = at + recordBytes(packet.length);
        long sequence = limit();
        ByteBuffer record = file.window().scratch();
        record.putInt(LENGTH_MARK | packet.length)
                .putInt(checksum(sequence, packet))
                .putLong(sequence)
                .put(packet);
        // To the next multiple of 8, and that there is nothing behind.
        record.putLong(0).putLong(0);
        write(at, file.window().bytes(), next + 4 <= size ? next + 4 - at : next - at);
        if (force) {
            file.force();
        }
        note(at);
        end = next;
    }

    private void write(int at, byte[] record, int length) throws IOException {
        boolean withinPage = at / PAGE_BYTES == (at + length - 1) / PAGE_BYTES;
        if (!withinPage) {
            file.write(at + 4, record, 4, length - 4);
        }
        file.write(at, record, 0, withinPage ? length : 4);
    }

    /** Whether there is a record for a sequence. */
    boolean holds(long sequence) {
        return sequence >= first && sequence < limit() && offsets[(int) (sequence - first)] != NOWHERE;
    }

    /** Where its record begins. */
    int offsetOf(long sequence) {
        return offsets[(int) (sequence - first)];
    }

    /** Reads a packet for which {@link #holds} is true; null if it is damaged, in which case it is not held any more. */
    byte @Nullable [] get(long sequence) throws IOException {
        int index = (int) (sequence - first);
        int offset = offsets[index];
        int next = index + 1 < count ? offsets[index + 1] : end;
        // One read for the whole record, and nothing of an earlier one: the file may have been changed.
        file.window().load(file, offset, next > offset ? next - offset : RECORD_HEADER_BYTES);
        byte[] packet = read(offset, sequence);
        if (packet == null) {
            offsets[index] = NOWHERE;
        }
        return packet;
    }

    /** The packet cannot be read. */
    void forget(long sequence) {
        offsets[(int) (sequence - first)] = NOWHERE;
    }

    /**
     * Looks, where the file was cut, what is still there of all that is held, and forgets the rest.
     *
     * @return the sequences that are not, each range as first and limit
     */
    List<long[]> forgetCutOff() {
        List<long[]> lost = new ArrayList<>();
        if (!isKnownToBeCut()) {
            return lost;
        }
        for (long sequence = first; sequence < limit(); sequence++) {
            if (holds(sequence) && !isThere(sequence)) {
                forget(sequence);
                long[] last = lost.isEmpty() ? null : lost.get(lost.size() - 1);
                if (last != null && last[1] == sequence) {
                    last[1]++;
                } else {
                    lost.add(new long[] {sequence, sequence + 1});
                }
            }
        }
        return lost;
    }

    private boolean isKnownToBeCut() {
        try {
            return isCut();
        } catch (IOException e) {
            return false;
        }
    }

    private boolean isThere(long sequence) {
        try {
            return get(sequence) != null;
        } catch (IOException e) {
            return false;
        }
    }

    // Opening.

    /** The opening of a segment: takes what is there, from {@link #HEADER_BYTES} on. */
    void beginScan(long firstSequence) {
        first = firstSequence;
        count = 0;
        end = HEADER_BYTES;
        sealed = false;
        ahead = FileWindow.BYTES;
    }

    /** Takes the records that follow one another from {@link #end()} on. */
    void scanRun() throws IOException {
        while (read(end, limit()) != null) {
            take(end);
        }
    }

    /** Whether at {@link #end()} it says that there is nothing behind, or there is no room for anything. */
    boolean endsHere() throws IOException {
        return size - end < MIN_RECORD_BYTES || getInt(end) == 0;
    }

    /** Looks for a whole record behind {@link #end()}, of a later sequence; its offset, or -1. */
    int findRecord() throws IOException {
        long last = limit() + (size - end) / MIN_RECORD_BYTES;
        for (int at = end + 8; size - at >= MIN_RECORD_BYTES; at += 8) {
            if ((getInt(at) & 0xFFFF0000) == LENGTH_MARK) {
                long sequence = sequenceAt(at);
                if (sequence > limit() && sequence <= last && read(at, sequence) != null) {
                    return at;
                }
            }
        }
        return -1;
    }

    /** The sequence that the record at an offset says it has. */
    long sequenceAt(int offset) throws IOException {
        return file.window().getLong(file, offset + 8, ahead);
    }

    /** Goes on behind damage: the sequences up to that of the record at {@code offset} are not held. */
    void skipTo(int offset) throws IOException {
        long sequence = sequenceAt(offset);
        while (limit() < sequence) {
            note(NOWHERE);
        }
        end = offset;
    }

    private void take(int offset) throws IOException {
        int length = getInt(offset) & 0xFFFF;
        note(offset);
        end = offset + recordBytes(length);
    }

    private void note(int offset) {
        if (count == offsets.length) {
            offsets = Arrays.copyOf(offsets, Math.max(256, count * 2));
        }
        offsets[count++] = offset;
    }

    private int getInt(int offset) throws IOException {
        return file.window().getInt(file, offset, ahead);
    }

    private byte @Nullable [] read(int offset, long sequence) throws IOException {
        if (size - offset < MIN_RECORD_BYTES) {
            return null;
        }
        int marked = getInt(offset);
        int length = marked & 0xFFFF;
        if ((marked & 0xFFFF0000) != LENGTH_MARK
                || length == 0
                || recordBytes(length) > size - offset
                || sequenceAt(offset) != sequence) {
            return null;
        }
        int expected = getInt(offset + 4);
        byte[] packet = new byte[length];
        file.window().get(file, offset + RECORD_HEADER_BYTES, packet, ahead);
        return checksum(sequence, packet) == expected ? packet : null;
    }

    private int checksum(long sequence, byte[] packet) {
        prefixView.putLong(0, storeId).putLong(8, sequence).putInt(16, packet.length);
        crc.reset();
        crc.update(prefix, 0, prefix.length);
        crc.update(packet, 0, packet.length);
        return (int) crc.getValue();
    }

    private int checksum(byte[] bytes, int length) {
        crc.reset();
        crc.update(bytes, 0, length);
        return (int) crc.getValue();
    }
}
