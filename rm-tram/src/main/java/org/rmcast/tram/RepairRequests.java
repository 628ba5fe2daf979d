package org.rmcast.tram;

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
 * {@code nakDelay} after its gap showed, and again when the answer is overdue: a time-out from measured round trips,
 * which doubles with each further request.
 */
final class RepairRequests {
    private static final int MAX_DOUBLINGS = 4;

    private static final class Missing {
        final long sequence;
        long dueNanos;
        long askedAtNanos;
        int asked;
        /** No longer missing; skipped when it comes up in the queue. */
        boolean done;

        Missing(long sequence, long dueNanos) {
            this.sequence = sequence;
            this.dueNanos = dueNanos;
        }
    }

    private final TramConfig config;
    private final RoundTripEstimate roundTrip;
    private final TreeMap<Long, Missing> missing = new TreeMap<>();
    /** By due time; entries that were filled or moved are skipped when they come up. */
    private final PriorityQueue<Missing> due = new PriorityQueue<>(
            Comparator.<Missing>comparingLong(entry -> entry.dueNanos).thenComparingLong(entry -> entry.sequence));

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
        if (retransmission && entry.asked == 1) {
            roundTrip.sample(nowNanos - entry.askedAtNanos);
        }
    }

    /** Everything below is given up, or has come. */
    void removeBelow(long limit) {
        var below = missing.headMap(limit);
        below.values().forEach(entry -> entry.done = true);
        below.clear();
    }

    void clear() {
        missing.clear();
        due.clear();
    }

    /** All that is missing is asked for anew at once: there is a new head. */
    void askAnew(long nowNanos) {
        due.clear();
        for (Missing entry : missing.values()) {
            entry.asked = 0;
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
        for (Missing entry : asked) {
            if (entry.sequence >= start) {
                int bit = (int) (entry.sequence - start);
                mask[bit >> 3] |= (byte) (1 << (bit & 7));
                counters.naksSent++;
            }
            entry.asked++;
            entry.askedAtNanos = nowNanos;
        }
        return mask;
    }

    private List<Missing> takeDue(long limit, long nowNanos) {
        List<Missing> taken = new ArrayList<>();
        Missing entry = peekDue();
        while (entry != null && entry.dueNanos - nowNanos <= 0) {
            due.remove();
            if (entry.sequence < limit) {
                taken.add(entry);
            }
            long timeout = roundTrip.timeoutNanos() << Math.min(entry.asked, MAX_DOUBLINGS);
            entry.dueNanos =
                    nowNanos + Math.min(timeout, Math.max(roundTrip.timeoutNanos(), config.repairTimeoutMaxNanos));
            due.add(entry);
            entry = peekDue();
        }
        return taken;
    }
}
