package org.rmcast.wan;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.rmcast.api.Channel;
import org.rmcast.api.EngineMeter;
import org.rmcast.api.FlushResult;
import org.rmcast.api.MessageHeaders;
import org.rmcast.api.MessageId;
import org.rmcast.api.MulticastPeer;
import org.rmcast.api.ReceivedMessage;
import org.rmcast.api.Recipients;
import org.rmcast.api.ReliableMulticastSession;
import org.rmcast.api.TestConditions;
import org.rmcast.core.testing.Await;
import org.rmcast.core.testing.TestGroups;

/**
 * Five members on real sockets of the loopback interface, each of which sends to random subsets and loses a twentieth of what arrives:
 * everything comes, once, in causal order, which is checked by the matrices of Raynal, Schiper and Toueg that the messages carry besides.
 * {@code -Drm.rate=N} messages per second of each (200), {@code -Drm.seconds=N} (3), {@code -Drm.warm=N}: of messages of the first N seconds,
 * in which the virtual machine compiles, the delays are printed apart (1).
 */
class WanLoadTest {
    private static final int MEMBERS = 5;
    private static final int MESSAGE_BYTES = 200;
    private static final int RATE = Integer.getInteger("rm.rate", 200);
    private static final int SECONDS = Integer.getInteger("rm.seconds", 3);
    private static final int WARM = Integer.getInteger("rm.warm", 1);
    private static final Duration LONG = Duration.ofSeconds(60);

    private final List<Node> nodes = new ArrayList<>();

    @AfterEach
    void abort() {
        nodes.forEach(node -> node.session.abort());
    }

    @Test
    void shouldBringEverythingInCausalOrder() throws Exception {
        long seed = Long.getLong("rm.seed", System.nanoTime());
        System.out.println("seed " + seed);
        Channel channel = Channel.builder("load")
                .group(TestGroups.address())
                .port(TestGroups.freePort())
                .protocol("wan")
                .build();
        for (int i = 0; i < MEMBERS; i++) {
            nodes.add(new Node(i, channel, seed));
        }
        for (Node node : nodes) {
            assertThat(node.session.awaitReceivers(MEMBERS - 1, LONG)).isTrue();
        }
        long startNanos = System.nanoTime();
        long processorNanosBefore = processorNanos();
        List<Thread> threads =
                nodes.stream().map(node -> node.sending(startNanos)).toList();
        for (Thread thread : threads) {
            thread.join();
        }
        for (Node node : nodes) {
            FlushResult flushed = node.session.flush(LONG);
            assertThat(flushed.complete()).as("seed %d, %s", seed, flushed).isTrue();
        }
        for (Node to : nodes) {
            Await.until("all that was sent is delivered", () -> nodes.stream().allMatch(from -> to.hasAllOf(from)));
            assertThat(to.causes).isPositive();
            assertThat(to.wrong).as("seed %d", seed).isNull();
        }
        print(startNanos, processorNanos() - processorNanosBefore);
    }

    private static long processorNanos() {
        return ProcessHandle.current()
                .info()
                .totalCpuDuration()
                .orElse(Duration.ZERO)
                .toNanos();
    }

    private void print(long startNanos, long processorNanos) {
        long warmNanos = startNanos + WARM * 1_000_000_000L;
        long messages = print("at first", Long.MIN_VALUE, warmNanos);
        messages += print("then", warmNanos, Long.MAX_VALUE);
        long units = 0;
        long state = 0;
        long repairs = 0;
        for (Node node : nodes) {
            units += node.session.statistics().get(WanMeter.UNITS_SENT);
            state += node.session.statistics().get(WanMeter.STATE_BYTES);
            repairs += node.session.statistics().get(EngineMeter.REPAIRS_RECEIVED);
        }
        System.out.printf(
                "%d messages delivered, %d of them repaired; %.1f bytes of state in a unit; %.1f us of processor time for each%n",
                messages, repairs, (double) state / units, processorNanos / 1e3 / messages);
    }

    /** Prints the delays of what was sent from a time on and before another. */
    private long print(String when, long fromNanos, long limitNanos) {
        long[] delays = nodes.stream()
                .flatMapToLong(node -> node.delays(fromNanos, limitNanos))
                .sorted()
                .toArray();
        if (delays.length > 0) {
            System.out.printf(
                    "%s: %d messages, delay p50 %.2f ms, p99 %.2f ms, most %.2f ms%n",
                    when,
                    delays.length,
                    delays[delays.length / 2] / 1e6,
                    delays[delays.length * 99 / 100] / 1e6,
                    delays[delays.length - 1] / 1e6);
        }
        return delays.length;
    }

    /** One member; what it was given is changed by the thread that delivers alone. */
    private final class Node {
        final int index;
        final MulticastPeer session;
        final SplittableRandom random;
        /** The number of the last message of each member to each that comes before what is sent now. */
        private final int[][] before = new int[MEMBERS][MEMBERS];
        /** The number of messages to each that were sent. */
        private final int[] sentTo = new int[MEMBERS];

        /** By sender: the number of the last message that was given. */
        private final Map<Long, Long> last = new HashMap<>();

        private long causes;
        private final int[] deliveredOf = new int[MEMBERS];
        private final long[] sentNanos = new long[MEMBERS * RATE * SECONDS];
        private final long[] delays = new long[MEMBERS * RATE * SECONDS];
        private int delayCount;

        @Nullable
        volatile String wrong;

        Node(int index, Channel channel, long seed) throws Exception {
            this.index = index;
            this.random = new SplittableRandom(seed + index);
            this.session = ReliableMulticastSession.on(channel)
                    .testing(TestConditions.none().withInbound("loss=5%").withSeed(seed + index))
                    .openPeer(this::onMessage);
        }

        Thread sending(long startNanos) {
            Thread thread = new Thread(() -> {
                try {
                    for (int i = 0; i < RATE * SECONDS; i++) {
                        long dueNanos = startNanos + i * 1_000_000_000L / RATE;
                        while (System.nanoTime() - dueNanos < 0) {
                            LockSupport.parkNanos(dueNanos - System.nanoTime());
                        }
                        sendOne();
                    }
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
            thread.start();
            return thread;
        }

        private void sendOne() throws InterruptedException {
            int mask = 1 + random.nextInt((1 << (MEMBERS - 1)) - 1);
            int[] to = IntStream.range(0, MEMBERS)
                    .filter(other -> other != index && (mask >> (other < index ? other : other - 1) & 1) != 0)
                    .toArray();
            long[] ids = IntStream.of(to)
                    .mapToLong(other -> nodes.get(other).session.memberId())
                    .toArray();
            ByteBuffer message = ByteBuffer.allocate(MESSAGE_BYTES).putInt(index);
            synchronized (this) {
                for (int other : to) {
                    sentTo[other]++;
                    before[index][other] = sentTo[other];
                }
                for (int[] row : before) {
                    for (int number : row) {
                        message.putInt(number);
                    }
                }
                message.putLong(System.nanoTime());
                session.send(message.rewind().limit(MESSAGE_BYTES), MessageHeaders.NONE, Recipients.of(ids));
            }
        }

        private void onMessage(ReceivedMessage message) {
            ByteBuffer content = message.payload();
            int from = content.getInt();
            int[][] theirs = new int[MEMBERS][MEMBERS];
            for (int[] row : theirs) {
                for (int i = 0; i < MEMBERS; i++) {
                    row[i] = content.getInt();
                }
            }
            long atNanos = content.getLong();
            long delayNanos = System.nanoTime() - atNanos;
            synchronized (this) {
                sentNanos[delayCount] = atNanos;
                delays[delayCount++] = delayNanos;
                deliveredOf[from]++;
                for (MessageId cause : message.causes()) {
                    causes++;
                    if (cause.sequence() > last.getOrDefault(cause.sourceId(), -1L)) {
                        wrong = "at " + index + ": " + message + " names " + cause + ", which was not given";
                    }
                }
                last.put(message.sourceId(), message.sequence());
                for (int source = 0; source < MEMBERS; source++) {
                    boolean late = source == from
                            ? theirs[source][index] != deliveredOf[source]
                            : source != index && theirs[source][index] > deliveredOf[source];
                    if (late) {
                        wrong = "at " + index + ", of " + from + ": " + theirs[source][index] + " of " + source
                                + " come before, " + deliveredOf[source] + " were delivered";
                    }
                    for (int to = 0; to < MEMBERS; to++) {
                        before[source][to] = Math.max(before[source][to], theirs[source][to]);
                    }
                }
            }
        }

        LongStream delays(long fromNanos, long limitNanos) {
            return IntStream.range(0, delayCount)
                    .filter(i -> sentNanos[i] >= fromNanos && sentNanos[i] < limitNanos)
                    .mapToLong(i -> delays[i]);
        }

        synchronized boolean hasAllOf(Node from) {
            return from == this || deliveredOf[from.index] == from.sentTo[index];
        }
    }
}
