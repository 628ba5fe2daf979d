package org.rmcast.core.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.rmcast.api.Channel;
import org.rmcast.api.Confirmation;
import org.rmcast.api.FlushResult;
import org.rmcast.api.ReceivedMessage;
import org.rmcast.api.Role;
import org.rmcast.api.SessionEvent;
import org.rmcast.api.SessionMeter;
import org.rmcast.api.TransportKind;
import org.rmcast.core.driver.DriverEnd;
import org.rmcast.core.driver.PathPlan;
import org.rmcast.core.engine.Actions;
import org.rmcast.core.engine.EngineStatistics;
import org.rmcast.core.engine.ProtocolEngine;
import org.rmcast.core.impair.Impairer;
import org.rmcast.core.impair.Impairments;
import org.rmcast.core.testing.TestGroups;
import org.rmcast.core.testing.ToyConfigured;
import org.rmcast.core.transport.DatagramTransport;
import org.rmcast.core.transport.LocalInterface;
import org.rmcast.core.transport.SocketTransport;
import org.rmcast.core.transport.TransportOptions;
import org.rmcast.core.wire.Cast;

/** Whatever fails on the loop outside the engine ends the session with a reason: none goes on half alive. */
@Timeout(60)
class EngineRunnerTest {
    private @Nullable DatagramTransport transport;
    private final CompletableFuture<DriverEnd> end = new CompletableFuture<>();
    private final Engine engine = new Engine();
    private @Nullable Error inBatchEnd;
    private @Nullable Error inReport;

    @AfterEach
    void close() throws Exception {
        if (transport != null) {
            transport.close();
            transport.closed().toCompletableFuture().get(10, TimeUnit.SECONDS);
        }
    }

    @Test
    void shouldEndWhenTheListenerFailsAtTheEndOfAWakeUp() throws Exception {
        inBatchEnd = new OutOfMemoryError("planted");
        assertThat(failure()).contains("planted");
    }

    @Test
    void shouldEndWhenTheNextDeadlineCanNotBeHad() throws Exception {
        engine.inNextDeadline = new StackOverflowError("planted");
        assertThat(failure()).contains("planted");
    }

    @Test
    void shouldEndWhenTheNumberOfReceiversCanNotBeHad() throws Exception {
        engine.inReceiverCount = new NoClassDefFoundError("planted");
        assertThat(failure()).contains("planted");
    }

    @Test
    void shouldEndThoughTheEventOfItCanNotBeTaken() throws Exception {
        engine.inReceiverCount = new OutOfMemoryError("planted");
        inReport = new OutOfMemoryError("again");
        assertThat(failure()).contains("planted");
    }

    @Test
    void shouldEndThoughAllFailsAtOnce() throws Exception {
        engine.inNextDeadline = new OutOfMemoryError("planted") {
            private static final long serialVersionUID = 1L;

            @Override
            public String getMessage() {
                throw new OutOfMemoryError("again");
            }
        };
        inReport = new OutOfMemoryError("again");
        inBatchEnd = new OutOfMemoryError("again");
        assertThat(failure()).isNotEmpty();
    }

    /** What may grow, since more follows at once, is held back no longer than that. */
    @Test
    void shouldSendAllWhenNothingFollowsAtOnceAnyMore() throws Exception {
        engine.left = 100;
        EngineRunner runner = open(TransportKind.AUTO);
        DatagramTransport opened = Objects.requireNonNull(transport);
        opened.execute(runner::start);
        for (long sent = 0; sent < 100; ) {
            CompletableFuture<Long> counted = new CompletableFuture<>();
            opened.execute(() -> counted.complete(opened.counters().get(SessionMeter.DATAGRAMS_SENT)));
            sent = counted.get(10, TimeUnit.SECONDS);
        }
        assertThat(end).as("the runner goes on").isNotDone();
    }

    /** Starts a runner, which wakes up once, and gives the reason of its end. */
    private String failure() throws Exception {
        EngineRunner runner = open(TransportKind.NIO);
        DatagramTransport opened = Objects.requireNonNull(transport);
        opened.execute(runner::start);
        DriverEnd ended = end.get(10, TimeUnit.SECONDS);
        CompletableFuture<Boolean> over = new CompletableFuture<>();
        opened.execute(() -> over.complete(runner.isEnded()));
        assertThat(over.get(10, TimeUnit.SECONDS)).isTrue();
        assertThat(ended.result().complete()).isFalse();
        return Objects.requireNonNull(ended.failure()).text();
    }

    /** A runner on a transport of its own, not started. */
    private EngineRunner open(TransportKind kind) throws Exception {
        Channel channel = Channel.builder("runner")
                .group(TestGroups.address())
                .port(TestGroups.freePort())
                .build();
        DatagramTransport opened = SocketTransport.open(new TransportOptions(
                "rmcast-runner-test",
                channel.groupAddress(),
                LocalInterface.resolve(channel.networkInterface(), channel.group()),
                0,
                kind,
                1 << 16,
                1 << 16,
                false));
        transport = opened;
        Impairer none = Impairer.seeded(Impairments.none(), 1);
        RunnerSetup setup = new RunnerSetup(
                new ToyConfigured(Set.of(Role.PEER), ToyConfigured.RELIABLE, 1, context -> engine),
                engine,
                new PathPlan(200, channel.sessionId()).path(7, 1),
                0,
                none,
                none);
        return new EngineRunner(setup, opened, new SendQueue(1, 1, () -> {}), new Listener());
    }

    private static void fail(@Nullable Error failure) {
        if (failure != null) {
            throw failure;
        }
    }

    private final class Listener implements RunnerListener {
        @Override
        public boolean hasRoom() {
            return true;
        }

        @Override
        public void onMessage(ReceivedMessage message) {}

        @Override
        public void onEvent(SessionEvent event) {
            fail(inReport);
        }

        @Override
        public void onFlushed(long flushId, FlushResult result) {}

        @Override
        public void onEnded(DriverEnd how) {
            end.complete(how);
        }

        @Override
        public void onBatchEnd() {
            fail(inBatchEnd);
        }
    }

    private static final class Engine implements ProtocolEngine {
        private @Nullable Error inNextDeadline;
        private @Nullable Error inReceiverCount;
        /** So many datagrams are to be sent, each at once after the one before. */
        private int left;

        private long startedNanos;

        @Override
        public void onStart(long nowNanos, Actions actions) {
            startedNanos = nowNanos;
        }

        @Override
        public void onDatagram(InetSocketAddress from, Cast cast, byte[] datagram, long nowNanos, Actions actions) {}

        @Override
        public boolean onSend(byte[] message, boolean headers, long nowNanos, Actions actions) {
            return false;
        }

        @Override
        public void onFlush(long flushId, Confirmation by, long deadlineNanos, long nowNanos, Actions actions) {}

        @Override
        public void onDeliveryRoom(long nowNanos, Actions actions) {}

        @Override
        public void onDeadline(long nowNanos, Actions actions) {
            actions.multicast(new byte[100], 0);
            left--;
        }

        @Override
        public void onBatchEnd(long nowNanos, Actions actions) {}

        @Override
        public void onClose(long deadlineNanos, long nowNanos, Actions actions) {}

        @Override
        public long nextDeadlineNanos() {
            fail(inNextDeadline);
            return left > 0 ? startedNanos : NO_DEADLINE;
        }

        @Override
        public int receiverCount() {
            fail(inReceiverCount);
            return 0;
        }

        @Override
        public EngineStatistics statistics() {
            return EngineStatistics.builder().build();
        }
    }
}
