package org.rmcast.lab.perf;

import java.util.List;
import java.util.function.Function;

/**
 * All pairs of one carrier, size and loss.
 *
 * @param carrier raw or a protocol
 * @param messageBytes the message size
 * @param loss the share of datagrams lost at each receiver
 * @param pairs in the order in which they were made
 */
record BuildCell(String carrier, int messageBytes, double loss, List<Pair> pairs) {
    BuildCell {
        pairs = List.copyOf(pairs);
    }

    /** A run of each build, one right after the other. */
    record Pair(RunResult ours, RunResult other) {}

    /** How much larger a figure is in our build. */
    PairedRatio ratio(BuildFigure figure) {
        return PairedRatio.of(values(figure, Pair::ours), values(figure, Pair::other));
    }

    private double[] values(BuildFigure figure, Function<Pair, RunResult> side) {
        return pairs.stream().map(side).mapToDouble(figure::of).toArray();
    }

    /** The middle of a figure in the runs of our build. */
    Sample ours(BuildFigure figure) {
        return Sample.of(values(figure, Pair::ours));
    }

    /** How many runs did not deliver everything, of both builds. */
    long incomplete() {
        return pairs.stream().filter(pair -> !pair.ours().complete()).count()
                + pairs.stream().filter(pair -> !pair.other().complete()).count();
    }
}
