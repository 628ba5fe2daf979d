package org.rmcast.tram;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rmcast.api.EngineMeter;
import org.rmcast.api.Parameters;
import org.rmcast.api.SessionEvent;
import org.rmcast.sim.LinkFault;
import org.rmcast.sim.LinkSettings;
import org.rmcast.sim.Simulation;
import org.rmcast.sim.SimulationBuilder;
import org.rmcast.sim.Topology;
import org.rmcast.sim.Workload;

/** Receivers that are far away, and links on which packets overtake one another: each loss is repaired once, and nothing else is. */
class TramDistanceTest {
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final double MEGABIT_BYTES = 1e6 / 8;
    /** Independent delays of up to 2 ms: so many packets that none of it repeats itself in a short time. */
    private static final List<Duration> OVERTAKING =
            new Random(7).longs(9_973, 0, 2_000_000).mapToObj(Duration::ofNanos).toList();

    private static SimulationBuilder group(int hosts, String link, Parameters parameters) {
        return Simulation.builder(1)
                .topology(Topology.star(hosts, LinkSettings.parse(link)))
                .protocol(new TramProtocol())
                .parameters(parameters)
                .traceLines(0);
    }

    /** How many bytes a second host 1 gets, after ten round trips. */
    private static double goodput(Simulation simulation, int roundTripMillis, int payload, int seconds) {
        simulation.runFor(SECOND.multipliedBy(3));
        simulation.node(0).send(Workload.unpaced(10_000_000, payload));
        simulation.runFor(Duration.ofMillis(10L * roundTripMillis));
        long before = simulation.node(1).delivered();
        simulation.runFor(SECOND.multipliedBy(seconds));
        return (simulation.node(1).delivered() - before) * (double) payload / seconds;
    }

    private static double repairsPerLoss(Simulation simulation) {
        return simulation.node(0).statistics().get(EngineMeter.REPAIRS_SENT)
                / (double) simulation.accessLink(1).droppedDown();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 40, 100, 300, 600})
    void shouldRepairEachLossOnceAndFillTheLink(int roundTripMillis) {
        String link = "delay=" + roundTripMillis * 1_000 / 4 + "us,rate=100Mbit,queue=1000";
        Simulation simulation =
                group(2, link, Parameters.none().with("maxRate", 12_000_000)).build();
        simulation.accessLink(1).impair(LinkSettings.parse(link + ",loss=1%"));
        double goodput = goodput(simulation, roundTripMillis, 1_300, Math.max(10, roundTripMillis / 20));
        System.out.printf(
                "round trip %d ms: %.3f of the link, %.2f repairs for each loss%n",
                roundTripMillis, goodput / (100 * MEGABIT_BYTES), repairsPerLoss(simulation));
        assertThat(repairsPerLoss(simulation)).isLessThanOrEqualTo(1.1);
        assertThat(goodput).isGreaterThanOrEqualTo(0.85 * 100 * MEGABIT_BYTES);
    }

    /** More than one mask reaches are on their way: a loss behind another one is asked for all the same. */
    @Test
    void shouldFillALongLinkWithSmallPackets() {
        String link = "delay=75ms,rate=300Mbit,queue=4000";
        Parameters wide = Parameters.none()
                .with("maxRate", 36_000_000)
                .with("windowMax", 300_000)
                .with("cachePackets", 350_000)
                .with("headCachePackets", 350_000);
        Simulation simulation = group(2, link, wide).maxDatagramBytes(260).build();
        simulation.accessLink(1).impair(LinkSettings.parse(link + ",loss=1%"));
        double goodput = goodput(simulation, 300, 150, 3);
        System.out.printf(
                "300 Mb/s, 300 ms: %.0f packets/s, %.2f repairs for each loss%n",
                goodput / 150, repairsPerLoss(simulation));
        assertThat(repairsPerLoss(simulation)).isLessThanOrEqualTo(1.1);
        assertThat(goodput / 150).isGreaterThanOrEqualTo(100_000);
    }

    @ParameterizedTest
    @CsvSource({
        "local, 1000",
        "local, 5000",
        "local, 20000",
        "reaffiliate, 1000",
        "reaffiliate, 5000",
        "reaffiliate, 20000"
    })
    void shouldRepairNothingWhereNothingIsLost(String recovery, int perSecond) {
        Simulation simulation = overtaken(recovery, perSecond, 0);
        double repairs = simulation.node(0).statistics().get(EngineMeter.REPAIRS_SENT)
                / 2.0
                / simulation.node(1).delivered();
        System.out.printf("%s, %d/s: %.5f repairs for each packet and receiver%n", recovery, perSecond, repairs);
        assertThat(repairs).isLessThanOrEqualTo(0.001);
    }

    @ParameterizedTest
    @CsvSource({
        "local, 1000",
        "local, 5000",
        "local, 20000",
        "reaffiliate, 1000",
        "reaffiliate, 5000",
        "reaffiliate, 20000"
    })
    void shouldRepairEachLossOnceWhereOthersAreOvertaken(String recovery, int perSecond) {
        Simulation simulation = overtaken(recovery, perSecond, 1);
        long lost = simulation.accessLink(1).droppedDown()
                + simulation.accessLink(2).droppedDown();
        double repairs = simulation.node(0).statistics().get(EngineMeter.REPAIRS_SENT) / (double) lost;
        System.out.printf("%s, %d/s, 1 %%: %.2f repairs for each loss%n", recovery, perSecond, repairs);
        assertThat(repairs).isLessThanOrEqualTo(1.15);
    }

    /** Twenty seconds to two receivers on whose links each packet takes its own time. Nobody is congested, or pruned. */
    private static Simulation overtaken(String recovery, int perSecond, int lossPercent) {
        String link = "delay=1ms,rate=1Gbit,queue=1000";
        Simulation simulation =
                group(3, link, Parameters.none().with("recovery", recovery)).build();
        Stream.of(1, 2).map(simulation::accessLink).forEach(access -> {
            access.impair(LinkSettings.parse(link + ",loss=" + lossPercent + "%"));
            access.injectDown(LinkFault.spread(datagram -> true, OVERTAKING));
        });
        simulation.runFor(SECOND.multipliedBy(3));
        simulation.node(0).send(Workload.paced(20L * perSecond, 1_000, perSecond));
        simulation.runFor(SECOND.multipliedBy(21));
        assertThat(simulation.node(1).delivered()).isEqualTo(20L * perSecond);
        assertThat(simulation.node(0).events(SessionEvent.MemberPruned.class)).isEmpty();
        simulation
                .nodes()
                .forEach(node ->
                        assertThat(node.events(SessionEvent.Congestion.class)).isEmpty());
        return simulation;
    }
}
