package org.rmcast.testkit.tcp;

import java.util.ArrayDeque;
import java.util.BitSet;
import org.rmcast.core.flow.RoundTripEstimate;

/**
 * The sending half of a TCP connection that always has something to send, in whole packets: slow start, congestion avoidance, recovery by
 * selective acknowledgements, time-outs. Each packet is acknowledged, and the acknowledgement names it.
 *
 * <p>Sources: RFC 5681 (slow start, congestion avoidance), RFC 6675 (what is on its way is estimated), RFC 8985 (a packet is lost when three that
 * were sent after it are acknowledged, the second time, too), RFC 6582 (one reduction per window), RFC 6298 (time-outs, at least 200 ms as Linux has it). Not thread safe.
 */
final class TcpSource {
    private static final int LATER_PACKETS = 3;
    private static final double FIRST_WINDOW = 10;
    private static final long FIRST_NANOS = 333_000_000L;
    private static final long LEAST_TIMEOUT_NANOS = 200_000_000L;
    private static final long MOST_TIMEOUT_NANOS = 60_000_000_000L;
    private static final int MOST_IN_FLIGHT = 1 << 16;

    private final Growth growth;
    private final RoundTripEstimate roundTrip =
            new RoundTripEstimate(FIRST_NANOS, LEAST_TIMEOUT_NANOS, MOST_TIMEOUT_NANOS);

    private record Transmission(long number, long order) {}

    private final long[] sentNanos = new long[MOST_IN_FLIGHT];
    /** Of each packet that is on its way, which transmission that is. */
    private final long[] orders = new long[MOST_IN_FLIGHT];

    private final ArrayDeque<Transmission> onTheWay = new ArrayDeque<>();
    /** By number modulo the most in flight, from {@link #acked} on. */
    private final BitSet arrived = new BitSet(MOST_IN_FLIGHT);

    private final BitSet lost = new BitSet(MOST_IN_FLIGHT);
    private final BitSet again = new BitSet(MOST_IN_FLIGHT);

    private double window = FIRST_WINDOW;
    private double threshold = Double.MAX_VALUE;
    private double windowBefore;
    private long reducedNanos;
    private long acked;
    private long next;
    private long transmissions;
    private long latestArrived = -1;
    private long recoverUntil;
    private int inFlight;
    private long timeoutNanos = Long.MAX_VALUE;
    private long reductions;

    TcpSource(Growth growth) {
        this.growth = growth;
    }

    private static int slot(long number) {
        return (int) (number & (MOST_IN_FLIGHT - 1));
    }

    /** The number of the packet to send now, -1 if the window is full. */
    long take(long nowNanos) {
        if (inFlight >= (long) window || next - acked >= MOST_IN_FLIGHT) {
            return -1;
        }
        long number = firstLost();
        if (number < 0) {
            number = next++;
            arrived.clear(slot(number));
            again.clear(slot(number));
        } else {
            lost.clear(slot(number));
            again.set(slot(number));
        }
        sentNanos[slot(number)] = nowNanos;
        orders[slot(number)] = transmissions;
        onTheWay.add(new Transmission(number, transmissions++));
        inFlight++;
        if (timeoutNanos == Long.MAX_VALUE) {
            timeoutNanos = nowNanos + roundTrip.timeoutNanos();
        }
        return number;
    }

    private long firstLost() {
        if (lost.isEmpty()) {
            return -1;
        }
        int first = lost.nextSetBit(slot(acked));
        int found = first < 0 ? lost.nextSetBit(0) : first;
        return acked + slot(found - slot(acked));
    }

    /**
     * An acknowledgement came.
     *
     * @param below everything below this number has arrived
     * @param number the packet that is acknowledged
     */
    void onAck(long below, long number, long nowNanos) {
        if (number >= next || below > next) {
            return;
        }
        boolean grows = false;
        if (number >= acked && !arrived.get(slot(number))) {
            if (!again.get(slot(number))) {
                roundTrip.sample(nowNanos - sentNanos[slot(number)]);
            }
            onArrived(number);
            grows = true;
        }
        for (; acked < below; acked++) {
            if (!arrived.get(slot(acked))) {
                onArrived(acked);
                grows = true;
            }
        }
        findLost(nowNanos);
        if (grows && acked >= recoverUntil) {
            grow(nowNanos);
        }
        timeoutNanos = inFlight == 0 ? Long.MAX_VALUE : nowNanos + roundTrip.timeoutNanos();
    }

    private void onArrived(long number) {
        arrived.set(slot(number));
        if (lost.get(slot(number))) {
            lost.clear(slot(number));
        } else {
            inFlight--;
        }
        latestArrived = Math.max(latestArrived, orders[slot(number)]);
    }

    private void findLost(long nowNanos) {
        while (!onTheWay.isEmpty() && onTheWay.element().order() <= latestArrived - LATER_PACKETS) {
            Transmission sent = onTheWay.remove();
            int slot = slot(sent.number());
            boolean current = sent.number() >= acked && orders[slot] == sent.order();
            if (current && !arrived.get(slot) && !lost.get(slot)) {
                lost.set(slot);
                inFlight--;
                reduce(sent.number(), nowNanos);
            }
        }
    }

    private void reduce(long number, long nowNanos) {
        if (number < recoverUntil) {
            return;
        }
        reductions++;
        windowBefore = window;
        window = Math.max(2, window * growth.left());
        threshold = window;
        reducedNanos = nowNanos;
        recoverUntil = next;
    }

    private void grow(long nowNanos) {
        if (window < threshold) {
            window++;
        } else {
            double seconds = (nowNanos - reducedNanos) / 1e9;
            double before = windowBefore == 0 ? window : windowBefore;
            window = growth.grown(window, before, seconds, roundTrip.smoothedNanos() / 1e9);
        }
    }

    /** When {@link #onTimeout} is to be called. */
    long timeoutNanos() {
        return timeoutNanos;
    }

    void onTimeout(long nowNanos) {
        for (long number = acked; number < next; number++) {
            if (!arrived.get(slot(number))) {
                lost.set(slot(number));
                again.clear(slot(number));
            }
        }
        inFlight = 0;
        reductions++;
        windowBefore = window;
        threshold = Math.max(2, window * growth.left());
        window = 1;
        recoverUntil = acked;
        onTheWay.clear();
        reducedNanos = nowNanos;
        roundTrip.backOff();
        timeoutNanos = nowNanos + roundTrip.timeoutNanos();
    }

    /** Whether anything was sent. */
    boolean hasBegun() {
        return next > 0;
    }

    double window() {
        return window;
    }

    /** How often the window was reduced. */
    long reductions() {
        return reductions;
    }

    double roundTripSeconds() {
        return roundTrip.smoothedNanos() / 1e9;
    }
}
