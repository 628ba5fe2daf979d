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
import org.rmcast.lab.experiment.Measurement;
import org.rmcast.lab.experiment.Measurements;
import org.rmcast.lab.experiment.PaperText;
import org.rmcast.lab.experiment.Repetitions;
import org.rmcast.lab.experiment.Scenario;
import org.rmcast.lab.experiment.Words;
import org.rmcast.lab.group.LinkMeter;
import org.rmcast.lab.group.PacketMeter;
import org.rmcast.lab.group.RequestMeter;
import org.rmcast.lab.group.ThroughputMeter;

/** Section 4.4: gossip's subgroup and period over group size, a row for each pattern. */
final class ParameterRows {
    /** "Almost remains the same": throughput in the largest group over that in the smallest. */
    private static final double SAME = 0.95;
    /** "Decreases significantly": the same, and the short period's throughput over the long one's. */
    private static final double SIGNIFICANT = 0.9;

    /** How busy the busiest link is, and what queues refuse. */
    static final String BUSIEST = LinkMeter.busiest(GossipRun.LINKS);

    static final String REFUSED = LinkMeter.overflowed(GossipRun.LINKS);

    /** In all rows. */
    static final List<String> COLUMNS = List.of(
            ThroughputMeter.THROUGHPUT,
            Repetitions.lowest(ThroughputMeter.THROUGHPUT),
            Repetitions.highest(ThroughputMeter.THROUGHPUT),
            ThroughputMeter.RELIABILITY,
            Repetitions.highest(ThroughputMeter.RELIABILITY),
            ThroughputMeter.LEAST_RELIABILITY,
            ThroughputMeter.DELIVERED,
            PacketMeter.OVERHEAD_SENT,
            PacketMeter.OVERHEAD_RECEIVED,
            RequestMeter.IN_VAIN,
            BUSIEST,
            REFUSED);

    private final GossipRuns runs;
    private final ChoicesRow choices;

    ParameterRows(GossipRuns runs, ChoicesRow choices) {
        this.runs = runs;
        this.choices = choices;
    }

    /** The row of one pattern. */
    Scenario scenario(String id, Pattern pattern, String paperFigure) {
        PaperText.Row row = GossipParameters.TEXT
                .row(id)
                .with("pattern", pattern.words())
                .with("rate", GossipSettings.HIGH_RATE)
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
                runs.ofVariants(pattern, GossipVariant.ALL),
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
            List<Figure.Curve> curves = GossipVariant.ALL.stream()
                    .map(variant -> Figure.Curve.over(
                            variant.words(),
                            runs.members(),
                            members -> get(variant, pattern, members, figure, measurements)))
                    .toList();
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
        return measurements.of(runs.ofVariant(variant, pattern, members)).get(figure);
    }

    /** Throughput in the largest group over that in the smallest. */
    private double ratio(GossipVariant variant, Pattern pattern, Measurements measurements) {
        return throughput(variant, pattern, measurements)
                / get(variant, pattern, runs.fewest(), ThroughputMeter.THROUGHPUT, measurements);
    }

    private static List<GossipVariant> variants(Predicate<GossipVariant> which) {
        return GossipVariant.ALL.stream().filter(which).toList();
    }

    private static boolean isHalf(GossipVariant variant) {
        return variant.subgroup() == GossipVariant.Subgroup.HALF;
    }

    private Finding falls(Pattern pattern, Measurements measurements) {
        Finding finding = Judge.over(variants(ParameterRows::isHalf), variant -> ratio(variant, pattern, measurements))
                .saying(
                        ofSmallest(),
                        ", ",
                        (variant, ratio) -> variant.periodMillis() / 1e3 + " s " + Words.percent(ratio))
                .atMost(SIGNIFICANT);
        GossipVariant half = GossipVariant.of(GossipVariant.Subgroup.HALF, GossipSettings.LONG_PERIOD);
        return congestion(finding, half, pattern, measurements);
    }

    private Finding stays(int periodMillis, Pattern pattern, Measurements measurements) {
        Finding finding = Judge.over(
                        variants(variant -> !isHalf(variant) && variant.periodMillis() == periodMillis),
                        variant -> ratio(variant, pattern, measurements))
                .saying(ofSmallest(), "; ", (variant, ratio) -> variant.words() + " " + Words.percent(ratio))
                .atLeast(SAME);
        return congestion(finding, GossipVariant.of(GossipVariant.Subgroup.TENTH, periodMillis), pattern, measurements)
                .with(
                        "unpaced",
                        Words.percent(measurements.of(choices.unpacedTenth()).get(ThroughputMeter.RELIABILITY), 1));
    }

    /** What the explanations quote of the largest group. */
    private Finding congestion(Finding finding, GossipVariant variant, Pattern pattern, Measurements measurements) {
        Measurement one = measurements.of(runs.ofVariant(variant, pattern, runs.most()));
        return finding.with("busiest", Words.percent(one.get(BUSIEST), 0))
                .with("in-vain", Words.percent(one.get(RequestMeter.IN_VAIN), 0))
                .with("refused", Words.percent(one.get(REFUSED), 1));
    }

    private String ofSmallest() {
        return "throughput with " + runs.most() + " members, in per cent of that with " + runs.fewest() + ": ";
    }

    private Finding fallsWithPeriod(Pattern pattern, Measurements measurements) {
        return Judge.over(
                        variants(variant -> variant.periodMillis() == GossipSettings.LONG_PERIOD),
                        variant -> throughput(variant.withPeriod(GossipSettings.SHORT_PERIOD), pattern, measurements)
                                / throughput(variant, pattern, measurements))
                .saying(
                        "throughput with 0.25 s in per cent of that with 2 s, " + runs.most() + " members: ",
                        ", ",
                        (variant, ratio) -> "subgroup " + variant.subgroup().words() + " " + Words.percent(ratio))
                .atMost(SIGNIFICANT)
                .with("busiest", Words.percent(get(GossipVariant.BASE, pattern, runs.most(), BUSIEST, measurements), 0))
                .with(
                        "busiest-short",
                        Words.percent(
                                get(
                                        GossipVariant.BASE.withPeriod(GossipSettings.SHORT_PERIOD),
                                        pattern,
                                        runs.most(),
                                        BUSIEST,
                                        measurements),
                                0))
                .with("members", Integer.toString(runs.membersOverRate()))
                .with("sweep", sweep(pattern, measurements));
    }

    /** What still shorter periods do. */
    private String sweep(Pattern pattern, Measurements measurements) {
        return String.join(
                ", ",
                GossipSettings.SHORTER_PERIODS.stream()
                        .map(millis -> {
                            Measurement one = measurements.of(choices.ofPeriod(pattern, millis));
                            return "of " + millis + " ms " + Words.count(one.get(ThroughputMeter.THROUGHPUT))
                                    + " messages per second, the busiest link in use for "
                                    + Words.percent(one.get(BUSIEST), 0);
                        })
                        .toList());
    }

    /** In the largest group. */
    private double throughput(GossipVariant variant, Pattern pattern, Measurements measurements) {
        return get(variant, pattern, runs.most(), ThroughputMeter.THROUGHPUT, measurements);
    }
}
