package org.rmcast.sim;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Plans that a seed drew once it draws for ever: a failure of long ago must be repeatable. */
class FaultPlanGoldenTest {
    private static final LinkSettings LINK = LinkSettings.parse("delay=3ms,rate=100Mbit");
    private static final FaultOptions OPTIONS = FaultOptions.between(Duration.ofSeconds(1), Duration.ofSeconds(12));

    @Test
    void shouldDrawTheSamePlansOfAStar() {
        assertThat(digest(Topology.star(9, LINK), OPTIONS)).isEqualTo(7767262212876991600L);
    }

    @Test
    void shouldDrawTheSamePlansOfATree() {
        assertThat(digest(
                        Topology.twoLevel(3, 4, LINK, LINK),
                        OPTIONS.withMaxFaults(12).withSpared(0, 3)))
                .isEqualTo(6188576540767911421L);
    }

    @Test
    void shouldDrawTheSamePlansWithOtherBounds() {
        assertThat(digest(Topology.star(4, LINK), OPTIONS.withMaxLoss(0.7).withMaxCorruption(0.2)))
                .isEqualTo(-5221084595204226705L);
    }

    /** Of the texts of 300 plans, and of the number that each leaves its generator at. */
    private static long digest(Topology topology, FaultOptions options) {
        long digest = 0;
        for (long seed = 0; seed < 300; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            String text = FaultPlan.random(random, topology, options).toString();
            digest = Payloads.mix(digest + text.hashCode()) ^ random.nextLong();
        }
        return digest;
    }
}
