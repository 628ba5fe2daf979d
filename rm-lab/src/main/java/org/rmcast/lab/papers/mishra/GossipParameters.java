package org.rmcast.lab.papers.mishra;

import java.util.List;
import org.rmcast.lab.experiment.Effort;
import org.rmcast.lab.experiment.PaperExperiment;
import org.rmcast.lab.experiment.PaperText;
import org.rmcast.lab.experiment.Scenario;
import org.rmcast.lab.experiment.Setting;

/**
 * Gossip with different subgroups and periods, for several patterns of sending.
 *
 * <p>Paper: Tanaraksiritavorn and Mishra, "Evaluation of Gossip to Build Scalable and Reliable Multicast Protocols".
 */
public final class GossipParameters implements PaperExperiment {
    /** What the paper states, and why it is otherwise here. */
    static final PaperText TEXT = PaperText.of(GossipParameters.class);

    @Override
    public String name() {
        return "gossip-parameters";
    }

    @Override
    public PaperText text() {
        return TEXT;
    }

    @Override
    public List<Setting> settings(Effort effort) {
        return GossipSettings.settings(new GossipRuns(effort));
    }

    @Override
    public List<Scenario> scenarios(Effort effort) {
        GossipRuns runs = new GossipRuns(effort);
        ChoicesRow choices = new ChoicesRow(runs);
        ParameterRows parameters = new ParameterRows(runs, choices);
        ComparisonRows comparisons = new ComparisonRows(runs, choices);
        return List.of(
                parameters.scenario("1", Pattern.ONE_ACTIVE, "figure 18"),
                parameters.scenario("2", Pattern.UNIFORM, "figure 19"),
                parameters.scenario("3", Pattern.BURSTY, "figure 20"),
                new RateRow(runs, choices).scenario(),
                new OverheadRow(runs).scenario(),
                new AlternativeRow(runs, GossipVariant.PULL)
                        .scenario("6", "row6-push-pull", "Push and pull: what is not received"),
                comparisons.highRate(),
                comparisons.lowRate(),
                comparisons.reliability(),
                new AlternativeRow(runs, GossipVariant.NEIGHBOURHOOD)
                        .scenario("10", "row10-neighbourhood", "Random and neighbouring members: what is not received"),
                choices.scenario(),
                comparisons.srm());
    }
}
