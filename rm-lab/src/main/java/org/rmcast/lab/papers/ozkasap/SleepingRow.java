package org.rmcast.lab.papers.ozkasap;

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
import org.rmcast.lab.group.ObserverMeter;

/** Section 2: whether members that get no processor now and then slow down those that do. */
final class SleepingRow {
    /** "The ideal throughput rate": messages that a healthy member delivers, in per cent of those sent. */
    private static final double IDEAL = 99.9;
    /** "Remains stable": how long one in a hundred takes, over the same in the smallest group. */
    private static final double STABLE = 1.5;

    private final StudyRuns runs;

    SleepingRow(StudyRuns runs) {
        this.runs = runs;
    }

    Scenario scenario() {
        PaperText.Row row = BimodalMulticast.TEXT
                .row("9")
                .with("asleep", StudySettings.SLEEP_MILLIS)
                .with("rate", StudySettings.RATE);
        return row.scenario(
                runs.sleeping(),
                List.of(
                        ObserverMeter.DELIVERED,
                        Repetitions.lowest(ObserverMeter.DELIVERED),
                        ObserverMeter.INTER_ARRIVAL_P99,
                        ObserverMeter.FIFO_MEAN,
                        ObserverMeter.FIFO_P99,
                        ObserverMeter.FIFO_MAX),
                List.of(new FigurePlan("row9-latency", this::figure)),
                List.of(row.claim("ideal", this::ideal), row.claim("stable", this::stable)));
    }

    private Figure figure(Measurements measurements) {
        return new Figure(
                "A healthy member's latency after FIFO ordering, 99 % within",
                "perturbed members (% of the group)",
                "milliseconds",
                false,
                Contenders.OF_TREES.stream()
                        .map(contender -> Figure.Curve.over(
                                contender.words(),
                                runs.sleepers(),
                                percent -> of(contender, percent, measurements).get(ObserverMeter.FIFO_P99)))
                        .toList());
    }

    private Measurement of(Contender contender, int percent, Measurements measurements) {
        return measurements.of(runs.sleeping(contender, percent));
    }

    private Finding ideal(Measurements measurements) {
        return Judge.<Integer>over(
                        runs.sleepers(),
                        percent -> of(Contenders.BASIC, percent, measurements)
                                .get(Repetitions.lowest(ObserverMeter.DELIVERED)))
                .saying(
                        "messages that the healthy member delivers: ",
                        ", ",
                        (percent, least) -> percent + " % perturbed "
                                + Repetitions.words(
                                        of(Contenders.BASIC, percent, measurements),
                                        ObserverMeter.DELIVERED,
                                        value -> Words.percent(value, 2)))
                .atLeast(IDEAL);
    }

    private Finding stable(Measurements measurements) {
        double smallest = inGroupOf(runs.treeSizes().get(0), measurements).get(ObserverMeter.FIFO_P99);
        return Judge.<Integer>over(
                        runs.treeSizes(),
                        nodes -> inGroupOf(nodes, measurements).get(ObserverMeter.FIFO_P99) / smallest)
                .saying(
                        StudySettings.MANY_SLEEPERS + " % perturbed, 99 % are delivered within: ",
                        ", ",
                        (nodes, factor) -> nodes + " members "
                                + Repetitions.words(
                                        inGroupOf(nodes, measurements), ObserverMeter.FIFO_P99, Words::millis))
                .atMost(STABLE);
    }

    private Measurement inGroupOf(int nodes, Measurements measurements) {
        return measurements.of(runs.sleeping(Contenders.BASIC, nodes, StudySettings.MANY_SLEEPERS));
    }
}
