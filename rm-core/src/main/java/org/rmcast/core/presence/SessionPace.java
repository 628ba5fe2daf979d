package org.rmcast.core.presence;

import java.util.random.RandomGenerator;
import org.rmcast.core.engine.Deadlines;
import org.rmcast.core.engine.ProtocolEngine;

/**
 * When a member multicasts its session messages: so seldom that all members' together stay within a share of the session's rate, and
 * soon after the member has sent something and falls silent, so that who missed the last of it learns that.
 *
 * <p>Source: SRM (Floyd, Jacobson, Liu, McCanne, Zhang, ToN 5(6), 1997): session messages take at most 5 % of the session's bandwidth. With
 * G members and messages of L bytes at a rate R the interval is {@code max(shortest, G L / (share R))}. The shortest is spread by a tenth,
 * as in ns-2; longer ones by half, as RTCP does (RFC 3550, section 6.3.1), since many members must not speak in step. After new data a
 * message comes sooner, when the member was silent for the prompt delay, and a second one after four times that.
 *
 * <p>What is known of the group's size counts when a message is due, not when it was planned (timer reconsideration, RFC 3550, section
 * 6.3.3): where a thousand members start at once, each plans its first message for a small group, and waits as it hears of others. Of
 * G that start together, with places in their interval that are the roots of uniform numbers, some {@code (G n(t)^2)^(1/3)} have spoken after
 * a time t in which n(t) messages fit into the share. Not thread safe.
 */
public final class SessionPace {
    private static final double SHORT_SPREAD = 0.1;
    private static final double LONG_SPREAD = 0.5;
    private static final int FIRST_PART = 4;
    private static final int PROMPT_GROWTH = 4;
    private static final int PROMPT_MESSAGES = 2;

    private final RandomGenerator random;
    private final long shortestNanos;
    private final long longestNanos;
    private final long promptNanos;
    private final double bytesPerNano;
    private boolean spoken;
    private int members = 1;
    private int messageBytes = 1;
    /** When the last regular message left; before the first one, when the member started. */
    private long lastNanos;
    /** Where in its spread the next regular one lies, from -1 to 1; before the first one, from 0 to 1. */
    private double place;

    private int promptLeft;
    private long promptDelayNanos;
    /** A message that does not wait for the interval's end. */
    private long soonNanos = ProtocolEngine.NO_DEADLINE;

    private boolean started;

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

    /** The interval of a group, before it is spread. */
    public long intervalNanos(int members, int messageBytes) {
        return Math.max(shortestNanos, Math.min(longestNanos, sharedNanos(members, messageBytes)));
    }

    private long sharedNanos(int members, int messageBytes) {
        return (long) ((double) members * messageBytes / bytesPerNano);
    }

    /** The member is there: the first message comes within a fraction of the shortest interval, if nobody else is heard until then. */
    public void start(long nowNanos) {
        started = true;
        lastNanos = nowNanos;
        place = Math.sqrt(random.nextDouble());
    }

    /**
     * What is known now of the group; what is planned follows.
     *
     * @param members how many members share the rate, this one included
     * @param messageBytes how long the next message is
     */
    public void onGroup(int members, int messageBytes) {
        this.members = members;
        this.messageBytes = messageBytes;
    }

    /** When the next regular message is due, as far as is known now. */
    public long regularNanos() {
        if (!started) {
            return ProtocolEngine.NO_DEADLINE;
        }
        if (!spoken) {
            long shared = Math.min(longestNanos, sharedNanos(members, messageBytes));
            return lastNanos + (long) (place * Math.max(shortestNanos / FIRST_PART, shared));
        }
        long interval = intervalNanos(members, messageBytes);
        double spread = interval > shortestNanos ? LONG_SPREAD : SHORT_SPREAD;
        return lastNanos + (long) (interval * (1 + place * spread));
    }

    /** New data leaves: a message follows when there is no more for a moment. */
    public void onData(long nowNanos) {
        promptLeft = PROMPT_MESSAGES;
        promptDelayNanos = promptNanos;
        soonNanos = nowNanos + promptNanos;
    }

    /** Something has happened of which all should hear soon, if this member has spoken before: many may be about to do so. */
    public void hurry(long nowNanos) {
        soonNanos = Deadlines.earlier(soonNanos, nowNanos + promptNanos);
    }

    /**
     * A regular message left.
     *
     * @param members how many members there are, this one included
     * @param messageBytes its length
     */
    public void sent(int members, int messageBytes, long nowNanos) {
        onGroup(members, messageBytes);
        started = true;
        spoken = true;
        lastNanos = nowNanos;
        place = random.nextDouble(-1, 1);
        sentPrompt(nowNanos);
    }

    /** A message left that does not stand for the regular one: it says less, for example. */
    public void sentPrompt(long nowNanos) {
        promptLeft = Math.max(0, promptLeft - 1);
        promptDelayNanos *= PROMPT_GROWTH;
        soonNanos = promptLeft > 0
                ? nowNanos + (long) (promptDelayNanos * random.nextDouble(1 - SHORT_SPREAD, 1 + SHORT_SPREAD))
                : ProtocolEngine.NO_DEADLINE;
    }

    /** When the next session message is due. */
    public long nextDeadlineNanos() {
        return spoken ? Deadlines.earlier(soonNanos, regularNanos()) : regularNanos();
    }
}
