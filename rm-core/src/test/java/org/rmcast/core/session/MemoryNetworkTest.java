package org.rmcast.core.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.rmcast.api.Channel;
import org.rmcast.api.MemoryNetwork;
import org.rmcast.api.MulticastPeer;
import org.rmcast.api.MulticastReceiver;
import org.rmcast.api.MulticastSender;
import org.rmcast.api.SessionMeter;
import org.rmcast.api.TestConditions;
import org.rmcast.core.testing.Await;

/** The same sessions as over sockets, on a network in memory. */
@Timeout(60)
class MemoryNetworkTest extends SessionTestBase {
    private static final Duration SOON = Duration.ofSeconds(20);

    private final MemoryNetwork network = MemoryNetwork.create(11);

    @Test
    void shouldDeliverEverythingThoughTheNetworkLoses() throws Exception {
        Channel channel = channel().build();
        network.impair("loss=5%,delay=1ms");
        List<String> first = new CopyOnWriteArrayList<>();
        List<String> second = new CopyOnWriteArrayList<>();
        MulticastReceiver one = keep(network.on(channel).openReceiver(message -> first.add(text(message))));
        keep(network.on(channel)
                .testing(TestConditions.none().withInbound("loss=5%"))
                .openReceiver(message -> second.add(text(message))));
        MulticastSender sender = keep(network.on(channel).memberPort(9_000).openSender());
        assertThat(sender.awaitReceivers(2, SOON)).isTrue();
        List<String> sent = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            sent.add("message " + i);
            sender.send(bytes(sent.get(i)));
        }
        assertThat(sender.flush(SOON).complete()).isTrue();
        assertThat(sender.close(SOON).complete()).isTrue();
        Await.until("all messages", () -> first.equals(sent) && second.equals(sent));
        one.close();
        assertThat(one.statistics().get(SessionMeter.IMPAIRED_INBOUND)).isPositive();
        assertThat(sender.localAddress()).hasToString("/10.0.0.3:9000");
        assertThat(network).hasToString("network in memory with 1 members, seed 11");
    }

    @Test
    void shouldCutMembersOffByNameAndHeal() throws Exception {
        Channel channel = channel().build();
        List<String> messages = new CopyOnWriteArrayList<>();
        keep(network.on(channel).memberName("anna").openReceiver(message -> messages.add(text(message))));
        MulticastSender sender = keep(network.on(channel).openSender());
        assertThat(sender.awaitReceivers(1, SOON)).isTrue();
        network.partition("anna");
        sender.send(bytes("heard later"));
        assertThat(sender.flush(Duration.ofMillis(100)).complete()).isFalse();
        assertThat(messages).isEmpty();
        network.heal();
        Await.until("the message", () -> messages.equals(List.of("heard later")));
        assertThat(network.overflows()).isZero();
    }

    @Test
    void shouldKeepNetworksApart() throws Exception {
        Channel channel = channel().build();
        List<String> messages = new CopyOnWriteArrayList<>();
        keep(MemoryNetwork.create().on(channel).openReceiver(message -> messages.add(text(message))));
        MulticastSender sender = keep(network.on(channel).openSender());
        assertThat(sender.awaitReceivers(1, Duration.ofMillis(200))).isFalse();
    }

    @Test
    void shouldGiveMembersTheSameIdentitiesFromTheSameSeed() throws Exception {
        Channel channel = channel().build();
        List<Long> ids = new ArrayList<>();
        for (MemoryNetwork each : List.of(network, MemoryNetwork.create(11), MemoryNetwork.create(12))) {
            ids.add(keep(each.on(channel).openReceiver()).memberId());
            ids.add(keep(each.on(channel).openSender()).memberId());
        }
        assertThat(ids.subList(2, 4)).isEqualTo(ids.subList(0, 2));
        assertThat(ids.subList(2, 6)).doesNotHaveDuplicates();
    }

    @Test
    void shouldRefuseImpairmentsThatItDoesNotUnderstand() {
        assertThatThrownBy(() -> network.impair("los=5%"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("unknown impairment 'los'");
    }

    /** Buffers in memory are the heap's, so they count. */
    @Test
    void shouldRefuseBuffersThatTheHeapHasNoRoomFor() {
        assertThatThrownBy(() -> network.on(channel().build())
                        .socketBuffers(Integer.MAX_VALUE, 4096)
                        .openReceiver())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("of an emulated network");
    }

    @Test
    void shouldCarryPeersFromManyThreads() throws Exception {
        Channel channel = channel().protocol("toypeer").build();
        List<MulticastPeer> peers = new ArrayList<>();
        List<List<String>> heard = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            List<String> messages = new CopyOnWriteArrayList<>();
            heard.add(messages);
            peers.add(keep(network.on(channel).openPeer(message -> messages.add(text(message)))));
        }
        for (MulticastPeer peer : peers) {
            assertThat(peer.awaitReceivers(3, SOON)).isTrue();
        }
        List<Thread> threads = new ArrayList<>();
        for (MulticastPeer peer : peers) {
            Thread thread = new Thread(() -> sendAll(peer, 100));
            threads.add(thread);
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        Await.until("300 messages at each", () -> heard.stream().allMatch(messages -> messages.size() == 300));
    }

    private static void sendAll(MulticastPeer peer, int count) {
        try {
            for (int i = 0; i < count; i++) {
                peer.send(bytes(peer.memberId() + " " + i));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
