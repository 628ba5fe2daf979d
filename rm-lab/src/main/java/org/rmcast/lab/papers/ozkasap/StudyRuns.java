package org.rmcast.lab.papers.ozkasap;

import java.util.ArrayList;
import java.util.List;
import org.rmcast.lab.experiment.Effort;
import org.rmcast.lab.experiment.Run;
import org.rmcast.lab.group.Contender;

/** The runs of the study, full or quick. */
final class StudyRuns {
    private final Effort effort;

    StudyRuns(Effort effort) {
        this.effort = effort;
    }

    private boolean isFull() {
        return effort == Effort.FULL;
    }

    /** How long messages are sent. */
    int seconds() {
        return isFull() ? 100 : 5;
    }

    /** Group sizes of section 5.1. */
    List<Integer> treeSizes() {
        return isFull() ? List.of(20, 40, 60) : List.of(20, 30);
    }

    /** Group sizes of section 5.2. */
    List<Integer> limitedSizes() {
        return isFull() ? List.of(20, 40, 60, 80, 100) : List.of(20, 30);
    }

    /** Nodes of the tree of section 5.3. */
    int localSize() {
        return isFull() ? 60 : 20;
    }

    /** Messages/s of section 5.4. */
    List<Integer> rates() {
        return isFull() ? List.of(25, 50, 100) : List.of(25, 100);
    }

    /** Noise between the clusters in per cent. */
    List<Integer> noises() {
        return isFull() ? List.of(10, 20, 30, 40, 50) : List.of(10, 50);
    }

    int clusterSize() {
        return isFull() ? StudySettings.CLUSTER_SIZE : 8;
    }

    /** Multicasts of the model's run. */
    int pushes() {
        return isFull() ? 20_000 : 1_000;
    }

    TreeRun tree(Contender contender, int nodes) {
        return new TreeRun(contender, nodes, seconds());
    }

    LimitedRootRun limited(Contender contender, int members) {
        return new LimitedRootRun(contender, members, seconds());
    }

    NoisyLinkRun noisyLink(Contender contender) {
        return new NoisyLinkRun(contender, localSize(), seconds());
    }

    ClusterRun cluster(Contender contender, int rate, int noisePercent) {
        return new ClusterRun(contender, clusterSize(), rate, noisePercent, seconds());
    }

    PushRun push(PushRun.Draw draw) {
        return new PushRun(draw, pushes());
    }

    List<Run> trees() {
        List<Run> runs = new ArrayList<>();
        Contenders.OF_TREES.forEach(contender -> treeSizes().forEach(nodes -> runs.add(tree(contender, nodes))));
        return runs;
    }

    List<Run> limited() {
        List<Run> runs = new ArrayList<>();
        Contenders.OF_BACKGROUND.forEach(
                contender -> limitedSizes().forEach(members -> runs.add(limited(contender, members))));
        return runs;
    }

    List<Run> noisyLinks() {
        return Contenders.OF_LOCAL_RECOVERY.stream().<Run>map(this::noisyLink).toList();
    }

    List<Run> clusters() {
        List<Run> runs = new ArrayList<>();
        for (Contender contender : Contenders.OF_INTERFERENCE) {
            for (int rate : rates()) {
                noises().forEach(noise -> runs.add(cluster(contender, rate, noise)));
            }
        }
        return runs;
    }
}
