package org.rmcast.lab.papers.mishra;

import java.util.ArrayList;
import java.util.List;
import org.rmcast.lab.experiment.Effort;
import org.rmcast.lab.experiment.Repeated;
import org.rmcast.lab.experiment.Run;
import org.rmcast.lab.group.Contender;
import org.rmcast.lab.group.PacketMeter;
import org.rmcast.lab.group.ThroughputMeter;

/** The runs of the evaluation, full or quick, each several times from different seeds. */
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

    /** As long as in the paper. */
    int longSeconds() {
        return isFull() ? GossipSettings.PAPER_SECONDS : 4;
    }

    /** How often each run is made. */
    int repetitions() {
        return isFull() ? 2 : 1;
    }

    /** Group sizes. */
    List<Integer> members() {
        return isFull() ? List.of(20, 60, 124) : List.of(10, 20);
    }

    int fewest() {
        return members().get(0);
    }

    int most() {
        return members().get(members().size() - 1);
    }

    int membersOverRate() {
        return isFull() ? GossipSettings.MEMBERS_OVER_RATE : 10;
    }

    /** Messages per second of the figures over rate. */
    List<Integer> rates() {
        return isFull() ? GossipSettings.RATES : List.of(3_000, 15_000);
    }

    /** A run of any protocol. */
    Run of(Contender contender, Pattern pattern, int members, int rate, GossipRun.Conditions conditions) {
        return of(contender, pattern, members, rate, conditions, seconds());
    }

    /** A run of any protocol that is of another length. */
    Run of(Contender contender, Pattern pattern, int members, int rate, GossipRun.Conditions conditions, int seconds) {
        return new Repeated(
                new GossipRun(contender, pattern, members, rate, conditions, seconds),
                repetitions(),
                List.of(ThroughputMeter.RELIABILITY, ThroughputMeter.THROUGHPUT, PacketMeter.OVERHEAD_RECEIVED));
    }

    /** A run of the figures over group size. */
    Run overMembers(Contender contender, Pattern pattern, int members, int rate, int lossPerMille) {
        return of(contender, pattern, members, rate, GossipRun.Conditions.of(lossPerMille));
    }

    /** A run of the figures of gossip's parameters. */
    Run ofVariant(GossipVariant variant, Pattern pattern, int members) {
        return overMembers(variant.contender(), pattern, members, GossipSettings.HIGH_RATE, GossipSettings.LOW_LOSS);
    }

    /** A run of the figures over rate. */
    Run overRate(Contender contender, Pattern pattern, int rate, int lossPerMille) {
        return overMembers(contender, pattern, membersOverRate(), rate, lossPerMille);
    }

    /** Every group size in one pattern. */
    List<Run> ofVariants(Pattern pattern, List<GossipVariant> variants) {
        List<Run> runs = new ArrayList<>();
        variants.forEach(variant -> members().forEach(count -> runs.add(ofVariant(variant, pattern, count))));
        return runs;
    }

    /** Every protocol, pattern and group size. */
    List<Run> overMembers(List<Pattern> patterns, int rate, List<Integer> losses) {
        return overMembers(Contenders.ALL, patterns, rate, losses);
    }

    /** Every pattern and group size. */
    List<Run> overMembers(List<Contender> contenders, List<Pattern> patterns, int rate, List<Integer> losses) {
        List<Run> runs = new ArrayList<>();
        for (Contender contender : contenders) {
            for (Pattern pattern : patterns) {
                for (int loss : losses) {
                    members().forEach(count -> runs.add(overMembers(contender, pattern, count, rate, loss)));
                }
            }
        }
        return runs;
    }

    /** Every protocol, pattern, loss and rate. */
    List<Run> overRate() {
        List<Run> runs = new ArrayList<>();
        for (Contender contender : Contenders.ALL) {
            for (Pattern pattern : Pattern.values()) {
                for (int loss : GossipSettings.LOSSES) {
                    rates().forEach(rate -> runs.add(overRate(contender, pattern, rate, loss)));
                }
            }
        }
        return runs;
    }
}
