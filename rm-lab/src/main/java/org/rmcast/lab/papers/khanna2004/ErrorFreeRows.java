package org.rmcast.lab.papers.khanna2004;

import static org.rmcast.lab.group.GroupFigures.*;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.rmcast.lab.experiment.Claim;
import org.rmcast.lab.experiment.Figure;
import org.rmcast.lab.experiment.FigurePlan;
import org.rmcast.lab.experiment.Finding;
import org.rmcast.lab.experiment.Measurements;
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
        return new Scenario(
                "1",
                "TRAM without errors: latency and jitter",
                "Groups of " + list(runs.receivers()) + " receivers at " + list(runs.hops()) + " hops.",
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
                        new Claim(
                                "Latency does not become substantially worse with more receivers, 5 to 30.",
                                "5.1.1, figure 5(a)",
                                measurements -> flat(TramMode.TRAM, measurements)),
                        new Claim("Latency is substantially less at one hop.", "5.1.1, figure 5(a)", this::oneHop),
                        new Claim("Latency at 2, 3 and 4 hops is comparable.", "5.1.1, figure 5(a)", this::moreHops),
                        new Claim("Jitter is below 1 ms on average.", "5.1.1", this::jitter),
                        new Claim("Mean latency about 566 ms.", "5.2.1 (584.44 ms are 3.2 % more)", this::absolute)));
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
                curves.add(new Figure.Curve(hops + (hops == 1 ? " hop" : " hops"), true, x, y));
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

    Finding flat(TramMode mode, Measurements measurements) {
        List<String> parts = new ArrayList<>();
        double worst = 1;
        for (int hops : runs.hops()) {
            double fewest = get(mode, hops, runs.receivers().get(0), LATENCY_MEAN, measurements);
            double most = runs.receivers().stream()
                    .mapToDouble(count -> get(mode, hops, count, LATENCY_MEAN, measurements))
                    .max()
                    .orElse(Double.NaN);
            worst = Math.max(worst, most / fewest);
            parts.add(hops + (hops == 1 ? " hop " : " hops ") + Words.percent(most / fewest - 1));
        }
        return Finding.of(
                worst <= FLAT,
                "the highest mean above that with " + runs.receivers().get(0) + " receivers: "
                        + String.join(", ", parts));
    }

    private Finding oneHop(Measurements measurements) {
        double one = mean(TramMode.TRAM, 1, LATENCY_MEAN, measurements);
        double two = mean(TramMode.TRAM, 2, LATENCY_MEAN, measurements);
        double oneNet = mean(TramMode.TRAM, 1, NETWORK_LATENCY_MEAN, measurements);
        double twoNet = mean(TramMode.TRAM, 2, NETWORK_LATENCY_MEAN, measurements);
        String measured = Words.millis(one) + " at one hop, " + Words.millis(two)
                + " at two; without the sender's queue " + Words.millis(oneNet) + " and " + Words.millis(twoNet);
        return Finding.of(one <= CLEARLY_LOWER * two, measured)
                .ifNotHeld(
                        "A router costs a fraction of a millisecond in the model, the queue at the sender the rest: the hop"
                                + " shows in the network latency only (a factor of "
                                + Words.factor(twoNet / oneNet)
                                + "). A difference that shows beside half a second can not come from forwarding; in the paper's"
                                + " testbed the single hop also meant other, faster hosts (table 1).");
    }

    private Finding moreHops(Measurements measurements) {
        double lowest = Double.MAX_VALUE;
        double highest = 0;
        List<String> parts = new ArrayList<>();
        for (int hops : runs.hops()) {
            if (hops > 1) {
                double latency = mean(TramMode.TRAM, hops, LATENCY_MEAN, measurements);
                lowest = Math.min(lowest, latency);
                highest = Math.max(highest, latency);
                parts.add(hops + " hops " + Words.millis(latency));
            }
        }
        return Finding.of(highest <= ALIKE * lowest, String.join(", ", parts));
    }

    private Finding jitter(Measurements measurements) {
        double worst = 0;
        double worstNetwork = 0;
        for (int hops : runs.hops()) {
            for (int count : runs.receivers()) {
                worst = Math.max(worst, get(TramMode.TRAM, hops, count, JITTER_MEAN, measurements));
                worstNetwork =
                        Math.max(worstNetwork, get(TramMode.TRAM, hops, count, NETWORK_JITTER_MEAN, measurements));
            }
        }
        return Finding.of(
                        worst < JITTER_MS,
                        "at most " + Words.millis(worst) + " in any network; " + Words.millis(worstNetwork)
                                + " of it without the sender's queue")
                .ifNotHeld(
                        "The sender's rate control changes its pace from window to window, and with it the time in the"
                                + " queue; the network itself adds "
                                + Words.millis(worstNetwork) + ".");
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
