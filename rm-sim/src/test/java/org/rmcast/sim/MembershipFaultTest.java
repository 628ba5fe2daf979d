package org.rmcast.sim;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.rmcast.api.Parameters;

/**
 * Random groups of 2 to 30 members under random faults: loss, duplicates, reordering, corruption, crashes, restarts, pauses,
 * partitions. After the last fault all views must come to show who is there, and nobody else. Each seed is a scenario; {@code
 * -Drm.seed=N} replays one, {@code -Drm.seeds=N} runs so many, from {@code -Drm.first=N}.
 */
class MembershipFaultTest {
    private static final Duration FAULTS_BEGIN = Duration.ofSeconds(3);
    private static final Duration FAULTS_END = Duration.ofSeconds(40);

    /** Who was asked twice in vain while there were faults may be removed for two periods after them. */
    private static final Duration VERDICTS_END = FAULTS_END.plus(MembershipGroup.PERIOD.multipliedBy(2));

    /** Suspicion of who crashed last, 13 periods, and what it takes to find one another again. */
    private static final int CONVERGENCE_PERIODS = 80;

    @Test
    void shouldConvergeAfterRandomFaults() {
        Long one = Long.getLong("rm.seed");
        long first = one != null ? one : Long.getLong("rm.first", 0);
        long count = one != null ? 1 : Long.getLong("rm.seeds", 300);
        double slowest = 0;
        double sum = 0;
        for (long seed = first; seed < first + count; seed++) {
            double periods = run(seed);
            slowest = Math.max(slowest, periods);
            sum += periods;
        }
        System.out.println(count + " fault runs from seed " + first + ": views converged after " + sum / count
                + " periods on average, " + slowest + " at most");
    }

    private static double run(long seed) {
        String replay = "mvn -pl rm-core,rm-sim test -Dtest=MembershipFaultTest -Dsurefire.failIfNoSpecifiedTests=false"
                + " -Drm.seed=" + seed;
        SplittableRandom random = new SplittableRandom(seed);
        int members = 2 + random.nextInt(29);
        boolean partial = members > 12 && random.nextInt(4) == 0;
        Parameters parameters = parameters(random, partial);
        String link = "delay=" + random.nextInt(5) + "ms,jitter=" + random.nextInt(3) + "ms";
        SimulationBuilder builder = MembershipGroup.builder(seed, members, link, parameters)
                .replayCommand(replay)
                .memoryCheckEvery(8)
                .gather(random.nextBoolean() ? Duration.ZERO : Duration.ofMillis(1));
        for (int host = 1; host < members; host++) {
            builder.startAt(host, Duration.ofMillis(random.nextInt(random.nextInt(8) == 0 ? 8_000 : 500)));
        }
        Topology topology = Topology.star(members, LinkSettings.parse(link));
        FaultPlan plan = FaultPlan.random(random, topology, FaultOptions.between(FAULTS_BEGIN, FAULTS_END));
        try {
            MembershipGroup group = MembershipGroup.of(builder);
            plan.applyTo(group.simulation());
            group.simulation().runUntil(FAULTS_END);
            double periods = partial ? checkOverlay(group) : group.periodsToConverge(CONVERGENCE_PERIODS);
            group.simulation().runUntil(later(group.simulation().now(), VERDICTS_END));
            int mistakes = group.mistakes().size();
            group.runPeriods(40);
            if (!partial) {
                assertThat(group.isConverged()).as("stays converged").isTrue();
                assertThat(group.viewIds()).as("names of views").hasSize(1);
            }
            assertThat(group.mistakes()).as("mistakes without faults").hasSize(mistakes);
            return periods;
        } catch (AssertionError | IllegalStateException violation) {
            throw new AssertionError(
                    "seed " + seed + ": " + violation.getMessage() + "\nreplay: " + replay + "\nparameters: "
                            + parameters + ", link " + link + "\nfaults:\n" + plan,
                    violation);
        }
    }

    private static Duration later(Duration one, Duration other) {
        return one.compareTo(other) > 0 ? one : other;
    }

    private static Parameters parameters(RandomGenerator random, boolean partial) {
        Parameters parameters = Parameters.none();
        if (partial) {
            return parameters.with("maxView", 8);
        }
        if (random.nextInt(4) == 0) {
            String contact = SimNode.addressOf(0).getAddress().getHostAddress() + ":"
                    + SimNode.addressOf(0).getPort();
            parameters = parameters.with("multicastJoin", false).with("contacts", contact);
        }
        return parameters;
    }

    /** Views that are a part of the group only: nobody in them that is gone, and everybody reached through them. */
    private static double checkOverlay(MembershipGroup group) {
        group.runPeriods(CONVERGENCE_PERIODS);
        int running = (int)
                group.simulation().nodes().stream().filter(SimNode::isRunning).count();
        for (SimNode node : group.simulation().nodes()) {
            if (node.isRunning()) {
                assertThat(group.reachableFrom(node.index()))
                        .as("reached from %d", node.index())
                        .isEqualTo(running);
                assertThat(group.ghostsIn(node.index()))
                        .as("ghosts at %d", node.index())
                        .isEmpty();
            }
        }
        return 0;
    }
}
