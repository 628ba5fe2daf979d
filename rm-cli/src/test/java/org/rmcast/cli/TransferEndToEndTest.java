package org.rmcast.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.rmcast.cli.Commands.Result;
import org.rmcast.cli.common.Json;

class TransferEndToEndTest {
    @TempDir
    private Path dir = Path.of("");

    private Path file(String name, int length) throws Exception {
        byte[] content = new byte[length];
        new Random(length).nextBytes(content);
        return Files.write(dir.resolve(name), content);
    }

    @Test
    void shouldSendFilesToEveryReceiverThroughLoss() throws Exception {
        String port = Commands.freePort();
        Path big = file("big.bin", 2_000_000);
        Path empty = file("empty.bin", 0);
        Path firstInbox = Files.createDirectory(dir.resolve("first"));
        Path secondInbox = Files.createDirectory(dir.resolve("second"));
        CompletableFuture<Result> a = Commands.start("receive", port, "--dir", firstInbox.toString());
        CompletableFuture<Result> b =
                Commands.start("receive", port, "--dir", secondInbox.toString(), "--impair-in=loss=5%,seed=3");
        Result sender = Commands.run("send", port, "--wait-for=2", big.toString(), empty.toString());

        assertThat(sender.exitCode()).as(sender.err()).isZero();
        assertThat(sender.out()).contains("sent 2 files, 2.00 MB").contains("all 2 receivers have everything");
        assertThat(Commands.await(a).exitCode()).as(Commands.await(a).err()).isZero();
        assertThat(Commands.await(b).exitCode()).as(Commands.await(b).err()).isZero();
        assertThat(Commands.await(a).out().lines()).hasSize(2);
        for (Path inbox : new Path[] {firstInbox, secondInbox}) {
            assertThat(Files.mismatch(big, inbox.resolve("big.bin"))).isEqualTo(-1);
            assertThat(inbox.resolve("empty.bin")).isEmptyFile();
            try (var files = Files.list(inbox)) {
                assertThat(files).hasSize(2);
            }
        }
    }

    @Test
    void shouldFailAtTheReceiverThatMayNotReplaceItsFile() throws Exception {
        String port = Commands.freePort();
        Path notes = file("notes.txt", 10);
        Path inbox = Files.createDirectory(dir.resolve("inbox"));
        Files.writeString(inbox.resolve("notes.txt"), "old");
        CompletableFuture<Result> receiver = Commands.start("receive", port, "--dir", inbox.toString());
        Commands.run("send", port, notes.toString());
        assertThat(Commands.await(receiver).exitCode()).isEqualTo(4);
        assertThat(Commands.await(receiver).err()).contains("exists already; --overwrite replaces it");
        assertThat(inbox.resolve("notes.txt")).hasContent("old");
    }

    @Test
    void shouldRefuseTwoFilesOfOneName() throws Exception {
        Path other = Files.createDirectory(dir.resolve("other"));
        Path first = file("notes.txt", 10);
        Path second = Files.copy(first, other.resolve("notes.txt"));
        Result sender = Commands.run("send", first.toString(), second.toString());
        assertThat(sender.exitCode()).isEqualTo(2);
        assertThat(sender.err()).contains("two files are named notes.txt");
    }

    @Test
    void shouldSendADirectoryWithAllThatIsBelow() throws Exception {
        String port = Commands.freePort();
        Path photos = dir.resolve("photos");
        Files.createDirectories(photos.resolve("2024"));
        Files.writeString(photos.resolve("2024/a.txt"), "one");
        Files.writeString(photos.resolve("b.txt"), "two");
        Files.writeString(photos.resolve(".hidden"), "three");
        Path inbox = dir.resolve("made/inbox");
        CompletableFuture<Result> receiver = Commands.start("receive", port, "--create", "--dir", inbox.toString());
        Result sender = Commands.run("send", port, photos.toString());
        assertThat(sender.exitCode()).as(sender.err()).isZero();
        assertThat(sender.err())
                .contains("left out: " + photos.resolve(".hidden") + " has a part that begins with a dot");
        assertThat(Commands.await(receiver).exitCode())
                .as(Commands.await(receiver).err())
                .isZero();
        assertThat(inbox.resolve("photos/2024/a.txt")).hasContent("one");
        assertThat(inbox.resolve("photos/b.txt")).hasContent("two");
        assertThat(inbox.resolve("photos/.hidden")).doesNotExist();
    }

    @Test
    void shouldSendStandardInput() throws Exception {
        String port = Commands.freePort();
        byte[] content = new byte[200_000];
        new Random(5).nextBytes(content);
        CompletableFuture<Result> receiver = Commands.start("receive", port, "--dir", dir.toString());
        Result sender =
                Commands.run(new ByteArrayInputStream(content), "send", port, "--json", "--input-name=src.tar", "-");
        assertThat(sender.exitCode()).as(sender.err()).isZero();
        assertThat(Json.parse(sender.out()).get("bytes").asLong()).isEqualTo(200_000);
        assertThat(Commands.await(receiver).exitCode())
                .as(Commands.await(receiver).err())
                .isZero();
        assertThat(dir.resolve("src.tar")).hasBinaryContent(content);
        Result resumed = Commands.run("send", "--storage", dir.toString(), "--resume", "-");
        assertThat(resumed.exitCode()).isEqualTo(2);
        assertThat(resumed.err()).contains("standard input cannot");
        assertThat(Commands.run("send", "--input-name=../x", "-").exitCode()).isEqualTo(2);
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void shouldRunAProgramForEachFileThatIsWhole() throws Exception {
        String port = Commands.freePort();
        Path inbox = Files.createDirectory(dir.resolve("inbox"));
        CompletableFuture<Result> receiver =
                Commands.start("receive", port, "--json", "--exec=test -s", "--dir", inbox.toString());
        Result sender = Commands.run(
                "send",
                port,
                file("full.bin", 1_000).toString(),
                file("empty.bin", 0).toString());
        assertThat(sender.exitCode()).as(sender.err()).isZero();
        Result received = Commands.await(receiver);
        assertThat(received.exitCode()).as(received.err()).isEqualTo(1);
        List<JsonNode> lines = received.out().lines().map(Json::parse).toList();
        assertThat(lines.get(0).get("event").asText()).isEqualTo("command");
        assertThat(lines.get(0).get("exitCode").asInt()).isZero();
        assertThat(lines.get(1).get("file").asText())
                .isEqualTo(inbox.resolve("empty.bin").toString());
        assertThat(lines.get(1).get("exitCode").asInt()).isEqualTo(1);
        assertThat(lines.get(2).get("commandsFailed").asInt()).isEqualTo(1);
        assertThat(received.err()).contains("--exec test -s: failed for 1 file");
    }

    @Test
    void shouldStayForTheNextSender() throws Exception {
        String port = Commands.freePort();
        Path inbox = Files.createDirectory(dir.resolve("inbox"));
        CompletableFuture<Result> receiver = new CompletableFuture<>();
        Thread stays = new Thread(
                () -> receiver.complete(Commands.run("receive", port, "--stay", "--json", "--dir", inbox.toString())));
        stays.start();
        for (String name : List.of("first.bin", "second.bin", "third.bin")) {
            Result sender = Commands.run("send", port, file(name, 100_000).toString());
            assertThat(sender.exitCode()).as(sender.err()).isZero();
            Commands.until(name, () -> Files.exists(inbox.resolve(name)));
        }
        stays.interrupt();
        Result result = Commands.await(receiver);
        assertThat(result.exitCode()).isEqualTo(130);
        List<JsonNode> lines = result.out().lines().map(Json::parse).toList();
        assertThat(lines).hasSize(4);
        assertThat(lines.subList(0, 3)).allSatisfy(line -> {
            assertThat(line.get("event").asText()).isEqualTo("stream");
            assertThat(line.get("complete").asBoolean()).isTrue();
            assertThat(line.get("files")).hasSize(1);
        });
        assertThat(lines.get(3).at("/error/kind").asText()).isEqualTo("interrupted");
        assertThat(lines.get(3).get("streams").asInt()).isEqualTo(3);
    }

    @Test
    void shouldStayAfterASenderThatDied() throws Exception {
        String port = Commands.freePort();
        Path inbox = Files.createDirectory(dir.resolve("inbox"));
        CompletableFuture<Result> receiver = new CompletableFuture<>();
        StringWriter err = new StringWriter();
        Thread stays = new Thread(() -> receiver.complete(Commands.runWatched(
                err, "receive", port, "--stay", "--param=senderSilence=1s", "--dir", inbox.toString())));
        stays.start();
        Path whole = file("whole.bin", 3_000_000);
        Thread dies =
                new Thread(() -> Commands.run("send", port, "--rate=8Mbit", "--close-timeout=1s", whole.toString()));
        dies.start();
        Commands.until("a part of the file", () -> parts(inbox) > 0);
        dies.interrupt();
        Commands.until("the sender's end", () -> err.toString().contains("the transfer ended after"));
        Result sender = Commands.run("send", port, whole.toString());
        assertThat(sender.exitCode()).as(sender.err()).isZero();
        Commands.until("the whole file", () -> Files.exists(inbox.resolve("whole.bin")));
        stays.interrupt();
        assertThat(Commands.await(receiver).exitCode()).isEqualTo(130);
        assertThat(Commands.await(receiver).out()).isEqualTo(inbox.resolve("whole.bin") + System.lineSeparator());
    }

    private static long parts(Path inbox) {
        try (var files = Files.list(inbox)) {
            return files.count();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void shouldSendNoFasterThanAsked() throws Exception {
        String port = Commands.freePort();
        Path inbox = Files.createDirectory(dir.resolve("inbox"));
        CompletableFuture<Result> receiver = Commands.start("receive", port, "--dir", inbox.toString());
        Result sender = Commands.run(
                "send",
                port,
                "--json",
                "--rate=4Mbit",
                file("big.bin", 1_000_000).toString());
        assertThat(sender.exitCode()).as(sender.err()).isZero();
        JsonNode result = Json.parse(sender.out());
        assertThat(result.get("seconds").asDouble()).as("2 s at 500 kB/s").isGreaterThan(1.5);
        assertThat(Commands.await(receiver).exitCode()).isZero();
    }
}
