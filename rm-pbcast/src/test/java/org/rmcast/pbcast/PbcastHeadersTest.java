package org.rmcast.pbcast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.rmcast.api.Channel;
import org.rmcast.api.MessageHeaders;
import org.rmcast.api.MulticastPeer;
import org.rmcast.api.ReceivedMessage;
import org.rmcast.api.ReliableMulticastSession;
import org.rmcast.core.testing.Await;
import org.rmcast.core.testing.TestGroups;
import org.rmcast.core.wire.Wire;

/** What messages carry beside their content, through every way to send, at others and at who sent them. */
class PbcastHeadersTest {
    private static final Duration LONG = Duration.ofSeconds(20);

    @Test
    void shouldDeliverHeadersAndTimes() throws Exception {
        Channel channel = Channel.builder("headers")
                .group(TestGroups.address())
                .port(TestGroups.freePort())
                .protocol("pbcast")
                .build();
        List<ReceivedMessage> own = new CopyOnWriteArrayList<>();
        List<ReceivedMessage> received = new CopyOnWriteArrayList<>();
        Instant begin = Instant.now().minusMillis(5);
        try (MulticastPeer one = ReliableMulticastSession.on(channel)
                        .deliverOwn()
                        .onMessage(own::add)
                        .openPeer();
                MulticastPeer two = ReliableMulticastSession.on(channel)
                        .onMessage(received::add)
                        .openPeer()) {
            assertThat(one.awaitReceivers(1, LONG)).isTrue();
            assertThat(two.memberId()).isNotZero();
            ByteBuffer content = ByteBuffer.wrap(new byte[] {9, 1, 2, 3}).position(1);
            one.send(content, header("send"));
            one.send(content);
            one.sendAsync(content, header("later")).toCompletableFuture().join();
            assertThat(one.trySend(ByteBuffer.allocate(5_000), header("try"))).isTrue();
            one.sendAsync(content).toCompletableFuture().join();
            assertThat(content.position()).isOne();
            ByteBuffer most = ByteBuffer.allocate(Wire.MAX_MESSAGE_BYTES);
            assertThatThrownBy(() -> one.send(most, header("too much")))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("16777216 bytes, was 16777216 and 15 of headers");
            Await.until("all messages", () -> own.size() == 5 && received.size() == 5);
        }
        assertThat(received).isEqualTo(own);
        assertThat(received)
                .extracting(message -> message.headers().text("by").orElse("-"))
                .containsExactly("send", "-", "later", "try", "-");
        assertThat(received.get(0).toByteArray()).containsExactly(1, 2, 3);
        assertThat(received.get(3).length()).isEqualTo(5_000);
        assertThat(received)
                .allSatisfy(message -> assertThat(message.time())
                        .isBetween(begin, Instant.now().plusMillis(5)));
    }

    private static MessageHeaders header(String way) {
        return MessageHeaders.of("by", way);
    }
}
