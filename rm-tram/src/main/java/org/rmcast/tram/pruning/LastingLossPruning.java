package org.rmcast.tram.pruning;

import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.rmcast.api.MemberFacts;
import org.rmcast.api.PruningPolicy;

/**
 * Prunes a member that loses too much for too long, though it is repaired: its repairs are what it costs the others. A pause,
 * however long a burst of losses it leaves behind, is over before the patience is.
 */
public final class LastingLossPruning implements PruningPolicy {
    private final double maxShare;
    private final long patienceNanos;

    /**
     * @param maxShare the share of the packets that it may lose, 0 to 1; for the reason only, {@link
     *     MemberFacts#lossyNanos} says how long it was exceeded
     * @param patienceNanos how long it may lose more, positive
     */
    public LastingLossPruning(double maxShare, long patienceNanos) {
        this.maxShare = maxShare;
        this.patienceNanos = patienceNanos;
    }

    @Override
    public @Nullable String reasonToPrune(MemberFacts facts) {
        if (facts.lossyNanos() < patienceNanos) {
            return null;
        }
        return String.format(
                Locale.ROOT,
                "loses %.1f %%, over %.1f %% for %.1f s",
                facts.lossPercent(),
                100 * maxShare,
                facts.lossyNanos() / 1e9);
    }
}
