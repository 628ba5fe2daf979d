package org.rmcast.rmtp;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.rmcast.api.EngineMeter;
import org.rmcast.api.Parameters;

/** Many receivers, and large data sets. */
class RmtpScaleTest {
    /** Paper: section 4.2, 1 % loss, packets of 1 KB; table A for the number of rounds. */
    @Test
    void shouldServeAThousandReceivers() {
        Delivered delivered = Delivered.of(1_000, 200 * 1_024)
                .link(RmtpDeliveryTest.link(1))
                .parameters(Parameters.none().with("preset", "paper"))
                .start();
        DeliveryReport report = delivered.finish(Duration.ofMinutes(10));
        delivered.checkAllButHave();
        assertThat(report.rounds()).isBetween(3, 6);
        assertThat(report.nanos()).isLessThan(Duration.ofMinutes(3).toNanos());
    }

    /** 10,000 receivers over 10^7 packets, half of which are asked for in no order: what the server holds. */
    @Test
    void shouldHoldASetOfPacketsAndAStatePerReceiver() {
        long bytes = 0;
        PacketSet pending = new PacketSet(10_000_000);
        for (long packet = 0; packet < pending.size(); packet += 2) {
            pending.add(packet);
        }
        // Those to be sent, and those that were, in a round; and of each of four that are served apart.
        bytes += 2 * pending.bytes() + 4 * pending.bytes();
        // What waits to be served apart has an empty set of its own.
        bytes += 10_000 * (new PacketSet(10_000_000).bytes() + 1_024);
        assertThat(bytes).isLessThan(64L << 20);
    }

    /** Loss that does not come of the rate does not slow it down; a link that takes less does. */
    @Test
    void shouldFindTheRateOfTheSlowestLink() {
        Parameters parameters = Parameters.none().with("rate", 1_000_000).with("minRate", 100_000);
        double free = rate(parameters, RmtpDeliveryTest.link(5), 40_000_000);
        double limited = rate(parameters, "delay=5ms,rate=16Mbit,queue=60", 20_000_000);

        assertThat(free).isGreaterThan(10_000_000);
        assertThat(limited).isBetween(1_000_000.0, 4_000_000.0);
    }

    private static double rate(Parameters parameters, String link, long bytes) {
        Delivered delivered =
                Delivered.of(4, bytes).link(link).parameters(parameters).start();
        delivered.finish(Duration.ofMinutes(10));
        delivered.checkAllButHave();
        return (double) delivered.simulation.node(0).statistics().get(EngineMeter.SEND_RATE_BYTES_PER_SECOND);
    }
}
