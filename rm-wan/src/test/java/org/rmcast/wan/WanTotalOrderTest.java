package org.rmcast.wan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rmcast.api.Parameters;
import org.rmcast.testkit.TotalOrderRun;

/** A total order over the wide-area group, under crashes, pauses and partitions. {@code -Drm.seed=N} replays a run. */
class WanTotalOrderTest {
    private static final int SEEDS = Integer.getInteger("rm.seeds", 40);
    private static final Long SEED = Long.getLong("rm.seed");

    private static TotalOrderRun run(int members, long seed) {
        return new TotalOrderRun(new WanProtocol(), Parameters.none(), members, seed);
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 5})
    void shouldGiveTheSameToAllAndLoseNothingAcknowledged(int members) {
        long first = SEED == null ? 1 : SEED;
        long acknowledged = 0;
        int ordering = 0;
        int seeds = SEED == null ? SEEDS : 1;
        List<String> stuck = new ArrayList<>();
        for (long seed = first; seed < first + seeds; seed++) {
            TotalOrderRun.Outcome outcome = run(members, seed).run();
            acknowledged += outcome.acknowledged();
            ordering += outcome.ordering() ? 1 : 0;
            if (!outcome.stuck().isEmpty()) {
                stuck.add(outcome.stuck());
            }
        }
        stuck.forEach(System.out::println);
        System.out.println(members + " members, " + seeds + " seeds: " + acknowledged + " acknowledged, " + ordering
                + " with a majority left, " + stuck.size() + " stuck");
        assertThat(acknowledged).isGreaterThan(seeds * 100L);
        assertThat(ordering).isGreaterThan(seeds / 2);
        assertThat(stuck).isEmpty();
    }

    /** All that knew of the group crashed, and one host came again (seed 260): nobody is left to go on with, and too few to found another one. */
    @Test
    void shouldNotHoldForStuckWhatNobodyIsLeftOf() {
        assertThat(run(3, 260).run().stuck()).isEmpty();
    }

    /** A member that takes its own word for that of a majority must be found, as two orders: it is cut off with the sequencer. */
    @Test
    void shouldFindThatAMinorityOrders() {
        assertThatThrownBy(() -> {
                    for (long seed = 1; seed < 20; seed++) {
                        run(5, seed).faulty(1).cutOff(0, 1).run();
                    }
                })
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("seed")
                .satisfies(failure -> assertThat(String.valueOf(failure.getMessage()))
                        .containsAnyOf("another one", "would take away what is committed", "different messages"));
    }
}
