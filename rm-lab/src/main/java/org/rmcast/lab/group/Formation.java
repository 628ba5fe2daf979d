package org.rmcast.lab.group;

import java.time.Duration;
import org.rmcast.sim.SimNode;
import org.rmcast.sim.Simulation;

/** When a group has formed: what is measured begins then. */
@FunctionalInterface
interface Formation {
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
     * Every member knows of every other.
     *
     * @param begin when it is looked at for the first time
     */
    static Formation allKnowAll(Duration begin, Duration limit) {
        return simulation -> {
            simulation.runFor(begin);
            int others = simulation.nodes().size() - 1;
            boolean formed = simulation.runUntil(
                    () -> simulation.nodes().stream().allMatch(node -> node.receiverCount() >= others), limit);
            if (!formed) {
                long complete = simulation.nodes().stream()
                        .filter(node -> node.receiverCount() >= others)
                        .count();
                throw new IllegalStateException("only " + complete + " of " + (others + 1)
                        + " members knew all others after " + limit.toSeconds() + " s");
            }
        };
    }
}
