package org.rmcast.lab.group;

import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import org.rmcast.sim.NodeObserver;
import org.rmcast.sim.Simulation;

/**
 * When each message of one source was accepted from the application, first multicast, and delivered at each receiver. What
 * meters of one run share: messages are numbered from 0, receivers by their place in the list. Times are virtual.
 */
public final class MessageTimes {
    private static final double NANOS_PER_MILLI = 1e6;
    private static final long NEVER = -1;

    private final int source;
    private final List<Integer> receivers;
    private final int messages;
    private final Predicate<byte[]> first;
    private final long[] acceptedNanos;
    private final long[] sentNanos;
    private final long[][] deliveredNanos;
    private final int[] delivered;
    private int accepted;
    private int sent;
    private long sentBytes;

    /**
     * Of the first messages of a source.
     *
     * @param receivers hosts
     * @param messages how many
     * @param first which of the source's multicasts carry a message for the first time, one message each
     */
    MessageTimes(int source, List<Integer> receivers, int messages, Predicate<byte[]> first) {
        this.source = source;
        this.receivers = List.copyOf(receivers);
        this.messages = messages;
        this.first = first;
        acceptedNanos = never(messages);
        sentNanos = never(messages);
        deliveredNanos = new long[receivers.size()][];
        delivered = new int[receivers.size()];
    }

    static long[] never(int length) {
        long[] times = new long[length];
        Arrays.fill(times, NEVER);
        return times;
    }

    /** Begins to watch. */
    void begin(Simulation simulation) {
        simulation.node(source).observe(new SourceObserver());
        long sourceId = simulation.node(source).memberId();
        for (int i = 0; i < receivers.size(); i++) {
            deliveredNanos[i] = never(messages);
            simulation.node(receivers.get(i)).observe(new ReceiverObserver(i, sourceId));
        }
    }

    int messages() {
        return messages;
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
        return millis(acceptedNanos[message], deliveredNanos[receiver][message]);
    }

    /** Milliseconds from the first multicast to delivery. */
    double networkLatency(int receiver, int message) {
        return millis(sentNanos[message], deliveredNanos[receiver][message]);
    }

    /** Milliseconds from acceptance to something else, NaN if there was neither. */
    double sinceAccepted(int message, long nanos) {
        return millis(acceptedNanos[message], nanos);
    }

    private static double millis(long begin, long end) {
        return begin < 0 || end < 0 ? Double.NaN : (end - begin) / NANOS_PER_MILLI;
    }

    private final class SourceObserver implements NodeObserver {
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
        public void onDelivered(long from, long number, long nowNanos) {
            if (from == sourceId && number < messages) {
                deliveredNanos[receiver][(int) number] = nowNanos;
                delivered[receiver]++;
            }
        }
    }
}
