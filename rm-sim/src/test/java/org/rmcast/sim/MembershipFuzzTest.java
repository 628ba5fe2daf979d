package org.rmcast.sim;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.rmcast.api.Parameters;
import org.rmcast.sim.fuzz.GroupFuzz;

/**
 * Mutated datagrams of the membership with right checksums, thrown at running groups by a stranger. {@code -Drm.fuzz.fields=N} says
 * how many, {@code -Drm.seed=N} from which seed.
 */
class MembershipFuzzTest {
    private static final int COUNT = Integer.getInteger("rm.fuzz.fields", 6_000);
    private static final long SEED = Long.getLong("rm.seed", 20_261_123L);
    private static final int STRANGER = 4;
    private static final int FIRST_TYPE = 0xE0;
    private static final int LAST_TYPE = 0xEA;
    /** Announcements are among the samples. */
    private static final Parameters PARAMETERS = Parameters.none().with("announceInterval", "2s");

    private static GroupFuzz.Result fuzz() {
        return GroupFuzz.of(
                        seed -> MembershipGroup.builder(seed, 5, "delay=1ms,loss=20%", PARAMETERS)
                                .unjudged(),
                        STRANGER,
                        Duration.ofSeconds(8))
                .run(SEED, COUNT, MembershipFuzzTest::change);
    }

    /** One leaves, comes back, and one restarts, so that all kinds of packets are seen. */
    private static void change(Simulation simulation) {
        simulation.after(Duration.ofSeconds(3), () -> simulation.node(3).close(Duration.ofSeconds(1)));
        simulation.after(Duration.ofSeconds(5), () -> simulation.node(3).restart());
        simulation.after(Duration.ofSeconds(6), () -> simulation.node(2).pause(Duration.ofSeconds(1)));
    }

    @Test
    void shouldThrowNothingWhateverTheFieldsSay() {
        GroupFuzz.Result result = fuzz();
        System.out.println("Membership: " + result.table());
        assertThat(result.table().passedShare()).isGreaterThan(0.5);
        for (int type = FIRST_TYPE; type <= LAST_TYPE; type++) {
            assertThat(result.table().passed(type)).as("type %x", type).isPositive();
        }
    }

    /** All members together send no more bytes to a stranger than they heard from it, at once or later. */
    @Test
    void shouldNotAnswerAStrangerWithMoreThanItSent() {
        GroupFuzz.Burst worst = fuzz().worst();
        assertThat(worst.amplification()).as("%s", worst).isLessThanOrEqualTo(1);
    }
}
