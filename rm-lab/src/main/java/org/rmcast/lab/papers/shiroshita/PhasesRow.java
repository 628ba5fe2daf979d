package org.rmcast.lab.papers.shiroshita;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.rmcast.lab.experiment.Figure;
import org.rmcast.lab.experiment.FigurePlan;
import org.rmcast.lab.experiment.Finding;
import org.rmcast.lab.experiment.Measurement;
import org.rmcast.lab.experiment.Measurements;
import org.rmcast.lab.experiment.PaperText;
import org.rmcast.lab.experiment.Run;
import org.rmcast.lab.experiment.Scenario;
import org.rmcast.lab.experiment.Words;
import org.rmcast.lab.papers.shiroshita.Delivery.Special;

/** Section 4.1, equations 2 and 3: the time part by part, and what is in it that the model has not. */
final class PhasesRow {
    /** "Approximately": a part of the model and the same part of a run. */
    private static final double NEAR = 0.1;

    private static final List<String> PARTS =
            List.of(DeliveryRun.CONNECTING, DeliveryRun.SENDING, DeliveryRun.ANSWERS, DeliveryRun.POLLING);

    private final RmtpRuns runs;

    PhasesRow(RmtpRuns runs) {
        this.runs = runs;
    }

    Scenario scenario() {
        PaperText.Row row = RmtpLargeScale.TEXT
                .row("3")
                .with("receivers", runs.receiversOfCauses())
                .with("most", runs.most());
        List<Run> all = new ArrayList<>();
        all.add(most());
        all.add(runs.mostDoubled());
        for (Special special : Special.values()) {
            all.add(runs.special(special));
        }
        return row.scenario(
                all,
                columns(),
                List.of(new FigurePlan("row3-parts", this::figure)),
                List.of(row.claim("rounds", this::rounds), row.claim("connection", this::connection)));
    }

    /** The time, part by part, and the model's. */
    static List<String> columns() {
        List<String> columns = new ArrayList<>(List.of(RmtpGroup.TIME, DeliveryRun.MODEL + RmtpGroup.TIME));
        for (String part : PARTS) {
            columns.add(part);
            columns.add(DeliveryRun.MODEL + part);
        }
        columns.add(DeliveryRun.POLLS);
        columns.add(RmtpGroup.RETRANSMISSIONS);
        return columns;
    }

    private Run most() {
        return runs.deliver(runs.most(), RmtpSettings.NEAR_MILLIS);
    }

    private Figure figure(Measurements measurements) {
        Measurement measured = measurements.of(most());
        double[] x = {0, 1, 2, 3};
        return new Figure(
                "Where the time goes, " + runs.most() + " receivers",
                "",
                "time (s)",
                false,
                List.of("connecting", "sending", "answers", "polling"),
                List.of(bars("simulated", x, measured, ""), bars("model", x, measured, DeliveryRun.MODEL)));
    }

    private static Figure.Curve bars(String name, double[] x, Measurement measured, String before) {
        double[] y =
                PARTS.stream().mapToDouble(part -> measured.get(before + part)).toArray();
        return new Figure.Curve(name, Figure.Style.BARS, x, y);
    }

    private static boolean isNear(double value, double model) {
        return Math.abs(value - model) <= NEAR * model;
    }

    /** A part of a run beside the model's. */
    private static String beside(Measurement measured, String part) {
        return String.format(
                Locale.ROOT, "%.1f s, model %.1f s", measured.get(part), measured.get(DeliveryRun.MODEL + part));
    }

    private Finding rounds(Measurements measurements) {
        Measurement measured = measurements.of(most());
        double found = 0;
        double model = 0;
        List<String> words = new ArrayList<>();
        for (String part : PARTS.subList(1, PARTS.size())) {
            found += measured.get(part);
            model += measured.get(DeliveryRun.MODEL + part);
            words.add(part.replace(" s", "") + " " + beside(measured, part));
        }
        return Finding.of(
                        isNear(found, model),
                        String.format(
                                Locale.ROOT,
                                "%d receivers: %s; together %.1f s, model %.1f s",
                                runs.most(),
                                String.join("; ", words),
                                found,
                                model))
                .with("polling", beside(measured, DeliveryRun.POLLING))
                .with("usual", parts(measured))
                .with("doubled", parts(measurements.of(runs.mostDoubled())));
    }

    private Finding connection(Measurements measurements) {
        Measurement measured = measurements.of(most());
        boolean near =
                isNear(measured.get(DeliveryRun.CONNECTING), measured.get(DeliveryRun.MODEL + DeliveryRun.CONNECTING));
        return Finding.of(near, runs.most() + " receivers: " + beside(measured, DeliveryRun.CONNECTING))
                .with("here", beside(measured, DeliveryRun.CONNECTING))
                .with("receivers", Integer.toString(runs.receiversOfCauses()))
                .with("usual", beside(measurements.of(runs.special(Special.NONE)), DeliveryRun.CONNECTING))
                .with("safe-token", connecting(Special.SAFE_TOKEN, measurements))
                .with("safe", connecting(Special.SAFE_CONNECTION, measurements));
    }

    private String connecting(Special special, Measurements measurements) {
        return Words.places(measurements.of(runs.special(special)).get(DeliveryRun.CONNECTING), 1) + " s";
    }

    private static String parts(Measurement measured) {
        return String.format(
                Locale.ROOT,
                "%.1f s in all, of which connecting %.1f s and polling %.1f s",
                measured.get(RmtpGroup.TIME),
                measured.get(DeliveryRun.CONNECTING),
                measured.get(DeliveryRun.POLLING));
    }
}
