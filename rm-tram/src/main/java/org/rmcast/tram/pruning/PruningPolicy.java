package org.rmcast.tram.pruning;

import org.jspecify.annotations.Nullable;

/** Decides which member stops holding the group back. */
@FunctionalInterface
public interface PruningPolicy {
    /** Never prunes. */
    PruningPolicy NEVER = facts -> null;

    /** The reason to prune this member, for people to read, or null to keep it. */
    @Nullable
    String reasonToPrune(MemberFacts facts);

    /** This policy, and another where this one keeps the member. */
    default PruningPolicy or(PruningPolicy other) {
        return facts -> {
            String reason = reasonToPrune(facts);
            return reason != null ? reason : other.reasonToPrune(facts);
        };
    }
}
