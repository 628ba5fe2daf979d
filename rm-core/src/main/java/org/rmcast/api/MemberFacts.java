package org.rmcast.api;

/**
 * What is known of a member when a {@link PruningPolicy} decides about it, by whom it is served: the sender or a repair head. What a
 * protocol does not measure is 0. Figures may be added in minor releases.
 */
public interface MemberFacts {
    /** The member's identity. */
    long memberId();

    /** The member's smoothed loss in per cent, 0 to 100. */
    double lossPercent();

    /** Packets sent or held that it has not confirmed. */
    long packetsBehind();

    /** How long it has been the one that keeps the window closed, in nanoseconds; 0 if it does not. */
    long blockingNanos();

    /** What the group achieved over the last seconds. */
    double groupBytesPerSecond();

    /** What the member achieved over the last seconds. */
    double bytesPerSecond();

    /** The worst loss in per cent that the sender announced with a call for pruning; negative if it did not call. */
    default double worstLossPercent() {
        return -1;
    }

    /** Whether the figures are those of the members that it serves rather than its own. */
    default boolean subtree() {
        return false;
    }

    /** Packets of the stream since the member joined, or of late. */
    default long packets() {
        return 0;
    }

    /** Packets among them that it asked for and were no longer held. */
    default long unsatisfied() {
        return 0;
    }

    /** How often it had to be sent to another repair head. */
    default int reaffiliations() {
        return 0;
    }

    /** How long it has been lagging with less than the minimum rate of its channel, in nanoseconds; 0 if it does not. */
    default long slowNanos() {
        return 0;
    }

    /** How long it has lost more than its channel tolerates, and far more than others, in nanoseconds; 0 if it does not. */
    default long lossyNanos() {
        return 0;
    }
}
