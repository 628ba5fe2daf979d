package org.rmcast.lab.papers.ozkasap;

import java.util.ArrayList;
import java.util.List;
import org.rmcast.lab.experiment.Figure;
import org.rmcast.lab.experiment.FigurePlan;
import org.rmcast.lab.experiment.Finding;
import org.rmcast.lab.experiment.Judge;
import org.rmcast.lab.experiment.Measurement;
import org.rmcast.lab.experiment.Measurements;
import org.rmcast.lab.experiment.PaperText;
import org.rmcast.lab.experiment.Repetitions;
import org.rmcast.lab.experiment.Scenario;
import org.rmcast.lab.experiment.Words;
import org.rmcast.lab.group.Contender;
import org.rmcast.lab.group.LinkMeter;
import org.rmcast.lab.group.ObserverMeter;
import org.rmcast.lab.group.PacketMeter;
import org.rmcast.lab.group.Traffic;

/** Section 5.4: how many messages are late in the second cluster, over noise between the clusters and over load. */
final class InterferenceRow {
    /** "No message loss was observed": of thousands of messages none. */
    private static final double ALL = 100;
    /** "Exceeds 40 %". */
    private static final int MUCH_NOISE = 40;
    /** "For most of the cases": more than half of them. */
    private static final double MOST = 0.5;

    private final StudyRuns runs;

    InterferenceRow(StudyRuns runs) {
        this.runs = runs;
    }

    Scenario scenario() {
        List<FigurePlan> figures = new ArrayList<>();
        for (int rate : List.of(runs.rates().get(0), highestRate())) {
            figures.add(new FigurePlan("row4-noise-rate" + rate, measurements -> overNoise(rate, measurements)));
        }
        for (int noise : runs.noises().subList(0, 2)) {
            figures.add(new FigurePlan("row4-rate-noise" + noise, measurements -> overRate(noise, measurements)));
        }
        PaperText.Row row = BimodalMulticast.TEXT.row("4").with("path", (int) StudySettings.CLUSTER_PATH_MILLIS);
        return row.scenario(
                runs.clusters(),
                List.of(
                        ClusterRun.INTERFERENCE,
                        Repetitions.lowest(ClusterRun.INTERFERENCE),
                        Repetitions.highest(ClusterRun.INTERFERENCE),
                        ObserverMeter.REPAIRED,
                        ObserverMeter.NODE_MEAN,
                        ObserverMeter.NODE_P99,
                        ObserverMeter.FIFO_MEAN,
                        ObserverMeter.FIFO_P99,
                        ObserverMeter.ARRIVED,
                        Repetitions.lowest(ObserverMeter.ARRIVED),
                        PacketMeter.sentPerSecond(Traffic.Kind.REPAIR),
                        LinkMeter.busiest(ClusterRun.LINK)),
                figures,
                List.of(
                        row.claim("rises-with-noise", this::risesWithNoise),
                        row.claim("rises-with-rate", this::risesWithRate),
                        row.claim("nothing-lost", this::nothingLost),
                        row.claim("srm-later", this::srmLater),
                        row.claim("srm-loses", this::srmLoses)));
    }

    private int highestRate() {
        return runs.rates().get(runs.rates().size() - 1);
    }

    private Figure overNoise(int rate, Measurements measurements) {
        List<Figure.Curve> curves = new ArrayList<>();
        for (Contender contender : Contenders.OF_INTERFERENCE) {
            curves.add(Figure.Curve.over(
                    contender.words(), runs.noises(), noise -> degree(contender, rate, noise, measurements)));
        }
        curves.add(Figure.Curve.over("first transmission lost", runs.noises(), ClusterRun::firstLossPercent));
        return new Figure(
                "Figure 15: degree of interference over noise, " + rate + " msg/s",
                "noise between the clusters (%)",
                "late messages (%)",
                false,
                curves);
    }

    private Figure overRate(int noise, Measurements measurements) {
        return new Figure(
                "Figure 16: degree of interference over load, noise " + noise + " %",
                "messages per second",
                "late messages (%)",
                false,
                Contenders.OF_INTERFERENCE.stream()
                        .map(contender -> Figure.Curve.over(
                                contender.words(), runs.rates(), rate -> degree(contender, rate, noise, measurements)))
                        .toList());
    }

    private Measurement of(Contender contender, int rate, int noise, Measurements measurements) {
        return measurements.of(runs.cluster(contender, rate, noise));
    }

    private double degree(Contender contender, int rate, int noise, Measurements measurements) {
        return of(contender, rate, noise, measurements).get(ClusterRun.INTERFERENCE);
    }

    private Finding risesWithNoise(Measurements measurements) {
        List<Finding> ofRates = runs.rates().stream()
                .map(rate -> Judge.<Integer>over(
                                runs.noises(), noise -> degree(Contenders.GRB, rate, noise, measurements))
                        .saying(
                                rate + " msg/s: ",
                                ", ",
                                (noise, degree) -> Repetitions.words(
                                        of(Contenders.GRB, rate, noise, measurements),
                                        ClusterRun.INTERFERENCE,
                                        InterferenceRow::percent))
                        .rising())
                .toList();
        Judge<Integer> off = Judge.over(
                runs.noises(),
                noise -> Math.abs(degree(Contenders.GRB, runs.rates().get(0), noise, measurements)
                        - ClusterRun.firstLossPercent(noise)));
        Judge<Integer> queued = Judge.over(
                runs.noises(),
                noise -> degree(Contenders.GRB, highestRate(), noise, measurements)
                        - ClusterRun.firstLossPercent(noise));
        Judge<Integer> busy = Judge.over(
                runs.noises(),
                noise ->
                        of(Contenders.GRB, highestRate(), noise, measurements).get(LinkMeter.busiest(ClusterRun.LINK)));
        return Finding.all("; ", ofRates)
                .with("lowest", Integer.toString(runs.rates().get(0)))
                .with("off", Words.factor(off.highest()))
                .with("highest", Integer.toString(highestRate()))
                .with("busy", Words.percent(busy.highest(), 0))
                .with("queued", Words.factor(queued.highest()));
    }

    private Finding risesWithRate(Measurements measurements) {
        int lowest = runs.rates().get(0);
        return Judge.<Integer>over(
                        runs.noises(),
                        noise -> degree(Contenders.GRB, highestRate(), noise, measurements)
                                - degree(Contenders.GRB, lowest, noise, measurements))
                .saying(
                        "from " + lowest + " to " + highestRate() + " msg/s, at a noise of ",
                        ", ",
                        (noise, more) -> noise + " %: " + percent(degree(Contenders.GRB, lowest, noise, measurements))
                                + " to " + percent(degree(Contenders.GRB, highestRate(), noise, measurements)))
                .above(0);
    }

    private Judge<Integer> leastArrived(Contender contender, Measurements measurements) {
        int most = runs.noises().get(runs.noises().size() - 1);
        if (most <= MUCH_NOISE) {
            throw new IllegalStateException("no run has a noise above " + MUCH_NOISE + " %");
        }
        return Judge.<Integer>over(
                        runs.rates(),
                        rate -> of(contender, rate, most, measurements).get(Repetitions.lowest(ObserverMeter.ARRIVED)))
                .saying(
                        contender.words() + ", noise " + most + " %, the least of " + runs.repetitions() + " runs: ",
                        ", ",
                        (rate, arrived) -> rate + " msg/s " + Words.percent(arrived, 2));
    }

    private Finding nothingLost(Measurements measurements) {
        return leastArrived(Contenders.GRB, measurements).atLeast(ALL);
    }

    private Finding srmLoses(Measurements measurements) {
        String patient = Judge.over(
                        Contenders.srm(),
                        srm -> measurements.of(runs.patientCluster(srm)).get(Repetitions.lowest(ObserverMeter.ARRIVED)))
                .saying("", ", ", (srm, arrived) -> srm.words() + " " + Words.percent(arrived, 2))
                .measured();
        return Finding.all(
                        "; ",
                        Contenders.srm().stream()
                                .map(srm -> leastArrived(srm, measurements).below(ALL))
                                .toList())
                .with("drain", Long.toString(StudySettings.LONG_DRAIN.toSeconds()))
                .with("usual", Long.toString(StudySettings.DRAIN.toSeconds()))
                .with("patient", patient);
    }

    private Finding srmLater(Measurements measurements) {
        List<Finding> each = new ArrayList<>();
        for (Contender srm : Contenders.srm()) {
            int cases = 0;
            int later = 0;
            for (int rate : runs.rates()) {
                for (int noise : runs.noises()) {
                    cases++;
                    boolean more =
                            degree(srm, rate, noise, measurements) > degree(Contenders.GRB, rate, noise, measurements);
                    later += more ? 1 : 0;
                }
            }
            each.add(Finding.of(
                    later > MOST * cases,
                    srm.words() + " has more late messages in " + later + " of " + cases + " cases"));
        }
        Finding finding = Finding.all("; ", each).with("rate", Integer.toString(highestRate()));
        for (Contender contender : Contenders.OF_INTERFERENCE) {
            Measurement one = of(contender, highestRate(), runs.noises().get(0), measurements);
            finding = finding.with(
                    "mean-" + contender.id(),
                    contender.words() + " " + Words.millis(one.get(ObserverMeter.NODE_MEAN)) + " in the mean, "
                            + Words.millis(one.get(ObserverMeter.NODE_P99)) + " for 99 %");
        }
        return finding.with("noise", Integer.toString(runs.noises().get(0)));
    }

    private static String percent(double value) {
        return Words.percent(value, 1);
    }
}
