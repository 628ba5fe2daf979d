package org.rmcast.core.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.rmcast.api.Channel;
import org.rmcast.api.MulticastReceiver;
import org.rmcast.api.MulticastSender;
import org.rmcast.api.ReceivedMessage;
import org.rmcast.api.ReliableMulticastSession;
import org.rmcast.core.testing.Await;

/** Messages as a publisher, with demand. */
@Timeout(60)
class PublisherTest extends SessionTestBase {
    private static final class Subscriber implements Flow.Subscriber<ReceivedMessage> {
        final List<String> messages = new CopyOnWriteArrayList<>();
        final CompletableFuture<Void> end = new CompletableFuture<>();
        final CompletableFuture<Flow.Subscription> subscription = new CompletableFuture<>();

        @Override
        public void onSubscribe(Flow.Subscription given) {
            subscription.complete(given);
        }

        @Override
        public void onNext(ReceivedMessage message) {
            messages.add(text(message));
        }

        @Override
        public void onError(Throwable cause) {
            end.completeExceptionally(cause);
        }

        @Override
        public void onComplete() {
            end.complete(null);
        }

        void request(long count) {
            subscription.join().request(count);
        }
    }

    @Test
    void shouldPassOnAsManyAsAreAskedFor() throws Exception {
        Channel channel = channel().build();
        MulticastReceiver receiver = keep(ReliableMulticastSession.on(channel).openReceiver());
        sendTen(channel);
        Subscriber subscriber = new Subscriber();
        receiver.messages().subscribe(subscriber);

        subscriber.request(3);
        Await.until("three messages", () -> subscriber.messages.size() == 3);
        Subscriber second = new Subscriber();
        receiver.messages().subscribe(second);
        assertThat(second.end).isCompletedExceptionally();
        subscriber.request(1);
        Await.until("the fourth", () -> subscriber.messages.size() == 4);
        assertThat(subscriber.messages).containsExactly("0", "1", "2", "3");

        subscriber.subscription.join().cancel();
        Subscriber successor = new Subscriber();
        receiver.messages().subscribe(successor);
        successor.request(Long.MAX_VALUE);
        Await.until("the rest", () -> successor.messages.size() == 6);
        assertThat(successor.messages).containsExactly("4", "5", "6", "7", "8", "9");

        receiver.close(Duration.ofSeconds(5));
        successor.end.get(5, TimeUnit.SECONDS);
    }

    @Test
    void shouldSayThatMessagesWereLeftWhenClosedWithoutDemand() throws Exception {
        Channel channel = channel().build();
        MulticastReceiver receiver = keep(ReliableMulticastSession.on(channel).openReceiver());
        Subscriber subscriber = new Subscriber();
        receiver.messages().subscribe(subscriber);
        sendTen(channel);

        receiver.close(Duration.ofMillis(100));

        assertThat(subscriber.end)
                .failsWithin(Duration.ofSeconds(5))
                .withThrowableThat()
                .withMessageContaining("10 messages");
        Subscriber late = new Subscriber();
        receiver.messages().subscribe(late);
        assertThat(late.end).isDone();
    }

    @Test
    void shouldRefuseADemandOfNothing() throws Exception {
        MulticastReceiver receiver =
                keep(ReliableMulticastSession.on(channel().build()).openReceiver());
        Subscriber subscriber = new Subscriber();
        receiver.messages().subscribe(subscriber);
        subscriber.request(0);
        assertThat(subscriber.end)
                .failsWithin(Duration.ofSeconds(5))
                .withThrowableThat()
                .withMessageContaining("at least 1");
    }

    private void sendTen(Channel channel) throws Exception {
        MulticastSender sender = keep(ReliableMulticastSession.on(channel).openSender());
        sender.awaitReceivers(1, Duration.ofSeconds(10));
        for (int i = 0; i < 10; i++) {
            sender.send(bytes(Integer.toString(i)));
        }
        assertThat(sender.flush(Duration.ofSeconds(10)).complete()).isTrue();
    }
}
