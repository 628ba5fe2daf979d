package org.rmcast.core.repair;

/**
 * The bounds of a {@link RepairQueue}.
 *
 * @param maxPackets how many repairs wait at most, 1 or more; as many that were sent are remembered while they are held off
 * @param maxBytes how many bytes wait at most, 1 or more
 * @param maxRequesters how many requesters wait at the same time, 1 or more
 * @param quantumBytes how many bytes a requester gets in its turn, 1 or more; about a packet is fairest, several leave together
 * @param share the share of the rate that repairs take while new data waits, more than 0, at most 1; a higher one repairs faster
 *     and holds new data back more
 * @param burstNanos how much time's worth of that share may leave at once, 0 or more; as the pacer of all
 */
public record RepairLimits(
        int maxPackets, long maxBytes, int maxRequesters, int quantumBytes, double share, long burstNanos) {
    /** Half of the rate. */
    public static final double DEFAULT_SHARE = 0.5;

    private static final int DEFAULT_REQUESTERS = 256;
    private static final int DEFAULT_QUANTUM_BYTES = 1_500;

    /**
     * Checks the ranges.
     *
     * @throws IllegalArgumentException if a value is out of its range
     */
    public RepairLimits {
        requirePositive(maxPackets, "maxPackets");
        requirePositive(maxBytes, "maxBytes");
        requirePositive(maxRequesters, "maxRequesters");
        requirePositive(quantumBytes, "quantumBytes");
        if (!(share > 0 && share <= 1)) {
            throw new IllegalArgumentException("share must be more than 0 and at most 1, was " + share);
        }
        if (burstNanos < 0) {
            throw new IllegalArgumentException("burstNanos must be 0 or more, was " + burstNanos);
        }
    }

    /** Half of the rate, for at most 256 requesters at a time, in turns of a packet. */
    public static RepairLimits of(int maxPackets, long maxBytes, long burstNanos) {
        return new RepairLimits(
                maxPackets, maxBytes, DEFAULT_REQUESTERS, DEFAULT_QUANTUM_BYTES, DEFAULT_SHARE, burstNanos);
    }

    private static void requirePositive(long value, String name) {
        if (value < 1) {
            throw new IllegalArgumentException(name + " must be positive, was " + value);
        }
    }
}
