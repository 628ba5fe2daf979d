package org.rmcast.lab.papers.tachikawa;

import java.util.List;
import java.util.Locale;
import org.rmcast.lab.experiment.Figure;
import org.rmcast.lab.experiment.FigurePlan;
import org.rmcast.lab.experiment.Finding;
import org.rmcast.lab.experiment.Judge;
import org.rmcast.lab.experiment.Measurement;
import org.rmcast.lab.experiment.Measurements;
import org.rmcast.lab.experiment.MissingMeasurementException;
import org.rmcast.lab.experiment.PaperText;
import org.rmcast.lab.experiment.Scenario;
import org.rmcast.lab.experiment.Words;

/** Section 4.3: replicas from another destination. */
final class RelaySection implements Section {
    private static final List<String> COLUMNS = List.of(
            RelayRun.TIME,
            RelayRun.TIME_MODEL,
            RelayRun.TIME_OFF,
            RelayRun.TIME_ERROR,
            RelayRun.TIME_DIRECT,
            RelayRun.TIME_BOTH,
            RelayRun.DIRECT_FIRST,
            RelayRun.LOST,
            RelayRun.LOST_MODEL,
            RelayRun.LOST_OFF,
            RelayRun.LOST_ERROR,
            RelayRun.LOST_PRINTED,
            RelayRun.COST_DIRECT,
            RelayRun.COST,
            RelayRun.FULL_COST);

    private final List<RelayRun> runs;

    RelaySection(WideAreaRuns runs) {
        this.runs = runs.relayed();
    }

    @Override
    public Scenario scenario() {
        PaperText.Row row = WideAreaGroup.TEXT.row("2");
        return row.scenario(
                List.copyOf(runs),
                COLUMNS,
                List.of(new FigurePlan("row2-times", this::times)),
                List.of(
                        row.claim("time", measurements -> near(RelayRun.TIME_OFF, RelayRun.TIME_ERROR, measurements)),
                        row.claim("lost", measurements -> near(RelayRun.LOST_OFF, RelayRun.LOST_ERROR, measurements)),
                        row.claim("printed", this::printed),
                        row.claim("with-direct", this::withDirect)));
    }

    private Finding near(String off, String error, Measurements measurements) {
        Judge<RelayRun> errors = Judge.over(runs, run -> measurements.of(run).get(error));
        if (errors.highest() > 100 * WideAreaSettings.GREATEST_ERROR) {
            throw new MissingMeasurementException(
                    "too few trials: a standard error is " + Words.percent(errors.highest(), 1));
        }
        Judge<RelayRun> judge =
                Judge.over(runs, run -> Math.abs(measurements.of(run).get(off)));
        return judge.saying(String.format(
                        Locale.ROOT,
                        "%d cases: off by %.2f %% at most, at standard errors up to %.2f %%",
                        runs.size(),
                        judge.highest(),
                        errors.highest()))
                .atMost(100 * WideAreaSettings.NEAR);
    }

    private Finding printed(Measurements measurements) {
        return Judge.over(
                        runs,
                        run -> measurements.of(run).get(RelayRun.LOST_PRINTED)
                                / measurements.of(run).get(RelayRun.LOST))
                .saying(
                        "1 - Π_ikj as printed over simulated: ",
                        "; ",
                        (run, ratio) -> run.description() + ": " + Words.factor(ratio))
                .atMost(1 + WideAreaSettings.NEAR)
                .with(
                        "repaired",
                        Words.percent(
                                Judge.over(
                                                runs,
                                                run -> Math.abs(
                                                        measurements.of(run).get(RelayRun.LOST_OFF)))
                                        .highest(),
                                1));
    }

    private Finding withDirect(Measurements measurements) {
        Judge<RelayRun> judge = Judge.over(
                        runs,
                        run -> measurements.of(run).get(RelayRun.TIME_MODEL)
                                / measurements.of(run).get(RelayRun.TIME_BOTH))
                .saying(
                        "T_ikj over simulated T with direct copies: ",
                        "; ",
                        (run, ratio) -> run.description() + ": " + Words.factor(ratio));
        Measurement most = measurements.of(judge.best());
        return judge.atMost(1 + WideAreaSettings.NEAR)
                .with("case", judge.best().description())
                .with("first", Words.percent(most.get(RelayRun.DIRECT_FIRST), 0));
    }

    private Figure times(Measurements measurements) {
        double[] x = new double[runs.size()];
        for (int i = 0; i < x.length; i++) {
            x[i] = i;
        }
        return new Figure(
                "Time until the first copy arrives",
                "",
                "ms",
                false,
                runs.stream().map(RelayRun::description).toList(),
                List.of(
                        bars("direct (formula)", x, RelayRun.TIME_DIRECT, measurements),
                        bars("through relay (formula)", x, RelayRun.TIME_MODEL, measurements),
                        bars("through relay (simulated)", x, RelayRun.TIME, measurements),
                        bars("both (simulated)", x, RelayRun.TIME_BOTH, measurements)));
    }

    private Figure.Curve bars(String name, double[] x, String figure, Measurements measurements) {
        return new Figure.Curve(
                name,
                Figure.Style.BARS,
                x,
                runs.stream()
                        .mapToDouble(run -> measurements.of(run).get(figure))
                        .toArray());
    }
}
