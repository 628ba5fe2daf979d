package org.rmcast.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rmcast.cli.Commands.Result;

/** A sender in a process of its own is killed in the middle of a file, and another one goes on with it. */
class ResumeEndToEndTest {
    private static final int FILE_BYTES = 20_000_000;
    private static final int RECEIVERS = 2;
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

    private static Path inbox(Path dir, int receiver) {
        return dir.resolve("inbox-" + receiver);
    }

    /** Bytes of the file on its way in. */
    private long received(int receiver) throws IOException {
        try (Stream<Path> files = Files.list(inbox(dir, receiver))) {
            return files.mapToLong(file -> file.toFile().length()).sum();
        }
    }

    private void awaitHalf(Process sender) throws IOException, InterruptedException {
        long start = System.nanoTime();
        while (received(0) < FILE_BYTES / 2) {
            assertThat(sender.waitFor(5, TimeUnit.MILLISECONDS))
                    .as(() -> "the sender ended early: " + workers.text("sender.log"))
                    .isFalse();
            assertThat(System.nanoTime() - start).as("time to half of the file").isLessThan(LIMIT_NANOS);
        }
    }

    private String[] send(String port, Path file, String... further) {
        List<String> arguments = new ArrayList<>(List.of(
                "send",
                port,
                "--wait-for=" + RECEIVERS,
                "--storage=" + dir.resolve("storage"),
                "--storage-max=64M",
                file.toString()));
        arguments.addAll(List.of(further));
        return arguments.toArray(new String[0]);
    }

    @Test
    void shouldGoOnWithAFileAfterTheSenderWasKilled() throws Exception {
        String port = Commands.freePort();
        byte[] content = new byte[FILE_BYTES];
        new Random(1).nextBytes(content);
        Path file = Files.write(dir.resolve("file.bin"), content);
        List<Process> receivers = new ArrayList<>();
        for (int i = 0; i < RECEIVERS; i++) {
            Files.createDirectory(inbox(dir, i));
            receivers.add(workers.start(
                    "receiver-" + i + ".log",
                    "receive",
                    port,
                    "--dir",
                    inbox(dir, i).toString()));
        }
        Process killed = workers.start("sender.log", send(port, file, "--impair-out=rate=80Mbit"));
        awaitHalf(killed);
        Workers.kill(killed);

        Result refused = Commands.run(send(port, file));
        assertThat(refused.exitCode()).isNotZero();
        assertThat(refused.err()).contains("holds a session that has not ended; resume it");

        Result resumed = Commands.run(send(port, file, "--resume"));
        assertThat(resumed.exitCode()).as(resumed.err()).isZero();
        assertThat(resumed.err()).containsPattern("resumed at message [1-9][0-9]+");
        for (int i = 0; i < RECEIVERS; i++) {
            assertThat(receivers.get(i).waitFor(30, TimeUnit.SECONDS)).isTrue();
            assertThat(receivers.get(i).exitValue())
                    .as(workers.text("receiver-" + i + ".log"))
                    .isZero();
            assertThat(Files.mismatch(file, inbox(dir, i).resolve("file.bin"))).isEqualTo(-1);
        }
        try (Stream<Path> left = Files.list(dir.resolve("storage"))) {
            assertThat(left).as("only the lock is left").hasSize(1);
        }
    }

    @Test
    void shouldAskForTheDirectoryThatAResumeNeeds() throws Exception {
        Path file = Files.write(dir.resolve("file.bin"), new byte[10]);
        Result result = Commands.run("send", "--resume", file.toString());
        assertThat(result.exitCode()).isEqualTo(2);
        assertThat(result.err()).contains("need --storage DIR");
        Result small = Commands.run("send", "--storage", dir.toString(), "--storage-max=1000", file.toString());
        assertThat(small.exitCode()).isEqualTo(2);
        assertThat(small.err()).contains("--storage-max must be 1MiB or more, was 1000 bytes");
    }
}
