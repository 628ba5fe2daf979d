package org.rmcast.srm;

import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;
import org.rmcast.srm.wire.SrmPacket.Echo;

/** What a member knows of another one by its session messages. Not thread safe. */
final class Neighbour {
    private static final int STAMPS = 8;
    /** Who shows something newer so often in a row takes the place of one who was met. */
    private static final int WINS = 3;

    final long id;
    final Distance distance = new Distance();
    /** The last stamps of it, for those that show them. */
    private final long[] stamps = new long[STAMPS];
    /** When each was heard. */
    private final long[] stampedNanos = new long[STAMPS];

    /** When the newest stamp left here that was shown in its name. */
    private long shownNanos;

    private boolean shown;
    /** Who else shows stamps in its name, and how often in a row newer ones than it does. */
    private @Nullable InetSocketAddress rival;

    private int rivalWins;
    /** The last stamp in its name that came from elsewhere, until it is shown; 0 if there is none. */
    private long rivalStamp;

    private long rivalStampedNanos;
    private int heard;
    private int lastNumber;
    private long heardNanos;
    /** The narrowest rung in which it was heard. */
    int rung;
    /** Its last stamp was not shown back to it yet. */
    boolean isFresh;

    Neighbour(long id, int widest) {
        this.id = id;
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
        lastNumber = number;
        heardNanos = nowNanos;
        stamps[heard % STAMPS] = stamp;
        stampedNanos[heard % STAMPS] = nowNanos;
        heard++;
        return true;
    }

    /** It shows a stamp that left here then. */
    void onShown(long leftNanos) {
        if (isNewer(leftNanos)) {
            rivalWins = 0;
        }
    }

    private boolean isNewer(long leftNanos) {
        if (shown && leftNanos - shownNanos <= 0) {
            return false;
        }
        shown = true;
        shownNanos = leftNanos;
        return true;
    }

    /**
     * Somebody shows a stamp in its name from elsewhere. Who only repeats what it says is first with a stamp where the original was lost,
     * but not many times in a row.
     *
     * @param leftNanos when the stamp left here
     * @param met whether this one was met, else whoever shows a stamp is the member
     * @return whether that one is rather the member
     */
    boolean isRather(InetSocketAddress from, long leftNanos, boolean met) {
        if (!isNewer(leftNanos)) {
            return false;
        }
        rivalWins = from.equals(rival) ? rivalWins + 1 : 1;
        rival = from;
        return !met || rivalWins >= WINS;
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
