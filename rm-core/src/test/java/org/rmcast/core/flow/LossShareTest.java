package org.rmcast.core.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LossShareTest {
    private static final int PACKETS = 100_000;

    @ParameterizedTest
    @ValueSource(doubles = {0, 0.01, 0.2, 0.6})
    void shouldFindTheShareOfPacketsLostEachForItself(double lost) {
        Random random = new Random(1);
        LossShare share = new LossShare();
        boolean missing = false;
        double sum = 0;
        for (int packet = 0; packet < PACKETS; packet++) {
            boolean arrives = random.nextDouble() >= lost;
            if (arrives) {
                share.onArrival();
            } else if (!missing) {
                share.onLoss();
            }
            missing = !arrives;
            sum += share.share();
        }
        assertThat(sum / PACKETS).isCloseTo(lost, within(0.02 + lost / 10));
        assertThat(share.arrivals()).isCloseTo((long) (PACKETS * (1 - lost)), within(PACKETS / 100L));
    }

    @Test
    void shouldTakeACutForOneLoss() {
        LossShare share = new LossShare();
        share.onLoss();
        assertThat(share.share()).isLessThan(0.02);
    }

    @Test
    void shouldAskForMorePacketsInARowWhereMoreAreLost() {
        LossShare share = new LossShare();
        assertThat(share.asUnlikelyAs(8, 0.2)).isEqualTo(8);
        for (int packet = 0; packet < 1_000; packet++) {
            share.onArrival();
            if (packet % 2 == 0) {
                share.onLoss();
            }
        }
        // 0.5 to the 19th is what 0.2 to the 8th is.
        assertThat(share.asUnlikelyAs(8, 0.2)).isBetween(18, 20);
    }

    @Test
    void shouldStayBelowOneWhateverIsLost() {
        LossShare share = new LossShare();
        for (int packet = 0; packet < 10_000; packet++) {
            share.onLoss();
        }
        assertThat(share.share()).isLessThan(1);
        assertThat(share.asUnlikelyAs(1_000, 0.5)).isPositive();
    }
}
