package org.rmcast.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rmcast.cli.Commands.Result;

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
}
