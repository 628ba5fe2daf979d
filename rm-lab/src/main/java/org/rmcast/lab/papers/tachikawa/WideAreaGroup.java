package org.rmcast.lab.papers.tachikawa;

import java.util.List;
import org.rmcast.lab.experiment.Effort;
import org.rmcast.lab.experiment.PaperExperiment;
import org.rmcast.lab.experiment.PaperText;
import org.rmcast.lab.experiment.Scenario;
import org.rmcast.lab.experiment.Setting;

/**
 * Wide-area groups: which way a message goes, by formulas and by simulation; and the engine, held against what the paper measured of its own.
 *
 * <p>Paper: Tachikawa et al., "Design and Evaluation of Wide-area Group Communication Protocols - International Experiment".
 */
public final class WideAreaGroup implements PaperExperiment {
    /** What the paper states, and why it is otherwise here. */
    static final PaperText TEXT = PaperText.of(WideAreaGroup.class);

    @Override
    public String name() {
        return "wide-area-group";
    }

    @Override
    public PaperText text() {
        return TEXT;
    }

    @Override
    public List<Setting> settings(Effort effort) {
        return WideAreaSettings.settings(new WideAreaRuns(effort));
    }

    @Override
    public List<Scenario> scenarios(Effort effort) {
        return sections(new WideAreaRuns(effort)).stream()
                .map(Section::scenario)
                .toList();
    }

    private static List<Section> sections(WideAreaRuns runs) {
        return List.of(
                new DirectSection(runs),
                new RelaySection(runs),
                new BurstSection(runs),
                new DelaySection(runs),
                new VarySection(runs),
                new DaySection(runs),
                new MapSection(runs),
                new CloudSection(runs),
                new ReceiptSection(runs),
                new StateSection(runs),
                new EngineDaySection(runs));
    }
}
