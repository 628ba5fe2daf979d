package org.rmcast.core.storage;

import java.io.IOException;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * One file of a {@link FilePacketStore}, mapped into memory: packets of consecutive sequences, and where each begins.
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
 * A record is written from its end: first the 0 behind it, then packet, sequence and checksum, at last its length. So when
 * the process is killed, at whatever moment, the record is there as a whole or not at all. The length's upper byte tells it
 * from 0 even if a byte of it is damaged. Not thread safe.
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

    private final MappedByteBuffer buffer;
    private final int size;
    private final long storeId;
    private final CRC32C crc = new CRC32C();
    private final byte[] prefix = new byte[20];
    private final ByteBuffer prefixView = ByteBuffer.wrap(prefix);
    private Path file;
    private int[] offsets = new int[256];
    private int count;
    private long first;
    private int end = HEADER_BYTES;
    private boolean sealed;

    private Segment(Path file, MappedByteBuffer buffer, int size, long storeId) {
        this.file = file;
        this.buffer = buffer;
        this.size = size;
        this.storeId = storeId;
    }

    /** Maps a file of {@code size} bytes, which all exist. */
    static Segment map(Path file, int size, long storeId) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            MappedByteBuffer buffer = channel.map(FileChannel.MapMode.READ_WRITE, 0, size);
            buffer.order(ByteOrder.BIG_ENDIAN);
            return new Segment(file, buffer, size, storeId);
        }
    }

    /** Bytes that a packet takes. */
    static int recordBytes(int packetBytes) {
        return RECORD_HEADER_BYTES + (packetBytes + 7 & ~7);
    }

    Path file() {
        return file;
    }

    /** The file got another name. */
    void renamed(Path name) {
        file = name;
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
    }

    /** Forgets what the file holds and begins anew at a sequence. */
    void begin(long firstSequence) {
        first = firstSequence;
        count = 0;
        end = HEADER_BYTES;
        sealed = false;
        buffer.putInt(HEADER_BYTES, 0);
        buffer.putLong(0, MAGIC);
        buffer.putInt(8, VERSION);
        buffer.putInt(12, size);
        buffer.putLong(16, storeId);
        buffer.putLong(24, firstSequence);
        buffer.putInt(32, headerChecksum());
        for (int at = 36; at < HEADER_BYTES; at += 4) {
            buffer.putInt(at, 0);
        }
    }

    /** Whether the header is whole and says what it should. */
    boolean hasHeader(long firstSequence) {
        return size >= HEADER_BYTES
                && buffer.getLong(0) == MAGIC
                && buffer.getInt(8) == VERSION
                && buffer.getLong(16) == storeId
                && buffer.getLong(24) == firstSequence
                && buffer.getInt(32) == headerChecksum();
    }

    /** Appends the packet of the sequence {@link #limit()}; there must be room. */
    void append(byte[] packet, boolean force) {
        int at = end;
        int next = at + recordBytes(packet.length);
        if (next + 4 <= size) {
            buffer.putInt(next, 0);
        }
        long sequence = limit();
        buffer.put(at + RECORD_HEADER_BYTES, packet);
        buffer.putLong(at + 8, sequence);
        buffer.putInt(at + 4, checksum(sequence, packet));
        VarHandle.releaseFence();
        buffer.putInt(at, LENGTH_MARK | packet.length);
        if (force) {
            buffer.force(at, Math.min(next + 4, size) - at);
        }
        note(at);
        end = next;
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
    byte @Nullable [] get(long sequence) {
        int index = (int) (sequence - first);
        byte[] packet = read(offsets[index], sequence);
        if (packet == null) {
            offsets[index] = NOWHERE;
        }
        return packet;
    }

    /** The packet can not be read. */
    void forget(long sequence) {
        offsets[(int) (sequence - first)] = NOWHERE;
    }

    // Opening.

    /** The opening of a segment: takes what is there, from {@link #HEADER_BYTES} on. */
    void beginScan(long firstSequence) {
        first = firstSequence;
        count = 0;
        end = HEADER_BYTES;
        sealed = false;
    }

    /** Takes the records that follow one another from {@link #end()} on. */
    void scanRun() {
        while (read(end, limit()) != null) {
            take(end);
        }
    }

    /** Whether at {@link #end()} it says that there is nothing behind, or there is no room for anything. */
    boolean endsHere() {
        return size - end < MIN_RECORD_BYTES || buffer.getInt(end) == 0;
    }

    /** Looks for a whole record behind {@link #end()}, of a later sequence; its offset, or -1. */
    int findRecord() {
        long last = limit() + (size - end) / MIN_RECORD_BYTES;
        for (int at = end + 8; size - at >= MIN_RECORD_BYTES; at += 8) {
            if ((buffer.getInt(at) & 0xFFFF0000) == LENGTH_MARK) {
                long sequence = buffer.getLong(at + 8);
                if (sequence > limit() && sequence <= last && read(at, sequence) != null) {
                    return at;
                }
            }
        }
        return -1;
    }

    /** The sequence that the record at an offset says it has. */
    long sequenceAt(int offset) {
        return buffer.getLong(offset + 8);
    }

    /** Goes on behind damage: the sequences up to that of the record at {@code offset} are not held. */
    void skipTo(int offset) {
        long sequence = sequenceAt(offset);
        while (limit() < sequence) {
            note(NOWHERE);
        }
        end = offset;
    }

    private void take(int offset) {
        int length = buffer.getInt(offset) & 0xFFFF;
        note(offset);
        end = offset + recordBytes(length);
    }

    private void note(int offset) {
        if (count == offsets.length) {
            offsets = Arrays.copyOf(offsets, count * 2);
        }
        offsets[count++] = offset;
    }

    private byte @Nullable [] read(int offset, long sequence) {
        if (size - offset < MIN_RECORD_BYTES) {
            return null;
        }
        int marked = buffer.getInt(offset);
        int length = marked & 0xFFFF;
        if ((marked & 0xFFFF0000) != LENGTH_MARK
                || length == 0
                || recordBytes(length) > size - offset
                || buffer.getLong(offset + 8) != sequence) {
            return null;
        }
        byte[] packet = new byte[length];
        buffer.get(offset + RECORD_HEADER_BYTES, packet);
        return checksum(sequence, packet) == buffer.getInt(offset + 4) ? packet : null;
    }

    private int checksum(long sequence, byte[] packet) {
        prefixView.putLong(0, storeId).putLong(8, sequence).putInt(16, packet.length);
        crc.reset();
        crc.update(prefix, 0, prefix.length);
        crc.update(packet, 0, packet.length);
        return (int) crc.getValue();
    }

    private int headerChecksum() {
        byte[] header = new byte[32];
        buffer.get(0, header);
        crc.reset();
        crc.update(header, 0, header.length);
        return (int) crc.getValue();
    }
}
