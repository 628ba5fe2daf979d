package org.rmcast.bulk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rmcast.rmtp.DataSet;

/** What a receiver that was killed knows of what it has: never of a byte that is not there, whatever happened to its files. */
class JournalTest {
    private static final int PACKET = 1_000;
    private static final long TOTAL = 100 * PACKET + 7;

    @TempDir
    private Path dir = Path.of("");

    private static byte[] content() {
        byte[] content = new byte[(int) TOTAL];
        new SplittableRandom(1).nextBytes(content);
        return content;
    }

    private static DataSet dataSet(long identity) {
        return new DataSet(1, identity, TOTAL, PACKET, "x".getBytes(StandardCharsets.UTF_8));
    }

    private PartFile open(long identity) throws Exception {
        return PartFile.open(dir, "x", dataSet(identity));
    }

    private static Map<Long, Long> stretches(PartFile part) {
        Map<Long, Long> stretches = new TreeMap<>();
        part.written().each(stretches::put);
        return stretches;
    }

    private static void write(PartFile part, byte[] content, int... packets) throws IOException {
        Batch batch = new Batch();
        for (int packet : packets) {
            int length = (int) Math.min(PACKET, TOTAL - (long) packet * PACKET);
            assertThat(batch.add((long) packet * PACKET, content, packet * PACKET, length))
                    .isTrue();
        }
        for (int stretch = 0; stretch < batch.stretches(); stretch++) {
            part.write(batch, stretch);
        }
        part.endBatch();
    }

    @Test
    void shouldKnowWhatAnEarlierProcessHasWritten() throws Exception {
        byte[] content = content();
        try (PartFile part = open(5)) {
            write(part, content, 0, 1, 2, 10, 12, 11, 100);
            write(part, content, 3);
        }
        try (PartFile part = open(5)) {
            assertThat(stretches(part)).isEqualTo(new TreeMap<>(Map.of(0L, 4_000L, 10_000L, 13_000L, 100_000L, TOTAL)));
            assertThat(part.lackingBytes()).isEqualTo(TOTAL - 7_007);
        }
    }

    @Test
    void shouldNotMixAnotherDataSetWithIt() throws Exception {
        try (PartFile part = open(5)) {
            write(part, content(), 0, 1, 2);
        }
        try (PartFile part = open(6)) {
            assertThat(part.written().bytes()).isZero();
            assertThat(part.channel().size()).isZero();
        }
        try (PartFile part = open(5)) {
            assertThat(part.written().bytes()).isZero();
        }
    }

    @Test
    void shouldRefuseAFileThatAnotherReceiverWrites() throws Exception {
        try (PartFile part = open(5)) {
            assertThatThrownBy(() -> open(5))
                    .isInstanceOf(RefusedException.class)
                    .hasMessageContaining("another");
            assertThat(part.written().bytes()).isZero();
        }
    }

    @Test
    void shouldDigestWhatCameInAnyOrder() throws Exception {
        byte[] content = content();
        try (PartFile part = open(5)) {
            for (int packet = 100; packet >= 0; packet--) {
                write(part, content, packet);
            }
            assertThat(part.digest()).isEqualTo(BlockDigestsTest.expected(content));
        }
    }

    /** Torn, cut, damaged: whatever the journal still tells of is there, byte for byte. */
    @Test
    void shouldTellOfNothingThatIsNotThere() throws Exception {
        byte[] content = content();
        Path held = dir.resolve(".x.held");
        Path data = dir.resolve(".x.part");
        for (long seed = 0; seed < 300; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            try (PartFile part = open(100 + seed)) {
                for (int i = 0; i < 20; i++) {
                    write(part, content, random.nextInt(101));
                }
            }
            hurt(held, random);
            boolean lost = random.nextInt(3) == 0;
            if (lost) {
                // As after a system went down: bytes are not there, and the journal is of another boot.
                cutBoot(held);
                hurt(data, random);
            }
            try (PartFile part = open(100 + seed)) {
                byte[] there = Files.readAllBytes(data);
                long of = seed;
                part.written()
                        .each((first, limit) -> assertThat(Arrays.equals(
                                        there, (int) first, (int) limit, content, (int) first, (int) limit))
                                .as("bytes %d to %d, seed %d", first, limit, of)
                                .isTrue());
            }
        }
    }

    private static void hurt(Path file, SplittableRandom random) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        if (bytes.length == 0) {
            return;
        }
        if (random.nextBoolean()) {
            bytes = Arrays.copyOf(bytes, random.nextInt(bytes.length));
        } else {
            bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
        }
        Files.write(file, bytes);
    }

    /** Another boot, with a right checksum. */
    private static void cutBoot(Path held) throws IOException {
        try (FileChannel file = FileChannel.open(held, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            byte[] head = new byte[Journal.HEAD_BYTES];
            if (file.read(ByteBuffer.wrap(head), 0) == head.length) {
                head[Journal.HEAD_BYTES - 8] ^= 1;
                CRC32C crc = new CRC32C();
                crc.update(head, 0, head.length - 4);
                ByteBuffer.wrap(head).putInt(head.length - 4, (int) crc.getValue());
                file.write(ByteBuffer.wrap(head), 0);
            }
        }
    }
}
