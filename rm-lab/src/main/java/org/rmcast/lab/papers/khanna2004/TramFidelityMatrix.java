package org.rmcast.lab.papers.khanna2004;

import static org.rmcast.lab.papers.khanna2004.FidelityCell.*;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.rmcast.lab.experiment.Claim;
import org.rmcast.lab.experiment.Effort;
import org.rmcast.lab.experiment.Experiment;
import org.rmcast.lab.experiment.Finding;
import org.rmcast.lab.experiment.Measurement;
import org.rmcast.lab.experiment.Measurements;
import org.rmcast.lab.experiment.Repetitions;
import org.rmcast.lab.experiment.Run;
import org.rmcast.lab.experiment.Scenario;
import org.rmcast.lab.experiment.Setting;
import org.rmcast.lab.experiment.Words;
import org.rmcast.lab.group.LatencyMeter;
import org.rmcast.lab.group.MembershipMeter;
import org.rmcast.lab.group.StateMeter;
import org.rmcast.tram.JrmsRule;

/**
 * Which of JRMS's rules, and which reading of what was injected, give the numbers of the paper: each rule alone, all without each, none and
 * all, with each reading.
 */
public final class TramFidelityMatrix implements Experiment {
    private static final int FULL_PACKETS = 2_500;
    private static final int QUICK_PACKETS = 1_500;
    private static final int FULL_REPETITIONS = 3;
    private static final List<Integer> TRANSMISSIONS =
            List.of(1, 2, 3, 5, 10, 20, 40, 60, 72, PaperSettings.TRANSMISSIONS_LOST, 96, Integer.MAX_VALUE);
    /** Nearer to the paper's 750 than to the low mark. */
    private static final double HARDLY_PURGED = 575;
    /** "Around 650": within a factor of two. */
    private static final double PRUNED_AT = 650;

    private static final double VERY_LATE_MS = 10_000;
    /** "Up to 30": within a factor of two. */
    private static final double FACTOR_SAID = 30;

    private static final double SAW_TOOTH_MS = 1_000;
    private static final double WITHIN = 2;
    /** Lines that are named; the table shows the others. */
    private static final int MOST_NAMED = 6;
    /** As without errors: not more than every second packet that was overtaken is repaired. */
    private static final double SPARED = 0.5;

    /** A set of rules. */
    private record Variant(String name, List<String> rules) {}

    /** A number of the paper, and the figures of a cell that meet it. */
    private record PaperNumber(String id, String statement, String source, String figure, Predicate<Measurement> met) {}

    @Override
    public String name() {
        return "tram-fidelity-matrix";
    }

    @Override
    public String title() {
        return "TRAM and TRAM++: which rules give the paper's numbers";
    }

    @Override
    public String paper() {
        return TramFailureHandling.TEXT.paper();
    }

    @Override
    public String introduction() {
        return "The page [tram-failure-handling](tram-failure-handling.md) runs the paper's cases with all of JRMS's rules"
                + " (parameter `jrmsRules`, [which](../protocols/tram.md#jrmss-rules-to-be-switched-on)) and one reading of"
                + " what was injected. This is where both come from: each line of the table is one set of rules with one"
                + " reading, and its figures are those for which the paper has a number. *Held* is a number that one line at"
                + " least meets. The paper's own values: 750 and no pruning at 3 of 50, pruned and 0 at 5 of 50, above"
                + " 10,000 ms, a factor of up to 30, not pruned at 8000 ms and pruned at 10,000 ms, pruned near packet 650,"
                + " a saw-tooth of 1000 ms at 1000 ms, pruned at 8000 ms.\n\nHow often a dropped packet is dropped again ("
                + PaperSettings.TRANSMISSIONS_LOST
                + " times) is fitted, the only number that is (row T): with far fewer nobody is pruned"
                + " at 5 of 50 either, with far more everybody is at 3 of 50. In between both happen, from one seed to the next.";
    }

    @Override
    public List<Setting> settings(Effort effort) {
        return List.of(
                new Setting("receivers", DelayRows.DELAY_RECEIVERS + ", one of them faulty, 2 hops", "5.1.2"),
                new Setting(
                        "packets per case",
                        packets(effort) + " after the warm-up",
                        "chosen: three times what the head holds"),
                new Setting("repetitions", repetitions(effort) + " seeds, medians", "chosen"),
                new Setting("all else", "as in tram-failure-handling", "there"));
    }

    private static int packets(Effort effort) {
        return effort == Effort.FULL ? FULL_PACKETS : QUICK_PACKETS;
    }

    private static int repetitions(Effort effort) {
        return effort == Effort.FULL ? FULL_REPETITIONS : 1;
    }

    @Override
    public List<Scenario> scenarios(Effort effort) {
        List<Run> cells = new ArrayList<>();
        for (FidelityReading reading : FidelityReading.values()) {
            for (Variant variant : variants(effort)) {
                cells.add(new FidelityCell(
                        variant.name(), variant.rules(), reading, packets(effort), repetitions(effort)));
            }
        }
        List<Claim> claims = numbers().stream()
                .map(number -> new Claim(
                        number.id(),
                        number.statement(),
                        number.source(),
                        Map.of(Claim.WHY, "No line of the table has it: {lines} lines, and the nearest is {nearest}."),
                        measurements -> meet(number, cells, measurements)))
                .toList();
        Scenario matrix = new Scenario(
                "M",
                "Rules and readings",
                "All rules, none, all without each, each alone; with each of three readings.",
                cells,
                FIGURES,
                List.of(),
                claims);
        return List.of(matrix, transmissions(effort));
    }

    /** The one number that is fitted. */
    private static Scenario transmissions(Effort effort) {
        List<Run> runs = new ArrayList<>();
        for (int times : effort == Effort.FULL ? TRANSMISSIONS : List.of(3, PaperSettings.TRANSMISSIONS_LOST)) {
            for (int drops : List.of(3, 5)) {
                runs.add(new TramRun(
                        TramMode.TRAM,
                        TramMode.Recovery.paper(PaperSettings.PRUNE_SHARE_LITERAL),
                        TramRuns.FAULT_HOPS,
                        DelayRows.DELAY_RECEIVERS,
                        TramFault.dropAgain(drops, times),
                        packets(effort),
                        effort == Effort.FULL ? PaperSettings.REPETITIONS : 1,
                        false));
            }
        }
        return new Scenario(
                "T",
                "How often a dropped packet is dropped again",
                "All rules; the first so many multicasts of each dropped sequence are lost. Medians of "
                        + PaperSettings.REPETITIONS + " seeds; a figure that differs much between them has its range.",
                runs,
                List.of(
                        LatencyMeter.LATENCY_MEAN,
                        Repetitions.lowest(LatencyMeter.LATENCY_MEAN),
                        Repetitions.highest(LatencyMeter.LATENCY_MEAN),
                        StateMeter.HEAD_TROUGH,
                        MembershipMeter.PRUNINGS,
                        MembershipMeter.FIRST_PRUNING),
                List.of(),
                List.of());
    }

    private static List<Variant> variants(Effort effort) {
        List<String> all =
                Arrays.stream(JrmsRule.values()).map(JrmsRule::written).toList();
        List<Variant> variants = new ArrayList<>(List.of(new Variant("all", all), new Variant("none", List.of())));
        if (effort == Effort.FULL) {
            for (String rule : all) {
                variants.add(new Variant(
                        "all-but-" + rule,
                        all.stream().filter(other -> !other.equals(rule)).toList()));
            }
            all.forEach(rule -> variants.add(new Variant("only-" + rule, List.of(rule))));
        }
        return variants;
    }

    private static List<PaperNumber> numbers() {
        return List.of(
                new PaperNumber(
                        "hardly-purged",
                        "At 3 of 50 the repair head's buffer is purged only down to about 750, and nobody is pruned.",
                        "5.1.2, figure 6(c)",
                        TROUGH,
                        cell -> of(cell, TROUGH) >= HARDLY_PURGED && of(cell, KEPT) == 0),
                new PaperNumber(
                        "pruned",
                        "At 5 of 50 the receiver is pruned, and the buffer comes down to zero.",
                        "5.1.2, figure 6(f)",
                        EMPTIED,
                        cell -> has(cell, PRUNED) && of(cell, EMPTIED) <= Effects.EMPTY_BUFFER),
                new PaperNumber(
                        "very-late",
                        "The normal receivers' latency goes above 10,000 ms.",
                        "5.2.2 on figure 6",
                        LATE,
                        cell -> of(cell, LATE) >= VERY_LATE_MS),
                new PaperNumber(
                        "factor",
                        "Normal receivers' mean latency is better by a factor of up to 30 in TRAM++.",
                        "5.3",
                        FACTOR,
                        cell -> about(cell, FACTOR, FACTOR_SAID)),
                new PaperNumber(
                        "three-at-once",
                        "At 3 of 50 750, no pruning and above 10,000 ms; at 5 of 50 pruned: all with the same rules and reading.",
                        "5.1.2, 5.2.2",
                        TROUGH,
                        cell -> of(cell, TROUGH) >= HARDLY_PURGED
                                && of(cell, KEPT) == 0
                                && of(cell, LATE) >= VERY_LATE_MS
                                && has(cell, PRUNED)),
                new PaperNumber(
                        "delays",
                        "TRAM does not prune at 8000 ms, and prunes at 10,000 ms.",
                        "5.1.2",
                        PRUNED_10,
                        cell -> of(cell, PRUNED_8) == 0 && of(cell, PRUNED_10) > 0),
                new PaperNumber(
                        "plus-pruned",
                        "TRAM++ prunes at around 650 packets at 5 of 50.",
                        "5.2.2, figure 9",
                        PLUS_PRUNED,
                        cell -> about(cell, PLUS_PRUNED, PRUNED_AT)),
                new PaperNumber(
                        "plus-again",
                        "TRAM++ prunes repeatedly at 2 of 50.",
                        "5.2.2, figure 10",
                        PLUS_AGAIN,
                        cell -> of(cell, PLUS_AGAIN) >= 2),
                new PaperNumber(
                        "plus-little",
                        "TRAM++ does not prune at 1000 ms, and the faulty receiver's latency is a saw-tooth of that height.",
                        "5.2.2, figure 11",
                        PLUS_SWING,
                        cell -> of(cell, PLUS_PRUNED_1) == 0 && about(cell, PLUS_SWING, SAW_TOOTH_MS)),
                new PaperNumber(
                        "plus-much",
                        "TRAM++ prunes at 8000 ms.",
                        "5.2.2, figure 12",
                        PLUS_PRUNED_8,
                        cell -> of(cell, PLUS_PRUNED_8) > 0),
                new PaperNumber(
                        "overtaken",
                        "A gap below the ack window is as without errors.",
                        "5.1",
                        OVERTAKEN,
                        cell -> of(cell, OVERTAKEN) <= SPARED));
    }

    private static boolean has(Measurement cell, String figure) {
        return !Double.isNaN(cell.getOr(figure, Double.NaN));
    }

    private static double of(Measurement cell, String figure) {
        return cell.getOr(figure, Double.NaN);
    }

    private static boolean about(Measurement cell, String figure, double said) {
        double value = cell.getOr(figure, Double.NaN);
        return value >= said / WITHIN && value <= said * WITHIN;
    }

    /** Which lines meet a number, and what all rules with the page's reading have. */
    private static Finding meet(PaperNumber number, List<Run> cells, Measurements measurements) {
        List<String> meeting = new ArrayList<>();
        String page = "";
        for (Run cell : cells) {
            Measurement measured = measurements.of(cell);
            if (number.met().test(measured)) {
                meeting.add("`" + cell.id() + "`");
            }
            if (cell.id().equals("all-" + FidelityReading.BY_SEQUENCE.id)) {
                page = value(measured, number.figure());
            }
        }
        int shown = Math.min(MOST_NAMED, meeting.size());
        String more = meeting.size() > shown ? " and " + (meeting.size() - shown) + " more" : "";
        String words = meeting.isEmpty()
                ? "no line"
                : meeting.size() + " of " + cells.size() + " lines: " + String.join(" ", meeting.subList(0, shown))
                        + more;
        return Finding.of(!meeting.isEmpty(), words + "; on the page " + page)
                .with("lines", Integer.toString(cells.size()))
                .with("nearest", page);
    }

    private static String value(Measurement cell, String figure) {
        double value = cell.getOr(figure, Double.NaN);
        return figure + ": " + (Double.isNaN(value) ? "none" : Words.factor(value));
    }
}
