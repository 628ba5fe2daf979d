package org.rmcast.testkit;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.ToLongFunction;
import org.rmcast.sim.SimNode;
import org.rmcast.sim.Simulation;

/** What runs did, all together. */
final class Tally {
    private final Map<String, Long> counts = new LinkedHashMap<>();
    private long delivered;
    private long lost;

    void add(Simulation simulation, Map<String, ToLongFunction<SimNode>> counters) {
        for (SimNode node : simulation.nodes()) {
            if (node.incarnations() == 0) {
                continue;
            }
            delivered += node.delivered();
            lost += node.reportedLost();
            counters.forEach((words, counter) -> counts.merge(words, counter.applyAsLong(node), Long::sum));
        }
    }

    long delivered() {
        return delivered;
    }

    long lost() {
        return lost;
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(delivered + " messages delivered, " + lost + " reported lost");
        counts.forEach(
                (words, count) -> text.append(", ").append(count).append(' ').append(words));
        return text.toString();
    }
}
