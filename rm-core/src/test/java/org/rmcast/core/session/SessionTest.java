package org.rmcast.core.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.rmcast.api.Channel;
import org.rmcast.api.EngineMeter;
import org.rmcast.api.EventListener;
import org.rmcast.api.FlushResult;
import org.rmcast.api.MulticastReceiver;
import org.rmcast.api.MulticastSender;
import org.rmcast.api.ReliableMulticastSession;
import org.rmcast.api.Role;
import org.rmcast.api.SendState;
import org.rmcast.api.SessionBuilder;
import org.rmcast.api.SessionEvent;
import org.rmcast.api.SessionMeter;
import org.rmcast.api.SessionStatistics;
import org.rmcast.api.TransportKind;
import org.rmcast.core.testing.Await;

/** Sending, receiving, flushing and closing, on both kinds of transport. */
@Timeout(60)
class SessionTest extends SessionTestBase {
    private static final Duration SOON = Duration.ofSeconds(10);

    @ParameterizedTest
    @MethodSource("kinds")
    void shouldDeliverEveryMessageInOrderToEveryReceiver(TransportKind kind) throws Exception {
        Channel channel = channel().build();
        List<String> first = new CopyOnWriteArrayList<>();
        List<String> second = new CopyOnWriteArrayList<>();
        keep(on(channel, kind).openReceiver(message -> first.add(text(message))));
        keep(on(channel, kind).openReceiver(message -> second.add(text(message))));
        MulticastSender sender = keep(on(channel, kind).openSender());
        assertThat(sender.awaitReceivers(2, SOON)).isTrue();

        for (int i = 0; i < 500; i++) {
            sender.send(bytes("message " + i));
        }
        FlushResult flushed = sender.flush(SOON);

        assertThat(flushed.complete()).isTrue();
        Await.until("all messages", () -> first.size() == 500 && second.size() == 500);
        for (int i = 0; i < 500; i++) {
            assertThat(first.get(i)).isEqualTo("message " + i);
        }
        assertThat(second).isEqualTo(first);
        assertThat(sender.receiverCount()).isEqualTo(2);
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void shouldCloseInGoodOrderAndLeaveNoThread(TransportKind kind) throws Exception {
        Channel channel = channel().build();
        List<String> messages = new CopyOnWriteArrayList<>();
        List<SessionEvent> events = new CopyOnWriteArrayList<>();
        List<Instant> times = new CopyOnWriteArrayList<>();
        Instant before = Instant.now();
        EventListener listener = EventListener.timed((event, time) -> {
            events.add(event);
            times.add(time);
        });
        MulticastReceiver receiver =
                keep(on(channel, kind).onEvent(listener).openReceiver(message -> messages.add(text(message))));
        MulticastSender sender = keep(on(channel, kind).openSender());
        sender.awaitReceivers(1, SOON);
        sender.send(bytes("last words"));
        assertThat(sender.sendState().waits()).isFalse();

        assertThat(sender.close(SOON).complete()).isTrue();
        Await.until("the end of the stream", () -> events.contains(new SessionEvent.StreamEnded(sender.memberId())));
        assertThat(messages).as("before the event").containsExactly("last words");
        receiver.close();
        assertThat(times).isNotEmpty().allSatisfy(time -> assertThat(time).isBetween(before, Instant.now()));

        assertThat(sender.sendState())
                .isEqualTo(SendState.of(SendState.Cause.CLOSED).withWaits(true));
        assertThat(sender.closed().toCompletableFuture()).isCompleted();
        assertThat(receiver.closed().toCompletableFuture()).isCompleted();
        Await.until("threads to end", () -> threads().isEmpty());
        assertThat(sender.statistics().get(EngineMeter.MESSAGES_ACCEPTED)).isEqualTo(1);
        long lastAnswer = sender.statistics().takenNanos();
        assertThat(lastAnswer - System.nanoTime()).isNegative();
        assertThat(sender.close(SOON).complete()).as("a second close").isTrue();
        assertThat(sender.statistics().takenNanos())
                .as("an ended session does not answer")
                .isEqualTo(lastAnswer);
        assertThatThrownBy(() -> sender.send(bytes("too late")))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("closed");
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void shouldHoldTheSenderBackWhileAListenerBlocks(TransportKind kind) throws Exception {
        Channel channel = channel().build();
        CountDownLatch goOn = new CountDownLatch(1);
        List<Integer> lengths = new CopyOnWriteArrayList<>();
        keep(on(channel, kind).deliveryQueue(10, 1_000_000).openReceiver(message -> {
            goOn.await();
            lengths.add(message.length());
        }));
        MulticastSender sender = keep(on(channel, kind).sendQueue(5, 1000).openSender());
        sender.awaitReceivers(1, SOON);

        // Until the receiver's pause has arrived the queue is full for moments only; then it stays so.
        AtomicInteger sent = new AtomicInteger();
        AtomicInteger refusals = new AtomicInteger();
        Await.until("the sender to be held back", () -> {
            while (sender.trySend(ByteBuffer.allocate(20))) {
                refusals.set(0);
                assertThat(sent.incrementAndGet())
                        .as("taken although nobody reads")
                        .isLessThan(1_000_000);
            }
            return refusals.incrementAndGet() == 100;
        });
        Await.until("the full queue to be told", () -> sender.statistics().get(SessionMeter.SEND_QUEUE) == 5);
        Await.until("the cause to be known", () -> sender.sendState().waits());
        assertThat(sender.sendState().cause()).isEqualTo(SendState.Cause.QUEUE_FULL);
        assertThat(held(sender)).containsExactly(SessionMeter.HELD_BY_QUEUE);
        var late = sender.sendAsync(ByteBuffer.allocate(7)).toCompletableFuture();
        assertThat(late).isNotDone();

        goOn.countDown();
        late.get(10, TimeUnit.SECONDS);
        assertThat(sender.flush(SOON).complete()).isTrue();
        int all = sent.get() + 1;
        Await.until(() -> lengths.size() + " of " + all + " messages", () -> lengths.size() == all);
        assertThat(lengths.get(all - 1)).isEqualTo(7);
        Await.until("nothing to hold the sender back", () -> held(sender).isEmpty());
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void shouldCarryMessagesLargerThanItsQueues(TransportKind kind) throws Exception {
        Channel channel = channel().build();
        List<Integer> lengths = new CopyOnWriteArrayList<>();
        keep(on(channel, kind).deliveryQueue(1, 1).openReceiver(message -> lengths.add(message.length())));
        MulticastSender sender = keep(on(channel, kind).sendQueue(1, 1).openSender());
        sender.awaitReceivers(1, SOON);
        for (int length : List.of(0, 60_000, 1, 60_000)) {
            sender.send(new byte[length]);
            assertThat(sender.flush(SOON).complete()).isTrue();
        }
        Await.until("the messages", () -> lengths.size() == 4);
        assertThat(lengths).containsExactly(0, 60_000, 1, 60_000);
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void shouldNameWhoHasNotConfirmedAFlush(TransportKind kind) throws Exception {
        Channel channel = channel().build();
        ReliableMulticastSession receiver = keep(on(channel, kind).openReceiver(message -> {}));
        MulticastSender sender = keep(on(channel, kind).openSender());
        sender.awaitReceivers(1, SOON);
        receiver.abort();
        receiver.closed().toCompletableFuture().get(10, TimeUnit.SECONDS);
        sender.send(bytes("to nobody"));

        FlushResult result = sender.flush(Duration.ofMillis(100));

        assertThat(result.complete()).isFalse();
        assertThat(result.missing()).extracting(FlushResult.Laggard::memberId).containsExactly(receiver.memberId());
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void shouldAnswerFlushAndCloseOfAnEngineThatDoesNot(TransportKind kind) throws Exception {
        MulticastSender sender =
                keep(on(channel().parameter("mute", true).build(), kind).openSender());
        assertThat(sender.flush(Duration.ofMillis(50)).complete()).isFalse();
        assertThat(sender.close(Duration.ofMillis(50)).complete()).isFalse();
        assertThat(sender.closed().toCompletableFuture()).isCompleted();
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void shouldFailWhatWaitsWhenAborted(TransportKind kind) throws Exception {
        Channel channel = channel().build();
        ReliableMulticastSession receiver =
                keep(on(channel, kind).deliveryQueue(1, 1).role(Role.RECEIVER).open());
        MulticastSender sender = keep(on(channel, kind).sendQueue(1, 100).openSender());
        sender.awaitReceivers(1, SOON);
        while (sender.trySend(ByteBuffer.allocate(1)) || sender.statistics().get(SessionMeter.SEND_QUEUE) == 0) {
            Thread.onSpinWait();
        }
        var waiting = sender.sendAsync(ByteBuffer.allocate(1)).toCompletableFuture();
        var flush = sender.flushAsync(SOON).toCompletableFuture();

        sender.abort();

        assertThatThrownBy(() -> waiting.get(10, TimeUnit.SECONDS)).hasMessageContaining("aborted");
        assertThatThrownBy(() -> flush.get(10, TimeUnit.SECONDS)).hasCauseInstanceOf(IllegalStateException.class);
        sender.closed().toCompletableFuture().get(10, TimeUnit.SECONDS);
        assertThat(receiver.closed().toCompletableFuture()).isNotDone();
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void shouldEndAsFailedWhenAListenerThrows(TransportKind kind) throws Exception {
        Channel channel = channel().build();
        List<SessionEvent> events = new CopyOnWriteArrayList<>();
        ReliableMulticastSession receiver =
                keep(on(channel, kind).onEvent(events::add).openReceiver(message -> {
                    throw new java.io.IOException("disk full");
                }));
        MulticastSender sender = keep(on(channel, kind).openSender());
        sender.awaitReceivers(1, SOON);
        sender.send(bytes("x"));

        assertThatThrownBy(() -> receiver.closed().toCompletableFuture().get(10, TimeUnit.SECONDS))
                .hasMessageContaining("disk full");
        assertThat(events).hasAtLeastOneElementOfType(SessionEvent.SessionFailed.class);
        assertThat(receiver.close(SOON).complete()).isFalse();
    }

    private static SessionBuilder on(Channel channel, TransportKind kind) {
        return ReliableMulticastSession.on(channel).transport(kind).socketBuffers(1 << 20, 1 << 20);
    }

    /** What holds the sender back, as its gauges say. */
    private static List<SessionMeter> held(MulticastSender sender) {
        SessionStatistics statistics = sender.statistics();
        return Stream.of(SessionMeter.values())
                .filter(meter -> meter.meterName().equals("rm.send.held") && statistics.get(meter) == 1)
                .toList();
    }
}
