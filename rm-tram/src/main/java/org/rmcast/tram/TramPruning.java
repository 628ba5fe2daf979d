package org.rmcast.tram;

import org.rmcast.core.pruning.BlockingMemberPruning;
import org.rmcast.core.pruning.LagPruning;
import org.rmcast.core.pruning.PruningPolicy;
import org.rmcast.core.pruning.WorstLossPruning;

/** The pruning policy that a configuration asks for. */
final class TramPruning {
    private TramPruning() {}

    static PruningPolicy of(TramConfig config) {
        return switch (config.pruning) {
            case NONE -> PruningPolicy.NEVER;
            case WORST_LOSS -> new WorstLossPruning();
            case LAG -> new LagPruning(config.ackWindow * 3L / 2);
            case BLOCKING -> new BlockingMemberPruning(config.minRate, config.prunePatienceNanos);
        };
    }
}
