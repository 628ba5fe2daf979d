package org.rmcast.lab.papers.ozkasap;

import java.util.List;
import org.rmcast.lab.experiment.Figure;
import org.rmcast.lab.experiment.FigurePlan;
import org.rmcast.lab.experiment.Finding;
import org.rmcast.lab.experiment.Judge;
import org.rmcast.lab.experiment.Measurements;
import org.rmcast.lab.experiment.PaperText;
import org.rmcast.lab.experiment.Scenario;
import org.rmcast.lab.experiment.Words;
import org.rmcast.lab.group.LinkMeter;
import org.rmcast.lab.group.ObserverMeter;
import org.rmcast.lab.group.PacketMeter;
import org.rmcast.lab.group.Traffic;

/** Section 6: what gossip that knows nothing of the network puts on the link between two clusters. */
final class CentralLinkRow {
    /** "An issue": how much faster than half as fast as the group the load of the link grows at least. */
    private static final double GROWS_WITH_GROUP = 0.5;

    private static final String LOAD = LinkMeter.load(ClusterRun.LINK);

    private final StudyRuns runs;

    CentralLinkRow(StudyRuns runs) {
        this.runs = runs;
    }

    Scenario scenario() {
        PaperText.Row row =
                BimodalMulticast.TEXT.row("8").with("rate", runs.rates().get(0));
        return row.scenario(
                runs.clusterSizes().stream()
                        .map(size -> runs.cluster(Contenders.BASIC, size))
                        .toList(),
                List.of(
                        LOAD,
                        LinkMeter.busiest(ClusterRun.LINK),
                        PacketMeter.sentPerSecond(Traffic.Kind.STATE),
                        PacketMeter.sentPerSecond(Traffic.Kind.REPAIR),
                        ObserverMeter.ARRIVED),
                List.of(new FigurePlan(
                        "row8-link",
                        measurements -> new Figure(
                                "Load of the link between two clusters",
                                "members of a cluster",
                                "kilobits per second in one direction",
                                false,
                                List.of(
                                        Figure.Curve.over("all", runs.clusterSizes(), size -> load(size, measurements)),
                                        Figure.Curve.over("data", runs.clusterSizes(), size -> data()))))),
                List.of(row.claim("grows", this::grows)));
    }

    private double load(int size, Measurements measurements) {
        return measurements.of(runs.cluster(Contenders.BASIC, size)).get(LOAD);
    }

    /** What the messages alone take. */
    private double data() {
        return runs.rates().get(0) * StudySettings.SMALL_BYTES * 8 / 1e3;
    }

    private Finding grows(Measurements measurements) {
        int smallest = runs.clusterSizes().get(0);
        int largest = runs.clusterSizes().get(runs.clusterSizes().size() - 1);
        double least = load(smallest, measurements) - data();
        return Judge.<Integer>over(List.of(largest), size -> (load(size, measurements) - data()) / least)
                .saying("beside " + Words.count(data()) + " kb/s of data: with "
                        + String.join(
                                ", ",
                                runs.clusterSizes().stream()
                                        .map(size -> "clusters of " + size + " "
                                                + Words.count(load(size, measurements) - data()) + " kb/s")
                                        .toList()))
                .atLeast(GROWS_WITH_GROUP * largest / smallest);
    }
}
