package org.rmcast.pbcast;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.rmcast.core.channel.Channel;
import org.rmcast.core.engine.EngineMeter;
import org.rmcast.core.engine.FlushResult;
import org.rmcast.core.engine.ReceivedMessage;
import org.rmcast.core.engine.Role;
import org.rmcast.core.event.SessionEvent;
import org.rmcast.core.impair.Impairments;
import org.rmcast.core.session.ReliableMulticastSession;
import org.rmcast.core.session.SessionBuilder;
import org.rmcast.core.testing.Await;
import org.rmcast.core.testing.TestGroups;
import org.rmcast.core.transport.TransportKind;

/** Bimodal Multicast through real sockets on the loopback interface. */
class PbcastSessionTest {
    private static final Duration LONG = Duration.ofSeconds(20);
    private static final int PEERS = 4;

    private final List<Peer> peers = new ArrayList<>();

    @AfterEach
    void endAll() {
        peers.forEach(peer -> peer.session.abort());
    }

    @ParameterizedTest
    @EnumSource(names = {"EPOLL", "NIO"})
    void shouldCarryEverySizeFromEveryPeerThroughLoss(TransportKind kind) throws Exception {
        openPeers(kind);
        List<Long> digests = new ArrayList<>();
        for (Peer peer : peers) {
            digests.add(peer.sendSome(0, 1, 1_316, 70_000, 0, 1 << 20, 3));
        }
        for (Peer peer : peers) {
            FlushResult flushed = peer.session.flush(LONG);
            assertThat(flushed.complete()).as("%s", flushed).isTrue();
        }
        for (Peer peer : peers) {
            for (int i = 0; i < PEERS; i++) {
                Peer other = peers.get(i);
                if (other != peer) {
                    long source = other.session.memberId();
                    Await.until("all messages of " + source, () -> peer.count(source) == other.sent);
                    assertThat(peer.digest(source)).isEqualTo(digests.get(i));
                }
            }
            assertThat(peer.events(SessionEvent.MessagesLost.class)).isEmpty();
            assertThat(peer.session.statistics().engine().get(EngineMeter.PACKETS_MISSED))
                    .isPositive();
        }
        Peer first = peers.get(0);
        FlushResult closed = first.session.close(LONG);
        assertThat(closed.complete()).as("%s", closed).isTrue();
        for (Peer peer : peers.subList(1, PEERS)) {
            Await.until(
                    "the end of the first peer's stream",
                    () -> !peer.events(SessionEvent.StreamEnded.class).isEmpty());
        }
    }

    @Test
    void shouldGoOnWhenAPeerIsAborted() throws Exception {
        openPeers(TransportKind.AUTO);
        Peer victim = peers.get(3);
        long victimId = victim.session.memberId();
        SplittableRandom random = new SplittableRandom(9);
        for (int i = 0; i < 2_000; i++) {
            if (i == 700) {
                victim.session.abort();
            }
            for (Peer peer : peers) {
                if (peer != victim || i < 700) {
                    peer.send(random, 500);
                }
            }
        }
        for (Peer peer : peers.subList(0, 3)) {
            Await.until(
                    "the failure to be noticed",
                    () -> peer.events(SessionEvent.MemberFailed.class).stream()
                            .anyMatch(event -> event.memberId() == victimId));
            Await.until(
                    "the lost sender to be reported",
                    () -> peer.events(SessionEvent.SenderLost.class).stream()
                            .anyMatch(event -> event.sourceId() == victimId));
            FlushResult flushed = peer.session.flush(LONG);
            assertThat(flushed.complete()).as("%s", flushed).isTrue();
        }
        for (Peer peer : peers.subList(0, 3)) {
            for (Peer other : peers.subList(0, 3)) {
                if (other != peer) {
                    assertThat(peer.count(other.session.memberId())).isEqualTo(2_000);
                }
            }
            assertThat(peer.events(SessionEvent.MessagesLost.class)).allMatch(lost -> lost.sourceId() == victimId);
        }
    }

    private void openPeers(TransportKind kind) throws Exception {
        Channel channel = Channel.builder("peers")
                .group(TestGroups.address())
                .port(TestGroups.freePort())
                .protocol("pbcast")
                .build();
        for (int i = 0; i < PEERS; i++) {
            peers.add(new Peer(ReliableMulticastSession.on(channel)
                    .transport(kind)
                    .seed(i + 1)
                    .inbound(Impairments.parse("loss=5%,seed=" + (i + 1)))));
        }
        for (Peer peer : peers) {
            assertThat(peer.session.awaitReceivers(PEERS - 1, LONG)).isTrue();
        }
    }

    /** A peer that remembers what it got from whom. */
    private static final class Peer {
        final ReliableMulticastSession session;
        int sent;
        private final CRC32C outgoing = new CRC32C();
        private final Map<Long, CRC32C> incoming = new ConcurrentHashMap<>();
        private final Map<Long, Integer> counts = new ConcurrentHashMap<>();
        private final List<SessionEvent> events = new CopyOnWriteArrayList<>();

        Peer(SessionBuilder builder) throws Exception {
            session = builder.role(Role.PEER)
                    .onEvent(events::add)
                    .onMessage(this::take)
                    .open();
        }

        private void take(ReceivedMessage message) {
            incoming.computeIfAbsent(message.sourceId(), key -> new CRC32C()).update(message.payload());
            counts.merge(message.sourceId(), 1, Integer::sum);
        }

        /** Sends messages of these sizes, and 300 of random ones; returns the digest of all. */
        long sendSome(int... sizes) throws InterruptedException {
            SplittableRandom random = new SplittableRandom(session.memberId());
            for (int size : sizes) {
                send(random, size);
            }
            for (int i = 0; i < 300; i++) {
                send(random, random.nextInt(3_000));
            }
            return outgoing.getValue();
        }

        void send(SplittableRandom random, int size) throws InterruptedException {
            byte[] message = new byte[size];
            random.nextBytes(message);
            outgoing.update(message);
            session.send(ByteBuffer.wrap(message));
            sent++;
        }

        int count(long source) {
            return counts.getOrDefault(source, 0);
        }

        long digest(long source) {
            return Objects.requireNonNull(incoming.get(source)).getValue();
        }

        <E extends SessionEvent> List<E> events(Class<E> kind) {
            return events.stream().filter(kind::isInstance).map(kind::cast).toList();
        }
    }
}
