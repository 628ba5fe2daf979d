package org.rmcast.rmtp;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rmcast.api.EngineMeter;
import org.rmcast.api.Parameters;
import org.rmcast.api.SessionEvent;
import org.rmcast.core.impair.Impairments;
import org.rmcast.sim.LinkSettings;

/** The rate that the server finds by what receivers report. */
class RmtpRateTest {
    private static final int WAN_RECEIVERS = 6;

    /** Loss that does not come of the rate does not slow it down; a link that takes less does. */
    @Test
    void shouldFindTheRateOfTheSlowestLink() {
        Parameters parameters = Parameters.none().with("rate", 1_000_000).with("minRate", 100_000);
        Delivered free = Delivered.of(4, 40_000_000)
                .link(RmtpDeliveryTest.link(5))
                .parameters(parameters)
                .start();
        Delivered limited = Delivered.of(4, 20_000_000)
                .link("delay=5ms,rate=16Mbit,queue=60")
                .parameters(parameters)
                .start();

        assertThat(rate(free)).isGreaterThan(10_000_000);
        assertThat(rate(limited)).isBetween(1_000_000.0, 4_000_000.0);
    }

    /** A period in which few packets leave says nothing: it goes on. Else the rate stayed where it was for ever. */
    @Test
    void shouldRaiseARateOfFewPackets() {
        Delivered delivered = Delivered.of(4, 8_000_000)
                .parameters(Parameters.none().with("rate", 100_000).with("minRate", 50_000))
                .start();

        assertThat(rate(delivered)).isGreaterThan(1_000_000);
    }

    /** One receiver's link loses more than the others', at any rate: their mean says nothing of either, and the rate fell to the lowest one. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void shouldKnowWhatEachReceiverLosesAtAnyRate(long seed) {
        Delivered delivered = wan("loss=1%,delay=5ms", "delay=5ms", seed);
        delivered.simulation.accessLink(1).impair(LinkSettings.parse("loss=10%,delay=5ms"));

        assertThat(rate(delivered)).isGreaterThan(20_000_000);
    }

    /**
     * A link that loses packets and takes 5 MB/s gets about that, though the rate is four times as much to begin with. Its queue fills in the first
     * period, so that loss after the first cut is as high as before.
     */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void shouldFindTheRateOfALinkThatLosesAsWell(long seed) {
        Delivered delivered = wan("loss=5%,delay=5ms", "delay=20ms", seed);
        delivered.simulation.accessLink(1).impair(LinkSettings.parse("loss=5%,delay=5ms,rate=40Mbit,queue=60"));

        assertThat(rate(delivered)).isBetween(2_000_000.0, 10_000_000.0);
        DeliveryReport report = delivered.report();
        assertThat(report.sentToGroup()).isLessThan(2 * report.packets());
    }

    /** Packets of two periods come mixed: receivers took that for loss, and the rate fell to the lowest one. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void shouldNotTakePacketsThatAreOvertakenForLost(long seed) {
        Delivered delivered = wan("delay=1ms,reorder=50%,reorder-delay=4ms", "delay=1ms", seed);

        assertThat(rate(delivered)).isGreaterThan(20_000_000);
    }

    /** Of six receivers one report in twenty is lost: that was more than a tenth of the reporters, and the rate was cut in every fourth period. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void shouldNotTakeALostReportForCongestion(long seed) {
        Delivered delivered = wan("loss=5%,delay=20ms", "loss=5%,delay=20ms", seed);

        assertThat(rate(delivered)).isGreaterThan(20_000_000);
        // To learn that the loss does not come of the rate, and by chance.
        assertThat(delivered.simulation.node(0).events(SessionEvent.Congestion.class))
                .hasSizeLessThanOrEqualTo(3);
    }

    /**
     * A server that knows nothing of its receivers' round trips asks them a second time before their first answers are there. Then no receiver
     * knew which of its CACKs was answered, the server waited for reports as in a local network, and all came too late.
     */
    @Test
    void shouldWaitForReportsOverLongWays() {
        Delivered delivered = wan("delay=20ms", "delay=20ms", 1);

        assertThat(rate(delivered)).isGreaterThan(20_000_000);
        assertThat(delivered.simulation.node(0).events(SessionEvent.Congestion.class))
                .isEmpty();
    }

    /** Each receiver behind a link of its own, the server on the network. */
    private static Delivered wan(String down, String up, long seed) {
        Delivered delivered =
                Delivered.of(WAN_RECEIVERS, 16_000_000).seed(seed).link("none").start();
        LinkSettings link = new LinkSettings(Impairments.parse(down), Impairments.parse(up));
        for (int receiver = 1; receiver <= WAN_RECEIVERS; receiver++) {
            delivered.simulation.accessLink(receiver).impair(link);
        }
        return delivered;
    }

    /** Delivers; returns the rate at the end in bytes per second. */
    private static double rate(Delivered delivered) {
        delivered.finish(Duration.ofMinutes(10));
        delivered.checkAllButHave();
        return (double) delivered.simulation.node(0).statistics().get(EngineMeter.SEND_RATE_BYTES_PER_SECOND);
    }
}
