package org.rmcast.tram;

import java.net.InetSocketAddress;
import java.util.LinkedHashMap;
import java.util.Map;
import org.rmcast.core.engine.Reason;
import org.rmcast.tram.wire.TramPacket.DisownReason;
import org.rmcast.tram.wire.TramPacket.UnicastHello;

/**
 * Members that a head disowned of late: why, for the word to them may have been lost, and how long those that were pruned
 * have to stay away.
 *
 * <p>A pruned member may come back after {@code rejoinDelay}; who is pruned again waits twice as long each time, up to 64
 * times.
 */
final class Exclusions {
    private static final int MAX_REMEMBERED = 256;
    private static final int MAX_DOUBLINGS = 6;
    /** Characters of the reason in an answer, which must not be longer than the acknowledgement that it answers. */
    private static final int ANSWER_CHARS = 40;

    private static final class Exclusion {
        final InetSocketAddress address;
        DisownReason reason = DisownReason.UNKNOWN_MEMBER;
        Reason why = Reason.NONE;
        int prunings;
        long untilNanos;

        Exclusion(InetSocketAddress address) {
            this.address = address;
        }
    }

    private final long rejoinDelayNanos;
    private final Map<Long, Exclusion> excluded = new LinkedHashMap<>();

    Exclusions(long rejoinDelayNanos) {
        this.rejoinDelayNanos = rejoinDelayNanos;
    }

    /** How long a member stays away after so many prunings before this one. */
    static long delayNanos(long rejoinDelayNanos, int prunings) {
        return rejoinDelayNanos << Math.min(prunings, MAX_DOUBLINGS);
    }

    /** A member was disowned. */
    void add(long id, InetSocketAddress address, DisownReason reason, Reason why, long nowNanos) {
        Exclusion before = excluded.remove(id);
        Exclusion exclusion = before != null && before.address.equals(address) ? before : new Exclusion(address);
        exclusion.reason = reason;
        exclusion.why = why;
        if (reason == DisownReason.PRUNED) {
            // A little less than the member itself waits: who comes when it was told to is welcome.
            exclusion.untilNanos = nowNanos + delayNanos(rejoinDelayNanos, exclusion.prunings++) * 3 / 4;
        }
        excluded.put(id, exclusion);
        if (excluded.size() > MAX_REMEMBERED) {
            excluded.remove(excluded.keySet().iterator().next());
        }
    }

    /** A member that was pruned elsewhere was disowned: it has to stay away for so long, if that is not longer than anybody has to. */
    void holdOff(long id, long nanos, long nowNanos) {
        Exclusion exclusion = excluded.get(id);
        if (exclusion != null) {
            exclusion.untilNanos = nowNanos + Math.min(nanos, delayNanos(rejoinDelayNanos, MAX_DOUBLINGS));
        }
    }

    /** Whether a member that was pruned has yet to stay away. */
    boolean isHeldOff(long id, long nowNanos) {
        return heldOffNanos(id, nowNanos) > 0;
    }

    /** How long a member that was pruned has yet to stay away, 0 if it has not. */
    long heldOffNanos(long id, long nowNanos) {
        Exclusion exclusion = excluded.get(id);
        return exclusion == null || exclusion.prunings == 0 ? 0 : Math.max(0, exclusion.untilNanos - nowNanos);
    }

    /** What to tell somebody who acknowledges, or reports, without being a member. */
    UnicastHello answer(long id, InetSocketAddress from, int level, long low) {
        Exclusion exclusion = excluded.get(id);
        if (exclusion == null) {
            return new UnicastHello(DisownReason.UNKNOWN_MEMBER, level, low, Reason.NONE);
        }
        boolean known =
                exclusion.address.equals(from) && exclusion.why.text().chars().allMatch(c -> c < 128);
        String text = known ? exclusion.why.text() : "";
        Reason why = new Reason(exclusion.why.cause(), text.substring(0, Math.min(ANSWER_CHARS, text.length())));
        return new UnicastHello(exclusion.reason, level, low, why);
    }

    /** A member is one again; how often it was pruned is remembered. */
    void readmit(long id) {
        Exclusion exclusion = excluded.get(id);
        if (exclusion != null && exclusion.prunings == 0) {
            excluded.remove(id);
        }
    }
}
