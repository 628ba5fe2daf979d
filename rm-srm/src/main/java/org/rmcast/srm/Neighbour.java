package org.rmcast.srm;

import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;
import org.rmcast.srm.wire.SrmPacket.Echo;

/** What a member knows of another one by its session messages. Not thread safe. */
final class Neighbour {
    private static final int STAMPS = 8;
    /** After so many stamps in a row that follow one another it is known who makes them. */
    private static final int STEPS = 3;

    final long id;
    final Distance distance = new Distance();
    private final StampChain chain;
    /** The last stamps of it, for those that show them. */
    private final long[] stamps = new long[STAMPS];
    /** When each was heard. */
    private final long[] stampedNanos = new long[STAMPS];

    /** How many stamps in a row have followed one another. */
    private int steps;

    private int heard;
    private int lastNumber;
    private long heardNanos;

    /** Who else speaks in its name, and what it said last that counted. */
    private @Nullable InetSocketAddress rival;

    private int rivalNumber;
    private long rivalLast;
    /** How many stamps in a row that one was first with. */
    private int rivalSteps;
    /** The last stamp in its name that came from elsewhere, until it is shown; 0 if there is none. */
    private long rivalStamp;

    private long rivalStampedNanos;
    /** The narrowest rung in which it was heard. */
    int rung;
    /** Its last stamp was not shown back to it yet. */
    boolean isFresh;

    Neighbour(long id, StampChain chain, int widest) {
        this.id = id;
        this.chain = chain;
        this.rung = widest;
    }

    /**
     * A session message of it.
     *
     * @return false if it is not newer than the last one
     */
    boolean onSession(int number, long stamp, long nowNanos) {
        if (heard > 0 && number - lastNumber <= 0) {
            return false;
        }
        // Another chain is taken as it is: this one is where it was.
        if (heard > 0 && StampChain.isSame(lastNumber, number)) {
            steps = chain.follows(lastNumber, lastStamp(), number, stamp) ? Math.min(steps + 1, STEPS) : 0;
        }
        if (steps > 0 && number - rivalNumber >= 0) {
            rivalSteps = 0;
        }
        lastNumber = number;
        heardNanos = nowNanos;
        stamps[heard % STAMPS] = stamp;
        stampedNanos[heard % STAMPS] = nowNanos;
        heard++;
        return true;
    }

    /** Whether it is known by its stamps: who makes those that follow is this one, wherever it is. */
    boolean isKnown() {
        return steps >= STEPS;
    }

    /**
     * Somebody who hears this member speaks in its name from elsewhere. Who only repeats what it says is first with a stamp where the original
     * was lost, but not many times in a row.
     *
     * @return whether that one is rather the member
     */
    boolean isRather(InetSocketAddress from, int number, long stamp) {
        boolean goesOn = from.equals(rival) && rivalSteps > 0;
        if (isRepeated(number, stamp) || (goesOn && number - rivalNumber <= 0)) {
            return false;
        }
        if (isKnown() && !chain.follows(lastNumber, lastStamp(), number, stamp)) {
            return false;
        }
        boolean follows = goesOn && chain.follows(rivalNumber, rivalLast, number, stamp);
        rivalSteps = follows ? rivalSteps + 1 : 1;
        rival = from;
        rivalNumber = number;
        rivalLast = stamp;
        return rivalSteps >= STEPS;
    }

    /** Whether it has said this itself. */
    private boolean isRepeated(int number, long stamp) {
        return stamp == lastStamp() || chain.follows(number, stamp, lastNumber, lastStamp());
    }

    /**
     * Somebody speaks in its name from elsewhere. What that one says counts for nothing, but its stamp is shown: where two members each hold a third one
     * for the other, neither could show the other anything.
     */
    void onElsewhere(long stamp, long nowNanos) {
        rivalStamp = stamp;
        rivalStampedNanos = nowNanos;
    }

    /** That stamp, which is shown once; null if there is none. */
    @Nullable
    Echo takeRival(long nowNanos) {
        if (rivalStamp == 0) {
            return null;
        }
        Echo echo = new Echo(id, rivalStamp, SrmContext.micros(nowNanos - rivalStampedNanos));
        rivalStamp = 0;
        return echo;
    }

    /** How long ago a stamp was heard, if it is one of the last; else {@code -1}. */
    long ageNanos(long stamp, long nowNanos) {
        for (int i = 0; i < Math.min(heard, STAMPS); i++) {
            if (stamps[i] == stamp) {
                return nowNanos - stampedNanos[i];
            }
        }
        return -1;
    }

    /** Its last stamp. */
    long lastStamp() {
        return stamps[(heard - 1) % STAMPS];
    }

    /** When that was heard. */
    long heardNanos() {
        return heardNanos;
    }

    /** Whether any was. */
    boolean isStamped() {
        return heard > 0;
    }
}
