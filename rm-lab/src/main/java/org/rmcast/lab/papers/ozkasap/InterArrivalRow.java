package org.rmcast.lab.papers.ozkasap;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.BiFunction;
import org.rmcast.lab.experiment.Figure;
import org.rmcast.lab.experiment.FigurePlan;
import org.rmcast.lab.experiment.Finding;
import org.rmcast.lab.experiment.Judge;
import org.rmcast.lab.experiment.Measurements;
import org.rmcast.lab.experiment.PaperText;
import org.rmcast.lab.experiment.Repetitions;
import org.rmcast.lab.experiment.Run;
import org.rmcast.lab.experiment.Scenario;
import org.rmcast.lab.experiment.Words;
import org.rmcast.lab.group.Contender;
import org.rmcast.lab.group.Histogram;
import org.rmcast.lab.group.ObserverMeter;
import org.rmcast.lab.group.PacketMeter;
import org.rmcast.lab.group.RequestMeter;
import org.rmcast.lab.group.Traffic;

/** Section 5.1: the times between arrivals at a typical receiver, in groups of different size. */
final class InterArrivalRow {
    /**
     * "Stable as group size scales up": the histogram of the smallest group becomes that of another if arrivals move by at most
     * so many milliseconds on average, a twentieth of the time between messages. How many move is no measure: a datagram takes
     * more than a millisecond on a link, so that each repair in front of it puts it into the next bin.
     */
    private static final double SAME_SHAPE_MILLIS = 0.5;
    /** "On the average N times 10 destinations": gossips that a member sends in a second, give or take so much. */
    private static final double GOSSIPS_PER_SECOND = 10;

    private static final double GOSSIP_TOLERANCE = 0.1;
    /** "Does not increase with the group size": control traffic of a member in the largest group over that in the smallest. */
    private static final double NO_INCREASE = 1.1;
    /** "Increases linearly": the same, over the factor by which the group grows. */
    private static final double LINEAR = 0.7;
    /** Few times are longer, and those are much longer. */
    private static final int PLOTTED_MILLIS = 40;

    private final StudyRuns runs;

    InterArrivalRow(StudyRuns runs) {
        this.runs = runs;
    }

    Scenario scenario() {
        PaperText.Row row = BimodalMulticast.TEXT.row("1").with("level", StudySettings.OBSERVER_LEVEL);
        return row.scenario(
                runs.trees(StudySettings.NOISE_PER_MILLE),
                List.of(
                        ObserverMeter.INTER_ARRIVAL_MEAN,
                        ObserverMeter.INTER_ARRIVAL_P50,
                        ObserverMeter.INTER_ARRIVAL_P99,
                        ObserverMeter.REPAIRED,
                        ObserverMeter.DELIVERED,
                        PacketMeter.sentPerSecond(Traffic.Kind.STATE),
                        PacketMeter.CONTROL,
                        Repetitions.lowest(PacketMeter.CONTROL),
                        Repetitions.highest(PacketMeter.CONTROL),
                        PacketMeter.RECOVERY,
                        PacketMeter.OVERHEAD_RECEIVED),
                List.of(
                        new FigurePlan(
                                "row1-inter-arrival", measurements -> figure("(a)", Contenders.BASIC, measurements)),
                        new FigurePlan(
                                "row1-inter-arrival-srm",
                                measurements -> figure("(b)", Contenders.srm().get(0), measurements)),
                        new FigurePlan(
                                "row1-control",
                                measurements -> control("1 %", PacketMeter.CONTROL, runs::tree, measurements)),
                        new FigurePlan(
                                "row1-recovery",
                                measurements -> control("1 %", PacketMeter.RECOVERY, runs::tree, measurements))),
                List.of(
                        row.claim("stable", measurements -> sameShape(Contenders.BASIC, measurements)),
                        row.claim("gossip-per-member", this::gossip),
                        row.claim("control-stays", measurements -> controlStays(runs::tree, measurements)),
                        row.claim("srm-changes", this::srmChanges),
                        row.claim("srm-linear", this::srmLinear)));
    }

    /** Section 6: the same with little noise. */
    Scenario lowNoise() {
        PaperText.Row row = BimodalMulticast.TEXT.row("7");
        return row.scenario(
                runs.trees(StudySettings.LOW_NOISE_PER_MILLE),
                List.of(
                        RequestMeter.ASKED,
                        PacketMeter.sentPerSecond(Traffic.Kind.REQUEST),
                        PacketMeter.sentPerSecond(Traffic.Kind.REPAIR),
                        PacketMeter.CONTROL,
                        PacketMeter.RECOVERY,
                        RequestMeter.IN_VAIN,
                        ObserverMeter.DELIVERED),
                List.of(new FigurePlan(
                        "row7-recovery",
                        measurements -> control("0.1 %", PacketMeter.RECOVERY, this::quietTree, measurements))),
                List.of(
                        row.claim("control-stays", measurements -> controlStays(this::quietTree, measurements)),
                        row.claim("srm-defeated", this::srmDefeated)));
    }

    private Run quietTree(Contender contender, int nodes) {
        return runs.tree(contender, nodes, StudySettings.LOW_NOISE_PER_MILLE);
    }

    private Figure figure(String part, Contender contender, Measurements measurements) {
        return new Figure(
                "Figure 10" + part + ": times between arrivals of data messages, " + contender.words(),
                "time since the arrival before (ms), up to " + PLOTTED_MILLIS,
                "share of arrivals (%)",
                false,
                runs.treeSizes().stream()
                        .map(nodes -> Figure.Curve.histogram(
                                        nodes + " nodes",
                                        measurements
                                                .of(runs.tree(contender, nodes))
                                                .series(ObserverMeter.INTER_ARRIVAL_SERIES),
                                        ObserverMeter.SHARE)
                                .upTo(PLOTTED_MILLIS))
                        .toList());
    }

    private Figure control(
            String noise, String figure, BiFunction<Contender, Integer, Run> tree, Measurements measurements) {
        List<Figure.Curve> curves = Contenders.OF_TREES.stream()
                .map(contender -> Figure.Curve.over(
                        contender.words(),
                        runs.treeSizes(),
                        nodes -> measurements.of(tree.apply(contender, nodes)).get(figure)))
                .toList();
        return new Figure(
                (figure.equals(PacketMeter.CONTROL) ? "Control traffic" : "Requests and repairs")
                        + " of a member, noise " + noise,
                "members",
                "datagrams received per second",
                false,
                curves);
    }

    private int fewest() {
        return runs.treeSizes().get(0);
    }

    private int most() {
        return runs.treeSizes().get(runs.treeSizes().size() - 1);
    }

    private Judge<Integer> shifts(Contender contender, Measurements measurements) {
        List<Integer> others = runs.treeSizes().subList(1, runs.treeSizes().size());
        double[] first = shares(contender, fewest(), measurements);
        return Judge.<Integer>over(others, nodes -> Histogram.shift(first, shares(contender, nodes, measurements)))
                .saying(
                        contender.words() + ", how far arrivals would have to move on average, of 10 ms, to give the"
                                + " histogram of " + fewest() + " nodes: ",
                        ", ",
                        (nodes, shift) -> String.format(
                                Locale.ROOT,
                                "%d nodes by %.2f ms (%s of them move)",
                                nodes,
                                shift,
                                Words.percent(Histogram.distance(first, shares(contender, nodes, measurements)))));
    }

    private Finding sameShape(Contender contender, Measurements measurements) {
        return shifts(contender, measurements).atMost(SAME_SHAPE_MILLIS);
    }

    private Finding srmChanges(Measurements measurements) {
        return Finding.all(
                "; ",
                Contenders.srm().stream()
                        .map(srm -> shifts(srm, measurements).above(SAME_SHAPE_MILLIS))
                        .toList());
    }

    private double[] shares(Contender contender, int nodes, Measurements measurements) {
        return Arrays.stream(measurements
                        .of(runs.tree(contender, nodes))
                        .series(ObserverMeter.INTER_ARRIVAL_SERIES)
                        .y(ObserverMeter.SHARE))
                .map(percent -> percent / 100)
                .toArray();
    }

    private Finding gossip(Measurements measurements) {
        Judge<Integer> sent = Judge.<Integer>over(
                        runs.treeSizes(), nodes -> Math.abs(gossipsOfMember(nodes, measurements) - GOSSIPS_PER_SECOND))
                .saying(
                        "gossips that a member sends per second: ",
                        ", ",
                        (nodes, off) -> nodes + " nodes " + Words.factor(gossipsOfMember(nodes, measurements)));
        return sent.atMost(GOSSIP_TOLERANCE);
    }

    private double gossipsOfMember(int nodes, Measurements measurements) {
        return measurements.of(runs.tree(Contenders.BASIC, nodes)).get(PacketMeter.sentPerSecond(Traffic.Kind.STATE))
                / nodes;
    }

    private Judge<Contender> growth(
            List<Contender> contenders,
            String figure,
            BiFunction<Contender, Integer, Run> tree,
            Measurements measurements) {
        return Judge.over(
                        contenders,
                        contender ->
                                measurements.of(tree.apply(contender, most())).get(figure)
                                        / measurements
                                                .of(tree.apply(contender, fewest()))
                                                .get(figure))
                .saying(
                        (figure.equals(PacketMeter.CONTROL) ? "control datagrams" : "requests and repairs")
                                + " that a member receives per second, from " + fewest() + " to " + most()
                                + " members: ",
                        "; ",
                        (contender, factor) -> contender.words() + " "
                                + words(tree.apply(contender, fewest()), figure, measurements) + " to "
                                + words(tree.apply(contender, most()), figure, measurements));
    }

    private static String words(Run run, String figure, Measurements measurements) {
        return Repetitions.words(measurements.of(run), figure, value -> String.format(Locale.ROOT, "%.1f", value));
    }

    private Finding controlStays(BiFunction<Contender, Integer, Run> tree, Measurements measurements) {
        return growth(List.of(Contenders.BASIC), PacketMeter.CONTROL, tree, measurements)
                .atMost(NO_INCREASE);
    }

    private Finding srmLinear(Measurements measurements) {
        return growth(Contenders.srm(), PacketMeter.RECOVERY, runs::tree, measurements)
                .atLeast(LINEAR * most() / fewest());
    }

    private Finding srmDefeated(Measurements measurements) {
        return growth(Contenders.srm(), PacketMeter.RECOVERY, this::quietTree, measurements)
                .atLeast(LINEAR * most() / fewest());
    }
}
