package org.rmcast.pbcast;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.rmcast.api.Channel;
import org.rmcast.api.FlushResult;
import org.rmcast.api.MulticastPeer;
import org.rmcast.api.ReceivedMessage;
import org.rmcast.api.ReliableMulticastSession;
import org.rmcast.api.SessionBuilder;
import org.rmcast.api.SessionEvent;
import org.rmcast.api.TestConditions;
import org.rmcast.core.testing.Await;
import org.rmcast.core.testing.TestGroups;

/** Bimodal Multicast through real sockets on the loopback interface. */
class PbcastSessionTest {
    private static final Duration LONG = Duration.ofSeconds(20);
    private static final int PEERS = 4;

    private final List<Peer> peers = new ArrayList<>();

    @AfterEach
    void endAll() {
        peers.forEach(peer -> peer.session.abort());
    }

    @Test
    void shouldGoOnWhenAPeerIsAborted() throws Exception {
        openPeers();
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

    private void openPeers() throws Exception {
        Channel channel = Channel.builder("peers")
                .group(TestGroups.address())
                .port(TestGroups.freePort())
                .protocol("pbcast")
                .build();
        for (int i = 0; i < PEERS; i++) {
            peers.add(new Peer(ReliableMulticastSession.on(channel)
                    .testing(TestConditions.none().withSeed(i + 1).withInbound("loss=5%,seed=" + (i + 1)))));
        }
        for (Peer peer : peers) {
            assertThat(peer.session.awaitReceivers(PEERS - 1, LONG)).isTrue();
        }
    }

    /** A peer that remembers what it got from whom. */
    private static final class Peer {
        final MulticastPeer session;
        private final Map<Long, Integer> counts = new ConcurrentHashMap<>();
        private final List<SessionEvent> events = new CopyOnWriteArrayList<>();

        Peer(SessionBuilder builder) throws Exception {
            session = builder.onEvent(events::add).openPeer(this::take);
        }

        private void take(ReceivedMessage message) {
            counts.merge(message.sourceId(), 1, Integer::sum);
        }

        void send(SplittableRandom random, int size) throws InterruptedException {
            byte[] message = new byte[size];
            random.nextBytes(message);
            session.send(ByteBuffer.wrap(message));
        }

        int count(long source) {
            return counts.getOrDefault(source, 0);
        }

        <E extends SessionEvent> List<E> events(Class<E> kind) {
            return events.stream().filter(kind::isInstance).map(kind::cast).toList();
        }
    }
}
