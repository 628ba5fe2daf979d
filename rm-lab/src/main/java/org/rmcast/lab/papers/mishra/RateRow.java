package org.rmcast.lab.papers.mishra;

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
import org.rmcast.lab.experiment.Words;
import org.rmcast.lab.group.ThroughputMeter;

/** Sections 4.1 and 4.2: throughput and reliability over the rate of messages. */
final class RateRow {
    /** "Close to 100 %", in per cent. */
    private static final double CLOSE = 99;
    /** "Barely affected", in per cent of reliability. */
    private static final double BARELY = 1;

    private static final List<Pattern> PATTERNS = List.of(Pattern.values());
    /** By throughput, as the paper has it. */
    private static final List<Pattern> WORST_FIRST = List.of(Pattern.ONE_ACTIVE, Pattern.BURSTY, Pattern.UNIFORM);

    private final GossipRuns runs;

    RateRow(GossipRuns runs) {
        this.runs = runs;
    }

    Scenario scenario() {
        PaperText.Row row = GossipParameters.TEXT.row("4").with("members", runs.membersOverRate());
        return row.scenario(
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
                        row.claim("close-to-all", this::closeToAll),
                        row.claim("barely-affected", this::barelyAffected),
                        row.claim("peak", this::peak),
                        row.claim("patterns", this::patterns),
                        row.notTestable("nak")));
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
        return Judge.over(PATTERNS, pattern -> reliability(pattern, GossipSettings.LOW_LOSS, measurements)[0])
                .saying(
                        "at " + runs.rates().get(0) + "/s and 0.1 %: ",
                        ", ",
                        (pattern, reliability) -> pattern.words() + " " + percent(reliability))
                .atLeast(CLOSE);
    }

    private double[] reliability(Pattern pattern, int loss, Measurements measurements) {
        return values(pattern, loss, ThroughputMeter.RELIABILITY, measurements);
    }

    private Finding barelyAffected(Measurements measurements) {
        return Judge.over(PATTERNS, pattern -> mostLost(pattern, measurements))
                .saying(
                        "most that reliability loses from 0.1 % to 1 % at any rate: ",
                        ", ", (pattern, difference) -> pattern.words() + " " + percent(difference))
                .atMost(BARELY);
    }

    private double mostLost(Pattern pattern, Measurements measurements) {
        double[] low = reliability(pattern, GossipSettings.LOW_LOSS, measurements);
        double[] high = reliability(pattern, GossipSettings.HIGH_LOSS, measurements);
        double most = 0;
        for (int i = 0; i < low.length; i++) {
            most = Math.max(most, low[i] - high[i]);
        }
        return most;
    }

    private Finding peak(Measurements measurements) {
        int highest = runs.rates().get(runs.rates().size() - 1);
        return Judge.over(PATTERNS, pattern -> bestRate(pattern, measurements))
                .saying("0.1 %: ", ", ", (pattern, best) -> pattern.words() + " highest at " + Words.count(best) + "/s")
                .below(highest);
    }

    /** The rate at which throughput is highest; the lowest of several. */
    private double bestRate(Pattern pattern, Measurements measurements) {
        double[] throughput = values(pattern, GossipSettings.LOW_LOSS, ThroughputMeter.THROUGHPUT, measurements);
        int best = 0;
        for (int i = 1; i < throughput.length; i++) {
            best = throughput[i] > throughput[best] ? i : best;
        }
        return runs.rates().get(best);
    }

    private Finding patterns(Measurements measurements) {
        int highest = runs.rates().size() - 1;
        return Judge.over(
                        WORST_FIRST,
                        pattern -> values(pattern, GossipSettings.LOW_LOSS, ThroughputMeter.THROUGHPUT, measurements)[
                                highest])
                .saying(
                        "messages per second and member at " + runs.rates().get(highest) + "/s and 0.1 %: ",
                        ", ",
                        (pattern, throughput) -> pattern.words() + " " + Words.count(throughput))
                .rising();
    }

    private static String percent(double value) {
        return String.format(Locale.ROOT, "%.2f %%", value);
    }
}
