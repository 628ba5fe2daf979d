package org.rmcast.lab.papers.ozkasap;

import java.util.List;
import org.rmcast.lab.experiment.Effort;
import org.rmcast.lab.experiment.Experiment;
import org.rmcast.lab.experiment.Scenario;
import org.rmcast.lab.experiment.Setting;

/**
 * Bimodal Multicast and its variants on the networks of a simulation study.
 *
 * <p>Paper: Özkasap, "Performance study of a probabilistic multicast transport protocol", section 5.
 */
public final class BimodalMulticast implements Experiment {
    @Override
    public String name() {
        return "bimodal-multicast";
    }

    @Override
    public String title() {
        return "Bimodal Multicast: steady arrivals, slow roots, noisy links";
    }

    @Override
    public String paper() {
        return "Ö. Özkasap: Performance study of a probabilistic multicast transport protocol. Elsevier, 2003."
                + " Row 5: K. Birman, M. Hayden, Ö. Özkasap, Z. Xiao, M. Budiu, Y. Minsky: Bimodal Multicast. ACM TOCS 17(2),"
                + " 1999.";
    }

    @Override
    public String introduction() {
        return """
                The study ran models of Pbcast and its variants, and SRM, in ns-2. Here the engines that applications run do, with \
                the parameters of the paper (preset `paper`), on networks made by the same rules. The paper's trees are not \
                published: ours are other trees of the same depth and size.

                All members are peers; one sends. *At the node* is when the first copy of a message arrives, be it the \
                multicast or a repair; *after FIFO* is when it is delivered, after all messages before it. The study's SRM is \
                not run: what it says of SRM is listed and not tested.

                Verdicts are made by code from the figures of the runs, by thresholds named there. *Not testable* says why.
                """;
    }

    @Override
    public List<Setting> settings(Effort effort) {
        return StudySettings.settings(new StudyRuns(effort));
    }

    @Override
    public List<Scenario> scenarios(Effort effort) {
        StudyRuns runs = new StudyRuns(effort);
        return List.of(
                new InterArrivalRow(runs).scenario(),
                new LimitedRootRow(runs).scenario(),
                new LocalRecoveryRow(runs).scenario(),
                new InterferenceRow(runs).scenario(),
                new BimodalRow(runs).scenario());
    }
}
