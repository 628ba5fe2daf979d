package org.rmcast.lab.papers.mishra;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.rmcast.lab.experiment.Figure;
import org.rmcast.lab.experiment.FigurePlan;
import org.rmcast.lab.experiment.Finding;
import org.rmcast.lab.experiment.Measurements;
import org.rmcast.lab.experiment.PaperText;
import org.rmcast.lab.experiment.Run;
import org.rmcast.lab.experiment.Scenario;
import org.rmcast.lab.group.ThroughputMeter;

/** Section 2.2: the two directions of gossip, of which the paper shows one. */
final class DirectionRow {
    private static final List<GossipVariant> BOTH = List.of(GossipVariant.BASE, GossipVariant.PULL);

    private final GossipRuns runs;

    DirectionRow(GossipRuns runs) {
        this.runs = runs;
    }

    Scenario scenario() {
        List<Run> both = new ArrayList<>();
        for (Pattern pattern : Pattern.values()) {
            both.addAll(runs.overMembers(pattern, BOTH));
        }
        PaperText.Row row = GossipParameters.TEXT.row("6").with("rate", runs.highRate());
        return row.scenario(
                both,
                ParameterRows.COLUMNS,
                List.of(new FigurePlan("row6-push-pull", this::figure)),
                List.of(row.claim("alternative", this::comparison)));
    }

    private double reliability(GossipVariant variant, Pattern pattern, int members, Measurements measurements) {
        return measurements.of(runs.overMembers(variant, pattern, members)).get(ThroughputMeter.RELIABILITY);
    }

    private Figure figure(Measurements measurements) {
        double[] x = runs.members().stream().mapToDouble(Integer::doubleValue).toArray();
        List<Figure.Curve> curves = new ArrayList<>();
        for (Pattern pattern : Pattern.values()) {
            for (GossipVariant variant : BOTH) {
                double[] y = runs.members().stream()
                        .mapToDouble(members -> reliability(variant, pattern, members, measurements))
                        .toArray();
                curves.add(new Figure.Curve(
                        pattern.words() + ", " + variant.direction().name().toLowerCase(Locale.ROOT), true, x, y));
            }
        }
        return new Figure("Push and pull: reliability", "members", "messages that reach a member (%)", false, curves);
    }

    private Finding comparison(Measurements measurements) {
        int largest = runs.members().get(runs.members().size() - 1);
        List<String> parts = new ArrayList<>();
        for (Pattern pattern : Pattern.values()) {
            parts.add(String.format(
                    Locale.ROOT,
                    "%s: %.2f %% with push, %.2f %% with pull",
                    pattern.words(),
                    reliability(GossipVariant.BASE, pattern, largest, measurements),
                    reliability(GossipVariant.PULL, pattern, largest, measurements)));
        }
        return Finding.notTestable("no statement to hold against it; reliability with " + largest + " members, "
                + String.join("; ", parts));
    }
}
