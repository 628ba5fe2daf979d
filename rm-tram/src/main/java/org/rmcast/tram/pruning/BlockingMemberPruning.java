package org.rmcast.tram.pruning;

import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.rmcast.api.MemberFacts;
import org.rmcast.api.PruningPolicy;

/** Prunes a member that has kept the window closed for too long while the group was slower than a minimum rate. */
public final class BlockingMemberPruning implements PruningPolicy {
    private final double minBytesPerSecond;
    private final long patienceNanos;

    /**
     * @param minBytesPerSecond the rate below which the group is held back, 0 or more
     * @param patienceNanos how long a member may block, positive
     */
    public BlockingMemberPruning(double minBytesPerSecond, long patienceNanos) {
        this.minBytesPerSecond = minBytesPerSecond;
        this.patienceNanos = patienceNanos;
    }

    @Override
    public @Nullable String reasonToPrune(MemberFacts facts) {
        if (facts.blockingNanos() < patienceNanos || facts.groupBytesPerSecond() >= minBytesPerSecond) {
            return null;
        }
        return String.format(
                Locale.ROOT,
                "kept the window closed for %.1f s, %d packets behind, while the group made %.0f of at least %.0f bytes/s",
                facts.blockingNanos() / 1e9,
                facts.packetsBehind(),
                facts.groupBytesPerSecond(),
                minBytesPerSecond);
    }
}
