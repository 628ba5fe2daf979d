package org.rmcast.sim;

import java.time.Duration;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a random {@link FaultPlan} may do.
 *
 * @param from when the faults begin, since the start of the simulation
 * @param healedBy when the last one is over: all links are as the topology made them, nobody is paused, whoever is to
 *     restart has. What a run needs to converge comes after
 * @param maxFaults the most faults of all {@link FaultKind}s together, 0 or more
 * @param weights how often each kind is drawn, relative to the others; what has none, or 0, is not drawn
 * @param links how bad links may be made at the beginning
 * @param hosts how bad things may be made at hosts
 * @param spared hosts that nothing happens to but what happens to links, and that stay on the larger side of a partition: the
 *     sender, as a rule
 * @param storing hosts that have storage, for {@link FaultKind#STORAGE_CRASH}; they may be spared otherwise
 * @param intrusion what happens at a host that {@link FaultKind#BYZANTINE} befalls, null where that has no weight
 */
public record FaultOptions(
        Duration from,
        Duration healedBy,
        int maxFaults,
        Map<FaultKind, Integer> weights,
        LinkTrouble links,
        HostTrouble hosts,
        List<Integer> spared,
        List<Integer> storing,
        @Nullable Intrusion intrusion) {
    private static final Map<FaultKind, Integer> USUAL =
            Map.of(FaultKind.PARTITION, 1, FaultKind.PAUSE, 1, FaultKind.CRASH, 2);

    public FaultOptions {
        weights = Map.copyOf(weights);
        spared = List.copyOf(spared);
        storing = List.copyOf(storing);
        if (from.isNegative() || healedBy.compareTo(from) <= 0) {
            throw new IllegalArgumentException(
                    "faults must begin at 0 or later and be healed after that, were " + from + " and " + healedBy);
        }
        if (maxFaults < 0) {
            throw new IllegalArgumentException("maxFaults must be 0 or more, was " + maxFaults);
        }
        int sum = 0;
        for (Map.Entry<FaultKind, Integer> weight : weights.entrySet()) {
            if (weight.getValue() < 0 || weight.getValue() > 1_000) {
                throw new IllegalArgumentException(
                        "the weight of " + weight.getKey() + " must be 0 to 1000, was " + weight.getValue());
            }
            sum += weight.getValue();
        }
        if (sum == 0) {
            throw new IllegalArgumentException("weights must name at least one kind of fault");
        }
        if (weights.getOrDefault(FaultKind.STORAGE_CRASH, 0) > 0 && storing.isEmpty()) {
            throw new IllegalArgumentException("STORAGE_CRASH needs storing hosts, there are none");
        }
        if (weights.getOrDefault(FaultKind.BYZANTINE, 0) > 0 && intrusion == null) {
            throw new IllegalArgumentException("BYZANTINE needs an intrusion, there is none");
        }
    }

    /**
     * Up to 6 partitions, pauses and crashes, and up to 30 % loss and 2 % corruption per link, between two times; host 0 is
     * spared.
     */
    public static FaultOptions between(Duration from, Duration healedBy) {
        return new FaultOptions(
                from, healedBy, 6, USUAL, LinkTrouble.USUAL, HostTrouble.USUAL, List.of(0), List.of(), null);
    }

    public FaultOptions withMaxFaults(int faults) {
        return new FaultOptions(from, healedBy, faults, weights, links, hosts, spared, storing, intrusion);
    }

    public FaultOptions withMaxLoss(double loss) {
        return withLinks(links.withMaxLoss(loss));
    }

    public FaultOptions withMaxCorruption(double corruption) {
        return withLinks(links.withMaxCorruption(corruption));
    }

    public FaultOptions withLinks(LinkTrouble trouble) {
        return new FaultOptions(from, healedBy, maxFaults, weights, trouble, hosts, spared, storing, intrusion);
    }

    public FaultOptions withHosts(HostTrouble trouble) {
        return new FaultOptions(from, healedBy, maxFaults, weights, links, trouble, spared, storing, intrusion);
    }

    public FaultOptions withSpared(Integer... sparedHosts) {
        return new FaultOptions(
                from, healedBy, maxFaults, weights, links, hosts, List.of(sparedHosts), storing, intrusion);
    }

    /** Draws a kind of fault so often, relative to the others; 0 for never. */
    public FaultOptions withWeight(FaultKind kind, int weight) {
        return withWeight(kind, weight, storing, intrusion);
    }

    /** Draws these kinds alone, all alike. */
    public FaultOptions withOnly(FaultKind first, FaultKind... more) {
        Map<FaultKind, Integer> alike = new EnumMap<>(FaultKind.class);
        EnumSet.of(first, more).forEach(kind -> alike.put(kind, 1));
        return new FaultOptions(from, healedBy, maxFaults, alike, links, hosts, spared, storing, intrusion);
    }

    /**
     * Draws all kinds that need nothing else, each as often as a pause; crashes of storage and intruders come with {@link
     * #withStorageCrashes} and {@link #withIntrusion}.
     */
    public FaultOptions withAllFaults() {
        FaultOptions all = this;
        for (FaultKind kind : EnumSet.range(FaultKind.ONE_WAY_CUT, FaultKind.CLOCK_DRIFT)) {
            all = all.withWeight(kind, 1);
        }
        return all;
    }

    /** Lets the machines of these hosts, which have storage, fail between two writes. */
    public FaultOptions withStorageCrashes(Integer... storingHosts) {
        return withWeight(FaultKind.STORAGE_CRASH, 1, List.of(storingHosts), intrusion);
    }

    /** Lets an intruder work at hosts that are not spared. */
    public FaultOptions withIntrusion(Intrusion what) {
        return withWeight(FaultKind.BYZANTINE, 1, storing, what);
    }

    private FaultOptions withWeight(FaultKind kind, int weight, List<Integer> stores, @Nullable Intrusion what) {
        Map<FaultKind, Integer> changed = new EnumMap<>(FaultKind.class);
        changed.putAll(weights);
        changed.put(kind, weight);
        return new FaultOptions(from, healedBy, maxFaults, changed, links, hosts, spared, stores, what);
    }
}
