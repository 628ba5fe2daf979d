package org.rmcast.tram;

import org.rmcast.api.PruningPolicy;
import org.rmcast.tram.pruning.BlockingMemberPruning;
import org.rmcast.tram.pruning.LagPruning;
import org.rmcast.tram.pruning.LastingLossPruning;
import org.rmcast.tram.pruning.MinimumRatePruning;
import org.rmcast.tram.pruning.ReaffiliationPruning;
import org.rmcast.tram.pruning.UnsatisfiedSharePruning;
import org.rmcast.tram.pruning.WorstLossPruning;

/** The pruning policy that a configuration asks for. */
final class TramPruning {
    private TramPruning() {}

    /** Ack windows of packets before a share of them means anything: a burst at the start is none. */
    private static final int MIN_WINDOWS = 10;

    static PruningPolicy of(TramConfig config) {
        PruningPolicy policy = basic(config);
        if (config.pruneUnsatisfiedShare > 0) {
            policy = policy.or(
                    new UnsatisfiedSharePruning(config.pruneUnsatisfiedShare, (long) MIN_WINDOWS * config.ackWindow));
        }
        if (config.pruneReaffiliations > 0) {
            policy = policy.or(new ReaffiliationPruning(config.pruneReaffiliations));
        }
        if (config.pruneMinRate > 0) {
            policy = policy.or(new MinimumRatePruning(config.pruneMinRate, config.prunePatienceNanos));
        }
        if (config.pruneLossShare > 0) {
            policy = policy.or(new LastingLossPruning(config.pruneLossShare, config.prunePatienceNanos));
        }
        return policy;
    }

    private static PruningPolicy basic(TramConfig config) {
        return switch (config.pruning) {
            case NONE -> PruningPolicy.NEVER;
            case WORST_LOSS -> new WorstLossPruning().or(blocking(config));
            case LAG -> new LagPruning(config.ackWindow * 3L / 2);
            case BLOCKING -> blocking(config);
        };
    }

    private static PruningPolicy blocking(TramConfig config) {
        return new BlockingMemberPruning(config.minRate, config.prunePatienceNanos);
    }
}
