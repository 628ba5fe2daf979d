package org.rmcast.tram.pruning;

import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.rmcast.api.MemberFacts;
import org.rmcast.api.PruningPolicy;

/**
 * Prunes a member that asks for too many packets that its head no longer holds.
 *
 * <p>Paper: Khanna, Rogers, Bagchi, section 3.2: the share of retransmission requests which cannot be locally satisfied, of
 * the total number of packets.
 */
public final class UnsatisfiedSharePruning implements PruningPolicy {
    private final double maxShare;
    private final long minPackets;

    /**
     * @param maxShare the share that is still tolerated, 0 to 1
     * @param minPackets packets of which nothing is concluded yet, 0 or more
     */
    public UnsatisfiedSharePruning(double maxShare, long minPackets) {
        this.maxShare = maxShare;
        this.minPackets = minPackets;
    }

    @Override
    public @Nullable String reasonToPrune(MemberFacts facts) {
        if (facts.packets() < Math.max(1, minPackets) || facts.unsatisfied() <= maxShare * facts.packets()) {
            return null;
        }
        return String.format(
                Locale.ROOT,
                "%d of %d packets (%.2f %%) were asked for after the repair head had dropped them, more than %.2f %%",
                facts.unsatisfied(),
                facts.packets(),
                100.0 * facts.unsatisfied() / facts.packets(),
                100 * maxShare);
    }
}
