package org.rmcast.lab.papers.tachikawa;

import java.util.List;
import java.util.Locale;
import org.rmcast.lab.experiment.Figure;
import org.rmcast.lab.experiment.FigurePlan;
import org.rmcast.lab.experiment.Finding;
import org.rmcast.lab.experiment.Judge;
import org.rmcast.lab.experiment.Measurements;
import org.rmcast.lab.experiment.PaperText;
import org.rmcast.lab.experiment.Scenario;
import org.rmcast.lab.experiment.Words;

/** Section 3, figure 4: a day. */
final class DaySection implements Section {
    private static final List<String> COLUMNS =
            List.of(HourRun.LOSS, HourRun.REPLICAS, HourRun.LOST, HourRun.REPLICAS_FIXED, HourRun.LOST_FIXED);
    private static final double ALLOWED_PERCENT = 100 * WideAreaSettings.ALLOWED_LOSS;

    private final List<HourRun> runs;

    DaySection(WideAreaRuns runs) {
        this.runs = runs.hours();
    }

    @Override
    public Scenario scenario() {
        PaperText.Row row = WideAreaGroup.TEXT.row("6");
        return row.scenario(
                List.copyOf(runs),
                COLUMNS,
                List.of(new FigurePlan("row6-day", this::day), new FigurePlan("row6-lost", this::lost)),
                List.of(row.claim("by-the-hour", this::byTheHour), row.claim("required", this::required)));
    }

    private Finding byTheHour(Measurements measurements) {
        Judge<HourRun> judge = Judge.over(runs, run -> measurements.of(run).get(HourRun.LOST));
        double copies = mean(HourRun.REPLICAS, measurements);
        return judge.saying(String.format(
                        Locale.ROOT,
                        "at most %.2f %%, at %d h; %.2f copies of a message in the mean",
                        judge.highest(),
                        judge.best().hour(),
                        copies))
                .atMost(ALLOWED_PERCENT);
    }

    /** Held if what is fixed fails in some hour. */
    private Finding required(Measurements measurements) {
        Judge<HourRun> judge = Judge.over(runs, run -> measurements.of(run).get(HourRun.LOST_FIXED));
        long failing = runs.stream()
                .filter(run -> measurements.of(run).get(HourRun.LOST_FIXED) > ALLOWED_PERCENT)
                .count();
        return Finding.of(
                failing > 0,
                String.format(
                        Locale.ROOT,
                        "%s replicas by the mean of the day: above the allowed 1 %% in %d of %d hours, %.2f %% at most; %s copies of a message",
                        Words.count(measurements.of(runs.get(0)).get(HourRun.REPLICAS_FIXED)),
                        failing,
                        runs.size(),
                        judge.highest(),
                        Words.places(mean(HourRun.REPLICAS_FIXED, measurements), 2)));
    }

    private double mean(String figure, Measurements measurements) {
        return runs.stream()
                .mapToDouble(run -> measurements.of(run).get(figure))
                .average()
                .orElse(Double.NaN);
    }

    private Figure day(Measurements measurements) {
        return new Figure(
                "Hatoyama to Keele, as assumed: loss; replicas for 1 %",
                "o'clock",
                "loss (%), replicas",
                false,
                List.of(
                        curve("loss (%)", HourRun.LOSS, measurements),
                        curve("replicas by the hour", HourRun.REPLICAS, measurements)));
    }

    private Figure lost(Measurements measurements) {
        double[] x = {0, HourlyLoss.HOURS - 1.0};
        return new Figure(
                "All replicas lost (simulated)",
                "o'clock",
                "1 - Π (%)",
                false,
                List.of(
                        curve("by the hour", HourRun.LOST, measurements),
                        curve("by the mean of the day", HourRun.LOST_FIXED, measurements),
                        new Figure.Curve("allowed", false, x, new double[] {ALLOWED_PERCENT, ALLOWED_PERCENT})));
    }

    private Figure.Curve curve(String name, String figure, Measurements measurements) {
        return new Figure.Curve(
                name,
                true,
                runs.stream().mapToDouble(HourRun::hour).toArray(),
                runs.stream()
                        .mapToDouble(run -> measurements.of(run).get(figure))
                        .toArray());
    }
}
