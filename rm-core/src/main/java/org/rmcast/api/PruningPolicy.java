package org.rmcast.api;

import org.jspecify.annotations.Nullable;

/**
 * Decides which member stops holding the group back. Given to a session by {@link SessionBuilder#pruning}, or named in a channel whose
 * protocol has a parameter for that, such as TRAM's {@code pruningPolicies}, and found as a {@link Provider}.
 *
 * <p>It is asked on the session's event loop, several times a second for each member: it must answer at once, from the facts alone and
 * without side effects, and may be called for several sessions at a time. One that throws keeps the member; the first time is logged.
 * What it prunes is reported as {@link EventCause#BY_APPLICATION}.
 */
@FunctionalInterface
public interface PruningPolicy {
    /** Never prunes. */
    PruningPolicy NEVER = facts -> null;

    /** The reason to prune this member, for people to read and best below 130 bytes, or null to keep it. */
    @Nullable
    String reasonToPrune(MemberFacts facts);

    /** This policy, and another where this one keeps the member. */
    default PruningPolicy or(PruningPolicy other) {
        return facts -> {
            String reason = reasonToPrune(facts);
            return reason != null ? reason : other.reasonToPrune(facts);
        };
    }

    /** A policy that channels can name; found by {@link java.util.ServiceLoader}. */
    interface Provider {
        /** The name in a channel, unique among all that are there. */
        String name();

        /** The policy; called for each session that is opened. */
        PruningPolicy create();
    }
}
