package org.rmcast.tram.pruning;

import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.rmcast.api.MemberFacts;
import org.rmcast.api.PruningPolicy;

/** Prunes a member that lags and takes less than a minimum rate for too long. */
public final class MinimumRatePruning implements PruningPolicy {
    private final double minBytesPerSecond;
    private final long patienceNanos;

    /**
     * @param minBytesPerSecond the least rate that is tolerated, positive
     * @param patienceNanos how long it may take less, positive
     */
    public MinimumRatePruning(double minBytesPerSecond, long patienceNanos) {
        this.minBytesPerSecond = minBytesPerSecond;
        this.patienceNanos = patienceNanos;
    }

    @Override
    public @Nullable String reasonToPrune(MemberFacts facts) {
        if (facts.slowNanos() < patienceNanos) {
            return null;
        }
        return String.format(
                Locale.ROOT,
                "%d packets behind and took %.0f of at least %.0f bytes/s for %.1f s",
                facts.packetsBehind(),
                facts.bytesPerSecond(),
                minBytesPerSecond,
                facts.slowNanos() / 1e9);
    }
}
