package org.rmcast.core.repair;

/**
 * How repairs are joined to codes, see {@link CodePlanner}.
 *
 * @param maxPackets how many packets a code joins at most, 2 to 255. More: fewer repairs in large groups, and more codes of which somebody
 *     lacks two packets
 * @param maxSpan how far apart the sequences of a code are at most, 1 or more: as the wire format has it
 * @param maxCandidates among how many waiting packets partners are looked for, at least {@code maxPackets}: what a code costs. More than a
 *     hundred gain little
 * @param gatherNanos how long a repair waits at most for partners where many are asked for by several, 0 or more; 0: never, only what is
 *     asked for at the same time, or waits for the pace, is joined
 */
public record CodeLimits(int maxPackets, int maxSpan, int maxCandidates, long gatherNanos) {
    private static final int DEFAULT_PACKETS = 8;
    private static final int DEFAULT_CANDIDATES = 128;

    /**
     * Checks the ranges.
     *
     * @throws IllegalArgumentException if a value is out of its range
     */
    public CodeLimits {
        if (maxPackets < 2 || maxPackets > 255) {
            throw new IllegalArgumentException("maxPackets must be 2 to 255, was " + maxPackets);
        }
        if (maxSpan < 1) {
            throw new IllegalArgumentException("maxSpan must be positive, was " + maxSpan);
        }
        if (maxCandidates < maxPackets) {
            throw new IllegalArgumentException(
                    "maxCandidates must be at least maxPackets " + maxPackets + ", was " + maxCandidates);
        }
        if (gatherNanos < 0) {
            throw new IllegalArgumentException("gatherNanos must be 0 or more, was " + gatherNanos);
        }
    }

    /** Codes of at most eight packets out of 128. */
    public static CodeLimits of(int maxSpan, long gatherNanos) {
        return new CodeLimits(DEFAULT_PACKETS, maxSpan, DEFAULT_CANDIDATES, gatherNanos);
    }
}
