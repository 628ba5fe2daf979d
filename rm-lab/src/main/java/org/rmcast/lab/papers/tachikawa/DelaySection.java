package org.rmcast.lab.papers.tachikawa;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
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
import org.rmcast.lab.papers.tachikawa.DelayRun.Fit;

/** Section 3: the delays that were measured, as models. */
final class DelaySection implements Section {
    /** A greatest delay is chance: the median of many is as large as the measured one within this factor. */
    private static final double GREATEST = 1.5;
    /** The least of 5,000 delays is that much above the model's least, in milliseconds, at most. */
    private static final double LEAST_MILLIS = 1;
    /** "About 20 %". */
    private static final double ABOUT_PERCENT = 3;

    private static final double A_FIFTH = 20;

    private static final List<String> COLUMNS = List.of(
            DelayRun.LEAST,
            DelayRun.MEAN,
            DelayRun.GREATEST,
            DelayRun.MOST,
            DelayRun.DEVIATION,
            DelayRun.TIMEOUT,
            DelayRun.LATE,
            DelayRun.LATE_ALIKE);

    private final WideAreaRuns runs;

    DelaySection(WideAreaRuns runs) {
        this.runs = runs;
    }

    @Override
    public Scenario scenario() {
        PaperText.Row row = WideAreaGroup.TEXT.row("4");
        List<Run> all = new ArrayList<>();
        for (Fit fit : Fit.values()) {
            all.addAll(runs.delays(fit));
        }
        return row.scenario(
                all,
                COLUMNS,
                List.of(new FigurePlan("row4-delays", this::delays)),
                List.of(
                        row.claim("body-and-tail", measurements -> fits(Fit.BODY_AND_TAIL, measurements)),
                        row.claim("exponential", measurements -> fits(Fit.EXPONENTIAL, measurements)),
                        row.claim("lognormal", measurements -> fits(Fit.LOGNORMAL, measurements)),
                        row.claim("farther", this::farther),
                        row.claim("timeout", this::timeout)));
    }

    /** Least, mean, greatest and 80 % point are as measured, on all paths. */
    private Finding fits(Fit fit, Measurements measurements) {
        List<Finding> findings = new ArrayList<>();
        for (DelayRun run : runs.delays(fit)) {
            findings.add(fits(run, measurements.of(run)));
        }
        for (MeasuredPath path : MeasuredPath.values()) {
            if (fit.of(path) == null) {
                findings.add(Finding.of(false, path.place() + " has none with mean and 80 % point as measured"));
            }
        }
        return Finding.all("; ", findings);
    }

    private static Finding fits(DelayRun run, Measurement measured) {
        MeasuredPath path = run.path();
        double greatest = measured.get(DelayRun.GREATEST);
        double most = measured.get(DelayRun.MOST);
        double mean = measured.get(DelayRun.MEAN);
        boolean fits = measured.get(DelayRun.LEAST) - path.leastMillis() <= LEAST_MILLIS
                && Judge.isAbout(mean, path.meanMillis(), 1 + WideAreaSettings.NEAR)
                && Judge.isAbout(most, path.mostMillis(), 1 + WideAreaSettings.NEAR)
                && Judge.isAbout(greatest, path.greatestMillis(), GREATEST);
        return Finding.of(
                fits,
                String.format(
                        Locale.ROOT,
                        "%s mean %.0f (%.0f), 80 %% within %.0f (%.0f), max %.0f (%.0f)",
                        path.place(),
                        mean,
                        path.meanMillis(),
                        most,
                        path.mostMillis(),
                        greatest,
                        path.greatestMillis()));
    }

    private Finding farther(Measurements measurements) {
        return Judge.over(
                        runs.delays(Fit.BODY_AND_TAIL),
                        run -> measurements.of(run).get(DelayRun.DEVIATION))
                .saying(
                        "standard deviation of delays: ",
                        ", ",
                        (run, value) -> run.path().place() + " " + Words.millis(value))
                .rising()
                .with(
                        "exponential",
                        Judge.over(
                                        runs.delays(Fit.EXPONENTIAL),
                                        run -> measurements.of(run).get(DelayRun.DEVIATION))
                                .saying("", ", ", (run, value) -> Words.millis(value))
                                .measured())
                .with("sendai", Words.millis(MeasuredPath.SENDAI.greatestMillis()))
                .with("ucla", Words.millis(MeasuredPath.UCLA.greatestMillis()));
    }

    private Finding timeout(Measurements measurements) {
        DelayRun run = runs.delays(Fit.BODY_AND_TAIL).get(0);
        Measurement measured = measurements.of(run);
        double late = measured.get(DelayRun.LATE);
        double alike = measured.get(DelayRun.LATE_ALIKE);
        return Finding.of(
                        Math.abs(late - A_FIFTH) <= ABOUT_PERCENT,
                        String.format(
                                Locale.ROOT,
                                "%s, both ways by chance: %.1f %%; both ways the same: %.1f %%",
                                run.path().place(),
                                late,
                                alike))
                .with("late", Words.percent(late, 1))
                .with("alike", Words.percent(alike, 1));
    }

    private Figure delays(Measurements measurements) {
        List<Figure.Curve> curves = new ArrayList<>();
        for (DelayRun run : runs.delays(Fit.BODY_AND_TAIL)) {
            curves.add(Figure.Curve.of(
                    run.path().place(), measurements.of(run).series(DelayRun.SERIES), DelayRun.ARRIVED));
        }
        double[] x = Arrays.stream(MeasuredPath.values())
                .mapToDouble(MeasuredPath::mostMillis)
                .toArray();
        double[] y = new double[x.length];
        Arrays.fill(y, MeasuredPath.MOST);
        curves.add(new Figure.Curve("80 % as measured", Figure.Style.POINTS, x, y));
        return new Figure(
                "Figure 2 (its sum): packets that have arrived, models",
                "ms after the fastest",
                "share of those sent",
                false,
                curves);
    }
}
