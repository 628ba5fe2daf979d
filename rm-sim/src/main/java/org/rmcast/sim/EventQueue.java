package org.rmcast.sim;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What is going to happen, ordered by time; what is due at the same time happens in the order of insertion. A heap in
 * three arrays, so that waiting events cost no object of their own. One event object may wait several times over.
 */
final class EventQueue {
    /** Something that happens at an instant of virtual time. */
    @FunctionalInterface
    interface Event {
        void fire(long nowNanos);
    }

    private static final int ARITY = 4;

    private long[] times = new long[1024];
    private long[] orders = new long[1024];
    private @Nullable Event[] events = new Event[1024];
    private int size;
    private long inserted;

    boolean isEmpty() {
        return size == 0;
    }

    int size() {
        return size;
    }

    /** The time of the next event; the queue must not be empty. */
    long nextTime() {
        return times[0];
    }

    void add(long timeNanos, Event event) {
        if (size == times.length) {
            times = Arrays.copyOf(times, size * 2);
            orders = Arrays.copyOf(orders, size * 2);
            events = Arrays.copyOf(events, size * 2);
        }
        long order = inserted++;
        int slot = size++;
        while (slot > 0) {
            int parent = (slot - 1) / ARITY;
            if (times[parent] <= timeNanos) {
                break;
            }
            move(parent, slot);
            slot = parent;
        }
        put(slot, timeNanos, order, event);
    }

    /** Takes the next event out; the queue must not be empty. */
    Event poll() {
        Event first = events[0];
        if (first == null) {
            throw new IllegalStateException("no event is waiting");
        }
        int last = --size;
        Event event = events[last];
        events[last] = null;
        if (last > 0 && event != null) {
            sink(times[last], orders[last], event);
        }
        return first;
    }

    private void sink(long time, long order, Event event) {
        int slot = 0;
        while (true) {
            int firstChild = slot * ARITY + 1;
            if (firstChild >= size) {
                break;
            }
            int best = firstChild;
            int limit = Math.min(firstChild + ARITY, size);
            for (int child = firstChild + 1; child < limit; child++) {
                if (isBefore(times[child], orders[child], times[best], orders[best])) {
                    best = child;
                }
            }
            if (isBefore(time, order, times[best], orders[best])) {
                break;
            }
            move(best, slot);
            slot = best;
        }
        put(slot, time, order, event);
    }

    private static boolean isBefore(long time, long order, long otherTime, long otherOrder) {
        return time < otherTime || (time == otherTime && order < otherOrder);
    }

    private void move(int from, int to) {
        times[to] = times[from];
        orders[to] = orders[from];
        events[to] = events[from];
    }

    private void put(int slot, long time, long order, Event event) {
        times[slot] = time;
        orders[slot] = order;
        events[slot] = event;
    }
}
