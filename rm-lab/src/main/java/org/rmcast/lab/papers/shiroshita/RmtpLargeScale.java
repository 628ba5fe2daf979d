package org.rmcast.lab.papers.shiroshita;

import java.util.List;
import org.rmcast.lab.experiment.Effort;
import org.rmcast.lab.experiment.PaperExperiment;
import org.rmcast.lab.experiment.PaperText;
import org.rmcast.lab.experiment.Scenario;
import org.rmcast.lab.experiment.Setting;

/**
 * Bulk delivery to thousands of receivers in rounds, beside the paper's model of it.
 *
 * <p>Paper: Shiroshita et al., "Performance evaluation of reliable multicast transport protocol for large-scale delivery".
 */
public final class RmtpLargeScale implements PaperExperiment {
    /** What the paper states, and why it is otherwise here. */
    static final PaperText TEXT = PaperText.of(RmtpLargeScale.class);

    @Override
    public String name() {
        return "rmtp-large-scale";
    }

    @Override
    public PaperText text() {
        return TEXT;
    }

    @Override
    public List<Setting> settings(Effort effort) {
        return RmtpSettings.settings(new RmtpRuns(effort));
    }

    @Override
    public List<Scenario> scenarios(Effort effort) {
        RmtpRuns runs = new RmtpRuns(effort);
        return List.of(
                new RoundsRow(runs).scenario(),
                new TimeRow(runs).scenario(),
                new PhasesRow(runs).scenario(),
                new LoadRow(runs).scenario(),
                new BackoffRow(runs).scenario(),
                new RateRow(runs).scenario(),
                new AdaptiveRow(runs).scenario(),
                new LossRow(runs).scenario(),
                new BandwidthRow().scenario());
    }
}
