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

    private final List<Process> processes = new ArrayList<>();

    @AfterEach
    void endAll() {
        processes.forEach(Process::destroyForcibly);
    }

    private Process start(String log, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                Rmcast.class.getName()));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(dir.resolve(log).toFile())
                .start();
        processes.add(process);
        return process;
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
                    .as(() -> "the sender ended early: " + text("sender.log"))
                    .isFalse();
            assertThat(System.nanoTime() - start).as("time to half of the file").isLessThan(LIMIT_NANOS);
        }
    }

    private String text(String log) {
        try {
            return Files.readString(dir.resolve(log));
        } catch (IOException e) {
            return e.toString();
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
            receivers.add(start(
                    "receiver-" + i + ".log",
                    "receive",
                    port,
                    "--dir",
                    inbox(dir, i).toString()));
        }
        Process killed = start("sender.log", send(port, file, "--impair-out=rate=80Mbit"));
        awaitHalf(killed);
        killed.destroyForcibly();
        assertThat(killed.waitFor(20, TimeUnit.SECONDS)).isTrue();

        Result refused = Commands.run(send(port, file));
        assertThat(refused.exitCode()).isNotZero();
        assertThat(refused.err()).contains("holds a session that has not ended; resume it");

        Result resumed = Commands.run(send(port, file, "--resume"));
        assertThat(resumed.exitCode()).as(resumed.err()).isZero();
        assertThat(resumed.err()).containsPattern("resumed at message [1-9][0-9]+");
        for (int i = 0; i < RECEIVERS; i++) {
            assertThat(receivers.get(i).waitFor(30, TimeUnit.SECONDS)).isTrue();
            assertThat(receivers.get(i).exitValue())
                    .as(text("receiver-" + i + ".log"))
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
