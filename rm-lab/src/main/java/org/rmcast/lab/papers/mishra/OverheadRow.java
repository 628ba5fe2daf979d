package org.rmcast.lab.papers.mishra;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.rmcast.lab.experiment.Figure;
import org.rmcast.lab.experiment.FigurePlan;
import org.rmcast.lab.experiment.Finding;
import org.rmcast.lab.experiment.Judge;
import org.rmcast.lab.experiment.Measurement;
import org.rmcast.lab.experiment.Measurements;
import org.rmcast.lab.experiment.PaperText;
import org.rmcast.lab.experiment.Scenario;
import org.rmcast.lab.experiment.Words;
import org.rmcast.lab.group.Contender;
import org.rmcast.lab.group.PacketMeter;
import org.rmcast.lab.group.Traffic;

/** Section 4.3: the share of gossip, requests and repairs in what is exchanged. */
final class OverheadRow {
    /**
     * "Not affected in any significant manner", beside a protocol whose overhead is: points by which the share of overhead in what
     * is received may grow from the low loss to the high one.
     */
    private static final double NOT_SIGNIFICANT = 5;
    /** "More than twice". */
    private static final double TWICE = 2;

    private final GossipRuns runs;

    OverheadRow(GossipRuns runs) {
        this.runs = runs;
    }

    Scenario scenario() {
        PaperText.Row row = GossipParameters.TEXT.row("5").with("rate", GossipSettings.OVERHEAD_RATE);
        return row.scenario(
                runs.overMembers(List.of(Pattern.UNIFORM), GossipSettings.OVERHEAD_RATE, GossipSettings.LOSSES),
                ParameterRows.COLUMNS,
                List.of(
                        figure("row5-overhead-received", PacketMeter.OVERHEAD_RECEIVED, "of all datagrams received"),
                        figure("row5-overhead-sent", PacketMeter.OVERHEAD_SENT, "of all datagrams sent")),
                List.of(
                        row.claim("increases", this::increases),
                        row.claim("not-affected", this::notAffected),
                        row.claim("nak-twice", this::nakTwice),
                        row.claim("nak-affected", this::nakAffected)));
    }

    private FigurePlan figure(String name, String figure, String label) {
        return new FigurePlan(name, measurements -> {
            List<Figure.Curve> curves = new ArrayList<>();
            for (Contender contender : Contenders.ALL) {
                for (int loss : GossipSettings.LOSSES) {
                    curves.add(Figure.Curve.over(
                            contender.words() + String.format(Locale.ROOT, ", loss %.1f %%", loss / 10.0),
                            runs.members(),
                            members ->
                                    of(contender, members, loss, measurements).get(figure)));
                }
            }
            return new Figure(
                    "Figure 17: overhead, uniform arrival pattern",
                    "members",
                    "overhead, " + label + " (%)",
                    false,
                    curves);
        });
    }

    private Measurement of(Contender contender, int members, int loss, Measurements measurements) {
        return measurements.of(
                runs.overMembers(contender, Pattern.UNIFORM, members, GossipSettings.OVERHEAD_RATE, loss));
    }

    private double sent(int members, int loss, Measurements measurements) {
        return of(Contenders.GOSSIP, members, loss, measurements).get(PacketMeter.OVERHEAD_SENT);
    }

    private double received(Contender contender, int members, int loss, Measurements measurements) {
        return of(contender, members, loss, measurements).get(PacketMeter.OVERHEAD_RECEIVED);
    }

    private Finding increases(Measurements measurements) {
        int fewest = runs.fewest();
        int most = runs.most();
        return Judge.<Integer>over(
                        GossipSettings.LOSSES,
                        loss -> sent(most, loss, measurements) - sent(fewest, loss, measurements))
                .saying(
                        "from " + fewest + " to " + most + " members, with a loss of ",
                        "; ",
                        (loss, more) -> String.format(
                                Locale.ROOT,
                                "%.1f %%: of sends %.1f to %.1f %%, of receptions %.2f to %.2f %%",
                                loss / 10.0,
                                sent(fewest, loss, measurements),
                                sent(most, loss, measurements),
                                received(Contenders.GOSSIP, fewest, loss, measurements),
                                received(Contenders.GOSSIP, most, loss, measurements)))
                .above(0);
    }

    private double points(Contender contender, int members, Measurements measurements) {
        return received(contender, members, GossipSettings.HIGH_LOSS, measurements)
                - received(contender, members, GossipSettings.LOW_LOSS, measurements);
    }

    private Finding notAffected(Measurements measurements) {
        Measurement lossy = of(Contenders.GOSSIP, runs.most(), GossipSettings.HIGH_LOSS, measurements);
        Measurement calm = of(Contenders.GOSSIP, runs.most(), GossipSettings.LOW_LOSS, measurements);
        return Judge.<Integer>over(runs.members(), members -> points(Contenders.GOSSIP, members, measurements))
                .saying(
                        "points by which the overhead of receptions grows from a loss of 0.1 % to 1 %: ",
                        ", ", (members, points) -> members + " members " + Words.places(points, 1))
                .atMost(NOT_SIGNIFICANT)
                .with("members", Integer.toString(runs.most()))
                .with("repairs-low", rate(calm, Traffic.Kind.REPAIR))
                .with("repairs-high", rate(lossy, Traffic.Kind.REPAIR))
                .with("requests-low", rate(calm, Traffic.Kind.REQUEST))
                .with("requests-high", rate(lossy, Traffic.Kind.REQUEST))
                .with("gossip-low", rate(calm, Traffic.Kind.STATE))
                .with("gossip-high", rate(lossy, Traffic.Kind.STATE));
    }

    private static String rate(Measurement measurement, Traffic.Kind kind) {
        return Words.count(measurement.get(PacketMeter.receivedPerSecond(kind)));
    }

    private Finding nakTwice(Measurements measurements) {
        return Judge.over(
                        Contenders.nak(),
                        nak -> received(nak, runs.fewest(), GossipSettings.LOW_LOSS, measurements)
                                / received(Contenders.GOSSIP, runs.fewest(), GossipSettings.LOW_LOSS, measurements))
                .saying(
                        "overhead over Gossip's, " + runs.fewest() + " members, 0.1 %: ",
                        ", ",
                        (nak, factor) -> nak.words() + " a factor of " + Words.factor(factor))
                .above(TWICE);
    }

    private Finding nakAffected(Measurements measurements) {
        return Judge.over(
                        Contenders.nak(),
                        nak -> points(nak, runs.most(), measurements)
                                - points(Contenders.GOSSIP, runs.most(), measurements))
                .saying(
                        "points by which the higher loss adds more than to Gossip, " + runs.most() + " members: ",
                        ", ",
                        (nak, points) -> nak.words() + " " + Words.places(points, 1))
                .above(0);
    }
}
