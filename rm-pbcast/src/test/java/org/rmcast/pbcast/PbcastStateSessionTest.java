package org.rmcast.pbcast;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.rmcast.api.Channel;
import org.rmcast.api.EventCause;
import org.rmcast.api.MulticastPeer;
import org.rmcast.api.ReceivedMessage;
import org.rmcast.api.ReliableMulticastSession;
import org.rmcast.api.SessionBuilder;
import org.rmcast.api.SessionEvent;
import org.rmcast.api.SessionEvent.StateFailed;
import org.rmcast.api.SessionEvent.StateReceived;
import org.rmcast.api.TestConditions;
import org.rmcast.core.testing.Await;
import org.rmcast.core.testing.TestGroups;

/** State transfer through real sockets on the loopback interface. */
@Timeout(120)
class PbcastStateSessionTest {
    private static final Duration LONG = Duration.ofSeconds(20);

    private final List<Peer> peers = new ArrayList<>();

    @AfterEach
    void endAll() {
        peers.forEach(peer -> peer.session.abort());
    }

    @Test
    void shouldGiveAJoinerAllThatWasSaidBeforeAndAfter() throws Exception {
        Channel channel = channel();
        Peer first = open(channel, 1);
        Await.until("the first to begin", () -> first.has(StateFailed.class));
        Peer second = open(channel, 2);
        Await.until("the second to have a state", () -> second.has(StateReceived.class));
        // Longer than what is on its way at a time.
        byte[] block = new byte[40_000];
        for (int i = 0; i < 25; i++) {
            first.session.send(block);
            second.session.send(("second " + i).getBytes(UTF_8));
        }
        assertThat(first.session.flush(LONG).complete()).isTrue();
        Thread sending = new Thread(() -> first.sendLines(400));
        sending.start();
        Peer third = open(channel, 3);
        third.sendLines(50);
        sending.join();
        Await.until("the third to have a state", () -> third.has(StateReceived.class));
        int messages = 25 + 25 + 400 + 50;
        for (Peer peer : peers) {
            Await.until(() -> messages + " messages: " + peers, () -> peer.messages() == messages);
            assertThat(peer.bytes()).isEqualTo(first.bytes());
            assertThat(peer.has(SessionEvent.MessagesLost.class)).isFalse();
        }
        assertThat(third.events(StateReceived.class).get(0).bytes()).isGreaterThan(25 * 40_000);
        assertThat(third.events(StateReceived.class).get(0).whole()).isTrue();
    }

    @Test
    void shouldAskAnewAndSayThatThereIsNobody() throws Exception {
        Peer alone = open(channel(), 1);
        Await.until("nobody to be there", () -> alone.events(StateFailed.class).size() == 1);
        alone.sendLines(3);
        alone.session.requestState(LONG);
        alone.session.requestState(LONG);
        alone.sendLines(3);
        Await.until("nobody to be there", () -> alone.events(StateFailed.class).size() == 2);
        Await.until("what waited", () -> alone.messages() == 6);
        assertThat(alone.events(StateFailed.class))
                .allMatch(StateFailed::first)
                .allMatch(failed -> failed.cause() == EventCause.NOT_HELD);
    }

    @Test
    void shouldGoOnWithoutAStateThatNobodyCanGive() throws Exception {
        Channel channel = channel();
        Peer one = open(channel, 1);
        Await.until("the first to begin", () -> one.has(StateFailed.class));
        one.refuses = true;
        Peer other = open(channel, 2, Duration.ofSeconds(3));
        one.sendLines(5);
        Await.until("the second to go on", () -> other.has(StateFailed.class));
        StateFailed failed = other.events(StateFailed.class).get(0);
        assertThat(failed.first()).isFalse();
        assertThat(failed.cause()).isEqualTo(EventCause.NOT_IN_TIME);
        Await.until("messages", () -> other.messages() == 5);
    }

    @Test
    void shouldEndASessionThatWaitsForAState() throws Exception {
        Peer alone = open(channel(), 1);
        alone.sendLines(3);
        alone.session.close(Duration.ofSeconds(5));
        assertThat(alone.messages()).isEqualTo(3);
        assertThat(alone.events(StateFailed.class)).hasSize(1);
    }

    @Test
    void shouldRefuseAStateWhereThereCanBeNone() throws Exception {
        SessionBuilder sender = ReliableMulticastSession.on(channel()).state(out -> {}, in -> {});
        assertThatThrownBy(sender::openSender).hasMessageContaining("SENDER receives no messages");
        SessionBuilder stateless = ReliableMulticastSession.on(channel()).stateAtStart(LONG);
        assertThatThrownBy(() -> stateless.openPeer(message -> {})).hasMessageContaining("state(provider, consumer)");
        try (MulticastPeer session = ReliableMulticastSession.on(channel()).openPeer(message -> {})) {
            assertThatThrownBy(() -> session.requestState(LONG)).isInstanceOf(IllegalStateException.class);
        }
        assertThatThrownBy(() ->
                        ReliableMulticastSession.on(channel()).deliverOwn().openReceiver(message -> {}))
                .hasMessageContaining("its own messages");
    }

    private static Channel channel() throws IOException {
        return Channel.builder("state-test")
                .group(TestGroups.address())
                .port(TestGroups.freePort())
                .protocol("pbcast")
                .build();
    }

    private Peer open(Channel channel, long seed) throws Exception {
        return open(channel, seed, Duration.ofSeconds(30));
    }

    private Peer open(Channel channel, long seed, Duration timeout) throws Exception {
        Peer peer = new Peer(channel, seed, timeout);
        peers.add(peer);
        return peer;
    }

    /** Its state is the number and the bytes of all messages, added up. */
    private static final class Peer {
        final MulticastPeer session;
        private final List<SessionEvent> events = new CopyOnWriteArrayList<>();
        private int messages;
        private long sum;
        private long bytes;
        private volatile boolean refuses;

        Peer(Channel channel, long seed, Duration timeout) throws Exception {
            session = ReliableMulticastSession.on(channel)
                    .testing(TestConditions.none().withSeed(seed).withInbound("loss=3%,seed=" + seed))
                    .onEvent(events::add)
                    .state(this::write, this::read)
                    .stateAtStart(timeout)
                    .openPeer(this::take);
        }

        private synchronized void take(ReceivedMessage message) {
            messages++;
            bytes += message.length();
            sum += 31L * message.sequence() + message.length();
        }

        private synchronized void write(OutputStream out) throws IOException {
            if (refuses) {
                throw new IOException("as the test wants");
            }
            out.write((messages + " " + bytes + " " + sum + "\n").getBytes(UTF_8));
            out.write(new byte[(int) bytes]);
        }

        private void read(InputStream in) throws IOException {
            ByteArrayOutputStream line = new ByteArrayOutputStream();
            for (int next = in.read(); next != '\n'; next = in.read()) {
                line.write(next);
            }
            String[] numbers = line.toString(UTF_8).split(" ", -1);
            assertThat(in.readAllBytes()).hasSize(Integer.parseInt(numbers[1]));
            synchronized (this) {
                messages = Integer.parseInt(numbers[0]);
                bytes = Long.parseLong(numbers[1]);
                sum = Long.parseLong(numbers[2]);
            }
        }

        void sendLines(int count) {
            try {
                for (int i = 0; i < count; i++) {
                    session.send(("line " + i).getBytes(UTF_8));
                }
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }

        synchronized int messages() {
            return messages;
        }

        /** How many messages, and what events. */
        @Override
        public String toString() {
            return messages() + " at " + Long.toHexString(session.memberId()) + " " + events;
        }

        synchronized String bytes() {
            return bytes + " " + sum;
        }

        boolean has(Class<? extends SessionEvent> kind) {
            return events.stream().anyMatch(kind::isInstance);
        }

        <E extends SessionEvent> List<E> events(Class<E> kind) {
            return events.stream().filter(kind::isInstance).map(kind::cast).toList();
        }
    }
}
