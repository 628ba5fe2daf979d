package org.rmcast.lab.perf;

import java.util.List;

/**
 * All that a comparison gave.
 *
 * @param machine where
 * @param plan what was asked for
 * @param goodput as fast as it goes, by size and loss
 * @param latency at a pace, by loss
 */
record PerfResult(Machine machine, PerfPlan plan, List<Comparison> goodput, List<Comparison> latency) {
    PerfResult {
        goodput = List.copyOf(goodput);
        latency = List.copyOf(latency);
    }

    /** Whether TRAM delivered everything in all runs. */
    boolean complete() {
        return goodput.stream().allMatch(Comparison::complete)
                && latency.stream().allMatch(Comparison::complete);
    }
}
