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
import org.rmcast.lab.group.ThroughputMeter;

/** Sections 4.1 and 4.2: throughput and reliability over the rate of messages. */
final class RateRow {
    /** "Close to 100 %", in per cent. */
    private static final double CLOSE = 99;
    /** "Not affected significantly", in points of reliability. */
    private static final double BARELY = 1;
    /** "Drops significantly": throughput at the highest rate over that at the peak. */
    private static final double DROPS = 0.95;

    private static final List<Pattern> PATTERNS = List.of(Pattern.values());

    private final GossipRuns runs;
    private final ChoicesRow choices;

    RateRow(GossipRuns runs, ChoicesRow choices) {
        this.runs = runs;
        this.choices = choices;
    }

    Scenario scenario() {
        PaperText.Row row = GossipParameters.TEXT.row("4").with("members", runs.membersOverRate());
        List<FigurePlan> figures = new ArrayList<>();
        for (Pattern pattern : List.of(Pattern.ONE_ACTIVE, Pattern.UNIFORM, Pattern.BURSTY)) {
            figures.add(figure(
                    "row4-throughput-" + pattern.words(),
                    "Figures 7 to 9: throughput, ",
                    pattern,
                    ThroughputMeter.THROUGHPUT,
                    "messages per second and member"));
            figures.add(figure(
                    "row4-reliability-" + pattern.words(),
                    "Figures 10 to 13: reliability, ",
                    pattern,
                    ThroughputMeter.RELIABILITY,
                    "messages that reach a member (%)"));
        }
        return row.scenario(
                runs.overRate(),
                ParameterRows.COLUMNS,
                figures,
                List.of(
                        row.claim("close-to-all", this::closeToAll),
                        row.claim("barely-affected", this::barelyAffected),
                        row.claim("peak", this::peak),
                        row.claim("patterns", this::patterns),
                        row.claim("nak-peak", this::nakPeak),
                        row.claim("nak-affected", this::nakAffected)));
    }

    private FigurePlan figure(String name, String title, Pattern pattern, String figure, String label) {
        return new FigurePlan(name, measurements -> {
            List<Figure.Curve> curves = new ArrayList<>();
            for (Contender contender : Contenders.ALL) {
                for (int loss : GossipSettings.LOSSES) {
                    curves.add(Figure.Curve.over(
                            contender.words() + String.format(Locale.ROOT, ", loss %.1f %%", loss / 10.0),
                            runs.rates(),
                            rate -> of(contender, pattern, rate, loss, measurements)
                                    .get(figure)));
                }
            }
            return new Figure(
                    title + pattern.words() + ", " + runs.membersOverRate() + " members",
                    "messages per second in the group, unscaled",
                    label,
                    false,
                    curves);
        });
    }

    private Measurement of(Contender contender, Pattern pattern, int rate, int loss, Measurements measurements) {
        return measurements.of(runs.overRate(contender, pattern, rate, loss));
    }

    private double throughput(Contender contender, Pattern pattern, int rate, Measurements measurements) {
        return of(contender, pattern, rate, GossipSettings.LOW_LOSS, measurements)
                .get(ThroughputMeter.THROUGHPUT);
    }

    private int highest() {
        return runs.rates().get(runs.rates().size() - 1);
    }

    private Finding closeToAll(Measurements measurements) {
        int lowest = runs.rates().get(0);
        return Judge.over(
                        PATTERNS,
                        pattern -> of(Contenders.GOSSIP, pattern, lowest, GossipSettings.LOW_LOSS, measurements)
                                .get(ThroughputMeter.RELIABILITY))
                .saying(
                        "at " + lowest + "/s and 0.1 %: ",
                        ", ",
                        (pattern, reliability) -> pattern.words() + " " + Words.percent(reliability, 2))
                .atLeast(CLOSE);
    }

    /** Points of reliability that the higher loss costs, the most at any rate of the paper. */
    private double mostLost(Contender contender, Pattern pattern, Measurements measurements) {
        return Judge.over(
                        runs.rates().stream()
                                .filter(rate -> rate <= GossipSettings.HIGHEST_OF_PAPER)
                                .toList(),
                        (Integer rate) -> of(contender, pattern, rate, GossipSettings.LOW_LOSS, measurements)
                                        .get(ThroughputMeter.RELIABILITY)
                                - of(contender, pattern, rate, GossipSettings.HIGH_LOSS, measurements)
                                        .get(ThroughputMeter.RELIABILITY))
                .highest();
    }

    private Finding barelyAffected(Measurements measurements) {
        Measurement usual = of(
                Contenders.GOSSIP, Pattern.UNIFORM, GossipSettings.HIGH_RATE, GossipSettings.HIGH_LOSS, measurements);
        return Judge.over(PATTERNS, pattern -> mostLost(Contenders.GOSSIP, pattern, measurements))
                .saying(
                        "most that reliability loses from 0.1 % to 1 % at any rate up to "
                                + GossipSettings.HIGHEST_OF_PAPER + "/s: ",
                        ", ",
                        (pattern, difference) -> pattern.words() + " " + Words.percent(difference, 2))
                .atMost(BARELY)
                .with("rate", Integer.toString(GossipSettings.HIGH_RATE))
                .with("usual", Words.percent(usual.get(ThroughputMeter.RELIABILITY), 2))
                .with("drain", Integer.toString(GossipSettings.LONG_DRAIN_SECONDS))
                .with("long", Words.percent(measurements.of(choices.longDrain()).get(ThroughputMeter.RELIABILITY), 2))
                .with(
                        "unpaced",
                        Words.percent(measurements.of(choices.unpacedLossy()).get(ThroughputMeter.RELIABILITY), 2));
    }

    private Finding peak(Measurements measurements) {
        return Judge.over(
                        PATTERNS,
                        pattern -> throughput(Contenders.GOSSIP, pattern, highest(), measurements)
                                / throughput(
                                        Contenders.GOSSIP,
                                        pattern,
                                        bestRate(Contenders.GOSSIP, pattern, measurements),
                                        measurements))
                .saying(
                        "0.1 %: ",
                        ", ",
                        (pattern, ratio) -> pattern.words() + " highest at "
                                + bestRate(Contenders.GOSSIP, pattern, measurements) + "/s, at " + highest() + "/s "
                                + Words.percent(100 * ratio, 1) + " of that")
                .below(DROPS)
                .with("highest", Integer.toString(highest()))
                .with(
                        "busiest",
                        Words.percent(
                                of(Contenders.GOSSIP, Pattern.UNIFORM, highest(), GossipSettings.LOW_LOSS, measurements)
                                        .get(ParameterRows.BUSIEST),
                                0))
                .with(
                        "refused",
                        Words.percent(
                                of(Contenders.GOSSIP, Pattern.UNIFORM, highest(), GossipSettings.LOW_LOSS, measurements)
                                        .get(ParameterRows.REFUSED),
                                1));
    }

    /** The rate at which throughput is highest; the lowest of several. */
    private int bestRate(Contender contender, Pattern pattern, Measurements measurements) {
        return Judge.<Integer>over(runs.rates(), rate -> throughput(contender, pattern, rate, measurements))
                .best();
    }

    private Finding patterns(Measurements measurements) {
        Finding finding = ComparisonRows.bestAndWorst(
                "messages that a member gets while messages are sent, of those offered, ",
                highest() + "/s, loss 0.1 %",
                pattern -> of(Contenders.GOSSIP, pattern, highest(), GossipSettings.LOW_LOSS, measurements),
                ThroughputMeter.THROUGHPUT);
        for (Pattern pattern : PATTERNS) {
            Measurement one = of(Contenders.GOSSIP, pattern, highest(), GossipSettings.LOW_LOSS, measurements);
            finding = finding.with("refused-" + pattern.words(), Words.percent(one.get(ParameterRows.REFUSED), 1));
        }
        return finding;
    }

    private Finding nakPeak(Measurements measurements) {
        return Finding.all(
                        "; ",
                        Contenders.nak().stream()
                                .map(nak -> Judge.over(
                                                PATTERNS,
                                                pattern -> bestRate(Contenders.GOSSIP, pattern, measurements)
                                                        - bestRate(nak, pattern, measurements))
                                        .saying(
                                                nak.words() + ", highest throughput at: ",
                                                ", ",
                                                (pattern, later) -> pattern.words() + " "
                                                        + bestRate(nak, pattern, measurements) + "/s")
                                        .above(0))
                                .toList())
                .with("highest", Integer.toString(highest()))
                .with("nak-highest", ofOffered(Contenders.nak().get(0), measurements))
                .with("gossip-highest", ofOffered(Contenders.GOSSIP, measurements));
    }

    private String ofOffered(Contender contender, Measurements measurements) {
        Measurement one = of(contender, Pattern.UNIFORM, highest(), GossipSettings.LOW_LOSS, measurements);
        return Words.percent(100 * one.get(ThroughputMeter.THROUGHPUT) / one.get(ThroughputMeter.OFFERED), 0);
    }

    private Finding nakAffected(Measurements measurements) {
        return Finding.all(
                "; ",
                Contenders.nak().stream()
                        .map(nak -> Judge.over(
                                        PATTERNS,
                                        pattern -> mostLost(nak, pattern, measurements)
                                                - mostLost(Contenders.GOSSIP, pattern, measurements))
                                .saying(
                                        nak.words() + ", points of reliability that it loses more than Gossip: ",
                                        ", ",
                                        (pattern, more) -> pattern.words() + " " + Words.places(more, 2))
                                .above(0))
                        .toList());
    }
}
