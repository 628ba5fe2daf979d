package org.rmcast.wan;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rmcast.api.Role;
import org.rmcast.sim.LinkSettings;
import org.rmcast.sim.SimNode;
import org.rmcast.sim.Simulation;
import org.rmcast.sim.Topology;

/**
 * Members that are 720 ms apart, there and back, five times farther than the membership waits for an answer by default. {@code -Drm.seeds=N} (20).
 */
class WanFarMembersTest {
    private static final int SEEDS = Integer.getInteger("rm.seeds", 20);
    private static final int MEMBERS = 5;

    /** Two groups that were founded by members that came at about the same time meet with the next announcement, within 10 s. */
    private static final Duration TO_MEET = Duration.ofSeconds(20);

    private static final Duration TOGETHER = Duration.ofMinutes(1);

    /** They come all at once, or one after another. */
    @ParameterizedTest
    @ValueSource(ints = {1, 5_000})
    void shouldMeetAndStayTogether(int millis) {
        for (int seed = 0; seed < SEEDS; seed++) {
            Simulation simulation = Simulation.builder(seed)
                    .topology(Topology.star(MEMBERS, LinkSettings.parse("delay=180ms,jitter=5ms,loss=2%")))
                    .protocol(new WanProtocol())
                    .roles(Role.PEER)
                    .build();
            SplittableRandom random = new SplittableRandom(seed);
            for (SimNode node : simulation.nodes()) {
                node.crash();
                simulation.after(Duration.ofMillis(random.nextInt(millis)), node::restart);
            }
            simulation.runFor(Duration.ofMillis(millis).plus(TO_MEET));
            assertThat(simulation.nodes())
                    .as("seed %d: all have met", seed)
                    .allMatch(node -> node.receiverCount() == MEMBERS - 1);
            long views = views(simulation);
            simulation.runFor(TOGETHER);
            assertThat(views(simulation)).as("seed %d: views", seed).isEqualTo(views);
        }
    }

    private static long views(Simulation simulation) {
        return simulation.nodes().stream()
                .mapToLong(node -> node.statistics().get(WanMeter.VIEWS_INSTALLED))
                .sum();
    }
}
