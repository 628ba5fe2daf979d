package org.rmcast.lab.papers.ozkasap;

import static org.rmcast.lab.group.Traffic.Kind.REPAIR;
import static org.rmcast.lab.group.Traffic.Kind.REQUEST;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.rmcast.lab.experiment.Claim;
import org.rmcast.lab.experiment.Figure;
import org.rmcast.lab.experiment.FigurePlan;
import org.rmcast.lab.experiment.Finding;
import org.rmcast.lab.experiment.Measurements;
import org.rmcast.lab.experiment.Scenario;
import org.rmcast.lab.experiment.TimeSeries;
import org.rmcast.lab.experiment.Words;
import org.rmcast.lab.group.Contender;
import org.rmcast.lab.group.LatencyMeter;
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
        return new Scenario(
                "2",
                "A router with limited bandwidth at the root",
                "The links of the root carry 1.5 Mb/s, all others 10 Mb/s; every link loses 1 %. A member of the left subtree sends"
                        + " 100 messages of 1000 B a second; one of the right subtree is watched. Pbcast-ipmc is run beside Pbcast: the paper does"
                        + " not say whether its optimisations were on.",
                runs.limited(),
                List.of(
                        PacketMeter.sentPerSecond(REQUEST),
                        PacketMeter.observerSentPerSecond(REQUEST),
                        PacketMeter.sentPerSecond(REPAIR),
                        PacketMeter.observerReceivedPerSecond(REPAIR),
                        LatencyMeter.REPAIRED,
                        LatencyMeter.NODE_MEAN,
                        LatencyMeter.NODE_P99,
                        LatencyMeter.FIFO_MEAN,
                        LatencyMeter.FIFO_P99,
                        LatencyMeter.FIFO_MAX,
                        LatencyMeter.ARRIVED),
                figures,
                List.of(
                        new Claim(
                                "The rate of requests for Bimodal Multicast remains nearly constant from 20 to 100 members.",
                                "5.2, figure 12(a)",
                                this::requests),
                        new Claim(
                                "The growth in repairs is consistent with the size of the group and the noise.",
                                "5.2, figure 12(b)",
                                this::repairs),
                        new Claim(
                                "With Pbcast no message of the largest group takes the 15 s that SRM's take.",
                                "5.2, figure 13",
                                this::latencies),
                        new Claim(
                                "SRM: requests increase dramatically beyond 60 members.",
                                "5.2, figure 12(a)",
                                measurements -> Finding.notTestable(Contenders.NO_SRM))));
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
        int largest = runs.limitedSizes().get(runs.limitedSizes().size() - 1);
        List<Figure.Curve> curves = new ArrayList<>();
        for (Contender contender : Contenders.OF_BACKGROUND) {
            TimeSeries series =
                    measurements.of(runs.limited(contender, largest)).series(LatencyMeter.LATENCY_SERIES);
            curves.add(Tail.of(contender.words() + ", at the node", series, LatencyMeter.AT_NODE));
            curves.add(Tail.of(contender.words() + ", after FIFO", series, LatencyMeter.AFTER_FIFO));
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

    /** What the root's links do to the largest group. */
    private String saturation(Measurements measurements) {
        int largest = runs.limitedSizes().get(runs.limitedSizes().size() - 1);
        double longest = observed(largest, LatencyMeter.NODE_P50, measurements);
        double arrived = observed(largest, LatencyMeter.ARRIVED, measurements);
        return String.format(
                Locale.ROOT,
                "In the larger groups repairs by unicast fill the root's links: what one of those links loses, half of the group"
                        + " misses, and half of its repairs come over that link again. With %d members the median latency at"
                        + " the node is %.0f ms and %.1f %% of the messages arrive at the receiver watched; Pbcast-ipmc, which"
                        + " repairs such losses by multicast, delivers %.1f %% there.",
                largest,
                longest,
                arrived,
                measurements.of(runs.limited(Contenders.LIMITED_IPMC, largest)).get(LatencyMeter.ARRIVED));
    }

    private Finding requests(Measurements measurements) {
        double lowest = Double.MAX_VALUE;
        double highest = 0;
        List<String> parts = new ArrayList<>();
        for (int members : runs.limitedSizes()) {
            double rate = observed(members, PacketMeter.observerSentPerSecond(REQUEST), measurements);
            lowest = Math.min(lowest, rate);
            highest = Math.max(highest, rate);
            parts.add(members + ": " + Words.factor(rate) + "/s");
        }
        return Finding.of(
                        highest <= NEARLY_CONSTANT * lowest,
                        "requests of the receiver watched: " + String.join(", ", parts))
                .because(saturation(measurements));
    }

    private Finding repairs(Measurements measurements) {
        List<String> parts = new ArrayList<>();
        double smallest = Double.NaN;
        double largest = Double.NaN;
        boolean grows = true;
        double before = 0;
        for (int members : runs.limitedSizes()) {
            double all = observed(members, PacketMeter.sentPerSecond(REPAIR), measurements);
            grows &= all > before;
            before = all;
            largest = all / members;
            smallest = Double.isNaN(smallest) ? largest : smallest;
            parts.add(members + ": " + Words.count(all) + "/s, " + Words.factor(largest) + "/s per member");
        }
        return Finding.of(
                grows && largest <= CONSISTENT * smallest, "repairs of the whole group: " + String.join("; ", parts));
    }

    private Finding latencies(Measurements measurements) {
        int largest = runs.limitedSizes().get(runs.limitedSizes().size() - 1);
        double atNode = observed(largest, LatencyMeter.NODE_MAX, measurements);
        double afterFifo = observed(largest, LatencyMeter.FIFO_MAX, measurements);
        return Finding.of(
                        afterFifo < SRM_LATENCY_MILLIS,
                        "the longest at the node " + Words.millis(atNode) + ", after FIFO " + Words.millis(afterFifo)
                                + "; mean after FIFO "
                                + Words.millis(observed(largest, LatencyMeter.FIFO_MEAN, measurements)))
                .because(
                        "A message that is not repaired is given up after twelve rounds, 1.2 s; as long those behind it wait for"
                                + " their turn. That bounds the latency, and loses the message.");
    }
}
