package org.rmcast.tram;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rmcast.api.Parameters;
import org.rmcast.testkit.tcp.Growth;
import org.rmcast.testkit.tcp.TcpFlow;

/**
 * {@code rateControl=shared} at a bottleneck of 100 Mb/s, at which a queue of one BDP at 10 and 40 ms is 89 and 357 packets: beside TCP,
 * beside itself, and alone.
 */
class TramSharedRateTest {
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final double BOTTLENECK = 12_500_000;
    private static final Duration HELD = Duration.ofSeconds(Integer.getInteger("rm.shared.seconds", 20));

    @ParameterizedTest(name = "[{index}] seed {0}, {1} ms, queue {2}, {3}")
    @CsvSource({
        "1, 10, 89, RENO",
        "2, 10, 64, RENO",
        "3, 40, 357, RENO",
        "4, 40, 64, RENO",
        "5, 10, 64, CUBIC",
        "6, 10, 89, CUBIC"
    })
    void shouldLeaveTcpItsShareAndTakeItsOwn(long seed, int roundTripMillis, int queue, Growth growth) {
        TcpFlow tcp = new TcpFlow(2, 3, SECOND, SharedBottleneck.PACKET_BYTES, growth);
        SharedBottleneck bottleneck = bottleneck(seed, 1, "", roundTripMillis, queue, tcp);
        begin(bottleneck, 1);
        bottleneck.mark();
        bottleneck.simulation.runFor(SECOND.multipliedBy(60));
        List<Long> bytes = bottleneck.bytes();
        double fair = (bytes.get(0) + bytes.get(1)) / 2.0;
        assertThat(bytes.get(0) / fair).as("of a fair share of %.0f", fair).isBetween(0.5, 1.5);
        assertLittleIsWasted(bottleneck);
    }

    @ParameterizedTest(name = "[{index}] seed {0}, {1} ms, queue {2}, loss {3}")
    @CsvSource({"1, 40, 357, 0.1%, RENO", "2, 40, 357, 1%, RENO", "3, 40, 357, 0.1%, CUBIC", "4, 40, 357, 1%, CUBIC"})
    void shouldTakeAsMuchAsTcpWherePacketsAreLostAtRandom(
            long seed, int roundTripMillis, int queue, String loss, Growth growth) {
        TcpFlow tcp = new TcpFlow(2, 3, SECOND, SharedBottleneck.PACKET_BYTES, growth);
        SharedBottleneck bottleneck = bottleneck(seed, 1, ",loss=" + loss, roundTripMillis, queue, tcp);
        begin(bottleneck, 1);
        bottleneck.mark();
        bottleneck.simulation.runFor(SECOND.multipliedBy(60));
        List<Long> bytes = bottleneck.bytes();
        assertThat(bytes.get(0) / (double) bytes.get(1)).isBetween(0.5, 2.0);
    }

    @ParameterizedTest(name = "[{index}] seed {0}, {1} ms, queue {2}")
    @CsvSource({"1, 10, 89", "2, 10, 64", "3, 40, 357", "4, 40, 64"})
    void shouldShareWithAnotherGroup(long seed, int roundTripMillis, int queue) {
        SharedBottleneck bottleneck = bottleneck(seed, 2, "", roundTripMillis, queue);
        begin(bottleneck, 2);
        bottleneck.simulation.runFor(SECOND.multipliedBy(10));
        bottleneck.mark();
        bottleneck.simulation.runFor(SECOND.multipliedBy(20));
        List<Long> bytes = bottleneck.bytes();
        double sum = bytes.get(0) + bytes.get(1);
        double squares = Math.pow(bytes.get(0), 2) + Math.pow(bytes.get(1), 2);
        assertThat(sum * sum / (2 * squares)).as("Jain's index of %s", bytes).isGreaterThanOrEqualTo(0.9);
        assertThat(sum).isGreaterThan(0.8 * 20 * BOTTLENECK);
        assertLittleIsWasted(bottleneck);
    }

    /** {@code -Drm.shared.seconds=300} for as long as the issue asks. */
    @ParameterizedTest(name = "[{index}] seed {0}, {1} ms, queue {2}: within {3} s")
    @CsvSource({"1, 1, 64, 2", "2, 40, 357, 5", "3, 40, 64, 5", "4, 200, 1785, 10"})
    void shouldFindTheRateOfTheBottleneckAndHoldIt(long seed, int roundTripMillis, int queue, int seconds) {
        SharedBottleneck bottleneck = bottleneck(seed, 1, "", roundTripMillis, queue);
        begin(bottleneck, 1);
        bottleneck.simulation.runFor(SECOND.multipliedBy(seconds - 1));
        bottleneck.mark();
        bottleneck.simulation.runFor(SECOND);
        assertThat(bottleneck.bytes().get(0)).as("in the last second").isGreaterThan((long) (0.9 * BOTTLENECK));
        bottleneck.mark();
        bottleneck.simulation.runFor(HELD);
        assertThat(bottleneck.bytes().get(0)).as("in %s", HELD).isGreaterThan((long)
                (0.9 * BOTTLENECK * HELD.toSeconds()));
        // At 40 ms a queue of 64 packets, 7 ms, is hardly longer than the threshold.
        assertThat(bottleneck.use().overflowed()).as("lost").isLessThan(HELD.toSeconds());
    }

    private static void assertLittleIsWasted(SharedBottleneck bottleneck) {
        long across = bottleneck.bytes().stream().mapToLong(Long::longValue).sum();
        assertThat(bottleneck.offeredBytes() / (double) across)
                .as("offered / delivered")
                .isLessThan(1.1);
    }

    private static SharedBottleneck bottleneck(
            long seed, int groups, String more, int roundTripMillis, int queue, TcpFlow... flows) {
        String link = "rate=100Mbit,queue=" + queue + more;
        return SharedBottleneck.of(seed, groups, link, Duration.ofMillis(roundTripMillis), Parameters.none(), flows);
    }

    private static void begin(SharedBottleneck bottleneck, int groups) {
        bottleneck.simulation.runFor(SECOND);
        for (int group = 0; group < groups; group++) {
            bottleneck.send(group);
        }
    }
}
