package org.rmcast.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rmcast.cli.Commands.Result;

/** A repair head, and a receiver, with storage as processes of their own. */
class HeadStorageEndToEndTest {
    private static final int FILE_BYTES = 5_000_000;
    private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(60);

    @TempDir
    private Path dir = Path.of("");

    private Workers workers = new Workers(dir);

    @BeforeEach
    void begin() {
        workers = new Workers(dir);
    }

    @AfterEach
    void endAll() {
        workers.close();
    }

    @Test
    void shouldKeepPacketsInFilesUntilTheStreamEnds() throws Exception {
        String port = Commands.freePort();
        byte[] content = new byte[FILE_BYTES];
        new Random(1).nextBytes(content);
        Path file = Files.write(dir.resolve("file.bin"), content);
        Path inbox = Files.createDirectory(dir.resolve("inbox"));
        Process head =
                workers.start("head.log", "head", port, "--storage=" + dir.resolve("of-head"), "--storage-max=64M");
        Process receiver = workers.start(
                "receiver.log", "receive", port, "--dir=" + inbox, "--storage=" + dir.resolve("of-receiver"));
        awaitFile(dir.resolve("of-head").resolve("storage.txt"), head, "head.log");
        awaitFile(dir.resolve("of-receiver").resolve("storage.txt"), receiver, "receiver.log");
        Result sent = Commands.run("send", port, "--wait-for=1", file.toString());
        assertThat(sent.exitCode()).as(sent.err()).isZero();
        requireEnded(head, "head.log");
        requireEnded(receiver, "receiver.log");
        assertThat(Files.mismatch(file, inbox.resolve("file.bin"))).isEqualTo(-1);
        for (String storage : new String[] {"of-head", "of-receiver"}) {
            try (Stream<Path> left = Files.list(dir.resolve(storage))) {
                assertThat(left.map(path -> String.valueOf(path.getFileName()))).containsExactly("lock");
            }
        }
    }

    private void awaitFile(Path file, Process process, String log) throws IOException, InterruptedException {
        long start = System.nanoTime();
        while (!Files.exists(file)) {
            assertThat(process.waitFor(5, TimeUnit.MILLISECONDS))
                    .as(() -> "it ended early: " + workers.text(log))
                    .isFalse();
            assertThat(System.nanoTime() - start).as("time to the first file").isLessThan(LIMIT_NANOS);
        }
    }

    private void requireEnded(Process process, String log) throws InterruptedException {
        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).as(workers.text(log)).isZero();
    }

    @Test
    void shouldRefuseStorageWhereItIsOfNoUse() {
        requireRefused("--storage-max needs --storage DIR", "head", "--storage-max=2M");
        requireRefused("protocol pbcast has no use for storage", "receive", "--protocol=pbcast", storage());
        requireRefused(
                "no use for storage at a RECEIVER that repairs for nobody",
                "perf",
                "receive",
                storage(),
                "--param=canBeHead=false");
        assertThat(dir.resolve("storage")).doesNotExist();
    }

    private String storage() {
        return "--storage=" + dir.resolve("storage");
    }

    private static void requireRefused(String text, String... arguments) {
        Result refused = Commands.run(arguments);
        assertThat(refused.exitCode()).as(refused.err()).isEqualTo(2);
        assertThat(refused.err()).contains(text);
    }
}
