package org.rmcast.lab.papers.ozkasap;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.rmcast.lab.experiment.Measurement;
import org.rmcast.lab.experiment.Run;
import org.rmcast.lab.group.Contender;
import org.rmcast.lab.group.LinkMeter;
import org.rmcast.lab.group.ObserverMeter;
import org.rmcast.sim.Simulation;
import org.rmcast.sim.TwoClusters;

/**
 * Section 5.4: two clusters joined by one noisy link; a member of the first sends, one of the second is watched.
 *
 * @param size members of one cluster
 * @param drain after the last message
 */
record ClusterRun(Contender contender, int size, int rate, int noisePercent, int seconds, Duration drain)
        implements Run {
    /** Messages that took longer than the normal delay to the node, in per cent of all; lost ones count. */
    static final String INTERFERENCE = "degree of interference %";

    /** What joins the clusters, in the names of figures. */
    static final String LINK = "joining links";

    private static final double MILLIS_PER_SECOND = 1_000;

    @Override
    public String id() {
        return String.format(Locale.ROOT, "%s-clusters%d-rate%d-noise%d", contender.id(), size, rate, noisePercent)
                + (isUsual() ? "" : "-drain" + drain.toSeconds());
    }

    @Override
    public String description() {
        return String.format(
                        Locale.ROOT,
                        "%s, 2 clusters of %d, %d msg/s, %d %% between",
                        contender.words(),
                        size,
                        rate,
                        noisePercent)
                + (isUsual() ? "" : ", " + drain.toSeconds() + " s to repair");
    }

    private boolean isUsual() {
        return drain.equals(StudySettings.DRAIN);
    }

    @Override
    public double cost() {
        return 2.0 * size * seconds * rate;
    }

    /** nd = 1 / rate + ld, in milliseconds. */
    double normalDelayMillis() {
        return MILLIS_PER_SECOND / rate + StudySettings.CLUSTER_PATH_MILLIS;
    }

    @Override
    public Measurement measure(long seed) {
        TwoClusters clusters = TwoClusters.of(size, StudySettings.INSIDE, StudySettings.BETWEEN);
        Measurement result = new Measurement(id());
        ObserverMeter latency = new Observation(
                        contender,
                        clusters.topology(),
                        clusters.inFirst(),
                        clusters.inSecond(),
                        StudySettings.SMALL_BYTES,
                        rate,
                        seconds,
                        simulation -> noise(simulation, clusters))
                .with(new LinkMeter(
                        LINK,
                        Duration.ofSeconds(seconds),
                        simulation -> List.of(simulation.trunkLink(clusters.joiningTrunk()))))
                .drain(drain)
                .measure(seed, result);
        return result.put(INTERFERENCE, latency.shareAbove(normalDelayMillis()));
    }

    /** The degree of interference if every message came at once or, where its first transmission is lost, late. */
    static double firstLossPercent(int noisePercent) {
        double inside = 1 - StudySettings.NOISE_PER_MILLE / 1e3;
        return 100 * (1 - (1 - noisePercent / 100.0) * inside * inside);
    }

    private void noise(Simulation simulation, TwoClusters clusters) {
        Observation.noise(simulation);
        simulation.trunkLink(clusters.joiningTrunk()).impair(StudySettings.BETWEEN.withLoss(noisePercent / 100.0));
    }
}
