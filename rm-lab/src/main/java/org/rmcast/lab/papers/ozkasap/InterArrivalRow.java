package org.rmcast.lab.papers.ozkasap;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.rmcast.lab.experiment.Figure;
import org.rmcast.lab.experiment.FigurePlan;
import org.rmcast.lab.experiment.Finding;
import org.rmcast.lab.experiment.Judge;
import org.rmcast.lab.experiment.Measurements;
import org.rmcast.lab.experiment.PaperText;
import org.rmcast.lab.experiment.Scenario;
import org.rmcast.lab.experiment.Words;
import org.rmcast.lab.group.Contender;
import org.rmcast.lab.group.Histogram;
import org.rmcast.lab.group.ObserverMeter;
import org.rmcast.lab.group.PacketMeter;
import org.rmcast.lab.group.Traffic;

/** Section 5.1: the times between arrivals at a typical receiver, in groups of different size. */
final class InterArrivalRow {
    /**
     * "Stable as group size scales up": the histogram of the smallest group becomes that of another if arrivals move by at most
     * so many milliseconds on average, a twentieth of the time between messages. How many move is no measure: a datagram takes
     * more than a millisecond on a link, so that each repair in front of it puts it into the next bin.
     */
    private static final double SAME_SHAPE_MILLIS = 0.5;

    private final StudyRuns runs;

    InterArrivalRow(StudyRuns runs) {
        this.runs = runs;
    }

    Scenario scenario() {
        PaperText.Row row = BimodalMulticast.TEXT.row("1").with("level", StudySettings.OBSERVER_LEVEL);
        return row.scenario(
                runs.trees(),
                List.of(
                        ObserverMeter.INTER_ARRIVAL_MEAN,
                        ObserverMeter.INTER_ARRIVAL_P50,
                        ObserverMeter.INTER_ARRIVAL_P99,
                        ObserverMeter.REPAIRED,
                        ObserverMeter.DELIVERED,
                        PacketMeter.observerReceivedPerSecond(Traffic.Kind.STATE),
                        PacketMeter.OVERHEAD_RECEIVED),
                List.of(new FigurePlan("row1-inter-arrival", this::figure)),
                List.of(row.claim("stable", this::sameShape), row.notTestable("srm")));
    }

    private Figure figure(Measurements measurements) {
        List<Figure.Curve> curves = new ArrayList<>();
        for (Contender contender : Contenders.OF_TREES) {
            for (int nodes : runs.treeSizes()) {
                curves.add(Figure.Curve.histogram(
                        contender.words() + ", " + nodes + " nodes",
                        measurements.of(runs.tree(contender, nodes)).series(ObserverMeter.INTER_ARRIVAL_SERIES),
                        ObserverMeter.SHARE));
            }
        }
        return new Figure(
                "Figure 10(a): times between arrivals of data messages",
                "time since the arrival before (ms)",
                "share of arrivals (%)",
                true,
                curves);
    }

    private Finding sameShape(Measurements measurements) {
        int fewest = runs.treeSizes().get(0);
        List<Integer> others = runs.treeSizes().subList(1, runs.treeSizes().size());
        double[] first = shares(fewest, measurements);
        return Judge.<Integer>over(others, nodes -> Histogram.shift(first, shares(nodes, measurements)))
                .saying(
                        "how far arrivals would have to move on average, of 10 ms, to give the histogram of " + fewest
                                + " nodes: ",
                        ", ",
                        (nodes, shift) -> String.format(
                                Locale.ROOT,
                                "%d nodes by %.2f ms (%s of them move)",
                                nodes,
                                shift,
                                Words.percent(Histogram.distance(first, shares(nodes, measurements)))))
                .atMost(SAME_SHAPE_MILLIS);
    }

    private double[] shares(int nodes, Measurements measurements) {
        return Arrays.stream(measurements
                        .of(runs.tree(Contenders.BASIC, nodes))
                        .series(ObserverMeter.INTER_ARRIVAL_SERIES)
                        .y(ObserverMeter.SHARE))
                .map(percent -> percent / 100)
                .toArray();
    }
}
