package org.rmcast.lab.papers.tachikawa;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.rmcast.lab.experiment.Figure;
import org.rmcast.lab.experiment.FigurePlan;
import org.rmcast.lab.experiment.Finding;
import org.rmcast.lab.experiment.Judge;
import org.rmcast.lab.experiment.Measurements;
import org.rmcast.lab.experiment.PaperText;
import org.rmcast.lab.experiment.Run;
import org.rmcast.lab.experiment.Scenario;
import org.rmcast.lab.experiment.Words;
import org.rmcast.lab.papers.tachikawa.FiveProcesses.Case;
import org.rmcast.lab.papers.tachikawa.ReceiptRun.Timers;
import org.rmcast.wan.WanConfig.Mode;

/** Table 2, with the engine. */
final class ReceiptSection implements Section {
    /** What is judged may be off by so much. */
    private static final double NEAR = 1.1;
    /** "About three times". */
    private static final double THRICE = 3;
    /** "From the nearest": more than half. */
    private static final double HALF_PERCENT = 50;
    /** "Only what is lost": of a hundred messages one is sent again for nothing at most. */
    private static final double HARDLY_EVER = 0.01;

    private static final List<String> COLUMNS = List.of(
            ReceiptRun.RECEIVED,
            ReceiptRun.deviation(ReceiptRun.RECEIVED),
            ReceiptRun.DETECTED,
            ReceiptRun.deviation(ReceiptRun.DETECTED),
            ReceiptRun.DELIVERED,
            ReceiptRun.deviation(ReceiptRun.DELIVERED),
            ReceiptRun.KNOWN,
            ReceiptRun.deviation(ReceiptRun.KNOWN),
            ReceiptRun.SENDER_KNOWS,
            ReceiptRun.REQUESTS,
            ReceiptRun.REPAIRS,
            ReceiptRun.NEIGHBOUR);

    private final WideAreaRuns runs;

    ReceiptSection(WideAreaRuns runs) {
        this.runs = runs;
    }

    @Override
    public Scenario scenario() {
        PaperText.Row row = WideAreaGroup.TEXT.row("9");
        return row.scenario(
                all(),
                COLUMNS,
                List.of(new FigurePlan("row9-table2", this::table)),
                List.of(
                        row.claim("modified", measurements -> cells(Mode.MODIFIED, measurements)),
                        row.claim("decentralised", measurements -> cells(Mode.DECENTRALISED, measurements)),
                        row.claim("thrice", this::thrice),
                        row.claim("added", this::added),
                        row.claim("third-round", this::thirdRound),
                        row.claim("defaults", this::defaults),
                        row.claim("only-lost", this::onlyLost),
                        row.claim("nearest", this::nearest)));
    }

    private List<Run> all() {
        List<Run> all = new ArrayList<>();
        for (Mode mode : Mode.values()) {
            all.add(clean(mode, Timers.PAPER));
            all.add(lossy(mode, Timers.PAPER));
        }
        for (Mode mode : List.of(Mode.MODIFIED, Mode.DECENTRALISED)) {
            all.add(clean(mode, Timers.DEFAULTS));
            all.add(lossy(mode, Timers.DEFAULTS));
        }
        all.add(lossy(Mode.MODIFIED, Timers.NO_ACK_DELAY));
        all.add(lossy(Mode.MODIFIED, Timers.NO_REORDERING));
        all.add(atOnce());
        all.add(throughUcla(Timers.PAPER));
        all.add(throughUcla(Timers.PAPER_WAITING));
        return all;
    }

    private ReceiptRun clean(Mode mode, Timers timers) {
        return runs.receipt(mode, timers, Case.TABLE, false);
    }

    private ReceiptRun lossy(Mode mode, Timers timers) {
        return runs.receipt(mode, timers, Case.TABLE, true);
    }

    private ReceiptRun atOnce() {
        return runs.receipt(Mode.DECENTRALISED, Timers.PAPER, Case.AT_ONCE, false);
    }

    private ReceiptRun throughUcla(Timers timers) {
        return runs.receipt(Mode.MODIFIED, timers, Case.THROUGH_UCLA, true);
    }

    private Finding cells(Mode mode, Measurements measurements) {
        List<Finding> findings = new ArrayList<>();
        for (Table2.Cell cell : Table2.of(mode)) {
            double millis = measured(cell, measurements);
            findings.add(Finding.of(
                    Judge.isAbout(millis, cell.millis(), NEAR),
                    String.format(Locale.ROOT, "%s %.0f (%.0f)", cell.words(), millis, cell.millis())));
        }
        return Finding.all(", ", findings);
    }

    private double measured(Table2.Cell cell, Measurements measurements) {
        return measurements
                .of(runs.receipt(cell.mode(), Timers.PAPER, Case.TABLE, cell.lossy()))
                .get(cell.figure());
    }

    private double delivered(ReceiptRun run, Measurements measurements) {
        return measurements.of(run).get(ReceiptRun.DELIVERED);
    }

    private Finding thrice(Measurements measurements) {
        double modified = over(Mode.MODIFIED, measurements);
        double decentralised = over(Mode.DECENTRALISED, measurements);
        return Finding.of(
                Judge.isAbout(modified, 1, NEAR) && Judge.isAbout(decentralised, THRICE, NEAR),
                "delivery with loss over that without: M " + Words.factor(modified) + ", D "
                        + Words.factor(decentralised));
    }

    private double over(Mode mode, Measurements measurements) {
        return delivered(lossy(mode, Timers.PAPER), measurements) / delivered(clean(mode, Timers.PAPER), measurements);
    }

    private Finding added(Measurements measurements) {
        List<Finding> findings = new ArrayList<>();
        for (Mode mode : List.of(Mode.MODIFIED, Mode.DECENTRALISED)) {
            double added = added(mode, Timers.PAPER, measurements);
            findings.add(Finding.of(
                    Judge.isAbout(added, Table2.addedMillis(mode), NEAR),
                    String.format(
                            Locale.ROOT, "%s %.1f ms (%.0f)", Table2.letter(mode), added, Table2.addedMillis(mode))));
        }
        return Finding.all(", ", findings);
    }

    /** Nothing waits where nothing is lost: what is added is reckoned from the same delivery. */
    private double added(Mode mode, Timers timers, Measurements measurements) {
        return delivered(lossy(mode, timers), measurements) - delivered(clean(mode, Timers.PAPER), measurements);
    }

    private Finding thirdRound(Measurements measurements) {
        List<String> words = new ArrayList<>();
        boolean third = true;
        for (Table2.Cell cell : Table2.of(Mode.DECENTRALISED)) {
            if (cell.figure().equals(ReceiptRun.KNOWN)) {
                double sender = measurements
                        .of(runs.receipt(cell.mode(), Timers.PAPER, Case.TABLE, cell.lossy()))
                        .get(ReceiptRun.SENDER_KNOWS);
                double destinations = measured(cell, measurements);
                third &=
                        Judge.isAbout(destinations, cell.millis(), NEAR) && !Judge.isAbout(sender, cell.millis(), NEAR);
                words.add(String.format(
                        Locale.ROOT,
                        "%s: ktus0 knows after %.0f, the sender after %.0f (%.0f)",
                        cell.lossy() ? "loss" : "no loss",
                        destinations,
                        sender,
                        cell.millis()));
            }
        }
        return Finding.of(third, String.join("; ", words));
    }

    private Finding defaults(Measurements measurements) {
        double added = added(Mode.MODIFIED, Timers.DEFAULTS, measurements);
        return Finding.of(
                        Judge.isAbout(added, Table2.addedMillis(Mode.MODIFIED), NEAR),
                        String.format(
                                Locale.ROOT,
                                "M %.1f ms (%.0f); D delivers after %.0f ms in place of %.0f",
                                added,
                                Table2.addedMillis(Mode.MODIFIED),
                                delivered(lossy(Mode.DECENTRALISED, Timers.DEFAULTS), measurements),
                                delivered(lossy(Mode.DECENTRALISED, Timers.PAPER), measurements)))
                .with("ack", addedWords(Timers.NO_ACK_DELAY, measurements))
                .with("reordering", addedWords(Timers.NO_REORDERING, measurements))
                .with("paper", addedWords(Timers.PAPER, measurements));
    }

    private String addedWords(Timers timers, Measurements measurements) {
        return Words.places(added(Mode.MODIFIED, timers, measurements), 1) + " ms";
    }

    private Finding onlyLost(Measurements measurements) {
        return Judge.over(List.of(clean(Mode.DECENTRALISED, Timers.PAPER)), run -> again(run, measurements))
                .saying(
                        "",
                        "",
                        (run, again) ->
                                "without loss D sends " + Words.percent(again) + " of the messages again to ktus0")
                .atMost(HARDLY_EVER)
                .with("at-once", Words.percent(again(atOnce(), measurements)))
                .with("defaults", Words.percent(again(clean(Mode.DECENTRALISED, Timers.DEFAULTS), measurements)));
    }

    private static double again(ReceiptRun run, Measurements measurements) {
        return measurements.of(run).get(ReceiptRun.REPAIRS);
    }

    private Finding nearest(Measurements measurements) {
        return Judge.over(List.of(throughUcla(Timers.PAPER)), run -> neighbour(run, measurements))
                .saying(
                        "",
                        "",
                        (run, share) -> "ktus1 sends " + Words.percent(share, 0) + " of what was lost, delivered after "
                                + Words.millis(delivered(run, measurements)))
                .above(HALF_PERCENT)
                .with("table", Words.percent(neighbour(lossy(Mode.MODIFIED, Timers.PAPER), measurements), 0))
                .with("waiting", Words.percent(neighbour(throughUcla(Timers.PAPER_WAITING), measurements), 0))
                .with("waiting-after", Words.millis(delivered(throughUcla(Timers.PAPER_WAITING), measurements)))
                .with("basic", Words.millis(delivered(lossy(Mode.BASIC, Timers.PAPER), measurements)));
    }

    private static double neighbour(ReceiptRun run, Measurements measurements) {
        return measurements.of(run).get(ReceiptRun.NEIGHBOUR);
    }

    private Figure table(Measurements measurements) {
        List<Table2.Cell> cells = Table2.cells();
        double[] x = IntStream.range(0, cells.size()).asDoubleStream().toArray();
        return new Figure(
                "Table 2: the paper, and the engine",
                "",
                "ms after sending",
                false,
                cells.stream()
                        .map(cell -> Table2.letter(cell.mode()) + " " + cell.words())
                        .toList(),
                List.of(
                        new Figure.Curve(
                                "paper",
                                Figure.Style.BARS,
                                x,
                                cells.stream().mapToDouble(Table2.Cell::millis).toArray()),
                        new Figure.Curve(
                                "engine",
                                Figure.Style.BARS,
                                x,
                                cells.stream()
                                        .mapToDouble(cell -> measured(cell, measurements))
                                        .toArray())));
    }
}
