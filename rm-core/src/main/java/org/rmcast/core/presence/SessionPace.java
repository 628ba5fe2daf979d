package org.rmcast.core.presence;

import java.util.random.RandomGenerator;
import org.rmcast.core.engine.Deadlines;
import org.rmcast.core.engine.ProtocolEngine;

/**
 * When a member multicasts its session messages: so seldom that all members' together stay within a share of the session's rate, and
 * soon after the member has sent something and falls silent, so that who missed the last of it learns that.
 *
 * <p>Source: SRM (Floyd, Jacobson, Liu, McCanne, Zhang, ToN 5(6), 1997): session messages take at most 5 % of the session's bandwidth. With
 * G members and messages of L bytes at a rate R the interval is {@code max(shortest, G L / (share R))}, times U(0.9, 1.1) as in ns-2, so that
 * members do not speak in step. After new data a message comes sooner, when the member was silent for the prompt delay, and a second
 * one after four times that; then the interval counts again. Not thread safe.
 */
public final class SessionPace {
    private static final double LEAST_FACTOR = 0.9;
    private static final double MOST_FACTOR = 1.1;
    private static final int PROMPT_GROWTH = 4;
    private static final int PROMPT_MESSAGES = 2;

    private final RandomGenerator random;
    private final long shortestNanos;
    private final long longestNanos;
    private final long promptNanos;
    private final double bytesPerNano;
    private int promptLeft;
    private long promptDelayNanos;
    /** The next message is due then even if data flows: it says more than how far the stream is. */
    private long latestNanos;

    private long dueNanos = ProtocolEngine.NO_DEADLINE;

    /**
     * @param shortestNanos the interval of a small group, positive
     * @param longestNanos the interval of the largest group, at least the shortest
     * @param promptNanos how long after its last data a member that falls silent says how far it is, positive
     * @param sessionBytesPerSecond what all session messages together may take, positive
     * @throws IllegalArgumentException if a value is out of its range
     */
    public SessionPace(
            RandomGenerator random,
            long shortestNanos,
            long longestNanos,
            long promptNanos,
            double sessionBytesPerSecond) {
        if (shortestNanos < 1 || longestNanos < shortestNanos || promptNanos < 1) {
            throw new IllegalArgumentException("shortestNanos and promptNanos must be positive, longestNanos at least"
                    + " shortestNanos; were " + shortestNanos + ", " + promptNanos + ", " + longestNanos);
        }
        if (!(sessionBytesPerSecond > 0)) {
            throw new IllegalArgumentException("sessionBytesPerSecond must be positive, was " + sessionBytesPerSecond);
        }
        this.random = random;
        this.shortestNanos = shortestNanos;
        this.longestNanos = longestNanos;
        this.promptNanos = promptNanos;
        this.bytesPerNano = sessionBytesPerSecond / 1e9;
    }

    /** The interval of a group, before it is spread by a tenth. */
    public long intervalNanos(int members, int messageBytes) {
        long wanted = (long) ((double) members * messageBytes / bytesPerNano);
        return Math.max(shortestNanos, Math.min(longestNanos, wanted));
    }

    /** The member is there: the first message comes within a fraction of the shortest interval. */
    public void start(long nowNanos) {
        dueNanos = nowNanos + (long) (random.nextDouble() * shortestNanos / PROMPT_GROWTH);
        latestNanos = dueNanos;
    }

    /** New data leaves: a message follows when there is no more for a moment. */
    public void onData(long nowNanos) {
        promptLeft = PROMPT_MESSAGES;
        promptDelayNanos = promptNanos;
        dueNanos = Deadlines.earlier(nowNanos + promptNanos, latestNanos);
    }

    /** Something has happened of which all should hear soon. */
    public void hurry(long nowNanos) {
        if (dueNanos == ProtocolEngine.NO_DEADLINE || dueNanos - nowNanos > promptNanos) {
            dueNanos = nowNanos + promptNanos;
        }
    }

    /**
     * A session message left.
     *
     * @param members how many members there are, this one included
     * @param messageBytes its length
     */
    public void sent(int members, int messageBytes, long nowNanos) {
        long interval = intervalNanos(members, messageBytes);
        promptLeft = Math.max(0, promptLeft - 1);
        promptDelayNanos *= PROMPT_GROWTH;
        long next = promptLeft > 0 ? Math.min(interval, promptDelayNanos) : interval;
        double spread = random.nextDouble(LEAST_FACTOR, MOST_FACTOR);
        dueNanos = nowNanos + (long) (next * spread);
        latestNanos = nowNanos + (long) (interval * spread);
    }

    /** When the next session message is due. */
    public long nextDeadlineNanos() {
        return dueNanos;
    }
}
