package org.rmcast.core.storage;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rmcast.api.SessionEvent.StorageTrouble;
import org.rmcast.api.StorageOptions;

/**
 * Random appends, releases, reopenings and damage against a model; {@code -Drm.seed=N} replays one seed, {@code -Drm.seeds=N}
 * runs so many.
 */
class FilePacketStorePropertyTest {
    private static final long SESSION = 9;

    @TempDir
    private Path temporary = Path.of("");

    private interface SeededRun {
        void run(SplittableRandom random, Path dir) throws IOException;
    }

    private void forSeeds(int count, SeededRun run) {
        Long one = Long.getLong("rm.seed");
        long first = one != null ? one : 0;
        long limit = one != null ? one + 1 : Long.getLong("rm.seeds", count);
        for (long seed = first; seed < limit; seed++) {
            Path dir = temporary.resolve("seed-" + seed);
            try {
                run.run(new SplittableRandom(seed), dir);
                delete(dir);
            } catch (IOException | RuntimeException | AssertionError e) {
                throw new AssertionError(
                        "seed " + seed + " (replay with -Drm.seed=" + seed + "): " + e.getMessage(), e);
            }
        }
    }

    private static void delete(Path dir) throws IOException {
        for (Path file : files(dir)) {
            Files.delete(file);
        }
        Files.delete(dir);
    }

    private static List<Path> files(Path dir) throws IOException {
        try (Stream<Path> files = Files.list(dir)) {
            return files.sorted().toList();
        }
    }

    private static List<Path> segments(Path dir) throws IOException {
        return files(dir).stream()
                .filter(file -> String.valueOf(file.getFileName()).startsWith("segment"))
                .toList();
    }

    private static FilePacketStore open(Path dir) throws IOException {
        StorageOptions options =
                StorageOptions.in(dir).withMaxBytes(StorageOptions.MIN_BYTES).withResume(true);
        return FilePacketStore.open(options, SESSION, "property", () -> 5);
    }

    /** A packet whose length and contents follow from its sequence and the run. */
    private static byte[] packet(long salt, long sequence) {
        SplittableRandom random = new SplittableRandom(salt * 31 + sequence);
        byte[] packet = new byte[1 + random.nextInt(random.nextInt(20) == 0 ? 65_507 : 1_400)];
        random.nextBytes(packet);
        return packet;
    }

    @Test
    void shouldHoldWhatTheModelHolds() {
        forSeeds(40, (random, dir) -> {
            long salt = random.nextLong();
            FilePacketStore store = open(dir);
            long low = 1;
            long limit = 1;
            for (int step = 0; step < 600; step++) {
                int what = random.nextInt(100);
                if (what < 80) {
                    byte[] packet = packet(salt, limit);
                    boolean room = store.room(packet.length) > 0;
                    assertThat(store.append(packet)).isEqualTo(room);
                    limit += room ? 1 : 0;
                } else if (what < 92) {
                    low = low + random.nextLong(limit - low + 1);
                    store.releaseBelow(low);
                } else if (what < 96) {
                    store.close();
                    store = open(dir);
                    assertThat(store.low()).isLessThanOrEqualTo(low);
                    store.releaseBelow(low);
                }
                assertThat(store.limit()).isEqualTo(limit);
                assertThat(store.low()).isEqualTo(low);
                if (low < limit) {
                    long sequence = random.nextLong(low, limit);
                    assertThat(store.get(sequence)).isEqualTo(packet(salt, sequence));
                }
                assertThat(store.get(low - 1)).isNull();
                assertThat(store.get(limit)).isNull();
                StorageTrouble trouble = store.takeTrouble();
                assertThat(trouble == null || trouble.limitPacket() == 0).isTrue();
            }
            store.close();
        });
    }

    /** The process dies within an append: what was written before is there, the last packet as a whole or not at all. */
    @Test
    void shouldSurviveTheEndAtEveryByteOfTheTail() throws IOException {
        long salt = 3;
        Path dir = temporary.resolve("tail");
        FilePacketStore store = open(dir);
        for (int i = 0; i < 3; i++) {
            assertThat(store.append(new byte[200])).isTrue();
        }
        int tail = Segment.HEADER_BYTES + 3 * Segment.recordBytes(200);
        byte[] last = new byte[61];
        new SplittableRandom(salt).nextBytes(last);
        assertThat(store.append(last)).isTrue();
        store.close();
        Path segment = segments(dir).get(0);
        byte[] whole = Files.readAllBytes(segment);
        byte[] metadata = Files.readAllBytes(dir.resolve("storage.txt"));
        int record = Segment.recordBytes(last.length);
        for (int written = 0; written <= record; written++) {
            Files.write(dir.resolve("storage.txt"), metadata);
            // In the order of the writer: from the end of the record, its length at last.
            byte[] torn = whole.clone();
            if (written < record) {
                Arrays.fill(torn, tail, tail + Math.max(4, record - written), (byte) 0);
            }
            checkTail(dir, segment, torn, written == record, true, last);
            // In the order of a disk that wrote the beginning only, as after a crash of the machine.
            byte[] cut = whole.clone();
            Arrays.fill(cut, tail + written, tail + record, (byte) 0);
            Files.write(dir.resolve("storage.txt"), metadata);
            checkTail(dir, segment, cut, Arrays.equals(cut, whole), written == 0, last);
        }
    }

    private static void checkTail(Path dir, Path segment, byte[] content, boolean complete, boolean clean, byte[] last)
            throws IOException {
        for (Path file : segments(dir)) {
            Files.delete(file);
        }
        Files.write(segment, content);
        FilePacketStore store = open(dir);
        try {
            for (long sequence = 1; sequence <= 3; sequence++) {
                assertThat(store.get(sequence)).isEqualTo(new byte[200]);
            }
            assertThat(store.get(4)).isEqualTo(complete ? last : null);
            if (complete || clean) {
                assertThat(store.limit()).isEqualTo(complete ? 5 : 4);
                assertThat(store.takeTrouble()).isNull();
            } else {
                // Packet 4 may have been sent: its number is not used again.
                assertThat(store.limit()).isGreaterThan(5);
                assertThat(store.takeTrouble()).isNotNull();
            }
            long next = store.limit();
            assertThat(store.append(new byte[10])).isTrue();
            assertThat(store.get(next)).isEqualTo(new byte[10]);
        } finally {
            store.close();
        }
    }

    /** Whatever is damaged, a packet is the right one or none, and what is missing is reported. */
    @Test
    void shouldNeverGiveOutAnythingWrong() {
        forSeeds(150, (random, dir) -> {
            long salt = random.nextLong();
            FilePacketStore store = open(dir);
            for (int i = 300 + random.nextInt(600); i > 0 && store.room(65_507) > 0; i--) {
                assertThat(store.append(packet(salt, store.limit()))).isTrue();
            }
            long released = random.nextInt(4) == 0 ? random.nextLong(1, store.limit()) : 1;
            store.releaseBelow(released);
            long limit = store.limit();
            store.close();
            damage(random, dir);
            FilePacketStore again;
            try {
                again = open(dir);
            } catch (IOException e) {
                assertThat(e).hasMessageContaining("none of its packets can be read");
                return;
            }
            try {
                check(again, salt, released, limit);
            } finally {
                again.close();
            }
        });
    }

    private static void damage(SplittableRandom random, Path dir) throws IOException {
        for (int i = 1 + random.nextInt(3); i > 0; i--) {
            List<Path> segments = segments(dir);
            if (segments.isEmpty()) {
                return;
            }
            Path victim = segments.get(random.nextInt(segments.size()));
            try (RandomAccessFile file = new RandomAccessFile(victim.toFile(), "rw")) {
                int at = random.nextInt((int) Math.max(1, file.length()));
                switch (random.nextInt(6)) {
                    case 0 -> file.setLength(at);
                    case 1 -> Files.delete(victim);
                    default -> {
                        byte[] noise = new byte[random.nextInt(4) == 0 ? 5_000 : 1];
                        file.seek(at);
                        int before = file.read();
                        random.nextBytes(noise);
                        noise[0] = (byte) (before ^ (1 << random.nextInt(8)));
                        file.seek(at);
                        file.write(noise, 0, (int) Math.min(noise.length, Math.max(0, file.length() - at)));
                    }
                }
            }
        }
    }

    private static void check(FilePacketStore store, long salt, long released, long limit) {
        boolean[] reported = new boolean[(int) limit];
        for (StorageTrouble trouble = store.takeTrouble(); trouble != null; trouble = store.takeTrouble()) {
            assertThat(trouble.detail()).isNotEmpty();
            for (long lost = trouble.firstPacket(); lost < Math.min(limit, trouble.limitPacket()); lost++) {
                reported[(int) lost] = true;
            }
        }
        assertThat(store.limit()).isGreaterThanOrEqualTo(limit);
        for (long sequence = released; sequence < limit; sequence++) {
            byte[] packet = store.get(sequence);
            assertThat(packet == null)
                    .as("packet %d lost but not reported, or the other way round", sequence)
                    .isEqualTo(reported[(int) sequence]);
            if (packet != null) {
                assertThat(packet).isEqualTo(packet(salt, sequence));
            } else {
                assertThat(store.readableFrom(sequence)).isGreaterThan(sequence);
            }
        }
        if (store.room(7) > 0) {
            assertThat(store.append(new byte[7])).isTrue();
            assertThat(store.get(store.limit() - 1)).isEqualTo(new byte[7]);
        }
    }
}
