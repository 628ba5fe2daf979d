package org.rmcast.lab.papers.shiroshita;

import java.util.List;
import java.util.Locale;
import org.rmcast.lab.experiment.Finding;
import org.rmcast.lab.experiment.Measurement;
import org.rmcast.lab.experiment.Measurements;
import org.rmcast.lab.experiment.PaperText;
import org.rmcast.lab.experiment.Scenario;
import org.rmcast.lab.experiment.Words;

/** Section 4.2: 100 receivers at 0, 1 and 10 % of loss. */
final class LossRow {
    private static final List<Integer> LOSSES = List.of(0, 10, 100);
    /** The paper's seconds and ours: chosen, since its margin and its rate on the wire are not stated. */
    private static final double FACTOR = 1.15;

    private final RmtpRuns runs;

    LossRow(RmtpRuns runs) {
        this.runs = runs;
    }

    Scenario scenario() {
        PaperText.Row row = RmtpLargeScale.TEXT.row("8").with("receivers", runs.receiversOfTable());
        return row.scenario(
                LOSSES.stream().map(runs::deliverLossy).toList(),
                PhasesRow.columns(),
                List.of(),
                List.of(
                        row.claim("none", measurements -> as(0, 22, 0, measurements)),
                        row.claim("one", measurements -> as(10, 40, 2, measurements)),
                        row.claim("ten", measurements -> as(100, 68, 5, measurements))));
    }

    private Finding as(int lossPerMille, double seconds, int retransmissions, Measurements measurements) {
        Measurement measured = measurements.of(runs.deliverLossy(lossPerMille));
        double time = measured.get(RmtpGroup.TIME);
        double rounds = measured.get(RmtpGroup.RETRANSMISSIONS);
        boolean same = time <= seconds * FACTOR && time >= seconds / FACTOR;
        return Finding.of(
                        same && rounds == retransmissions,
                        String.format(
                                Locale.ROOT,
                                "%.1f s with %.0f retransmissions; model %.1f s, %.0f",
                                time,
                                rounds,
                                measured.get(DeliveryRun.MODEL + RmtpGroup.TIME),
                                measured.get(DeliveryRun.MODEL + RmtpGroup.RETRANSMISSIONS)))
                .with("sending", part(DeliveryRun.SENDING, measured))
                .with("connecting", part(DeliveryRun.CONNECTING, measured))
                .with("answers", part(DeliveryRun.ANSWERS, measured))
                .with("polling", part(DeliveryRun.POLLING, measured))
                .with("polls", Words.count(measured.get(DeliveryRun.POLLS)));
    }

    private static String part(String name, Measurement measured) {
        return Words.places(measured.get(name), 1) + " s";
    }
}
