package org.rmcast.lab.sharing;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import org.rmcast.lab.layout.Bottleneck.Passage;

/**
 * What came of one scenario.
 *
 * @param flows in the order of the scenario
 * @param samples of the way, about each tenth of a second while all send
 * @param bitsPerSecond of the way
 * @param settleSeconds what counts as beginning
 */
record SharingResult(
        List<FlowFigures> flows, @JsonIgnore List<Sample> samples, long bitsPerSecond, double settleSeconds) {
    /**
     * One flow.
     *
     * @param name as in the scenario
     * @param complete whether its receivers got everything that was sent; a connection's are not asked
     * @param messages that were sent
     * @param bitsPerSecond that its slowest receiver got of messages after the beginning
     * @param tenths the megabits a second of that receiver in each tenth of a second from the start of all
     */
    record FlowFigures(
            String name,
            boolean complete,
            long messages,
            double bitsPerSecond,
            @JsonIgnore List<Double> tenths) {
        /** The second at the end of which the mean of the last second is this for the first time; negative if never. */
        double secondOf(double rate) {
            double sum = 0;
            for (int i = 0; i < tenths.size(); i++) {
                sum += tenths.get(i);
                sum -= i >= 10 ? tenths.get(i - 10) : 0;
                if (i >= 9 && sum / 10 >= rate) {
                    return (i + 1) / 10.0;
                }
            }
            return -1;
        }
    }

    /**
     * The way at one time.
     *
     * @param second since the start
     * @param passage up to then
     */
    record Sample(double second, Passage passage) {}

    private Passage at(double second) {
        return samples.stream()
                .filter(sample -> sample.second() >= second)
                .findFirst()
                .orElse(samples.get(samples.size() - 1))
                .passage();
    }

    private Passage last() {
        return samples.get(samples.size() - 1).passage();
    }

    private double seconds() {
        return samples.get(samples.size() - 1).second() - settleSeconds;
    }

    /** The share of the way that was in use after the beginning, with all headers. */
    double used() {
        return (last().bytes() - at(settleSeconds).bytes()) * 8 / seconds() / bitsPerSecond;
    }

    /** The packets that came to the queue for each that passed it, of the whole time. */
    double offered() {
        Passage first = samples.get(0).passage();
        double passed = Math.max(1, last().packets() - first.packets());
        return (passed + last().dropped() - first.dropped()) / passed;
    }

    /** How long a packet waits in the queue, in milliseconds: the mean after the beginning. */
    double meanWait() {
        return waits().average().orElse(0);
    }

    /** The same, what 99 of 100 samples do not exceed. */
    double longWait() {
        double[] sorted = waits().sorted().toArray();
        return sorted.length == 0 ? 0 : sorted[(int) Math.min(sorted.length - 1, Math.ceil(sorted.length * 0.99) - 1)];
    }

    private DoubleStream waits() {
        ToDoubleFunction<Sample> wait = sample -> sample.passage().waitingBytes() * 8e3 / bitsPerSecond;
        return samples.stream()
                .filter(sample -> sample.second() >= settleSeconds)
                .mapToDouble(wait);
    }

    /** Jain's index of the flows: 1 if all get the same. */
    double fairness() {
        double[] rates = flows.stream().mapToDouble(FlowFigures::bitsPerSecond).toArray();
        double sum = Arrays.stream(rates).sum();
        double squares = Arrays.stream(rates).map(rate -> rate * rate).sum();
        return squares == 0 ? 0 : sum * sum / (rates.length * squares);
    }

    /** What a flow got, of an equal part of what all got. */
    double share(FlowFigures flow) {
        double sum = flows.stream().mapToDouble(FlowFigures::bitsPerSecond).sum();
        return sum == 0 ? 0 : flow.bitsPerSecond() * flows.size() / sum;
    }
}
