package org.rmcast.lab.papers.khanna2004;

import static org.rmcast.lab.group.LatencyMeter.*;
import static org.rmcast.lab.group.MembershipMeter.*;
import static org.rmcast.lab.group.RepairMeter.*;
import static org.rmcast.lab.group.StateMeter.*;

import java.util.ArrayList;
import java.util.List;
import org.rmcast.lab.experiment.Claim;
import org.rmcast.lab.experiment.Figure;
import org.rmcast.lab.experiment.FigurePlan;
import org.rmcast.lab.experiment.Finding;
import org.rmcast.lab.experiment.Judge;
import org.rmcast.lab.experiment.Measurement;
import org.rmcast.lab.experiment.Measurements;
import org.rmcast.lab.experiment.PaperText;
import org.rmcast.lab.experiment.Run;
import org.rmcast.lab.experiment.Scenario;
import org.rmcast.lab.experiment.Words;
import org.rmcast.lab.papers.khanna2004.TramFigures.Named;

/** Packets dropped on the way to one receiver: rows 3, 7 and 8. */
final class DropRows {
    /** "Above 10,000 ms". */
    private static final double VERY_LATE_MS = 10_000;
    /** "Only down to about 750": nearer to the high mark of 800 than to the low one. */
    private static final double HARDLY_PURGED = 600;

    private static final double SAID_TROUGH = 750;
    /** "Around 650 packets": within a factor of two. */
    private static final double PRUNED_AT = 650;

    private static final double PRUNED_AT_FACTOR = 2;
    /** "Near zero". */
    private static final double NEAR_ZERO = 0.1;

    private static final List<Integer> DROPS = List.of(1, 3, 5);
    static final List<String> COLUMNS = List.of(
            LATENCY_MEAN,
            LATENCY_P99,
            LATENCY_WORST_BLOCK,
            ofFaulty(LATENCY_MEAN),
            ofFaulty(DELIVERED_SHARE),
            RATE_MEAN,
            RATE_MIN,
            HEAD_TROUGH,
            HEAD_PEAK,
            SENDER_TROUGH,
            PRUNINGS,
            JOINS,
            FIRST_PRUNING);

    private final TramRuns runs;

    DropRows(TramRuns runs) {
        this.runs = runs;
    }

    /** How many receivers the runs have that are looked at closely. */
    private int close() {
        return runs.dropCloseLookReceivers();
    }

    private TramRun tram(int drop, int receivers) {
        return runs.tram(TramRuns.FAULT_HOPS, receivers, TramFault.drops(drop));
    }

    private TramRun errorFree(TramMode mode, int receivers) {
        return runs.run(mode, PaperSettings.PRUNE_SHARE_LITERAL, TramRuns.FAULT_HOPS, receivers, TramFault.none());
    }

    /** Row 3. */
    Scenario tram() {
        List<Run> all = new ArrayList<>();
        for (int drop : DROPS) {
            for (int receivers : runs.receiversWithFaulty()) {
                all.add(tram(drop, receivers));
            }
        }
        all.add(errorFree(TramMode.TRAM, close()));
        List<Named> closeLook = List.of(new Named("3 of 50", tram(3, close())), new Named("5 of 50", tram(5, close())));
        PaperText.Row row = TramFailureHandling.TEXT
                .row("3")
                .with("receivers", ErrorFreeRows.list(runs.receiversWithFaulty()))
                .with("hops", TramRuns.FAULT_HOPS);
        return row.scenario(
                all,
                COLUMNS,
                List.of(
                        overReceivers(),
                        TramFigures.latency(
                                "row3-latency-over-packets", "Figure 6(a), (d): TRAM, packets dropped", closeLook),
                        TramFigures.rate("row3-rate", "Figure 6(b), (e): TRAM, packets dropped", closeLook),
                        TramFigures.headBuffer(
                                "row3-head-buffer",
                                "Figure 6(c), (f): TRAM, packets dropped",
                                closeLook,
                                "the paper at 3 of 50: down to about 750",
                                SAID_TROUGH)),
                List.of(
                        row.claim("alike", this::hitAlike),
                        row.claim("very-late", this::veryLate),
                        row.claim("hardly-purged", this::hardlyPurged),
                        row.claim("pruned", this::prunedAt5),
                        row.claim("emptied", this::emptied)));
    }

    private FigurePlan overReceivers() {
        return new FigurePlan("row3-latency", measurements -> {
            List<Figure.Curve> curves = new ArrayList<>();
            double[] x = runs.receiversWithFaulty().stream()
                    .mapToDouble(Integer::doubleValue)
                    .toArray();
            for (int drop : DROPS) {
                double[] y = runs.receiversWithFaulty().stream()
                        .mapToDouble(count -> measurements.of(tram(drop, count)).get(LATENCY_MEAN))
                        .toArray();
                List<Measurement> repeated = runs.receiversWithFaulty().stream()
                        .map(count -> measurements.of(tram(drop, count)))
                        .toList();
                curves.add(new Figure.Curve(drop + " of 50 dropped", true, x, y)
                        .within(Figure.Spread.of(repeated, LATENCY_MEAN)));
            }
            curves.add(Figure.Curve.said("the paper: above this", x[0], x[x.length - 1], VERY_LATE_MS));
            return new Figure(
                    "Figure 6(a), (d): TRAM, packets dropped",
                    "receivers",
                    "normal receivers' mean latency (ms)",
                    false,
                    curves);
        });
    }

    private Finding hitAlike(Measurements measurements) {
        return Judge.<Integer>over(
                        DROPS,
                        drop -> closeLook(drop, measurements).get(ofFaulty(LATENCY_MEAN))
                                / closeLook(drop, measurements).get(LATENCY_MEAN))
                .saying("", "; ", (drop, factor) -> {
                    Measurement run = closeLook(drop, measurements);
                    return drop + " of 50: " + Words.millis(run.get(ofFaulty(LATENCY_MEAN))) + " at the faulty one, "
                            + Words.millis(run.get(LATENCY_MEAN)) + " at the others";
                })
                .atMost(Effects.IDENTICAL);
    }

    private Measurement closeLook(int drop, Measurements measurements) {
        return measurements.of(tram(drop, close()));
    }

    private Finding veryLate(Measurements measurements) {
        Judge<Integer> late =
                Judge.over(DROPS, drop -> closeLook(drop, measurements).get(LATENCY_WORST_BLOCK));
        double factor = Judge.<Integer>over(
                        DROPS,
                        drop -> Effects.normalFactor(
                                tram(drop, close()), errorFree(TramMode.TRAM, close()), measurements))
                .highest();
        String measured = late.saying(
                        "",
                        "; ",
                        (drop, worst) -> drop + " of 50: mean "
                                + Words.millis(closeLook(drop, measurements).get(LATENCY_MEAN)) + ", worst ack window "
                                + Words.millis(worst))
                .measured();
        return Finding.of(late.highest() >= VERY_LATE_MS, measured)
                .because(factor >= Effects.AFFECTED ? "suffer" : "hardly")
                .with("factor", Words.factor(factor));
    }

    private Finding hardlyPurged(Measurements measurements) {
        double trough = closeLook(3, measurements).get(HEAD_TROUGH);
        return Finding.of(
                trough >= HARDLY_PURGED, "purged down to " + Words.count(trough) + " (median of the low points)");
    }

    private Finding prunedAt5(Measurements measurements) {
        Measurement run = closeLook(5, measurements);
        return Effects.excluded(run).with("rate", Words.percent(run.get(RATE_MEAN) / PaperSettings.MAX_RATE));
    }

    private Finding emptied(Measurements measurements) {
        Measurement run = measurements.of(tram(5, close()));
        if (Effects.exclusions(run) == 0) {
            return Finding.notTestable("nobody was pruned, see the claim above");
        }
        double lowest = Effects.lowest(run, STATE_FAULTY_HEAD_BUFFER, run.getOr(FIRST_PRUNING, 0));
        double end = Effects.rateAtEnd(run);
        return Finding.of(
                lowest <= Effects.EMPTY_BUFFER && end >= Effects.NEAR_MAXIMUM,
                "least buffer from the pruning on " + Words.count(lowest) + " packets; rate at the end "
                        + Words.percent(end) + " of the maximum");
    }

    /** Rows 7 and 8: TRAM++. */
    Scenario plusPlus(String row, int drop) {
        TramFault fault = TramFault.drops(drop);
        int receivers = close();
        TramRun literal = runs.plusPlus(TramRuns.FAULT_HOPS, receivers, fault);
        TramRun wide = runs.plusPlusWide(TramRuns.FAULT_HOPS, receivers, fault);
        TramRun tram = runs.tram(TramRuns.FAULT_HOPS, receivers, fault);
        TramRun base = errorFree(TramMode.TRAM_PLUS_PLUS, receivers);
        List<Named> both = List.of(new Named("prune at 0.08 %", literal), new Named("prune at 8 %", wide));
        String figure = drop == 5 ? "Figure 9" : "Figure 10";
        String what = ": TRAM++, " + drop + " of 50 packets dropped";
        PaperText.Row text = TramFailureHandling.TEXT.row(row);
        return text.scenario(
                List.of(literal, wide, tram, base),
                COLUMNS,
                List.of(
                        TramFigures.closeUp("row" + row + "-close-up", figure + what + ", threshold 0.08 %", literal),
                        TramFigures.latency(
                                "row" + row + "-latency",
                                figure + what,
                                List.of(new Named("TRAM++", literal), new Named("TRAM", tram))),
                        TramFigures.rate("row" + row + "-rate", figure + what, both),
                        TramFigures.senderBuffer("row" + row + "-sender-buffer", figure + what, both),
                        TramFigures.headBuffer("row" + row + "-head-buffer", figure + what, both)),
                drop == 5 ? manyDropped(text, literal, wide, base) : fewDropped(text, literal, wide, base));
    }

    private static List<Claim> manyDropped(PaperText.Row text, TramRun literal, TramRun wide, TramRun base) {
        return List.of(
                text.claim("pruned", m -> prunedEarly(m.of(literal), m.of(wide))),
                text.claim("unaffected", m -> Effects.unaffected(literal, base, m)),
                text.claim("sender-emptied", m -> senderEmptied(m.of(literal))),
                text.claim("near-maximum", m -> nearMaximumAtEnd(m.of(literal))));
    }

    private static Finding prunedEarly(Measurement literal, Measurement wide) {
        return Finding.of(
                        Judge.isAbout(literal.getOr(FIRST_PRUNING, Double.NaN), PRUNED_AT, PRUNED_AT_FACTOR),
                        "threshold 0.08 %: " + Effects.exclusionWords(literal) + "; 8 %: "
                                + Effects.exclusionWords(wide))
                .with("ack-window", Integer.toString(PaperSettings.ACK_WINDOW))
                .with("low-mark", Integer.toString(PaperSettings.HEAD_LOW_MARK));
    }

    private static Finding nearMaximumAtEnd(Measurement run) {
        if (Effects.exclusions(run) == 0) {
            return Finding.notTestable("nobody was pruned");
        }
        double end = Effects.rateAtEnd(run);
        return Finding.of(end >= Effects.NEAR_MAXIMUM, Words.percent(end) + " of the maximum at the end");
    }

    private static Finding senderEmptied(Measurement run) {
        if (Effects.exclusions(run) == 0) {
            return Finding.notTestable("nobody was pruned");
        }
        double lowest = Effects.lowest(run, STATE_SENDER_BUFFER, run.getOr(FIRST_PRUNING, 0));
        double trough = run.getOr(SENDER_TROUGH, Double.NaN);
        double peak = run.getOr(SENDER_PEAK, Double.NaN);
        return Finding.of(
                lowest <= Effects.EMPTY_BUFFER,
                "least from the pruning on " + Words.count(lowest) + "; between " + Words.count(trough) + " and "
                        + Words.count(peak) + " otherwise");
    }

    private static List<Claim> fewDropped(PaperText.Row text, TramRun literal, TramRun wide, TramRun base) {
        return List.of(
                text.claim("pruned-again", m -> prunedAgain(m.of(literal), m.of(wide))),
                text.claim("unaffected", m -> Effects.unaffected(literal, base, m)),
                text.claim("near-zero", m -> nearZero(m.of(literal))));
    }

    private static Finding prunedAgain(Measurement literal, Measurement wide) {
        return Finding.of(
                        Effects.exclusions(literal) >= 2 && literal.get(JOINS) >= 2,
                        "threshold 0.08 %: " + Effects.exclusionWords(literal) + ", joined again "
                                + Effects.times(literal.get(JOINS)) + "; 8 %: " + Effects.exclusionWords(wide))
                .because(Effects.exclusions(literal) == 0 ? "satisfied" : "held-off");
    }

    private static Finding nearZero(Measurement run) {
        if (Effects.exclusions(run) == 0) {
            return Finding.notTestable("nobody was pruned");
        }
        double lowest = run.get(RATE_MIN) / PaperSettings.MAX_RATE;
        return Finding.of(
                lowest <= NEAR_ZERO, "the lowest rate in any second was " + Words.percent(lowest) + " of the maximum");
    }
}
