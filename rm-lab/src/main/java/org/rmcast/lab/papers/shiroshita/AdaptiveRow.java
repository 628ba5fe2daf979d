package org.rmcast.lab.papers.shiroshita;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.rmcast.lab.experiment.Distribution;
import org.rmcast.lab.experiment.Figure;
import org.rmcast.lab.experiment.FigurePlan;
import org.rmcast.lab.experiment.Finding;
import org.rmcast.lab.experiment.Judge;
import org.rmcast.lab.experiment.Measurements;
import org.rmcast.lab.experiment.PaperText;
import org.rmcast.lab.experiment.Run;
import org.rmcast.lab.experiment.Scenario;

/** Section 4.3, figure 8: rate control beside the best fixed rate. */
final class AdaptiveRow {
    private static final double BIN = 0.1;
    private static final int BINS = 25;

    private final RmtpRuns runs;

    AdaptiveRow(RmtpRuns runs) {
        this.runs = runs;
    }

    /** Trials of one kind, and the fixed rate that is best over all of them. */
    private final class Trials {
        private final List<Run> trials;
        private final Measurements measurements;
        private final int best;

        Trials(Workstations which, boolean loaded, Measurements measurements) {
            this.trials = runs.trials(which, loaded);
            this.measurements = measurements;
            this.best = Judge.over(
                            runs.fixedPercents(), percent -> new Distribution(times(TrialRun.fixed(percent))).mean())
                    .worst();
        }

        private double[] times(String figure) {
            return trials.stream()
                    .mapToDouble(run -> measurements.of(run).get(figure))
                    .toArray();
        }

        double[] fixed() {
            return times(TrialRun.fixed(best));
        }

        double[] adaptive() {
            return times(TrialRun.ADAPTIVE);
        }

        double[] allReport() {
            return times(TrialRun.ALL_REPORT);
        }

        double mean(double[] values) {
            return new Distribution(values).mean();
        }

        double deviation(double[] values) {
            double mean = mean(values);
            double squares = 0;
            for (double value : values) {
                squares += (value - mean) * (value - mean);
            }
            return StrictMath.sqrt(squares / values.length);
        }
    }

    Scenario scenario() {
        PaperText.Row row = RmtpLargeScale.TEXT
                .row("7")
                .with("few", runs.trials(few()))
                .with("many", runs.trials(many()))
                .with("receivers", many().all());
        List<String> columns = new ArrayList<>(List.of(TrialRun.THERE));
        runs.fixedPercents().forEach(percent -> columns.add(TrialRun.fixed(percent)));
        columns.add(TrialRun.ADAPTIVE);
        columns.add(TrialRun.ALL_REPORT);
        List<Run> all = new ArrayList<>();
        for (Workstations which : cases()) {
            all.addAll(runs.trials(which, true));
        }
        all.addAll(runs.trials(few(), false));
        return row.scenario(
                all,
                columns,
                List.of(
                        new FigurePlan("row7-few", measurements -> histogram(few(), measurements)),
                        new FigurePlan("row7-many", measurements -> histogram(many(), measurements))),
                List.of(row.claim("faster", this::faster), row.claim("variance", this::variance)));
    }

    private List<Workstations> cases() {
        return runs.workstations(true);
    }

    private Workstations few() {
        return cases().get(0);
    }

    private Workstations many() {
        return cases().get(1);
    }

    private Figure histogram(Workstations which, Measurements measurements) {
        Trials trials = new Trials(which, true, measurements);
        double unit = trials.mean(trials.fixed());
        return new Figure(
                "Figure 8: " + which.all() + " receivers, best fixed rate " + trials.best + " %",
                "time, over the mean with the best fixed rate",
                "trials",
                false,
                List.of(bars("fixed rate", trials.fixed(), unit), bars("rate control", trials.adaptive(), unit)));
    }

    private static Figure.Curve bars(String name, double[] times, double unit) {
        double[] x = new double[BINS];
        double[] y = new double[BINS];
        for (int i = 0; i < BINS; i++) {
            x[i] = (i + 0.5) * BIN;
        }
        for (double time : times) {
            y[Math.min(BINS - 1, (int) (time / unit / BIN))]++;
        }
        return new Figure.Curve(name, Figure.Style.BARS, x, y);
    }

    private Finding faster(Measurements measurements) {
        List<Finding> findings = new ArrayList<>();
        for (Workstations which : cases()) {
            Trials trials = new Trials(which, true, measurements);
            double fixed = trials.mean(trials.fixed());
            double adaptive = trials.mean(trials.adaptive());
            findings.add(Finding.of(
                    adaptive < fixed,
                    String.format(
                            Locale.ROOT,
                            "%d receivers: mean %.1f s at the best fixed rate (%d %%), %.1f s with rate control",
                            which.all(),
                            fixed,
                            trials.best,
                            adaptive)));
        }
        Trials same = new Trials(few(), false, measurements);
        Trials many = new Trials(many(), true, measurements);
        return Finding.all("; ", findings)
                .with("receivers", Integer.toString(few().all()))
                .with("many", Integer.toString(many().all()))
                .with("all-report", seconds(many.mean(many.allReport())))
                .with("many-fixed", seconds(many.mean(many.fixed())))
                .with("same-fixed", seconds(same.mean(same.fixed())))
                .with("same-adaptive", seconds(same.mean(same.adaptive())));
    }

    private Finding variance(Measurements measurements) {
        List<Finding> findings = new ArrayList<>();
        for (Workstations which : cases()) {
            Trials trials = new Trials(which, true, measurements);
            double fixed = trials.deviation(trials.fixed());
            double adaptive = trials.deviation(trials.adaptive());
            findings.add(Finding.of(
                    adaptive < fixed,
                    String.format(
                            Locale.ROOT,
                            "%d receivers: standard deviation %.1f s at the best fixed rate, %.1f s with rate control",
                            which.all(),
                            fixed,
                            adaptive)));
        }
        Trials same = new Trials(few(), false, measurements);
        return Finding.all("; ", findings)
                .with("receivers", Integer.toString(few().all()))
                .with("same-fixed", seconds(same.deviation(same.fixed())))
                .with("same-adaptive", seconds(same.deviation(same.adaptive())));
    }

    private static String seconds(double value) {
        return String.format(Locale.ROOT, "%.1f s", value);
    }
}
