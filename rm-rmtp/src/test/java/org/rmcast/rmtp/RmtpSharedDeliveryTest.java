package org.rmcast.rmtp;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rmcast.api.Parameters;
import org.rmcast.core.wire.DatagramHeader;
import org.rmcast.sim.LinkSettings;
import org.rmcast.sim.NodeObserver;
import org.rmcast.sim.Topology;

/** Whole deliveries with {@code rateControl=shared}. */
class RmtpSharedDeliveryTest {
    private static final int RATE = 14;
    private static final Parameters SHARED = Parameters.none().with("rateControl", "shared");

    /** All receivers behind one bottleneck: what it takes and a second or so; a hundred reports a second, besides those of who is run over. */
    @ParameterizedTest(name = "[{index}] seed {0}, {1} receivers, {2} Mb/s, {3} bytes")
    @CsvSource({"1, 10, 20, 10000000", "2, 100, 20, 10000000", "3, 1000, 20, 4000000"})
    void shouldDeliverToManyBehindABottleneck(long seed, int receivers, int megabits, long bytes) {
        Delivered delivered = Delivered.of(receivers, bytes)
                .seed(seed)
                .parameters(SHARED)
                .simulation(
                        builder -> builder.topology(behind(receivers, "rate=" + megabits + "Mbit,queue=64,delay=20ms"))
                                .traceLines(0))
                .start();
        long[] reports = countReports(delivered);
        DeliveryReport report = delivered.finish(Duration.ofMinutes(10));
        delivered.checkAllButHave();
        double seconds = report.nanos() / 1e9;
        System.out.printf(
                "rmtp, shared: %d receivers, %.1f s, %d packets of %d, %d reports%n",
                receivers, seconds, report.sentToGroup(), report.packets(), reports[0]);
        assertThat(seconds).as("seconds, seed %d", seed).isLessThan(8e-6 * bytes / megabits + 3);
        assertThat(report.sentToGroup()).isLessThan((long) (1.2 * report.packets()));
        assertThat(reports[0]).as("reports").isLessThan((long) (receivers + 250 * seconds));
    }

    private static Topology behind(int receivers, String link) {
        Topology.Builder topology = Topology.builder();
        int router = topology.router(0, LinkSettings.parse(link));
        LinkSettings access = LinkSettings.parse("rate=10Gbit,queue=100000");
        topology.host(0, access);
        for (int i = 0; i < receivers; i++) {
            topology.host(router, access);
        }
        return topology.build();
    }

    private static long[] countReports(Delivered delivered) {
        long[] reports = {0};
        delivered
                .simulation
                .nodes()
                .forEach(node -> node.observe(new NodeObserver() {
                    @Override
                    public void onSent(byte[] datagram, boolean multicast, long nowNanos) {
                        reports[0] += DatagramHeader.type(datagram) == RATE ? 1 : 0;
                    }
                }));
        return reports;
    }

    /** A receiver that bears less than minSharedRate loses most, is served apart, and the others do not wait for it. */
    @Test
    void shouldServeApartWhoBearsLessThanTheLowestRate() {
        Delivered delivered = Delivered.of(4, 10_000_000)
                .link("delay=10ms,rate=100Mbit,queue=100")
                .parameters(SHARED.with("minSharedRate", 4_000_000))
                .start();
        delivered.simulation.accessLink(1).impair(LinkSettings.parse("delay=10ms,rate=1Mbit,queue=20"));
        delivered.finish(Duration.ofMinutes(30));
        delivered.checkAllButHave();
        assertThat(delivered.verdict(1).separate()).isTrue();
        for (int host = 2; host <= 4; host++) {
            assertThat(delivered.verdict(host).nanos() / 1e9).isLessThan(6);
        }
    }

    /** The last receiver is served apart, and so are slow ones: what comes of that is asked for no more often than it is lost. */
    @Test
    void shouldServeApartAtTheRateOfWhoIsServed() {
        Delivered delivered = Delivered.of(4, 4_000_000)
                .link("delay=10ms,rate=100Mbit,queue=100")
                .parameters(SHARED)
                .start();
        List<Integer> full = new ArrayList<>(List.of(1, 2, 3));
        delivered.simulation.runUntil(() -> delivered.sinks.size() == 4, Duration.ofSeconds(5));
        full.forEach(host -> delivered.sink(host).full = true);
        delivered.simulation.runFor(Duration.ofSeconds(3));
        full.forEach(host -> {
            delivered.sink(host).full = false;
            delivered.simulation.accessLink(host).impair(LinkSettings.parse("delay=10ms,rate=10Mbit,queue=50"));
        });
        DeliveryReport report = delivered.finish(Duration.ofMinutes(10));
        delivered.checkAllButHave();
        assertThat(report.sentApart()).isBetween(3 * report.packets() / 2, (long) (3.5 * report.packets()));
        // Three times 4 MB, at 10 Mb/s each, at the same time.
        assertThat(report.nanos() / 1e9).isLessThan(12);
    }

    /** All receivers are gone in the midst of the first round: else it went on at the lowest rate, for a day. */
    @Test
    void shouldFindThatNobodyIsLeft() {
        Delivered delivered = Delivered.of(3, 1_000_000_000)
                .link("delay=10ms,rate=100Mbit,queue=100")
                .parameters(SHARED)
                .start();
        delivered.simulation.runFor(Duration.ofSeconds(5));
        for (int host = 1; host <= 3; host++) {
            delivered.simulation.node(host).crash();
        }
        DeliveryReport report = delivered.finish(Duration.ofMinutes(2));
        delivered.checkAllButHave(1, 2, 3);
        assertThat(report.nanos() / 1e9).isLessThan(60);
    }

    /** Above the ttl of a local network by-ttl is shared, and below lan. */
    @ParameterizedTest
    @CsvSource({"1, false", "2, true"})
    void shouldGoByTheTtl(int ttl, boolean shared) {
        Delivered delivered = Delivered.of(2, 1_000_000)
                .parameters(Parameters.none().with("rateControl", "by-ttl"))
                .simulation(builder -> builder.ttl(ttl))
                .start();
        long[] reports = countReports(delivered);
        delivered.finish(Duration.ofMinutes(1));
        delivered.checkAllButHave();
        assertThat(reports[0] > 0).isEqualTo(shared);
    }
}
