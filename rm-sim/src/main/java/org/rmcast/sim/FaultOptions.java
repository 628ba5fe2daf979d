package org.rmcast.sim;

import java.time.Duration;
import java.util.List;

/**
 * What a random {@link FaultPlan} may do.
 *
 * @param from when the faults begin, since the start of the simulation
 * @param healedBy when the last one is over: all links are as the topology made them, nobody is paused, whoever is to
 *     restart has. What a run needs to converge comes after
 * @param maxFaults the most crashes, pauses, partitions and cuts together, 0 or more
 * @param maxLoss the most loss on one link in one direction, 0 to 0.9
 * @param maxCorruption the most corruption likewise, 0 to 1
 * @param spared hosts that neither crash nor pause, and stay on the larger side of a partition: the sender, as a rule
 */
public record FaultOptions(
        Duration from, Duration healedBy, int maxFaults, double maxLoss, double maxCorruption, List<Integer> spared) {
    public FaultOptions {
        spared = List.copyOf(spared);
        if (from.isNegative() || healedBy.compareTo(from) <= 0) {
            throw new IllegalArgumentException(
                    "faults must begin at 0 or later and be healed after that, were " + from + " and " + healedBy);
        }
        if (maxFaults < 0) {
            throw new IllegalArgumentException("maxFaults must be 0 or more, was " + maxFaults);
        }
        if (!(maxLoss >= 0 && maxLoss <= 0.9)) {
            throw new IllegalArgumentException("maxLoss must be 0 to 0.9, was " + maxLoss);
        }
        if (!(maxCorruption >= 0 && maxCorruption <= 1)) {
            throw new IllegalArgumentException("maxCorruption must be 0 to 1, was " + maxCorruption);
        }
    }

    /** Up to 6 faults and up to 30 % loss and 2 % corruption per link, between two times; host 0 is spared. */
    public static FaultOptions between(Duration from, Duration healedBy) {
        return new FaultOptions(from, healedBy, 6, 0.3, 0.02, List.of(0));
    }

    public FaultOptions withMaxFaults(int faults) {
        return new FaultOptions(from, healedBy, faults, maxLoss, maxCorruption, spared);
    }

    public FaultOptions withMaxLoss(double loss) {
        return new FaultOptions(from, healedBy, maxFaults, loss, maxCorruption, spared);
    }

    public FaultOptions withMaxCorruption(double corruption) {
        return new FaultOptions(from, healedBy, maxFaults, maxLoss, corruption, spared);
    }

    public FaultOptions withSpared(Integer... hosts) {
        return new FaultOptions(from, healedBy, maxFaults, maxLoss, maxCorruption, List.of(hosts));
    }
}
