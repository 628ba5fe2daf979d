package org.rmcast.core.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rmcast.api.SessionEvent.StorageTrouble;
import org.rmcast.api.StorageOptions;

/**
 * A disk that is really full: a file system in memory of 1 MiB, mounted in a mount namespace of a process of its own. Skipped
 * where that is not allowed.
 */
class FullDiskTest {
    private static final int PACKET_BYTES = 1_000;

    @TempDir
    private Path dir = Path.of("");

    /** What runs in the process: fills the disk, and goes on when there is room again. */
    static final class Main {
        private Main() {}

        public static void main(String[] arguments) throws Exception {
            Path disk = Path.of(arguments[0]);
            Path ballast = Files.write(disk.resolve("ballast"), new byte[300_000]);
            StorageOptions options = StorageOptions.in(disk.resolve("storage"))
                    .withMaxBytes(4 << 20)
                    .withSegmentBytes(StorageOptions.MIN_SEGMENT_BYTES);
            FilePacketStore store = FilePacketStore.open(options, 1, "full", () -> 2);
            fill(store);
            StorageTrouble trouble = store.takeTrouble();
            System.out.println(store.limit() + " " + trouble);
            check(store);
            Files.delete(ballast);
            awaitRoom(store);
            long before = store.limit();
            fill(store);
            check(store);
            System.out.println("went on: " + (store.limit() > before));
            cutOnAFullDisk(disk, store);
            store.close();
        }

        /** A file that was cut has holes, for which a full disk has no blocks: the write fails, not the process. */
        private static void cutOnAFullDisk(Path disk, FilePacketStore store) throws IOException {
            store.releaseBelow(store.limit() - 1);
            while (store.takeTrouble() != null) {
                // What filled the disk before.
            }
            append(store);
            try (Stream<Path> files = Files.list(disk.resolve("storage"))) {
                for (Path file : files.toList()) {
                    if (Files.size(file) > 8192) {
                        Files.newOutputStream(file, StandardOpenOption.TRUNCATE_EXISTING)
                                .close();
                    }
                }
            }
            Path ballast = disk.resolve("more-ballast");
            fillDisk(ballast);
            long before = store.limit();
            boolean promised = store.room(PACKET_BYTES) > 0;
            boolean kept = store.append(FilePacketStoreTest.packet(before, PACKET_BYTES));
            System.out.println("promised " + promised + ", kept " + kept + ", room then " + store.room(PACKET_BYTES)
                    + ", moved " + (store.limit() - before) + ": " + store.takeTrouble());
            Files.delete(ballast);
            awaitRoom(store);
            append(store);
            System.out.println("went on after the cut: "
                    + Arrays.equals(store.get(before), FilePacketStoreTest.packet(before, PACKET_BYTES)));
        }

        private static void fillDisk(Path ballast) {
            try (OutputStream file = Files.newOutputStream(ballast)) {
                for (int i = 0; i < 1 << 10; i++) {
                    file.write(new byte[4096]);
                }
            } catch (IOException e) {
                // It is full.
            }
        }

        private static void append(FilePacketStore store) {
            if (!store.append(FilePacketStoreTest.packet(store.limit(), PACKET_BYTES))) {
                throw new IllegalStateException("there was room");
            }
        }

        private static void awaitRoom(FilePacketStore store) {
            long start = System.nanoTime();
            while (store.room(PACKET_BYTES) == 0 && System.nanoTime() - start < TimeUnit.SECONDS.toNanos(20)) {
                Thread.onSpinWait();
            }
        }

        private static void fill(FilePacketStore store) {
            while (store.room(PACKET_BYTES) > 0) {
                if (!store.append(FilePacketStoreTest.packet(store.limit(), PACKET_BYTES))) {
                    throw new IllegalStateException("room was promised");
                }
            }
        }

        private static void check(FilePacketStore store) {
            for (long sequence = 1; sequence < store.limit(); sequence++) {
                assertThat(store.get(sequence)).isEqualTo(FilePacketStoreTest.packet(sequence, PACKET_BYTES));
            }
        }
    }

    @Test
    void shouldWaitForRoomAndGoOn() throws Exception {
        assumeTrue(run(List.of("unshare", "-m", "true")).startsWith("0 "), "mount namespaces are not allowed here");
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        String output = run(List.of(
                "unshare",
                "-m",
                "sh",
                "-c",
                "mount -t tmpfs -o size=1m tmpfs \"$1\" || exit 77; exec \"$2\" -cp \"$3\" \"$4\" \"$1\"",
                "sh",
                dir.toString(),
                java,
                System.getProperty("java.class.path"),
                Main.class.getName()));
        assumeTrue(!output.startsWith("77 "), "mounting is not allowed here");
        assertThat(output)
                .startsWith("0 ")
                .contains("DISK_FULL")
                .contains("262144 bytes could not be made")
                .containsPattern(" [0-9]+ bytes are available")
                .contains("went on: true")
                .contains("promised true, kept false, room then 0, moved 0: StorageTrouble")
                .containsPattern("kind=FAILED, detail=.*segment-[0-9a-f]{16}.data cannot be written any more")
                .contains("went on after the cut: true");
    }

    /** The exit code and what was written. */
    private String run(List<String> command) throws IOException, InterruptedException {
        Path log = Files.createTempFile("full-disk", ".log");
        try {
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(log.toFile())
                    .start();
            boolean ended = process.waitFor(60, TimeUnit.SECONDS);
            process.destroyForcibly();
            return (ended ? process.exitValue() : -1) + " " + Files.readString(log);
        } catch (IOException e) {
            return "127 " + e.getMessage();
        } finally {
            Files.delete(log);
        }
    }
}
