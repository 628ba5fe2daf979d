package org.rmcast.lab.papers.ozkasap;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.rmcast.lab.experiment.Claim;
import org.rmcast.lab.experiment.Figure;
import org.rmcast.lab.experiment.FigurePlan;
import org.rmcast.lab.experiment.Finding;
import org.rmcast.lab.experiment.Measurements;
import org.rmcast.lab.experiment.Scenario;
import org.rmcast.lab.group.Contender;
import org.rmcast.lab.group.LatencyMeter;
import org.rmcast.lab.group.PacketMeter;
import org.rmcast.lab.group.Traffic;

/** Section 5.4: how many messages are late in the second cluster, over noise between the clusters and over load. */
final class InterferenceRow {
    /** "No message loss was observed": of thousands of messages none. */
    private static final double ALL = 100;

    private final StudyRuns runs;

    InterferenceRow(StudyRuns runs) {
        this.runs = runs;
    }

    Scenario scenario() {
        return new Scenario(
                "4",
                "Two clusters and a long, noisy link",
                "Degree of interference: the share of messages that reach a receiver of the second cluster later than 1/rate + "
                        + (int) StudySettings.CLUSTER_PATH_MILLIS
                        + " ms after they were sent, at the node; lost ones count. 1 % noise inside the clusters.",
                runs.clusters(),
                List.of(
                        ClusterRun.INTERFERENCE,
                        LatencyMeter.REPAIRED,
                        LatencyMeter.NODE_MEAN,
                        LatencyMeter.NODE_P99,
                        LatencyMeter.FIFO_MEAN,
                        LatencyMeter.FIFO_P99,
                        LatencyMeter.ARRIVED,
                        PacketMeter.sentPerSecond(Traffic.Kind.REPAIR)),
                List.of(new FigurePlan("row4-noise", this::overNoise), new FigurePlan("row4-rate", this::overRate)),
                List.of(
                        new Claim(
                                "The degree of interference rises with the noise between the clusters.",
                                "5.4, figure 15",
                                this::risesWithNoise),
                        new Claim(
                                "The degree of interference rises with the message rate.",
                                "5.4, figure 16",
                                this::risesWithRate),
                        new Claim(
                                "No message is lost with Bimodal Multicast, not even with more than 40 % of noise.",
                                "5.4", this::nothingLost),
                        new Claim(
                                "In most cases more messages are late with SRM than with Pbcast-grb.",
                                "5.4, figures 15 and 16",
                                measurements -> Finding.notTestable(Contenders.NO_SRM))));
    }

    private Figure overNoise(Measurements measurements) {
        List<Figure.Curve> curves = new ArrayList<>();
        double[] x = runs.noises().stream().mapToDouble(Integer::doubleValue).toArray();
        for (Contender contender : Contenders.OF_INTERFERENCE) {
            for (int rate : runs.rates()) {
                double[] y = runs.noises().stream()
                        .mapToDouble(noise -> degree(contender, rate, noise, measurements))
                        .toArray();
                curves.add(new Figure.Curve(contender.words() + ", " + rate + " msg/s", true, x, y));
            }
        }
        return new Figure(
                "Figure 15: degree of interference over noise",
                "noise between the clusters (%)",
                "late messages (%)",
                false,
                curves);
    }

    private Figure overRate(Measurements measurements) {
        List<Figure.Curve> curves = new ArrayList<>();
        double[] x = runs.rates().stream().mapToDouble(Integer::doubleValue).toArray();
        for (Contender contender : Contenders.OF_INTERFERENCE) {
            for (int noise : runs.noises()) {
                double[] y = runs.rates().stream()
                        .mapToDouble(rate -> degree(contender, rate, noise, measurements))
                        .toArray();
                curves.add(new Figure.Curve(contender.words() + ", noise " + noise + " %", true, x, y));
            }
        }
        return new Figure(
                "Figure 16: degree of interference over load",
                "messages per second",
                "late messages (%)",
                false,
                curves);
    }

    private double degree(Contender contender, int rate, int noise, Measurements measurements) {
        return measurements.of(runs.cluster(contender, rate, noise)).get(ClusterRun.INTERFERENCE);
    }

    private Finding risesWithNoise(Measurements measurements) {
        boolean rises = true;
        List<String> parts = new ArrayList<>();
        for (int rate : runs.rates()) {
            double before = 0;
            List<String> values = new ArrayList<>();
            for (int noise : runs.noises()) {
                double degree = degree(Contenders.GRB, rate, noise, measurements);
                rises &= degree > before;
                before = degree;
                values.add(percent(degree));
            }
            parts.add(rate + " msg/s: " + String.join(", ", values));
        }
        return Finding.of(rises, String.join("; ", parts));
    }

    private Finding risesWithRate(Measurements measurements) {
        int lowest = runs.rates().get(0);
        int highest = runs.rates().get(runs.rates().size() - 1);
        boolean rises = true;
        List<String> parts = new ArrayList<>();
        for (int noise : runs.noises()) {
            double low = degree(Contenders.GRB, lowest, noise, measurements);
            double high = degree(Contenders.GRB, highest, noise, measurements);
            rises &= high > low;
            parts.add(noise + " %: " + percent(low) + " to " + percent(high));
        }
        return Finding.of(
                rises, "from " + lowest + " to " + highest + " msg/s, at a noise of " + String.join(", ", parts));
    }

    private Finding nothingLost(Measurements measurements) {
        double worst = ALL;
        for (int rate : runs.rates()) {
            for (int noise : runs.noises()) {
                worst = Math.min(
                        worst,
                        measurements
                                .of(runs.cluster(Contenders.GRB, rate, noise))
                                .get(LatencyMeter.ARRIVED));
            }
        }
        return Finding.of(
                worst >= ALL,
                String.format(Locale.ROOT, "at least %.2f %% of the messages arrived in every run", worst));
    }

    private static String percent(double value) {
        return String.format(Locale.ROOT, "%.1f %%", value);
    }
}
