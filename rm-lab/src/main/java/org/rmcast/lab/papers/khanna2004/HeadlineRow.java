package org.rmcast.lab.papers.khanna2004;

import static org.rmcast.lab.group.LatencyMeter.*;
import static org.rmcast.lab.group.MembershipMeter.*;
import static org.rmcast.lab.group.RepairMeter.*;
import static org.rmcast.lab.group.StateMeter.*;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.rmcast.lab.experiment.Claim;
import org.rmcast.lab.experiment.Figure;
import org.rmcast.lab.experiment.FigurePlan;
import org.rmcast.lab.experiment.Finding;
import org.rmcast.lab.experiment.Judge;
import org.rmcast.lab.experiment.Measurements;
import org.rmcast.lab.experiment.PaperText;
import org.rmcast.lab.experiment.Run;
import org.rmcast.lab.experiment.Scenario;
import org.rmcast.lab.experiment.Words;

/** What the paper makes of all rows together: who suffers from a faulty receiver, by how much, under which protocol. */
final class HeadlineRow {
    /** "A factor of up to 30": of that order if it is a third of it or more. */
    private static final double FACTOR_CLAIMED = 30;

    private static final double ORDER = 3;
    /** "The same uninterrupted quality of service": normal receivers under TRAM++ in any case. */
    private static final double ISOLATED = Effects.UNAFFECTED;

    private static final int DELAY_RECEIVERS = 5;

    private final TramRuns runs;

    /** One fault under both protocols. */
    private record Pair(TramFault fault, TramRun tram, TramRun plusPlus) {
        /** TRAM's figure over that of TRAM++. */
        double ratio(String figure, Measurements measurements) {
            return measurements.of(tram).get(figure) / measurements.of(plusPlus).get(figure);
        }
    }

    HeadlineRow(TramRuns runs) {
        this.runs = runs;
    }

    private List<Pair> pairs() {
        List<Pair> pairs = new ArrayList<>();
        for (TramFault fault : List.of(
                TramFault.drops(1),
                TramFault.drops(2),
                TramFault.drops(3),
                TramFault.drops(5),
                TramFault.ackWait(1_000),
                TramFault.ackWait(8_000),
                TramFault.ackWait(10_000))) {
            pairs.add(new Pair(
                    fault,
                    runs.tram(TramRuns.FAULT_HOPS, DELAY_RECEIVERS, fault),
                    runs.plusPlus(TramRuns.FAULT_HOPS, DELAY_RECEIVERS, fault)));
        }
        return pairs;
    }

    private TramRun errorFree(TramMode mode) {
        return runs.run(
                mode, PaperSettings.PRUNE_SHARE_LITERAL, TramRuns.FAULT_HOPS, DELAY_RECEIVERS, TramFault.none());
    }

    Scenario scenario() {
        List<Run> all = new ArrayList<>();
        for (Pair pair : pairs()) {
            all.add(pair.tram());
            all.add(pair.plusPlus());
        }
        all.add(errorFree(TramMode.TRAM));
        all.add(errorFree(TramMode.TRAM_PLUS_PLUS));
        PaperText.Row row = TramFailureHandling.TEXT.row("H");
        return row.scenario(
                all,
                DropRows.COLUMNS,
                List.of(figure()),
                List.of(
                        row.claim("isolation", this::isolation),
                        row.claim("factor", this::factor),
                        row.claim("sooner", this::sooner)));
    }

    private FigurePlan figure() {
        return new FigurePlan("headline", measurements -> {
            List<Pair> pairs = pairs();
            double[] x = new double[pairs.size()];
            double[] tram = new double[pairs.size()];
            double[] plusPlus = new double[pairs.size()];
            List<String> names = new ArrayList<>();
            for (int i = 0; i < x.length; i++) {
                x[i] = i;
                tram[i] = measurements.of(pairs.get(i).tram()).get(LATENCY_MEAN);
                plusPlus[i] = measurements.of(pairs.get(i).plusPlus()).get(LATENCY_MEAN);
                names.add(pairs.get(i).fault().words());
            }
            return new Figure(
                    "One faulty receiver of five: the others' latency",
                    "fault",
                    "normal receivers' mean latency (ms)",
                    false,
                    names,
                    List.of(
                            new Figure.Curve("TRAM", Figure.Style.BARS, x, tram)
                                    .within(spread(pairs, Pair::tram, measurements)),
                            new Figure.Curve("TRAM++", Figure.Style.BARS, x, plusPlus)
                                    .within(spread(pairs, Pair::plusPlus, measurements)),
                            new Figure.Curve(
                                    "the paper: TRAM++ times 30", Figure.Style.BARS, x, thirtyfold(plusPlus))));
        });
    }

    private static Figure.Spread spread(List<Pair> pairs, Function<Pair, TramRun> which, Measurements measurements) {
        return Figure.Spread.of(
                pairs.stream().map(pair -> measurements.of(which.apply(pair))).toList(), LATENCY_MEAN);
    }

    private static double[] thirtyfold(double[] values) {
        return Arrays.stream(values).map(value -> FACTOR_CLAIMED * value).toArray();
    }

    private Finding isolation(Measurements measurements) {
        double tram = Judge.over(
                        pairs(), pair -> Effects.normalFactor(pair.tram(), errorFree(TramMode.TRAM), measurements))
                .highest();
        double plusPlus = Judge.over(
                        pairs(),
                        pair -> Effects.normalFactor(pair.plusPlus(), errorFree(TramMode.TRAM_PLUS_PLUS), measurements))
                .highest();
        return Finding.of(
                        tram >= Effects.AFFECTED && plusPlus <= ISOLATED,
                        "normal receivers' mean latency against that without errors: TRAM up to a factor of "
                                + Words.factor(tram) + ", TRAM++ up to " + Words.factor(plusPlus))
                .because(plusPlus > ISOLATED ? Claim.WHY : "hardly");
    }

    private Finding factor(Measurements measurements) {
        Judge<Pair> means = Judge.over(pairs(), pair -> pair.ratio(LATENCY_MEAN, measurements));
        double window = Judge.over(pairs(), pair -> pair.ratio(LATENCY_WORST_BLOCK, measurements))
                .highest();
        return Finding.of(
                means.highest() >= FACTOR_CLAIMED / ORDER,
                "means up to a factor of " + Words.factor(means.highest()) + " ("
                        + means.best().fault().words() + "), worst ack windows up to " + Words.factor(window));
    }

    private Finding sooner(Measurements measurements) {
        List<String> parts = new ArrayList<>();
        boolean any = false;
        boolean held = true;
        for (Pair pair : pairs()) {
            double tram = measurements.of(pair.tram()).getOr(FIRST_PRUNING, Double.POSITIVE_INFINITY);
            double plusPlus = measurements.of(pair.plusPlus()).getOr(FIRST_PRUNING, Double.POSITIVE_INFINITY);
            if (Double.isFinite(tram) || Double.isFinite(plusPlus)) {
                any = true;
                held &= plusPlus <= tram;
                parts.add(pair.fault().words() + ": TRAM " + packet(tram) + ", TRAM++ " + packet(plusPlus));
            }
        }
        return any ? Finding.of(held, String.join("; ", parts)) : Finding.notTestable("nobody was pruned in any case");
    }

    private static String packet(double at) {
        return Double.isFinite(at) ? "at packet " + Words.count(at) : "never";
    }
}
