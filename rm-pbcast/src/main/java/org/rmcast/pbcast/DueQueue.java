package org.rmcast.pbcast;

import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;
import org.rmcast.core.engine.Deadlines;

/**
 * Missing packets in the order in which they are due, without a heap: they come after one of a few delays that hardly change, so
 * each goes to the end of a lane that is in order already. What fits nowhere goes to the end of the last lane, and is up a little
 * late. Not thread safe.
 */
final class DueQueue {
    /** The lane of a packet that is in none. */
    static final int NOWHERE = -1;

    private static final int LANES = 4;

    @SuppressWarnings({"unchecked", "rawtypes"})
    private final ArrayDeque<MissingPacket>[] lanes = new ArrayDeque[LANES];

    DueQueue() {
        for (int i = 0; i < LANES; i++) {
            lanes[i] = new ArrayDeque<>();
        }
    }

    /** Adds a packet, or moves it to where it is due now: its former place is passed over when it comes up. */
    void add(MissingPacket packet) {
        int lane = 0;
        while (lane < LANES - 1 && !isInOrder(lanes[lane], packet)) {
            lane++;
        }
        packet.lane = lane;
        lanes[lane].add(packet);
    }

    private static boolean isInOrder(ArrayDeque<MissingPacket> lane, MissingPacket packet) {
        MissingPacket last = lane.peekLast();
        return last == null || Deadlines.compare(last.dueNanos, packet.dueNanos) <= 0;
    }

    /** The one that is due first and is neither done nor awaited; null if there is none. Drops those before it that are. */
    @Nullable
    MissingPacket peek() {
        MissingPacket first = null;
        for (int lane = 0; lane < LANES; lane++) {
            MissingPacket head = head(lane);
            if (head != null && (first == null || Deadlines.compare(head.dueNanos, first.dueNanos) < 0)) {
                first = head;
            }
        }
        return first;
    }

    private @Nullable MissingPacket head(int lane) {
        MissingPacket head = lanes[lane].peek();
        while (head != null && (head.done || head.awaited || head.lane != lane)) {
            lanes[lane].remove();
            if (head.lane == lane) {
                head.lane = NOWHERE;
            }
            head = lanes[lane].peek();
        }
        return head;
    }

    /** Takes out what {@link #peek} gave. */
    void remove(MissingPacket first) {
        lanes[first.lane].remove();
        first.lane = NOWHERE;
    }
}
