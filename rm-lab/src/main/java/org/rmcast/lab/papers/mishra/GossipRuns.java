package org.rmcast.lab.papers.mishra;

import java.util.ArrayList;
import java.util.List;
import org.rmcast.lab.experiment.Effort;
import org.rmcast.lab.experiment.Run;

/** The runs of the evaluation, full or quick. */
final class GossipRuns {
    private final Effort effort;

    GossipRuns(Effort effort) {
        this.effort = effort;
    }

    private boolean isFull() {
        return effort == Effort.FULL;
    }

    int seconds() {
        return isFull() ? GossipSettings.SENDING_SECONDS : 2;
    }

    /** Group sizes. */
    List<Integer> members() {
        return isFull() ? List.of(20, 60, 100) : List.of(10, 20);
    }

    int membersOverRate() {
        return isFull() ? GossipSettings.MEMBERS_OVER_RATE : 10;
    }

    /** Messages per second of the figures over group size. */
    int highRate() {
        return isFull() ? GossipSettings.HIGH_RATE : 1_000;
    }

    int overheadRate() {
        return isFull() ? GossipSettings.OVERHEAD_RATE : 500;
    }

    /** Messages per second of the figures over rate. */
    List<Integer> rates() {
        return isFull() ? GossipSettings.RATES : List.of(500, 1_000);
    }

    /** A run of the figures over group size. */
    GossipRun overMembers(GossipVariant variant, Pattern pattern, int members) {
        return new GossipRun(variant, pattern, members, highRate(), GossipSettings.LOW_LOSS, seconds());
    }

    /** A run of the figures over rate. */
    GossipRun overRate(Pattern pattern, int rate, int lossPerMille) {
        return new GossipRun(GossipVariant.BASE, pattern, membersOverRate(), rate, lossPerMille, seconds());
    }

    /** A run of the figure of overhead. */
    GossipRun overhead(int members, int lossPerMille) {
        return new GossipRun(GossipVariant.BASE, Pattern.UNIFORM, members, overheadRate(), lossPerMille, seconds());
    }

    List<Run> overMembers(Pattern pattern, List<GossipVariant> variants) {
        List<Run> runs = new ArrayList<>();
        variants.forEach(variant -> members().forEach(count -> runs.add(overMembers(variant, pattern, count))));
        return runs;
    }

    List<Run> overRate() {
        List<Run> runs = new ArrayList<>();
        for (Pattern pattern : Pattern.values()) {
            for (int loss : GossipSettings.LOSSES) {
                rates().forEach(rate -> runs.add(overRate(pattern, rate, loss)));
            }
        }
        return runs;
    }

    List<Run> overhead() {
        List<Run> runs = new ArrayList<>();
        GossipSettings.LOSSES.forEach(loss -> members().forEach(count -> runs.add(overhead(count, loss))));
        return runs;
    }
}
