package org.rmcast.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rmcast.cli.Commands.Result;
import org.rmcast.cli.common.Json;

class StreamEndToEndTest {
    @TempDir
    private Path dir = Path.of("");

    @Test
    void shouldCopyTheClipToEveryReceiverThroughLoss() throws Exception {
        String port = Commands.freePort();
        Path first = dir.resolve("first.ts");
        Path second = dir.resolve("second.ts");
        CompletableFuture<Result> a = Commands.start("stream", "receive", port, "--output", first.toString());
        CompletableFuture<Result> b = Commands.start(
                "stream", "receive", port, "--output", second.toString(), "--impair-in=loss=5%,seed=7", "--json");
        Result sender = Commands.run(
                "stream",
                "send",
                port,
                "--wait-for=2",
                "--speed=20",
                "--json",
                Commands.clip().toString());

        assertThat(sender.exitCode()).as(sender.err()).isZero();
        assertThat(Json.parse(sender.out()).get("messages").asInt()).isEqualTo(705);
        assertThat(Json.parse(sender.out()).get("receivers").asInt()).isEqualTo(2);
        assertThat(Commands.await(a).exitCode()).as(Commands.await(a).err()).isZero();
        assertThat(Commands.await(a).err()).contains("joined at message 0, the beginning");
        assertThat(Commands.await(b).exitCode()).as(Commands.await(b).err()).isZero();
        assertThat(Json.parse(Commands.await(b).out()).get("messagesLost").asInt())
                .isZero();
        assertThat(Json.parse(Commands.await(b).out()).get("repairsReceived").asInt())
                .isPositive();
        assertThat(Files.mismatch(Commands.clip(), first)).isEqualTo(-1);
        assertThat(Files.mismatch(Commands.clip(), second)).isEqualTo(-1);
    }

    @Test
    void shouldFeedAPlayerAndRepeatTheClip() throws Exception {
        try (DatagramSocket player = new DatagramSocket(0, InetAddress.getLoopbackAddress())) {
            player.setSoTimeout(30_000);
            String port = Commands.freePort();
            CompletableFuture<Result> receiver =
                    Commands.start("stream", "receive", port, "--udp", "127.0.0.1:" + player.getLocalPort(), "--json");
            CompletableFuture<Result> sender = Commands.start(
                    "stream",
                    "send",
                    port,
                    "--wait-for=1",
                    "--speed=50",
                    "--loop=2",
                    Commands.clip().toString());
            DatagramPacket packet = new DatagramPacket(new byte[2000], 2000);
            player.receive(packet);
            assertThat(packet.getLength()).isEqualTo(1316);
            assertThat(packet.getData()[0]).isEqualTo((byte) 0x47);
            assertThat(Commands.await(sender).exitCode()).isZero();
            assertThat(Commands.await(sender).out()).contains("sent 1,410 messages");
            assertThat(Json.parse(Commands.await(receiver).out())
                            .get("messages")
                            .asInt())
                    .isEqualTo(1410);
        }
    }

    @Test
    void shouldSayThatNobodyCame() throws Exception {
        Result sender = Commands.run(
                "stream",
                "send",
                Commands.freePort(),
                "--wait-for=1",
                "--wait-timeout=50ms",
                Commands.clip().toString());
        assertThat(sender.exitCode()).isEqualTo(3);
        assertThat(sender.err()).contains("only 0 of 1 receivers came within 0.1 s");
        Result receiver = Commands.run(
                "stream",
                "receive",
                Commands.freePort(),
                "--wait=50ms",
                "--output",
                dir.resolve("x.ts").toString());
        assertThat(receiver.exitCode()).isEqualTo(3);
        assertThat(receiver.err()).contains("no sender was heard within 0.1 s on channel \"stream\"");
    }
}
