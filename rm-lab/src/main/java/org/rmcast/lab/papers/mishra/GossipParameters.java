package org.rmcast.lab.papers.mishra;

import java.util.List;
import org.rmcast.lab.experiment.Effort;
import org.rmcast.lab.experiment.Experiment;
import org.rmcast.lab.experiment.Scenario;
import org.rmcast.lab.experiment.Setting;

/**
 * Gossip with different subgroups and periods, for several patterns of sending.
 *
 * <p>Paper: Tanaraksiritavorn and Mishra, "Evaluation of Gossip to Build Scalable and Reliable Multicast Protocols".
 */
public final class GossipParameters implements Experiment {
    /** Why claims about the other protocols are not tested. */
    static final String NO_NAK = "NAK is not among the protocols measured here";

    @Override
    public String name() {
        return "gossip-parameters";
    }

    @Override
    public String title() {
        return "Gossip: subgroup, period and patterns of sending";
    }

    @Override
    public String paper() {
        return "S. Tanaraksiritavorn, S. Mishra: Evaluation of Gossip to Build Scalable and Reliable Multicast Protocols."
                + " University of Colorado.";
    }

    @Override
    public String introduction() {
        return """
                The paper ran a plain gossip protocol, a plain NAK protocol and SRM in ns-2, on transit-stub networks. Here the \
                engine of Bimodal Multicast runs with what that paper's Gossip has and without what it has not: no limits per \
                round, no soft-failure detection, nothing discarded within a run. NAK and SRM are not run: what the paper says of \
                them is listed and not tested. Nor does it state numbers; its claims are orders and shapes.

                **Throughput** counts the messages that a member has got while messages were sent, its own included, per second. \
                **Reliability** is the share of all messages of others that reached a member until the end of the run, three \
                seconds later. Both are counted at the node: the paper's Gossip does not order messages. What our engine delivers \
                in the order of each sender until then is *delivered in order*; behind a gap that is not repaired yet it waits. \
                **Overhead** is the share of gossip, requests and repairs in all datagrams.

                Verdicts are made by code from the figures of the runs, by thresholds named there. *Not testable* says why.
                """;
    }

    @Override
    public List<Setting> settings(Effort effort) {
        return GossipSettings.settings(new GossipRuns(effort));
    }

    @Override
    public List<Scenario> scenarios(Effort effort) {
        GossipRuns runs = new GossipRuns(effort);
        ParameterRows parameters = new ParameterRows(runs);
        return List.of(
                parameters.scenario("1", Pattern.ONE_ACTIVE, "figure 18"),
                parameters.scenario("2", Pattern.UNIFORM, "figure 19"),
                parameters.scenario("3", Pattern.BURSTY, "figure 20"),
                new RateRow(runs).scenario(),
                new OverheadRow(runs).scenario(),
                new DirectionRow(runs).scenario());
    }
}
