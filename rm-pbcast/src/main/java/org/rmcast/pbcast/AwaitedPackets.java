package org.rmcast.pbcast;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.rmcast.core.engine.Deadlines;
import org.rmcast.core.engine.ProtocolEngine;
import org.rmcast.core.flow.RoundTripEstimate;
import org.rmcast.core.repair.RequestWindow;

/**
 * Packets that were asked for and have not come: those asked of members that are about as far in a lane of their own, so that in each
 * lane what was asked for first is late first. The estimate of the round trip is one for all members, and mostly of the nearer ones;
 * nothing is late before 1.4 times the shortest round trip to who was asked. Not thread safe.
 */
final class AwaitedPackets {
    /** Lane k waits {@code 2^(k/2)} ms at least: up to half a minute, if that is not longer than the longest time-out. */
    private static final int LANES = 31;

    private static final long[] LEAST_NANOS = new long[LANES];

    static {
        for (int lane = 0; lane < LANES; lane++) {
            LEAST_NANOS[lane] = Math.round(1_000_000 * Math.pow(2, lane / 2.0));
        }
    }

    private final RoundTripEstimate roundTrip;
    private final long mostNanos;
    private final @Nullable RequestWindow window;
    private final List<ArrayDeque<MissingPacket>> lanes = new ArrayList<>();
    /** A bit for each lane that is not empty: each datagram asks when the next one is late, and mostly none is awaited. */
    private int used;

    /** @param mostNanos the longest time-out */
    AwaitedPackets(RoundTripEstimate roundTrip, long mostNanos, @Nullable RequestWindow window) {
        this.roundTrip = roundTrip;
        this.mostNanos = mostNanos;
        this.window = window;
        for (int lane = 0; lane < LANES; lane++) {
            lanes.add(new ArrayDeque<>());
        }
    }

    /** How long to wait for what is asked of a member to which the shortest round trip takes so long. */
    long timeoutNanos(long shortestNanos) {
        return timeoutOfLane(laneOf(shortestNanos));
    }

    private long timeoutOfLane(int lane) {
        return Math.max(roundTrip.timeoutNanos(), Math.min(mostNanos, LEAST_NANOS[lane]));
    }

    /** The highest lane that waits for no more than two shortest round trips, so for 1.4 of them at least. */
    private static int laneOf(long shortestNanos) {
        int lane = 0;
        while (lane < LANES - 1 && LEAST_NANOS[lane + 1] <= 2 * shortestNanos) {
            lane++;
        }
        return lane;
    }

    /** A packet was asked for, of a member to which the shortest round trip takes so long. */
    void add(MissingPacket packet, long shortestNanos) {
        packet.awaited = true;
        int lane = laneOf(shortestNanos);
        lanes.get(lane).add(packet);
        used |= 1 << lane;
    }

    /** When the next one is late, or {@link ProtocolEngine#NO_DEADLINE}. */
    long nextDueNanos() {
        long deadline = ProtocolEngine.NO_DEADLINE;
        for (int rest = used; rest != 0; rest &= rest - 1) {
            int lane = Integer.numberOfTrailingZeros(rest);
            MissingPacket first = first(lane);
            if (first != null) {
                deadline = Deadlines.earlier(deadline, first.askedNanos() + timeoutOfLane(lane));
            }
        }
        return deadline;
    }

    /** Takes one that is late out, null if there is none. */
    @Nullable
    MissingPacket pollLate(long nowNanos) {
        for (int rest = used; rest != 0; rest &= rest - 1) {
            int lane = Integer.numberOfTrailingZeros(rest);
            MissingPacket first = first(lane);
            if (first != null && nowNanos - first.askedNanos() >= timeoutOfLane(lane)) {
                lanes.get(lane).remove();
                first.awaited = false;
                return first;
            }
        }
        return null;
    }

    /** The one that was asked for first and has not come; drops those before it. */
    private @Nullable MissingPacket first(int number) {
        ArrayDeque<MissingPacket> lane = lanes.get(number);
        MissingPacket first = lane.peek();
        while (first != null && (first.done || !first.awaited)) {
            lane.remove();
            if (first.awaited) {
                // It came by itself, or was given up.
                first.awaited = false;
                if (window != null) {
                    window.settled();
                }
            }
            first = lane.peek();
        }
        if (first == null) {
            used &= ~(1 << number);
        }
        return first;
    }
}
