package org.rmcast.lab.papers.ozkasap;

import static org.rmcast.lab.group.Traffic.Kind.REPAIR;
import static org.rmcast.lab.group.Traffic.Kind.REQUEST;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.rmcast.lab.experiment.Claim;
import org.rmcast.lab.experiment.Column;
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
import org.rmcast.lab.group.Contender;
import org.rmcast.lab.group.LinkMeter;
import org.rmcast.lab.group.ObserverMeter;
import org.rmcast.lab.group.PacketMeter;
import org.rmcast.lab.group.RequestMeter;

/** Section 5.2: request and repair traffic, and latency, behind a router with little bandwidth. */
final class LimitedRootRow {
    /** "Remains nearly constant": the highest rate of requests over the lowest. */
    private static final double NEARLY_CONSTANT = 1.25;
    /** "Consistent with the size of the group": repairs per member and second at the largest group over those at the smallest. */
    private static final double CONSISTENT = 1.5;
    /** Messages of the largest group that arrive, in per cent, if no more is lost than the protocol's model expects. */
    private static final double ALL_BUT_FEW = 99.9;
    /** "Dramatic": requests of the largest group over those of 60 members. */
    private static final double DRAMATIC = 2;
    /** "A large percentage with high latency values, up to 15 s": what one in a hundred takes longer than. */
    private static final double HIGH_LATENCY_MILLIS = 5_000;

    private static final int BEFORE_SATURATION = 60;
    private static final String BUSIEST = LinkMeter.busiest(LimitedRootRun.LINKS);

    /** SRM has few that are later, and much later. */
    private static final int PLOTTED_MILLIS = 2_000;

    private final StudyRuns runs;

    LimitedRootRow(StudyRuns runs) {
        this.runs = runs;
    }

    Scenario scenario() {
        PaperText.Row row = BimodalMulticast.TEXT.row("2");
        List<Claim> claims = new ArrayList<>();
        for (Contender variant : Contenders.LIMITED_VARIANTS) {
            String id = variant.id();
            claims.add(row.claim("requests-" + id, measurements -> requests(variant, measurements)));
            claims.add(row.claim("repairs-" + id, measurements -> repairs(variant, measurements)));
            claims.add(row.claim("arrive-" + id, measurements -> arrive(variant, measurements)));
            claims.add(row.claim("latency-" + id, measurements -> latency(variant, measurements)));
        }
        claims.add(row.claim("srm-requests", this::srmRequests));
        claims.add(row.claim("srm-latency", this::srmLatency));
        return row.scenario(
                runs.limited(),
                List.of(
                        RequestMeter.OBSERVER_ASKED,
                        RequestMeter.ASKED,
                        PacketMeter.sentPerSecond(REQUEST),
                        PacketMeter.observerReceivedPerSecond(REQUEST),
                        PacketMeter.sentPerSecond(REPAIR),
                        PacketMeter.observerReceivedPerSecond(REPAIR),
                        ObserverMeter.REPAIRED,
                        ObserverMeter.NODE_P50,
                        ObserverMeter.NODE_P99,
                        ObserverMeter.FIFO_MEAN,
                        ObserverMeter.FIFO_MAX,
                        ObserverMeter.ARRIVED,
                        Repetitions.lowest(ObserverMeter.ARRIVED),
                        BUSIEST,
                        LinkMeter.overflowed(LimitedRootRun.LINKS)),
                List.of(
                        overMembers(
                                "row2-requests",
                                "Figure 12(a): requests of the receiver watched",
                                "packets asked for per second",
                                RequestMeter.OBSERVER_ASKED),
                        overMembers(
                                "row2-requests-heard",
                                "Figure 12(a): requests that the receiver watched hears",
                                "requests received per second",
                                PacketMeter.observerReceivedPerSecond(REQUEST)),
                        overMembers(
                                "row2-repairs",
                                "Figure 12(b): repairs at the receiver watched",
                                "repairs received per second",
                                PacketMeter.observerReceivedPerSecond(REPAIR)),
                        histogram("row2-node", "Figure 13: at the node", ObserverMeter.AT_NODE),
                        histogram("row2-fifo", "Figure 13: after FIFO", ObserverMeter.AFTER_FIFO),
                        overMembers(
                                "row2-links",
                                "The root's links",
                                "time in which the busiest carries something (%)",
                                BUSIEST),
                        new FigurePlan("row2-degree", this::overLinks)),
                claims);
    }

    private FigurePlan overMembers(String name, String title, String label, String figure) {
        return new FigurePlan(
                name,
                measurements -> new Figure(
                        title + ", slow root",
                        "members",
                        label,
                        false,
                        curves(
                                runs.limitedSizes(),
                                (contender, members) ->
                                        of(contender, members, measurements).get(figure))));
    }

    private Figure overLinks(Measurements measurements) {
        return new Figure(
                "Messages that arrive, " + largest() + " members, over the links of the root",
                "links of the root",
                "messages that arrive (%)",
                false,
                curves(
                        runs.rootLinks(),
                        (contender, links) -> measurements
                                .of(runs.limited(contender, largest(), links))
                                .get(ObserverMeter.ARRIVED)));
    }

    /** A figure of a contender in one of several cases. */
    @FunctionalInterface
    private interface OfCase {
        double of(Contender contender, int which);
    }

    private static List<Figure.Curve> curves(List<Integer> cases, OfCase value) {
        return Contenders.OF_BACKGROUND.stream()
                .map(contender -> Figure.Curve.over(contender.words(), cases, which -> value.of(contender, which)))
                .toList();
    }

    private FigurePlan histogram(String name, String title, Column column) {
        return new FigurePlan(
                name,
                measurements -> new Figure(
                        title + ", " + largest() + " members",
                        "latency (ms), up to " + PLOTTED_MILLIS,
                        "messages (%)",
                        false,
                        Contenders.OF_BACKGROUND.stream()
                                .map(contender -> Figure.Curve.of(
                                                contender.words(),
                                                of(contender, largest(), measurements)
                                                        .series(ObserverMeter.LATENCY_SERIES),
                                                column)
                                        .upTo(PLOTTED_MILLIS))
                                .toList()));
    }

    private Measurement of(Contender contender, int members, Measurements measurements) {
        return measurements.of(runs.limited(contender, members));
    }

    private int largest() {
        return runs.mostLimited();
    }

    private Judge<Integer> overSizes(ToDoubleFunction<Integer> figure) {
        return Judge.over(runs.limitedSizes(), figure);
    }

    private Finding requests(Contender variant, Measurements measurements) {
        Finding finding = overSizes(
                        members -> of(variant, members, measurements).get(RequestMeter.OBSERVER_ASKED))
                .saying(
                        "packets that the receiver watched asks for per second: ",
                        ", ",
                        (members, rate) -> members + " members "
                                + Repetitions.words(
                                        of(variant, members, measurements), RequestMeter.OBSERVER_ASKED, Words::factor))
                .apartAtMost(NEARLY_CONSTANT);
        return saturation(finding, variant, measurements);
    }

    /** What the explanations quote: how busy the root's links are, and what comes where they are as fast as all others. */
    private Finding saturation(Finding finding, Contender variant, Measurements measurements) {
        int fewest = runs.limitedSizes().get(0);
        Measurement slow = of(variant, largest(), measurements);
        Measurement branched = measurements.of(runs.limited(variant, largest(), mostLinks()));
        Measurement fast = measurements.of(runs.unlimited(variant));
        return finding.with("members", Integer.toString(largest()))
                .with("fewest", Integer.toString(fewest))
                .with(
                        "busy-fewest",
                        Words.percent(of(variant, fewest, measurements).get(BUSIEST), 0))
                .with("busy", Words.percent(slow.get(BUSIEST), 0))
                .with("refused", Words.percent(slow.get(LinkMeter.overflowed(LimitedRootRun.LINKS)), 1))
                .with("links", Integer.toString(mostLinks()))
                .with("busy-links", Words.percent(branched.get(BUSIEST), 0))
                .with("arrived-links", Words.percent(branched.get(ObserverMeter.ARRIVED), 2))
                .with("busy-fast", Words.percent(fast.get(BUSIEST), 0))
                .with("asked-fast", Words.factor(fast.get(RequestMeter.OBSERVER_ASKED)))
                .with("sent-fast", Words.factor(fast.get(PacketMeter.sentPerSecond(REPAIR)) / largest()))
                .with("arrived-fast", Words.percent(fast.get(ObserverMeter.ARRIVED), 2))
                .with("median-fast", Words.millis(fast.get(ObserverMeter.NODE_P50)));
    }

    private Finding repairs(Contender variant, Measurements measurements) {
        String observed = PacketMeter.observerReceivedPerSecond(REPAIR);
        Judge<Integer> all = overSizes(
                members -> of(variant, members, measurements).get(PacketMeter.sentPerSecond(REPAIR)) / members);
        Finding consistent = all.saying(
                        "repairs sent per member and second: ",
                        ", ",
                        (members, rate) -> members + " members " + Words.factor(rate) + " (received by the one watched "
                                + Words.factor(
                                        of(variant, members, measurements).get(observed)) + ")")
                .apartAtMost(CONSISTENT);
        return saturation(consistent, variant, measurements);
    }

    private Finding arrive(Contender variant, Measurements measurements) {
        Measurement largest = of(variant, largest(), measurements);
        Finding finding = Finding.of(
                largest.get(ObserverMeter.ARRIVED) >= ALL_BUT_FEW,
                Repetitions.words(largest, ObserverMeter.ARRIVED, value -> Words.percent(value, 2)) + " arrive at "
                        + largest() + " members");
        return saturation(finding, variant, measurements);
    }

    private Finding latency(Contender variant, Measurements measurements) {
        Measurement largest = of(variant, largest(), measurements);
        double median = largest.get(ObserverMeter.NODE_P50);
        Finding finding = Finding.of(
                median < StudySettings.ROUND.toMillis(),
                "median at the node " + Words.millis(median) + ", 99 % within "
                        + Words.millis(largest.get(ObserverMeter.NODE_P99)) + "; mean after FIFO "
                        + Words.millis(largest.get(ObserverMeter.FIFO_MEAN)) + ", longest "
                        + Words.millis(largest.get(ObserverMeter.FIFO_MAX)));
        return saturation(finding, variant, measurements);
    }

    private Finding srmRequests(Measurements measurements) {
        int before = runs.limitedSizes().contains(BEFORE_SATURATION)
                ? BEFORE_SATURATION
                : runs.limitedSizes().get(0);
        Finding finding = Judge.over(
                        Contenders.srm(),
                        srm -> of(srm, largest(), measurements).get(PacketMeter.observerReceivedPerSecond(REQUEST))
                                / of(srm, before, measurements).get(PacketMeter.observerReceivedPerSecond(REQUEST)))
                .saying(
                        "requests at the receiver watched, " + largest() + " members over " + before + ": ",
                        ", ",
                        (srm, factor) -> srm.words() + " a factor of " + Words.factor(factor))
                .atLeast(DRAMATIC);
        return explained(finding, measurements);
    }

    private Finding srmLatency(Measurements measurements) {
        Finding finding = Judge.over(
                        Contenders.srm(),
                        srm -> of(srm, largest(), measurements).get(ObserverMeter.FIFO_P99))
                .saying(
                        "one in a hundred takes longer than: ",
                        ", ",
                        (srm, millis) -> srm.words() + " " + Words.millis(millis))
                .atLeast(HIGH_LATENCY_MILLIS);
        return explained(finding, measurements);
    }

    private Finding explained(Finding finding, Measurements measurements) {
        return finding.with("members", Integer.toString(largest()))
                .with("busy", srmBusy(measurements))
                .with("links", Integer.toString(mostLinks()))
                .with("branched", srmBranched(measurements));
    }

    /** What becomes of it where more links leave the root. */
    private String srmBranched(Measurements measurements) {
        return Judge.over(
                        Contenders.srm(),
                        srm -> measurements
                                .of(runs.limited(srm, largest(), mostLinks()))
                                .get(PacketMeter.observerReceivedPerSecond(REQUEST)))
                .saying("the receiver watched hears ", ", ", (srm, requests) -> {
                    Measurement one = measurements.of(runs.limited(srm, largest(), mostLinks()));
                    return Words.factor(requests) + " requests/s with " + srm.words() + ", and of the messages "
                            + Words.percent(one.get(ObserverMeter.ARRIVED), 2) + " arrive, 99 % of those within "
                            + Words.millis(one.get(ObserverMeter.NODE_P99));
                })
                .measured();
    }

    private int mostLinks() {
        return runs.rootLinks().get(runs.rootLinks().size() - 1);
    }

    /** How busy the root's links are, and what becomes of the messages. */
    private String srmBusy(Measurements measurements) {
        return Judge.over(
                        Contenders.srm(),
                        srm -> of(srm, largest(), measurements).get(BUSIEST))
                .saying("", ", ", (srm, busy) -> {
                    Measurement one = of(srm, largest(), measurements);
                    return Words.percent(busy, 0) + " of the time with " + srm.words() + ", of which "
                            + Words.percent(one.get(ObserverMeter.ARRIVED), 2) + " arrive, half of them within "
                            + Words.millis(one.get(ObserverMeter.NODE_P50));
                })
                .measured();
    }
}
