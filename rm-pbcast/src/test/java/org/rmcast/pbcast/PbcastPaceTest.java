package org.rmcast.pbcast;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rmcast.api.EngineMeter;
import org.rmcast.api.SessionEvent;
import org.rmcast.pbcast.wire.PbcastPacket.PacketType;
import org.rmcast.sim.SimNode;
import org.rmcast.sim.Simulation;
import org.rmcast.sim.Workload;

/** Networks that take less than is sent: new data and repairs share what there is, and neither crowds the other out. */
class PbcastPaceTest {
    private static final Duration LONG = Duration.ofMinutes(1);
    private static final String SLOW = "delay=1ms,rate=100Mbit";

    private static Simulation start(long seed, int hosts, String links) {
        Simulation simulation = PbcastGroupTest.group(seed, hosts, links, PbcastConfig.defaults())
                .build();
        assertThat(simulation.runUntil(() -> simulation.node(0).receiverCount() == hosts - 1, LONG))
                .isTrue();
        return simulation;
    }

    private static long sum(List<SimNode> nodes, EngineMeter meter) {
        return nodes.stream().mapToLong(node -> node.statistics().get(meter)).sum();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void shouldLoseNothingWhereOnlyTheSenderIsTooFast(long seed) {
        Simulation simulation = start(seed, 4, SLOW);
        long begin = simulation.now().toNanos();
        simulation.node(0).send(Workload.unpaced(40_000, 1_000));
        assertThat(simulation.runUntil(simulation.node(0)::isSendingDone, LONG)).isTrue();
        double seconds = (simulation.now().toNanos() - begin) / 1e9;
        simulation.runFor(Duration.ofSeconds(3));
        List<SimNode> receivers = simulation.nodes().subList(1, 4);
        long missed = sum(receivers, EngineMeter.PACKETS_MISSED);
        System.out.printf(
                "seed %d: unpaced on 100 Mbit/s: %.2f s, lost %d %d %d, missed %d, repairs %d, lagging %d%n",
                seed,
                seconds,
                receivers.get(0).reportedLost(),
                receivers.get(1).reportedLost(),
                receivers.get(2).reportedLost(),
                missed,
                sum(simulation.nodes(), EngineMeter.REPAIRS_SENT),
                simulation.node(0).events(SessionEvent.ReceiverLagging.class).size());
        assertThat(receivers).allMatch(node -> node.delivered() == 40_000 && node.reportedLost() == 0);
        assertThat(simulation.node(0).events(SessionEvent.ReceiverLagging.class))
                .as("healthy members lag")
                .isEmpty();
        // 40,000 packets of 1,064 bytes take 3.4 s on that line.
        assertThat(seconds).as("seconds").isLessThan(3.4 * 1.15);
        assertThat(missed).as("packets missed").isLessThan(3 * 400);
        simulation.checkComplete();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void shouldRepairAMemberThatWasCutOffWithoutHarmToTheOthers(long seed) {
        Simulation simulation = start(seed, 4, SLOW + ",queue=64");
        PacketCounts counts = PacketCounts.of(simulation);
        simulation.node(0).send(Workload.paced(20_000, 1_000, 8_000));
        simulation.runFor(Duration.ofMillis(500));
        long before = simulation.node(3).statistics().get(EngineMeter.PACKETS_MISSED);
        simulation.accessLink(3).cut();
        simulation.runFor(Duration.ofMillis(200));
        simulation.accessLink(3).uncut();
        long delivered = simulation.node(1).delivered();
        simulation.runFor(Duration.ofMillis(500));
        long inHalfASecond = simulation.node(1).delivered() - delivered;
        simulation.runUntil(simulation.node(0)::isSendingDone, LONG);
        simulation.runFor(Duration.ofSeconds(3));
        long missed = simulation.node(3).statistics().get(EngineMeter.PACKETS_MISSED) - before;
        long repairs = counts.unicasts(PacketType.RETRANSMISSION) + counts.multicasts(PacketType.RETRANSMISSION);
        System.out.printf(
                "seed %d: cut for 200 ms, queue 64: missed %d, repairs %d, lost %d %d %d, half a second %d%n",
                seed,
                missed,
                repairs,
                simulation.node(1).reportedLost(),
                simulation.node(2).reportedLost(),
                simulation.node(3).reportedLost(),
                inHalfASecond);
        assertThat(repairs).as("repairs for %d missed", missed).isLessThanOrEqualTo(missed * 3 / 2);
        assertThat(missed).as("missed").isLessThan(2_400);
        assertThat(inHalfASecond).as("in the next half second").isGreaterThanOrEqualTo(3_800);
        assertThat(simulation.nodes().subList(1, 4))
                .allMatch(node -> node.delivered() == 20_000 && node.reportedLost() == 0);
        simulation.checkComplete();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void shouldGoOnAtFullRateWhileAMemberThatWasCutOffIsRepaired(long seed) {
        Simulation simulation = start(seed, 4, SLOW);
        PacketCounts counts = PacketCounts.of(simulation);
        simulation.node(0).send(Workload.paced(20_000, 1_000, 8_000));
        simulation.runFor(Duration.ofMillis(500));
        simulation.accessLink(3).cut();
        simulation.runFor(Duration.ofMillis(300));
        simulation.accessLink(3).uncut();
        long first = simulation.node(1).delivered();
        long second = simulation.node(2).delivered();
        simulation.runFor(Duration.ofMillis(500));
        first = simulation.node(1).delivered() - first;
        second = simulation.node(2).delivered() - second;
        simulation.runUntil(simulation.node(0)::isSendingDone, LONG);
        simulation.runFor(Duration.ofSeconds(3));
        long missed = sum(simulation.nodes().subList(1, 4), EngineMeter.PACKETS_MISSED);
        System.out.printf(
                "seed %d: cut for 300 ms: half a second %d %d of 4000, missed %d, repairs %d, lost %d %d %d%n",
                seed,
                first,
                second,
                missed,
                counts.unicasts(PacketType.RETRANSMISSION),
                simulation.node(1).reportedLost(),
                simulation.node(2).reportedLost(),
                simulation.node(3).reportedLost());
        assertThat(first).isGreaterThanOrEqualTo(3_800);
        assertThat(second).isGreaterThanOrEqualTo(3_800);
        assertThat(simulation.nodes().subList(1, 4))
                .allMatch(node -> node.delivered() == 20_000 && node.reportedLost() == 0);
        simulation.checkComplete();
    }
}
