package org.rmcast.core.repair;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CodePlannerTest {
    private static final int WINDOW = 64;
    private static final int SPAN = 255;

    private final CodePlanner<Long> planner = new CodePlanner<>(CodeLimits.of(SPAN, 0));

    private void offer(long sequence, long lackers) {
        planner.offer(sequence, sequence, lackers);
    }

    @Test
    void shouldJoinWhatDifferentOnesLack() {
        offer(7, 0b001);
        offer(5, 0b010);
        offer(9, 0b100);
        assertThat(planner.chooseAll()).containsExactly(List.of(5L, 7L, 9L));
    }

    @Test
    void shouldNotJoinWhatOneLacks() {
        offer(5, 0b011);
        offer(6, 0b010);
        offer(7, 0b100);
        assertThat(planner.chooseAll()).containsExactly(List.of(5L, 7L), List.of(6L));
    }

    @Test
    void shouldBeginWithWhatMostLack() {
        offer(1, 0b0001);
        offer(2, 0b0010);
        offer(3, 0b0111);
        offer(4, 0b1000);
        assertThat(planner.chooseAll()).containsExactly(List.of(3L, 4L), List.of(1L, 2L));
    }

    @Test
    void shouldChooseForTheOneThatIsDue() {
        offer(1, 0b01);
        offer(2, 0b01);
        offer(3, 0b10);
        assertThat(planner.choose(2L, 2, 0b01)).containsExactly(2L, 3L);
        assertThat(planner.choose(1L, 1, 0b01)).containsExactly(1L);
        assertThat(planner.chooseAll()).isEmpty();
    }

    @Test
    void shouldKeepToTheSpanAndTheSize() {
        offer(1, 0b01);
        offer(1 + SPAN + 1, 0b10);
        assertThat(planner.chooseAll()).hasSize(2);
        planner.clear();
        for (int i = 0; i < 20; i++) {
            offer(i, 1L << i);
        }
        assertThat(planner.chooseAll()).extracting(List::size).containsExactly(8, 8, 4);
    }

    @Test
    void shouldRefuseWhatNobodyLacksAndWhatIsTooMuch() {
        assertThatThrownBy(() -> offer(1, 0)).hasMessageContaining("nobody lacks packet 1");
        for (int i = 0; i < 128; i++) {
            offer(i, 1);
        }
        assertThat(planner.isFull()).isTrue();
        assertThatThrownBy(() -> offer(128, 1)).isInstanceOf(IllegalStateException.class);
    }

    /** What a plain model of rounds needs: each packet of a window is sent until nobody lacks it, in codes or alone. */
    @ParameterizedTest
    @CsvSource({"4, 0.05, 0.10", "4, 0.2, 0.37", "8, 0.05, 0.125", "32, 0.05, 0.16", "32, 0.2, 0.62"})
    void shouldNeedFewRepairs(int receivers, double loss, double most) {
        SplittableRandom random = new SplittableRandom(1);
        int packets = 6_400;
        int sent = 0;
        for (int base = 0; base < packets; base += WINDOW) {
            long[] lackers = new long[WINDOW];
            for (int i = 0; i < WINDOW; i++) {
                lackers[i] = drawn(random, receivers, loss);
            }
            for (List<List<Long>> codes = plan(lackers); !codes.isEmpty(); codes = plan(lackers)) {
                sent += codes.size();
                for (List<Long> code : codes) {
                    deliver(code, lackers, random, receivers, loss);
                }
            }
        }
        System.out.printf(
                "R = %d, %.0f %%: %.3f repairs for each packet%n", receivers, loss * 100, (double) sent / packets);
        assertThat((double) sent / packets).isLessThanOrEqualTo(most);
    }

    private List<List<Long>> plan(long[] lackers) {
        planner.clear();
        for (int i = 0; i < lackers.length; i++) {
            if (lackers[i] != 0) {
                offer(i, lackers[i]);
            }
        }
        return planner.chooseAll();
    }

    private static void deliver(List<Long> code, long[] lackers, SplittableRandom random, int receivers, double loss) {
        long once = 0;
        for (long sequence : code) {
            assertThat(once & lackers[(int) sequence])
                    .as("who lacks two of %s", code)
                    .isZero();
            once |= lackers[(int) sequence];
        }
        long gets = ~drawn(random, receivers, loss);
        code.forEach(sequence -> lackers[sequence.intValue()] &= ~gets);
    }

    private static long drawn(SplittableRandom random, int receivers, double loss) {
        long bits = 0;
        for (int i = 0; i < receivers; i++) {
            bits |= random.nextDouble() < loss ? 1L << i : 0;
        }
        return bits;
    }
}
