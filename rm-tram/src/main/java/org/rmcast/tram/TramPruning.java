package org.rmcast.tram;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.rmcast.api.EventCause;
import org.rmcast.api.MemberFacts;
import org.rmcast.api.PruningPolicy;
import org.rmcast.core.engine.Reason;
import org.rmcast.tram.pruning.BlockingMemberPruning;
import org.rmcast.tram.pruning.LagPruning;
import org.rmcast.tram.pruning.LastingLossPruning;
import org.rmcast.tram.pruning.MinimumRatePruning;
import org.rmcast.tram.pruning.ReaffiliationPruning;
import org.rmcast.tram.pruning.UnsatisfiedSharePruning;
import org.rmcast.tram.pruning.WorstLossPruning;

/** The pruning policies that a configuration asks for, and the application's, each with the cause for which it prunes. */
final class TramPruning {
    /** Ack windows of packets before a share of them means anything: a burst at the start is none. */
    private static final int MIN_WINDOWS = 10;

    private record Rule(EventCause cause, PruningPolicy policy) {}

    private final List<Rule> rules = new ArrayList<>();

    /** @param ofApplication asked last */
    TramPruning(TramConfig config, PruningPolicy ofApplication) {
        addBasic(config);
        if (config.pruneUnsatisfiedShare > 0) {
            long minPackets = (long) MIN_WINDOWS * config.ackWindow;
            add(EventCause.ASKS_ELSEWHERE, new UnsatisfiedSharePruning(config.pruneUnsatisfiedShare, minPackets));
        }
        if (config.pruneReaffiliations > 0) {
            add(EventCause.ASKS_ELSEWHERE, new ReaffiliationPruning(config.pruneReaffiliations));
        }
        if (config.pruneMinRate > 0) {
            add(EventCause.TOO_SLOW, new MinimumRatePruning(config.pruneMinRate, config.prunePatienceNanos));
        }
        if (config.pruneLossShare > 0) {
            add(EventCause.LOSES_TOO_MUCH, new LastingLossPruning(config.pruneLossShare, config.prunePatienceNanos));
        }
        add(EventCause.BY_APPLICATION, ofApplication);
    }

    private void addBasic(TramConfig config) {
        switch (config.pruning) {
            case NONE -> {}
            case WORST_LOSS -> {
                add(EventCause.LOSES_TOO_MUCH, new WorstLossPruning());
                if (!config.has(JrmsRule.TRICKLE)) {
                    // Else a closed window is no stop.
                    addBlocking(config);
                }
            }
            case LAG -> add(EventCause.TOO_SLOW, new LagPruning(config.ackWindow * 3L / 2));
            case BLOCKING -> addBlocking(config);
        }
    }

    private void addBlocking(TramConfig config) {
        add(EventCause.TOO_SLOW, new BlockingMemberPruning(config.minRate, config.prunePatienceNanos));
    }

    private void add(EventCause cause, PruningPolicy policy) {
        rules.add(new Rule(cause, policy));
    }

    /** Why to prune a member, or null to keep it: the first policy that has a reason. */
    @Nullable
    Reason reasonToPrune(MemberFacts facts) {
        for (Rule rule : rules) {
            String text = rule.policy.reasonToPrune(facts);
            if (text != null) {
                return new Reason(rule.cause, text);
            }
        }
        return null;
    }
}
