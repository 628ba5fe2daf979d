package org.rmcast.tram.pruning;

import org.jspecify.annotations.Nullable;
import org.rmcast.api.MemberFacts;
import org.rmcast.api.PruningPolicy;

/**
 * Prunes a member that is more than so many packets behind.
 *
 * <p>Source: JRMS 1.1, the decentralised option of TRAM: more than 1.5 ack windows behind.
 */
public final class LagPruning implements PruningPolicy {
    private final long maxPackets;

    public LagPruning(long maxPackets) {
        this.maxPackets = maxPackets;
    }

    @Override
    public @Nullable String reasonToPrune(MemberFacts facts) {
        return facts.packetsBehind() > maxPackets
                ? facts.packetsBehind() + " packets behind, more than the " + maxPackets + " allowed"
                : null;
    }
}
