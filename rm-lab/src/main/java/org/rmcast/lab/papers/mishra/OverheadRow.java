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
import org.rmcast.lab.group.PacketMeter;

/** Section 4.3: the share of gossip, requests and repairs in what is exchanged. */
final class OverheadRow {
    /** "Not affected in any significant manner": the overhead with high loss over that with low loss. */
    private static final double NOT_SIGNIFICANT = 1.5;

    private final GossipRuns runs;

    OverheadRow(GossipRuns runs) {
        this.runs = runs;
    }

    Scenario scenario() {
        PaperText.Row row = GossipParameters.TEXT.row("5").with("rate", runs.overheadRate());
        return row.scenario(
                runs.overhead(),
                ParameterRows.COLUMNS,
                List.of(
                        figure("row5-overhead-received", PacketMeter.OVERHEAD_RECEIVED, "of all datagrams received"),
                        figure("row5-overhead-sent", PacketMeter.OVERHEAD_SENT, "of all datagrams sent")),
                List.of(
                        row.claim("increases", this::increases),
                        row.claim("not-affected", this::notAffected),
                        row.notTestable("nak")));
    }

    private FigurePlan figure(String name, String figure, String label) {
        return new FigurePlan(name, measurements -> {
            double[] x =
                    runs.members().stream().mapToDouble(Integer::doubleValue).toArray();
            List<Figure.Curve> curves = new ArrayList<>();
            for (int loss : GossipSettings.LOSSES) {
                curves.add(new Figure.Curve(
                        String.format(Locale.ROOT, "Gossip, %.1f %%", loss / 10.0),
                        true,
                        x,
                        values(loss, figure, measurements)));
            }
            return new Figure(
                    "Figure 17: overhead, uniform arrival pattern",
                    "members",
                    "overhead, " + label + " (%)",
                    false,
                    curves);
        });
    }

    private double[] values(int loss, String figure, Measurements measurements) {
        return runs.members().stream()
                .mapToDouble(members -> get(members, loss, figure, measurements))
                .toArray();
    }

    private double get(int members, int loss, String figure, Measurements measurements) {
        return measurements.of(runs.overhead(members, loss)).get(figure);
    }

    private Finding increases(Measurements measurements) {
        int fewest = runs.members().get(0);
        int most = runs.members().get(runs.members().size() - 1);
        return Judge.<Integer>over(
                        GossipSettings.LOSSES,
                        loss -> get(most, loss, PacketMeter.OVERHEAD_SENT, measurements)
                                - get(fewest, loss, PacketMeter.OVERHEAD_SENT, measurements))
                .saying(
                        "from " + fewest + " to " + most + " members, with a loss of ",
                        "; ",
                        (loss, more) -> String.format(
                                Locale.ROOT,
                                "%.1f %%: of sends %.1f to %.1f %%, of receptions %.2f to %.2f %%",
                                loss / 10.0,
                                get(fewest, loss, PacketMeter.OVERHEAD_SENT, measurements),
                                get(most, loss, PacketMeter.OVERHEAD_SENT, measurements),
                                get(fewest, loss, PacketMeter.OVERHEAD_RECEIVED, measurements),
                                get(most, loss, PacketMeter.OVERHEAD_RECEIVED, measurements)))
                .above(0);
    }

    private Finding notAffected(Measurements measurements) {
        return Judge.<Integer>over(
                        runs.members(),
                        members -> get(members, GossipSettings.HIGH_LOSS, PacketMeter.OVERHEAD_RECEIVED, measurements)
                                / get(members, GossipSettings.LOW_LOSS, PacketMeter.OVERHEAD_RECEIVED, measurements))
                .saying(
                        "overhead of receptions with 1 % over that with 0.1 %: a factor of ",
                        ", ", (members, factor) -> String.format(Locale.ROOT, "%d members %.1f", members, factor))
                .atMost(NOT_SIGNIFICANT);
    }
}
