package org.rmcast.core.engine;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The deadlines of an engine or of a part of one, one for each constant of an enum. A timer does nothing by itself: its owner
 * names {@link #nextNanos} as the time to be woken up, and asks then what is due.
 *
 * <p>Times are nanoseconds of the origin that the engine's calls have; they may wrap around. A deadline that is due stays
 * set until it is cleared or set anew. No call allocates. Not thread safe.
 *
 * @param <E> the names of the timers; equal deadlines are due in the order of their declaration
 */
public final class Timers<E extends Enum<E>> {
    private final E[] names;
    private final long[] deadlinesNanos;

    /** Makes a timer for each constant, none of them set. */
    public Timers(Class<E> names) {
        this.names = names.getEnumConstants();
        this.deadlinesNanos = new long[this.names.length];
        clearAll();
    }

    /** Sets a deadline, whether one was set before or not; {@link ProtocolEngine#NO_DEADLINE} clears it. */
    public void set(E timer, long deadlineNanos) {
        deadlinesNanos[index(timer)] = deadlineNanos;
    }

    /** Sets a deadline unless an earlier one is set. */
    public void setIfEarlier(E timer, long deadlineNanos) {
        set(timer, Deadlines.earlier(deadlineNanos(timer), deadlineNanos));
    }

    /** Clears a timer; it may not have been set. */
    public void clear(E timer) {
        set(timer, ProtocolEngine.NO_DEADLINE);
    }

    /** Clears all timers. */
    public void clearAll() {
        Arrays.fill(deadlinesNanos, ProtocolEngine.NO_DEADLINE);
    }

    /** Whether a timer has a deadline. */
    public boolean isSet(E timer) {
        return deadlineNanos(timer) != ProtocolEngine.NO_DEADLINE;
    }

    /** Whether a timer is set and its deadline has come. */
    public boolean isDue(E timer, long nowNanos) {
        return Deadlines.isDue(deadlineNanos(timer), nowNanos);
    }

    /** A timer's deadline, or {@link ProtocolEngine#NO_DEADLINE}. */
    public long deadlineNanos(E timer) {
        return deadlinesNanos[index(timer)];
    }

    /** The earliest deadline, or {@link ProtocolEngine#NO_DEADLINE} if no timer is set. */
    public long nextNanos() {
        long next = ProtocolEngine.NO_DEADLINE;
        for (long deadline : deadlinesNanos) {
            next = Deadlines.earlier(next, deadline);
        }
        return next;
    }

    /**
     * The timer to be served first of those that are due, or null if none is. Whoever serves all in a loop clears each, or
     * sets it to a later time.
     */
    public @Nullable E nextDue(long nowNanos) {
        E next = null;
        for (E timer : names) {
            if (isDue(timer, nowNanos)
                    && (next == null || Deadlines.compare(deadlineNanos(timer), deadlineNanos(next)) < 0)) {
                next = timer;
            }
        }
        return next;
    }

    @SuppressWarnings("EnumOrdinal") // known to this object only; an EnumMap would box each deadline
    private static int index(Enum<?> timer) {
        return timer.ordinal();
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder("timers");
        for (E timer : names) {
            if (isSet(timer)) {
                text.append(' ').append(timer).append('=').append(deadlineNanos(timer));
            }
        }
        return text.toString();
    }
}
