package org.rmcast.core.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.rmcast.api.StorageOptions;

/** One session at a time has a directory, whoever tried before, in this process or another. */
@Timeout(120)
class DirectoryLockTest {
    @TempDir
    private Path temporary = Path.of("");

    /** Another process that opens the directory, and says what became of it. */
    static final class Main {
        private Main() {}

        public static void main(String[] args) {
            try (FilePacketStore store = open(Path.of(args[0]))) {
                System.out.println("opened " + store.directory());
            } catch (IOException e) {
                System.out.println(e.getMessage());
            }
        }
    }

    @Test
    void shouldKeepItsLockThoughASecondSessionOfTheProcessIsRefused() throws Exception {
        Path dir = temporary.resolve("storage");
        try (FilePacketStore store = open(dir)) {
            assertThat(store.append(new byte[10])).isTrue();
            assertThat(otherProcess(dir)).contains("another session uses it");
            assertThatIOException().isThrownBy(() -> open(dir)).withMessageContaining("another session uses it");
            assertThat(otherProcess(dir)).contains("another session uses it");
        }
        assertThat(otherProcess(dir)).contains("opened");
    }

    @Test
    void shouldKnowItsDirectoryByAnotherName() throws Exception {
        Path dir = temporary.resolve("storage");
        Path link = temporary.resolve("link");
        try (FilePacketStore store = open(dir)) {
            assertThat(store.append(new byte[10])).isTrue();
            Files.createSymbolicLink(link, dir);
            assertThatIOException().isThrownBy(() -> open(link)).withMessageContaining("another session uses it");
            assertThat(otherProcess(dir)).contains("another session uses it");
        }
    }

    @Test
    void shouldTakeItAgainAfterItsRelease() throws Exception {
        for (int i = 0; i < 3; i++) {
            open(temporary).close();
        }
        assertThat(otherProcess(temporary)).contains("opened");
        open(temporary).close();
    }

    @Test
    void shouldMakeADirectoryThatOnlyItsOwnerReads() throws Exception {
        Path dir = temporary.resolve("new/storage");
        assumeTrue(temporary.getFileSystem().supportedFileAttributeViews().contains("posix"));
        open(dir).close();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(dir)))
                .isEqualTo("rwx------");
        Path older = Files.createDirectory(temporary.resolve("older"));
        Files.setPosixFilePermissions(older, PosixFilePermissions.fromString("rwxr-x---"));
        open(older).close();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(older)))
                .as("one that is there stays as it is")
                .isEqualTo("rwxr-x---");
    }

    private static FilePacketStore open(Path dir) throws IOException {
        StorageOptions options =
                StorageOptions.in(dir).withMaxBytes(StorageOptions.MIN_BYTES).withResume(true);
        return FilePacketStore.open(options, 5, "lock", () -> 7);
    }

    private String otherProcess(Path dir) throws IOException, InterruptedException {
        Path log = temporary.resolve("log");
        Process process = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Main.class.getName(),
                        dir.toString()))
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        return Files.readString(log);
    }
}
