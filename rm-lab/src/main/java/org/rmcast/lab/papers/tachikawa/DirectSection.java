package org.rmcast.lab.papers.tachikawa;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.rmcast.core.paths.PathModel;
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

/** Section 4.3: replicas from the sender. */
final class DirectSection implements Section {
    private static final List<String> COLUMNS = List.of(
            DirectRun.TIME,
            DirectRun.TIME_MODEL,
            DirectRun.ADDED_OFF,
            DirectRun.ADDED_ERROR,
            DirectRun.LOST,
            DirectRun.LOST_MODEL,
            DirectRun.LOST_OFF,
            DirectRun.LOST_ERROR,
            DirectRun.KNOWN,
            DirectRun.COPIES,
            DirectRun.KNOWN_LOSSY,
            DirectRun.COPIES_LOSSY,
            DirectRun.TRIALS);

    /** The paper's 1 %, and others to see that it is not by chance. */
    private static final List<Double> ALLOWED = List.of(0.05, WideAreaSettings.ALLOWED_LOSS, 0.001, 0.0001);

    private final List<DirectRun> runs;

    DirectSection(WideAreaRuns runs) {
        this.runs = runs.direct();
    }

    @Override
    public Scenario scenario() {
        PaperText.Row row = WideAreaGroup.TEXT.row("1");
        return row.scenario(
                List.copyOf(runs),
                COLUMNS,
                List.of(new FigurePlan("row1-lost", this::lost)),
                List.of(
                        row.claim(
                                "time", measurements -> near(DirectRun.ADDED_OFF, DirectRun.ADDED_ERROR, measurements)),
                        row.claim("lost", measurements -> near(DirectRun.LOST_OFF, DirectRun.LOST_ERROR, measurements)),
                        row.claim("replicas", this::replicas),
                        row.claim("cost", this::cost),
                        row.claim("confirmations", this::confirmations)));
    }

    private Finding near(String off, String error, Measurements measurements) {
        List<Double> differences = new ArrayList<>();
        double most = 0;
        double errors = 0;
        for (DirectRun run : runs) {
            Measurement measured = measurements.of(run);
            if (measured.get(error) <= 100 * WideAreaSettings.GREATEST_ERROR) {
                double difference = Math.abs(measured.get(off));
                differences.add(difference);
                most = Math.max(most, measured.get(error));
                errors = Math.max(errors, difference / measured.get(error));
            }
        }
        if (differences.size() < runs.size()) {
            throw new MissingMeasurementException("only " + differences.size() + " of " + runs.size()
                    + " runs are long enough for a standard error of "
                    + Words.percent(100 * WideAreaSettings.GREATEST_ERROR, 2));
        }
        double highest =
                differences.stream().mapToDouble(Double::doubleValue).max().orElse(Double.NaN);
        return Finding.of(
                highest <= 100 * WideAreaSettings.NEAR,
                String.format(
                        Locale.ROOT,
                        "%d cases: off by %.1f %% at most, at standard errors up to %.1f %%; the greatest difference is %.1f of them",
                        differences.size(),
                        highest,
                        most,
                        errors));
    }

    /** Of the number that the rule chooses for each loss and each allowance; that one replica less is not enough is a part of it. */
    private Finding replicas(Measurements measurements) {
        List<Finding> findings = new ArrayList<>();
        for (double allowed : ALLOWED) {
            List<Finding> own = new ArrayList<>();
            for (DirectRun run : runs) {
                double loss = run.path().loss();
                if (run.replicas() == PathModel.replicas(allowed, loss, WideAreaSettings.MOST_REPLICAS)) {
                    own.add(keeps(run, allowed, measurements));
                }
            }
            Finding all = Finding.all(", ", own);
            findings.add(new Finding(
                    all.verdict(), Words.percent(100 * allowed, 2) + " allowed: " + all.measured(), null, Map.of()));
        }
        return Finding.all("; ", findings);
    }

    private Finding keeps(DirectRun run, double allowed, Measurements measurements) {
        double lost = measurements.of(run).get(DirectRun.LOST);
        if (run.replicas() == 1) {
            return Finding.of(lost <= allowed, run.name() + " 1: " + Words.percent(100 * lost, 3));
        }
        double fewer = measurements.of(fewer(run)).get(DirectRun.LOST);
        return Finding.of(
                lost <= allowed && fewer > allowed,
                run.name() + " " + run.replicas() + ": " + Words.percent(100 * lost, 3) + " (one less: "
                        + Words.percent(100 * fewer, 3) + ")");
    }

    private DirectRun fewer(DirectRun run) {
        return new DirectRun(run.name(), run.path(), run.replicas() - 1, run.events(), run.fewest());
    }

    private Finding cost(Measurements measurements) {
        List<DirectRun> single =
                runs.stream().filter(run -> run.replicas() == 1).toList();
        return Judge.over(single, run -> measurements.of(run).get(DirectRun.COPIES))
                .saying(
                        "copies of a message, h = 1: ",
                        ", ",
                        (run, copies) -> run.name() + " " + Words.places(copies, 3))
                .atMost(1 + WideAreaSettings.NEAR)
                .with("lossiest", Words.places(measurements.of(lossiest(single)).get(DirectRun.COPIES), 2));
    }

    private static DirectRun lossiest(List<DirectRun> single) {
        return single.get(single.size() - 1);
    }

    private Finding confirmations(Measurements measurements) {
        Judge<DirectRun> judge = Judge.over(
                        runs,
                        run -> Math.abs(measurements.of(run).get(DirectRun.COPIES_LOSSY)
                                        / measurements.of(run).get(DirectRun.COPIES)
                                        * (1 - run.path().loss())
                                - 1))
                .saying("", "", (run, off) -> "");
        DirectRun keele = runs.stream()
                .filter(run -> run.name().equals(MeasuredPath.KEELE.place()) && run.replicas() == 1)
                .findFirst()
                .orElseThrow(() -> new MissingMeasurementException("no run to Keele"));
        Measurement measured = measurements.of(keele);
        return Finding.of(
                judge.highest() <= WideAreaSettings.NEAR,
                String.format(
                        Locale.ROOT,
                        "off by %.1f %% at most; to Keele with one replica %.3f copies in place of %.3f, and the sender knows after %.0f ms in place of %.0f",
                        100 * judge.highest(),
                        measured.get(DirectRun.COPIES_LOSSY),
                        measured.get(DirectRun.COPIES),
                        measured.get(DirectRun.KNOWN_LOSSY),
                        measured.get(DirectRun.KNOWN)));
    }

    private Figure lost(Measurements measurements) {
        List<Figure.Curve> curves = new ArrayList<>();
        List<String> names = runs.stream().map(DirectRun::name).distinct().toList();
        for (String name : names) {
            List<DirectRun> own =
                    runs.stream().filter(run -> run.name().equals(name)).toList();
            double[] x = own.stream().mapToDouble(DirectRun::replicas).toArray();
            curves.add(new Figure.Curve(name + ", formula", false, x, values(own, DirectRun.LOST_MODEL, measurements)));
            curves.add(new Figure.Curve(
                    name + ", simulated", Figure.Style.POINTS, x, values(own, DirectRun.LOST, measurements)));
        }
        return new Figure("All replicas lost", "replicas h", "1 - Π", true, curves);
    }

    private static double[] values(List<DirectRun> runs, String figure, Measurements measurements) {
        return runs.stream()
                .mapToDouble(run -> measurements.of(run).get(figure))
                .toArray();
    }
}
