package org.rmcast.lab.perf;

import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * Raw and TRAM under the same size and loss: pairs of runs, each pair made one right after the other.
 *
 * @param messageBytes the message size
 * @param loss the share of datagrams dropped at each receiver
 * @param rate messages per second, 0 for as fast as it goes
 * @param pairs in the order in which they were made, at least one
 */
record Comparison(int messageBytes, double loss, double rate, List<Pair> pairs) {
    Comparison {
        pairs = List.copyOf(pairs);
        if (pairs.isEmpty()) {
            throw new IllegalArgumentException("a comparison needs at least one pair of runs");
        }
    }

    /** Two runs, one after the other. */
    record Pair(RunResult raw, RunResult tram) {
        /** TRAM's goodput as a share of raw's; 0 where raw got nothing through. */
        double ratio() {
            return raw.goodput() > 0 ? tram.goodput() / raw.goodput() : 0;
        }
    }

    /** The ratios of goodput, pair by pair. */
    Sample ratio() {
        return Sample.of(pairs, Pair::ratio);
    }

    /** A figure of the raw runs. */
    Sample raw(ToDoubleFunction<RunResult> figure) {
        return Sample.of(pairs, pair -> figure.applyAsDouble(pair.raw()));
    }

    /** A figure of the TRAM runs. */
    Sample tram(ToDoubleFunction<RunResult> figure) {
        return Sample.of(pairs, pair -> figure.applyAsDouble(pair.tram()));
    }

    /** Whether TRAM delivered everything, in order, in all runs. */
    boolean complete() {
        return pairs.stream().allMatch(pair -> pair.tram().complete());
    }
}
