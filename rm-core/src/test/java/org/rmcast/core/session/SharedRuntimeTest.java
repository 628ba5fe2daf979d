package org.rmcast.core.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.rmcast.api.Channel;
import org.rmcast.api.EventCause;
import org.rmcast.api.MemoryNetwork;
import org.rmcast.api.MessageListener;
import org.rmcast.api.MulticastReceiver;
import org.rmcast.api.MulticastRuntime;
import org.rmcast.api.MulticastSender;
import org.rmcast.api.ReliableMulticastSession;
import org.rmcast.api.SessionBuilder;
import org.rmcast.api.SessionEvent;
import org.rmcast.api.SessionFactory;
import org.rmcast.api.SessionFailedException;
import org.rmcast.api.TransportKind;
import org.rmcast.core.testing.Await;

/** Many sessions on a few threads: each as if it were alone. */
@Timeout(120)
class SharedRuntimeTest extends SessionTestBase {
    private static final Duration SOON = Duration.ofSeconds(20);
    private static final int PAIRS = 100;
    private static final int MESSAGES = 20;

    private final ExecutorService listeners = Executors.newFixedThreadPool(2);
    private final MulticastRuntime runtime = MulticastRuntime.create(2, listeners);
    private SessionFactory factory = SessionFactory.network();
    private TransportKind kind = TransportKind.AUTO;

    @AfterEach
    void endRuntime() {
        runtime.close();
        listeners.shutdownNow();
        // A loop says that it has ended as the last thing that its thread does.
        Await.until(
                () -> "threads to end: " + runtimeThreads(),
                () -> runtimeThreads().isEmpty());
    }

    static List<TransportKind> transports() {
        return kinds().toList();
    }

    @ParameterizedTest
    @MethodSource("transports")
    void shouldCarryTwoHundredSessionsOnTwoLoops(TransportKind transport) throws Exception {
        kind = transport;
        carryAll();
    }

    @Test
    void shouldCarryTwoHundredSessionsOfANetworkInMemory() throws Exception {
        factory = MemoryNetwork.create(7);
        carryAll();
    }

    private void carryAll() throws Exception {
        List<List<String>> taken = new ArrayList<>();
        List<MulticastSender> senders = new ArrayList<>();
        for (int i = 0; i < PAIRS; i++) {
            Channel channel = channel().build();
            List<String> messages = new CopyOnWriteArrayList<>();
            taken.add(messages);
            receiver(channel, message -> messages.add(text(message)));
            senders.add(keep(shared(channel).openSender()));
        }
        assertThat(runtime.sessions()).isEqualTo(2 * PAIRS);
        for (MulticastSender sender : senders) {
            assertThat(sender.awaitReceivers(1, SOON)).isTrue();
        }
        for (int i = 0; i < MESSAGES; i++) {
            for (MulticastSender sender : senders) {
                sender.send(bytes("message " + i));
            }
        }
        assertThat(threads()).as("threads of single sessions").isEmpty();
        assertThat(runtimeThreads()).hasSize(2).allMatch(name -> name.matches("rmcast-runtime-\\d+-\\w+-loop-[12]"));
        for (MulticastSender sender : senders) {
            assertThat(sender.close(SOON).complete()).isTrue();
        }
        List<String> all =
                IntStream.range(0, MESSAGES).mapToObj(i -> "message " + i).toList();
        for (List<String> messages : taken) {
            Await.until(messages::toString, () -> messages.size() >= MESSAGES);
            assertThat(messages).as("in order, once each").isEqualTo(all);
        }
        assertThat(runtime.sessions()).as("those that were closed have left").isEqualTo(PAIRS);
    }

    @Test
    void shouldNotHoldUpOthersForASlowListener() throws Exception {
        CountDownLatch goOn = new CountDownLatch(1);
        CountDownLatch entered = new CountDownLatch(1);
        List<String> slow = new CopyOnWriteArrayList<>();
        List<String> quick = new CopyOnWriteArrayList<>();
        Channel slowChannel = channel().build();
        Channel quickChannel = channel().build();
        receiver(slowChannel, message -> {
            entered.countDown();
            goOn.await();
            slow.add(text(message));
        });
        receiver(quickChannel, message -> quick.add(text(message)));
        MulticastSender toSlow = keep(shared(slowChannel).openSender());
        MulticastSender toQuick = keep(shared(quickChannel).openSender());
        assertThat(toSlow.awaitReceivers(1, SOON)).isTrue();
        assertThat(toQuick.awaitReceivers(1, SOON)).isTrue();
        toSlow.send(bytes("first"));
        toSlow.send(bytes("second"));
        assertThat(entered.await(20, TimeUnit.SECONDS)).isTrue();
        for (int i = 0; i < 200; i++) {
            toQuick.send(bytes("message " + i));
        }
        Await.until(() -> quick.size() + " of 200", () -> quick.size() == 200);
        assertThat(slow).isEmpty();
        goOn.countDown();
        Await.until(slow::toString, () -> slow.equals(List.of("first", "second")));
    }

    @Test
    void shouldFailWhenTheExecutorRefuses() throws Exception {
        Channel channel = channel().build();
        ExecutorService ended = Executors.newSingleThreadExecutor();
        try (MulticastRuntime other = MulticastRuntime.create(1, ended)) {
            MulticastReceiver receiver = keep(small(channel).runtime(other).openReceiver(message -> {}));
            MulticastSender sender = keep(shared(channel).openSender());
            assertThat(sender.awaitReceivers(1, SOON)).isTrue();
            ended.shutdown();
            sender.send(bytes("for nobody"));
            CompletableFuture<Void> closed = receiver.closed().toCompletableFuture();
            assertThatThrownBy(() -> closed.get(20, TimeUnit.SECONDS))
                    .hasCauseInstanceOf(SessionFailedException.class)
                    .hasMessageContaining("the runtime's executor does not deliver");
            Await.until("it has left", () -> other.sessions() == 0);
        }
    }

    @Test
    void shouldCloseASessionWhileItDelivers() throws Exception {
        Channel channel = channel().build();
        Set<String> taken = ConcurrentHashMap.newKeySet();
        MulticastReceiver receiver = receiver(channel, message -> taken.add(text(message)));
        MulticastSender sender = keep(shared(channel).openSender());
        assertThat(sender.awaitReceivers(1, SOON)).isTrue();
        for (int i = 0; i < 500; i++) {
            sender.send(bytes("message " + i));
        }
        Await.until("the first", () -> !taken.isEmpty());
        receiver.close();
        int before = taken.size();
        assertThat(runtime.sessions()).isEqualTo(1);
        sender.abort();
        Await.until("it has left", () -> runtime.sessions() == 0);
        assertThat(taken).as("after the end").hasSize(before);
    }

    @Test
    void shouldRefuseThatAListenerClosesItsSessionAndWaits() throws Exception {
        Channel channel = channel().build();
        CompletableFuture<Throwable> refused = new CompletableFuture<>();
        CompletableFuture<MulticastReceiver> self = new CompletableFuture<>();
        self.complete(receiver(channel, message -> {
            try {
                self.join().close();
            } catch (IllegalStateException e) {
                refused.complete(e);
            }
        }));
        MulticastSender sender = keep(shared(channel).openSender());
        assertThat(sender.awaitReceivers(1, SOON)).isTrue();
        sender.send(bytes("x"));
        assertThat(refused.get(20, TimeUnit.SECONDS)).hasMessageContaining("a listener cannot call it");
    }

    @Test
    void shouldEndOpenSessionsWithAReasonWhenItIsClosed() throws Exception {
        Channel channel = channel().build();
        MulticastReceiver receiver = receiver(channel, message -> {});
        List<SessionEvent> events = new CopyOnWriteArrayList<>();
        MulticastSender sender = keep(shared(channel).onEvent(events::add).openSender());
        runtime.close();
        for (ReliableMulticastSession session : List.of(receiver, sender)) {
            assertThatThrownBy(() -> session.closed().toCompletableFuture().get(0, TimeUnit.SECONDS))
                    .hasCauseInstanceOf(SessionFailedException.class)
                    .hasMessageContaining("the runtime that it ran on was closed");
        }
        assertFailed(EventCause.RUNTIME_CLOSED, () -> sender.send(bytes("late")));
        assertThat(events)
                .contains(new SessionEvent.SessionFailed(
                        EventCause.RUNTIME_CLOSED, "the runtime that it ran on was closed"));
        assertThat(runtime.sessions()).isZero();
        assertThatThrownBy(() -> shared(channel).openSender())
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("the runtime is closed");
    }

    @Test
    void shouldBeClosedByAListenerWithoutWaitingForItself() throws Exception {
        Channel channel = channel().build();
        CountDownLatch closed = new CountDownLatch(1);
        MulticastReceiver receiver = receiver(channel, message -> {
            runtime.close();
            closed.countDown();
        });
        MulticastSender sender = keep(shared(channel).openSender());
        assertThat(sender.awaitReceivers(1, SOON)).isTrue();
        sender.send(bytes("x"));
        assertThat(closed.await(20, TimeUnit.SECONDS)).isTrue();
        assertThatThrownBy(() -> receiver.closed().toCompletableFuture().get(20, TimeUnit.SECONDS))
                .hasMessageContaining("was closed");
    }

    @Test
    void shouldGiveEachSessionADeliveryThreadWhereThereIsNoExecutor() throws Exception {
        try (MulticastRuntime loops = MulticastRuntime.create(1)) {
            Channel channel = channel().build();
            CompletableFuture<String> thread = new CompletableFuture<>();
            keep(small(channel)
                    .runtime(loops)
                    .openReceiver(
                            message -> thread.complete(Thread.currentThread().getName())));
            MulticastSender sender = keep(small(channel).runtime(loops).openSender());
            assertThat(sender.awaitReceivers(1, SOON)).isTrue();
            sender.send(bytes("x"));
            assertThat(thread.get(20, TimeUnit.SECONDS)).isEqualTo("rmcast-" + channel.name() + "-receiver-delivery");
            assertThat(threads()).containsExactly("rmcast-" + channel.name() + "-receiver-delivery");
            assertThat(loops).asString().contains("with 1 loop, 2 sessions open");
        }
    }

    @Test
    void shouldLeaveTheLoopToOthersWhenASessionCannotBeOpened() throws Exception {
        Channel channel = channel().parameter("fail", "onStart").build();
        assertThatThrownBy(() -> shared(channel).openSender()).isInstanceOf(IllegalStateException.class);
        assertThat(runtime.sessions()).isZero();
        keep(shared(channel().build()).openSender());
        assertThat(runtime.sessions()).isEqualTo(1);
    }

    @Test
    void shouldRefuseWhatItCannotBe() {
        assertThatThrownBy(() -> MulticastRuntime.create(0)).hasMessage("loops must be 1 to 1024, was 0");
        MulticastRuntime strange = new MulticastRuntime() {
            @Override
            public int sessions() {
                return 0;
            }

            @Override
            public void close() {}
        };
        assertThatThrownBy(() -> small(channel().build()).runtime(strange).openSender())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("made by MulticastRuntime.create");
    }

    private MulticastReceiver receiver(Channel channel, MessageListener listener) throws IOException {
        return keep(shared(channel).openReceiver(listener));
    }

    private SessionBuilder shared(Channel channel) {
        return small(channel).runtime(runtime);
    }

    @Override
    Channel.Builder channel() {
        return super.channel().parameter("memory", 1 << 16);
    }

    /** With buffers of which two hundred fit a small heap. */
    private SessionBuilder small(Channel channel) {
        return factory.on(channel)
                .transport(kind)
                .socketBuffers(1 << 16, 1 << 16)
                .sendQueue(1_000, 1 << 16)
                .deliveryQueue(1_000, 1 << 16);
    }

    private Set<String> runtimeThreads() {
        String text = runtime.toString();
        String name = text.substring(0, text.indexOf(' '));
        return Thread.getAllStackTraces().keySet().stream()
                .filter(Thread::isAlive)
                .map(Thread::getName)
                .filter(thread -> thread.startsWith(name + '-'))
                .collect(Collectors.toSet());
    }
}
