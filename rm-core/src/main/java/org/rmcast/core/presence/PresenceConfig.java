package org.rmcast.core.presence;

import org.rmcast.core.peers.PeerLimits;

/**
 * The bounds of {@link Presence}.
 *
 * @param maxMembers how many members are remembered, 1 or more; further ones are not heard
 * @param silenceNanos after how much silence a member is forgotten, positive; longer where a member says that it speaks seldom
 * @param intervals after how many of its own intervals at least, 2 or more
 * @param maxDatagramBytes the longest datagram
 */
public record PresenceConfig(int maxMembers, long silenceNanos, int intervals, int maxDatagramBytes) {
    private static final long COOKIE_NANOS = 60_000_000_000L;
    private static final int EXPIRY_SILENCES = 64;

    /**
     * Checks the ranges.
     *
     * @throws IllegalArgumentException if a value is out of its range
     */
    public PresenceConfig {
        if (maxMembers < 1 || silenceNanos < 1 || intervals < 2 || maxDatagramBytes < 1) {
            throw new IllegalArgumentException(
                    "maxMembers, silenceNanos and maxDatagramBytes must be positive, intervals 2" + " or more; were "
                            + maxMembers + ", " + silenceNanos + ", " + maxDatagramBytes + ", " + intervals);
        }
    }

    /** How long a member that speaks so often may be silent. */
    long silenceNanos(long intervalNanos) {
        return Math.max(silenceNanos, intervals * Math.min(intervalNanos, silenceNanos * EXPIRY_SILENCES / intervals));
    }

    PeerLimits peers() {
        return new PeerLimits(
                maxMembers,
                maxMembers,
                4 * maxDatagramBytes,
                silenceNanos,
                silenceNanos * EXPIRY_SILENCES * 2,
                COOKIE_NANOS);
    }
}
