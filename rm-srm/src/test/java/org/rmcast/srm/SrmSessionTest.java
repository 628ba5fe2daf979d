package org.rmcast.srm;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.rmcast.api.Channel;
import org.rmcast.api.FlushResult;
import org.rmcast.api.MulticastPeer;
import org.rmcast.api.ReliableMulticastSession;
import org.rmcast.api.SessionEvent;
import org.rmcast.api.TestConditions;
import org.rmcast.core.testing.Await;
import org.rmcast.core.testing.TestGroups;

/** SRM through real sockets on the loopback interface: {@code -Drm.srm.peers=N} members, each of which loses a fifth of what comes. */
class SrmSessionTest {
    private static final Duration LONG = Duration.ofSeconds(60);
    private static final int PEERS = Integer.getInteger("rm.srm.peers", 5);
    private static final int MESSAGES = Integer.getInteger("rm.srm.messages", 400);

    private final List<Peer> peers = new ArrayList<>();

    @AfterEach
    void endAll() {
        peers.forEach(peer -> peer.session.abort());
    }

    @Test
    void shouldBringEverythingToAllAtTwentyPercentLoss() throws Exception {
        Channel channel = Channel.builder("srm")
                .group(TestGroups.address())
                .port(TestGroups.freePort())
                .protocol("srm")
                .build();
        for (int i = 0; i < PEERS; i++) {
            peers.add(new Peer(channel, i + 1));
        }
        for (Peer peer : peers) {
            assertThat(peer.session.awaitReceivers(PEERS - 1, LONG)).isTrue();
        }
        for (int i = 0; i < MESSAGES; i++) {
            for (Peer peer : peers) {
                peer.session.send(ByteBuffer.wrap(new byte[i * 7 % 2_000]));
            }
        }
        for (Peer peer : peers) {
            FlushResult flushed = peer.session.flush(LONG);
            assertThat(flushed.complete()).as("%s", flushed).isTrue();
        }
        for (Peer peer : peers) {
            for (Peer other : peers) {
                if (other != peer) {
                    Await.until(
                            "all messages of " + other.session.memberId(),
                            () -> peer.counts.getOrDefault(other.session.memberId(), 0) == MESSAGES);
                }
            }
            assertThat(peer.events).noneMatch(SessionEvent.MessagesLost.class::isInstance);
        }
    }

    /** A peer that counts what it got from whom. */
    private static final class Peer {
        final MulticastPeer session;
        final Map<Long, Integer> counts = new ConcurrentHashMap<>();
        final List<SessionEvent> events = new CopyOnWriteArrayList<>();

        Peer(Channel channel, int seed) throws Exception {
            session = ReliableMulticastSession.on(channel)
                    .testing(TestConditions.none().withSeed(seed).withInbound("loss=20%,seed=" + seed))
                    .onEvent(events::add)
                    .openPeer(message -> counts.merge(message.sourceId(), 1, Integer::sum));
        }
    }
}
