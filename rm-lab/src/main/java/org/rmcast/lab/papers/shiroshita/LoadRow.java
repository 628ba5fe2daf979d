package org.rmcast.lab.papers.shiroshita;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.rmcast.lab.experiment.Figure;
import org.rmcast.lab.experiment.FigurePlan;
import org.rmcast.lab.experiment.Finding;
import org.rmcast.lab.experiment.Judge;
import org.rmcast.lab.experiment.Measurement;
import org.rmcast.lab.experiment.Measurements;
import org.rmcast.lab.experiment.PaperText;
import org.rmcast.lab.experiment.Scenario;
import org.rmcast.lab.experiment.Words;

/** Section 4.2, figure 5: the server's packets, and what the paper's workstation took for them. */
final class LoadRow {
    /** A straight line: of three points the middle one is no further from the others' line. */
    private static final double STRAIGHT = 0.03;
    /** Equation 7 and the counts of a run. */
    private static final double NEAR = 0.1;

    private final RmtpRuns runs;

    LoadRow(RmtpRuns runs) {
        this.runs = runs;
    }

    Scenario scenario() {
        PaperText.Row row = RmtpLargeScale.TEXT.row("4");
        return row.scenario(
                TimeRow.deliveries(runs),
                List.of(
                        RmtpGroup.SENT,
                        DeliveryRun.MODEL + RmtpGroup.SENT,
                        RmtpGroup.RECEIVED,
                        DeliveryRun.MODEL + RmtpGroup.RECEIVED),
                List.of(new FigurePlan("row4-cpu", this::figure)),
                List.of(
                        row.claim("linear", this::linear),
                        row.claim("sent", measurements -> counted(RmtpGroup.SENT, measurements)),
                        row.claim("received", measurements -> counted(RmtpGroup.RECEIVED, measurements)),
                        row.notTestable("coefficients")));
    }

    private Measurement of(int receivers, Measurements measurements) {
        return measurements.of(runs.deliver(receivers, RmtpSettings.NEAR_MILLIS));
    }

    private static double cpu(Measurement measured, String before) {
        return DeliveryModel.cpuSeconds(
                measured.get(before + RmtpGroup.SENT), measured.get(before + RmtpGroup.RECEIVED));
    }

    private Figure figure(Measurements measurements) {
        List<Figure.Curve> curves = new ArrayList<>();
        curves.add(
                Figure.Curve.over("packets of the runs", runs.receivers(), count -> cpu(of(count, measurements), "")));
        curves.add(Figure.Curve.over(
                "packets of the model", runs.receivers(), count -> cpu(of(count, measurements), DeliveryRun.MODEL)));
        return new Figure(
                "Figure 5: CPU load of the server, with the paper's coefficients",
                "receivers",
                "CPU system time (s)",
                false,
                curves);
    }

    private Finding linear(Measurements measurements) {
        List<Integer> last = runs.receivers()
                .subList(runs.receivers().size() - 3, runs.receivers().size());
        double[] seconds = last.stream()
                .mapToDouble(count -> cpu(of(count, measurements), ""))
                .toArray();
        double share = (double) (last.get(1) - last.get(0)) / (last.get(2) - last.get(0));
        double line = seconds[0] + share * (seconds[2] - seconds[0]);
        return Finding.of(
                seconds[2] > seconds[0] && Math.abs(seconds[1] - line) <= STRAIGHT * line,
                String.format(
                        Locale.ROOT,
                        "by the packets of the runs and the paper's coefficients: %d receivers %.2f s, %d %.2f s, %d %.2f s",
                        last.get(0),
                        seconds[0],
                        last.get(1),
                        seconds[1],
                        last.get(2),
                        seconds[2]));
    }

    private Finding counted(String name, Measurements measurements) {
        Judge<Integer> ratios = Judge.over(
                        runs.receivers(),
                        count -> of(count, measurements).get(name)
                                / of(count, measurements).get(DeliveryRun.MODEL + name))
                .saying("simulated over model: ", ", ", (count, value) -> count + " " + Words.factor(value));
        Measurement most = of(runs.most(), measurements);
        return Finding.of(ratios.lowest() >= 1 - NEAR && ratios.highest() <= 1 + NEAR, ratios.measured())
                .with("most", Integer.toString(runs.most()))
                .with("more", Words.count(most.get(name) - most.get(DeliveryRun.MODEL + name)));
    }
}
