package org.rmcast.tram;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.rmcast.core.flow.RoundTripEstimate;
import org.rmcast.tram.wire.TramCodec;

/**
 * Which packets a member misses, and when it asks for each.
 *
 * <p>In TRAM a member asks with each acknowledgement for all that it misses. With {@code promptNak} a packet is asked for
 * {@code nakDelay} after its gap showed. It is asked for again as soon as a repair comes that was asked for later, since a
 * head answers in order (the idea of RACK, RFC 8985, with requests in place of segments), or when the answer is overdue: a
 * time-out from measured round trips that grows from the third request on.
 */
final class RepairRequests {
    private static final int ASKED_BEFORE_GROWTH = 2;
    private static final int MAX_DOUBLINGS = 4;

    private static final class Missing {
        final long sequence;
        long dueNanos;
        int asked;
        /** The request in which it was last asked for. */
        @Nullable
        Request request;
        /** No longer missing; skipped when it comes up in the queue. */
        boolean done;

        Missing(long sequence, long dueNanos) {
            this.sequence = sequence;
            this.dueNanos = dueNanos;
        }
    }

    /** What was asked for at one time. */
    private static final class Request {
        final long nanos;
        final List<Missing> packets;

        Request(long nanos, List<Missing> packets) {
            this.nanos = nanos;
            this.packets = packets;
        }
    }

    private final TramConfig config;
    private final RoundTripEstimate roundTrip;
    private final TreeMap<Long, Missing> missing = new TreeMap<>();
    /** By due time; entries that were filled are skipped when they come up. */
    private final PriorityQueue<Missing> due = new PriorityQueue<>(
            Comparator.<Missing>comparingLong(entry -> entry.dueNanos).thenComparingLong(entry -> entry.sequence));
    /** Requests not yet answered in full, the oldest first. */
    private final ArrayDeque<Request> requests = new ArrayDeque<>();

    RepairRequests(TramConfig config) {
        this.config = config;
        this.roundTrip = new RoundTripEstimate(
                config.repairTimeoutMinNanos, config.repairTimeoutMinNanos, config.repairTimeoutMaxNanos);
    }

    int size() {
        return missing.size();
    }

    boolean isEmpty() {
        return missing.isEmpty();
    }

    /** Packets of {@code [first, limit)} are found missing. */
    void add(long first, long limit, long nowNanos) {
        for (long sequence = first; sequence < limit; sequence++) {
            Missing entry = new Missing(sequence, nowNanos + config.nakDelayNanos);
            missing.put(sequence, entry);
            due.add(entry);
        }
    }

    /** A missing packet came. */
    void filled(long sequence, boolean retransmission, long nowNanos) {
        Missing entry = missing.remove(sequence);
        if (entry == null) {
            return;
        }
        entry.done = true;
        Request answered = entry.request;
        if (retransmission && answered != null) {
            if (entry.asked == 1) {
                roundTrip.sample(nowNanos - answered.nanos);
            }
            askAgainBefore(answered, nowNanos);
        }
    }

    /** What was asked for before a request that is being answered, and has not come, was lost. */
    private void askAgainBefore(Request answered, long nowNanos) {
        if (!config.promptNak) {
            return;
        }
        Request oldest = requests.peek();
        while (oldest != null && answered.nanos - oldest.nanos > config.nakDelayNanos) {
            requests.remove();
            for (Missing entry : oldest.packets) {
                if (!entry.done && entry.request == oldest) {
                    entry.request = null;
                    due.remove(entry);
                    entry.dueNanos = nowNanos;
                    due.add(entry);
                }
            }
            oldest = requests.peek();
        }
    }

    /** Everything below is given up, or has come. */
    void removeBelow(long limit) {
        var below = missing.headMap(limit);
        below.values().forEach(entry -> entry.done = true);
        below.clear();
    }

    /** All that is missing is asked for anew at once: there is a new head. */
    void askAnew(long nowNanos) {
        due.clear();
        requests.clear();
        for (Missing entry : missing.values()) {
            entry.asked = 0;
            entry.request = null;
            entry.dueNanos = nowNanos;
            due.add(entry);
        }
    }

    /** When a packet is to be asked for, or {@link Long#MAX_VALUE}. */
    long nextDueNanos() {
        Missing first = config.promptNak ? peekDue() : null;
        return first == null ? Long.MAX_VALUE : first.dueNanos;
    }

    private @Nullable Missing peekDue() {
        Missing first = due.peek();
        while (first != null && first.done) {
            due.remove();
            first = due.peek();
        }
        return first;
    }

    /**
     * The mask of an acknowledgement that begins at {@code start}: what is due now, or with {@code promptNak} off all
     * that is missing. Notes that it was asked for.
     */
    byte[] takeMask(long start, long nowNanos, TramCounters counters) {
        long limit = start + TramCodec.MAX_MASK_BYTES * 8L;
        List<Missing> asked = config.promptNak
                ? takeDue(limit, nowNanos)
                : new ArrayList<>(missing.headMap(limit).values());
        long highest = -1;
        for (Missing entry : asked) {
            highest = Math.max(highest, entry.sequence);
        }
        byte[] mask = new byte[highest < start ? 0 : (int) ((highest - start) / 8 + 1)];
        Request request = new Request(nowNanos, asked);
        for (Missing entry : asked) {
            int bit = (int) (entry.sequence - start);
            mask[bit >> 3] |= (byte) (1 << (bit & 7));
            counters.naksSent++;
            entry.asked++;
            entry.request = request;
        }
        if (config.promptNak && !asked.isEmpty()) {
            forgetAnswered();
            requests.add(request);
        }
        return mask;
    }

    /** The oldest requests that have been answered, or made anew, are of no use any more. */
    private void forgetAnswered() {
        Request oldest = requests.peek();
        while (oldest != null && isSettled(oldest)) {
            requests.remove();
            oldest = requests.peek();
        }
    }

    private static boolean isSettled(Request request) {
        for (Missing entry : request.packets) {
            if (!entry.done && entry.request == request) {
                return false;
            }
        }
        return true;
    }

    private List<Missing> takeDue(long limit, long nowNanos) {
        List<Missing> taken = new ArrayList<>();
        Missing entry = peekDue();
        while (entry != null && entry.dueNanos - nowNanos <= 0) {
            due.remove();
            if (entry.sequence < limit) {
                taken.add(entry);
            }
            entry.dueNanos = nowNanos + timeoutNanos(entry.asked);
            due.add(entry);
            entry = peekDue();
        }
        return taken;
    }

    private long timeoutNanos(int asked) {
        int doublings = Math.max(0, Math.min(MAX_DOUBLINGS, asked - ASKED_BEFORE_GROWTH));
        long timeout = roundTrip.timeoutNanos();
        return Math.min(timeout << doublings, Math.max(timeout, config.repairTimeoutMaxNanos));
    }
}
