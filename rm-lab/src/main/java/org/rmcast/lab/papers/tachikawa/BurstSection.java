package org.rmcast.lab.papers.tachikawa;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.rmcast.core.paths.PathModel;
import org.rmcast.lab.experiment.Figure;
import org.rmcast.lab.experiment.FigurePlan;
import org.rmcast.lab.experiment.Finding;
import org.rmcast.lab.experiment.Judge;
import org.rmcast.lab.experiment.Measurements;
import org.rmcast.lab.experiment.MissingMeasurementException;
import org.rmcast.lab.experiment.PaperText;
import org.rmcast.lab.experiment.Run;
import org.rmcast.lab.experiment.Scenario;
import org.rmcast.lab.experiment.TimeSeries;
import org.rmcast.lab.experiment.Words;

/** Section 4.3: continuous and discrete replication where losses come in bursts. */
final class BurstSection implements Section {
    /** "Has to be adopted": what is spaced is lost so many times more rarely. */
    private static final double HAS_TO = 2;

    private final WideAreaRuns runs;

    BurstSection(WideAreaRuns runs) {
        this.runs = runs;
    }

    @Override
    public Scenario scenario() {
        PaperText.Row row = WideAreaGroup.TEXT.row("3");
        return row.scenario(
                all().stream().map(Run.class::cast).toList(),
                columns(),
                List.of(new FigurePlan("row3-spacing", this::spacing), new FigurePlan("row3-time", this::time)),
                List.of(
                        row.claim("independent", this::independent),
                        row.claim("discrete", this::discrete),
                        row.claim("chosen", measurements -> chosen(1, measurements)),
                        row.claim("chosen-discrete", measurements -> chosen(widest(), measurements)),
                        row.claim("chain", this::chain)));
    }

    private static List<String> columns() {
        List<String> columns = new ArrayList<>();
        for (int replicas : List.of(2, 3, 5)) {
            columns.add(BurstRun.lost(replicas));
            columns.add(BurstRun.independent(replicas));
            columns.add(BurstRun.time(replicas));
        }
        return columns;
    }

    private List<BurstRun> all() {
        List<BurstRun> all = new ArrayList<>();
        for (int burst : runs.bursts()) {
            for (int spacing : runs.spacings()) {
                all.add(runs.burst(burst, spacing));
            }
        }
        return all;
    }

    private int widest() {
        return runs.spacings().get(runs.spacings().size() - 1);
    }

    private int replicas() {
        return PathModel.replicas(
                WideAreaSettings.ALLOWED_LOSS, MeasuredPath.KEELE.loss(), WideAreaSettings.MOST_REPLICAS);
    }

    private Finding independent(Measurements measurements) {
        return Judge.over(
                        runs.bursts(),
                        burst -> measurements.of(runs.burst(burst, 1)).get(BurstRun.independent(2)))
                .saying(
                        "1 - Π over ε^h, two back to back: ",
                        ", ",
                        (burst, ratio) -> "bursts of " + burst + " " + Words.factor(ratio))
                .atMost(1 + WideAreaSettings.NEAR)
                .with(
                        "next",
                        Words.percent(
                                100
                                        * measurements
                                                .of(runs.burst(runs.bursts().get(0), 1))
                                                .get(BurstRun.lost(2))
                                        / MeasuredPath.KEELE.loss(),
                                0));
    }

    private Finding discrete(Measurements measurements) {
        return Judge.over(runs.bursts(), burst -> lost(burst, 1, measurements) / lost(burst, widest(), measurements))
                .saying(
                        "three replicas are lost more rarely " + widest() + " ms apart than back to back: ",
                        ", ",
                        (burst, ratio) -> "bursts of " + burst + " by " + Words.factor(ratio))
                .atLeast(HAS_TO);
    }

    private double lost(int burst, int spacing, Measurements measurements) {
        return measurements.of(runs.burst(burst, spacing)).get(BurstRun.lost(replicas()));
    }

    private Finding chosen(int spacing, Measurements measurements) {
        return Judge.over(runs.bursts(), burst -> lost(burst, spacing, measurements))
                .saying(
                        replicas() + " replicas: ",
                        ", ",
                        (burst, lost) -> "bursts of " + burst + " " + Words.percent(100 * lost, 2))
                .atMost(WideAreaSettings.ALLOWED_LOSS)
                .with("enough", enough(measurements));
    }

    /** The least spacing at which the chosen number is enough, for each length of bursts. */
    private String enough(Measurements measurements) {
        List<String> words = new ArrayList<>();
        for (int burst : runs.bursts()) {
            words.add(runs.spacings().stream()
                    .filter(spacing -> lost(burst, spacing, measurements) <= WideAreaSettings.ALLOWED_LOSS)
                    .findFirst()
                    .map(spacing -> "bursts of " + burst + " from " + spacing + " ms on")
                    .orElse("bursts of " + burst + " at no spacing here"));
        }
        return String.join(", ", words);
    }

    private Finding chain(Measurements measurements) {
        double most = 0;
        int cases = 0;
        for (BurstRun run : all()) {
            TimeSeries series = measurements.of(run).series(BurstRun.SERIES);
            for (TimeSeries.Row row : series.rows()) {
                if (row.get(BurstRun.ERROR) <= 100 * WideAreaSettings.GREATEST_ERROR) {
                    most = Math.max(most, Math.abs(row.get(BurstRun.LOST) / row.get(BurstRun.CHAIN) - 1));
                    cases++;
                }
            }
        }
        if (cases == 0) {
            throw new MissingMeasurementException("no run is long enough");
        }
        return Finding.of(
                most <= WideAreaSettings.NEAR,
                String.format(
                        Locale.ROOT,
                        "%d cases with a standard error of %.2f %% or less: off by %.1f %% at most",
                        cases,
                        100 * WideAreaSettings.GREATEST_ERROR,
                        100 * most));
    }

    private Figure spacing(Measurements measurements) {
        List<Figure.Curve> curves = new ArrayList<>();
        for (int burst : runs.bursts()) {
            curves.add(Figure.Curve.over(
                    "bursts of " + burst, runs.spacings(), spacing -> lost(burst, spacing, measurements)));
        }
        double independent = StrictMath.pow(MeasuredPath.KEELE.loss(), replicas());
        curves.add(line("each lost for itself", independent));
        curves.add(line("allowed", WideAreaSettings.ALLOWED_LOSS));
        return new Figure(
                "All of " + replicas() + " replicas lost, 11.7 % of loss",
                "ms between replicas",
                "1 - Π",
                true,
                curves);
    }

    private Figure.Curve line(String name, double value) {
        return new Figure.Curve(name, false, new double[] {1, widest()}, new double[] {value, value});
    }

    private Figure time(Measurements measurements) {
        List<Figure.Curve> curves = new ArrayList<>();
        for (int burst : runs.bursts()) {
            for (int replicas : List.of(2, 3)) {
                curves.add(Figure.Curve.over(
                        "bursts of " + burst + ", h = " + replicas,
                        runs.spacings(),
                        spacing -> measurements.of(runs.burst(burst, spacing)).get(BurstRun.time(replicas))));
            }
        }
        return new Figure("Mean time until a replica arrives", "ms between replicas", "T (ms)", false, curves);
    }
}
