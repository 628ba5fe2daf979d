package org.rmcast.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rmcast.api.Parameters;
import org.rmcast.core.engine.Protocol;
import org.rmcast.testkit.tcp.GroupTraffic;
import org.rmcast.testkit.tcp.Growth;
import org.rmcast.testkit.tcp.SharedBottleneck;
import org.rmcast.testkit.tcp.TcpFlow;

/**
 * What {@code rateControl=shared} of any protocol has to do at a bottleneck of 100 Mb/s: leave TCP its share and take its own, also where packets are lost at random, share with another group, and
 * alone find the rate and hold it, with many receivers, too. A queue of one BDP is 89 packets at 10 ms, 357 at 40 ms and 1,785 at 200 ms.
 *
 * <p>How long it holds the rate is the property {@code rm.shared.seconds}, 20 unless given.
 */
public abstract class SharedRateContract {
    private static final Duration SECOND = Duration.ofSeconds(1);
    /** Members meet before anything is sent. */
    private static final Duration MEETING = Duration.ofSeconds(5);

    private static final double BOTTLENECK = 12_500_000;
    private static final Duration HELD = Duration.ofSeconds(Integer.getInteger("rm.shared.seconds", 20));

    /** For subclasses. */
    protected SharedRateContract() {}

    /** The protocol. */
    protected abstract Protocol protocol();

    /** Its parameters besides {@code rateControl}. */
    protected Parameters parameters() {
        return Parameters.none();
    }

    /** What its groups send. */
    protected GroupTraffic traffic() {
        return GroupTraffic.messages();
    }

    @ParameterizedTest(name = "[{index}] seed {0}, {1} ms, queue {2}, {3}")
    @CsvSource({
        "1, 10, 89, RENO",
        "2, 10, 64, RENO",
        "3, 40, 357, RENO",
        "4, 40, 64, RENO",
        "5, 10, 64, CUBIC",
        "6, 10, 89, CUBIC",
        "7, 40, 64, CUBIC"
    })
    void shouldLeaveTcpItsShareAndTakeItsOwn(long seed, int roundTripMillis, int queue, Growth growth) {
        TcpFlow tcp = new TcpFlow(2, 3, MEETING, SharedBottleneck.PACKET_BYTES, growth);
        SharedBottleneck bottleneck = bottleneck(seed, 1, "", roundTripMillis, queue, tcp);
        begin(bottleneck, 1);
        bottleneck.mark();
        bottleneck.simulation().runFor(SECOND.multipliedBy(60));
        List<Long> bytes = bottleneck.bytes();
        double fair = (bytes.get(0) + bytes.get(1)) / 2.0;
        assertThat(bytes.get(0) / fair).as("of a fair share of %.0f", fair).isBetween(0.5, 1.5);
        assertLittleIsWasted(bottleneck);
    }

    @ParameterizedTest(name = "[{index}] seed {0}, {1} ms, queue {2}, loss {3}, {4}")
    @CsvSource({"1, 40, 357, 0.1%, RENO", "2, 40, 357, 1%, RENO", "3, 40, 357, 0.1%, CUBIC", "4, 40, 357, 1%, CUBIC"})
    void shouldTakeAsMuchAsTcpWherePacketsAreLostAtRandom(
            long seed, int roundTripMillis, int queue, String loss, Growth growth) {
        TcpFlow tcp = new TcpFlow(2, 3, MEETING, SharedBottleneck.PACKET_BYTES, growth);
        SharedBottleneck bottleneck = bottleneck(seed, 1, ",loss=" + loss, roundTripMillis, queue, tcp);
        begin(bottleneck, 1);
        bottleneck.mark();
        bottleneck.simulation().runFor(SECOND.multipliedBy(60));
        List<Long> bytes = bottleneck.bytes();
        assertThat(bytes.get(0) / (double) bytes.get(1)).isBetween(0.5, 2.0);
    }

    @ParameterizedTest(name = "[{index}] seed {0}, {1} ms, queue {2}")
    @CsvSource({"1, 10, 89", "2, 10, 64", "3, 40, 357", "4, 40, 64"})
    void shouldShareWithAnotherGroup(long seed, int roundTripMillis, int queue) {
        SharedBottleneck bottleneck = bottleneck(seed, 2, "", roundTripMillis, queue);
        begin(bottleneck, 2);
        bottleneck.simulation().runFor(SECOND.multipliedBy(10));
        bottleneck.mark();
        bottleneck.simulation().runFor(SECOND.multipliedBy(20));
        List<Long> bytes = bottleneck.bytes();
        double sum = bytes.get(0) + bytes.get(1);
        double squares = Math.pow(bytes.get(0), 2) + Math.pow(bytes.get(1), 2);
        assertThat(sum * sum / (2 * squares)).as("Jain's index of %s", bytes).isGreaterThanOrEqualTo(0.9);
        assertThat(sum).as("of both").isGreaterThan(0.7 * 20 * BOTTLENECK);
        assertLittleIsWasted(bottleneck);
    }

    /** {@code -Drm.shared.seconds=300} for five minutes. */
    @ParameterizedTest(name = "[{index}] seed {0}, {1} ms, queue {2}: within {3} s")
    @CsvSource({"1, 1, 64, 2", "2, 40, 357, 5", "4, 200, 1785, 10"})
    void shouldFindTheRateOfTheBottleneckAndHoldIt(long seed, int roundTripMillis, int queue, int seconds) {
        SharedBottleneck bottleneck = bottleneck(seed, 1, "", roundTripMillis, queue);
        begin(bottleneck, 1);
        bottleneck.simulation().runFor(SECOND.multipliedBy(seconds - 1));
        bottleneck.mark();
        bottleneck.simulation().runFor(SECOND);
        assertThat(bottleneck.use().bytes()).as("in the last second").isGreaterThan((long) (0.9 * BOTTLENECK));
        bottleneck.mark();
        bottleneck.simulation().runFor(HELD);
        assertThat(bottleneck.use().bytes()).as("in %s", HELD).isGreaterThan((long)
                (0.9 * BOTTLENECK * HELD.toSeconds()));
        assertThat(bottleneck.use().overflowed()).as("lost").isZero();
    }

    /**
     * All behind the bottleneck, one of 6 or 20 Mb/s: each is told the same, and of many reports few are heard. For some seconds only: a hundred receivers that repair hold a hundred
     * copies of all.
     */
    @ParameterizedTest(name = "[{index}] seed {0}, {1} receivers, {2} Mb/s")
    @CsvSource({"1, 10, 6, 8", "2, 100, 6, 8", "3, 10, 20, 8", "4, 100, 20, 3"})
    void shouldFindTheRateOfManyReceivers(long seed, int receivers, int bottleneckMegabits, int seconds) {
        String link = "rate=" + bottleneckMegabits + "Mbit,queue=64";
        Parameters shared = parameters().with("rateControl", "shared");
        SharedBottleneck bottleneck =
                SharedBottleneck.ofGroup(seed, protocol(), traffic(), receivers, link, Duration.ofMillis(40), shared);
        begin(bottleneck, 1);
        bottleneck.simulation().runFor(SECOND.multipliedBy(2));
        bottleneck.mark();
        bottleneck.simulation().runFor(SECOND.multipliedBy(seconds));
        double megabits = 8e-6 * bottleneck.bytes().get(0) / seconds;
        assertThat(megabits).as("Mb/s at the first receiver").isGreaterThan(0.83 * bottleneckMegabits);
    }

    private static void assertLittleIsWasted(SharedBottleneck bottleneck) {
        double passed = bottleneck.use().bytes();
        assertThat(bottleneck.offeredBytes() / passed).as("offered / passed").isLessThan(1.1);
    }

    private SharedBottleneck bottleneck(
            long seed, int groups, String more, int roundTripMillis, int queue, TcpFlow... flows) {
        String link = "rate=100Mbit,queue=" + queue + more;
        Duration roundTrip = Duration.ofMillis(roundTripMillis);
        Parameters shared = parameters().with("rateControl", "shared");
        return SharedBottleneck.of(seed, protocol(), traffic(), groups, link, roundTrip, shared, flows);
    }

    private static void begin(SharedBottleneck bottleneck, int groups) {
        bottleneck.simulation().runFor(MEETING);
        for (int group = 0; group < groups; group++) {
            bottleneck.send(group);
        }
    }
}
