package org.rmcast.lab.papers.mishra;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import org.rmcast.lab.experiment.Claim;
import org.rmcast.lab.experiment.Figure;
import org.rmcast.lab.experiment.FigurePlan;
import org.rmcast.lab.experiment.Finding;
import org.rmcast.lab.experiment.Judge;
import org.rmcast.lab.experiment.Measurements;
import org.rmcast.lab.experiment.PaperText;
import org.rmcast.lab.experiment.Scenario;
import org.rmcast.lab.experiment.Words;
import org.rmcast.lab.group.PacketMeter;
import org.rmcast.lab.group.ThroughputMeter;

/** Section 4.4: gossip's subgroup and period over group size, a row for each pattern. */
final class ParameterRows {
    /** "Almost remains the same": throughput in the largest group over that in the smallest. */
    private static final double SAME = 0.95;
    /** "Decreases significantly": the same, and the short period's throughput over the long one's. */
    private static final double SIGNIFICANT = 0.9;

    /** In all rows. */
    static final List<String> COLUMNS = List.of(
            ThroughputMeter.THROUGHPUT,
            ThroughputMeter.RELIABILITY,
            ThroughputMeter.LEAST_RELIABILITY,
            ThroughputMeter.DELIVERED,
            PacketMeter.OVERHEAD_SENT,
            PacketMeter.OVERHEAD_RECEIVED);

    private final GossipRuns runs;

    ParameterRows(GossipRuns runs) {
        this.runs = runs;
    }

    /** The row of one pattern. */
    Scenario scenario(String id, Pattern pattern, String paperFigure) {
        PaperText.Row row = GossipParameters.TEXT
                .row(id)
                .with("pattern", pattern.words())
                .with("rate", runs.highRate())
                .with("figure", paperFigure);
        List<Claim> claims = new ArrayList<>(List.of(
                row.claim("half-falls", measurements -> falls(pattern, measurements)),
                row.claim("long-stays", measurements -> stays(GossipSettings.LONG_PERIOD, pattern, measurements)),
                row.claim("short-stays", measurements -> stays(GossipSettings.SHORT_PERIOD, pattern, measurements))));
        if (pattern != Pattern.BURSTY) {
            claims.add(row.claim("falls-with-period", measurements -> fallsWithPeriod(pattern, measurements)));
        }
        String name = "row" + id + "-" + pattern.words();
        return row.scenario(
                runs.overMembers(pattern, GossipVariant.ALL),
                COLUMNS,
                List.of(
                        figure(
                                name + "-throughput",
                                pattern,
                                paperFigure,
                                ThroughputMeter.THROUGHPUT,
                                "messages per second and member"),
                        figure(
                                name + "-reliability",
                                pattern,
                                "Reliability in the same runs",
                                ThroughputMeter.RELIABILITY,
                                "messages that reach a member (%)"),
                        figure(
                                name + "-overhead",
                                pattern,
                                "Overhead in the same runs",
                                PacketMeter.OVERHEAD_SENT,
                                "overhead of all datagrams sent (%)")),
                claims);
    }

    private FigurePlan figure(String name, Pattern pattern, String title, String figure, String label) {
        return new FigurePlan(name, measurements -> {
            double[] x =
                    runs.members().stream().mapToDouble(Integer::doubleValue).toArray();
            List<Figure.Curve> curves = new ArrayList<>();
            for (GossipVariant variant : GossipVariant.ALL) {
                double[] y = runs.members().stream()
                        .mapToDouble(members -> get(variant, pattern, members, figure, measurements))
                        .toArray();
                curves.add(new Figure.Curve(variant.words(), true, x, y));
            }
            return new Figure(
                    title.substring(0, 1).toUpperCase(Locale.ROOT) + title.substring(1) + ": " + pattern.words()
                            + " arrival pattern",
                    "members",
                    label,
                    false,
                    curves);
        });
    }

    private double get(GossipVariant variant, Pattern pattern, int members, String figure, Measurements measurements) {
        return measurements.of(runs.overMembers(variant, pattern, members)).get(figure);
    }

    /** Throughput in the largest group over that in the smallest. */
    private double ratio(GossipVariant variant, Pattern pattern, Measurements measurements) {
        return throughput(variant, pattern, measurements)
                / get(variant, pattern, runs.members().get(0), ThroughputMeter.THROUGHPUT, measurements);
    }

    private static List<GossipVariant> variants(Predicate<GossipVariant> which) {
        return GossipVariant.ALL.stream().filter(which).toList();
    }

    private static boolean isHalf(GossipVariant variant) {
        return variant.subgroup() == GossipVariant.Subgroup.HALF;
    }

    private Finding falls(Pattern pattern, Measurements measurements) {
        return Judge.over(variants(ParameterRows::isHalf), variant -> ratio(variant, pattern, measurements))
                .saying(
                        ofSmallest(),
                        ", ",
                        (variant, ratio) -> variant.periodMillis() / 1e3 + " s " + Words.percent(ratio))
                .atMost(SIGNIFICANT);
    }

    private Finding stays(int periodMillis, Pattern pattern, Measurements measurements) {
        return Judge.over(
                        variants(variant -> !isHalf(variant) && variant.periodMillis() == periodMillis),
                        variant -> ratio(variant, pattern, measurements))
                .saying(ofSmallest(), "; ", (variant, ratio) -> variant.words() + " " + Words.percent(ratio))
                .atLeast(SAME);
    }

    private String ofSmallest() {
        return "throughput with " + largest() + " members, in per cent of that with "
                + runs.members().get(0) + ": ";
    }

    private int largest() {
        return runs.members().get(runs.members().size() - 1);
    }

    private Finding fallsWithPeriod(Pattern pattern, Measurements measurements) {
        return Judge.over(
                        variants(variant -> variant.periodMillis() == GossipSettings.LONG_PERIOD),
                        variant -> throughput(variant.withPeriod(GossipSettings.SHORT_PERIOD), pattern, measurements)
                                / throughput(variant, pattern, measurements))
                .saying(
                        "throughput with 0.25 s in per cent of that with 2 s, " + largest() + " members: ",
                        ", ",
                        (variant, ratio) -> "subgroup " + variant.subgroup().words() + " " + Words.percent(ratio))
                .atMost(SIGNIFICANT);
    }

    /** In the largest group. */
    private double throughput(GossipVariant variant, Pattern pattern, Measurements measurements) {
        return get(variant, pattern, largest(), ThroughputMeter.THROUGHPUT, measurements);
    }
}
