package org.rmcast.core.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.rmcast.api.Channel;
import org.rmcast.api.MulticastPeer;
import org.rmcast.api.MulticastSender;
import org.rmcast.api.ReliableMulticastSession;
import org.rmcast.api.Role;
import org.rmcast.api.SessionBuilder;
import org.rmcast.api.SessionEvent;
import org.rmcast.api.TransportKind;
import org.rmcast.core.testing.Await;
import org.rmcast.core.testing.TestGroups;

/** Sessions that send as well as receive. */
@Timeout(60)
class PeerSessionTest extends SessionTestBase {
    private static final Duration SOON = Duration.ofSeconds(10);
    private static final int PEERS = 3;
    private static final int MESSAGES = 300;

    /** A sender is given nothing of another one, and both bring everything to a receiver. */
    @ParameterizedTest
    @MethodSource("kinds")
    void shouldOpenSendersAndReceiversWhereThereAreOnlyPeers(TransportKind kind) throws Exception {
        Channel channel = peerChannel();
        Map<Long, List<String>> bySource = new ConcurrentHashMap<>();
        List<MulticastSender> senders = List.of(
                keep(on(channel, kind).openSender()), keep(on(channel, kind).openSender()));
        keep(on(channel, kind)
                .openReceiver(
                        message -> bySource.computeIfAbsent(message.sourceId(), id -> new CopyOnWriteArrayList<>())
                                .add(text(message))));
        for (MulticastSender sender : senders) {
            assertThat(sender.awaitReceivers(1, SOON)).isTrue();
            assertThat(sender.role()).isEqualTo(Role.SENDER);
        }
        for (int i = 0; i < MESSAGES; i++) {
            for (MulticastSender sender : senders) {
                sender.send(bytes("message " + i));
            }
        }
        for (MulticastSender sender : senders) {
            assertThat(sender.flush(SOON).complete()).isTrue();
        }
        for (MulticastSender sender : senders) {
            List<String> got = bySource.computeIfAbsent(sender.memberId(), id -> new CopyOnWriteArrayList<>());
            Await.until("all of a sender", () -> got.size() == MESSAGES);
            assertThat(sender.close(SOON).complete()).isTrue();
        }
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void shouldDeliverEverybodysMessagesToAllOthersAndNotToThemselves(TransportKind kind) throws Exception {
        Channel channel = peerChannel();
        List<Map<Long, List<String>>> received = new ArrayList<>();
        List<MulticastPeer> peers = new ArrayList<>();
        for (int i = 0; i < PEERS; i++) {
            Map<Long, List<String>> bySource = new ConcurrentHashMap<>();
            received.add(bySource);
            peers.add(keep(on(channel, kind)
                    .openPeer(
                            message -> bySource.computeIfAbsent(message.sourceId(), id -> new CopyOnWriteArrayList<>())
                                    .add(text(message)))));
        }
        for (MulticastPeer peer : peers) {
            assertThat(peer.awaitReceivers(PEERS - 1, SOON)).isTrue();
            assertThat(peer.role()).isEqualTo(Role.PEER);
        }
        for (int i = 0; i < MESSAGES; i++) {
            for (MulticastPeer peer : peers) {
                peer.send(bytes("message " + i));
            }
        }
        for (MulticastPeer peer : peers) {
            assertThat(peer.flush(SOON).complete()).isTrue();
        }
        for (int i = 0; i < PEERS; i++) {
            Map<Long, List<String>> bySource = received.get(i);
            Await.until(
                    "all messages",
                    () -> bySource.values().stream().mapToInt(List::size).sum() == (PEERS - 1) * MESSAGES);
            assertThat(bySource)
                    .hasSize(PEERS - 1)
                    .doesNotContainKey(peers.get(i).memberId());
            bySource.values()
                    .forEach(messages ->
                            assertThat(messages).isSubsetOf(inOrder()).isEqualTo(inOrder()));
        }
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void shouldHoldTheOthersBackWhileOneListenerBlocksAndStillSend(TransportKind kind) throws Exception {
        Channel channel = peerChannel();
        CountDownLatch goOn = new CountDownLatch(1);
        AtomicInteger slowGot = new AtomicInteger();
        AtomicInteger fastGot = new AtomicInteger();
        MulticastPeer slow = keep(on(channel, kind).deliveryQueue(10, 1_000_000).openPeer(message -> {
            goOn.await();
            slowGot.incrementAndGet();
        }));
        MulticastPeer fast =
                keep(on(channel, kind).sendQueue(50, 1_000_000).openPeer(message -> fastGot.incrementAndGet()));
        assertThat(slow.awaitReceivers(1, SOON)).isTrue();
        assertThat(fast.awaitReceivers(1, SOON)).isTrue();
        // Until the blocked one's report has arrived the queue is full for moments only; then it stays so.
        AtomicInteger sent = new AtomicInteger();
        AtomicInteger refusals = new AtomicInteger();
        Await.until("the sender to be held back", () -> {
            while (fast.trySend(ByteBuffer.wrap(bytes("x")))) {
                refusals.set(0);
                assertThat(sent.incrementAndGet())
                        .as("taken although nobody reads")
                        .isLessThan(1_000_000);
            }
            return refusals.incrementAndGet() == 100;
        });
        slow.send(bytes("I can still speak"));
        Await.until("the blocked one's message", () -> fastGot.get() == 1);
        assertThat(fast.trySend(ByteBuffer.wrap(bytes("x"))))
                .as("the queue is still full")
                .isFalse();
        goOn.countDown();
        assertThat(fast.flush(SOON).complete()).isTrue();
        Await.until("all messages", () -> slowGot.get() == sent.get());
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void shouldGoOnWithoutAPeerThatLeft(TransportKind kind) throws Exception {
        Channel channel = peerChannel();
        List<SessionEvent> events = new CopyOnWriteArrayList<>();
        List<String> messages = new CopyOnWriteArrayList<>();
        MulticastPeer stays =
                keep(on(channel, kind).onEvent(events::add).openPeer(message -> messages.add(text(message))));
        MulticastPeer leaves = keep(on(channel, kind).openPeer(message -> {}));
        assertThat(stays.awaitReceivers(1, SOON)).isTrue();
        assertThat(leaves.awaitReceivers(1, SOON)).isTrue();
        leaves.send(bytes("last words"));
        assertThat(leaves.close(SOON).complete()).isTrue();
        Await.until("the end", () -> events.contains(new SessionEvent.StreamEnded(leaves.memberId())));
        assertThat(messages).as("before the event").containsExactly("last words");
        stays.send(bytes("to nobody"));
        assertThat(stays.flush(SOON).complete()).isTrue();
        assertThat(stays.close(SOON).complete()).isTrue();
        assertThatThrownBy(() -> stays.send(bytes("too late"))).hasMessageContaining("closed");
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void shouldSendFromThePortThatWasChosen(TransportKind kind) throws Exception {
        Channel channel = peerChannel();
        int port = TestGroups.freePort();
        List<SessionEvent> events = new CopyOnWriteArrayList<>();
        keep(on(channel, kind).onEvent(events::add).openPeer(message -> {}));
        ReliableMulticastSession chosen =
                keep(on(channel, kind).memberPort(port).openPeer(message -> {}));
        assertThat(chosen.localAddress().getPort()).isEqualTo(port);
        Await.until(
                "the other to see it there",
                () -> events.contains(new SessionEvent.MemberJoined(chosen.memberId(), chosen.localAddress())));
        assertThatThrownBy(() -> on(channel, kind).memberPort(port).openPeer(message -> {}))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(Integer.toString(port));
        assertThatThrownBy(() -> on(channel, kind).memberPort(0)).hasMessage("memberPort must be 1 to 65535, was 0");
    }

    private static List<String> inOrder() {
        List<String> messages = new ArrayList<>();
        for (int i = 0; i < MESSAGES; i++) {
            messages.add("message " + i);
        }
        return messages;
    }

    private Channel peerChannel() {
        return channel().protocol("toypeer").build();
    }

    private static SessionBuilder on(Channel channel, TransportKind kind) {
        return ReliableMulticastSession.on(channel).transport(kind).socketBuffers(1 << 20, 1 << 20);
    }
}
