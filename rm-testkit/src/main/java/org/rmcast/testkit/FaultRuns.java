package org.rmcast.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import java.util.stream.LongStream;
import org.rmcast.api.Parameters;
import org.rmcast.api.Role;
import org.rmcast.core.engine.Configured;
import org.rmcast.core.engine.Promise;
import org.rmcast.core.wire.Wire;
import org.rmcast.sim.FaultOptions;
import org.rmcast.sim.FaultPlan;
import org.rmcast.sim.LinkSettings;
import org.rmcast.sim.Simulation;
import org.rmcast.sim.SimulationBuilder;
import org.rmcast.sim.Topology;
import org.rmcast.sim.check.Checks;

/**
 * Random groups under random faults, a run for each seed; {@code -Drm.seed=N} replays one, {@code -Drm.seeds=N} runs so many, from
 * {@code -Drm.first=N}, and goes through all of them whatever breaks; {@code -Drm.variants=N} only with the first so many variants. A failure shows the last events of its run, with {@code -Drm.trace=N} so many.
 */
class FaultRuns {
    private static final long STORAGE_BYTES = 1 << 24;
    private static final int TRACE_LINES = Integer.getInteger("rm.trace", 60);
    /** What every run is checked for, and what a scenario asks. */
    private static final String OTHER = "the run itself";

    private final ProtocolContract contract;
    private final Clause clause;
    private final Function<Variant, FaultScenario> scenarios;

    /** @param clause which faults happen: {@link Clause#FAULTS} or {@link Clause#ALL_FAULTS}, or as {@link ByzantineRuns} says */
    FaultRuns(ProtocolContract contract, Clause clause, Function<Variant, FaultScenario> scenarios) {
        this.contract = contract;
        this.clause = clause;
        this.scenarios = scenarios;
    }

    /** Runs the seeds that the properties ask for, of each variant. */
    void runAll(long usualSeeds) {
        Long one = Long.getLong("rm.seed");
        long first = one != null ? one : Long.getLong("rm.first", 0);
        long count = one != null ? 1 : Long.getLong("rm.seeds", usualSeeds);
        List<Long> seeds = new ArrayList<>();
        LongStream.range(first, first + count).forEach(seeds::add);
        if (one == null) {
            seeds.addAll(contract.brokeOnce(clause));
        }
        int variants = Integer.getInteger("rm.variants", Integer.MAX_VALUE);
        List<AssertionError> broken = new ArrayList<>();
        for (Variant variant : contract.variants().stream().limit(variants).toList()) {
            Tally tally = new Tally();
            for (long seed : seeds) {
                try {
                    run(variant, seed, tally);
                } catch (AssertionError violation) {
                    broken.add(violation);
                }
            }
            System.out.println(contract.protocol().name() + " " + variant.name() + ", " + clause + ": " + count
                    + " runs from seed " + first + ": " + tally);
            // Faults may cost messages, each reported; a protocol that loses most of them would keep no promise. One
            // run may well lose most.
            if (one == null && broken.isEmpty()) {
                assertThat(tally.delivered()).as("%s", tally).isGreaterThan(tally.lost() * 5);
            }
        }
        fail(broken);
    }

    /** Throws the first of what broke, if anything did, and with it the others. */
    private static void fail(List<AssertionError> broken) {
        if (!broken.isEmpty()) {
            AssertionError first = broken.get(0);
            broken.subList(1, broken.size()).forEach(first::addSuppressed);
            throw first;
        }
    }

    /** One run with the checks that the protocol is known to keep; its digest, see {@link Simulation#digest}. */
    long run(Variant variant, long seed, Tally tally) {
        return run(
                variant,
                seed,
                promise -> PromisedChecks.kept(promise, FaultScenario.FAULTS_END, contract.findings()),
                tally);
    }

    /** One run with one check alone. */
    void runOnly(String check, Variant variant, long seed) {
        run(
                variant,
                seed,
                promise -> PromisedChecks.of(promise, FaultScenario.FAULTS_END).only(check),
                new Tally());
    }

    Clause clause() {
        return clause;
    }

    /** The checks that a run breaks: each that broke is left out of the next try, until the run is through. */
    List<String> broken(Variant variant, long seed) {
        List<String> broken = new ArrayList<>();
        while (true) {
            try {
                run(variant, seed, promise -> allBut(promise, broken), new Tally());
                return broken;
            } catch (AssertionError violation) {
                String name = nameIn(String.valueOf(violation.getMessage()));
                broken.add(name);
                if (name.equals(OTHER)) {
                    return broken;
                }
            }
        }
    }

    private static Checks allBut(Promise promise, List<String> names) {
        Checks checks = PromisedChecks.of(promise, FaultScenario.FAULTS_END);
        for (String name : names) {
            checks = checks.without(name, "broke before");
        }
        return checks;
    }

    private static String nameIn(String message) {
        String what = message.lines().findFirst().orElse("");
        for (String name : PromisedChecks.names()) {
            if (what.contains(": " + name + ": ")) {
                return name;
            }
        }
        return OTHER;
    }

    private long run(Variant variant, long seed, Function<Promise, Checks> checks, Tally tally) {
        RandomGenerator random = new SplittableRandom(seed);
        FaultScenario scenario = scenarios.apply(variant);
        Topology topology = topology(random, scenario.mostHosts());
        SimulationBuilder builder = Simulation.builder(seed).topology(topology).protocol(contract.protocol());
        Parameters parameters = scenario.describe(random, topology, builder);
        Configured configured = contract.protocol().configure(parameters, Wire.DEFAULT_DATAGRAM_BYTES);
        boolean storing = clause == Clause.ALL_FAULTS
                && configured.supportsStorage(Role.SENDER)
                && configured.roles().contains(Role.SENDER);
        if (storing) {
            builder.storage(0, STORAGE_BYTES);
        }
        builder.parameters(parameters)
                .checks(checks.apply(configured.promise()))
                .traceLines(TRACE_LINES)
                .replayCommand(replay(seed));
        startMembers(random, topology, builder);
        FaultPlan plan = FaultPlan.random(random, topology, options(storing, topology));
        try {
            Simulation simulation = builder.build();
            plan.applyTo(simulation);
            begin(simulation, topology, configured, seed);
            scenario.watch(simulation);
            simulation.runFor(Duration.ofMillis(800));
            scenario.play(simulation, random);
            tally.add(simulation, scenario.tallied());
            return simulation.digest();
        } catch (AssertionError | IllegalStateException violation) {
            throw new AssertionError(
                    variant.run(seed) + ": " + violation.getMessage() + "\nreplay: " + replay(seed) + "\nparameters: "
                            + parameters + "\nfaults:\n" + plan,
                    violation);
        }
    }

    /** Says when which host gets its member. */
    void startMembers(RandomGenerator random, Topology topology, SimulationBuilder builder) {
        for (int host = 1; host < topology.hosts(); host++) {
            boolean late = random.nextInt(8) == 0;
            builder.startAt(host, Duration.ofMillis(random.nextInt(late ? 8_000 : 500)));
        }
    }

    /** Which faults there may be. */
    FaultOptions options(boolean storing, Topology topology) {
        FaultOptions usual = FaultOptions.between(FaultScenario.FAULTS_BEGIN, FaultScenario.FAULTS_END);
        if (clause != Clause.ALL_FAULTS) {
            return usual;
        }
        return storing ? usual.withAllFaults().withStorageCrashes(0) : usual.withAllFaults();
    }

    /** The simulation is built, and about to begin. */
    void begin(Simulation simulation, Topology topology, Configured configured, long seed) {}

    private String replay(long seed) {
        return "mvn -pl " + contract.module() + " -am test -Dtest="
                + contract.getClass().getSimpleName() + "#"
                + testName()
                + " -Dsurefire.failIfNoSpecifiedTests=false -Drm.seed=" + seed;
    }

    private String testName() {
        return switch (clause) {
            case FAULTS -> "shouldKeepItsPromisesUnderRandomFaults";
            case BYZANTINE_HOST -> "shouldKeepItsPromisesBesideAByzantineHost";
            default -> "shouldKeepItsPromisesUnderAllKindsOfFaults";
        };
    }

    private static Topology topology(RandomGenerator random, int mostHosts) {
        LinkSettings access = LinkSettings.parse("delay=" + random.nextInt(5) + "ms,rate=1Gbit");
        int members = 2 + random.nextInt(mostHosts - 2);
        if (random.nextBoolean()) {
            return Topology.star(1 + members, access);
        }
        int branches = 1 + random.nextInt(4);
        LinkSettings trunk = LinkSettings.parse("delay=" + random.nextInt(20) + "ms,rate=100Mbit");
        return Topology.twoLevel(branches, Math.max(1, members / branches), trunk, access);
    }
}
