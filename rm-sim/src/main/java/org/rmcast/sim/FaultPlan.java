package org.rmcast.sim;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.rmcast.core.impair.Impairments;

/**
 * A list of faults, each with its time: crash and restart, pause and resume, partition and heal, links that turn bad or are
 * cut. Immutable; its text lists them.
 */
public final class FaultPlan {
    private static final Duration SHORTEST = Duration.ofMillis(5);
    private static final int TRIES = 8;
    private static final double NEVER_RESTARTED = 0.25;

    private final List<Fault> faults;

    /**
     * One fault, or the end of one.
     *
     * @param at when, since the start of the simulation
     * @param what it is, in words
     * @param action what brings it about
     */
    public record Fault(Duration at, String what, Consumer<Simulation> action) {
        public Fault {
            Objects.requireNonNull(at, "at");
            Objects.requireNonNull(what, "what");
            Objects.requireNonNull(action, "action");
        }

        @Override
        public String toString() {
            return TraceLog.seconds(at.toNanos()) + " " + what;
        }
    }

    private FaultPlan(List<Fault> faults) {
        List<Fault> sorted = new ArrayList<>(faults);
        sorted.sort(Comparator.comparing(Fault::at));
        this.faults = List.copyOf(sorted);
    }

    /** A plan of one's own; faults of the same time happen in the order given. */
    public static FaultPlan of(List<Fault> faults) {
        return new FaultPlan(faults);
    }

    /**
     * A random plan for a topology: most links turn bad at the beginning, and up to {@link FaultOptions#maxFaults}
     * crashes, pauses, partitions and cuts begin and end until all is healed. One in four crashed members stays away.
     */
    public static FaultPlan random(RandomGenerator random, Topology topology, FaultOptions options) {
        return new Generator(random, topology, options).plan();
    }

    /** The faults in order of time. */
    public List<Fault> faults() {
        return faults;
    }

    /** Schedules all faults; to be called before the first is due. */
    public void applyTo(Simulation simulation) {
        for (Fault fault : faults) {
            simulation.at(fault.at(), () -> fault.action().accept(simulation));
        }
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        faults.forEach(fault -> text.append(fault).append('\n'));
        return text.toString();
    }

    /** Draws the faults one after the other. */
    private static final class Generator {
        private final RandomGenerator random;
        private final Topology topology;
        private final FaultOptions options;
        private final List<Fault> faults = new ArrayList<>();

        /** How bad this plan's links are, 0 to 1: some plans should be mild, some hard all over. */
        private final double severity;

        private final List<Span> busy = new ArrayList<>();

        /** A host, or -1 for the whole network, that has a fault for a time. */
        private record Span(int host, long begin, long end) {}

        Generator(RandomGenerator random, Topology topology, FaultOptions options) {
            this.random = random;
            this.topology = topology;
            this.options = options;
            this.severity = random.nextDouble();
        }

        FaultPlan plan() {
            spoilLinks();
            int count = random.nextInt(options.maxFaults() + 1);
            for (int i = 0; i < count; i++) {
                addFault();
            }
            faults.add(new Fault(options.healedBy(), "all links as at first", FaultPlan::resetLinks));
            return new FaultPlan(faults);
        }

        private void spoilLinks() {
            for (int host = 0; host < topology.hosts(); host++) {
                int index = host;
                LinkSettings bad = spoil(topology.accessLink(host));
                add(
                        options.from().toNanos(),
                        "link of host " + host + ": " + bad,
                        simulation -> simulation.accessLink(index).impair(bad));
            }
            for (int router = 1; router < topology.routers(); router++) {
                int index = router;
                LinkSettings bad = spoil(topology.trunkLink(router));
                add(
                        options.from().toNanos(),
                        "trunk of router " + router + ": " + bad,
                        simulation -> simulation.trunkLink(index).impair(bad));
            }
            for (int number = 0; number < topology.crossLinks(); number++) {
                int index = number;
                LinkSettings bad = spoil(topology.crossLinkSettings(number));
                add(
                        options.from().toNanos(),
                        "cross link " + number + ": " + bad,
                        simulation -> simulation.crossLink(index).impair(bad));
            }
        }

        private LinkSettings spoil(LinkSettings good) {
            return new LinkSettings(spoil(good.down()), spoil(good.up()));
        }

        private Impairments spoil(Impairments good) {
            if (random.nextInt(4) == 0) {
                return good;
            }
            Impairments.Builder bad = good.toBuilder().gilbertElliott(null).burst(0);
            double loss = random.nextDouble() * severity * options.maxLoss();
            bad.loss(loss);
            if (random.nextInt(3) == 0) {
                bad.burst(Math.max(1 + random.nextInt(10), Math.ceil(loss / (1 - loss))));
            }
            if (random.nextInt(3) == 0) {
                bad.duplicate(random.nextDouble() * 0.05);
            }
            if (random.nextInt(3) == 0) {
                bad.corrupt(random.nextDouble() * options.maxCorruption());
            }
            if (random.nextInt(3) == 0) {
                bad.reorder(random.nextDouble() * 0.1).reorderDelay(Duration.ofNanos(random.nextLong(20_000_000)));
            }
            if (random.nextInt(3) == 0) {
                bad.jitter(Duration.ofNanos(random.nextLong(5_000_000)));
            }
            return bad.build();
        }

        private void addFault() {
            switch (random.nextInt(4)) {
                case 0 -> addPartition();
                case 1 -> addPause();
                default -> addCrash();
            }
        }

        private void addCrash() {
            int host = random.nextInt(topology.hosts());
            Span span = free(host);
            if (options.spared().contains(host) || span == null) {
                return;
            }
            boolean forever = random.nextDouble() < NEVER_RESTARTED;
            add(
                    span.begin(),
                    "crash of host " + host,
                    simulation -> simulation.node(host).crash());
            if (forever) {
                busy.add(new Span(host, span.begin(), Long.MAX_VALUE));
            } else {
                busy.add(span);
                add(
                        span.end(),
                        "restart of host " + host,
                        simulation -> simulation.node(host).restart());
            }
        }

        private void addPause() {
            int host = random.nextInt(topology.hosts());
            Span span = free(host);
            if (options.spared().contains(host) || span == null) {
                return;
            }
            busy.add(span);
            add(
                    span.begin(),
                    "pause of host " + host,
                    simulation -> simulation.node(host).pause());
            add(
                    span.end(),
                    "resume of host " + host,
                    simulation -> simulation.node(host).resume());
        }

        private void addPartition() {
            Span span = free(-1);
            if (span == null) {
                return;
            }
            if (topology.routers() > 1 && random.nextBoolean()) {
                int router = 1 + random.nextInt(topology.routers() - 1);
                busy.add(span);
                add(
                        span.begin(),
                        "cut of the trunk of router " + router,
                        simulation -> simulation.trunkLink(router).cut());
                add(
                        span.end(),
                        "uncut of the trunk of router " + router,
                        simulation -> simulation.trunkLink(router).uncut());
                return;
            }
            List<Integer> side = side();
            if (!side.isEmpty()) {
                busy.add(span);
                add(span.begin(), "partition of hosts " + side, simulation -> simulation.partition(side));
                add(span.end(), "heal", Simulation::heal);
            }
        }

        private List<Integer> side() {
            double share = random.nextDouble() / 2;
            List<Integer> side = new ArrayList<>();
            for (int host = 0; host < topology.hosts(); host++) {
                if (!options.spared().contains(host) && random.nextDouble() < share) {
                    side.add(host);
                }
            }
            return side;
        }

        /** A time in which the host has no other fault, or null if none was found. */
        private @Nullable Span free(int host) {
            long from = options.from().toNanos();
            long limit = options.healedBy().toNanos();
            for (int i = 0; i < TRIES; i++) {
                long begin = random.nextLong(from, limit);
                Span span = new Span(host, begin, Math.min(limit, begin + length(limit - begin)));
                if (busy.stream().noneMatch(other -> overlap(span, other))) {
                    return span;
                }
            }
            return null;
        }

        /** Uniform, or of uniform order of magnitude: both long and short faults should be common. */
        private long length(long longest) {
            if (random.nextBoolean()) {
                return random.nextLong(longest);
            }
            double ratio = Math.max(1, (double) longest / SHORTEST.toNanos());
            return Math.round(SHORTEST.toNanos() * StrictMath.pow(ratio, random.nextDouble()));
        }

        private static boolean overlap(Span one, Span other) {
            return one.host() == other.host() && one.begin() <= other.end() && other.begin() <= one.end();
        }

        private void add(long atNanos, String what, Consumer<Simulation> action) {
            faults.add(new Fault(Duration.ofNanos(atNanos), what, action));
        }
    }

    private static void resetLinks(Simulation simulation) {
        for (int host = 0; host < simulation.topology().hosts(); host++) {
            simulation.accessLink(host).reset();
        }
        for (int router = 1; router < simulation.topology().routers(); router++) {
            simulation.trunkLink(router).reset();
        }
        for (int number = 0; number < simulation.topology().crossLinks(); number++) {
            simulation.crossLink(number).reset();
        }
    }
}
