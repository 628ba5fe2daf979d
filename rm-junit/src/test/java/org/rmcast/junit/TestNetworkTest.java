package org.rmcast.junit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Flow;
import org.rmcast.api.Channel;
import org.rmcast.api.MemoryNetwork;
import org.rmcast.api.MulticastReceiver;
import org.rmcast.api.MulticastSender;
import org.rmcast.api.ReceivedMessage;
import org.rmcast.api.SessionEvent;

/** What a test can wait for. */
class TestNetworkTest {
    private static final Channel CHANNEL =
            Channel.builder("waits").group("239.192.7.1").port(7400).build();

    @MulticastTest
    void shouldGiveEachEventOnceAndPassItOn(TestNetwork network) throws Exception {
        List<SessionEvent> events = new CopyOnWriteArrayList<>();
        network.on(CHANNEL).memberName("anna").onEvent(events::add).openReceiver(network.messages("anna"));
        MulticastSender first = network.on(CHANNEL).memberName("first").openSender();
        network.awaitReceivers(first, 1);
        assertThat(network.awaitEvent("anna", SessionEvent.SenderFound.class).sourceId())
                .isEqualTo(first.memberId());
        first.close();
        network.awaitEvent("anna", SessionEvent.StreamEnded.class);
        MulticastSender second = network.on(CHANNEL).openSender();
        SessionEvent.SenderFound found = network.awaitEvent("anna", SessionEvent.SenderFound.class);
        assertThat(found.sourceId()).isEqualTo(second.memberId());
        network.await("the application's events", () -> events.contains(found));
        assertThat(network.events("anna")).containsSubsequence(events.get(0), found);
        assertThat(network.events("nobody")).isEmpty();
    }

    /** A session that waits for a subscriber does so though its events are taken already. */
    @MulticastTest
    void shouldKeepMessagesForWhoSubscribesLate(TestNetwork network) throws Exception {
        MulticastReceiver receiver = network.on(CHANNEL).openReceiver();
        MulticastSender sender = network.on(CHANNEL).openSender();
        network.awaitReceivers(sender, 1);
        for (int i = 0; i < 100; i++) {
            sender.send(new byte[] {(byte) i});
        }
        assertThat(sender.flush(network.remaining()).complete()).isTrue();
        ReceivedMessages messages = network.messages("the late one");
        receiver.messages().subscribe(new Forwarding(messages));
        assertThat(messages.await(100))
                .extracting(message -> message.toByteArray()[0])
                .startsWith((byte) 0, (byte) 1);
    }

    @MulticastTest(network = "loss=100%", seed = 3)
    void shouldChangeTheNetworkWhileSessionsRun(TestNetwork network) throws Exception {
        ReceivedMessages messages = network.messages("anna");
        network.on(CHANNEL).openReceiver(messages);
        MulticastSender sender = network.on(CHANNEL).openSender();
        assertThat(network).hasToString("network in memory with 2 members, seed 3, impairments \"loss=100%\"");
        assertThatThrownBy(() -> network.impair("los=1%")).isInstanceOf(IllegalArgumentException.class);
        network.impair("none");
        network.awaitReceivers(sender, 1);
        sender.send("at last".getBytes(UTF_8));
        assertThat(messages.awaitTexts(1)).isEqualTo(messages.textsSoFar()).containsExactly("at last");
        assertThat(network).hasToString("network in memory with 2 members, seed 3, impairments \"none\"");
    }

    @MulticastTest
    void shouldRefuseSessionsOfOthers(TestNetwork network) throws Exception {
        try (MulticastReceiver other = MemoryNetwork.create().on(CHANNEL).openReceiver()) {
            assertThatThrownBy(() -> network.awaitFailure(other))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("none of this network");
        }
    }

    /** Passes all on to a listener. */
    private record Forwarding(ReceivedMessages messages) implements Flow.Subscriber<ReceivedMessage> {
        @Override
        public void onSubscribe(Flow.Subscription subscription) {
            subscription.request(Long.MAX_VALUE);
        }

        @Override
        public void onNext(ReceivedMessage message) {
            messages.onMessage(message);
        }

        @Override
        public void onError(Throwable failure) {}

        @Override
        public void onComplete() {}
    }
}
