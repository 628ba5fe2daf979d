package org.rmcast.core.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Flow;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.rmcast.api.ReceivedMessage;

/** What happens to a publisher while it signals something else: here on one thread, in the order in which two would meet. */
class MessagePublisherTest {
    private final MessagePublisher publisher = new MessagePublisher(() -> {}, () -> {});

    private static ReceivedMessage message(int number) {
        return new ReceivedMessage(1, number, ByteBuffer.allocate(0));
    }

    /** Writes its signals down, where one begins and where it returns. */
    private static final class Subscriber implements Flow.Subscriber<ReceivedMessage> {
        final List<String> signals = new ArrayList<>();
        Consumer<Flow.Subscription> onSubscribe = given -> {};
        Runnable onNext = () -> {};

        private final List<Flow.Subscription> given = new ArrayList<>();

        Flow.Subscription subscription() {
            return given.get(0);
        }

        @Override
        public void onSubscribe(Flow.Subscription subscription) {
            given.add(subscription);
            signals.add("subscribe");
            onSubscribe.accept(subscription);
            signals.add("subscribed");
        }

        @Override
        public void onNext(ReceivedMessage message) {
            signals.add("next " + message.sequence());
            onNext.run();
            signals.add("returned");
        }

        @Override
        public void onError(Throwable cause) {
            signals.add("error " + cause.getMessage());
        }

        @Override
        public void onComplete() {
            signals.add("complete");
        }
    }

    @Test
    void shouldNotLoseTheMessageThatIsOnItsWayToOneThatCancels() {
        Subscriber leaving = new Subscriber();
        publisher.subscribe(leaving);
        leaving.subscription().request(1);
        assertThat(publisher.allowance()).isEqualTo(1);
        leaving.subscription().cancel();
        assertThat(publisher.onMessage(message(0))).isFalse();

        Subscriber next = new Subscriber();
        publisher.subscribe(next);
        assertThat(publisher.onMessage(message(0))).as("nothing asked for yet").isFalse();
        next.subscription().request(1);
        assertThat(publisher.onMessage(message(0))).isTrue();
        assertThat(next.signals).containsExactly("subscribe", "subscribed", "next 0", "returned");
        assertThat(leaving.signals).containsExactly("subscribe", "subscribed");
    }

    @Test
    void shouldSubscribeBeforeAnythingElse() {
        Subscriber subscriber = new Subscriber();
        subscriber.onSubscribe = given -> {
            given.request(5);
            assertThat(publisher.allowance()).isZero();
            publisher.onEnd(null);
        };
        publisher.subscribe(subscriber);
        assertThat(subscriber.signals).containsExactly("subscribe", "subscribed", "complete");
    }

    @Test
    void shouldRefuseADemandOfNothingBehindTheMessageThatIsBeingTaken() {
        Subscriber subscriber = new Subscriber();
        publisher.subscribe(subscriber);
        subscriber.subscription().request(2);
        subscriber.onNext = () -> {
            subscriber.subscription().request(0);
            publisher.onEnd(null);
            subscriber.subscription().request(-1);
        };
        assertThat(publisher.onMessage(message(0))).isTrue();
        assertThat(publisher.allowance()).isZero();
        assertThat(publisher.onMessage(message(1))).isFalse();
        assertThat(subscriber.signals)
                .containsExactly(
                        "subscribe",
                        "subscribed",
                        "next 0",
                        "returned",
                        "error a subscriber must request at least 1, was 0");
    }

    @Test
    void shouldTellASecondSubscriberAndALateOne() {
        Subscriber first = new Subscriber();
        publisher.subscribe(first);
        Subscriber second = new Subscriber();
        publisher.subscribe(second);
        assertThat(second.signals)
                .containsExactly("subscribe", "subscribed", "error the session's messages have a subscriber already");

        publisher.onEnd(new IllegalStateException("the disk is gone"));
        Subscriber late = new Subscriber();
        publisher.subscribe(late);
        assertThat(List.of(first.signals, late.signals))
                .allSatisfy(signals ->
                        assertThat(signals).containsExactly("subscribe", "subscribed", "error the disk is gone"));
    }

    @Test
    void shouldSignalNothingToOneThatHasCancelled() {
        Subscriber subscriber = new Subscriber();
        subscriber.onSubscribe = Flow.Subscription::cancel;
        publisher.subscribe(subscriber);
        subscriber.subscription().request(0);
        publisher.onEnd(new IllegalStateException("late"));
        assertThat(subscriber.signals).containsExactly("subscribe", "subscribed");
    }
}
