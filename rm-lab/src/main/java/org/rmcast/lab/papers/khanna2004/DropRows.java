package org.rmcast.lab.papers.khanna2004;

import static org.rmcast.lab.group.GroupFigures.*;

import java.util.ArrayList;
import java.util.List;
import org.rmcast.lab.experiment.Claim;
import org.rmcast.lab.experiment.Figure;
import org.rmcast.lab.experiment.FigurePlan;
import org.rmcast.lab.experiment.Finding;
import org.rmcast.lab.experiment.Measurement;
import org.rmcast.lab.experiment.Measurements;
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
        return runs.tram(TramRuns.FAULT_HOPS, receivers, TramFault.drop(drop));
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
        return new Scenario(
                "3",
                "TRAM: packets dropped on the way to one receiver",
                "1, 3 or 5 consecutive of every 50 data packets are dropped on the faulty receiver's link; groups of "
                        + ErrorFreeRows.list(runs.receiversWithFaulty()) + " receivers at " + TramRuns.FAULT_HOPS
                        + " hops.",
                all,
                COLUMNS,
                List.of(
                        overReceivers(),
                        TramFigures.latency(
                                "row3-latency-over-packets", "Figure 6(a), (d): TRAM, packets dropped", closeLook),
                        TramFigures.rate("row3-rate", "Figure 6(b), (e): TRAM, packets dropped", closeLook),
                        TramFigures.headBuffer(
                                "row3-head-buffer", "Figure 6(c), (f): TRAM, packets dropped", closeLook)),
                List.of(
                        new Claim("The faulty receiver and the normal ones are hit alike.", "5.1.2", this::hitAlike),
                        new Claim(
                                "The normal receivers' latency goes above 10,000 ms at such drop rates.",
                                "5.2.2 on figure 6",
                                this::veryLate),
                        new Claim(
                                "At 3 of 50 the repair head's buffer is purged only down to about 750.",
                                "5.1.2, figure 6(c)",
                                this::hardlyPurged),
                        new Claim("At 5 of 50 the receiver is pruned.", "5.1.2, figure 6(f)", m -> prunedAt5(m)),
                        new Claim(
                                "At 5 of 50 the buffer comes down to zero at the pruning, then goes between the marks again.",
                                "5.1.2, figure 6(f)",
                                this::emptied)));
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
                curves.add(new Figure.Curve(drop + " of 50 dropped", true, x, y));
            }
            return new Figure(
                    "Figure 6(a), (d): TRAM, packets dropped",
                    "receivers",
                    "normal receivers' mean latency (ms)",
                    false,
                    curves);
        });
    }

    private Finding hitAlike(Measurements measurements) {
        List<String> parts = new ArrayList<>();
        boolean alike = true;
        for (int drop : DROPS) {
            Measurement run = measurements.of(tram(drop, close()));
            double factor = run.get(ofFaulty(LATENCY_MEAN)) / run.get(LATENCY_MEAN);
            alike &= factor <= Effects.IDENTICAL;
            parts.add(drop + " of 50: " + Words.millis(run.get(ofFaulty(LATENCY_MEAN))) + " at the faulty one, "
                    + Words.millis(run.get(LATENCY_MEAN)) + " at the others");
        }
        return Finding.of(alike, String.join("; ", parts))
                .ifNotHeld(
                        "A packet that a normal receiver gets by multicast needs no repair; the faulty one waits up to an"
                                + " ack window and more for each repair. What all have in common is the time in the sender's"
                                + " queue.");
    }

    private Finding veryLate(Measurements measurements) {
        List<String> parts = new ArrayList<>();
        double worst = 0;
        double factor = 0;
        for (int drop : DROPS) {
            Measurement run = measurements.of(tram(drop, close()));
            worst = Math.max(worst, run.get(LATENCY_WORST_BLOCK));
            factor = Math.max(
                    factor, Effects.normalFactor(tram(drop, close()), errorFree(TramMode.TRAM, close()), measurements));
            parts.add(drop + " of 50: mean " + Words.millis(run.get(LATENCY_MEAN)) + ", worst ack window "
                    + Words.millis(run.get(LATENCY_WORST_BLOCK)));
        }
        return Finding.of(worst >= VERY_LATE_MS, String.join("; ", parts))
                .ifNotHeld(
                        factor >= Effects.AFFECTED
                                ? "They do suffer, by a factor of " + Words.factor(factor)
                                        + ", but the repair of one ack window's losses takes about a window here, not ten:"
                                        + " the sender stops while the window is closed and goes on at the old rate."
                                : "Repairs arrive within the congestion window of the slowest receiver: the sender is hardly"
                                        + " ever stopped. JRMS's implementation evidently took longer to repair than its"
                                        + " rules make necessary.");
    }

    private Finding hardlyPurged(Measurements measurements) {
        double trough = measurements.of(tram(3, close())).get(HEAD_TROUGH);
        return Finding.of(
                        trough >= HARDLY_PURGED,
                        "purged down to " + Words.count(trough) + " (median of the low points)")
                .ifNotHeld(
                        "The missing packets lie one or two ack windows behind the newest, so that a purge at 800 finds"
                                + " everything older acknowledged and reaches the low mark.");
    }

    private Finding prunedAt5(Measurements measurements) {
        Measurement run = measurements.of(tram(5, close()));
        return Finding.of(Effects.exclusions(run) > 0, Effects.exclusionWords(run))
                .ifNotHeld("JRMS prunes when the average rate has come down to the minimum. Here the rate was "
                        + Words.percent(run.get(RATE_MEAN) / PaperSettings.MAX_RATE)
                        + " of the maximum on average: a receiver that is repaired in time gives no reason.");
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
                                + Words.percent(end) + " of the maximum")
                .ifNotHeld("A purge here ends at the low mark even when more could go.");
    }

    /** Rows 7 and 8: TRAM++. */
    Scenario plusPlus(String row, int drop) {
        TramFault fault = TramFault.drop(drop);
        int receivers = close();
        TramRun literal = runs.plusPlus(TramRuns.FAULT_HOPS, receivers, fault);
        TramRun wide = runs.plusPlusWide(TramRuns.FAULT_HOPS, receivers, fault);
        TramRun tram = runs.tram(TramRuns.FAULT_HOPS, receivers, fault);
        TramRun base = errorFree(TramMode.TRAM_PLUS_PLUS, receivers);
        List<Named> both = List.of(new Named("prune at 0.08 %", literal), new Named("prune at 8 %", wide));
        String figure = drop == 5 ? "Figure 9" : "Figure 10";
        String what = ": TRAM++, " + drop + " of 50 packets dropped";
        return new Scenario(
                row,
                "TRAM++: " + drop + " of 50 packets dropped on the way to one receiver",
                "With the prune threshold of table 2 and with 8 %; TRAM on the same network for comparison.",
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
                drop == 5 ? manyDropped(literal, wide, base) : fewDropped(literal, wide, base));
    }

    private List<Claim> manyDropped(TramRun literal, TramRun wide, TramRun base) {
        return List.of(
                new Claim("The faulty receiver is pruned at around 650 packets.", "5.2.2, figure 9", m -> {
                    double at = m.of(literal).getOr(FIRST_PRUNING, Double.NaN);
                    return Finding.of(
                                    at >= PRUNED_AT / PRUNED_AT_FACTOR && at <= PRUNED_AT * PRUNED_AT_FACTOR,
                                    "threshold 0.08 %: " + Effects.exclusionWords(m.of(literal)) + "; 8 %: "
                                            + Effects.exclusionWords(m.of(wide)))
                            .ifNotHeld(
                                    "Both thresholds count requests that the head can not satisfy, and there are none. A receiver"
                                            + " asks with its next acknowledgement, at most an ack window of "
                                            + PaperSettings.ACK_WINDOW + " packets later, and a purge leaves the head "
                                            + PaperSettings.HEAD_LOW_MARK
                                            + "; drops at fixed places of 50 do not hit the repair, which comes in between. The"
                                            + " paper's receivers must have asked later, or their heads purged more.");
                }),
                new Claim("The normal receivers are not affected.", "5.2.2", m -> Effects.unaffected(literal, base, m)),
                new Claim(
                        "The sender's buffer drops to zero once, at the pruning, then goes between 400 and 800.",
                        "5.2.2, figure 9",
                        m -> senderEmptied(m.of(literal))),
                new Claim("After the pruning the data rate tends to the maximum.", "5.2.2", m -> {
                    if (Effects.exclusions(m.of(literal)) == 0) {
                        return Finding.notTestable("nobody was pruned");
                    }
                    double end = Effects.rateAtEnd(m.of(literal));
                    return Finding.of(end >= Effects.NEAR_MAXIMUM, Words.percent(end) + " of the maximum at the end");
                }));
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
                        "least from the pruning on " + Words.count(lowest) + "; between " + Words.count(trough)
                                + " and " + Words.count(peak) + " otherwise")
                .ifNotHeld(
                        "A purge ends at the low mark here: the rule that empties the whole cache at a pruning is JRMS's"
                                + " way of dropping what only the pruned member needed, and leaves nothing for members that ask a"
                                + " moment later.");
    }

    private List<Claim> fewDropped(TramRun literal, TramRun wide, TramRun base) {
        return List.of(
                new Claim("The faulty receiver is pruned and joins again, repeatedly.", "5.2.2, figure 10", m -> {
                    Measurement run = m.of(literal);
                    return Finding.of(
                                    Effects.exclusions(run) >= 2 && run.get(JOINS) >= 2,
                                    "threshold 0.08 %: " + Effects.exclusionWords(run) + ", joined again "
                                            + Effects.times(run.get(JOINS)) + "; 8 %: "
                                            + Effects.exclusionWords(m.of(wide)))
                            .ifNotHeld(
                                    Effects.exclusions(run) == 0
                                            ? "Two packets of 50 are asked for within an ack window, while the head still"
                                                    + " has them: its requests are satisfied locally."
                                            : "A receiver that is pruned again and again is held off for longer each time.");
                }),
                new Claim(
                        "The normal receivers' latency remains around the value without errors.",
                        "5.2.2, figure 10(a)",
                        m -> Effects.unaffected(literal, base, m)),
                new Claim("The sender's rate falls to near zero at each pruning.", "5.2.2, figure 10", m -> {
                    Measurement run = m.of(literal);
                    if (Effects.exclusions(run) == 0) {
                        return Finding.notTestable("nobody was pruned");
                    }
                    double lowest = run.get(RATE_MIN) / PaperSettings.MAX_RATE;
                    return Finding.of(
                                    lowest <= NEAR_ZERO,
                                    "the lowest rate in any second was " + Words.percent(lowest) + " of the maximum")
                            .ifNotHeld(
                                    "The faulty receiver does not close the window here: the head's buffer decides how far"
                                            + " the sender may go, before and after. The dip would hurt the normal receivers, which"
                                            + " the paper says it does not.");
                }));
    }
}
