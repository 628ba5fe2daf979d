package org.rmcast.cli.transfer;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rmcast.api.EventCause;
import org.rmcast.api.ReceivedMessage;
import org.rmcast.api.SessionEvent;
import org.rmcast.cli.common.CommandFailure;

class FileReceiverTest {
    @TempDir
    private Path dir = Path.of("");

    private final List<Path> whole = new ArrayList<>();
    private Path inbox = Path.of("");
    private FileReceiver receiver = new FileReceiver(dir, false, 10, whole::add);
    private long sequence;

    @BeforeEach
    void makeInbox() throws IOException {
        inbox = Files.createDirectory(dir.resolve("inbox"));
        receiver = new FileReceiver(inbox, false, 10, whole::add);
    }

    private void receive(byte[] message) throws IOException {
        receiver.onMessage(new ReceivedMessage(1, sequence++, ByteBuffer.wrap(message)));
    }

    private void header(String name, long length) throws IOException {
        receive(new TransferMessage.Header(name, length).encode());
    }

    private void chunk(long offset, String content) throws IOException {
        receive(new TransferMessage.Chunk(offset, UTF_8.encode(content)).encode());
    }

    private void trailer(String content) throws Exception {
        byte[] digest = MessageDigest.getInstance("SHA-256").digest(content.getBytes(UTF_8));
        receive(new TransferMessage.Trailer(ByteBuffer.wrap(digest)).encode());
    }

    private void file(String name, String content) throws Exception {
        header(name, content.length());
        chunk(0, content);
        trailer(content);
    }

    private List<String> inboxNames() throws IOException {
        try (Stream<Path> files = Files.list(inbox)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    private void send(Path file) throws Exception {
        OutgoingFile.open(file)
                .send(
                        message -> {
                            try {
                                receive(message);
                            } catch (IOException e) {
                                throw new AssertionError(e);
                            }
                        },
                        new AtomicLong());
    }

    @Test
    void shouldReceiveWhatIsSent() throws Exception {
        byte[] content = new byte[3 * TransferMessage.CHUNK_BYTES + 17];
        new java.util.Random(1).nextBytes(content);
        assertThat(receiver.seconds()).isZero();
        send(Files.write(dir.resolve("big.bin"), content));
        send(Files.write(dir.resolve("empty.bin"), new byte[0]));
        assertThat(inbox.resolve("big.bin")).hasBinaryContent(content);
        assertThat(inbox.resolve("empty.bin")).isEmptyFile();
        assertThat(receiver.finished()).containsExactly(inbox.resolve("big.bin"), inbox.resolve("empty.bin"));
        assertThat(receiver.bytes()).isEqualTo(content.length);
        assertThat(receiver.seconds()).isPositive();
        assertThat(receiver.problems()).isEmpty();
        assertThat(inboxNames()).containsExactly("big.bin", "empty.bin");
    }

    @Test
    void shouldShowAFileOnlyWhenItIsWhole() throws Exception {
        header("a.txt", 4);
        chunk(0, "ab");
        assertThat(inboxNames())
                .singleElement()
                .asString()
                .startsWith(".a.txt.")
                .endsWith(".part");
        assertThat(receiver.status()).contains("50 % a.txt, 2 B of 4 B");
        chunk(2, "cd");
        trailer("abcd");
        assertThat(inboxNames()).containsExactly("a.txt");
        assertThat(inbox.resolve("a.txt")).hasContent("abcd");
        assertThat(receiver.status()).isEqualTo("1 file, 4 B");
    }

    @Test
    void shouldRemoveAnUnfinishedFileAtTheEnd() throws Exception {
        header("a.txt", 4);
        chunk(0, "ab");
        receiver.close();
        header("late.txt", 4);
        assertThat(inboxNames()).isEmpty();
        assertThat(receiver.problems()).containsExactly("a.txt: the transfer ended after 2 of 4 bytes");
    }

    @ParameterizedTest
    @ValueSource(strings = {".evil", "../evil", "/tmp/evil", "..", "", "a/../../evil", "a\\evil", "evil\u0000"})
    void shouldNotWriteOutsideItsDirectory(String name) throws Exception {
        file(name, "gotcha");
        file("good.txt", "fine");
        assertThat(inboxNames()).containsExactly("good.txt");
        assertThat(dir.resolve("evil")).doesNotExist();
        assertThat(receiver.problems()).singleElement().asString().startsWith("the name ");
    }

    @Test
    void shouldTakeNoMoreFilesThanItMay() throws Exception {
        for (int i = 0; i < 12; i++) {
            file("file" + i, "content");
        }
        assertThat(inboxNames()).hasSize(10).doesNotContain("file10", "file11");
        assertThat(receiver.problems()).hasSize(2).allMatch(problem -> problem.contains("more than 10 files"));
    }

    @Test
    void shouldNotReplaceAFileWithoutLeave() throws Exception {
        Files.writeString(inbox.resolve("a.txt"), "old");
        file("a.txt", "new");
        assertThat(inbox.resolve("a.txt")).hasContent("old");
        assertThat(receiver.problems()).singleElement().asString().contains("exists already; --overwrite replaces it");
        receiver = new FileReceiver(inbox, true, 10, whole::add);
        file("a.txt", "new");
        assertThat(inbox.resolve("a.txt")).hasContent("new");
        assertThat(receiver.problems()).isEmpty();
    }

    @Test
    void shouldNotWriteThroughALink() throws Exception {
        Path outside = Files.writeString(dir.resolve("outside.txt"), "safe");
        Files.createSymbolicLink(inbox.resolve("a.txt"), outside);
        receiver = new FileReceiver(inbox, true, 10, whole::add);
        file("a.txt", "new");
        assertThat(outside).hasContent("safe");
        assertThat(inbox.resolve("a.txt")).hasContent("new");
    }

    @Test
    void shouldRefuseContentThatIsNotWhatWasSent() throws Exception {
        header("a.txt", 2);
        chunk(0, "ab");
        trailer("xy");
        assertThat(inboxNames()).isEmpty();
        assertThat(receiver.problems()).singleElement().asString().contains("SHA-256 differs");
    }

    @Test
    void shouldRefuseContentThatDoesNotFit() throws Exception {
        header("short.txt", 2);
        trailer("");
        header("long.txt", 2);
        chunk(0, "abc");
        trailer("abc");
        header("gap.txt", 8);
        chunk(4, "efgh");
        chunk(0, "abcd");
        trailer("abcdefgh");
        assertThat(inboxNames()).isEmpty();
        assertThat(receiver.problems())
                .containsExactly(
                        "short.txt: ended after 0 of 2 bytes",
                        "long.txt: bytes 0 to 3 were sent where byte 0 of 2 was due",
                        "gap.txt: bytes 4 to 8 were sent where byte 0 of 8 was due");
    }

    @Test
    void shouldDropAFileOfWhichMessagesAreLostAndGoOn() throws Exception {
        header("a.txt", 6);
        chunk(0, "ab");
        receiver.onEvent(new SessionEvent.MessagesLost(1, 2, 4, EventCause.NOT_HELD, "the cache was too small"));
        chunk(4, "ef");
        trailer("abcdef");
        file("b.txt", "fine");
        assertThat(inboxNames()).containsExactly("b.txt");
        assertThat(receiver.problems()).containsExactly("a.txt: 2 messages are lost: the cache was too small");
    }

    @Test
    void shouldSayThatItJoinedInTheMiddle() throws Exception {
        chunk(4, "ef");
        trailer("abcdef");
        file("b.txt", "fine");
        assertThat(inboxNames()).containsExactly("b.txt");
        assertThat(receiver.problems()).containsExactly("joined in the middle of a file, which is left out");
    }

    @Test
    void shouldDropAFileThatTheSenderDidNotFinish() throws Exception {
        header("a.txt", 4);
        chunk(0, "ab");
        file("b.txt", "fine");
        assertThat(inboxNames()).containsExactly("b.txt");
        assertThat(receiver.problems()).containsExactly("a.txt: another file began before its end");
    }

    @Test
    void shouldIgnoreMessagesThatAreNoTransfer() throws Exception {
        receive("hello".getBytes(UTF_8));
        assertThat(receiver.problems()).containsExactly("message 0: not a file transfer");
    }

    @Test
    void shouldNotBeginWhatTheDiskCanNotHold() throws Exception {
        assertThatIOException()
                .isThrownBy(() -> header("huge.bin", Long.MAX_VALUE))
                .withMessageContaining("no space left: huge.bin needs");
        assertThat(inboxNames()).isEmpty();
    }

    @Test
    void shouldRefuseToSendWhatNoReceiverWouldTake() throws Exception {
        assertThatExceptionOfType(CommandFailure.class)
                .isThrownBy(() -> OutgoingFile.open(dir.resolve("none.txt")))
                .withMessageContaining("no such file");
        assertThatExceptionOfType(CommandFailure.class)
                .isThrownBy(() -> OutgoingFile.open(dir))
                .withMessageContaining("is not a regular file");
        Path odd = Files.createFile(dir.resolve("a\\b"));
        assertThatExceptionOfType(CommandFailure.class)
                .isThrownBy(() -> OutgoingFile.open(odd))
                .withMessageContaining("contains a path");
    }

    @Test
    void shouldNoticeThatAFileChangesWhileItIsSent() throws Exception {
        Path file = Files.writeString(dir.resolve("growing.txt"), "ab");
        OutgoingFile outgoing = OutgoingFile.open(file);
        Files.writeString(file, "abc");
        List<byte[]> sent = new ArrayList<>();
        assertThatExceptionOfType(CommandFailure.class)
                .isThrownBy(() -> outgoing.send(sent::add, new AtomicLong()))
                .withMessageContaining("changed while it was sent, it had 2 bytes at first");
    }

    @Test
    void shouldKeepTheNamesBelowADirectory() throws Exception {
        file("photos/2024/a.jpg", "one");
        file("photos/b.jpg", "two");
        assertThat(inbox.resolve("photos/2024/a.jpg")).hasContent("one");
        assertThat(inbox.resolve("photos/b.jpg")).hasContent("two");
        assertThat(receiver.problems()).isEmpty();
        assertThat(whole).containsExactly(inbox.resolve("photos/2024/a.jpg"), inbox.resolve("photos/b.jpg"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "../x",
                "a/../../x",
                "a/..",
                "/etc/x",
                "//x",
                "a//x",
                "a/./x",
                "a/",
                "a/.hidden",
                "a\\..\\x",
                "C:/x",
                "..",
                "a/\u0000/x"
            })
    void shouldMakeNoWayOutOfTheDirectory(String name) throws Exception {
        file(name, "evil");
        assertThat(receiver.finished()).isEmpty();
        assertThat(receiver.problems()).hasSize(1);
        assertThat(inboxNames()).isEmpty();
        try (Stream<Path> all = Files.walk(dir)) {
            assertThat(all).containsExactlyInAnyOrder(dir, inbox);
        }
    }

    @Test
    @EnabledOnOs({OS.LINUX, OS.MAC})
    void shouldNotFollowLinksOutOfTheDirectory() throws Exception {
        Path outside = Files.createDirectory(dir.resolve("outside"));
        Files.createSymbolicLink(inbox.resolve("link"), outside);
        Files.createDirectory(inbox.resolve("real"));
        Files.createSymbolicLink(inbox.resolve("real/deep"), outside);
        file("link/x", "evil");
        file("real/deep/x", "evil");
        file("link", "evil");
        assertThat(receiver.finished()).isEmpty();
        assertThat(receiver.problems())
                .hasSize(3)
                .anySatisfy(problem -> assertThat(problem).contains("link is no directory"));
        assertThat(outside).isEmptyDirectory();
    }

    @Test
    void shouldRefuseADirectoryWhereAFileIs() throws Exception {
        file("a", "file");
        file("a/b", "below");
        assertThat(receiver.problems()).hasSize(1).first().asString().contains("a is no directory");
        assertThat(inbox.resolve("a")).hasContent("file");
    }

    @Test
    void shouldTakeAFileWhoseLengthOnlyItsEndTells() throws Exception {
        header("stdin", TransferMessage.UNKNOWN_LENGTH);
        chunk(0, "abc");
        chunk(3, "def");
        assertThat(receiver.status()).contains("stdin, 6 B");
        trailer("abcdef");
        assertThat(inbox.resolve("stdin")).hasContent("abcdef");
        assertThat(receiver.bytes()).isEqualTo(6);
    }

    @Test
    void shouldBeginAnewAfterAStream() throws Exception {
        file("a", "one");
        header("b", 5);
        receiver.endStream();
        assertThat(receiver.problems()).hasSize(1);
        receiver.forget();
        file("b", "three");
        assertThat(receiver.problems()).isEmpty();
        assertThat(receiver.finished()).containsExactly(inbox.resolve("b"));
        assertThat(receiver.bytes()).isEqualTo(5);
        assertThat(inboxNames()).containsExactly("a", "b");
    }
}
