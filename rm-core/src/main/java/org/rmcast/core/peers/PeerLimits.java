package org.rmcast.core.peers;

/**
 * The bounds of {@link Peers}.
 *
 * @param maxPeers how many peers are remembered, 1 or more
 * @param maxUnproved how many addresses are remembered that nobody has proved to have, and how many peers are held to be at
 *     one, 1 or more; an attacker who makes up more
 *     source addresses than this displaces newcomers, who have to ask again
 * @param maxCreditBytes the most bytes that may be sent at once to an address that nobody has proved to have, however many
 *     came from it; at least a datagram
 * @param quietNanos how long a peer must have been silent at its address before another address is taken for it, 0 or more. Too
 *     short, and a member that has turned bad takes over the place of another one between two of its datagrams; too long,
 *     and a peer whose address changes is not heard for this time
 * @param expiryNanos after how much silence a peer or an address is forgotten, more than {@code quietNanos}
 * @param cookieNanos how long a secret makes cookies: a cookie is good for so long, at most twice as long; positive
 */
public record PeerLimits(
        int maxPeers, int maxUnproved, int maxCreditBytes, long quietNanos, long expiryNanos, long cookieNanos) {
    /**
     * Checks the ranges.
     *
     * @throws IllegalArgumentException if a value is out of its range
     */
    public PeerLimits {
        requirePositive(maxPeers, "maxPeers");
        requirePositive(maxUnproved, "maxUnproved");
        requirePositive(maxCreditBytes, "maxCreditBytes");
        requirePositive(cookieNanos, "cookieNanos");
        if (quietNanos < 0 || expiryNanos <= quietNanos) {
            throw new IllegalArgumentException("quietNanos must be 0 or more and expiryNanos more than that, were "
                    + quietNanos + " and " + expiryNanos);
        }
    }

    private static void requirePositive(long value, String name) {
        if (value < 1) {
            throw new IllegalArgumentException(name + " must be positive, was " + value);
        }
    }
}
