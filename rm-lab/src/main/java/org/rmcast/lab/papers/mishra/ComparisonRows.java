package org.rmcast.lab.papers.mishra;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleBiFunction;
import java.util.stream.Stream;
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
import org.rmcast.lab.group.ThroughputMeter;

/** Sections 4, 4.1 and 4.2: throughput and reliability of the protocols over group size. */
final class ComparisonRows {
    /** "Decreases": throughput, or reliability, in the largest group over that in the smallest is below. */
    private static final double DECREASES = 0.99;

    private static final List<Pattern> PATTERNS = List.of(Pattern.values());
    /** "Best" and "worst": points by which the one is above the other at least, so that chance does not decide. */
    private static final double APART = 1;
    /** "Increases significantly": overhead datagrams of a member in the largest group over the smallest. */
    private static final double SIGNIFICANTLY = 2;

    private final GossipRuns runs;
    private final ChoicesRow choices;

    ComparisonRows(GossipRuns runs, ChoicesRow choices) {
        this.runs = runs;
        this.choices = choices;
    }

    /** Figures 1 and 2. */
    Scenario srm() {
        List<Pattern> patterns = List.of(Pattern.UNIFORM, Pattern.BURSTY);
        Case low = new Case(GossipSettings.LOW_RATE, GossipSettings.LOW_LOSS, ThroughputMeter.THROUGHPUT);
        List<Contender> shown = Stream.concat(Stream.of(Contenders.GOSSIP), Contenders.srm().stream())
                .toList();
        PaperText.Row row = GossipParameters.TEXT.row("12").with("rate", GossipSettings.LOW_RATE);
        List<FigurePlan> figures = new ArrayList<>();
        for (Pattern pattern : patterns) {
            figures.add(new FigurePlan(
                    "row12-" + pattern.words(),
                    measurements -> figure(
                            "Figure " + (pattern == Pattern.UNIFORM ? 1 : 2) + ": throughput, " + pattern.words() + ", "
                                    + low.rate() + "/s",
                            "messages per second and member",
                            List.of(low),
                            shown,
                            List.of(pattern),
                            measurements)));
        }
        return row.scenario(
                runs.overMembers(shown, patterns, GossipSettings.LOW_RATE, List.of(GossipSettings.LOW_LOSS)),
                ParameterRows.COLUMNS,
                figures,
                List.of(
                        row.claim("srm-faster", measurements -> srmFaster(low, patterns, measurements)),
                        row.claim("srm-overhead", measurements -> srmOverhead(low, patterns, measurements))));
    }

    private Finding srmFaster(Case one, List<Pattern> patterns, Measurements measurements) {
        Finding finding = fallsFaster(one, patterns, Contenders.srm(), measurements);
        for (Contender srm : Contenders.srm()) {
            Measurement largest = of(one, srm, Pattern.UNIFORM, runs.most(), measurements);
            finding = finding.with(
                    "of-" + srm.id(),
                    srm.words() + ": the busiest link carries something for "
                            + Words.percent(largest.get(ParameterRows.BUSIEST), 0) + " of the time, "
                            + Words.percent(largest.get(ThroughputMeter.RELIABILITY), 2) + " arrive");
        }
        return finding;
    }

    /** Control datagrams that a member receives, in the largest group over the smallest. */
    private Finding srmOverhead(Case one, List<Pattern> patterns, Measurements measurements) {
        List<Finding> each = new ArrayList<>();
        for (Contender srm : Contenders.srm()) {
            each.add(Judge.over(
                            patterns,
                            pattern -> of(one, srm, pattern, runs.most(), measurements)
                                            .get(PacketMeter.RECOVERY)
                                    / of(one, srm, pattern, runs.fewest(), measurements)
                                            .get(PacketMeter.RECOVERY))
                    .saying(
                            srm.words() + ", requests and repairs that a member receives, " + runs.most()
                                    + " members over " + runs.fewest() + ": ",
                            ", ",
                            (pattern, factor) -> pattern.words() + " a factor of " + Words.factor(factor))
                    .atLeast(SIGNIFICANTLY));
        }
        return Finding.all("; ", each);
    }

    /** Figure 3. */
    Scenario highRate() {
        Case high = new Case(GossipSettings.HIGH_RATE, GossipSettings.LOW_LOSS, ThroughputMeter.THROUGHPUT);
        PaperText.Row row = GossipParameters.TEXT.row("7").with("rate", GossipSettings.HIGH_RATE);
        return row.scenario(
                runs.overMembers(PATTERNS, GossipSettings.HIGH_RATE, List.of(GossipSettings.LOW_LOSS)),
                ParameterRows.COLUMNS,
                List.of(new FigurePlan(
                        "row7-throughput",
                        measurements -> figure(
                                "Figure 3: throughput, " + GossipSettings.HIGH_RATE + "/s",
                                "messages per second and member",
                                List.of(high),
                                PATTERNS,
                                measurements))),
                List.of(
                        row.claim("patterns", measurements -> patterns(high, measurements)),
                        row.claim("decreases", measurements -> decreases(high, measurements)),
                        row.claim(
                                "nak-below",
                                measurements -> beside(
                                        above(high, PATTERNS, Contenders.nak(), measurements), high, measurements)),
                        row.claim(
                                "nak-faster",
                                measurements -> beside(
                                        fallsFaster(high, Contenders.nak(), measurements), high, measurements))));
    }

    /** Figures 4 to 6. */
    Scenario lowRate() {
        List<Case> cases = cases(GossipSettings.LOW_RATE, ThroughputMeter.THROUGHPUT);
        Case lossy = cases.get(1);
        PaperText.Row row = GossipParameters.TEXT.row("8").with("rate", GossipSettings.LOW_RATE);
        return row.scenario(
                runs.overMembers(PATTERNS, GossipSettings.LOW_RATE, GossipSettings.LOSSES),
                ParameterRows.COLUMNS,
                ofPatterns("row8", 4, "throughput", "messages per second and member", cases),
                List.of(
                        row.claim(
                                "gossip-above",
                                measurements -> beside(
                                        above(
                                                lossy,
                                                List.of(Pattern.ONE_ACTIVE, Pattern.BURSTY),
                                                Contenders.nak(),
                                                measurements),
                                        lossy,
                                        measurements)),
                        row.claim(
                                "nak-above",
                                measurements -> beside(
                                        below(lossy, Pattern.UNIFORM, Contenders.nak(), measurements),
                                        lossy,
                                        measurements)),
                        row.claim(
                                "nak-more-by-loss",
                                measurements -> beside(hurtMore(cases, measurements), lossy, measurements))));
    }

    /** Figures 14 to 16. */
    Scenario reliability() {
        List<Case> cases = cases(GossipSettings.HIGH_RATE, ThroughputMeter.RELIABILITY);
        Case lossy = cases.get(1);
        PaperText.Row row = GossipParameters.TEXT.row("9").with("rate", GossipSettings.HIGH_RATE);
        return row.scenario(
                runs.overMembers(PATTERNS, GossipSettings.HIGH_RATE, GossipSettings.LOSSES),
                ParameterRows.COLUMNS,
                ofPatterns("row9", 14, "reliability", "messages that reach a member (%)", cases),
                List.of(
                        row.claim("patterns", measurements -> patterns(lossy, measurements)),
                        row.claim("decreases", measurements -> decreases(lossy, measurements)),
                        row.claim(
                                "nak-below",
                                measurements -> beside(
                                        above(lossy, PATTERNS, Contenders.nak(), measurements), lossy, measurements)),
                        row.claim(
                                "nak-faster",
                                measurements -> beside(
                                        fallsFaster(lossy, Contenders.nak(), measurements), lossy, measurements))));
    }

    /** What the explanations quote of both protocols: how full links are, and what comes while messages are sent and after. */
    private Finding beside(Finding finding, Case one, Measurements measurements) {
        Finding all = finding.with("drain", Integer.toString(GossipSettings.DRAIN_SECONDS))
                .with("longer", choices.besideLongSending(measurements));
        for (int members : List.of(runs.fewest(), runs.most())) {
            List<String> each = new ArrayList<>();
            for (Pattern pattern : List.of(Pattern.ONE_ACTIVE, Pattern.UNIFORM)) {
                for (Contender contender : Contenders.ALL) {
                    Measurement measured = of(one, contender, pattern, members, measurements);
                    double got = measured.get(ThroughputMeter.THROUGHPUT) / measured.get(ThroughputMeter.OFFERED);
                    each.add(pattern.words() + ", " + contender.words() + ": busiest link "
                            + Words.percent(measured.get(ParameterRows.BUSIEST), 0) + ", "
                            + Words.percent(100 * got, 1) + " and "
                            + Words.percent(measured.get(ThroughputMeter.RELIABILITY), 1));
                }
            }
            all = all.with(
                    members == runs.fewest() ? "small" : "large", members + " members: " + String.join("; ", each));
        }
        return all;
    }

    /** What a figure shows over group size. */
    private record Case(int rate, int lossPerMille, String figure) {
        String words() {
            return Words.percent(lossPerMille / 10.0, 1);
        }
    }

    private static List<Case> cases(int rate, String figure) {
        return GossipSettings.LOSSES.stream()
                .map(loss -> new Case(rate, loss, figure))
                .toList();
    }

    private List<FigurePlan> ofPatterns(String row, int first, String what, String label, List<Case> cases) {
        List<FigurePlan> figures = new ArrayList<>();
        List<Pattern> order = List.of(Pattern.ONE_ACTIVE, Pattern.UNIFORM, Pattern.BURSTY);
        for (Pattern pattern : order) {
            int number = first + order.indexOf(pattern);
            figures.add(new FigurePlan(
                    row + "-" + pattern.words(),
                    measurements -> figure(
                            "Figure " + number + ": " + what + ", " + pattern.words() + ", "
                                    + cases.get(0).rate() + "/s",
                            label,
                            cases,
                            List.of(pattern),
                            measurements)));
        }
        return figures;
    }

    private Figure figure(
            String title, String label, List<Case> cases, List<Pattern> patterns, Measurements measurements) {
        return figure(title, label, cases, Contenders.ALL, patterns, measurements);
    }

    private Figure figure(
            String title,
            String label,
            List<Case> cases,
            List<Contender> contenders,
            List<Pattern> patterns,
            Measurements measurements) {
        List<Figure.Curve> curves = new ArrayList<>();
        for (Contender contender : contenders) {
            for (Pattern pattern : patterns) {
                for (Case one : cases) {
                    curves.add(Figure.Curve.over(
                            contender.words()
                                    + (patterns.size() > 1 ? ", " + pattern.words() : "")
                                    + (cases.size() > 1 ? ", loss " + one.words() : ""),
                            runs.members(),
                            members -> get(one, contender, pattern, members, measurements)));
                }
            }
        }
        return new Figure(title, "members", label, false, curves);
    }

    private Measurement of(Case one, Contender contender, Pattern pattern, int members, Measurements measurements) {
        return measurements.of(runs.overMembers(contender, pattern, members, one.rate(), one.lossPerMille()));
    }

    private double get(Case one, Contender contender, Pattern pattern, int members, Measurements measurements) {
        return of(one, contender, pattern, members, measurements).get(one.figure());
    }

    private Finding patterns(Case one, Measurements measurements) {
        Finding finding = bestAndWorst(
                one.figure().equals(ThroughputMeter.RELIABILITY)
                        ? "messages that reach a member until the end, "
                        : "messages that a member gets while messages are sent, of those offered, ",
                runs.most() + " members, loss " + one.words(),
                pattern -> of(one, Contenders.GOSSIP, pattern, runs.most(), measurements),
                one.figure());
        for (Pattern pattern : PATTERNS) {
            finding = finding.with("busiest-" + pattern.words(), busiest(one, pattern, measurements));
        }
        return finding;
    }

    /**
     * Whether the uniform pattern does best and one active member worst.
     *
     * @param figure throughput, which is seen relative to what is offered, or reliability
     */
    static Finding bestAndWorst(String what, String where, Function<Pattern, Measurement> of, String figure) {
        boolean isShare = figure.equals(ThroughputMeter.RELIABILITY);
        Judge<Pattern> all = Judge.over(PATTERNS, pattern -> {
            Measurement one = of.apply(pattern);
            return isShare ? one.get(figure) : 100 * one.get(figure) / one.get(ThroughputMeter.OFFERED);
        });
        Judge<Pattern> words = all.saying(
                what + where + ": ", ", ", (pattern, value) -> pattern.words() + " " + Words.percent(value, 2));
        return Finding.of(
                all.best() == Pattern.UNIFORM
                        && all.worst() == Pattern.ONE_ACTIVE
                        && all.highest() - all.lowest() >= APART,
                words.measured());
    }

    private String busiest(Case one, Pattern pattern, Measurements measurements) {
        return Words.percent(
                of(one, Contenders.GOSSIP, pattern, runs.most(), measurements).get(ParameterRows.BUSIEST), 0);
    }

    /** In the largest group, over that in the smallest. */
    private double ratio(Case one, Contender contender, Pattern pattern, Measurements measurements) {
        return get(one, contender, pattern, runs.most(), measurements)
                / get(one, contender, pattern, runs.fewest(), measurements);
    }

    private Finding decreases(Case one, Measurements measurements) {
        Finding finding = Judge.over(PATTERNS, pattern -> ratio(one, Contenders.GOSSIP, pattern, measurements))
                .saying(
                        one.figure() + " with " + runs.most() + " members in per cent of that with " + runs.fewest()
                                + ", loss " + one.words() + ": ",
                        ", ",
                        (pattern, ratio) -> pattern.words() + " " + Words.percent(100 * ratio, 1))
                .below(DECREASES);
        return finding.with("busiest", busiest(one, Pattern.UNIFORM, measurements))
                .with(
                        "refused",
                        Words.percent(
                                of(one, Contenders.GOSSIP, Pattern.UNIFORM, runs.most(), measurements)
                                        .get(ParameterRows.REFUSED),
                                2));
    }

    private Finding each(
            List<Pattern> patterns,
            List<Contender> others,
            String lead,
            ToDoubleBiFunction<Contender, Pattern> difference) {
        List<Finding> findings = new ArrayList<>();
        for (Contender other : others) {
            findings.add(Judge.over(patterns, pattern -> difference.applyAsDouble(other, pattern))
                    .saying(
                            other.words() + ", " + lead + ": ",
                            ", ",
                            (pattern, value) -> pattern.words() + " " + Words.places(value, 3))
                    .above(0));
        }
        return Finding.all("; ", findings);
    }

    private Finding fallsFaster(Case one, List<Contender> others, Measurements measurements) {
        return fallsFaster(one, PATTERNS, others, measurements);
    }

    private Finding fallsFaster(Case one, List<Pattern> patterns, List<Contender> others, Measurements measurements) {
        return each(
                patterns,
                others,
                "share lost from " + runs.fewest() + " to " + runs.most() + " members beyond Gossip's",
                (other, pattern) -> ratio(one, Contenders.GOSSIP, pattern, measurements)
                        - ratio(one, other, pattern, measurements));
    }

    private Finding above(Case one, List<Pattern> patterns, List<Contender> others, Measurements measurements) {
        return each(
                patterns,
                others,
                "least by which Gossip is above it at any group size",
                (other, pattern) -> Judge.<Integer>over(
                                runs.members(),
                                members -> get(one, Contenders.GOSSIP, pattern, members, measurements)
                                        - get(one, other, pattern, members, measurements))
                        .lowest());
    }

    private Finding below(Case one, Pattern which, List<Contender> others, Measurements measurements) {
        return each(
                List.of(which),
                others,
                "least by which it is above Gossip at any group size",
                (other, pattern) -> Judge.<Integer>over(
                                runs.members(),
                                members -> get(one, other, pattern, members, measurements)
                                        - get(one, Contenders.GOSSIP, pattern, members, measurements))
                        .lowest());
    }

    private Finding hurtMore(List<Case> cases, Measurements measurements) {
        return each(
                List.of(Pattern.ONE_ACTIVE, Pattern.BURSTY),
                Contenders.nak(),
                "what the higher loss takes from it beyond Gossip, " + runs.most() + " members",
                (other, pattern) -> drop(cases, other, pattern, measurements)
                        - drop(cases, Contenders.GOSSIP, pattern, measurements));
    }

    private double drop(List<Case> cases, Contender contender, Pattern pattern, Measurements measurements) {
        return get(cases.get(0), contender, pattern, runs.most(), measurements)
                - get(cases.get(1), contender, pattern, runs.most(), measurements);
    }
}
