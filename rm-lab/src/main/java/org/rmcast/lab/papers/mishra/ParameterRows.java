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
        List<Claim> claims = new ArrayList<>(List.of(
                new Claim(
                        "With a subgroup of 50 % the throughput decreases significantly with group size.",
                        "4.4, " + paperFigure, measurements -> falls(pattern, measurements)),
                new Claim(
                        "With subgroups of 2 and of 10 % the throughput almost remains the same (period of 2).",
                        "4.4, " + paperFigure,
                        measurements -> stays(GossipSettings.LONG_PERIOD, pattern, measurements)),
                new Claim(
                        "With subgroups of 2 and of 10 % the throughput almost remains the same (period of 0.25).",
                        "4.4, " + paperFigure,
                        measurements -> stays(GossipSettings.SHORT_PERIOD, pattern, measurements))));
        if (pattern != Pattern.BURSTY) {
            claims.add(new Claim(
                    "The throughput decreases significantly from a period of 2 to one of 0.25.",
                    "4.4, " + paperFigure,
                    measurements -> fallsWithPeriod(pattern, measurements)));
        }
        String name = "row" + id + "-" + pattern.words();
        return new Scenario(
                id,
                "Subgroup and period, " + pattern.words(),
                runs.highRate() + " messages a second, 0.1 % of loss on each link.",
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
        List<Integer> sizes = runs.members();
        return get(variant, pattern, sizes.get(sizes.size() - 1), ThroughputMeter.THROUGHPUT, measurements)
                / get(variant, pattern, sizes.get(0), ThroughputMeter.THROUGHPUT, measurements);
    }

    private Finding falls(Pattern pattern, Measurements measurements) {
        List<String> parts = new ArrayList<>();
        double highest = 0;
        for (GossipVariant variant : GossipVariant.ALL) {
            if (variant.subgroup() == GossipVariant.Subgroup.HALF) {
                double ratio = ratio(variant, pattern, measurements);
                highest = Math.max(highest, ratio);
                parts.add(period(variant) + " " + Words.percent(ratio));
            }
        }
        return Finding.of(highest <= SIGNIFICANT, ofSmallest() + String.join(", ", parts));
    }

    private Finding stays(int periodMillis, Pattern pattern, Measurements measurements) {
        List<String> parts = new ArrayList<>();
        double lowest = Double.MAX_VALUE;
        for (GossipVariant variant : GossipVariant.ALL) {
            if (variant.subgroup() != GossipVariant.Subgroup.HALF && variant.periodMillis() == periodMillis) {
                double ratio = ratio(variant, pattern, measurements);
                lowest = Math.min(lowest, ratio);
                parts.add(variant.words() + " " + Words.percent(ratio));
            }
        }
        return Finding.of(lowest >= SAME, ofSmallest() + String.join("; ", parts))
                .ifNotHeld(
                        "A tenth of 100 members is ten: each hears of a message that it misses from about ten others in each quarter of"
                                + " a second, asks those who write before the repair is there, and is answered by each. The repairs"
                                + " that come several times fill the links, more is lost, and more is asked for.");
    }

    private String ofSmallest() {
        List<Integer> sizes = runs.members();
        return "throughput with " + sizes.get(sizes.size() - 1) + " members, in per cent of that with " + sizes.get(0)
                + ": ";
    }

    private static String period(GossipVariant variant) {
        return variant.periodMillis() / 1e3 + " s";
    }

    private Finding fallsWithPeriod(Pattern pattern, Measurements measurements) {
        int largest = runs.members().get(runs.members().size() - 1);
        List<String> parts = new ArrayList<>();
        double highest = 0;
        for (GossipVariant variant : GossipVariant.ALL) {
            if (variant.periodMillis() == GossipSettings.LONG_PERIOD) {
                double ratio = get(
                                variant.withPeriod(GossipSettings.SHORT_PERIOD),
                                pattern,
                                largest,
                                ThroughputMeter.THROUGHPUT,
                                measurements)
                        / get(variant, pattern, largest, ThroughputMeter.THROUGHPUT, measurements);
                highest = Math.max(highest, ratio);
                parts.add("subgroup " + variant.subgroup().words() + " " + Words.percent(ratio));
            }
        }
        return Finding.of(
                        highest <= SIGNIFICANT,
                        "throughput with 0.25 s in per cent of that with 2 s, " + largest + " members: "
                                + String.join(", ", parts))
                .ifNotHeld(
                        "Gossip to two members costs little beside 6 Mb/s of data at either period. Only where it goes to many do gossip and"
                                + " the repairs that several answers to one loss bring fill the links. Where the links have room, the"
                                + " shorter period repairs sooner.");
    }
}
