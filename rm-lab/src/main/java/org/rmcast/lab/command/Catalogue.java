package org.rmcast.lab.command;

import java.util.List;
import java.util.Optional;
import org.rmcast.lab.experiment.Experiment;
import org.rmcast.lab.papers.khanna2004.TramFailureHandling;
import org.rmcast.lab.papers.khanna2004.TramFidelityMatrix;
import org.rmcast.lab.papers.mishra.GossipParameters;
import org.rmcast.lab.papers.ozkasap.BimodalMulticast;
import org.rmcast.lab.papers.shiroshita.RmtpLargeScale;
import org.rmcast.lab.papers.tachikawa.WideAreaGroup;

/** The experiments there are. A new one is added here. */
record Catalogue(List<Experiment> experiments) {
    Catalogue {
        experiments = List.copyOf(experiments);
    }

    static Catalogue standard() {
        return new Catalogue(List.of(
                new TramFailureHandling(),
                new TramFidelityMatrix(),
                new BimodalMulticast(),
                new GossipParameters(),
                new RmtpLargeScale(),
                new WideAreaGroup()));
    }

    Optional<Experiment> find(String name) {
        return experiments.stream()
                .filter(experiment -> experiment.name().equals(name))
                .findFirst();
    }

    List<String> names() {
        return experiments.stream().map(Experiment::name).toList();
    }
}
