package org.rmcast.lab.papers.ozkasap;

import java.util.ArrayList;
import java.util.List;
import org.rmcast.lab.experiment.Claim;
import org.rmcast.lab.experiment.Figure;
import org.rmcast.lab.experiment.FigurePlan;
import org.rmcast.lab.experiment.Finding;
import org.rmcast.lab.experiment.Measurements;
import org.rmcast.lab.experiment.Scenario;
import org.rmcast.lab.experiment.Words;
import org.rmcast.lab.group.Contender;
import org.rmcast.lab.group.LatencyMeter;
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
        return new Scenario(
                "3",
                "Pbcast-local and Pbcast-grb below a noisy link",
                "A tree of " + runs.localSize()
                        + " nodes; one link that leaves the sender, at the root, loses 10 %, the others"
                        + " nothing. The receiver is below that link.",
                runs.noisyLinks(),
                List.of(
                        LatencyMeter.REPAIRED,
                        LatencyMeter.NODE_MEAN,
                        LatencyMeter.NODE_P99,
                        LatencyMeter.FIFO_MEAN,
                        LatencyMeter.FIFO_P50,
                        LatencyMeter.FIFO_P99,
                        LatencyMeter.FIFO_MAX,
                        LatencyMeter.DELIVERED,
                        PacketMeter.sentPerSecond(Traffic.Kind.REQUEST),
                        PacketMeter.sentPerSecond(Traffic.Kind.REPAIR)),
                List.of(new FigurePlan("row3-latency", this::figure)),
                List.of(new Claim(
                        "Pbcast-local notably improves the latency after FIFO ordering over Pbcast-grb.",
                        "5.3, figure 14",
                        this::improvement)));
    }

    private Figure figure(Measurements measurements) {
        List<Figure.Curve> curves = new ArrayList<>();
        for (Contender contender : Contenders.OF_LOCAL_RECOVERY) {
            curves.add(Tail.of(
                    contender.words(),
                    measurements.of(runs.noisyLink(contender)).series(LatencyMeter.LATENCY_SERIES),
                    LatencyMeter.AFTER_FIFO));
        }
        return new Figure(
                "Figure 14: latencies after FIFO ordering",
                "latency (ms)",
                "messages that take longer (%)",
                true,
                curves);
    }

    private Finding improvement(Measurements measurements) {
        double grb = measurements.of(runs.noisyLink(Contenders.GRB)).get(LatencyMeter.FIFO_MEAN);
        double local = measurements.of(runs.noisyLink(Contenders.LOCAL)).get(LatencyMeter.FIFO_MEAN);
        double grbTail = measurements.of(runs.noisyLink(Contenders.GRB)).get(LatencyMeter.FIFO_P99);
        double localTail = measurements.of(runs.noisyLink(Contenders.LOCAL)).get(LatencyMeter.FIFO_P99);
        return Finding.of(
                local <= NOTABLE * grb,
                "mean " + Words.millis(local) + " against " + Words.millis(grb) + ", 99 % within "
                        + Words.millis(localTail) + " against " + Words.millis(grbTail));
    }
}
