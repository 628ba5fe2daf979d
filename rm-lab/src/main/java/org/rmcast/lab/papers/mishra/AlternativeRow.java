package org.rmcast.lab.papers.mishra;

import java.util.ArrayList;
import java.util.List;
import org.rmcast.lab.experiment.Figure;
import org.rmcast.lab.experiment.FigurePlan;
import org.rmcast.lab.experiment.Finding;
import org.rmcast.lab.experiment.Measurements;
import org.rmcast.lab.experiment.PaperText;
import org.rmcast.lab.experiment.Run;
import org.rmcast.lab.experiment.Scenario;
import org.rmcast.lab.experiment.Words;
import org.rmcast.lab.group.ThroughputMeter;

/** Section 2.2: ways of gossip that the paper names beside the one that it shows. */
final class AlternativeRow {
    /** Enough for what the paper states nothing of. */
    private static final List<Pattern> PATTERNS = List.of(Pattern.ONE_ACTIVE, Pattern.UNIFORM);

    private final GossipRuns runs;
    private final List<GossipVariant> both;

    /** @param other what is run beside the base case */
    AlternativeRow(GossipRuns runs, GossipVariant other) {
        this.runs = runs;
        this.both = List.of(GossipVariant.BASE, other);
    }

    Scenario scenario(String id, String figure, String title) {
        List<Run> all = new ArrayList<>();
        for (Pattern pattern : PATTERNS) {
            for (GossipVariant variant : both) {
                members().forEach(count -> all.add(runs.ofVariant(variant, pattern, count)));
            }
        }
        PaperText.Row row = GossipParameters.TEXT.row(id).with("rate", GossipSettings.HIGH_RATE);
        return row.scenario(
                all,
                ParameterRows.COLUMNS,
                List.of(new FigurePlan(figure, measurements -> figure(title, measurements))),
                List.of(row.claim("alternative", this::comparison)));
    }

    /** All group sizes but the largest, which takes longer than all others together. */
    private List<Integer> members() {
        return runs.members().subList(0, runs.members().size() - 1);
    }

    private double reliability(GossipVariant variant, Pattern pattern, int members, Measurements measurements) {
        return measurements.of(runs.ofVariant(variant, pattern, members)).get(ThroughputMeter.RELIABILITY);
    }

    private Figure figure(String title, Measurements measurements) {
        List<Figure.Curve> curves = new ArrayList<>();
        for (Pattern pattern : PATTERNS) {
            for (GossipVariant variant : both) {
                curves.add(Figure.Curve.over(
                        pattern.words() + ", " + variant.words(),
                        members(),
                        members -> 100 - reliability(variant, pattern, members, measurements)));
            }
        }
        return new Figure(title, "members", "messages that do not reach a member (%)", false, curves);
    }

    private Finding comparison(Measurements measurements) {
        int most = members().get(members().size() - 1);
        List<String> parts = new ArrayList<>();
        for (Pattern pattern : PATTERNS) {
            List<String> each = both.stream()
                    .map(variant -> Words.percent(reliability(variant, pattern, most, measurements), 2))
                    .toList();
            parts.add(pattern.words() + " " + String.join(" against ", each));
        }
        return Finding.notTestable("no statement to hold against it; reliability with " + most
                + " members, the base case first: " + String.join(", ", parts));
    }
}
