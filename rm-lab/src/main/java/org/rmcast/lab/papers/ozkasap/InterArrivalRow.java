package org.rmcast.lab.papers.ozkasap;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.rmcast.lab.experiment.Claim;
import org.rmcast.lab.experiment.Figure;
import org.rmcast.lab.experiment.FigurePlan;
import org.rmcast.lab.experiment.Finding;
import org.rmcast.lab.experiment.Measurements;
import org.rmcast.lab.experiment.Scenario;
import org.rmcast.lab.experiment.Words;
import org.rmcast.lab.group.Contender;
import org.rmcast.lab.group.Histogram;
import org.rmcast.lab.group.LatencyMeter;
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
        return new Scenario(
                "1",
                "Times between arrivals in trees",
                "Every link loses 1 %, whatever passes; the root sends 100 messages a second. Counted at the node of a receiver"
                        + " " + StudySettings.OBSERVER_LEVEL
                        + " links below the root: every datagram that carries a message,"
                        + " repairs included.",
                runs.trees(),
                List.of(
                        LatencyMeter.INTER_ARRIVAL_MEAN,
                        LatencyMeter.INTER_ARRIVAL_P50,
                        LatencyMeter.INTER_ARRIVAL_P99,
                        LatencyMeter.REPAIRED,
                        LatencyMeter.DELIVERED,
                        PacketMeter.observerReceivedPerSecond(Traffic.Kind.STATE),
                        PacketMeter.OVERHEAD_RECEIVED),
                List.of(new FigurePlan("row1-inter-arrival", this::figure)),
                List.of(
                        new Claim(
                                "Pbcast: inter-arrival times of data messages are stable as the group size scales up.",
                                "5.1, figure 10(a)",
                                this::sameShape),
                        new Claim(
                                "SRM: the distribution changes with the group size.",
                                "5.1, figure 10(b)",
                                measurements -> Finding.notTestable(Contenders.NO_SRM))));
    }

    private Figure figure(Measurements measurements) {
        List<Figure.Curve> curves = new ArrayList<>();
        for (Contender contender : Contenders.OF_TREES) {
            for (int nodes : runs.treeSizes()) {
                curves.add(Figure.Curve.of(
                        contender.words() + ", " + nodes + " nodes",
                        measurements.of(runs.tree(contender, nodes)).series(LatencyMeter.INTER_ARRIVAL_SERIES),
                        LatencyMeter.SHARE));
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
        double worst = 0;
        List<String> parts = new ArrayList<>();
        for (int nodes : runs.treeSizes()) {
            if (nodes != fewest) {
                double shift = Histogram.shift(shares(fewest, measurements), shares(nodes, measurements));
                double share = Histogram.distance(shares(fewest, measurements), shares(nodes, measurements));
                worst = Math.max(worst, shift);
                parts.add(String.format(
                        Locale.ROOT, "%d nodes by %.2f ms (%s of them move)", nodes, shift, Words.percent(share)));
            }
        }
        return Finding.of(
                worst <= SAME_SHAPE_MILLIS,
                "how far arrivals would have to move on average, of 10 ms, to give the histogram of " + fewest
                        + " nodes: " + String.join(", ", parts));
    }

    private double[] shares(int nodes, Measurements measurements) {
        return Arrays.stream(measurements
                        .of(runs.tree(Contenders.BASIC, nodes))
                        .series(LatencyMeter.INTER_ARRIVAL_SERIES)
                        .y(LatencyMeter.SHARE))
                .map(percent -> percent / 100)
                .toArray();
    }
}
