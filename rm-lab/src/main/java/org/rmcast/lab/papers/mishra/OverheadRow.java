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
        return new Scenario(
                "5",
                "Overhead over group size",
                "Uniform, " + runs.overheadRate()
                        + " messages a second; subgroup of 2, period of 2 s. A multicast counts once as"
                        + " sent, and once at each member as received.",
                runs.overhead(),
                ParameterRows.COLUMNS,
                List.of(
                        figure("row5-overhead-received", PacketMeter.OVERHEAD_RECEIVED, "of all datagrams received"),
                        figure("row5-overhead-sent", PacketMeter.OVERHEAD_SENT, "of all datagrams sent")),
                List.of(
                        new Claim("Gossip's overhead increases with group size.", "4.3, figure 17", this::increases),
                        new Claim(
                                "Gossip's overhead is not significantly affected by the failure probability.",
                                "4.3, figure 17",
                                this::notAffected),
                        new Claim(
                                "NAK's overhead is more than twice Gossip's, at 20 members already.",
                                "4.3, figure 17",
                                measurements -> Finding.notTestable(GossipParameters.NO_NAK))));
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
                .mapToDouble(
                        members -> measurements.of(runs.overhead(members, loss)).get(figure))
                .toArray();
    }

    private Finding increases(Measurements measurements) {
        boolean increases = true;
        List<String> parts = new ArrayList<>();
        for (int loss : GossipSettings.LOSSES) {
            double[] sent = values(loss, PacketMeter.OVERHEAD_SENT, measurements);
            double[] received = values(loss, PacketMeter.OVERHEAD_RECEIVED, measurements);
            int last = sent.length - 1;
            increases &= sent[last] > sent[0];
            parts.add(String.format(
                    Locale.ROOT,
                    "%.1f %%: of sends %.1f to %.1f %%, of receptions %.2f to %.2f %%",
                    loss / 10.0,
                    sent[0],
                    sent[last],
                    received[0],
                    received[last]));
        }
        return Finding.of(
                increases,
                "from " + runs.members().get(0) + " to "
                        + runs.members().get(runs.members().size() - 1) + " members, with a loss of "
                        + String.join("; ", parts));
    }

    private Finding notAffected(Measurements measurements) {
        double worst = 0;
        List<String> parts = new ArrayList<>();
        double[] low = values(GossipSettings.LOW_LOSS, PacketMeter.OVERHEAD_RECEIVED, measurements);
        double[] high = values(GossipSettings.HIGH_LOSS, PacketMeter.OVERHEAD_RECEIVED, measurements);
        for (int i = 0; i < low.length; i++) {
            worst = Math.max(worst, high[i] / low[i]);
            parts.add(
                    String.format(Locale.ROOT, "%d members %.1f", runs.members().get(i), high[i] / low[i]));
        }
        return Finding.of(
                        worst <= NOT_SIGNIFICANT,
                        "overhead of receptions with 1 % over that with 0.1 %: a factor of " + String.join(", ", parts))
                .ifNotHeld(
                        "Ten times the losses need about ten times the repairs, whoever asks for them, and repairs are most of"
                                + " the overhead here: a loss of 1 % on each link is several per cent on a path. What does not grow with"
                                + " the losses are gossips and, since one asks for all that is missing, requests.");
    }
}
