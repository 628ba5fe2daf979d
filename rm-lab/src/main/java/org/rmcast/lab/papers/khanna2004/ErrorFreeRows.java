package org.rmcast.lab.papers.khanna2004;

import static org.rmcast.lab.group.LatencyMeter.*;
import static org.rmcast.lab.group.MembershipMeter.*;
import static org.rmcast.lab.group.RepairMeter.*;
import static org.rmcast.lab.group.StateMeter.*;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.rmcast.lab.experiment.Figure;
import org.rmcast.lab.experiment.FigurePlan;
import org.rmcast.lab.experiment.Finding;
import org.rmcast.lab.experiment.Judge;
import org.rmcast.lab.experiment.Measurement;
import org.rmcast.lab.experiment.Measurements;
import org.rmcast.lab.experiment.PaperText;
import org.rmcast.lab.experiment.Scenario;
import org.rmcast.lab.experiment.Words;

/** Latency without errors: row 1, and what row 6 shares with it. */
final class ErrorFreeRows {
    /** "None of the latencies become substantially worse": latency at any number of receivers over that at the fewest. */
    private static final double FLAT = 1.05;
    /** "Substantially less" at one hop: by a tenth at least. */
    private static final double CLEARLY_LOWER = 0.9;
    /** "Comparable" at two to four hops. */
    private static final double ALIKE = 1.1;
    /** 5.2.1: TRAM++'s mean, and what TRAM's is by its 3.2 %. */
    private static final double SAID_PLUS_MS = 584.44;

    private static final double SAID_MS = 566;
    /** "Below 1 ms on an average". */
    private static final double JITTER_MS = 1;

    static final List<String> COLUMNS = List.of(
            LATENCY_MEAN,
            LATENCY_P50,
            LATENCY_P99,
            LATENCY_MAX,
            NETWORK_LATENCY_MEAN,
            JITTER_MEAN,
            NETWORK_JITTER_MEAN,
            RATE_MEAN);

    private final TramRuns runs;

    ErrorFreeRows(TramRuns runs) {
        this.runs = runs;
    }

    /** Row 1. */
    Scenario latency() {
        PaperText.Row row = TramFailureHandling.TEXT
                .row("1")
                .with("receivers", list(runs.receivers()))
                .with("hops", list(runs.hops()));
        return row.scenario(
                runs.errorFree(TramMode.TRAM),
                COLUMNS,
                List.of(
                        latencyFigure("row1-latency", TramMode.TRAM, "Figure 5(a): TRAM without errors", LATENCY_MEAN),
                        latencyFigure(
                                "row1-network-latency",
                                TramMode.TRAM,
                                "Figure 5(a), without the sender's queue: TRAM without errors",
                                NETWORK_LATENCY_MEAN)),
                List.of(
                        row.claim("flat", this::flat),
                        row.claim("one-hop", this::oneHop),
                        row.claim("more-hops", this::moreHops),
                        row.claim("jitter", this::jitter),
                        row.claim("absolute", this::absolute)));
    }

    static String list(List<Integer> values) {
        return values.stream().map(String::valueOf).collect(Collectors.joining(", "));
    }

    FigurePlan latencyFigure(String name, TramMode mode, String title, String figure) {
        return new FigurePlan(name, measurements -> {
            List<Figure.Curve> curves = new ArrayList<>();
            double[] x =
                    runs.receivers().stream().mapToDouble(Integer::doubleValue).toArray();
            for (int hops : runs.hops()) {
                double[] y = runs.receivers().stream()
                        .mapToDouble(count -> get(mode, hops, count, figure, measurements))
                        .toArray();
                List<Measurement> repeated = runs.receivers().stream()
                        .map(count -> measurements.of(
                                runs.run(mode, PaperSettings.PRUNE_SHARE_LITERAL, hops, count, TramFault.none())))
                        .toList();
                curves.add(new Figure.Curve(words(hops), true, x, y).within(Figure.Spread.of(repeated, figure)));
            }
            if (figure.equals(LATENCY_MEAN)) {
                double said = mode == TramMode.TRAM ? SAID_MS : SAID_PLUS_MS;
                curves.add(Figure.Curve.said("the paper's mean", x[0], x[x.length - 1], said));
            }
            return new Figure(title, "receivers", "mean " + label(figure), false, curves);
        });
    }

    private static String label(String figure) {
        return figure.replace(" ms", " (ms)");
    }

    double get(TramMode mode, int hops, int receivers, String figure, Measurements measurements) {
        return measurements
                .of(runs.run(mode, PaperSettings.PRUNE_SHARE_LITERAL, hops, receivers, TramFault.none()))
                .get(figure);
    }

    /** The mean over all group sizes. */
    double mean(TramMode mode, int hops, String figure, Measurements measurements) {
        return runs.receivers().stream()
                .mapToDouble(count -> get(mode, hops, count, figure, measurements))
                .average()
                .orElse(Double.NaN);
    }

    private Finding flat(Measurements measurements) {
        int fewest = runs.receivers().get(0);
        return Judge.<Integer>over(
                        runs.hops(),
                        hops -> highest(hops, LATENCY_MEAN, measurements)
                                / get(TramMode.TRAM, hops, fewest, LATENCY_MEAN, measurements))
                .saying(
                        "the highest mean above that with " + fewest + " receivers: ",
                        ", ",
                        (hops, factor) -> words(hops) + " " + Words.percent(factor - 1))
                .atMost(FLAT);
    }

    private static String words(int hops) {
        return hops + (hops == 1 ? " hop" : " hops");
    }

    /** Of TRAM at one distance, with any number of receivers. */
    private double highest(int hops, String figure, Measurements measurements) {
        return Judge.<Integer>over(runs.receivers(), count -> get(TramMode.TRAM, hops, count, figure, measurements))
                .highest();
    }

    private Finding oneHop(Measurements measurements) {
        double one = mean(TramMode.TRAM, 1, LATENCY_MEAN, measurements);
        double two = mean(TramMode.TRAM, 2, LATENCY_MEAN, measurements);
        double oneNet = mean(TramMode.TRAM, 1, NETWORK_LATENCY_MEAN, measurements);
        double twoNet = mean(TramMode.TRAM, 2, NETWORK_LATENCY_MEAN, measurements);
        String measured = Words.millis(one) + " at one hop, " + Words.millis(two)
                + " at two; without the sender's queue " + Words.millis(oneNet) + " and " + Words.millis(twoNet);
        return Finding.of(one <= CLEARLY_LOWER * two, measured).with("factor", Words.factor(twoNet / oneNet));
    }

    private Finding moreHops(Measurements measurements) {
        return Judge.<Integer>over(
                        runs.hops().subList(1, runs.hops().size()),
                        hops -> mean(TramMode.TRAM, hops, LATENCY_MEAN, measurements))
                .saying("", ", ", (hops, latency) -> words(hops) + " " + Words.millis(latency))
                .apartAtMost(ALIKE);
    }

    private Finding jitter(Measurements measurements) {
        Judge<Integer> jitter = Judge.over(runs.hops(), hops -> highest(hops, JITTER_MEAN, measurements));
        String network =
                Words.millis(Judge.<Integer>over(runs.hops(), hops -> highest(hops, NETWORK_JITTER_MEAN, measurements))
                        .highest());
        return jitter.saying("at most " + Words.millis(jitter.highest()) + " in any network; " + network
                        + " of it without the sender's queue")
                .below(JITTER_MS)
                .with("network", network);
    }

    private Finding absolute(Measurements measurements) {
        double mean = runs.hops().stream()
                .mapToDouble(hops -> mean(TramMode.TRAM, hops, LATENCY_MEAN, measurements))
                .average()
                .orElse(Double.NaN);
        return Finding.notTestable("here " + Words.millis(mean) + ", which the chosen queue of "
                + PaperSettings.SEND_QUEUE_PACKETS + " packets makes; the network alone takes "
                + Words.millis(mean(TramMode.TRAM, 2, NETWORK_LATENCY_MEAN, measurements)) + " over two hops");
    }
}
