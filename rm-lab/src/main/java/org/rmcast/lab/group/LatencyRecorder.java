package org.rmcast.lab.group;

import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import org.rmcast.sim.NodeObserver;
import org.rmcast.sim.Simulation;

/**
 * When each message of one source was accepted, first multicast, and delivered at each receiver. Latency is from acceptance
 * to delivery, network latency from the first multicast to delivery.
 */
final class LatencyRecorder {
    private static final double NANOS_PER_MILLI = 1e6;

    private final int messages;
    private final long[] acceptedNanos;
    private final long[] sentNanos;
    private final long[][] deliveredNanos;
    private final int[] delivered;
    private int accepted;
    private int sent;
    private long sentBytes;

    /** Begins to watch; {@code source} and {@code receivers} are hosts. */
    LatencyRecorder(Simulation simulation, int source, List<Integer> receivers, int messages, Predicate<byte[]> first) {
        this.messages = messages;
        acceptedNanos = unset(messages);
        sentNanos = unset(messages);
        deliveredNanos = new long[receivers.size()][];
        delivered = new int[receivers.size()];
        simulation.node(source).observe(new SourceObserver(first));
        long sourceId = simulation.node(source).memberId();
        for (int i = 0; i < receivers.size(); i++) {
            deliveredNanos[i] = unset(messages);
            simulation.node(receivers.get(i)).observe(new ReceiverObserver(i, sourceId));
        }
    }

    private static long[] unset(int length) {
        long[] times = new long[length];
        Arrays.fill(times, -1);
        return times;
    }

    /** Messages accepted so far. */
    int accepted() {
        return accepted;
    }

    /** Messages multicast for the first time so far. */
    int sent() {
        return sent;
    }

    /** Bytes of the datagrams that carried them. */
    long sentBytes() {
        return sentBytes;
    }

    int delivered(int receiver) {
        return delivered[receiver];
    }

    boolean hasLast(int receiver) {
        return deliveredNanos[receiver][messages - 1] >= 0;
    }

    /** Milliseconds from acceptance to delivery, NaN for a message that was not delivered. */
    double latency(int receiver, int message) {
        return between(acceptedNanos[message], deliveredNanos[receiver][message]);
    }

    /** Milliseconds from the first multicast to delivery. */
    double networkLatency(int receiver, int message) {
        return between(sentNanos[message], deliveredNanos[receiver][message]);
    }

    /** The difference between the latencies of a message and the one before, in milliseconds. */
    double jitter(int receiver, int message) {
        return message == 0 ? Double.NaN : Math.abs(latency(receiver, message) - latency(receiver, message - 1));
    }

    /** The same of network latencies. */
    double networkJitter(int receiver, int message) {
        return message == 0
                ? Double.NaN
                : Math.abs(networkLatency(receiver, message) - networkLatency(receiver, message - 1));
    }

    private static double between(long begin, long end) {
        return begin < 0 || end < 0 ? Double.NaN : (end - begin) / NANOS_PER_MILLI;
    }

    private final class SourceObserver implements NodeObserver {
        private final Predicate<byte[]> first;

        SourceObserver(Predicate<byte[]> first) {
            this.first = first;
        }

        @Override
        public void onAccepted(long number, long nowNanos) {
            if (number < messages) {
                acceptedNanos[(int) number] = nowNanos;
                accepted = (int) number + 1;
            }
        }

        @Override
        public void onSent(byte[] datagram, boolean multicast, long nowNanos) {
            if (multicast && first.test(datagram)) {
                if (sent < messages) {
                    sentNanos[sent] = nowNanos;
                }
                sent++;
                sentBytes += datagram.length;
            }
        }
    }

    private final class ReceiverObserver implements NodeObserver {
        private final int receiver;
        private final long sourceId;

        ReceiverObserver(int receiver, long sourceId) {
            this.receiver = receiver;
            this.sourceId = sourceId;
        }

        @Override
        public void onDelivered(long source, long number, long nowNanos) {
            if (source == sourceId && number < messages) {
                deliveredNanos[receiver][(int) number] = nowNanos;
                delivered[receiver]++;
            }
        }
    }
}
