package org.rmcast.core.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.rmcast.api.Channel;
import org.rmcast.api.EventCause;
import org.rmcast.api.FlushResult;
import org.rmcast.api.MulticastReceiver;
import org.rmcast.api.MulticastSender;
import org.rmcast.api.ReliableMulticastSession;
import org.rmcast.api.SessionEvent;
import org.rmcast.core.testing.Await;

/** A listener that can go on no longer ends its session with a reason, and its sender is not told that it has everything. */
@Timeout(60)
class ListenerFailureTest extends SessionTestBase {
    private static final Duration SOON = Duration.ofSeconds(10);
    private static final int FAILS_AT = 100;

    private final Channel channel = channel().build();
    private final List<SessionEvent> events = new CopyOnWriteArrayList<>();
    private final AtomicInteger taken = new AtomicInteger();

    @Test
    void shouldEndWhenAListenerLeavesItsThreadInterrupted() throws Exception {
        failsAt(
                () -> Thread.currentThread().interrupt(),
                "interrupted",
                "the listener left its thread interrupted at message " + FAILS_AT);
    }

    @Test
    void shouldEndWhenAListenerThrowsThatItWasInterrupted() throws Exception {
        failsAt(
                () -> {
                    throw new InterruptedException("told to stop");
                },
                "interrupted",
                "told to stop");
    }

    @Test
    void shouldEndWhenAListenerThrowsAnError() throws Exception {
        failsAt(
                () -> {
                    throw new OutOfMemoryError("Java heap space");
                },
                "threw",
                "Java heap space");
    }

    private interface Failure {
        void happen() throws Exception;
    }

    private void failsAt(Failure failure, String... reason) throws Exception {
        ReliableMulticastSession receiver =
                keep(ReliableMulticastSession.on(channel).onEvent(events::add).openReceiver(message -> {
                    taken.incrementAndGet();
                    if (message.sequence() == FAILS_AT) {
                        failure.happen();
                    }
                }));
        MulticastSender sender = keep(ReliableMulticastSession.on(channel).openSender());
        sender.awaitReceivers(1, SOON);
        for (int i = 0; i <= FAILS_AT; i++) {
            sender.send(bytes("message " + i));
        }

        CompletableFuture<Void> closed = receiver.closed().toCompletableFuture();
        assertThatThrownBy(() -> closed.get(10, TimeUnit.SECONDS))
                .satisfies(thrown -> assertThat(thrown.getMessage()).contains(reason));
        assertThat(taken).as("no message after the failure").hasValue(FAILS_AT + 1);
        assertThat(events)
                .hasAtLeastOneElementOfType(SessionEvent.SessionFailed.class)
                .filteredOn(SessionEvent.SessionFailed.class::isInstance)
                .allSatisfy(failed -> assertThat(((SessionEvent.SessionFailed) failed).cause())
                        .isEqualTo(EventCause.APPLICATION_FAILED));
        sender.send(bytes("one more"));
        FlushResult flushed = sender.flush(Duration.ofMillis(200));
        assertThat(flushed.complete()).isFalse();
        assertThat(flushed.missing()).extracting(FlushResult.Laggard::memberId).containsExactly(receiver.memberId());
    }

    @Test
    void shouldEndWhenSomebodyInterruptsTheThreadWhileItWaits() throws Exception {
        CompletableFuture<Thread> thread = new CompletableFuture<>();
        MulticastReceiver receiver = keep(ReliableMulticastSession.on(channel)
                .onEvent(events::add)
                .openReceiver(message -> thread.complete(Thread.currentThread())));
        MulticastSender sender = keep(ReliableMulticastSession.on(channel).openSender());
        sender.awaitReceivers(1, SOON);
        sender.send(bytes("x"));

        thread.get(10, TimeUnit.SECONDS).interrupt();

        CompletableFuture<Void> closed = receiver.closed().toCompletableFuture();
        assertThatThrownBy(() -> closed.get(10, TimeUnit.SECONDS)).hasMessageContaining("interrupted");
        assertThat(events)
                .hasAtLeastOneElementOfType(SessionEvent.SessionFailed.class)
                .filteredOn(SessionEvent.SessionFailed.class::isInstance)
                .allSatisfy(failed -> assertThat(((SessionEvent.SessionFailed) failed).cause())
                        .isEqualTo(EventCause.APPLICATION_FAILED));
    }

    @Test
    void shouldGoOnWhenAnEventListenerLeavesItsThreadInterruptedOrThrows() throws Exception {
        ReliableMulticastSession receiver = keep(ReliableMulticastSession.on(channel)
                .onEvent(event -> {
                    events.add(event);
                    Thread.currentThread().interrupt();
                    throw new IllegalStateException("planted");
                })
                .openReceiver(message -> taken.incrementAndGet()));
        MulticastSender sender = keep(ReliableMulticastSession.on(channel).openSender());
        sender.awaitReceivers(1, SOON);
        Await.until("an event", () -> !events.isEmpty());
        for (int i = 0; i < 1_000; i++) {
            sender.send(bytes("message " + i));
        }

        assertThat(sender.flush(SOON).complete()).isTrue();
        Await.until("all messages", () -> taken.get() == 1_000);
        assertThat(receiver.closed().toCompletableFuture()).isNotDone();
    }

    @Test
    void shouldNotFailWhenItsOwnAbortInterruptsAListener() throws Exception {
        CountDownLatch entered = new CountDownLatch(1);
        CompletableFuture<Throwable> thrown = new CompletableFuture<>();
        ReliableMulticastSession receiver =
                keep(ReliableMulticastSession.on(channel).onEvent(events::add).openReceiver(message -> {
                    entered.countDown();
                    try {
                        new CountDownLatch(1).await();
                    } catch (InterruptedException e) {
                        thrown.complete(e);
                        Thread.currentThread().interrupt();
                    }
                }));
        MulticastSender sender = keep(ReliableMulticastSession.on(channel).openSender());
        sender.awaitReceivers(1, SOON);
        sender.send(bytes("first"));
        sender.send(bytes("second"));
        assertThat(entered.await(10, TimeUnit.SECONDS)).isTrue();

        receiver.abort();

        assertThat(thrown.get(10, TimeUnit.SECONDS)).isInstanceOf(InterruptedException.class);
        receiver.closed().toCompletableFuture().get(10, TimeUnit.SECONDS);
        assertThat(events).doesNotHaveAnyElementsOfTypes(SessionEvent.SessionFailed.class);
    }
}
