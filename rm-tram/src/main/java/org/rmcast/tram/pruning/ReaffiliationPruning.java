package org.rmcast.tram.pruning;

import org.jspecify.annotations.Nullable;
import org.rmcast.api.MemberFacts;
import org.rmcast.api.PruningPolicy;

/**
 * Prunes a member that had to turn to other heads too often.
 *
 * <p>Paper: Khanna, Rogers, Bagchi, section 5.2.1: at most five re-affiliations per receiver.
 */
public final class ReaffiliationPruning implements PruningPolicy {
    private final int maxReaffiliations;

    /**
     * @param maxReaffiliations how many are still tolerated, 0 or more
     */
    public ReaffiliationPruning(int maxReaffiliations) {
        this.maxReaffiliations = maxReaffiliations;
    }

    @Override
    public @Nullable String reasonToPrune(MemberFacts facts) {
        return facts.reaffiliations() > maxReaffiliations
                ? "turned to other repair heads " + facts.reaffiliations() + " times, more than the "
                        + maxReaffiliations + " allowed"
                : null;
    }
}
