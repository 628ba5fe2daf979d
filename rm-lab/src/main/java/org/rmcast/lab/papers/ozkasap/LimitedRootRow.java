package org.rmcast.lab.papers.ozkasap;

import static org.rmcast.lab.group.Traffic.Kind.REPAIR;
import static org.rmcast.lab.group.Traffic.Kind.REQUEST;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.rmcast.lab.experiment.Figure;
import org.rmcast.lab.experiment.FigurePlan;
import org.rmcast.lab.experiment.Finding;
import org.rmcast.lab.experiment.Judge;
import org.rmcast.lab.experiment.Measurements;
import org.rmcast.lab.experiment.PaperText;
import org.rmcast.lab.experiment.Scenario;
import org.rmcast.lab.experiment.TimeSeries;
import org.rmcast.lab.experiment.Verdict;
import org.rmcast.lab.experiment.Words;
import org.rmcast.lab.group.Contender;
import org.rmcast.lab.group.ObserverMeter;
import org.rmcast.lab.group.PacketMeter;

/** Section 5.2: request and repair traffic, and latency, behind a router with little bandwidth. */
final class LimitedRootRow {
    /** "Remains nearly constant": the highest rate of requests over the lowest. */
    private static final double NEARLY_CONSTANT = 1.25;
    /** "Consistent with the size of the group": repairs per member and second at the largest group over those at the smallest. */
    private static final double CONSISTENT = 1.5;
    /** What some messages took with SRM, in milliseconds. */
    private static final double SRM_LATENCY_MILLIS = 15_000;

    private final StudyRuns runs;

    LimitedRootRow(StudyRuns runs) {
        this.runs = runs;
    }

    Scenario scenario() {
        List<FigurePlan> figures = new ArrayList<>();
        figures.add(rates(
                "row2-requests",
                "Figure 12(a): requests",
                PacketMeter.sentPerSecond(REQUEST),
                PacketMeter.observerSentPerSecond(REQUEST),
                "sent"));
        figures.add(rates(
                "row2-repairs",
                "Figure 12(b): repairs",
                PacketMeter.sentPerSecond(REPAIR),
                PacketMeter.observerReceivedPerSecond(REPAIR),
                "received"));
        figures.add(new FigurePlan("row2-latency", this::latency));
        PaperText.Row row = BimodalMulticast.TEXT.row("2");
        return row.scenario(
                runs.limited(),
                List.of(
                        PacketMeter.sentPerSecond(REQUEST),
                        PacketMeter.observerSentPerSecond(REQUEST),
                        PacketMeter.sentPerSecond(REPAIR),
                        PacketMeter.observerReceivedPerSecond(REPAIR),
                        ObserverMeter.REPAIRED,
                        ObserverMeter.NODE_MEAN,
                        ObserverMeter.NODE_P99,
                        ObserverMeter.FIFO_MEAN,
                        ObserverMeter.FIFO_P99,
                        ObserverMeter.FIFO_MAX,
                        ObserverMeter.ARRIVED),
                figures,
                List.of(
                        row.claim("requests", this::requests),
                        row.claim("repairs", this::repairs),
                        row.claim("latencies", this::latencies),
                        row.notTestable("srm")));
    }

    private FigurePlan rates(String name, String title, String ofGroup, String ofObserver, String observed) {
        return new FigurePlan(name, measurements -> {
            double[] x = runs.limitedSizes().stream()
                    .mapToDouble(Integer::doubleValue)
                    .toArray();
            List<Figure.Curve> curves = new ArrayList<>();
            for (Contender contender : Contenders.OF_BACKGROUND) {
                curves.add(new Figure.Curve(
                        contender.words() + ", " + observed + " by the receiver watched",
                        true,
                        x,
                        values(contender, ofObserver, measurements)));
                double[] perMember = values(contender, ofGroup, measurements);
                for (int i = 0; i < x.length; i++) {
                    perMember[i] /= x[i];
                }
                curves.add(new Figure.Curve(contender.words() + ", sent per member", true, x, perMember));
            }
            return new Figure(title + " with a slow root", "members", "per second", false, curves);
        });
    }

    private double[] values(Contender contender, String figure, Measurements measurements) {
        return runs.limitedSizes().stream()
                .mapToDouble(members ->
                        measurements.of(runs.limited(contender, members)).get(figure))
                .toArray();
    }

    private Figure latency(Measurements measurements) {
        int largest = largest();
        List<Figure.Curve> curves = new ArrayList<>();
        for (Contender contender : Contenders.OF_BACKGROUND) {
            TimeSeries series =
                    measurements.of(runs.limited(contender, largest)).series(ObserverMeter.LATENCY_SERIES);
            curves.add(Tail.of(contender.words() + ", at the node", series, ObserverMeter.AT_NODE));
            curves.add(Tail.of(contender.words() + ", after FIFO", series, ObserverMeter.AFTER_FIFO));
        }
        return new Figure(
                "Figure 13: latencies at the receiver watched, " + largest + " members",
                "latency (ms)",
                "messages that take longer (%)",
                true,
                curves);
    }

    private double observed(int members, String figure, Measurements measurements) {
        return measurements.of(runs.limited(Contenders.LIMITED, members)).get(figure);
    }

    private int largest() {
        return runs.limitedSizes().get(runs.limitedSizes().size() - 1);
    }

    private Finding requests(Measurements measurements) {
        return Judge.<Integer>over(
                        runs.limitedSizes(),
                        members -> observed(members, PacketMeter.observerSentPerSecond(REQUEST), measurements))
                .saying(
                        "requests of the receiver watched: ",
                        ", ",
                        (members, rate) -> members + ": " + Words.factor(rate) + "/s")
                .apartAtMost(NEARLY_CONSTANT)
                .with("members", Integer.toString(largest()))
                .with("median", Words.count(observed(largest(), ObserverMeter.NODE_P50, measurements)))
                .with("arrived", percent(observed(largest(), ObserverMeter.ARRIVED, measurements)))
                .with(
                        "arrived-ipmc",
                        percent(measurements
                                .of(runs.limited(Contenders.LIMITED_IPMC, largest()))
                                .get(ObserverMeter.ARRIVED)));
    }

    private static String percent(double value) {
        return String.format(Locale.ROOT, "%.1f", value);
    }

    private Finding repairs(Measurements measurements) {
        Judge<Integer> all = Judge.over(
                runs.limitedSizes(), members -> observed(members, PacketMeter.sentPerSecond(REPAIR), measurements));
        Finding grows = all.saying(
                        "repairs of the whole group: ",
                        "; ",
                        (members, rate) -> members + ": " + Words.count(rate) + "/s, " + Words.factor(rate / members)
                                + "/s per member")
                .rising();
        boolean consistent = repairsPerMember(largest(), measurements)
                <= CONSISTENT * repairsPerMember(runs.limitedSizes().get(0), measurements);
        return Finding.of(grows.verdict() == Verdict.HELD && consistent, grows.measured());
    }

    private double repairsPerMember(int members, Measurements measurements) {
        return observed(members, PacketMeter.sentPerSecond(REPAIR), measurements) / members;
    }

    private Finding latencies(Measurements measurements) {
        double atNode = observed(largest(), ObserverMeter.NODE_MAX, measurements);
        double afterFifo = observed(largest(), ObserverMeter.FIFO_MAX, measurements);
        return Finding.of(
                afterFifo < SRM_LATENCY_MILLIS,
                "the longest at the node " + Words.millis(atNode) + ", after FIFO " + Words.millis(afterFifo)
                        + "; mean after FIFO "
                        + Words.millis(observed(largest(), ObserverMeter.FIFO_MEAN, measurements)));
    }
}
