package org.rmcast.pbcast;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rmcast.api.Role;
import org.rmcast.api.SessionEvent;
import org.rmcast.core.wire.DatagramHeader;
import org.rmcast.pbcast.wire.PbcastPacket.PacketType;
import org.rmcast.sim.Consumption;
import org.rmcast.sim.LinkFault;
import org.rmcast.sim.NodeObserver;
import org.rmcast.sim.SimNode;
import org.rmcast.sim.Simulation;
import org.rmcast.sim.SimulationBuilder;
import org.rmcast.sim.Workload;

/** What one bad member, or one stream, costs the others. */
class PbcastFairnessTest {
    private static final Duration LONG = Duration.ofMinutes(2);
    private static final int BAD = 4;
    private static final String FAR = "delay=10ms";
    private static final String NEAR = "delay=1ms,rate=1Gbit";

    private static Simulation start(long seed, String links) {
        Simulation simulation =
                PbcastGroupTest.group(seed, 5, links, PbcastConfig.defaults()).build();
        assertThat(simulation.runUntil(() -> simulation.node(0).receiverCount() == 4, LONG))
                .isTrue();
        return simulation;
    }

    /** Sends as fast as may be; returns how long it takes until all but the bad one have all of it. */
    private static double seconds(Simulation simulation, int messages) {
        long begin = simulation.now().toNanos();
        simulation.node(0).send(Workload.unpaced(messages, 1_000));
        assertThat(simulation.runUntil(
                        () -> simulation.nodes().subList(1, BAD).stream()
                                .allMatch(node -> node.delivered() + node.reportedLost() >= messages),
                        LONG))
                .isTrue();
        assertThat(simulation.nodes().subList(1, BAD)).allMatch(node -> node.reportedLost() == 0);
        return (simulation.now().toNanos() - begin) / 1e9;
    }

    private static void deafen(Simulation simulation) {
        simulation
                .accessLink(BAD)
                .injectDown(LinkFault.drop(datagram -> DatagramHeader.type(datagram) == PacketType.DATA.code(), 1, 1));
    }

    private static void report(String what, long seed, String links, double calm, double with, Simulation simulation) {
        SimNode bad = simulation.node(BAD);
        System.out.printf(
                "seed %d, %s, %s: %.3f s instead of %.3f s; it got %d, lost %d, lagged %d times%n",
                seed,
                what,
                links,
                with,
                calm,
                bad.delivered(),
                bad.reportedLost(),
                simulation.node(0).events(SessionEvent.ReceiverLagging.class).size());
    }

    @ParameterizedTest
    @CsvSource({"1, 10ms, 100000", "2, 10ms, 200000", "3, 10ms, 100000", "1, 1ms, 200000", "2, 1ms, 200000"})
    void shouldNotBeSlowedDownByAMemberThatHearsNoMulticast(long seed, String delay, int messages) {
        String links = delay.equals("1ms") ? NEAR : FAR;
        Simulation calm = start(seed, links);
        double usual = seconds(calm, messages);
        assertThat(calm.node(0).events(SessionEvent.ReceiverLagging.class))
                .as("healthy members lag")
                .isEmpty();
        Simulation simulation = start(seed, links);
        deafen(simulation);
        double with = seconds(simulation, messages);
        report("no multicast", seed, links, usual, with, simulation);
        assertThat(with).isLessThan(usual * 1.05 + 0.25);
        simulation.runFor(Duration.ofSeconds(6));
        simulation.checkComplete();
    }

    @ParameterizedTest
    @CsvSource({
        "1, 10ms, 400000, pause",
        "2, 10ms, 400000, cut",
        "1, 1ms, 600000, pause",
        "2, 1ms, 600000, pause",
        "3, 1ms, 600000, cut"
    })
    void shouldNotBeSlowedDownByAMemberThatIsAwayAgainAndAgain(long seed, String delay, int messages, String how) {
        String links = delay.equals("1ms") ? NEAR : FAR;
        double usual = seconds(start(seed, links), messages);
        Simulation simulation = start(seed, links);
        SimNode bad = simulation.node(BAD);
        for (int i = 0; i < 30; i++) {
            Duration begin = Duration.ofMillis(300 + 2_000L * i);
            if (how.equals("pause")) {
                simulation.after(begin, () -> bad.pause(Duration.ofMillis(400)));
            } else {
                simulation.after(begin, () -> simulation.accessLink(BAD).cut());
                simulation.after(
                        begin.plusMillis(400), () -> simulation.accessLink(BAD).uncut());
            }
        }
        double with = seconds(simulation, messages);
        report("away for 400 ms every 2 s, " + how, seed, links, usual, with, simulation);
        assertThat(with).isLessThan(usual * 1.05 + 0.25);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void shouldDeliverStreamsInTurnsWhereTheApplicationIsSlow(long seed) {
        SimulationBuilder builder = PbcastGroupTest.group(seed, 3, "delay=1ms,rate=1Gbit", PbcastConfig.defaults())
                .deliveryQueue(100);
        for (int host = 0; host < 3; host++) {
            builder.role(host, Role.PEER);
        }
        Simulation simulation = builder.build();
        assertThat(simulation.runUntil(
                        () -> simulation.nodes().stream().allMatch(node -> node.receiverCount() == 2), LONG))
                .isTrue();
        long[] delivered = new long[3];
        simulation.node(2).observe(new NodeObserver() {
            @Override
            public void onDelivered(long sourceId, long number, long nowNanos) {
                delivered[sourceId == simulation.node(0).memberId() ? 0 : 1]++;
            }
        });
        simulation.node(2).consume(Consumption.rate(1_000));
        simulation.node(0).send(Workload.paced(20_000, 100, 1_000));
        simulation.node(1).send(Workload.paced(20_000, 100, 1_000));
        simulation.runFor(Duration.ofSeconds(20));
        System.out.printf("seed %d: %d of one stream, %d of the other%n", seed, delivered[0], delivered[1]);
        long all = delivered[0] + delivered[1];
        assertThat(all).isGreaterThan(19_000);
        assertThat(delivered[0]).isBetween(all * 2 / 5, all * 3 / 5);
    }
}
