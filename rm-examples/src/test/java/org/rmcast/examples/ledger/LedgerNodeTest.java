package org.rmcast.examples.ledger;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Three processes on loopback that write all the time; one is killed (SIGKILL). */
class LedgerNodeTest {
    private static final Duration LONG = Duration.ofSeconds(60);

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path dir;

    private final List<Node> nodes = new ArrayList<>();

    /** A member in a process of its own. */
    private static final class Node {
        final Process process;
        final Path out;

        Node(Process process, Path out) {
            this.process = process;
            this.out = out;
        }

        void say(String line) throws IOException {
            OutputStream in = process.getOutputStream();
            in.write((line + "\n").getBytes(UTF_8));
            in.flush();
        }

        List<String> lines() {
            try {
                String text = Files.readString(out);
                // The last line of one that was killed may be cut.
                return text.substring(0, text.lastIndexOf('\n') + 1).lines().toList();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        /** The rest of the last line that begins with this; waits for one that was not there before. */
        String await(String beginning, long seen) {
            long deadline = System.nanoTime() + LONG.toNanos();
            while (count(beginning) <= seen) {
                assertThat(process.isAlive()).as("the process lives").isTrue();
                assertThat(System.nanoTime())
                        .as("waiting for " + beginning + " in " + out)
                        .isLessThan(deadline);
                LockSupport.parkNanos(5_000_000);
            }
            return lines().stream()
                    .filter(line -> line.startsWith(beginning))
                    .reduce((one, other) -> other)
                    .orElseThrow()
                    .substring(beginning.length());
        }

        long count(String beginning) {
            return lines().stream().filter(line -> line.startsWith(beginning)).count();
        }

        Set<String> acknowledged() {
            Set<String> ids = new TreeSet<>();
            lines().stream().filter(line -> line.startsWith("acked ")).forEach(line -> ids.add(line.split(" ", -1)[1]));
            return ids;
        }

        String hash() throws IOException {
            long seen = count("hash ");
            say("hash");
            return await("hash ", seen);
        }

        Set<String> entries() throws IOException {
            long seen = count("dumped ");
            say("dump");
            assertThat(await("dumped ", seen)).isNotEmpty();
            Set<String> ids = new TreeSet<>();
            lines().stream().filter(line -> line.startsWith("entry ")).forEach(line -> ids.add(line.substring(6)));
            return ids;
        }
    }

    @AfterEach
    void end() {
        nodes.forEach(node -> node.process.destroyForcibly());
    }

    private Node start(String port) throws IOException {
        Path out = Files.createTempFile(dir, "out", ".txt");
        Path err = Files.createTempFile(dir, "err", ".txt");
        String path = Stream.of(System.getProperty("java.class.path", ""), System.getProperty("jdk.module.path", ""))
                .filter(one -> !one.isEmpty())
                .reduce((one, other) -> one + File.pathSeparator + other)
                .orElseThrow();
        // Tests of a module are patched into it: the classes themselves are beside them.
        path = Path.of("target", "classes").toAbsolutePath() + File.pathSeparator + path;
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx128m",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        path,
                        LedgerNode.class.getName(),
                        port)
                .redirectOutput(out.toFile())
                .redirectError(err.toFile())
                .start();
        Node node = new Node(process, out);
        nodes.add(node);
        return node;
    }

    private static String freePort() throws IOException {
        try (DatagramSocket free = new DatagramSocket(0, InetAddress.getLoopbackAddress())) {
            return Integer.toString(free.getLocalPort());
        }
    }

    @Test
    void shouldLoseNothingAcknowledgedWhenOneIsKilledWhileWriting() throws Exception {
        String port = freePort();
        List<Node> all = List.of(start(port), start(port), start(port));
        for (Node node : all) {
            node.await("ready ", 0);
        }
        for (int i = 0; i < all.size(); i++) {
            all.get(i).say("write w" + i + " 300");
        }
        for (int i = 0; i < all.size(); i++) {
            all.get(i).await("acked w" + i + "-300 ", 0);
        }
        Node victim = all.get(0);
        victim.process.destroyForcibly().waitFor();
        Node one = all.get(1);
        Node two = all.get(2);
        one.await("acked w1-1200 ", 0);
        two.await("acked w2-1200 ", 0);
        for (Node node : List.of(one, two)) {
            node.say("stop");
            long written = Long.parseLong(node.await("stopped ", 0));
            node.await("acked w" + all.indexOf(node) + "-" + (written - 1) + " ", 0);
        }
        String hash = one.hash();
        long deadline = System.nanoTime() + LONG.toNanos();
        while (!hash.equals(two.hash())) {
            assertThat(System.nanoTime()).as("equal ledgers").isLessThan(deadline);
            hash = one.hash();
        }
        Set<String> entries = one.entries();
        assertThat(entries).isEqualTo(two.entries());
        for (Node node : all) {
            assertThat(node.acknowledged()).hasSizeGreaterThan(299);
            assertThat(entries).containsAll(node.acknowledged());
        }
        Node late = start(port);
        late.await("ready ", 0);
        deadline = System.nanoTime() + LONG.toNanos();
        while (!hash.equals(late.hash())) {
            assertThat(System.nanoTime()).as("the ledger at a new member").isLessThan(deadline);
        }
        System.out.println("acknowledged "
                + all.stream().map(node -> node.acknowledged().size()).toList() + ", entries " + entries.size());
        for (Node node : List.of(one, two, late)) {
            node.say("quit");
            assertThat(node.process.waitFor()).isZero();
        }
    }
}
