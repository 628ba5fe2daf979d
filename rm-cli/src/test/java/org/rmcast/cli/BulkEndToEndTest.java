package org.rmcast.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.StringWriter;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.rmcast.cli.Commands.Result;
import org.rmcast.cli.common.Json;

/** Files and directories by RMTP, to receivers in processes of their own that are killed, stopped or have no room. */
@EnabledOnOs(OS.LINUX)
class BulkEndToEndTest {
    private static final int FILE_BYTES = 8_000_000;
    private static final String RATE = "--rate=32Mbit";

    @TempDir
    private Path dir = Path.of("");

    private Workers workers = new Workers(dir);
    private String port = "";

    @BeforeEach
    void begin() throws IOException {
        workers = new Workers(dir);
        port = Commands.freePort();
    }

    @AfterEach
    void end() {
        workers.close();
    }

    private Path file(String name, int length) throws IOException {
        byte[] content = new byte[length];
        new Random(length).nextBytes(content);
        return Files.write(dir.resolve(name), content);
    }

    private static int freePort() throws IOException {
        try (DatagramSocket socket = new DatagramSocket(0, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    /** Until there are receivers at these ports. */
    private static void awaitBound(List<Integer> ports) {
        for (int each : ports) {
            Commands.until("a receiver at port " + each, () -> {
                try (DatagramSocket socket = new DatagramSocket(each, InetAddress.getLoopbackAddress())) {
                    return !socket.isBound();
                } catch (IOException e) {
                    return true;
                }
            });
        }
    }

    private Path inbox(int receiver) {
        return dir.resolve("inbox-" + receiver);
    }

    private String[] receive(int receiver, int memberPort, String... further) throws IOException {
        return line(List.of(receiveOne(receiver, memberPort, "--stay")), further);
    }

    /** One delivery only. */
    private String[] receiveOne(int receiver, int memberPort, String... further) throws IOException {
        Files.createDirectories(inbox(receiver));
        return line(
                List.of("receive", "--protocol=rmtp", port, "--member-port=" + memberPort, "--dir=" + inbox(receiver)),
                further);
    }

    private static String[] line(List<String> first, String... further) {
        List<String> arguments = new ArrayList<>(first);
        arguments.addAll(List.of(further));
        return arguments.toArray(new String[0]);
    }

    private String[] send(Path what, List<Integer> ports, String... further) throws IOException {
        List<String> lines = ports.stream().map(each -> "127.0.0.1:" + each).toList();
        Path list = Files.write(dir.resolve("receivers.txt"), lines);
        return line(
                List.of("send", "--protocol=rmtp", port, "--json", "--receivers=" + list, what.toString()), further);
    }

    private static JsonNode delivery(String output) {
        List<JsonNode> lines = output.lines()
                .filter(line -> line.startsWith("{"))
                .map(Json::parse)
                .toList();
        return lines.get(lines.size() - 1).at("/deliveries/0");
    }

    /** Packets that left more than once, or to receivers that had them. */
    private static long sent(JsonNode delivery) {
        return delivery.get("packetsToGroup").asLong()
                + delivery.get("packetsApart").asLong();
    }

    private long received(int receiver) throws IOException {
        Path part = inbox(receiver).resolve(".file.bin.held");
        return Files.exists(part) ? Files.size(inbox(receiver).resolve(".file.bin.part")) : 0;
    }

    private void awaitHalf(int receiver) {
        Commands.until("half of the file", () -> {
            try {
                return received(receiver) >= FILE_BYTES / 2;
            } catch (IOException e) {
                return false;
            }
        });
    }

    private void assertIdentical(Path file, int receiver) throws IOException {
        Path name = file.getFileName();
        assertThat(inbox(receiver).resolve(name.toString())).hasSameBinaryContentAs(file);
        try (Stream<Path> left = Files.list(inbox(receiver))) {
            assertThat(left).as("nothing else is left").hasSize(1);
        }
    }

    @Test
    void shouldSendADirectoryAndSayWhatBecameOfItAtEachReceiver() throws Exception {
        Path photos = Files.createDirectories(dir.resolve("photos"));
        Files.createDirectories(photos.resolve("2024/empty"));
        Files.write(photos.resolve("2024/a.bin"), Files.readAllBytes(file("a", 300_000)));
        Files.createFile(photos.resolve("b.txt"));
        Files.createSymbolicLink(photos.resolve("link"), Path.of("/etc/passwd"));
        List<CompletableFuture<Result>> receivers = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            receivers.add(Commands.start(
                    "receive",
                    "--protocol=rmtp",
                    port,
                    "--create",
                    "--dir=" + inbox(i),
                    "--impair-in=loss=5%,seed=" + i));
        }
        Result sender = Commands.run("send", "--protocol=rmtp", port, "--receivers=2", photos.toString());
        assertThat(sender.exitCode()).as(sender.err()).isZero();
        assertThat(sender.err()).contains("left out: " + photos.resolve("link") + " is a link");
        assertThat(sender.out()).contains("sent photos, 300 kB").contains("released");
        assertThat(sender.out().lines().filter(line -> line.contains(" released ")))
                .hasSize(2);
        for (int i = 0; i < 2; i++) {
            Result receiver = Commands.await(receivers.get(i));
            assertThat(receiver.exitCode()).as(receiver.err()).isZero();
            assertThat(receiver.out().strip())
                    .isEqualTo(inbox(i).resolve("photos").toString());
            assertThat(inbox(i).resolve("photos/2024/a.bin")).hasSameBinaryContentAs(photos.resolve("2024/a.bin"));
            assertThat(inbox(i).resolve("photos/b.txt")).isEmptyFile();
            assertThat(inbox(i).resolve("photos/2024/empty")).isEmptyDirectory();
            assertThat(inbox(i).resolve("photos/link")).doesNotExist();
        }
    }

    @Test
    void shouldNameWhoDeclinesAndWhoIsNotThere() throws Exception {
        Path file = file("file.bin", 100_000);
        List<Integer> ports = List.of(freePort(), freePort(), freePort());
        workers.start("a.log", receive(0, ports.get(0)));
        workers.start("b.log", receive(1, ports.get(1)));
        Files.writeString(inbox(1).resolve("file.bin"), "old");
        awaitBound(ports.subList(0, 2));
        Result sender = Commands.run(send(file, ports, "--wait-timeout=2s"));
        assertThat(sender.exitCode()).as(sender.err()).isEqualTo(4);
        assertThat(sender.err())
                .contains("127.0.0.1:" + ports.get(1) + ": declined, it declined: ")
                .contains("exists already; --overwrite replaces it")
                .contains("127.0.0.1:" + ports.get(2) + ": not connected, it did not answer");
        JsonNode verdicts = delivery(sender.out()).get("verdicts");
        assertThat(verdicts).hasSize(3);
        assertThat(verdicts.get(0).get("outcome").asText()).isEqualTo("RELEASED");
        assertIdentical(file, 0);
        assertThat(inbox(1).resolve("file.bin")).hasContent("old");
        Commands.until("the reason", () -> workers.text("b.log").contains("exists already; --overwrite replaces it"));
    }

    /** The image gives each command a health file. */
    @Test
    void shouldTouchAHealthFileWhileItAnswers() throws Exception {
        Path file = file("file.bin", 100_000);
        List<Integer> ports = List.of(freePort(), freePort());
        Path received = dir.resolve("received.health");
        Path sent = dir.resolve("sent.health");
        Process receiver = workers.start("a.log", receive(0, ports.get(0), "--health-file=" + received));
        Commands.until("the receiver's health file", () -> Files.exists(received));
        CompletableFuture<Result> sender =
                Commands.start(send(file, ports, "--wait-timeout=3s", "--health-file=" + sent));
        Commands.until("the sender's health file", () -> Files.exists(sent));
        assertThat(sender.get().exitCode()).isEqualTo(4);
        assertIdentical(file, 0);
        long before = received.toFile().lastModified();
        Commands.until("another touch", () -> received.toFile().lastModified() > before);
        Workers.signal(receiver, "TERM");
        assertThat(receiver.waitFor(20, TimeUnit.SECONDS)).isTrue();
        assertThat(received).doesNotExist();
        assertThat(sent).doesNotExist();
    }

    /** Of the sender while it waits for the second receiver, and of the first one. */
    @Test
    void shouldServeMeters() throws Exception {
        Path file = file("file.bin", 100_000);
        List<Integer> ports = List.of(freePort(), freePort());
        StringWriter receiving = new StringWriter();
        StringWriter sending = new StringWriter();
        CompletableFuture<Result> receiver = Commands.start(receiving, receiveOne(0, ports.get(0), "--metrics-port=0"));
        URI receivers = Scrape.address(receiving);
        CompletableFuture<Result> sender =
                Commands.start(sending, send(file, ports, "--wait-timeout=30s", "--metrics-port=0"));
        URI senders = Scrape.address(sending);
        Commands.until(
                "one receiver that has joined",
                () -> Pattern.compile(
                                "\nrm_receivers\\{channel=\"files\",member=\"[^\"]+\",protocol=\"rmtp\",role=\"sender\"} 1.0")
                        .matcher(Scrape.text(senders))
                        .find());
        assertThat(Scrape.names(Scrape.text(senders))).contains("rm_rounds_total", "rm_datagrams_sent_total");
        assertThat(Scrape.text(receivers)).contains("role=\"receiver\"");
        CompletableFuture<Result> second = Commands.start(receiveOne(1, ports.get(1)));
        assertThat(Commands.await(sender).exitCode()).as(sending.toString()).isZero();
        assertThat(Commands.await(receiver).exitCode()).as(receiving.toString()).isZero();
        assertThat(Commands.await(second).exitCode()).isZero();
        assertIdentical(file, 0);
    }

    @Test
    void shouldAskForAsLongAsItSays() throws Exception {
        long beganNanos = System.nanoTime();
        Result sender = Commands.run(send(file("file.bin", 100), List.of(freePort()), "--wait-timeout=3s"));
        assertThat(sender.exitCode()).as(sender.err()).isEqualTo(3);
        assertThat(sender.err()).contains("no receiver answered within 3.0 s");
        assertThat(System.nanoTime() - beganNanos).isGreaterThan(3_000_000_000L);
    }

    @Test
    void shouldGoOnWithAReceiverThatWasKilled() throws Exception {
        Path file = file("file.bin", FILE_BYTES);
        List<Integer> ports = List.of(freePort(), freePort());
        workers.start("a.log", receive(0, ports.get(0)));
        Process killed = workers.start("b.log", receive(1, ports.get(1)));
        CompletableFuture<Result> sender = Commands.start(send(file, ports, RATE));
        awaitHalf(1);
        Workers.kill(killed);
        workers.start("b.log", receive(1, ports.get(1)));
        Result result = Commands.await(sender);
        assertThat(result.exitCode()).as(result.err() + workers.text("b.log")).isZero();
        assertIdentical(file, 0);
        assertIdentical(file, 1);
        JsonNode delivery = delivery(result.out());
        long again = sent(delivery) - delivery.get("packets").asLong();
        System.out.println(
                "receiver killed at half: " + again + " of " + delivery.get("packets") + " packets sent twice");
        assertThat(again).isLessThan(delivery.get("packets").asLong() * 6 / 10);
    }

    @Test
    void shouldGoOnWithAServerThatWasKilled() throws Exception {
        Path file = file("file.bin", FILE_BYTES);
        List<Integer> ports = List.of(freePort(), freePort());
        workers.start("a.log", receive(0, ports.get(0)));
        workers.start("b.log", receive(1, ports.get(1)));
        Process killed = workers.start("s.log", send(file, ports, RATE));
        awaitHalf(0);
        awaitHalf(1);
        Workers.kill(killed);
        Result result = Commands.run(send(file, ports, RATE));
        assertThat(result.exitCode()).as(result.err()).isZero();
        assertIdentical(file, 0);
        assertIdentical(file, 1);
        JsonNode delivery = delivery(result.out());
        System.out.println("server killed at half: the second one sent " + sent(delivery) + " of "
                + delivery.get("packets") + " packets");
        assertThat(sent(delivery)).isLessThan(delivery.get("packets").asLong() * 6 / 10);
        // Once more: they have it already.
        Result once = Commands.run(send(file, ports, RATE));
        assertThat(once.exitCode()).as(once.err()).isZero();
        assertThat(sent(delivery(once.out()))).isZero();
    }

    @Test
    void shouldServeAReceiverThatStoodStillWhenItRunsAgain() throws Exception {
        long seconds = Long.getLong("rm.stop.seconds", 5);
        Path file = file("file.bin", FILE_BYTES);
        List<Integer> ports = List.of(freePort(), freePort());
        workers.start("a.log", receive(0, ports.get(0)));
        Process stopped = workers.start("b.log", receive(1, ports.get(1)));
        CompletableFuture<Result> sender =
                Commands.start(send(file, ports, RATE, "--param=separatePolls=12", "--param=polls=8"));
        awaitHalf(1);
        Workers.signal(stopped, "STOP");
        long until = System.nanoTime() + seconds * 1_000_000_000L;
        Commands.until("the time to stand still", () -> System.nanoTime() - until > 0);
        Workers.signal(stopped, "CONT");
        Result result = Commands.await(sender);
        assertThat(result.exitCode()).as(result.err()).isZero();
        assertIdentical(file, 0);
        assertIdentical(file, 1);
        JsonNode delivery = delivery(result.out());
        System.out.println("receiver stopped for " + seconds + " s: " + delivery.get("verdicts"));
    }

    /** A disk that takes no more: here a limit on the length of files. */
    @Test
    void shouldNameAReceiverWhoseDiskIsFullAndHarmNobodyElse() throws Exception {
        Path file = file("file.bin", FILE_BYTES);
        List<Integer> ports = List.of(freePort(), freePort());
        workers.start("a.log", receive(0, ports.get(0)));
        workers.start("b.log", List.of("sh", "-c", "ulimit -f 4000; exec \"$0\" \"$@\""), receive(1, ports.get(1)));
        Result result = Commands.run(send(file, ports, "--rate=200Mbit", "--param=busy=2s"));
        assertThat(result.exitCode()).as(result.err()).isEqualTo(4);
        assertThat(result.err())
                .contains("127.0.0.1:" + ports.get(1) + ": busy, it was busy for too long: File too large");
        JsonNode verdicts = delivery(result.out()).get("verdicts");
        assertThat(verdicts.get(0).get("outcome").asText()).isEqualTo("RELEASED");
        assertIdentical(file, 0);
        assertThat(workers.text("b.log")).contains("busy: file.bin: File too large");
        assertThat(inbox(1).resolve("file.bin")).doesNotExist();
    }

    @Test
    void shouldRefuseOptionsThatDoNotBelongTogether() throws Exception {
        Path file = file("file.bin", 10);
        assertThat(Commands.run("send", "--receivers=2", file.toString()).err()).contains("is for --protocol rmtp");
        assertThat(Commands.run("send", "--protocol=rmtp", "--storage=" + dir, file.toString())
                        .err())
                .contains("--storage is for sessions");
        assertThat(Commands.run("receive", "--protocol=rmtp", "--storage=" + dir, "--dir=" + dir)
                        .err())
                .contains("--storage is for sessions");
        assertThat(Commands.run("send", "--protocol=rmtp", "--queue=1MB", file.toString())
                        .err())
                .contains("--queue is for sessions");
        assertThat(Commands.run("send", "--protocol=rmtp", "--receivers=nowhere.txt", file.toString())
                        .err())
                .contains("neither a number nor a file");
        Path list = Files.writeString(dir.resolve("bad.txt"), "# two\n127.0.0.1:7\nhere\n");
        assertThat(Commands.run("send", "--protocol=rmtp", "--receivers=" + list, file.toString())
                        .err())
                .contains("line 3: \"here\" is not HOST:PORT");
        Result nobody = Commands.run("send", "--protocol=rmtp", port, "--wait-timeout=200ms", file.toString());
        assertThat(nobody.exitCode()).isEqualTo(3);
        Result alone = Commands.run("receive", "--protocol=rmtp", port, "--wait=200ms", "--dir=" + dir);
        assertThat(alone.exitCode()).isEqualTo(3);
    }
}
