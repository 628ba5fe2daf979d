package org.rmcast.sim;

import java.time.Duration;

/**
 * How bad a random {@link FaultPlan} may make things at a host. Lengths and sizes are drawn with uniform order of magnitude.
 *
 * @param staysAway which share of crashed members is never restarted, 0 to 1
 * @param shortestFreeze how long a frozen host stands still at least, positive
 * @param longestFreeze how long at most, as far as all is to be healed later
 * @param maxServiceTime the most time that a slow host takes for one datagram, 10 µs or more
 * @param minSocketBuffer the fewest datagrams that a slow host's socket buffer holds, 1 to 2,048
 * @param maxDriftPpm the most that a clock gains or loses, in parts per million, 1 to 10,000
 * @param maxFlaps the most times that a link goes down while it flaps, 1 or more
 * @param maxWritesBeforeCrash after so many more writes, at most, the machine of a sender fails, 1 or more
 */
public record HostTrouble(
        double staysAway,
        Duration shortestFreeze,
        Duration longestFreeze,
        Duration maxServiceTime,
        int minSocketBuffer,
        int maxDriftPpm,
        int maxFlaps,
        int maxWritesBeforeCrash) {
    /** One in four stays away; 0.1 to 60 s; up to 1 ms for a datagram, 16 wait at least; 200 ppm; 10 flaps; 500 writes. */
    static final HostTrouble USUAL = new HostTrouble(
            0.25, Duration.ofMillis(100), Duration.ofSeconds(60), Duration.ofMillis(1), 16, 200, 10, 500);

    static final long LEAST_SERVICE_NANOS = 10_000;
    static final int MOST_SOCKET_BUFFER = 2_048;

    public HostTrouble {
        if (!(staysAway >= 0 && staysAway <= 1)) {
            throw new IllegalArgumentException("staysAway must be 0 to 1, was " + staysAway);
        }
        if (shortestFreeze.isNegative() || shortestFreeze.isZero() || longestFreeze.compareTo(shortestFreeze) < 0) {
            throw new IllegalArgumentException("shortestFreeze must be positive and longestFreeze not less, were "
                    + shortestFreeze + " and " + longestFreeze);
        }
        range("maxServiceTime in nanoseconds", maxServiceTime.toNanos(), LEAST_SERVICE_NANOS, 1_000_000_000);
        range("minSocketBuffer", minSocketBuffer, 1, MOST_SOCKET_BUFFER);
        range("maxDriftPpm", maxDriftPpm, 1, NodeClock.MAX_DRIFT_PPM);
        range("maxFlaps", maxFlaps, 1, 10_000);
        range("maxWritesBeforeCrash", maxWritesBeforeCrash, 1, Integer.MAX_VALUE);
    }

    private static void range(String field, long value, long least, long most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(field + " must be " + least + " to " + most + ", was " + value);
        }
    }
}
