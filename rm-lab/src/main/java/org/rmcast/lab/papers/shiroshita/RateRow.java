package org.rmcast.lab.papers.shiroshita;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.rmcast.lab.experiment.Figure;
import org.rmcast.lab.experiment.FigurePlan;
import org.rmcast.lab.experiment.Finding;
import org.rmcast.lab.experiment.Judge;
import org.rmcast.lab.experiment.Measurements;
import org.rmcast.lab.experiment.PaperText;
import org.rmcast.lab.experiment.Run;
import org.rmcast.lab.experiment.Scenario;
import org.rmcast.lab.experiment.Words;

/** Section 4.3, figure 7: the time over the rate. */
final class RateRow {
    /** "Carefully": at about half of the best rate, and at about twice, a delivery takes so much longer. */
    private static final double CAREFULLY = 1.25;

    private final RmtpRuns runs;

    RateRow(RmtpRuns runs) {
        this.runs = runs;
    }

    Scenario scenario() {
        PaperText.Row row = RmtpLargeScale.TEXT.row("6");
        return row.scenario(
                all(),
                List.of(RmtpGroup.TIME),
                List.of(new FigurePlan("row6-rate", this::figure)),
                List.of(
                        row.claim("too-low", measurements -> away(true, measurements)),
                        row.claim("too-high", measurements -> away(false, measurements))));
    }

    /** As in the paper: workstations are not alike. */
    private List<Workstations> cases() {
        return runs.workstations(true);
    }

    /** What shows why: workstations that are alike lose the same packets. */
    private Workstations alike() {
        return runs.workstations(false).get(0);
    }

    private List<Workstations> shown() {
        List<Workstations> shown = new ArrayList<>(cases());
        shown.add(alike());
        return shown;
    }

    private List<Run> all() {
        List<Run> all = new ArrayList<>();
        for (Workstations which : shown()) {
            runs.percents().forEach(percent -> all.add(runs.atRate(which, percent)));
        }
        return all;
    }

    private double seconds(Workstations which, int percent, Measurements measurements) {
        return measurements.of(runs.atRate(which, percent)).get(RmtpGroup.TIME);
    }

    private int best(Workstations which, Measurements measurements) {
        return Judge.over(runs.percents(), percent -> seconds(which, percent, measurements))
                .worst();
    }

    /** Over the least time. */
    private double ratio(Workstations which, int percent, Measurements measurements) {
        return seconds(which, percent, measurements) / seconds(which, best(which, measurements), measurements);
    }

    private Figure figure(Measurements measurements) {
        List<Figure.Curve> curves = new ArrayList<>();
        for (Workstations which : shown()) {
            curves.add(
                    Figure.Curve.over(which.words(), runs.percents(), percent -> ratio(which, percent, measurements)));
        }
        return new Figure(
                "Figure 7: time over the least time",
                "rate, of what a workstation takes (%)",
                "time ratio",
                false,
                curves);
    }

    /** About half of the best rate, or about twice. */
    private Finding away(boolean low, Measurements measurements) {
        return Judge.over(cases(), which -> {
                    int other = other(best(which, measurements), low);
                    return ratio(which, other, measurements);
                })
                .saying("", "; ", (which, value) -> {
                    int best = best(which, measurements);
                    return String.format(
                            Locale.ROOT,
                            "%s: best at %d %%, at %d %% %s times as long",
                            which.words(),
                            best,
                            other(best, low),
                            Words.factor(value));
                })
                .atLeast(CAREFULLY)
                .with("alike", alikeInWords(measurements));
    }

    private String alikeInWords(Measurements measurements) {
        return Judge.over(List.of(100, 160), percent -> seconds(alike(), percent, measurements))
                .saying("", ", ", (percent, value) -> String.format(Locale.ROOT, "%.1f s at %d %%", value, percent))
                .measured();
    }

    /** The rate that is next to half or twice the best one. */
    private int other(int best, boolean low) {
        double wanted = low ? best / 2.0 : best * 2.0;
        return Judge.over(runs.percents(), percent -> Math.abs(percent - wanted))
                .worst();
    }
}
