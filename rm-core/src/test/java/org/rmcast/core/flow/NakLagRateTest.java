package org.rmcast.core.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The rate by how much is asked for, and how far behind that is. */
class NakLagRateTest {
    private static final int BYTES = 1_000;
    /** What is lost is asked for so much later. */
    private static final long REQUEST_NANOS = 3_000_000L;
    /** Clocks may begin anywhere. */
    private long nowNanos = -50_000_000_000L;

    private static NakLagRateController controller(double first, int window) {
        return new NakLagRateController(100_000, 100_000_000, first, window);
    }

    private void send(NakLagRateController rate, int packets) {
        for (int i = 0; i < packets; i++) {
            nowNanos += (long) (BYTES / rate.bytesPerSecond() * 1e9);
            rate.onPacketSent(BYTES, 0, nowNanos);
        }
    }

    @ParameterizedTest
    @CsvSource({"61, 0.25", "60, 0.5", "41, 0.5", "40, 0.75", "31, 0.75", "30, 1"})
    void shouldCutByTheLag(long lag, double factor) {
        NakLagRateController rate = controller(1_000_000, 120);
        send(rate, 100);
        for (int i = 0; i < 10; i++) {
            rate.onRequest(lag, nowNanos);
        }
        send(rate, 1);
        assertThat(rate.bytesPerSecond()).isCloseTo(1_000_000 * factor, within(1.0));
    }

    @Test
    void shouldNotCutForFewThatLag() {
        NakLagRateController rate = controller(1_000_000, 120);
        send(rate, 100);
        for (int i = 0; i < 80; i++) {
            rate.onRequest(i % 10 == 0 ? 90 : 3, nowNanos);
            send(rate, 30);
        }
        assertThat(rate.cuts()).isZero();
    }

    @Test
    void shouldCutOnceForWhatWasSentBeforeTheCut() {
        NakLagRateController rate = controller(1_000_000, 120);
        send(rate, 100);
        for (int i = 0; i < 100; i++) {
            rate.onRequest(90, nowNanos);
            send(rate, 1);
        }
        assertThat(rate.cuts()).isEqualTo(1);
    }

    /** A network that loses all beyond what it carries, and a share of the rest whatever the rate. */
    private double settles(double capacity, double lossShare, long seed) {
        NakLagRateController rate = controller(10_000_000, 4_096);
        RandomGenerator random = new SplittableRandom(seed);
        double sum = 0;
        int steps = 40_000;
        long[] missed = new long[steps];
        long[] missedNanos = new long[steps];
        int head = 0;
        int tail = 0;
        for (int i = 0; i < steps; i++) {
            send(rate, 1);
            double overflow = Math.max(0, 1 - capacity / rate.bytesPerSecond());
            if (random.nextDouble() < 1 - (1 - overflow) * (1 - lossShare)) {
                missed[tail] = i;
                missedNanos[tail++] = nowNanos + REQUEST_NANOS;
            }
            while (head < tail && missedNanos[head] - nowNanos <= 0) {
                rate.onRequest(i - missed[head++], nowNanos);
            }
            sum += i < steps / 2 ? 0 : Math.min(capacity, rate.bytesPerSecond());
        }
        return 2 * sum / steps / capacity;
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, 0.01, 0.05, 0.2, 0.6})
    void shouldUseMostOfTheNetworkWhateverIsLostAnyway(double lossShare) {
        for (long seed = 1; seed <= 5; seed++) {
            assertThat(settles(8_000_000, lossShare, seed))
                    .as("share of the capacity in use, seed " + seed)
                    .isBetween(0.7, 1.0);
        }
    }

    @Test
    void shouldStayWithinItsBounds() {
        NakLagRateController rate = controller(1_000_000, 120);
        send(rate, 200_000);
        assertThat(rate.bytesPerSecond()).isEqualTo(100_000_000);
        for (int i = 0; i < 20_000; i++) {
            rate.onRequest(100, nowNanos);
            send(rate, 1);
        }
        assertThat(rate.bytesPerSecond()).isEqualTo(100_000);
    }

    @Test
    void shouldRefuseBoundsThatAreNone() {
        assertThatThrownBy(() -> new NakLagRateController(2, 1, 1, 8)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new NakLagRateController(1, 2, 1, 7))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("windowPackets");
    }
}
