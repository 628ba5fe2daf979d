package org.rmcast.lab.papers.ozkasap;

import java.util.ArrayList;
import java.util.List;
import org.rmcast.lab.experiment.Figure;
import org.rmcast.lab.experiment.FigurePlan;
import org.rmcast.lab.experiment.Finding;
import org.rmcast.lab.experiment.Measurements;
import org.rmcast.lab.experiment.PaperText;
import org.rmcast.lab.experiment.Scenario;
import org.rmcast.lab.experiment.Words;
import org.rmcast.lab.group.Contender;
import org.rmcast.lab.group.ObserverMeter;
import org.rmcast.lab.group.PacketMeter;
import org.rmcast.lab.group.Traffic;

/** Section 5.3: what telling a neighbour gains below a noisy link. */
final class LocalRecoveryRow {
    /** "A notable improvement": mean latency after FIFO below that of Pbcast-grb by a tenth at least. */
    private static final double NOTABLE = 0.9;

    private final StudyRuns runs;

    LocalRecoveryRow(StudyRuns runs) {
        this.runs = runs;
    }

    Scenario scenario() {
        PaperText.Row row = BimodalMulticast.TEXT.row("3").with("nodes", runs.localSize());
        return row.scenario(
                runs.noisyLinks(),
                List.of(
                        ObserverMeter.REPAIRED,
                        ObserverMeter.NODE_MEAN,
                        ObserverMeter.NODE_P99,
                        ObserverMeter.FIFO_MEAN,
                        ObserverMeter.FIFO_P50,
                        ObserverMeter.FIFO_P99,
                        ObserverMeter.FIFO_MAX,
                        ObserverMeter.DELIVERED,
                        PacketMeter.sentPerSecond(Traffic.Kind.REQUEST),
                        PacketMeter.sentPerSecond(Traffic.Kind.REPAIR)),
                List.of(new FigurePlan("row3-latency", this::figure)),
                List.of(row.claim("local-improves", this::improvement)));
    }

    private Figure figure(Measurements measurements) {
        List<Figure.Curve> curves = new ArrayList<>();
        for (Contender contender : Contenders.OF_LOCAL_RECOVERY) {
            curves.add(Tail.of(
                    contender.words(),
                    measurements.of(runs.noisyLink(contender)).series(ObserverMeter.LATENCY_SERIES),
                    ObserverMeter.AFTER_FIFO));
        }
        return new Figure(
                "Figure 14: latencies after FIFO ordering",
                "latency (ms)",
                "messages that take longer (%)",
                true,
                curves);
    }

    private Finding improvement(Measurements measurements) {
        double grb = measurements.of(runs.noisyLink(Contenders.GRB)).get(ObserverMeter.FIFO_MEAN);
        double local = measurements.of(runs.noisyLink(Contenders.LOCAL)).get(ObserverMeter.FIFO_MEAN);
        double grbTail = measurements.of(runs.noisyLink(Contenders.GRB)).get(ObserverMeter.FIFO_P99);
        double localTail = measurements.of(runs.noisyLink(Contenders.LOCAL)).get(ObserverMeter.FIFO_P99);
        return Finding.of(
                local <= NOTABLE * grb,
                "mean " + Words.millis(local) + " against " + Words.millis(grb) + ", 99 % within "
                        + Words.millis(localTail) + " against " + Words.millis(grbTail));
    }
}
