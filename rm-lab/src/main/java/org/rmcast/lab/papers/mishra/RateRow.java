package org.rmcast.lab.papers.mishra;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.rmcast.lab.experiment.Claim;
import org.rmcast.lab.experiment.Figure;
import org.rmcast.lab.experiment.FigurePlan;
import org.rmcast.lab.experiment.Finding;
import org.rmcast.lab.experiment.Measurements;
import org.rmcast.lab.experiment.Scenario;
import org.rmcast.lab.group.ThroughputMeter;

/** Sections 4.1 and 4.2: throughput and reliability over the rate of messages. */
final class RateRow {
    /** "Close to 100 %", in per cent. */
    private static final double CLOSE = 99;
    /** "Barely affected", in per cent of reliability. */
    private static final double BARELY = 1;

    private final GossipRuns runs;

    RateRow(GossipRuns runs) {
        this.runs = runs;
    }

    Scenario scenario() {
        return new Scenario(
                "4",
                "Throughput and reliability over the rate",
                runs.membersOverRate() + " members; subgroup of 2, period of 2 s; 0.1 % and 1 % of loss on each link.",
                runs.overRate(),
                ParameterRows.COLUMNS,
                List.of(
                        figure(
                                "row4-throughput",
                                "Figures 7 to 9: throughput",
                                ThroughputMeter.THROUGHPUT,
                                "messages per second and member"),
                        figure(
                                "row4-reliability",
                                "Figures 10 to 13: reliability",
                                ThroughputMeter.RELIABILITY,
                                "messages that reach a member (%)")),
                List.of(
                        new Claim("Reliability is close to 100 % at low rates.", "4.2, figure 10", this::closeToAll),
                        new Claim(
                                "Reliability of Gossip is not significantly affected by the failure probability.",
                                "4.2, figures 11 to 13",
                                this::barelyAffected),
                        new Claim(
                                "Throughput rises with the rate to a peak and then drops.",
                                "4.1, figures 7 to 9",
                                this::peak),
                        new Claim(
                                "The best throughput is under the uniform pattern, the worst under one-active.",
                                "4.1, figure 3",
                                this::patterns),
                        new Claim(
                                "NAK's peak is at a lower rate than Gossip's, and its reliability falls faster.",
                                "4.1 and 4.2",
                                measurements -> Finding.notTestable(GossipParameters.NO_NAK))));
    }

    private FigurePlan figure(String name, String title, String figure, String label) {
        return new FigurePlan(name, measurements -> {
            double[] x = runs.rates().stream().mapToDouble(Integer::doubleValue).toArray();
            List<Figure.Curve> curves = new ArrayList<>();
            for (Pattern pattern : Pattern.values()) {
                for (int loss : GossipSettings.LOSSES) {
                    curves.add(new Figure.Curve(
                            String.format(Locale.ROOT, "%s, %.1f %%", pattern.words(), loss / 10.0),
                            true,
                            x,
                            values(pattern, loss, figure, measurements)));
                }
            }
            return new Figure(
                    title + " of Gossip, " + runs.membersOverRate() + " members",
                    "messages per second in the group",
                    label,
                    false,
                    curves);
        });
    }

    private double[] values(Pattern pattern, int loss, String figure, Measurements measurements) {
        return runs.rates().stream()
                .mapToDouble(rate ->
                        measurements.of(runs.overRate(pattern, rate, loss)).get(figure))
                .toArray();
    }

    private Finding closeToAll(Measurements measurements) {
        List<String> parts = new ArrayList<>();
        double lowest = Double.MAX_VALUE;
        for (Pattern pattern : Pattern.values()) {
            double reliability = values(pattern, GossipSettings.LOW_LOSS, ThroughputMeter.RELIABILITY, measurements)[0];
            lowest = Math.min(lowest, reliability);
            parts.add(pattern.words() + " " + percent(reliability));
        }
        return Finding.of(lowest >= CLOSE, "at " + runs.rates().get(0) + "/s and 0.1 %: " + String.join(", ", parts));
    }

    private Finding barelyAffected(Measurements measurements) {
        List<String> parts = new ArrayList<>();
        double most = 0;
        for (Pattern pattern : Pattern.values()) {
            double[] low = values(pattern, GossipSettings.LOW_LOSS, ThroughputMeter.RELIABILITY, measurements);
            double[] high = values(pattern, GossipSettings.HIGH_LOSS, ThroughputMeter.RELIABILITY, measurements);
            double difference = 0;
            for (int i = 0; i < low.length; i++) {
                difference = Math.max(difference, low[i] - high[i]);
            }
            most = Math.max(most, difference);
            parts.add(pattern.words() + " " + percent(difference));
        }
        return Finding.of(
                most <= BARELY,
                "most that reliability loses from 0.1 % to 1 % at any rate: " + String.join(", ", parts));
    }

    private Finding peak(Measurements measurements) {
        boolean peaks = true;
        List<String> parts = new ArrayList<>();
        for (Pattern pattern : Pattern.values()) {
            double[] throughput = values(pattern, GossipSettings.LOW_LOSS, ThroughputMeter.THROUGHPUT, measurements);
            int best = 0;
            for (int i = 1; i < throughput.length; i++) {
                best = throughput[i] > throughput[best] ? i : best;
            }
            peaks &= best < throughput.length - 1;
            parts.add(pattern.words() + " highest at " + runs.rates().get(best) + "/s");
        }
        return Finding.of(peaks, "0.1 %: " + String.join(", ", parts))
                .ifNotHeld(
                        "With messages of the chosen size the paper's highest rate is 8 Mb/s, and links carry 10: what the"
                                + " peak depends on, the paper does not state.");
    }

    private Finding patterns(Measurements measurements) {
        int highest = runs.rates().size() - 1;
        double uniform = throughputAt(highest, Pattern.UNIFORM, measurements);
        double bursty = throughputAt(highest, Pattern.BURSTY, measurements);
        double oneActive = throughputAt(highest, Pattern.ONE_ACTIVE, measurements);
        return Finding.of(
                        uniform > bursty && bursty > oneActive,
                        String.format(
                                Locale.ROOT,
                                "at %d/s and 0.1 %%: uniform %.0f, bursty %.0f, one-active %.0f messages per second and member",
                                runs.rates().get(highest),
                                uniform,
                                bursty,
                                oneActive))
                .ifNotHeld(
                        "What separates the patterns in the paper is congestion near the sender. Here a sender's links carry each"
                                + " message once, as any link of the multicast tree does, and at this rate they have room for it.");
    }

    private double throughputAt(int rate, Pattern pattern, Measurements measurements) {
        return values(pattern, GossipSettings.LOW_LOSS, ThroughputMeter.THROUGHPUT, measurements)[rate];
    }

    private static String percent(double value) {
        return String.format(Locale.ROOT, "%.2f %%", value);
    }
}
