package org.rmcast.tram;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.rmcast.api.Channel;
import org.rmcast.api.EngineMeter;
import org.rmcast.api.FlushResult;
import org.rmcast.api.Meter;
import org.rmcast.api.MulticastSender;
import org.rmcast.api.ReliableMulticastSession;
import org.rmcast.api.SessionBuilder;
import org.rmcast.api.SessionEvent;
import org.rmcast.api.SessionMeter;
import org.rmcast.api.StorageOptions;
import org.rmcast.core.testing.Await;
import org.rmcast.core.testing.TestGroups;

/** A sender, and a repair head, with files, through real sockets on the loopback interface. */
@Timeout(120)
class TramStorageSessionTest {
    private static final Duration LONG = Duration.ofSeconds(30);
    private static final int MESSAGE_BYTES = 2_000;

    @TempDir
    private Path dir = Path.of("");

    private final List<ReliableMulticastSession> opened = new ArrayList<>();

    @AfterEach
    void endAll() {
        opened.forEach(ReliableMulticastSession::abort);
    }

    private <S extends ReliableMulticastSession> S keep(S session) {
        opened.add(session);
        return session;
    }

    private static Channel channel(String name) {
        return Channel.builder(name)
                .group(TestGroups.address())
                .port(TestGroups.freePort())
                .parameter("resumeHold", "3s")
                .build();
    }

    private StorageOptions storage() {
        return StorageOptions.in(dir.resolve("storage")).withMaxBytes(64 << 20);
    }

    private static ByteBuffer message(long number) {
        return ByteBuffer.allocate(MESSAGE_BYTES).putLong(0, number);
    }

    /** A receiver that notes the numbers in the messages. */
    private Queue<Long> receiver(Channel channel, Queue<SessionEvent> events) throws IOException {
        Queue<Long> numbers = new ConcurrentLinkedQueue<>();
        keep(ReliableMulticastSession.on(channel)
                .onEvent(events::add)
                .openReceiver(message -> numbers.add(message.payload().getLong(0))));
        return numbers;
    }

    @Test
    void shouldGoOnInAnotherSessionAtAnotherAddress() throws Exception {
        Channel channel = channel("resume");
        Queue<SessionEvent> events = new ConcurrentLinkedQueue<>();
        List<Queue<Long>> received = List.of(receiver(channel, events), receiver(channel, events));
        SessionBuilder builder = ReliableMulticastSession.on(channel).storage(storage());
        MulticastSender first = keep(builder.openSender());
        assertThat(first.firstMessage()).isZero();
        assertThat(first.awaitReceivers(2, LONG)).isTrue();
        for (long number = 0; number < 3_000; number++) {
            first.send(message(number));
        }
        Await.until("storage to be used", () -> first.statistics().get(SessionMeter.STORAGE_PACKETS) > 1_000);
        assertThat(first.statistics().get(SessionMeter.STORAGE_BYTES)).isPositive();
        first.abort();
        first.closed().toCompletableFuture().join();

        assertThatThrownBy(() ->
                        ReliableMulticastSession.on(channel).storage(storage()).openSender())
                .isInstanceOf(IOException.class)
                .hasMessageContaining("has not ended; resume it");
        MulticastSender second = keep(ReliableMulticastSession.on(channel)
                .storage(storage().withResume(true))
                .openSender());
        assertThat(second.memberId()).isEqualTo(first.memberId());
        assertThat(second.firstMessage()).isBetween(1L, 3_000L);
        for (long number = second.firstMessage(); number < 6_000; number++) {
            second.send(message(number));
        }
        FlushResult closed = second.close(LONG);
        assertThat(closed.complete()).as("%s", closed).isTrue();
        for (Queue<Long> numbers : received) {
            Await.until("everything to be delivered", () -> numbers.size() == 6_000);
            assertThat(numbers)
                    .containsExactlyElementsOf(
                            LongStream.range(0, 6_000).boxed().toList());
        }
        assertThat(events).noneMatch(event -> event instanceof SessionEvent.MessagesLost);
        requireEmpty();
    }

    /** A mapped file would end the session here, some time later, with an error of the virtual machine. */
    @Test
    void shouldGoOnThoughItsFilesAreCutWhileItRuns() throws Exception {
        Channel channel = channel("cut");
        Queue<SessionEvent> events = new ConcurrentLinkedQueue<>();
        Queue<Long> numbers = receiver(channel, events);
        Queue<SessionEvent> sendersEvents = new ConcurrentLinkedQueue<>();
        MulticastSender sender = keep(ReliableMulticastSession.on(channel)
                .storage(storage())
                .onEvent(sendersEvents::add)
                .openSender());
        assertThat(sender.awaitReceivers(1, LONG)).isTrue();
        for (long number = 0; number < 20_000; number++) {
            sender.send(message(number));
            if (number == 5_000 || number == 15_000) {
                assertThat(sender.flush(LONG).complete()).isTrue();
                cutAll(dir.resolve("storage"));
            }
        }
        FlushResult flushed = sender.flush(LONG);
        assertThat(flushed.complete()).as("%s", flushed).isTrue();
        Await.until("everything to be delivered", () -> numbers.size() == 20_000);
        assertThat(sender.closed().toCompletableFuture()).isNotDone();
        assertThat(sendersEvents)
                .filteredOn(event -> event instanceof SessionEvent.StorageTrouble)
                .extracting(Object::toString)
                .anyMatch(text -> text.contains("was cut to") && text.contains("segment-"));
        assertThat(events).noneMatch(event -> event instanceof SessionEvent.MessagesLost);
        assertThat(sender.close(LONG).complete()).isTrue();
    }

    private static void cutAll(Path storage) throws IOException {
        try (Stream<Path> files = Files.list(storage)) {
            for (Path file : files.toList()) {
                if (Files.size(file) > 0) {
                    Files.newOutputStream(file, StandardOpenOption.TRUNCATE_EXISTING)
                            .close();
                }
            }
        }
    }

    /** One receiver takes nothing until the others have everything, which is ten times as much as the head has room for in memory. */
    @Test
    void shouldRepairOutOfTheStorageOfAHead() throws Exception {
        int messages = 6_000;
        Channel channel = Channel.builder("head")
                .group(TestGroups.address())
                .port(TestGroups.freePort())
                .parameter("recovery", "reaffiliate")
                .parameter("slowReceivers", "spill")
                .parameter("windowMax", 256)
                .parameter("headCachePackets", 512)
                .parameter("canBeHead", false)
                .build();
        MulticastSender sender = keep(ReliableMulticastSession.on(channel).openSender());
        ReliableMulticastSession head =
                keep(ReliableMulticastSession.on(channel).storage(storage()).openRepairNode());
        Await.until("the head to join", () -> sender.statistics().members().size() == 1);
        Queue<SessionEvent> events = new ConcurrentLinkedQueue<>();
        Queue<Long> numbers = receiver(channel, events);
        CountDownLatch gate = new CountDownLatch(1);
        Queue<Long> late = new ConcurrentLinkedQueue<>();
        keep(ReliableMulticastSession.on(channel)
                .onEvent(events::add)
                .deliveryQueue(64, 1 << 20)
                .openReceiver(message -> {
                    gate.await();
                    late.add(message.payload().getLong(0));
                }));
        assertThat(sender.awaitReceivers(2, LONG)).isTrue();
        Await.until("the head to have both", () -> head.statistics().members().size() == 2);
        for (long number = 0; number < messages; number++) {
            sender.send(message(number));
        }
        Await.until("the other one to have everything", () -> numbers.size() == messages);
        awaitAbove(head, SessionMeter.STORAGE_PACKETS, messages, events);
        assertThat(head.statistics().get(EngineMeter.BUFFER_PACKETS)).isLessThanOrEqualTo(512);
        gate.countDown();
        FlushResult closed = sender.close(LONG);
        assertThat(closed.complete()).as("%s", closed).isTrue();
        Await.until("everything to be delivered", () -> late.size() == messages);
        assertThat(late)
                .containsExactlyElementsOf(LongStream.range(0, messages).boxed().toList());
        awaitAbove(head, EngineMeter.REPAIRS_SENT, messages / 2, events);
        assertThat(sender.statistics().get(EngineMeter.REPAIRS_SENT))
                .as("%s", events)
                .isLessThan(messages / 20);
        assertThat(events).noneMatch(event -> event instanceof SessionEvent.MessagesLost);
        head.close(LONG);
        requireEmpty();
    }

    /** A snapshot may be from before what the test has seen happen. */
    private static void awaitAbove(
            ReliableMulticastSession session, Meter meter, long value, Queue<SessionEvent> events) {
        Await.until(
                () -> meter.figure() + " to be above " + value + ": " + session.statistics() + " " + events,
                () -> session.statistics().get(meter) > value);
    }

    private void requireEmpty() throws IOException {
        try (Stream<Path> files = Files.list(dir.resolve("storage"))) {
            assertThat(files.map(file -> String.valueOf(file.getFileName()))).containsExactly("lock");
        }
    }

    @Test
    void shouldRemoveTheStorageOfAReceiverHoweverItEnds() throws Exception {
        Channel channel = channel("receiver");
        MulticastSender sender = keep(ReliableMulticastSession.on(channel).openSender());
        ReliableMulticastSession receiver =
                keep(ReliableMulticastSession.on(channel).storage(storage()).openReceiver(message -> {}));
        assertThat(sender.awaitReceivers(1, LONG)).isTrue();
        for (long number = 0; number < 500; number++) {
            sender.send(message(number));
        }
        Await.until("storage to be used", () -> receiver.statistics().get(SessionMeter.STORAGE_PACKETS) >= 500);
        receiver.abort();
        receiver.closed().toCompletableFuture().join();
        requireEmpty();
    }

    @Test
    void shouldLetOnlySendersAndRepairHeadsHaveStorage() {
        SessionBuilder neverHead = ReliableMulticastSession.on(Channel.builder("roles")
                .group(TestGroups.address())
                .port(TestGroups.freePort())
                .parameter("canBeHead", false)
                .build());
        assertThatThrownBy(() -> neverHead.storage(storage()).openReceiver(message -> {}))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("protocol tram has no use for storage at a RECEIVER that repairs for nobody");
        SessionBuilder resumed =
                ReliableMulticastSession.on(channel("roles")).storage(storage().withResume(true));
        assertThatThrownBy(resumed::openRepairNode)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("the storage of a REPAIR_NODE is a cache");
        assertThat(dir.resolve("storage")).doesNotExist();
    }

    @Test
    void shouldNotTakeThePacketsOfASenderThatMayResume() throws Exception {
        Channel channel = channel("mistaken");
        MulticastSender sender =
                ReliableMulticastSession.on(channel).storage(storage()).openSender();
        sender.send(message(0));
        Await.until("the message to be stored", () -> sender.statistics().get(SessionMeter.STORAGE_PACKETS) > 0);
        sender.abort();
        sender.closed().toCompletableFuture().join();
        assertThatThrownBy(() ->
                        ReliableMulticastSession.on(channel).storage(storage()).openRepairNode())
                .isInstanceOf(IOException.class)
                .hasMessageContaining("holds the session of a sender of channel \"mistaken\" that has not ended");
        keep(ReliableMulticastSession.on(channel)
                .storage(storage().withResume(true))
                .openSender());
    }

    @Test
    void shouldLeaveTheDirectoryToOthersWhenItCanNotBeOpened() throws Exception {
        Channel channel = channel("member");
        MulticastSender sender = ReliableMulticastSession.on(channel)
                .storage(storage())
                .memberId(7)
                .openSender();
        sender.send(message(0));
        Await.until("the message to be stored", () -> sender.statistics().get(SessionMeter.STORAGE_PACKETS) > 0);
        sender.abort();
        sender.closed().toCompletableFuture().join();
        assertThatThrownBy(() -> ReliableMulticastSession.on(channel)
                        .storage(storage().withResume(true))
                        .memberId(8)
                        .openSender())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("memberId is 8, but the session in storage");
        keep(ReliableMulticastSession.on(channel)
                .storage(storage().withResume(true))
                .memberId(7)
                .openSender());
    }
}
