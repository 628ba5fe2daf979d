package org.rmcast.core.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rmcast.core.event.SessionEvent.StorageTrouble;

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
            long start = System.nanoTime();
            while (store.room(PACKET_BYTES) == 0 && System.nanoTime() - start < TimeUnit.SECONDS.toNanos(20)) {
                Thread.onSpinWait();
            }
            long before = store.limit();
            fill(store);
            check(store);
            System.out.println("went on: " + (store.limit() > before));
            store.close();
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
                .contains("went on: true");
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
