package org.rmcast.lab.papers.ozkasap;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.rmcast.lab.experiment.Effort;
import org.rmcast.lab.experiment.Repeated;
import org.rmcast.lab.experiment.Run;
import org.rmcast.lab.group.Contender;
import org.rmcast.lab.group.ObserverMeter;
import org.rmcast.lab.group.PacketMeter;
import org.rmcast.lab.group.RequestMeter;

/** The runs of the study, full or quick, each several times from different seeds. */
final class StudyRuns {
    private final Effort effort;

    StudyRuns(Effort effort) {
        this.effort = effort;
    }

    private boolean isFull() {
        return effort == Effort.FULL;
    }

    /** How often each run is made. */
    int repetitions() {
        return isFull() ? 3 : 1;
    }

    /** How long messages are sent. */
    int seconds() {
        return isFull() ? 40 : 5;
    }

    /** Group sizes of section 5.1. */
    List<Integer> treeSizes() {
        return isFull() ? List.of(20, 40, 60) : List.of(20, 30);
    }

    /** Group sizes of section 5.2. */
    List<Integer> limitedSizes() {
        return isFull() ? List.of(20, 40, 60, 80, 100) : List.of(20, 30);
    }

    /** Links of the root with the most members of section 5.2. */
    List<Integer> rootLinks() {
        return isFull() ? List.of(StudySettings.ROOT_LINKS, 3, 4, 6) : List.of(StudySettings.ROOT_LINKS, 4);
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

    /** Nodes of a cluster. */
    int clusterSize() {
        return isFull() ? StudySettings.CLUSTER_SIZE : 8;
    }

    /** Nodes of a cluster, for the load of the link between two. */
    List<Integer> clusterSizes() {
        return isFull() ? List.of(10, 20, 40) : List.of(4, 8);
    }

    /** Members that sleep now and then, in per cent of the group. */
    List<Integer> sleepers() {
        return isFull() ? List.of(0, 5, 25, 50) : List.of(0, 25);
    }

    /** Multicasts of the model's run. */
    int pushes() {
        return isFull() ? 20_000 : 1_000;
    }

    Run tree(Contender contender, int nodes) {
        return tree(contender, nodes, StudySettings.NOISE_PER_MILLE);
    }

    Run tree(Contender contender, int nodes, int noisePerMille) {
        return repeated(
                new TreeRun(contender, nodes, noisePerMille, seconds()), PacketMeter.CONTROL, PacketMeter.RECOVERY);
    }

    Run limited(Contender contender, int members) {
        return limited(contender, members, StudySettings.ROOT_LINKS);
    }

    Run limited(Contender contender, int members, int rootLinks) {
        return limited(new LimitedRootRun(contender, members, rootLinks, true, seconds()));
    }

    /** The largest group, with links at the root that are as fast as all others. */
    Run unlimited(Contender contender) {
        return limited(new LimitedRootRun(contender, mostLimited(), StudySettings.ROOT_LINKS, false, seconds()));
    }

    private Run limited(LimitedRootRun run) {
        return repeated(run, ObserverMeter.ARRIVED, RequestMeter.OBSERVER_ASKED);
    }

    int mostLimited() {
        return limitedSizes().get(limitedSizes().size() - 1);
    }

    Run noisyLink(Contender contender) {
        return repeated(new NoisyLinkRun(contender, localSize(), seconds()), ObserverMeter.FIFO_MEAN);
    }

    Run cluster(Contender contender, int rate, int noisePercent) {
        return cluster(contender, rate, noisePercent, StudySettings.DRAIN);
    }

    /** The most noise and load, with much time to repair. */
    Run patientCluster(Contender contender) {
        int rate = rates().get(rates().size() - 1);
        return cluster(contender, rate, noises().get(noises().size() - 1), StudySettings.LONG_DRAIN);
    }

    private Run cluster(Contender contender, int rate, int noisePercent, Duration drain) {
        return repeated(
                new ClusterRun(contender, clusterSize(), rate, noisePercent, seconds(), drain),
                ClusterRun.INTERFERENCE,
                ObserverMeter.ARRIVED,
                ObserverMeter.FIFO_MEAN);
    }

    /** The same with clusters of another size, as little to send as is ever sent, and the system-wide noise everywhere. */
    Run cluster(Contender contender, int size) {
        int noise = StudySettings.NOISE_PER_MILLE / 10;
        return repeated(
                new ClusterRun(contender, size, rates().get(0), noise, seconds(), StudySettings.DRAIN),
                ObserverMeter.ARRIVED);
    }

    /** In the smallest group. */
    Run sleeping(Contender contender, int percent) {
        return sleeping(contender, treeSizes().get(0), percent);
    }

    Run sleeping(Contender contender, int nodes, int percent) {
        return repeated(
                new SleepingRun(contender, nodes, percent, seconds()), ObserverMeter.DELIVERED, ObserverMeter.FIFO_P99);
    }

    /** Each share in the smallest group, and one of them in all groups. */
    List<Run> sleeping() {
        List<Run> runs = new ArrayList<>();
        for (Contender contender : Contenders.OF_TREES) {
            sleepers().forEach(percent -> runs.add(sleeping(contender, percent)));
            treeSizes().stream()
                    .skip(1)
                    .forEach(nodes -> runs.add(sleeping(contender, nodes, StudySettings.MANY_SLEEPERS)));
        }
        return runs;
    }

    /** Members of the network that the study did not have. */
    int thousand() {
        return isFull() ? 1_000 : 100;
    }

    /** Made once: no other takes as long. */
    Run thousand(Contender contender) {
        return new ThousandRun(contender, thousand(), 3);
    }

    private Run repeated(Run run, String... spread) {
        return new Repeated(run, repetitions(), List.of(spread));
    }

    PushRun push(PushRun.Draw draw) {
        return new PushRun(draw, pushes());
    }

    List<Run> trees(int noisePerMille) {
        List<Run> runs = new ArrayList<>();
        Contenders.OF_TREES.forEach(
                contender -> treeSizes().forEach(nodes -> runs.add(tree(contender, nodes, noisePerMille))));
        return runs;
    }

    List<Run> limited() {
        List<Run> runs = new ArrayList<>();
        for (Contender contender : Contenders.OF_BACKGROUND) {
            limitedSizes().forEach(members -> runs.add(limited(contender, members)));
            rootLinks().stream()
                    .filter(links -> links != StudySettings.ROOT_LINKS)
                    .forEach(links -> runs.add(limited(contender, mostLimited(), links)));
            runs.add(unlimited(contender));
        }
        return runs;
    }

    List<Run> noisyLinks() {
        return Contenders.OF_LOCAL_RECOVERY.stream().map(this::noisyLink).toList();
    }

    List<Run> clusters() {
        List<Run> runs = new ArrayList<>();
        for (Contender contender : Contenders.OF_INTERFERENCE) {
            for (int rate : rates()) {
                noises().forEach(noise -> runs.add(cluster(contender, rate, noise)));
            }
        }
        Contenders.srm().forEach(srm -> runs.add(patientCluster(srm)));
        return runs;
    }
}
