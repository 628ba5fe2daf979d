package org.rmcast.lab.perf;

import java.util.List;
import org.rmcast.lab.layout.Layout;

/**
 * All that a comparison gave.
 *
 * @param machine where
 * @param layout how the members were connected
 * @param plan what was asked for
 * @param goodput as fast as it goes, by size and loss
 * @param latency at a pace, by loss
 */
record PerfResult(Machine machine, Layout layout, PerfPlan plan, List<Comparison> goodput, List<Comparison> latency) {
    PerfResult {
        goodput = List.copyOf(goodput);
        latency = List.copyOf(latency);
    }

    /** Whether a protocol delivered everything in all runs. */
    boolean complete(String protocol) {
        return goodput.stream().allMatch(row -> row.complete(protocol))
                && latency.stream().allMatch(row -> row.complete(protocol));
    }

    /** The protocols that did not deliver everything in all runs. */
    List<String> incomplete() {
        return plan.protocols().stream().filter(protocol -> !complete(protocol)).toList();
    }
}
