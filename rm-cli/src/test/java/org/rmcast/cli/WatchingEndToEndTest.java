package org.rmcast.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.StringWriter;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rmcast.cli.Commands.Result;

/** Meters for Prometheus, and a file for whoever looks after the process. */
class WatchingEndToEndTest {
    private static final Pattern ONE_RECEIVER = Pattern.compile(
            "rm_receivers\\{channel=\"files\",member=\"[^\"]+\",protocol=\"tram\",role=\"sender\"} 1.0");

    @TempDir
    private Path dir = Path.of("");

    private Path file() throws IOException {
        byte[] content = new byte[300_000];
        new Random(1).nextBytes(content);
        return Files.write(dir.resolve("content.bin"), content);
    }

    @Test
    void shouldServeMetersFromTheStartToTheEnd() throws Exception {
        String port = Commands.freePort();
        Path inbox = Files.createDirectory(dir.resolve("inbox"));
        StringWriter waiting = new StringWriter();
        CompletableFuture<Result> receiver =
                Commands.start(waiting, "receive", port, "--dir", inbox.toString(), "--metrics-port=0");
        URI metrics = Scrape.address(waiting);
        Commands.until("the session's meters", () -> Scrape.text(metrics).contains("\nrm_packets_received_total"));

        Scrape.Page page = Scrape.get(metrics);
        assertThat(page.status()).isEqualTo(200);
        assertThat(page.type()).isEqualTo("text/plain; version=0.0.4; charset=utf-8");
        assertThat(page.text())
                .containsPattern("rm_packets_received_total\\{channel=\"files\",member=\"[^\"]+\",protocol=\"tram\","
                        + "role=\"receiver\"} 0.0")
                .containsPattern("rm_datagrams_rejected_total\\{channel=\"files\",member=\"[^\"]+\",protocol=\"tram\","
                        + "reason=\"malformed\"")
                .contains(
                        "jvm_memory_used_bytes{area=\"heap\"",
                        "jvm_gc_",
                        "jvm_threads_live_threads",
                        "process_cpu_usage");
        assertThat(Scrape.get(metrics.resolve("/")).status()).isEqualTo(404);
        assertThat(metrics.getHost()).as("only this machine").isEqualTo("127.0.0.1");

        StringWriter sending = new StringWriter();
        CompletableFuture<Result> sender =
                Commands.start(sending, "send", port, "--metrics-port=0", "--wait-for=2", file().toString());
        URI senders = Scrape.address(sending);
        Commands.until(
                "the receiver's name at the sender",
                () -> ONE_RECEIVER.matcher(Scrape.text(senders)).find());
        Path other = Files.createDirectory(dir.resolve("other"));
        Commands.run("receive", port, "--dir", other.toString(), "--no-offload");

        assertThat(Commands.await(sender).exitCode()).as(sending.toString()).isZero();
        assertThat(Commands.await(receiver).exitCode()).as(waiting.toString()).isZero();
        for (URI ended : new URI[] {metrics, senders}) {
            assertThatThrownBy(() -> Scrape.get(ended)).isInstanceOf(ConnectException.class);
        }
    }

    @Test
    void shouldTouchTheHealthFileAsLongAsTheSessionAnswers() throws Exception {
        Path health = dir.resolve("health");
        StringWriter err = new StringWriter();
        String port = Commands.freePort();
        CompletableFuture<Result> head = Commands.start(err, "head", port, "--health-file=" + health);
        Commands.until("the health file", () -> Files.exists(health));
        FileTime old = FileTime.fromMillis(1_000);
        Files.setLastModifiedTime(health, old);
        Commands.until("the next touch", () -> !modified(health).equals(old));

        CompletableFuture<Result> receiver = Commands.start("perf", "receive", port, "--name=files");
        Result sender = Commands.run("perf", "send", port, "--name=files", "--wait-for=1", "--count=10");
        assertThat(sender.exitCode()).as(sender.err()).isZero();
        assertThat(Commands.await(receiver).exitCode()).isZero();
        assertThat(Commands.await(head).exitCode()).as(err.toString()).isZero();
        assertThat(health).doesNotExist();
    }

    private static FileTime modified(Path file) {
        try {
            return Files.getLastModifiedTime(file);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "receive --dir .",
                "send pom.xml",
                "stream receive --output COPY",
                "stream send CLIP",
                "head",
                "chat --nick=anna",
                "perf receive",
                "perf send",
                "perf peers"
            })
    void shouldRefuseWhatCanNotBeServedOrWritten(String commandLine) throws Exception {
        String[] words = commandLine
                .replace("CLIP", Commands.clip().toString())
                .replace("COPY", dir.resolve("copy.ts").toString())
                .split(" ");
        Path keepsake = Files.writeString(dir.resolve("keepsake"), "dear");
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertRefused(
                    words,
                    1,
                    "--metrics-port " + taken.getLocalPort() + ": cannot listen at 127.0.0.1 port ",
                    "--metrics-port=" + taken.getLocalPort());
        }
        assertRefused(words, 2, "--metrics-port must be 0 to 65535, was 65536", "--metrics-port=65536");
        assertRefused(
                words,
                2,
                "--metrics-address 192.0.2.1 is not an address of this machine; use one, 127.0.0.1",
                "--metrics-port=0",
                "--metrics-address=192.0.2.1");
        assertRefused(words, 2, "--metrics-address needs --metrics-port=PORT", "--metrics-address=127.0.0.1");
        assertRefused(
                words,
                2,
                "--health-file " + dir.resolve("none/health") + ": no such file or directory",
                "--health-file=" + dir.resolve("none/health"));
        assertRefused(words, 2, "--health-file " + dir + " exists and is not an empty file", "--health-file=" + dir);
        assertRefused(
                words, 2, keepsake + " exists and is not an empty file; name one that", "--health-file=" + keepsake);
        assertThat(keepsake).hasContent("dear");
    }

    private static void assertRefused(String[] words, int exitCode, String problem, String... options)
            throws Exception {
        String[] arguments = Stream.of(words, options, new String[] {Commands.freePort()})
                .flatMap(Arrays::stream)
                .toArray(String[]::new);
        Result result = Commands.run(arguments);
        assertThat(result.err()).contains(problem).doesNotContain("\tat ", "Exception");
        assertThat(result.exitCode()).as(result.err()).isEqualTo(exitCode);
        Commands.assertNoResults(result);
    }
}
