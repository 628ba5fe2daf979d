package org.rmcast.pbcast;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.rmcast.api.Role;
import org.rmcast.core.membership.GroupMember;
import org.rmcast.core.wire.DatagramHeader;
import org.rmcast.pbcast.wire.PbcastPacket.PacketType;
import org.rmcast.sim.LinkSettings;
import org.rmcast.sim.SimNode;
import org.rmcast.sim.Simulation;
import org.rmcast.sim.Topology;
import org.rmcast.sim.Workload;

/** Near members get gossip often, far ones seldom. */
class LocalityTest {
    private static final int HOSTS = 20;
    private final Map<Long, Long> roundTrips = new HashMap<>();
    private final Locality locality = new Locality(id -> roundTrips.getOrDefault(id, -1L), 2);
    private final List<GroupMember> members = LongStream.rangeClosed(1, 6)
            .mapToObj(id -> new GroupMember(id, InetSocketAddress.createUnresolved("host", (int) id), 1, Role.PEER))
            .toList();

    private List<Long> ids(List<GroupMember> chosen) {
        return chosen.stream().map(GroupMember::id).toList();
    }

    @Test
    void shouldMakeNoDifferenceWhereNothingIsKnownOrAllAreNear() {
        locality.look(members);
        assertThat(locality.isKnown()).isFalse();
        assertThat(locality.nearest(members, 2)).isEmpty();
        members.forEach(member -> roundTrips.put(member.id(), 200_000L * member.id()));
        locality.look(List.copyOf(members.subList(0, 6)));
        Locality anew = new Locality(id -> roundTrips.getOrDefault(id, -1L), 2);
        anew.look(members);
        assertThat(anew.isKnown()).isFalse();
    }

    @Test
    void shouldTellNearFromFarAndUnknown() {
        roundTrips.put(1L, 50_000_000L);
        roundTrips.put(2L, 300_000L);
        roundTrips.put(3L, 500_000L);
        roundTrips.put(4L, 60_000_000L);
        roundTrips.put(5L, 1_500_000L);
        locality.look(members);
        assertThat(locality.isKnown()).isTrue();
        assertThat(ids(locality.near())).containsExactly(2L, 3L, 5L);
        assertThat(ids(locality.far())).containsExactly(1L, 4L, 6L);
        assertThat(ids(locality.nearest(members, 3))).containsExactly(2L, 3L, 5L);
        assertThat(locality.nearest(members, 6)).isEmpty();
    }

    /** The share of gossip that crosses between two halves of a group. */
    private static double crossing(double farShare) {
        Simulation simulation = Simulation.builder(1)
                .topology(Topology.twoLevel(
                        2, HOSTS / 2, LinkSettings.parse("delay=10ms"), LinkSettings.parse("delay=0.1ms")))
                .protocol(new PbcastProtocol())
                .parameters(PbcastConfig.defaults().with("farShare", farShare).parameters())
                .roles(Role.PEER)
                .build();
        assertThat(simulation.runUntil(
                        () -> simulation.nodes().stream()
                                .allMatch(node -> node.receiverCount()
                                        == simulation.nodes().size() - 1),
                        Duration.ofSeconds(30)))
                .isTrue();
        Map<Long, Integer> routers = new HashMap<>();
        for (SimNode node : simulation.nodes()) {
            routers.put(node.memberId(), simulation.topology().routerOf(node.index()));
        }
        simulation.nodes().forEach(node -> node.send(Workload.paced(100, 100, 100)));
        simulation.runFor(Duration.ofSeconds(3));
        long[] count = new long[2];
        simulation.filter((host, datagram) -> {
            if (DatagramHeader.type(datagram) == PacketType.GOSSIP.code()) {
                int at = simulation.topology().routerOf(host);
                boolean crosses = routers.getOrDefault(DatagramHeader.memberId(datagram), at) != at;
                count[crosses ? 1 : 0]++;
            }
            return true;
        });
        simulation.nodes().forEach(node -> node.send(Workload.paced(500, 100, 100)));
        simulation.runFor(Duration.ofSeconds(8));
        assertThat(simulation.nodes())
                .allMatch(node -> node.delivered() == 600L * (simulation.nodes().size() - 1));
        simulation.checkComplete();
        return (double) count[1] / (count[0] + count[1]);
    }

    @Test
    void shouldGossipOftenNearAndSeldomFar() {
        double alike = crossing(1);
        double seldom = crossing(0.25);
        System.out.printf("gossip between the halves: %.3f of all, with farShare 0.25 %.3f%n", alike, seldom);
        assertThat(alike).isBetween(0.45, 0.6);
        assertThat(seldom).isBetween(0.15, 0.35);
    }
}
