package org.rmcast.core.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.rmcast.api.EventCause;
import org.rmcast.api.MessageListener;
import org.rmcast.api.ReceivedMessage;
import org.rmcast.api.SessionEvent;
import org.rmcast.core.runtime.DeliveryQueue;
import org.rmcast.core.runtime.DeliveryTask;
import org.rmcast.core.runtime.TimedEvent;

/** Delivery in turns on an executor: serial, in order, short, and not for ever where the executor does nothing. */
@Timeout(60)
class SharedTurnsTest {
    private static final SessionEvent NEWS = new SessionEvent.Congestion(EventCause.RECEIVERS_BEHIND, "news");

    private final DeliveryQueue queue = new DeliveryQueue(100_000, Long.MAX_VALUE, () -> {});
    private final List<Long> taken = new CopyOnWriteArrayList<>();
    private final List<SessionEvent> events = new CopyOnWriteArrayList<>();
    private final AtomicInteger failures = new AtomicInteger();
    private final ExecutorService pool = Executors.newFixedThreadPool(3);
    private long sequence;

    @AfterEach
    void endPool() {
        pool.shutdownNow();
    }

    @Test
    void shouldDeliverInOrderAndNeverTwoAtOnce() throws Exception {
        AtomicBoolean inside = new AtomicBoolean();
        AtomicInteger overlaps = new AtomicInteger();
        List<Long> seen = new ArrayList<>();
        Delivery delivery = started(pool, message -> {
            if (!inside.compareAndSet(false, true)) {
                overlaps.incrementAndGet();
            }
            seen.add(message.sequence());
            inside.set(false);
        });
        for (int i = 0; i < 20_000; i++) {
            add(1);
        }
        delivery.end(null).get(20, TimeUnit.SECONDS);
        assertThat(overlaps).hasValue(0);
        assertThat(seen).hasSize(20_000).isSorted().doesNotHaveDuplicates();
    }

    /** What a session has waiting does not keep a thread: the next turn is behind those of others. */
    @Test
    void shouldGiveTheThreadBackThoughThereIsMore() {
        Queue<Runnable> tasks = new ArrayDeque<>();
        started(tasks::add, message -> {
            taken.add(message.sequence());
            spin(2_000_000);
        });
        add(100);
        assertThat(tasks).hasSize(1);
        tasks.remove().run();
        assertThat(taken).hasSizeBetween(1, 10);
        assertThat(tasks).as("the next turn").hasSize(1);
        while (!tasks.isEmpty()) {
            tasks.remove().run();
        }
        assertThat(taken).hasSize(100).isSorted();
        add(1);
        assertThat(tasks).as("a turn for what came later").hasSize(1);
    }

    @Test
    void shouldFailWhereTheExecutorRefuses() throws Exception {
        Delivery delivery = started(
                task -> {
                    throw new RejectedExecutionException("planted");
                },
                message -> taken.add(message.sequence()));
        add(3);
        queue.add(new TimedEvent(NEWS, Instant.EPOCH));
        queue.publish();
        delivery.end(null).get(10, TimeUnit.SECONDS);
        assertThat(delivery.failure())
                .hasMessageContaining("the runtime's executor does not deliver")
                .hasMessageContaining("planted");
        assertThat(failures).hasValue(1);
        assertThat(taken).isEmpty();
        assertThat(events).as("what says why").containsExactly(NEWS);
        assertThat(queue.hasRoom()).isFalse();
    }

    @Test
    void shouldFailWhereTheExecutorRunsATaskOnTheThreadThatGivesIt() throws Exception {
        Delivery delivery = started(Runnable::run, message -> taken.add(message.sequence()));
        add(1);
        delivery.end(null).get(10, TimeUnit.SECONDS);
        assertThat(delivery.failure()).hasMessageContaining("it runs a task on the thread that gives it");
        assertThat(taken).isEmpty();
    }

    @Test
    void shouldInterruptOnlyTheListenerThatItEnds() throws Exception {
        CountDownLatch entered = new CountDownLatch(1);
        CompletableFuture<Throwable> thrown = new CompletableFuture<>();
        ExecutorService one = Executors.newSingleThreadExecutor();
        try {
            Delivery delivery = started(one, message -> {
                entered.countDown();
                try {
                    new CountDownLatch(1).await();
                } catch (InterruptedException e) {
                    thrown.complete(e);
                    Thread.currentThread().interrupt();
                }
            });
            add(2);
            assertThat(entered.await(10, TimeUnit.SECONDS)).isTrue();
            delivery.abort();
            delivery.end(null).get(10, TimeUnit.SECONDS);
            assertThat(thrown).isCompleted();
            assertThat(delivery.failure()).isNull();
            assertThat(queue.forgotten()).isEqualTo(1);
            boolean interrupted =
                    CompletableFuture.supplyAsync(Thread::interrupted, one).get(10, TimeUnit.SECONDS);
            assertThat(interrupted).as("what the next task of the thread sees").isFalse();
        } finally {
            one.shutdownNow();
        }
    }

    /** A place where the application waits for something from the loop needs no thread meanwhile. */
    @Test
    void shouldHoldNoThreadForATaskThatIsNotReady() throws Exception {
        Queue<Runnable> tasks = new ArrayDeque<>();
        started(tasks::add, message -> taken.add(message.sequence()));
        AtomicInteger readiness = new AtomicInteger();
        DeliveryTask task = new DeliveryTask() {
            @Override
            public boolean isReady() {
                return readiness.get() > 0;
            }

            @Override
            public boolean run() {
                return readiness.getAndDecrement() > 1;
            }
        };
        add(1);
        queue.add(task);
        add(1);
        runAll(tasks);
        assertThat(taken).containsExactly(0L);
        for (int ready = 1; ready <= 2; ready++) {
            readiness.set(ready);
            queue.look();
            assertThat(taken).containsExactly(0L);
            runAll(tasks);
        }
        assertThat(taken).containsExactly(0L, 1L);
    }

    private static void runAll(Queue<Runnable> tasks) {
        while (!tasks.isEmpty()) {
            tasks.remove().run();
        }
    }

    private static void spin(long nanos) {
        long began = System.nanoTime();
        while (System.nanoTime() - began < nanos) {
            Thread.onSpinWait();
        }
    }

    private Delivery started(Executor executor, MessageListener listener) {
        return started(executor, new ListenerSink(listener));
    }

    private Delivery started(Executor executor, MessageSink sink) {
        Delivery delivery = new Delivery("test", executor, queue, sink, events::add, null, failures::incrementAndGet);
        delivery.start();
        return delivery;
    }

    private void add(int messages) {
        for (int i = 0; i < messages; i++) {
            queue.add(new ReceivedMessage(1, sequence++, ByteBuffer.allocate(1)));
        }
        queue.publish();
    }
}
