package org.rmcast.srm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Constants, back-off and delays, by themselves. */
class TimersTest {
    private static final long MS = 1_000_000;
    private static final long LONG = 1_000_000 * MS;

    private static SuppressionTimer timer(TimerConstants constants, long floorNanos, long longestNanos) {
        return new SuppressionTimer(constants, BackOff.UNIFORM, 2, floorNanos, longestNanos, new SplittableRandom(1));
    }

    @Test
    void shouldDrawFromTheRangeThatDistanceAndRoundGive() {
        SuppressionTimer timer = timer(FixedConstants.of(2, 2), 1, LONG);
        for (int round = 0; round < 8; round++) {
            long factor = 1L << Math.min(round, 5);
            for (int i = 0; i < 1_000; i++) {
                assertThat(timer.drawNanos(10 * MS, round)).isBetween(20 * MS * factor, 40 * MS * factor);
            }
        }
    }

    @Test
    void shouldNotGoBelowTheFloorNorAboveTheLongest() {
        SuppressionTimer timer = timer(FixedConstants.of(2, 2), MS, 50 * MS);
        for (int i = 0; i < 100; i++) {
            assertThat(timer.drawNanos(0, 0)).isBetween(2 * MS, 4 * MS);
            assertThat(timer.drawNanos(100 * MS, 5)).isEqualTo(50 * MS);
        }
        assertThat(timer(FixedConstants.of(0, 0), 1, LONG).drawNanos(0, 0)).isEqualTo(1);
    }

    @Test
    void shouldFollowTheGroupWithRepairTimersThatDo() {
        FixedConstants constants = FixedConstants.logarithmic();
        constants.onGroup(1_000);
        assertThat(constants.start()).isEqualTo(3, within(1e-9));
        assertThat(constants.width()).isEqualTo(3, within(1e-9));
        constants.onGroup(2);
        assertThat(constants.start()).isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource(BackOff.class)
    void shouldSpreadOverTheWholeWidth(BackOff backOff) {
        assertThat(backOff.share(0, 100)).isZero();
        assertThat(backOff.share(1, 100)).isEqualTo(1, within(1e-9));
        assertThat(backOff.share(0.5, 1)).isBetween(0.0, 1.0);
        for (double u = 0; u < 0.99; u += 0.01) {
            assertThat(backOff.share(u, 50)).isLessThan(backOff.share(u + 0.01, 50));
        }
    }

    /** The draws by RFC 5401's own formula, with its T. */
    @Test
    void shouldAgreeWithTheFormulaOfTheStandard() {
        double t = 4;
        double lambda = Math.log(200) + 1;
        for (double u = 0; u < 1; u += 0.07) {
            double x = u * lambda / t + lambda / (t * Math.expm1(lambda));
            double delay = t / lambda * Math.log(x * Math.expm1(lambda) * (t / lambda));
            assertThat(t * BackOff.TRUNCATED_EXPONENTIAL.share(u, 200)).isEqualTo(delay, within(1e-9));
        }
    }

    /** How many of a group end their timers within a tenth of the width after the first: those are not suppressed. */
    @ParameterizedTest
    @ValueSource(ints = {10, 100, 1_000})
    void shouldKeepFewNearTheFirstByTruncatedExponentialBackOff(int members) {
        SplittableRandom random = new SplittableRandom(members);
        assertThat(meanNearTheFirst(BackOff.TRUNCATED_EXPONENTIAL, members, random))
                .isLessThan(3);
        if (members >= 100) {
            assertThat(meanNearTheFirst(BackOff.UNIFORM, members, random)).isGreaterThan(members / 12.0);
        }
    }

    private static double meanNearTheFirst(BackOff backOff, int members, SplittableRandom random) {
        long near = 0;
        for (int run = 0; run < 300; run++) {
            double[] shares = new double[members];
            Arrays.setAll(shares, i -> backOff.share(random.nextDouble(), members));
            double first = Arrays.stream(shares).min().orElseThrow();
            near += Arrays.stream(shares).filter(share -> share <= first + 0.1).count();
        }
        return near / 300.0;
    }
}
