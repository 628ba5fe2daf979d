package org.rmcast.core.flow.shared;

import java.util.ArrayDeque;
import java.util.Iterator;

/**
 * Finds loss events in the sequence numbers that arrive: a packet is lost when three later ones have come without it, and all that is
 * lost within a round trip of the first loss is one event, within three at the very first.
 *
 * <p>A packet that comes after all was overtaken, and not lost: the latest event is taken back if nothing else was lost in it. Repairs
 * are no arrivals, and are not to be told.
 *
 * <p>Source: RFC 5348, sections 5.1 (three later packets) and 5.2 (one round trip). Bounded. Not thread safe.
 */
public final class LossEvents {
    private static final int LATER_PACKETS = 3;
    private static final int MOST_GAPS = 64;
    /** What slow start loses, it loses until the sender has heard of it and what it sent meanwhile is gone. */
    private static final int FIRST_ROUND_TRIPS = 3;

    /** Packets that are missing in a row. */
    private static final class Gap {
        long first;
        final long limit;
        final long shownNanos;
        int later;

        Gap(long first, long limit, long shownNanos) {
            this.first = first;
            this.limit = limit;
            this.shownNanos = shownNanos;
        }
    }

    /** Told of what is found. */
    public interface Listener {
        /** The very first event: how long the interval before it is taken to be, in packets. */
        double firstInterval(long packetsSoFar);
    }

    private final Listener listener;
    private final LossIntervals intervals = new LossIntervals();
    /** Missing, and perhaps only overtaken. */
    private final ArrayDeque<Gap> gaps = new ArrayDeque<>();
    /** Lost in the latest event. */
    private final ArrayDeque<Gap> lost = new ArrayDeque<>();

    private boolean started;
    private long firstSequence;
    private long limit;
    /** Where the present interval began. */
    private long eventSequence;

    private long eventSequenceBefore;
    private long eventNanos;
    private long events;

    public LossEvents(Listener listener) {
        this.listener = listener;
    }

    /**
     * A data packet came.
     *
     * @param roundTripNanos R, positive
     */
    public void onPacket(long sequence, long nowNanos, long roundTripNanos) {
        if (!started) {
            started = true;
            firstSequence = sequence;
            limit = sequence;
        }
        if (sequence < limit) {
            onOvertaken(sequence);
            return;
        }
        gaps.forEach(gap -> gap.later++);
        if (sequence > limit) {
            Gap gap = new Gap(limit, sequence, nowNanos);
            gap.later = 1;
            gaps.add(gap);
        }
        limit = sequence + 1;
        while (!gaps.isEmpty() && (gaps.element().later >= LATER_PACKETS || gaps.size() > MOST_GAPS)) {
            onLost(gaps.remove(), roundTripNanos);
        }
    }

    private void onLost(Gap gap, long roundTripNanos) {
        if (gap.first >= gap.limit) {
            return;
        }
        if (intervals.isEmpty()) {
            intervals.close(listener.firstInterval(gap.first - firstSequence));
            begin(gap);
        } else if (gap.shownNanos - eventNanos > (events == 1 ? FIRST_ROUND_TRIPS : 1) * roundTripNanos) {
            intervals.close((double) (gap.first - eventSequence));
            begin(gap);
        }
        lost.add(gap);
        if (lost.size() > MOST_GAPS) {
            lost.remove();
        }
    }

    private void begin(Gap gap) {
        eventSequenceBefore = eventSequence;
        eventSequence = gap.first;
        eventNanos = gap.shownNanos;
        events++;
        lost.clear();
    }

    private void onOvertaken(long sequence) {
        if (fill(gaps, sequence) || !fill(lost, sequence) || !lost.isEmpty()) {
            return;
        }
        intervals.reopen();
        eventSequence = eventSequenceBefore;
        events--;
    }

    /** Takes a packet out of what is missing; whether it was there. */
    private static boolean fill(ArrayDeque<Gap> missing, long sequence) {
        Iterator<Gap> all = missing.iterator();
        Gap rest = null;
        boolean found = false;
        while (all.hasNext() && !found) {
            Gap gap = all.next();
            if (sequence < gap.first || sequence >= gap.limit) {
                continue;
            }
            found = true;
            all.remove();
            if (gap.first < sequence) {
                rest = part(gap, gap.first, sequence);
            }
            if (sequence + 1 < gap.limit) {
                missing.addFirst(part(gap, sequence + 1, gap.limit));
            }
        }
        if (rest != null) {
            missing.addFirst(rest);
        }
        return found;
    }

    private static Gap part(Gap gap, long first, long limit) {
        Gap part = new Gap(first, limit, gap.shownNanos);
        part.later = gap.later;
        return part;
    }

    /** If there was but one event, the interval before it is taken to be so long instead, in packets. */
    public void correctFirst(double packets) {
        intervals.correctFirst(packets);
    }

    /** The loss event rate p, 0 to 1; 0 if nothing was lost. */
    public double lossEventRate() {
        return intervals.lossEventRate((double) Math.max(0, limit - eventSequence));
    }

    /** How many loss events there were. */
    public long events() {
        return events;
    }
}
