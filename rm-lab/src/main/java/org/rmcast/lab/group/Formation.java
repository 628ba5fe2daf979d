package org.rmcast.lab.group;

import java.time.Duration;
import java.util.List;
import org.rmcast.sim.SimNode;
import org.rmcast.sim.Simulation;

/** When a group has formed: what is measured begins then. */
@FunctionalInterface
interface Formation {
    /** Some session messages, where there are such, of every member. */
    Duration SETTLE = Duration.ofSeconds(3);

    /**
     * Runs a simulation until its group has formed.
     *
     * @throws IllegalStateException if it does not in time
     */
    void await(Simulation simulation);

    /** Host 0 knows of so many receivers. */
    static Formation senderKnows(int receivers, Duration limit) {
        return simulation -> {
            SimNode sender = simulation.node(0);
            if (!simulation.runUntil(() -> sender.receiverCount() >= receivers, limit)) {
                throw new IllegalStateException(sender.receiverCount() + " of " + receivers
                        + " receivers had joined after " + limit.toSeconds() + " s");
            }
        };
    }

    /**
     * Every member that sends knows of every other, and has done so for a while: by then the others know of it, and distances are
     * measured where a protocol measures them.
     *
     * @param begin when it is looked at for the first time
     */
    static Formation allKnowAll(Duration begin, Duration limit) {
        return simulation -> {
            simulation.runFor(begin);
            int others = simulation.nodes().size() - 1;
            List<SimNode> senders = simulation.nodes().stream()
                    .filter(node -> node.role().sends())
                    .toList();
            boolean formed =
                    simulation.runUntil(() -> senders.stream().allMatch(node -> node.receiverCount() >= others), limit);
            if (!formed) {
                long complete = senders.stream()
                        .filter(node -> node.receiverCount() >= others)
                        .count();
                throw new IllegalStateException("only " + complete + " of " + senders.size()
                        + " senders knew all others after " + limit.toSeconds() + " s");
            }
            simulation.runFor(SETTLE);
        };
    }
}
