package org.rmcast.core.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.MulticastSocket;
import java.net.NetworkInterface;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rmcast.api.Channel;
import org.rmcast.api.MulticastReceiver;
import org.rmcast.api.MulticastSender;
import org.rmcast.api.ReliableMulticastSession;
import org.rmcast.api.SessionEvent;
import org.rmcast.api.SessionMeter;
import org.rmcast.api.SessionStatistics;
import org.rmcast.api.TestConditions;
import org.rmcast.api.TransportKind;
import org.rmcast.core.testing.Await;
import org.rmcast.core.wire.DatagramHeader;
import org.rmcast.core.wire.WireWriter;

/** What comes from the network besides one's own group, and engines that break. */
@Timeout(60)
class SessionNetworkTest extends SessionTestBase {
    private static final Duration SOON = Duration.ofSeconds(10);

    @ParameterizedTest
    @MethodSource("kinds")
    void shouldCountAndDropWhatIsNotItsOwn(TransportKind kind) throws Exception {
        Channel channel = channel().build();
        List<String> messages = new CopyOnWriteArrayList<>();
        MulticastReceiver receiver = keep(ReliableMulticastSession.on(channel)
                .transport(kind)
                .openReceiver(message -> messages.add(text(message))));

        sendRaw(channel.groupAddress(), bytes("garbage that is long enough for a header"));
        sendRaw(channel.groupAddress(), new byte[0]);
        sendRaw(receiver.localAddress(), bytes("short"));
        sendRaw(channel.groupAddress(), header(channel.sessionId() + 1, 200, new byte[8]));
        sendRaw(channel.groupAddress(), header(channel.sessionId(), 201, new byte[8]));
        byte[] damaged = header(channel.sessionId(), 200, new byte[8]);
        damaged[damaged.length - 1] ^= 1;
        sendRaw(channel.groupAddress(), damaged);
        sendRaw(channel.groupAddress(), header(channel.sessionId(), 200, new byte[3]));

        Await.until(receiver.statistics()::toString, () -> {
            SessionStatistics statistics = receiver.statistics();
            return statistics.get(SessionMeter.REJECTED_STRANGERS) == 3
                    && statistics.get(SessionMeter.REJECTED_OTHER_SESSIONS) == 2
                    && statistics.get(SessionMeter.REJECTED_DAMAGED) == 1
                    && statistics.get(SessionMeter.REJECTED_MALFORMED) == 1;
        });
        assertThat(receiver.statistics().get(SessionMeter.DATAGRAMS_RECEIVED)).isEqualTo(7);
        assertThat(messages).isEmpty();
        assertThat(receiver.closed().toCompletableFuture()).isNotDone();
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void shouldKeepChannelsOnOnePortApart(TransportKind kind) throws Exception {
        Channel channel = channel().build();
        Channel other = Channel.builder("another name")
                .group(channel.group())
                .port(channel.port())
                .protocol("toy")
                .build();
        List<String> messages = new CopyOnWriteArrayList<>();
        keep(ReliableMulticastSession.on(channel).transport(kind).openReceiver(message -> messages.add(text(message))));
        MulticastSender sender =
                keep(ReliableMulticastSession.on(channel).transport(kind).openSender());
        MulticastSender stranger =
                keep(ReliableMulticastSession.on(other).transport(kind).openSender());
        sender.awaitReceivers(1, SOON);

        stranger.send(bytes("not for you"));
        stranger.flush(SOON);
        sender.send(bytes("for you"));

        Await.until("the message", () -> !messages.isEmpty());
        assertThat(messages).containsExactly("for you");
        assertThat(stranger.receiverCount()).isZero();
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void shouldLoseTheShareThatImpairmentsAskFor(TransportKind kind) throws Exception {
        long first = receivedUnderLoss(kind, channel().build());
        long again = receivedUnderLoss(kind, channel().build());

        assertThat(first).as("of 4,000 at 20 % loss").isCloseTo(3_200, within(160L));
        assertThat(again).as("the same seed").isEqualTo(first);
    }

    /** How many of 4,000 datagrams of strangers reach a receiver. */
    private long receivedUnderLoss(TransportKind kind, Channel channel) throws Exception {
        ReliableMulticastSession receiver = keep(ReliableMulticastSession.on(channel)
                .transport(kind)
                .testing(TestConditions.none().withSeed(42).withInbound("loss=20%"))
                .openReceiver(message -> {}));
        for (int i = 1; i <= 4_000; i++) {
            sendRaw(receiver.localAddress(), bytes("of somebody else"));
            if (i % 100 == 0) {
                int sent = i;
                Await.until(
                        receiver.statistics()::toString,
                        () -> receiver.statistics().get(SessionMeter.DATAGRAMS_RECEIVED) >= sent);
            }
        }
        SessionStatistics statistics = receiver.statistics();
        long strangers = statistics.get(SessionMeter.REJECTED_STRANGERS);
        assertThat(strangers + statistics.get(SessionMeter.IMPAIRED_INBOUND)).isEqualTo(4_000);
        receiver.abort();
        return strangers;
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void shouldDelayWhatImpairmentsDelay(TransportKind kind) throws Exception {
        Channel channel = channel().build();
        List<String> messages = new CopyOnWriteArrayList<>();
        String slow = "delay=30ms,jitter=5ms";
        keep(ReliableMulticastSession.on(channel)
                .transport(kind)
                .testing(TestConditions.none().withInbound(slow))
                .openReceiver(message -> messages.add(text(message))));
        MulticastSender sender = keep(ReliableMulticastSession.on(channel)
                .transport(kind)
                .testing(TestConditions.none().withOutbound(slow))
                .openSender());
        sender.awaitReceivers(1, SOON);
        long start = System.nanoTime();
        for (int i = 0; i < 50; i++) {
            sender.send(bytes("message " + i));
        }

        Await.until("50 messages", () -> messages.size() == 50);
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThan(Duration.ofMillis(60));
        assertThat(messages.get(0)).isEqualTo("message 0");
        assertThat(messages.get(49)).as("jitter alone keeps the order").isEqualTo("message 49");
    }

    @ParameterizedTest
    @ValueSource(strings = {"onSend", "onDeadline"})
    void shouldEndOnlyTheSessionWhoseEngineBreaks(String where) throws Exception {
        List<SessionEvent> events = new CopyOnWriteArrayList<>();
        MulticastSender sound =
                keep(ReliableMulticastSession.on(channel().build()).openSender());
        MulticastSender broken = keep(
                ReliableMulticastSession.on(channel().parameter("fail", where).build())
                        .onEvent(events::add)
                        .openSender());
        broken.sendAsync(java.nio.ByteBuffer.allocate(1));

        assertThatThrownBy(() -> broken.closed().toCompletableFuture().get(10, TimeUnit.SECONDS))
                .hasMessageContaining("made to fail")
                .hasMessageContaining("ToyEngine at");
        assertThat(events).hasAtLeastOneElementOfType(SessionEvent.SessionFailed.class);
        assertThatThrownBy(() -> broken.send(new byte[1]))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("made to fail");
        assertThat(broken.flushAsync(SOON).toCompletableFuture()).isCompletedExceptionally();
        assertThat(broken.statistics()).isNotNull();
        assertThat(sound.flush(SOON).complete()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"onDatagram"})
    void shouldNotLetADatagramBreakTheLoop(String where) throws Exception {
        Channel channel = channel().parameter("fail", where).build();
        MulticastSender sender = keep(ReliableMulticastSession.on(channel).openSender());
        sendRaw(channel.groupAddress(), header(channel.sessionId(), 200, new byte[8]));
        assertThatThrownBy(() -> sender.closed().toCompletableFuture().get(10, TimeUnit.SECONDS))
                .hasMessageContaining("onDatagram");
    }

    private static byte[] header(long sessionId, int protocol, byte[] payload) {
        WireWriter writer = new WireWriter(64);
        DatagramHeader.begin(writer, 1, 0).writeBytes(payload, 0, payload.length);
        return DatagramHeader.complete(writer.toByteArray(), protocol, sessionId, 77, 1);
    }

    private static void sendRaw(InetSocketAddress to, byte[] content) throws IOException {
        try (MulticastSocket socket = new MulticastSocket(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))) {
            socket.setNetworkInterface(NetworkInterface.getByInetAddress(InetAddress.getLoopbackAddress()));
            socket.setTimeToLive(0);
            socket.send(new DatagramPacket(content, content.length, to));
        }
    }
}
