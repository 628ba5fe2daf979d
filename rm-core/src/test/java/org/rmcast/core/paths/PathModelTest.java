package org.rmcast.core.paths;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class PathModelTest {
    private static final long SEED = 11;
    private static final int CASES = 10_000;
    private static final double EXACT = 1e-12;

    /** The paper's: three replicas for a loss of 0.2 where 0.01 is allowed. */
    @Test
    void shouldSendThreeReplicasInTheExampleOfThePaper() {
        assertThat(PathModel.replicas(0.01, 0.2, 8)).isEqualTo(3);
    }

    @Test
    void shouldSendOneReplicaWhereTheLossIsAllowed() {
        assertThat(PathModel.replicas(0.01, 0.01, 8)).isEqualTo(1);
        assertThat(PathModel.replicas(0.01, 0, 8)).isEqualTo(1);
        assertThat(PathModel.replicas(0, 0, 8)).isEqualTo(1);
        assertThat(PathModel.replicas(1, 1, 8)).isEqualTo(1);
    }

    /** 0.1 squared is a little more than 0.01 in binary. */
    @Test
    void shouldNotSendAReplicaMoreBecauseOfRounding() {
        assertThat(PathModel.replicas(0.01, 0.1, 8)).isEqualTo(2);
        assertThat(PathModel.replicas(1e-6, 0.1, 8)).isEqualTo(6);
    }

    @Test
    void shouldSendNoMoreReplicasThanTheBound() {
        assertThat(PathModel.replicas(0, 0.1, 8)).isEqualTo(8);
        assertThat(PathModel.replicas(0.5, 1, 8)).isEqualTo(8);
        assertThatThrownBy(() -> PathModel.replicas(0.1, 0.2, 65)).hasMessageContaining("most must be 1 to 64");
    }

    @Test
    void shouldTakeTheFewestReplicasThatAreEnough() {
        SplittableRandom random = new SplittableRandom(SEED);
        for (int i = 0; i < CASES; i++) {
            double allowed = StrictMath.pow(10, -6 * random.nextDouble());
            double loss = random.nextDouble();
            int replicas = PathModel.replicas(allowed, loss, PathModel.MAX_REPLICAS);
            String what = "seed " + SEED + ", case " + i + ": " + allowed + ", " + loss;
            if (replicas < PathModel.MAX_REPLICAS) {
                assertThat(StrictMath.pow(loss, replicas)).as(what).isLessThanOrEqualTo(allowed * (1 + EXACT));
            }
            if (replicas > 1) {
                assertThat(StrictMath.pow(loss, replicas - 1)).as(what).isGreaterThan(allowed);
            }
        }
    }

    /** T as the sum over the number of transmissions in vain. */
    @Test
    void shouldBeTheMeanOverAllNumbersOfTransmissions() {
        SplittableRandom random = new SplittableRandom(SEED);
        for (int i = 0; i < 200; i++) {
            PathEstimate path = new PathEstimate(random.nextDouble(1_000), random.nextDouble(0.9));
            int replicas = 1 + random.nextInt(5);
            double lost = StrictMath.pow(path.loss(), replicas);
            double sum = 0;
            double chance = 1 - lost;
            for (int vain = 0; vain < 500; vain++) {
                sum += chance * path.delayMillis() * (1 + 2.0 * vain);
                chance *= lost;
            }
            assertThat(PathModel.expectedMillis(path, replicas))
                    .as("seed %d, case %d", SEED, i)
                    .isCloseTo(sum, within(1e-9 * (1 + sum)));
        }
    }

    @Test
    void shouldTakeTheDelayWhereNothingIsLost() {
        assertThat(PathModel.expectedMillis(new PathEstimate(30, 0), 1)).isEqualTo(30);
        assertThat(PathModel.expectedMillis(new PathEstimate(30, 0.5), 1)).isCloseTo(90, within(EXACT));
        assertThat(PathModel.repairMillis(new PathEstimate(30, 0.5))).isCloseTo(90, within(EXACT));
    }

    @Test
    void shouldStayFiniteWhereNothingSeemsToArrive() {
        PathEstimate dead = new PathEstimate(PathEstimate.MAX_DELAY_MILLIS, 1);
        assertThat(dead.loss()).isEqualTo(PathEstimate.MAX_LOSS);
        assertThat(PathModel.expectedMillis(dead, 1)).isFinite().isPositive();
        assertThat(PathModel.delivery(dead, 1)).isPositive();
        assertThat(PathModel.expectedMillis(new PathEstimate(0, 1), 3)).isZero();
    }

    @Test
    void shouldGainByEachReplica() {
        SplittableRandom random = new SplittableRandom(SEED);
        for (int i = 0; i < CASES; i++) {
            PathEstimate path = new PathEstimate(random.nextDouble(1_000), random.nextDouble());
            int replicas = 1 + random.nextInt(8);
            assertThat(PathModel.expectedMillis(path, replicas + 1))
                    .as("seed %d, case %d", SEED, i)
                    .isLessThanOrEqualTo(PathModel.expectedMillis(path, replicas));
            assertThat(PathModel.delivery(path, replicas + 1))
                    .isGreaterThanOrEqualTo(PathModel.delivery(path, replicas));
            assertThat(PathModel.cost(path, replicas)).isCloseTo(replicas * path.delayMillis(), within(EXACT));
        }
    }

    /** Each of the three transmissions by itself: all eight outcomes. */
    @Test
    void shouldFailThroughARelayWhereTheOutcomesDo() {
        SplittableRandom random = new SplittableRandom(SEED);
        for (int i = 0; i < CASES; i++) {
            double[] lost = {random.nextDouble(), random.nextDouble(), random.nextDouble()};
            double arrives = 0;
            for (int outcome = 0; outcome < 8; outcome++) {
                boolean direct = (outcome & 1) == 0;
                boolean relayed = (outcome & 6) == 0;
                double chance = 1;
                for (int hop = 0; hop < 3; hop++) {
                    chance *= (outcome & 1 << hop) != 0 ? lost[hop] : 1 - lost[hop];
                }
                arrives += direct || relayed ? chance : 0;
            }
            assertThat(1 - PathModel.relayedLost(lost[0], lost[1], lost[2]))
                    .as("seed %d, case %d", SEED, i)
                    .isCloseTo(arrives, within(EXACT));
        }
    }

    @Test
    void shouldNotLoseSmallProbabilitiesToRounding() {
        double lost = PathModel.relayedLost(1e-9, 1e-9, 1e-9);
        assertThat(lost).isCloseTo(2e-18, within(1e-26));
    }

    @Test
    void shouldRefuseWhatIsOutOfRange() {
        assertThatThrownBy(() -> new PathEstimate(-1, 0)).hasMessageContaining("delayMillis must be 0 to");
        assertThatThrownBy(() -> new PathEstimate(Double.NaN, 0)).hasMessageContaining("delayMillis");
        assertThatThrownBy(() -> new PathEstimate(1, 1.1)).hasMessageContaining("loss must be 0 to 1, was 1.1");
        assertThatThrownBy(() -> new PathEstimate(1, Double.NaN)).hasMessageContaining("loss");
        assertThatThrownBy(() -> PathModel.expectedMillis(new PathEstimate(1, 0), 0))
                .hasMessageContaining("replicas must be 1 to 64, was 0");
        assertThatThrownBy(() -> PathModel.allLost(0.1, -1)).hasMessageContaining("replicas");
    }
}
