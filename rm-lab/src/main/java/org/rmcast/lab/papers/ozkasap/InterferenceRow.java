package org.rmcast.lab.papers.ozkasap;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.rmcast.lab.experiment.Figure;
import org.rmcast.lab.experiment.FigurePlan;
import org.rmcast.lab.experiment.Finding;
import org.rmcast.lab.experiment.Judge;
import org.rmcast.lab.experiment.Measurements;
import org.rmcast.lab.experiment.PaperText;
import org.rmcast.lab.experiment.Run;
import org.rmcast.lab.experiment.Scenario;
import org.rmcast.lab.group.Contender;
import org.rmcast.lab.group.ObserverMeter;
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
        PaperText.Row row = BimodalMulticast.TEXT.row("4").with("path", (int) StudySettings.CLUSTER_PATH_MILLIS);
        return row.scenario(
                runs.clusters(),
                List.of(
                        ClusterRun.INTERFERENCE,
                        ObserverMeter.REPAIRED,
                        ObserverMeter.NODE_MEAN,
                        ObserverMeter.NODE_P99,
                        ObserverMeter.FIFO_MEAN,
                        ObserverMeter.FIFO_P99,
                        ObserverMeter.ARRIVED,
                        PacketMeter.sentPerSecond(Traffic.Kind.REPAIR)),
                List.of(new FigurePlan("row4-noise", this::overNoise), new FigurePlan("row4-rate", this::overRate)),
                List.of(
                        row.claim("rises-with-noise", this::risesWithNoise),
                        row.claim("rises-with-rate", this::risesWithRate),
                        row.claim("nothing-lost", this::nothingLost),
                        row.notTestable("srm")));
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
        List<Finding> ofRates = runs.rates().stream()
                .map(rate -> Judge.<Integer>over(
                                runs.noises(), noise -> degree(Contenders.GRB, rate, noise, measurements))
                        .saying(rate + " msg/s: ", ", ", (noise, degree) -> percent(degree))
                        .rising())
                .toList();
        return Finding.all("; ", ofRates);
    }

    private Finding risesWithRate(Measurements measurements) {
        int lowest = runs.rates().get(0);
        int highest = runs.rates().get(runs.rates().size() - 1);
        return Judge.<Integer>over(
                        runs.noises(),
                        noise -> degree(Contenders.GRB, highest, noise, measurements)
                                - degree(Contenders.GRB, lowest, noise, measurements))
                .saying(
                        "from " + lowest + " to " + highest + " msg/s, at a noise of ",
                        ", ",
                        (noise, more) -> noise + " %: " + percent(degree(Contenders.GRB, lowest, noise, measurements))
                                + " to " + percent(degree(Contenders.GRB, highest, noise, measurements)))
                .above(0);
    }

    private Finding nothingLost(Measurements measurements) {
        Judge<Run> arrived =
                Judge.over(runs.clusters(), run -> measurements.of(run).get(ObserverMeter.ARRIVED));
        return arrived.saying(String.format(
                        Locale.ROOT, "at least %.2f %% of the messages arrived in every run", arrived.lowest()))
                .atLeast(ALL);
    }

    private static String percent(double value) {
        return String.format(Locale.ROOT, "%.1f %%", value);
    }
}
