package org.rmcast.tram.pruning;

import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.rmcast.api.MemberFacts;
import org.rmcast.api.PruningPolicy;

/**
 * When the sender calls for pruning, prunes the members that are about as lossy as the worst one it knows of.
 *
 * <p>Source: JRMS 1.1: direct members with {@code 1.05 flowInfo >= worst}, unless the figure is their subtree's.
 */
public final class WorstLossPruning implements PruningPolicy {
    private static final double MARGIN = 1.05;

    @Override
    public @Nullable String reasonToPrune(MemberFacts facts) {
        double worst = facts.worstLossPercent();
        if (facts.subtree() || worst <= 0 || facts.lossPercent() * MARGIN < worst) {
            return null;
        }
        return String.format(
                Locale.ROOT,
                "loss of %.1f %% is the group's worst while the rate is at its minimum",
                facts.lossPercent());
    }
}
