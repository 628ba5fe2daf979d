package org.rmcast.core.flow;

import java.net.InetSocketAddress;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The shortest round trip to each of several members, of the last one to two minutes: what takes longer has waited somewhere. A way that
 * has become longer is known as such after two minutes.
 *
 * <p>Bounded: of more members than it has room for, the one that was used least recently is forgotten. Times are in nanoseconds. Not
 * thread safe.
 *
 * <p>Source: the base round trip of Brakmo and Peterson, "TCP Vegas", IEEE JSAC 13(8), 1995; as a minimum over a time, Cardwell et al.,
 * "BBR: Congestion-Based Congestion Control", ACM Queue 14(5), 2016.
 */
public final class ShortestRoundTrips {
    /** What it costs to know of one member, about. */
    public static final int BYTES = 160;

    /** The shortest round trip to a member of which none is known. */
    public static final long UNKNOWN = Long.MAX_VALUE;

    private static final long PERIOD_NANOS = 60_000_000_000L;

    private final int most;
    private final Map<InetSocketAddress, Way> ways;

    /** The shortest of this period and of that before. */
    private static final class Way {
        private long begunNanos;
        private long nanos;
        private long nanosBefore;
    }

    /**
     * Knows nobody.
     *
     * @param most how many members it remembers at most, 1 or more
     * @throws IllegalArgumentException if that is less than 1
     */
    public ShortestRoundTrips(int most) {
        if (most < 1) {
            throw new IllegalArgumentException("most must be 1 or more, was " + most);
        }
        this.most = most;
        this.ways = new LinkedHashMap<>(16, 0.75f, true);
    }

    /** A round trip to a member was measured, 0 or more. */
    public void sample(InetSocketAddress member, long nanos, long nowNanos) {
        Way way = ways.get(member);
        if (way == null) {
            way = new Way();
            way.begunNanos = nowNanos;
            way.nanos = nanos;
            way.nanosBefore = UNKNOWN;
            ways.put(member, way);
            if (ways.size() > most) {
                ways.remove(ways.keySet().iterator().next());
            }
        } else if (nowNanos - way.begunNanos < PERIOD_NANOS) {
            way.nanos = Math.min(way.nanos, nanos);
        } else {
            way.nanosBefore = nowNanos - way.begunNanos < 2 * PERIOD_NANOS ? way.nanos : UNKNOWN;
            way.nanos = nanos;
            way.begunNanos = nowNanos;
        }
    }

    /** The shortest to a member, {@link #UNKNOWN} if nothing is known of it. */
    public long nanos(InetSocketAddress member) {
        Way way = ways.get(member);
        return way == null ? UNKNOWN : Math.min(way.nanos, way.nanosBefore);
    }
}
