package org.rmcast.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rmcast.examples.embed.HelloMulticast;
import org.rmcast.examples.embed.ReplicatedMapNode;
import org.rmcast.examples.embed.StockTicker;
import org.rmcast.examples.video.VideoReceiver;
import org.rmcast.examples.video.VideoSender;

/**
 * Every example and command does its work with defaults and the heap of a small container, each in a process of its own. The members
 * of the demo are processes too, since they do not fit into one such heap.
 */
class SmallHeapIT {
    private static final String HEAP = "-Xmx128m";
    private static final int LIMIT_SECONDS = 120;
    private static final int FILE_BYTES = 20_000_000;
    private static final int PEERS = Integer.getInteger("rm.peers", 4);
    private static final int LINES = 200;
    private static final int NOT_CONFIRMED = 4;

    @TempDir
    private Path dir = Path.of("");

    private final List<Process> children = new ArrayList<>();

    /** A program in a process of its own, whose output goes to files. */
    private record Child(Process process, Path out, Path err) {
        /** Waits for its end, and gives what it printed. */
        String end() throws Exception {
            return end(List.of(0));
        }

        String end(List<Integer> exitCodes) throws Exception {
            assertThat(process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS))
                    .as("ended; it said %s", Files.readString(err))
                    .isTrue();
            assertThat(process.exitValue()).as(Files.readString(err)).isIn(exitCodes);
            return Files.readString(out);
        }

        void say(String lines) throws IOException {
            process.outputWriter(StandardCharsets.UTF_8).append(lines).flush();
        }

        void awaitLine(String start) {
            Commands.until(start, () -> {
                try {
                    return Files.readString(out).lines().anyMatch(line -> line.startsWith(start));
                } catch (IOException e) {
                    throw new AssertionError(e);
                }
            });
        }
    }

    private Child start(Class<?> main, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                HEAP,
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                main.getName()));
        command.addAll(List.of(arguments));
        Path out = Files.createTempFile(dir, "out", ".txt");
        Path err = Files.createTempFile(dir, "err", ".txt");
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectOutput(out.toFile()).redirectError(err.toFile());
        builder.environment().put("RMCAST_TERMINALS", "");
        Process process = builder.start();
        children.add(process);
        return new Child(process, out, err);
    }

    private Child rmcast(String... arguments) throws IOException {
        return start(Rmcast.class, arguments);
    }

    @AfterEach
    void end() {
        children.forEach(Process::destroyForcibly);
    }

    private static String portNumber() throws IOException {
        return Commands.freePort().substring("--port=".length());
    }

    @Test
    void shouldGreet() throws Exception {
        assertThat(start(HelloMulticast.class, portNumber()).end())
                .contains("Hello, group! 1", "Hello, group! 2", "Hello, group! 3");
    }

    @Test
    void shouldKeepAMapTogether() throws Exception {
        String port = portNumber();
        Child one = start(ReplicatedMapNode.class, port);
        one.awaitLine("ready");
        Child two = start(ReplicatedMapNode.class, port);
        two.awaitLine("ready");
        one.say("write one 200\n");
        two.say("write two 200\n");
        one.awaitLine("acked one-200");
        two.awaitLine("acked two-200");
        one.say("stop\nput colour red\n");
        one.awaitLine("acked colour red");
        two.say("stop\nget colour\nquit\n");
        one.say("quit\n");
        assertThat(two.end()).contains("value colour red");
        one.end();
    }

    @Test
    void shouldWatchPrices() throws Exception {
        String port = portNumber();
        Child watcher = start(StockTicker.class, "watch", port);
        Child publisher = start(StockTicker.class, "publish", port, "5000");
        assertThat(publisher.end()).doesNotContain("not everybody");
        assertThat(watcher.end()).contains("ACME ", "UMBRELLA ").doesNotContain("lost");
    }

    @Test
    void shouldShowAFilm() throws Exception {
        String port = portNumber();
        Path copy = dir.resolve("copy.ts");
        Child receiver = start(VideoReceiver.class, copy.toString(), port);
        Child sender = start(VideoSender.class, Commands.clip().toString(), port);
        assertThat(sender.end()).contains("everybody has all of it");
        assertThat(receiver.end()).contains("the end").doesNotContain("missing");
        assertThat(copy).hasSameBinaryContentAs(Commands.clip());
    }

    @Test
    void shouldSendAndReceive() throws Exception {
        byte[] bytes = new byte[FILE_BYTES];
        new SplittableRandom(1).nextBytes(bytes);
        Path file = Files.write(dir.resolve("file.bin"), bytes);
        String port = Commands.freePort();
        Path inbox = dir.resolve("inbox");
        Child receiver = rmcast("receive", port, "--create", "--dir=" + inbox, "--json");
        Child sender = rmcast("send", port, "--wait-for=1", "--json", file.toString());
        assertThat(sender.end()).contains("\"ok\":true");
        assertThat(receiver.end()).contains("\"ok\":true");
        assertThat(Files.mismatch(file, inbox.resolve("file.bin"))).isEqualTo(-1);
    }

    @Test
    void shouldStreamThroughARepairHead() throws Exception {
        Path copy = dir.resolve("copy.ts");
        String port = Commands.freePort();
        Path joined = dir.resolve("joined");
        Child head = rmcast("head", port, "--name=stream", "--json", "--health-file=" + joined);
        Commands.until("the repair head", () -> Files.exists(joined));
        Child receiver = rmcast("stream", "receive", port, "--output=" + copy, "--json");
        Child sender = rmcast(
                "stream",
                "send",
                port,
                "--wait-for=1",
                "--speed=20",
                "--json",
                Commands.clip().toString());
        assertThat(sender.end()).contains("\"ok\":true");
        assertThat(receiver.end()).contains("\"ok\":true");
        assertThat(head.end()).contains("\"ok\":true");
        assertThat(Files.mismatch(Commands.clip(), copy)).isEqualTo(-1);
    }

    @Test
    void shouldChat() throws Exception {
        String port = Commands.freePort();
        Child anna = rmcast("chat", port, "--nick=anna", "--wait-for=1", "--stay=3s");
        Child bob = rmcast("chat", port, "--nick=bob", "--wait-for=1", "--stay=3s");
        anna.say("hello bob\n");
        bob.say("hello anna\n");
        anna.awaitLine("bob: hello anna");
        bob.awaitLine("anna: hello bob");
        anna.process().outputWriter().close();
        bob.process().outputWriter().close();
        anna.end();
        bob.end();
    }

    /**
     * All send at the same time, and a fifth of all datagrams is lost. They leave at the same time too: who hears neither that another one
     * has everything nor that it leaves says at its own end that not everyone confirmed.
     */
    @ParameterizedTest
    @ValueSource(strings = {"srm", "nak"})
    void shouldTalkAmongEquals(String protocol) throws Exception {
        String port = Commands.freePort();
        List<Child> peers = new ArrayList<>();
        for (int peer = 0; peer < PEERS; peer++) {
            peers.add(rmcast(
                    "chat",
                    port,
                    "--nick=p" + peer,
                    "--protocol=" + protocol,
                    "--wait-for=" + (PEERS - 1),
                    "--impair-in=loss=20%,seed=" + (1 + peer),
                    "--stay=10s"));
        }
        List<String> said =
                IntStream.range(0, LINES).mapToObj(line -> "line " + line).toList();
        for (Child peer : peers) {
            peer.say(String.join("\n", said) + "\n");
            peer.process().outputWriter().close();
        }
        for (Child peer : peers) {
            Map<String, List<String>> heard = new TreeMap<>();
            for (String line : peer.end(List.of(0, NOT_CONFIRMED)).lines().toList()) {
                int colon = line.indexOf(": ");
                heard.computeIfAbsent(line.substring(0, colon), nick -> new ArrayList<>())
                        .add(line.substring(colon + 2));
            }
            assertThat(heard).hasSize(PEERS - 1);
            assertThat(heard.values()).allSatisfy(lines -> assertThat(lines).isEqualTo(said));
        }
    }

    @Test
    void shouldMeasure() throws Exception {
        String port = Commands.freePort();
        Child receiver = rmcast("perf", "receive", port);
        Child sender = rmcast("perf", "send", port, "--wait-for=1", "--count=50000");
        assertThat(sender.end()).contains("\"ok\":true");
        assertThat(receiver.end()).contains("\"ok\":true");
    }

    @Test
    void shouldShowTheDemo() throws Exception {
        assertThat(rmcast("demo", "--json", "--speed=4").end()).contains("\"ok\":true");
    }
}
