package org.rmcast.lab.perf;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToDoubleFunction;

/**
 * Raw and protocols under the same size and loss: turns of runs, those of a turn made one right after the other.
 *
 * @param messageBytes the message size
 * @param loss the share of datagrams dropped at each receiver
 * @param rate messages per second, 0 for as fast as it goes
 * @param turns in the order in which they were made, at least one
 */
record Comparison(int messageBytes, double loss, double rate, List<Turn> turns) {
    Comparison {
        turns = List.copyOf(turns);
        if (turns.isEmpty()) {
            throw new IllegalArgumentException("a comparison needs at least one turn of runs");
        }
    }

    /** A run of each carrier, one after another, by name. */
    record Turn(Map<String, RunResult> runs) {
        RunResult run(String carrier) {
            return Objects.requireNonNull(runs.get(carrier), carrier);
        }

        /** The carrier's goodput as a share of raw's; 0 where raw got nothing through. */
        double ratio(String carrier) {
            double raw = run(PerfPlan.RAW).goodput();
            return raw > 0 ? run(carrier).goodput() / raw : 0;
        }
    }

    /** The ratios of a carrier's goodput to raw's, turn by turn. */
    Sample ratio(String carrier) {
        return Sample.of(turns, turn -> turn.ratio(carrier));
    }

    /** A figure of a carrier's runs. */
    Sample of(String carrier, ToDoubleFunction<RunResult> figure) {
        return Sample.of(runs(carrier), figure);
    }

    /** A carrier's runs. */
    List<RunResult> runs(String carrier) {
        return turns.stream().map(turn -> turn.run(carrier)).toList();
    }

    /** Whether a carrier delivered everything, in order, in all runs. */
    boolean complete(String carrier) {
        return runs(carrier).stream().allMatch(RunResult::complete);
    }
}
