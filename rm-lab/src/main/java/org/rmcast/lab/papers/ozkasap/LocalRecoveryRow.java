package org.rmcast.lab.papers.ozkasap;

import java.util.ArrayList;
import java.util.List;
import org.rmcast.lab.experiment.Figure;
import org.rmcast.lab.experiment.FigurePlan;
import org.rmcast.lab.experiment.Finding;
import org.rmcast.lab.experiment.Measurement;
import org.rmcast.lab.experiment.Measurements;
import org.rmcast.lab.experiment.PaperText;
import org.rmcast.lab.experiment.Repetitions;
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
                List.of(new FigurePlan("row3-latency", this::figure), new FigurePlan("row3-tail", this::tails)),
                List.of(row.claim("local-improves", this::improvement)));
    }

    private Figure figure(Measurements measurements) {
        List<Figure.Curve> curves = new ArrayList<>();
        for (Contender contender : Contenders.OF_LOCAL_RECOVERY) {
            curves.add(Figure.Curve.histogram(
                    contender.words(),
                    measurements.of(runs.noisyLink(contender)).series(ObserverMeter.LATENCY_SERIES),
                    ObserverMeter.AFTER_FIFO));
        }
        return new Figure("Figure 14: latencies after FIFO ordering", "latency (ms)", "messages (%)", false, curves);
    }

    private Figure tails(Measurements measurements) {
        List<Figure.Curve> curves = new ArrayList<>();
        for (Contender contender : Contenders.OF_LOCAL_RECOVERY) {
            curves.add(Tail.of(
                    contender.words(),
                    measurements.of(runs.noisyLink(contender)).series(ObserverMeter.LATENCY_SERIES),
                    ObserverMeter.AFTER_FIFO));
        }
        return new Figure(
                "The same, added up from the longest", "latency (ms)", "messages that take longer (%)", true, curves);
    }

    private Finding improvement(Measurements measurements) {
        Measurement grb = measurements.of(runs.noisyLink(Contenders.GRB));
        Measurement local = measurements.of(runs.noisyLink(Contenders.LOCAL));
        return Finding.of(
                local.get(ObserverMeter.FIFO_MEAN) <= NOTABLE * grb.get(ObserverMeter.FIFO_MEAN),
                "mean " + Repetitions.words(local, ObserverMeter.FIFO_MEAN, Words::millis) + " against "
                        + Repetitions.words(grb, ObserverMeter.FIFO_MEAN, Words::millis) + ", 99 % within "
                        + Words.millis(local.get(ObserverMeter.FIFO_P99)) + " against "
                        + Words.millis(grb.get(ObserverMeter.FIFO_P99)));
    }
}
