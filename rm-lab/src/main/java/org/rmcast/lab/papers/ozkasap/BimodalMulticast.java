package org.rmcast.lab.papers.ozkasap;

import java.util.List;
import org.rmcast.lab.experiment.Effort;
import org.rmcast.lab.experiment.PaperExperiment;
import org.rmcast.lab.experiment.PaperText;
import org.rmcast.lab.experiment.Scenario;
import org.rmcast.lab.experiment.Setting;

/**
 * Bimodal Multicast and its variants on the networks of a simulation study.
 *
 * <p>Paper: Özkasap, "Performance study of a probabilistic multicast transport protocol", section 5.
 */
public final class BimodalMulticast implements PaperExperiment {
    /** What the paper states, and why it is otherwise here. */
    static final PaperText TEXT = PaperText.of(BimodalMulticast.class);

    @Override
    public String name() {
        return "bimodal-multicast";
    }

    @Override
    public PaperText text() {
        return TEXT;
    }

    @Override
    public List<Setting> settings(Effort effort) {
        return StudySettings.settings(new StudyRuns(effort));
    }

    @Override
    public List<Scenario> scenarios(Effort effort) {
        StudyRuns runs = new StudyRuns(effort);
        InterArrivalRow trees = new InterArrivalRow(runs);
        return List.of(
                trees.scenario(),
                new LimitedRootRow(runs).scenario(),
                new LocalRecoveryRow(runs).scenario(),
                new InterferenceRow(runs).scenario(),
                new BimodalRow(runs).scenario(),
                new VariantRow(runs).scenario(),
                trees.lowNoise(),
                new CentralLinkRow(runs).scenario(),
                new SleepingRow(runs).scenario(),
                new ThousandRow(runs).scenario());
    }
}
