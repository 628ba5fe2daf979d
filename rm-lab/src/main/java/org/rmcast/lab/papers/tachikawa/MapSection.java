package org.rmcast.lab.papers.tachikawa;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.DoubleUnaryOperator;
import org.rmcast.core.paths.PathEstimate;
import org.rmcast.core.paths.PathModel;
import org.rmcast.lab.experiment.Figure;
import org.rmcast.lab.experiment.FigurePlan;
import org.rmcast.lab.experiment.Finding;
import org.rmcast.lab.experiment.Measurement;
import org.rmcast.lab.experiment.Measurements;
import org.rmcast.lab.experiment.MissingMeasurementException;
import org.rmcast.lab.experiment.PaperText;
import org.rmcast.lab.experiment.Scenario;
import org.rmcast.lab.experiment.TimeSeries;
import org.rmcast.lab.experiment.Words;

/** Beyond the paper: where replicas pay, and where a relay does. */
final class MapSection implements Section {
    /** What is closer than so many standard errors is not decided. */
    private static final double DECIDED = 4;
    /** Of all points so many must be decided for the map to be tested. */
    private static final double MOST = 0.9;
    /** Replicas pay if they save that much of T, in per cent. */
    private static final double TENTH = 10;

    private static final int BISECTIONS = 60;
    private static final double HIGHEST_LOSS = 0.3;
    private static final int STEPS = 60;

    private final List<MapRun> runs;

    MapSection(WideAreaRuns runs) {
        this.runs = runs.map();
    }

    @Override
    public Scenario scenario() {
        PaperText.Row row = WideAreaGroup.TEXT.row("7").with("threshold", Words.percent(100 * threshold(), 1));
        return row.scenario(
                List.copyOf(runs),
                List.of(MapRun.SAVED, MapRun.SAVED_FAR, MapRun.SAVED_ERROR),
                List.of(
                        new FigurePlan("row7-replicas", measurements -> replicas()),
                        new FigurePlan("row7-relay-clean", measurements -> map(0, measurements)),
                        new FigurePlan("row7-relay-lossy", measurements -> map(50, measurements))),
                List.of(
                        row.claim("replicas", this::replicasPay),
                        row.claim("relay", this::relayPays),
                        row.claim("larger", this::larger)));
    }

    /** The loss from which on two replicas save a tenth of T: it is the same for all delays. */
    private static double threshold() {
        double low = 0;
        double high = HIGHEST_LOSS;
        for (int i = 0; i < BISECTIONS; i++) {
            double loss = (low + high) / 2;
            PathEstimate path = new PathEstimate(1, loss);
            double saved = 1 - PathModel.expectedMillis(path, 2) / PathModel.expectedMillis(path, 1);
            if (100 * saved < TENTH) {
                low = loss;
            } else {
                high = loss;
            }
        }
        return high;
    }

    private Finding replicasPay(Measurements measurements) {
        List<String> words = new ArrayList<>();
        boolean held = true;
        boolean decided = true;
        for (MapRun run : runs) {
            Measurement measured = measurements.of(run);
            for (String figure : List.of(MapRun.SAVED, MapRun.SAVED_FAR)) {
                double saved = measured.get(figure);
                decided &= Math.abs(saved - TENTH) > DECIDED * measured.get(MapRun.SAVED_ERROR);
                held &= (saved >= TENTH) == (run.loss() >= threshold());
            }
            if (run.share() == 0) {
                words.add("loss " + run.percent() + " %: " + Words.places(measured.get(MapRun.SAVED), 1) + " and "
                        + Words.percent(measured.get(MapRun.SAVED_FAR), 1));
            }
        }
        if (!decided) {
            throw new MissingMeasurementException("too few trials to tell");
        }
        return Finding.of(held, "saved at 60 and 240 ms: " + String.join(", ", words));
    }

    private Finding relayPays(Measurements measurements) {
        int points = 0;
        int decided = 0;
        int agree = 0;
        for (MapRun run : runs) {
            for (TimeSeries.Row row : measurements.of(run).series(MapRun.SERIES).rows()) {
                points++;
                if (isDecided(row)) {
                    decided++;
                    agree += isRelayFaster(row) == (row.get(MapRun.CHOSEN) > 0) ? 1 : 0;
                }
            }
        }
        if (decided < MOST * points) {
            throw new MissingMeasurementException("only " + decided + " of " + points + " points are decided");
        }
        return Finding.of(
                agree == decided,
                String.format(
                        Locale.ROOT,
                        "the choice is the simulation's at %d of %d points that are %.0f standard errors apart or more (of %d)",
                        agree,
                        decided,
                        DECIDED,
                        points));
    }

    /** The longest way around that pays in the simulation does not become shorter with the loss, and is longer in the end. */
    private Finding larger(Measurements measurements) {
        List<MapRun> half = runs.stream().filter(run -> run.share() > 0).toList();
        List<String> words = new ArrayList<>();
        double before = 0;
        boolean grows = true;
        for (MapRun run : half) {
            double longest = measurements.of(run).series(MapRun.SERIES).rows().stream()
                    .filter(row -> isDecided(row) && isRelayFaster(row))
                    .mapToDouble(row -> row.get(MapRun.DETOUR))
                    .max()
                    .orElse(0);
            grows &= longest >= before;
            before = longest;
            words.add(run.percent() + " % " + Words.places(longest, 2));
        }
        return Finding.of(
                        grows && before > 1,
                        "longest of the ways around that pays, over the direct one, with half of the loss on it: "
                                + String.join(", ", words))
                .with("replicated", Words.places(MapRun.greatestDetour(HIGHEST_LOSS, 0.5, 3), 2));
    }

    private static boolean isDecided(TimeSeries.Row row) {
        return Math.abs(row.get(MapRun.DIRECT) - row.get(MapRun.RELAYED)) > DECIDED * row.get(MapRun.ERROR);
    }

    private static boolean isRelayFaster(TimeSeries.Row row) {
        return row.get(MapRun.RELAYED) < row.get(MapRun.DIRECT);
    }

    private static Figure replicas() {
        List<Figure.Curve> curves = new ArrayList<>();
        for (int replicas = 1; replicas <= 4; replicas++) {
            int h = replicas;
            curves.add(curve(
                    h == 1 ? "1 replica" : h + " replicas",
                    loss -> PathModel.expectedMillis(new PathEstimate(1, loss), h)));
        }
        return new Figure("Time in delays, whatever the delay (formula)", "loss (%)", "T / δ", false, curves);
    }

    private Figure map(int share, Measurements measurements) {
        List<Figure.Curve> curves = new ArrayList<>();
        curves.add(curve("limit, one copy", loss -> MapRun.greatestDetour(loss, share / 100.0, 1)));
        curves.add(curve("limit, two replicas everywhere", loss -> MapRun.greatestDetour(loss, share / 100.0, 2)));
        curves.add(points("relay is faster (simulated)", true, share, measurements));
        curves.add(points("direct is faster (simulated)", false, share, measurements));
        return new Figure(
                "When a relay pays: "
                        + (share == 0 ? "no loss on the way around" : "half of the loss on each of its parts"),
                "loss of the direct path (%)",
                "way around over direct",
                false,
                curves);
    }

    private static Figure.Curve curve(String name, DoubleUnaryOperator value) {
        double[] x = new double[STEPS + 1];
        double[] y = new double[STEPS + 1];
        for (int i = 0; i <= STEPS; i++) {
            double loss = HIGHEST_LOSS * i / STEPS;
            x[i] = 100 * loss;
            y[i] = value.applyAsDouble(loss);
        }
        return new Figure.Curve(name, false, x, y);
    }

    private Figure.Curve points(String name, boolean relay, int share, Measurements measurements) {
        List<double[]> points = new ArrayList<>();
        for (MapRun run : runs) {
            if (run.share() == share) {
                for (TimeSeries.Row row :
                        measurements.of(run).series(MapRun.SERIES).rows()) {
                    if (isDecided(row) && isRelayFaster(row) == relay) {
                        points.add(new double[] {run.percent(), row.get(MapRun.DETOUR)});
                    }
                }
            }
        }
        return new Figure.Curve(
                name,
                Figure.Style.POINTS,
                points.stream().mapToDouble(point -> point[0]).toArray(),
                points.stream().mapToDouble(point -> point[1]).toArray());
    }
}
