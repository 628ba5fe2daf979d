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
import org.rmcast.lab.experiment.Run;
import org.rmcast.lab.experiment.Scenario;
import org.rmcast.lab.experiment.Words;

/** Section 4.2, figure 4: how long a delivery takes over the number of receivers. */
final class TimeRow {
    private static final double THREE_MINUTES = 180;
    /** A straight line: of three points the middle one is no further from the others' line. */
    private static final double STRAIGHT = 0.03;
    /** "Explains the difference": what is left of it, of the time. */
    private static final double EXPLAINED = 0.1;
    /** "Not strongly": what the longer turn-around adds, of the time. */
    private static final double NOT_STRONGLY = 0.15;

    static final List<String> COLUMNS = List.of(
            RmtpGroup.TIME,
            DeliveryRun.MODEL + RmtpGroup.TIME,
            DeliveryRun.WITHOUT_MARGIN,
            RmtpGroup.RELEASED,
            RmtpGroup.RETRANSMISSIONS,
            RmtpGroup.SENT_TO_GROUP,
            RmtpGroup.SENT_APART,
            DeliveryRun.POLLS,
            RmtpGroup.COMPLETE);

    private final RmtpRuns runs;

    TimeRow(RmtpRuns runs) {
        this.runs = runs;
    }

    Scenario scenario() {
        PaperText.Row row = RmtpLargeScale.TEXT.row("2");
        return row.scenario(
                deliveries(runs),
                COLUMNS,
                List.of(new FigurePlan("row2-time", this::figure)),
                List.of(
                        row.claim("three-minutes", this::threeMinutes),
                        row.claim("linear", this::linear),
                        row.claim("above", this::above),
                        row.claim("model", this::model),
                        row.claim("margin", this::margin),
                        row.claim("turn-around", this::turnAround)));
    }

    /** All of figures 4 and 5. */
    static List<Run> deliveries(RmtpRuns runs) {
        List<Run> all = new ArrayList<>();
        runs.receivers().forEach(count -> all.add(runs.deliver(count, RmtpSettings.NEAR_MILLIS)));
        runs.farReceivers().forEach(count -> all.add(runs.deliver(count, RmtpSettings.FAR_MILLIS)));
        return all;
    }

    private Measurement near(int receivers, Measurements measurements) {
        return measurements.of(runs.deliver(receivers, RmtpSettings.NEAR_MILLIS));
    }

    private Figure figure(Measurements measurements) {
        List<Figure.Curve> curves = new ArrayList<>();
        for (int turnAround : List.of(RmtpSettings.NEAR_MILLIS, RmtpSettings.FAR_MILLIS)) {
            List<Integer> cases = turnAround == RmtpSettings.NEAR_MILLIS ? runs.receivers() : runs.farReceivers();
            for (String name :
                    List.of(RmtpGroup.TIME, DeliveryRun.MODEL + RmtpGroup.TIME, DeliveryRun.WITHOUT_MARGIN)) {
                curves.add(Figure.Curve.over(
                        "TAT " + turnAround + " ms, " + words(name),
                        cases,
                        count ->
                                measurements.of(runs.deliver(count, turnAround)).get(name)));
            }
        }
        return new Figure("Figure 4: transfer time", "receivers", "time (s)", false, curves);
    }

    private static String words(String name) {
        return switch (name) {
            case RmtpGroup.TIME -> "simulated";
            case DeliveryRun.WITHOUT_MARGIN -> "model, no margin";
            default -> "model";
        };
    }

    private Finding threeMinutes(Measurements measurements) {
        double seconds = near(runs.many(), measurements).get(RmtpGroup.TIME);
        double complete = near(runs.many(), measurements).get(RmtpGroup.COMPLETE);
        return Finding.of(
                seconds <= THREE_MINUTES && complete == 100,
                String.format(Locale.ROOT, "%d receivers: %.1f s, %.2f %% complete", runs.many(), seconds, complete));
    }

    private Finding linear(Measurements measurements) {
        List<Integer> last = runs.receivers()
                .subList(runs.receivers().size() - 3, runs.receivers().size());
        double[] seconds = last.stream()
                .mapToDouble(count -> near(count, measurements).get(RmtpGroup.TIME))
                .toArray();
        double share = (double) (last.get(1) - last.get(0)) / (last.get(2) - last.get(0));
        double line = seconds[0] + share * (seconds[2] - seconds[0]);
        return Finding.of(
                seconds[2] > seconds[0] && Math.abs(seconds[1] - line) <= STRAIGHT * line,
                String.format(
                        Locale.ROOT,
                        "%d receivers %.1f s, %d %.1f s, %d %.1f s; on a line through the others it would be %.1f s",
                        last.get(0),
                        seconds[0],
                        last.get(1),
                        seconds[1],
                        last.get(2),
                        seconds[2],
                        line));
    }

    private Finding above(Measurements measurements) {
        return Judge.over(
                        runs.receivers(),
                        count -> near(count, measurements).get(RmtpGroup.TIME)
                                / near(count, measurements).get(DeliveryRun.WITHOUT_MARGIN))
                .saying("simulated over model without margin: ", ", ", TimeRow::ratio)
                .above(1);
    }

    /** What the laboratory asks of the largest groups: rounds and time beside the model. */
    private Finding model(Measurements measurements) {
        List<Finding> findings = new ArrayList<>();
        for (int receivers : List.of(runs.many(), runs.most())) {
            Measurement measured = near(receivers, measurements);
            double rounds = measured.get(RmtpGroup.RETRANSMISSIONS);
            double modelRounds = measured.get(DeliveryRun.MODEL + RmtpGroup.RETRANSMISSIONS);
            double seconds = measured.get(RmtpGroup.TIME);
            double modelSeconds = measured.get(DeliveryRun.MODEL + RmtpGroup.TIME);
            findings.add(Finding.of(
                    rounds == modelRounds && Math.abs(seconds - modelSeconds) <= EXPLAINED * modelSeconds,
                    String.format(
                            Locale.ROOT,
                            "%d receivers: %.0f retransmissions, model %.0f; %.1f s, model %.1f s",
                            receivers,
                            rounds,
                            modelRounds,
                            seconds,
                            modelSeconds)));
        }
        return Finding.all("; ", findings);
    }

    private Finding margin(Measurements measurements) {
        Judge<Integer> ratios = Judge.over(
                        runs.receivers(),
                        count -> near(count, measurements).get(RmtpGroup.TIME)
                                / near(count, measurements).get(DeliveryRun.MODEL + RmtpGroup.TIME))
                .saying("simulated over model with margin: ", ", ", TimeRow::ratio);
        boolean explained = ratios.lowest() >= 1 - EXPLAINED && ratios.highest() <= 1 + EXPLAINED;
        Measurement worst = near(ratios.worst(), measurements);
        return Finding.of(explained, ratios.measured())
                .with("worst", ratios.worst().toString())
                .with("answers", Words.places(worst.get(DeliveryRun.ANSWERS), 1))
                .with("model-answers", Words.places(worst.get(DeliveryRun.MODEL + DeliveryRun.ANSWERS), 1))
                .with("polling", Words.places(worst.get(DeliveryRun.POLLING), 1))
                .with("model-polling", Words.places(worst.get(DeliveryRun.MODEL + DeliveryRun.POLLING), 1));
    }

    private static String ratio(int receivers, double value) {
        return receivers + " " + Words.factor(value);
    }

    private Finding turnAround(Measurements measurements) {
        return Judge.over(
                        runs.farReceivers(),
                        count -> measurements
                                        .of(runs.deliver(count, RmtpSettings.FAR_MILLIS))
                                        .get(RmtpGroup.TIME)
                                / near(count, measurements).get(RmtpGroup.TIME))
                .saying("time with 600 ms over time with 100 ms: ", ", ", TimeRow::ratio)
                .below(1 + NOT_STRONGLY);
    }
}
