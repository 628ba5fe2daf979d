package org.rmcast.bulk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.zip.CRC32C;
import org.rmcast.rmtp.DataSet;

/**
 * Says which bytes of an unfinished file were written, so that a receiver that was killed goes on where it was. It is written behind the bytes of which
 * it tells, so it never tells of what was not written; what is torn off at its end, or damaged, tells of nothing.
 *
 * <p>A head of 64 bytes: 8 bytes magic and version; 8 data set; 8 total bytes; 32 SHA-256 of the description; 4 boot; 4 CRC-32C of the bytes before. Then
 * records of 20 bytes: 8 position; 4 length; 4 CRC-32C of the bytes of the data set; 4 CRC-32C of the record's own bytes before. A process that is killed
 * leaves what it has written with the system. A system that went down may have lost it: <i>boot</i> is another one then, and each record's bytes are
 * read and checked.
 *
 * <p>Not thread safe.
 */
final class Journal implements AutoCloseable {
    static final int HEAD_BYTES = 64;
    static final int RECORD_BYTES = 20;
    private static final long MAGIC = 0x524D_4A4F_5552_0001L;
    private static final int BLOCK_BYTES = 1 << 18;
    private static final Path BOOT_ID = Path.of("/proc/sys/kernel/random/boot_id");
    private static final int NO_BOOT = 0;

    private final FileChannel file;
    private final ByteBuffer records = ByteBuffer.allocate(RECORD_BYTES << 10);
    private final CRC32C crc = new CRC32C();
    private long end;

    private Journal(FileChannel file, long end) {
        this.file = file;
        this.end = end;
    }

    /**
     * Opens the journal of a data set: that of an earlier process if it is of the same one, else a new one.
     *
     * @param part the file of which it tells
     * @param written gets what the earlier process has written
     */
    static Journal open(Path path, DataSet dataSet, FileChannel part, WrittenStretches written) throws IOException {
        FileChannel file = FileChannel.open(
                path,
                StandardOpenOption.CREATE,
                StandardOpenOption.READ,
                StandardOpenOption.WRITE,
                LinkOption.NOFOLLOW_LINKS);
        try {
            byte[] head = head(dataSet, boot());
            byte[] found = new byte[HEAD_BYTES];
            readFully(file, 0, ByteBuffer.wrap(found));
            long end = HEAD_BYTES;
            if (isOf(found, head)) {
                boolean sameBoot = boot() != NO_BOOT && Arrays.equals(found, head);
                end = load(file, part, dataSet.totalBytes(), sameBoot, written);
            }
            if (end == HEAD_BYTES) {
                part.truncate(0);
                file.truncate(0);
            }
            // What was checked is with this system now.
            file.truncate(end);
            file.write(ByteBuffer.wrap(head), 0);
            return new Journal(file, end);
        } catch (IOException e) {
            file.close();
            throw e;
        }
    }

    private static byte[] head(DataSet dataSet, int boot) {
        byte[] head = new byte[HEAD_BYTES];
        ByteBuffer buffer = ByteBuffer.wrap(head)
                .putLong(MAGIC)
                .putLong(dataSet.identity())
                .putLong(dataSet.totalBytes())
                .put(Sha256.start().digest(dataSet.description()))
                .putInt(boot);
        buffer.putInt(crc(head, HEAD_BYTES - 4));
        return head;
    }

    private static boolean isOf(byte[] found, byte[] expected) {
        int same = HEAD_BYTES - 8;
        return ByteBuffer.wrap(found).getInt(HEAD_BYTES - 4) == crc(found, HEAD_BYTES - 4)
                && Arrays.equals(found, 0, same, expected, 0, same);
    }

    private static int crc(byte[] bytes, int length) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, 0, length);
        return (int) crc.getValue();
    }

    private static int boot() throws IOException {
        if (!Files.isReadable(BOOT_ID)) {
            return NO_BOOT;
        }
        byte[] id = Files.readString(BOOT_ID).getBytes(StandardCharsets.UTF_8);
        return crc(id, id.length) | 1;
    }

    /** Returns where the records end that are right. */
    private static long load(
            FileChannel file, FileChannel part, long totalBytes, boolean trusted, WrittenStretches written)
            throws IOException {
        ByteBuffer some = ByteBuffer.allocate(RECORD_BYTES << 12);
        ByteBuffer block = ByteBuffer.allocateDirect(BLOCK_BYTES);
        long end = HEAD_BYTES;
        while (true) {
            readFully(file, end, some.clear());
            some.flip();
            if (some.remaining() < RECORD_BYTES) {
                return end;
            }
            for (; some.remaining() >= RECORD_BYTES; end += RECORD_BYTES) {
                int start = some.position();
                long position = some.getLong();
                int length = some.getInt();
                int dataCrc = some.getInt();
                CRC32C crc = new CRC32C();
                crc.update(some.array(), start, RECORD_BYTES - 4);
                if ((int) crc.getValue() != some.getInt()
                        || position < 0
                        || length <= 0
                        || position > totalBytes - length) {
                    return end;
                }
                if (position + length <= part.size() && (trusted || crcOf(part, position, length, block) == dataCrc)) {
                    written.add(position, position + length);
                }
            }
        }
    }

    private static int crcOf(FileChannel part, long position, int length, ByteBuffer block) throws IOException {
        CRC32C crc = new CRC32C();
        for (int done = 0; done < length; ) {
            block.clear().limit(Math.min(block.capacity(), length - done));
            readFully(part, position + done, block);
            if (block.hasRemaining()) {
                return ~(int) crc.getValue();
            }
            done += block.flip().remaining();
            crc.update(block);
        }
        return (int) crc.getValue();
    }

    /** Reads as much as there is. */
    private static void readFully(FileChannel file, long position, ByteBuffer target) throws IOException {
        int start = target.position();
        int read = 0;
        while (target.hasRemaining() && read >= 0) {
            read = file.read(target, position + target.position() - start);
        }
    }

    /** These bytes are written at this position: to be said with the next {@link #flush}. */
    void add(long position, ByteBuffer bytes) throws IOException {
        if (!records.hasRemaining()) {
            flush();
        }
        int start = records.position();
        records.putLong(position).putInt(bytes.remaining());
        crc.reset();
        crc.update(bytes);
        records.putInt((int) crc.getValue());
        crc.reset();
        crc.update(records.array(), start, RECORD_BYTES - 4);
        records.putInt((int) crc.getValue());
    }

    void flush() throws IOException {
        records.flip();
        try {
            while (records.hasRemaining()) {
                end += file.write(records, end);
            }
        } finally {
            records.clear();
        }
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
