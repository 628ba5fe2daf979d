package org.rmcast.tram;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rmcast.api.Parameters;
import org.rmcast.api.Role;
import org.rmcast.api.SessionEvent;
import org.rmcast.core.wire.DatagramHeader;
import org.rmcast.sim.LinkSettings;
import org.rmcast.sim.SimNode;
import org.rmcast.sim.Simulation;
import org.rmcast.sim.SimulationBuilder;
import org.rmcast.sim.Topology;
import org.rmcast.sim.Workload;
import org.rmcast.tram.wire.TramPacket;

/**
 * A sender that is far away from a site with repair heads, and whose hellos do not come there: nothing is decided before its answers can
 * be there.
 */
class TramFarSearchTest {
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final LinkSettings LAN = LinkSettings.parse("delay=200us,rate=1Gbit");
    private static final int PER_SECOND = 500;
    private static final int HOPS = 8;

    private static SimulationBuilder group(long seed, Topology topology) {
        return Simulation.builder(seed)
                .topology(topology)
                .protocol(new TramProtocol())
                .ttl(HOPS)
                .traceLines(0)
                .role(0, Role.SENDER);
    }

    private static Topology.Builder site(int roundTripMillis) {
        Topology.Builder topology = Topology.builder();
        topology.host(0, LinkSettings.perfect());
        topology.router(0, LinkSettings.parse("delay=" + roundTripMillis / 2 + "ms,rate=1Gbit"));
        return topology;
    }

    private static String address(int host) {
        InetSocketAddress address = SimNode.addressOf(host);
        return address.getAddress().getHostAddress() + ":" + address.getPort();
    }

    private static boolean isHelloOf(SimNode node, byte[] datagram) {
        return isOf(TramPacket.Type.HELLO, datagram) && DatagramHeader.memberId(datagram) == node.memberId();
    }

    private static boolean isOf(TramPacket.Type type, byte[] datagram) {
        return DatagramHeader.type(datagram) == type.code();
    }

    /** Host 1 heads the site and crashes; host 2 has come too late to hold all that hosts 3 to 5 miss by then. The sender holds all. */
    @ParameterizedTest
    @CsvSource({"300, 1", "300, 2", "600, 1", "600, 2"})
    void shouldLoseNothingThatTheFarSenderHolds(int roundTripMillis, long seed) {
        Topology.Builder topology = site(roundTripMillis);
        for (int host = 1; host <= 5; host++) {
            topology.host(1, LAN);
        }
        SimulationBuilder builder = group(seed, topology.build())
                .role(1, Role.REPAIR_NODE)
                .role(2, Role.REPAIR_NODE)
                .parameters(2, Parameters.none().with("staticHeads", List.of(address(0) + "/" + HOPS)))
                .notStarted(2);
        for (int host = 3; host <= 5; host++) {
            builder.startAt(host, SECOND.multipliedBy(3));
        }
        Simulation simulation = builder.build();
        boolean[] deaf = {false};
        simulation.filter((host, datagram) -> {
            boolean data = isOf(TramPacket.Type.DATA, datagram) || isOf(TramPacket.Type.RETRANSMISSION, datagram);
            return host < 3 || !((deaf[0] && data) || isHelloOf(simulation.node(0), datagram));
        });
        simulation.runFor(SECOND.multipliedBy(7));
        for (int host = 3; host <= 5; host++) {
            assertThat(simulation.node(host).statistics().get(TramMeter.HEAD_ID))
                    .isEqualTo(simulation.node(1).memberId());
        }
        simulation.node(0).send(Workload.paced(10 * PER_SECOND, 500, PER_SECOND));
        simulation.runFor(SECOND);
        deaf[0] = true;
        simulation.node(2).restart();
        simulation.runFor(SECOND.multipliedBy(2));
        assertThat(simulation.node(2).statistics().get(TramMeter.HEAD_ID))
                .isEqualTo(simulation.node(0).memberId());
        simulation.node(1).crash();
        deaf[0] = false;
        simulation.runFor(SECOND.multipliedBy(20));
        for (SimNode receiver : simulation.nodes().subList(3, 6)) {
            assertThat(receiver.events(SessionEvent.MessagesLost.class))
                    .as("host %d", receiver.index())
                    .isEmpty();
            assertThat(receiver.delivered()).as("host %d", receiver.index()).isEqualTo(10L * PER_SECOND);
        }
    }

    /** Sender, host 1, host 2, hosts 3 to 6: when host 1 crashes, host 2 finds the sender, and the others stay with it. */
    @ParameterizedTest
    @CsvSource({"300, 1", "300, 2", "600, 1", "600, 2"})
    void shouldKeepItsMembersWhileTheFarSenderAnswers(int roundTripMillis, long seed) {
        Topology.Builder topology = site(roundTripMillis);
        topology.host(1, LAN);
        topology.router(1, LAN);
        for (int host = 2; host <= 6; host++) {
            topology.host(2, LAN);
        }
        SimulationBuilder builder = group(seed, topology.build())
                .role(1, Role.REPAIR_NODE)
                .role(2, Role.REPAIR_NODE)
                .startAt(2, SECOND.multipliedBy(3));
        for (int host = 3; host <= 6; host++) {
            builder.startAt(host, SECOND.multipliedBy(6));
        }
        Simulation simulation = builder.build();
        simulation.filter((host, datagram) -> host < 2 || !isHelloOf(simulation.node(0), datagram));
        simulation.runFor(SECOND.multipliedBy(9));
        for (int host = 3; host <= 6; host++) {
            assertThat(simulation.node(host).statistics().get(TramMeter.HEAD_ID))
                    .isEqualTo(simulation.node(2).memberId());
        }
        assertThat(simulation.node(2).statistics().get(TramMeter.HEAD_ID))
                .isEqualTo(simulation.node(1).memberId());
        simulation.node(0).send(Workload.paced(10 * PER_SECOND, 500, PER_SECOND));
        simulation.runFor(SECOND);
        simulation.node(1).crash();
        simulation.runFor(SECOND.multipliedBy(20));
        assertThat(simulation.node(2).statistics().get(TramMeter.HEAD_ID))
                .isEqualTo(simulation.node(0).memberId());
        for (SimNode receiver : simulation.nodes().subList(3, 7)) {
            assertThat(receiver.events(SessionEvent.RepairHeadChanged.class))
                    .as("host %d", receiver.index())
                    .hasSize(1);
            assertThat(receiver.delivered()).as("host %d", receiver.index()).isEqualTo(10L * PER_SECOND);
        }
    }

    /** Ten receivers join at once a sender that is far away. */
    @ParameterizedTest
    @ValueSource(ints = {2, 100, 300, 600})
    void shouldBindOnceForEachJoin(int roundTripMillis) {
        int receivers = 10;
        AtomicInteger binds = new AtomicInteger();
        Simulation simulation = group(
                        1,
                        Topology.star(
                                receivers + 1, LinkSettings.parse("delay=" + roundTripMillis * 250 + "us,rate=1Gbit")))
                .build();
        simulation.filter((host, datagram) -> {
            if (host == 0 && isOf(TramPacket.Type.HEAD_BIND, datagram)) {
                binds.incrementAndGet();
            }
            return true;
        });
        simulation.runFor(SECOND.multipliedBy(5));
        assertThat(simulation.node(0).receiverCount()).isEqualTo(receivers);
        System.out.printf("%d binds for %d joins at a round trip of %d ms%n", binds.get(), receivers, roundTripMillis);
        assertThat(binds.get()).isLessThanOrEqualTo(receivers * 12 / 10);
    }
}
