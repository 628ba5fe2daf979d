package org.rmcast.junit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.rmcast.api.Channel;
import org.rmcast.api.MulticastPeer;
import org.rmcast.api.MulticastReceiver;
import org.rmcast.api.MulticastSender;
import org.rmcast.api.SessionEvent;
import org.rmcast.api.SessionMeter;

/** Both protocols on a network in memory: losses, a cut, a partition. */
class ProtocolsInMemoryTest {
    private static final int COUNT = 1_000;

    @MulticastTest(network = "loss=5%,delay=1ms", timeout = "60s")
    void shouldBringEverythingInOrderWithTram(TestNetwork network) throws Exception {
        shouldBringEverythingInOrder(network, channel("tram"));
    }

    @MulticastTest(network = "loss=5%,delay=1ms", timeout = "60s")
    void shouldBringEverythingInOrderWithPbcast(TestNetwork network) throws Exception {
        shouldBringEverythingInOrder(network, channel("pbcast"));
    }

    private static void shouldBringEverythingInOrder(TestNetwork network, Channel channel) throws Exception {
        List<ReceivedMessages> received = new ArrayList<>();
        List<MulticastReceiver> receivers = new ArrayList<>();
        for (String name : List.of("anna", "bert", "carl")) {
            received.add(network.messages(name));
            receivers.add(network.on(channel).memberName(name).openReceiver(received.get(received.size() - 1)));
        }
        MulticastSender sender = network.on(channel).openSender();
        network.awaitReceivers(sender, 3);
        List<String> sent = send(sender, COUNT);
        for (ReceivedMessages messages : received) {
            assertThat(messages.awaitTexts(COUNT)).isEqualTo(sent);
        }
        assertThat(sender.close(Duration.ofSeconds(20)).complete()).isTrue();
        network.await(
                "statistics that show losses",
                () -> receivers.stream()
                        .anyMatch(receiver -> receiver.statistics().get(SessionMeter.IMPAIRED_INBOUND) > 0));
        assertThat(network.events("anna")).noneMatch(event -> event instanceof SessionEvent.MessagesLost);
    }

    @MulticastTest(timeout = "60s")
    void shouldCatchUpAfterACutWithTram(TestNetwork network) throws Exception {
        shouldCatchUpAfterACut(network, channel("tram"));
    }

    @MulticastTest(timeout = "60s")
    void shouldCatchUpAfterACutWithPbcast(TestNetwork network) throws Exception {
        shouldCatchUpAfterACut(network, channel("pbcast"));
    }

    private static void shouldCatchUpAfterACut(TestNetwork network, Channel channel) throws Exception {
        ReceivedMessages anna = network.messages("anna");
        ReceivedMessages bert = network.messages("bert");
        network.on(channel).memberName("anna").openReceiver(anna);
        network.on(channel).memberName("bert").openReceiver(bert);
        MulticastSender sender = network.on(channel).openSender();
        network.awaitReceivers(sender, 2);
        network.partition("anna");
        List<String> sent = send(sender, 20);
        assertThat(bert.awaitTexts(20)).isEqualTo(sent);
        assertThat(anna.soFar()).isEmpty();
        network.heal();
        assertThat(anna.awaitTexts(20)).isEqualTo(sent);
    }

    @MulticastTest(timeout = "90s")
    void shouldReportAPartitionOfPeersAndItsEnd(TestNetwork network) throws Exception {
        List<MulticastPeer> peers = new ArrayList<>();
        List<ReceivedMessages> received = new ArrayList<>();
        for (String name : List.of("anna", "bert", "carl", "dora")) {
            received.add(network.messages(name));
            peers.add(network.on(channel("pbcast")).memberName(name).openPeer(received.get(received.size() - 1)));
        }
        for (MulticastPeer peer : peers) {
            network.awaitReceivers(peer, 3);
        }
        network.partition("anna", "bert");
        long carl = peers.get(2).memberId();
        network.awaitEvent("anna", SessionEvent.MemberFailed.class, failed -> failed.memberId() == carl);
        network.await("two at carl", () -> peers.get(2).receiverCount() == 1);
        network.await("two at anna", () -> peers.get(0).receiverCount() == 1);
        peers.get(0).send("for one half".getBytes(UTF_8));
        assertThat(received.get(1).awaitTexts(1)).containsExactly("for one half");
        network.heal();
        network.awaitEvent("anna", SessionEvent.MemberJoined.class, joined -> joined.memberId() == carl);
        for (MulticastPeer peer : peers) {
            network.awaitReceivers(peer, 3);
        }
        peers.get(3).send("for all".getBytes(UTF_8));
        assertThat(received.get(0).awaitTexts(1)).containsExactly("for all");
        // What was sent to one half may still be held for the other.
        ReceivedMessages atCarl = received.get(2);
        network.await("for all at carl", () -> atCarl.textsSoFar().contains("for all"));
    }

    private static List<String> send(MulticastSender sender, int count) throws InterruptedException {
        List<String> sent = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            String text = "message " + i + " ".repeat(500);
            sender.send(text.getBytes(UTF_8));
            sent.add(text);
        }
        return sent;
    }

    private static Channel channel(String protocol) {
        return Channel.builder("memory")
                .group("239.192.7.1")
                .port(7400)
                .protocol(protocol)
                .build();
    }
}
