package org.rmcast.lab.papers.khanna2004;

import static org.rmcast.lab.group.GroupFigures.*;

import java.util.ArrayList;
import java.util.List;
import org.rmcast.lab.experiment.Claim;
import org.rmcast.lab.experiment.Figure;
import org.rmcast.lab.experiment.FigurePlan;
import org.rmcast.lab.experiment.Finding;
import org.rmcast.lab.experiment.Measurements;
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
    private record Pair(TramFault fault, TramRun tram, TramRun plusPlus) {}

    HeadlineRow(TramRuns runs) {
        this.runs = runs;
    }

    private List<Pair> pairs() {
        List<Pair> pairs = new ArrayList<>();
        for (TramFault fault : List.of(
                TramFault.drop(1),
                TramFault.drop(2),
                TramFault.drop(3),
                TramFault.drop(5),
                TramFault.ackDelay(1_000),
                TramFault.ackDelay(8_000),
                TramFault.ackDelay(10_000))) {
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
        return new Scenario(
                "H",
                "Headline: one faulty receiver, TRAM and TRAM++ side by side",
                "5 receivers, one of them faulty; all faults, both protocols, the threshold of table 2.",
                all,
                DropRows.COLUMNS,
                List.of(figure()),
                List.of(
                        new Claim(
                                "TRAM does not isolate the normal receivers from a faulty one; TRAM++ does.",
                                "5.3",
                                this::isolation),
                        new Claim(
                                "In cases with errors the latency of normal receivers in TRAM++ is better by a factor of up to"
                                        + " 30.",
                                "5.3",
                                this::factor),
                        new Claim("TRAM++ prunes a malicious receiver sooner than TRAM.", "5.3", this::sooner)));
    }

    private FigurePlan figure() {
        return new FigurePlan("headline", measurements -> {
            List<Pair> pairs = pairs();
            double[] x = new double[pairs.size()];
            double[] tram = new double[pairs.size()];
            double[] plusPlus = new double[pairs.size()];
            List<String> names = new ArrayList<>();
            for (int i = 0; i < x.length; i++) {
                x[i] = i + 1;
                tram[i] = measurements.of(pairs.get(i).tram()).get(LATENCY_MEAN);
                plusPlus[i] = measurements.of(pairs.get(i).plusPlus()).get(LATENCY_MEAN);
                names.add((i + 1) + " " + pairs.get(i).fault().id());
            }
            return new Figure(
                    "One faulty receiver of five: the others' latency",
                    "fault: " + String.join(", ", names),
                    "normal receivers' mean latency (ms)",
                    false,
                    List.of(new Figure.Curve("TRAM", true, x, tram), new Figure.Curve("TRAM++", true, x, plusPlus)));
        });
    }

    private Finding isolation(Measurements measurements) {
        double tramWorst = 0;
        double plusPlusWorst = 0;
        for (Pair pair : pairs()) {
            tramWorst = Math.max(tramWorst, Effects.normalFactor(pair.tram(), errorFree(TramMode.TRAM), measurements));
            plusPlusWorst = Math.max(
                    plusPlusWorst,
                    Effects.normalFactor(pair.plusPlus(), errorFree(TramMode.TRAM_PLUS_PLUS), measurements));
        }
        return Finding.of(
                        tramWorst >= Effects.AFFECTED && plusPlusWorst <= ISOLATED,
                        "normal receivers' mean latency against that without errors: TRAM up to a factor of "
                                + Words.factor(tramWorst) + ", TRAM++ up to " + Words.factor(plusPlusWorst))
                .ifNotHeld(
                        plusPlusWorst > ISOLATED
                                ? Effects.WINDOW_COUNTS
                                : "Under TRAM they hardly suffer here: repairs come within the slowest receiver's window.");
    }

    private Finding factor(Measurements measurements) {
        double best = 0;
        double bestWindow = 0;
        String fault = "";
        for (Pair pair : pairs()) {
            double factor = measurements.of(pair.tram()).get(LATENCY_MEAN)
                    / measurements.of(pair.plusPlus()).get(LATENCY_MEAN);
            double window = measurements.of(pair.tram()).get(LATENCY_WORST_BLOCK)
                    / measurements.of(pair.plusPlus()).get(LATENCY_WORST_BLOCK);
            if (factor > best) {
                best = factor;
                fault = pair.fault().words();
            }
            bestWindow = Math.max(bestWindow, window);
        }
        return Finding.of(
                        Math.max(best, bestWindow) >= FACTOR_CLAIMED / ORDER,
                        "means up to a factor of " + Words.factor(best) + " (" + fault + "), worst ack windows up to "
                                + Words.factor(bestWindow))
                .ifNotHeld(
                        "The factor is how far TRAM's sender is slowed down: the queue at the sender takes as many times"
                                + " longer. In the paper its rate fell to near the minimum, a fortieth of the maximum; here"
                                + " JRMS's rules, followed to the letter, keep it far above that, because repairs come within an"
                                + " ack window or two.");
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
