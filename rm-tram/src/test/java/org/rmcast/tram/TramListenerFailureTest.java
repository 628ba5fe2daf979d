package org.rmcast.tram;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.rmcast.api.Channel;
import org.rmcast.api.FlushResult;
import org.rmcast.api.MessageListener;
import org.rmcast.api.MulticastReceiver;
import org.rmcast.api.MulticastSender;
import org.rmcast.api.ReliableMulticastSession;
import org.rmcast.core.testing.Await;
import org.rmcast.core.testing.TestGroups;

/** A receiver whose listener fails, through real sockets: its session says so, and its sender does not take it for complete. */
@Timeout(120)
class TramListenerFailureTest {
    private static final Duration LONG = Duration.ofSeconds(30);
    private static final int MESSAGES = 5_000;
    private static final int FAILS_AT = 100;

    private final List<ReliableMulticastSession> opened = new ArrayList<>();
    private final AtomicInteger taken = new AtomicInteger();

    @AfterEach
    void endAll() {
        opened.forEach(ReliableMulticastSession::abort);
    }

    @Test
    void shouldNotConfirmForAListenerThatLeavesItsThreadInterrupted() throws Exception {
        confirmsNothingMore(message -> {
            if (taken.incrementAndGet() == FAILS_AT) {
                Thread.currentThread().interrupt();
            }
        });
    }

    @Test
    void shouldNotConfirmForAListenerThatThrows() throws Exception {
        confirmsNothingMore(message -> {
            if (taken.incrementAndGet() == FAILS_AT) {
                throw new InterruptedException("told to stop");
            }
        });
    }

    private void confirmsNothingMore(MessageListener failing) throws Exception {
        Channel channel = Channel.builder("failing")
                .group(TestGroups.address())
                .port(TestGroups.freePort())
                .build();
        AtomicInteger healthy = new AtomicInteger();
        keep(ReliableMulticastSession.on(channel).openReceiver(message -> healthy.incrementAndGet()));
        MulticastReceiver receiver = keep(
                ReliableMulticastSession.on(channel).deliveryQueue(200, 1 << 20).openReceiver(failing));
        MulticastSender sender = keep(ReliableMulticastSession.on(channel).openSender());
        assertThat(sender.awaitReceivers(2, LONG)).isTrue();
        for (int i = 0; i < MESSAGES; i++) {
            sender.send(new byte[100]);
        }

        FlushResult flushed = sender.flush(LONG);

        assertThat(flushed.complete()).isFalse();
        assertThat(flushed.missing()).extracting(FlushResult.Laggard::memberId).containsExactly(receiver.memberId());
        CompletableFuture<Void> closed = receiver.closed().toCompletableFuture();
        assertThatThrownBy(() -> closed.get(10, TimeUnit.SECONDS))
                .hasMessageContaining("the message listener was interrupted");
        assertThat(taken).hasValue(FAILS_AT);
        Await.until("the other receiver", () -> healthy.get() == MESSAGES);
    }

    private <S extends ReliableMulticastSession> S keep(S session) {
        opened.add(session);
        return session;
    }
}
