package org.rmcast.core.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.rmcast.api.Receipt;
import org.rmcast.api.Recipients;
import org.rmcast.api.SessionClosedException;
import org.rmcast.core.testing.Await;

@Timeout(60)
class SendQueueTest {
    private final AtomicInteger wakeUps = new AtomicInteger();
    private final SendQueue queue = new SendQueue(3, 100, wakeUps::incrementAndGet);

    @Test
    void shouldWakeTheLoopOnceForManyMessages() {
        queue.offer(new byte[1]);
        queue.offer(new byte[2]);
        assertThat(wakeUps).hasValue(1);
        assertThat(takeAll()).containsExactly(1, 2);
        queue.offer(new byte[3]);
        assertThat(wakeUps).hasValue(2);
    }

    @Test
    void shouldRefuseBeyondEitherBound() {
        assertThat(queue.offer(new byte[60])).isTrue();
        assertThat(queue.offer(new byte[60])).isFalse();
        assertThat(queue.wouldTake(40)).isTrue();
        assertThat(queue.offer(new byte[40])).isTrue();
        assertThat(queue.offer(new byte[1])).isFalse();
        takeAll();
        for (int i = 0; i < 3; i++) {
            assertThat(queue.offer(new byte[0])).isTrue();
        }
        assertThat(queue.offer(new byte[0])).isFalse();
        assertThat(queue.messages()).isEqualTo(3);
    }

    @Test
    void shouldTakeAnOversizedMessageWhenEmpty() {
        assertThat(queue.offer(new byte[1000])).isTrue();
        assertThat(queue.offer(new byte[0])).isFalse();
        takeAll();
        assertThat(queue.offer(new byte[0])).isTrue();
        assertThat(queue.offer(new byte[1000])).isFalse();
    }

    @Test
    void shouldKeepTheOrderOfAsynchronousMessagesAndThoseBehindThem() throws Exception {
        List<CompletableFuture<Void>> accepted = new ArrayList<>();
        for (int length = 1; length <= 6; length++) {
            accepted.add(queue.putLater(new byte[length]));
        }
        assertThat(accepted.get(2)).isCompleted();
        assertThat(accepted.get(3)).isNotDone();
        assertThat(queue.offer(new byte[0])).as("does not overtake").isFalse();
        assertThat(queue.putLater(new byte[7]))
                .as("more than the queue's bounds wait already")
                .isCompletedExceptionally();

        assertThat(takeAll()).containsExactly(1, 2, 3);
        accepted.get(5).get(10, TimeUnit.SECONDS);
        assertThat(takeAll()).containsExactly(4, 5, 6);
    }

    @Test
    void shouldRunRequestsInTheirPlace() {
        queue.offer(new byte[1]);
        Runnable request = () -> {};
        queue.putRequest(request);
        queue.offer(new byte[2]);

        assertThat(queue.peek()).isInstanceOf(byte[].class);
        queue.remove();
        assertThat(queue.peek()).isSameAs(request);
        queue.remove();
        assertThat(queue.peek()).isInstanceOf(byte[].class);
    }

    @Test
    void shouldSayOfEachMessageWhatWasSaidOfIt() {
        Recipients some = Recipients.of(7);
        CompletableFuture<Receipt> receipt = new CompletableFuture<>();
        SendQueue four = new SendQueue(4, 100, wakeUps::incrementAndGet);
        four.offer(new byte[1]);
        four.offer(new byte[2], new Envelope(true, some, receipt));
        four.offer(new byte[3]);
        four.offer(new byte[4], Envelope.of(true, Recipients.GROUP));
        CompletableFuture<Void> last = four.putLater(new byte[5], Envelope.of(false, some));
        assertThat(takeNext(four)).isEqualTo(Envelope.PLAIN);
        assertThat(takeNext(four)).isEqualTo(new Envelope(true, some, receipt));
        assertThat(takeNext(four)).isEqualTo(Envelope.PLAIN);
        assertThat(takeNext(four)).isEqualTo(new Envelope(true, Recipients.GROUP, null));
        four.settle();
        assertThat(takeNext(four)).isEqualTo(new Envelope(false, some, null));
        assertThat(four.peekMessage()).isNull();
        assertThat(receipt).isNotDone();
        assertThat(last).isNotNull();
    }

    /** What is said of a message is not lost by looking at it again, as the loop does while the engine refuses it. */
    private static Envelope takeNext(SendQueue from) {
        assertThat(from.peekMessage()).isSameAs(from.peekMessage());
        Envelope envelope = from.envelope();
        from.remove();
        return envelope;
    }

    @Test
    void shouldFailTheReceiptsOfWhatIsDiscarded() throws Exception {
        CompletableFuture<Receipt> looked = new CompletableFuture<>();
        CompletableFuture<Receipt> waiting = new CompletableFuture<>();
        queue.offer(new byte[1], new Envelope(false, Recipients.GROUP, looked));
        queue.offer(new byte[1], new Envelope(true, Recipients.GROUP, waiting));
        assertThat(queue.peekMessage()).isNotNull();
        queue.close(EndReason.closed("because of the test"), null);
        assertThat(queue.discard()).isEqualTo(2);
        for (CompletableFuture<Receipt> receipt : List.of(looked, waiting)) {
            assertThatThrownBy(() -> receipt.get(10, TimeUnit.SECONDS))
                    .hasCauseInstanceOf(SessionClosedException.class)
                    .hasMessageContaining("because of the test");
        }
    }

    @Test
    void shouldBlockUntilThereIsRoomAndFailWhenClosed() throws Exception {
        fill();
        CountDownLatch passed = new CountDownLatch(1);
        Thread blocked = start(() -> {
            queue.put(new byte[9]);
            passed.countDown();
        });
        Await.until("the thread to wait", () -> blocked.getState() == Thread.State.WAITING);
        assertThat(takeAll()).hasSize(3);
        assertThat(passed.await(10, TimeUnit.SECONDS)).isTrue();
        assertThat(takeAll()).containsExactly(9);

        fill();
        CompletableFuture<Throwable> failure = new CompletableFuture<>();
        Thread failing = start(() -> {
            try {
                queue.put(new byte[9]);
            } catch (IllegalStateException e) {
                failure.complete(e);
            }
        });
        Await.until("the thread to wait", () -> failing.getState() == Thread.State.WAITING);
        CompletableFuture<Void> later = queue.putLater(new byte[1]);
        queue.close(EndReason.closed("because of the test"), null);
        assertThat(failure.get(10, TimeUnit.SECONDS)).hasMessage("because of the test");
        assertThat(later).isCompletedExceptionally();
        assertThatThrownBy(() -> queue.offer(new byte[0])).hasMessage("because of the test");
        assertThat(queue.discard()).isEqualTo(3);
    }

    @Test
    void shouldPassEveryMessageOfManyThreads() throws Exception {
        int threads = 4;
        int each = 5_000;
        SendQueue queue = new SendQueue(1_000, 100_000, wakeUps::incrementAndGet);
        List<Thread> senders = new ArrayList<>();
        for (int t = 0; t < threads; t++) {
            senders.add(start(() -> {
                for (int i = 0; i < each; i++) {
                    queue.put(new byte[i % 50]);
                }
            }));
        }
        AtomicInteger taken = new AtomicInteger();
        Await.until("all messages", () -> taken.addAndGet(takeAll(queue).size()) == threads * each);
        for (Thread sender : senders) {
            sender.join(10_000);
        }
        assertThat(queue.messages()).isZero();
    }

    /** Woken for each message that leaves, a thread and the loop take turns, and each turn costs more than the message. */
    @Test
    void shouldWakeAThreadOnlyWhenHalfOfTheQueueIsFree() throws Exception {
        SendQueue four = new SendQueue(4, 100, wakeUps::incrementAndGet);
        for (int i = 0; i < 4; i++) {
            four.offer(new byte[1]);
        }
        Thread blocked = start(() -> four.put(new byte[9]));
        Await.until("the thread to wait", () -> blocked.getState() == Thread.State.WAITING);
        four.peek();
        four.remove();
        four.settle();
        assertThat(four.messages()).as("nothing came for the room of one").isEqualTo(3);
        assertThat(blocked.getState()).isEqualTo(Thread.State.WAITING);
        four.peek();
        four.remove();
        four.settle();
        Await.until("the message to come", () -> four.messages() == 3);
        assertThat(takeAll(four)).containsExactly(1, 1, 9);
    }

    private void fill() {
        for (int i = 0; i < 3; i++) {
            queue.offer(new byte[1]);
        }
    }

    /** What the loop does in a wake-up: the lengths of the messages taken. */
    private List<Integer> takeAll() {
        return takeAll(queue);
    }

    private static List<Integer> takeAll(SendQueue queue) {
        List<Integer> lengths = new ArrayList<>();
        for (Object item = queue.peek(); item != null; item = queue.peek()) {
            lengths.add(((byte[]) item).length);
            queue.remove();
        }
        queue.settle();
        return lengths;
    }

    private interface Interruptible {
        void run() throws InterruptedException;
    }

    private static Thread start(Interruptible task) {
        Thread thread = new Thread(() -> {
            try {
                task.run();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        thread.setDaemon(true);
        thread.start();
        return thread;
    }
}
