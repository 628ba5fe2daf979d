package org.rmcast.sim;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.rmcast.api.Parameters;

class NetworkTest {
    private final List<String> arrivals = new ArrayList<>();
    private final World world = new World(1, 10, "");

    /** Root with host 0; router 1 with hosts 1, 2; router 2 below router 1 with host 3; router 3 below the root, host 4. */
    private static Topology tree(LinkSettings trunk) {
        LinkSettings access = LinkSettings.parse("delay=1ms");
        Topology.Builder builder = Topology.builder();
        builder.host(0, access);
        int first = builder.router(0, trunk);
        builder.host(first, access);
        builder.host(first, access);
        int second = builder.router(first, trunk);
        builder.host(second, access);
        int third = builder.router(0, trunk);
        builder.host(third, access);
        return builder.build();
    }

    @Test
    void shouldScopeMulticastByRouters() {
        Network network = network(tree(LinkSettings.parse("delay=10ms")));
        assertThat(multicast(network, 1, 0)).isEmpty();
        assertThat(multicast(network, 1, 1)).containsExactly("2@2ms");
        assertThat(multicast(network, 1, 2)).containsExactly("2@2ms", "0@12ms", "3@12ms");
        assertThat(multicast(network, 1, 3)).containsExactly("2@2ms", "0@12ms", "3@12ms", "4@22ms");
        assertThat(multicast(network, 0, 1)).isEmpty();
        assertThat(multicast(network, 0, 255)).containsExactly("1@12ms", "2@12ms", "4@12ms", "3@22ms");
    }

    @Test
    void shouldReachTheOthersOnAStarWithOneHop() {
        Network network = network(Topology.star(4, LinkSettings.parse("delay=1ms")));
        assertThat(multicast(network, 2, 1)).containsExactly("0@2ms", "1@2ms", "3@2ms");
    }

    @Test
    void shouldSendUnicastAlongTheTree() {
        Network network = network(tree(LinkSettings.parse("delay=10ms")));
        assertThat(unicast(network, 3, 4)).containsExactly("4@32ms");
        assertThat(unicast(network, 4, 2)).containsExactly("2@22ms");
        assertThat(unicast(network, 1, 2)).containsExactly("2@2ms");
        assertThat(unicast(network, 0, 3)).containsExactly("3@22ms");
    }

    @Test
    void shouldLoseTheWholeSubtreeBehindALossyLink() {
        Network network = network(tree(LinkSettings.perfect()));
        network.trunkLink(1).impair(LinkSettings.parse("loss=100%"));
        assertThat(multicast(network, 4, 64)).containsExactly("0@2ms");
        network.trunkLink(1).reset();
        network.accessLink(2).cut();
        assertThat(multicast(network, 4, 64)).containsExactly("0@2ms", "1@2ms", "3@2ms");
        network.accessLink(2).uncut();
        assertThat(multicast(network, 4, 64)).containsExactly("0@2ms", "1@2ms", "2@2ms", "3@2ms");
    }

    @Test
    void shouldTakeTheTimeThatBandwidthAndQueueMake() {
        Network network = network(Topology.star(3, LinkSettings.parse("rate=1MB,queue=2,delay=1ms")));
        for (int i = 0; i < 3; i++) {
            network.send(packet(network, 0, Packet.GROUP, 1_000), 1);
        }
        assertThat(drain(0)).containsExactly("1@4ms", "2@4ms", "1@5ms", "2@5ms");
        assertThat(network.accessLink(0).droppedUp()).isEqualTo(1);
    }

    @Test
    void shouldNotChangeOthersNumbersWhenANodeIsAdded() {
        List<Long> few = lossPattern(3);
        List<Long> more = lossPattern(4);
        assertThat(more.subList(0, 3)).isEqualTo(few);
        assertThat(few).doesNotHaveDuplicates();
    }

    @Test
    void shouldScopeWhatAnEngineSendsByTheTtlItGives() {
        Simulation simulation = Simulation.builder(1)
                .topology(tree(LinkSettings.perfect()))
                .protocol(new FaultyProtocol())
                .parameters(Parameters.none().with("ttl", 2))
                .build();
        simulation.node(0).send(Workload.unpaced(3, 10));
        simulation.runFor(Duration.ofSeconds(1));
        assertThat(simulation.nodes().stream().map(SimNode::delivered)).containsExactly(0L, 3L, 3L, 0L, 3L);
    }

    private static List<Long> lossPattern(int hosts) {
        Simulation simulation = Simulation.builder(77)
                .topology(Topology.star(
                        hosts,
                        new LinkSettings(
                                org.rmcast.core.impair.Impairments.parse("loss=30%"),
                                org.rmcast.core.impair.Impairments.none())))
                .protocol(new FaultyProtocol())
                .build();
        simulation.node(0).send(Workload.unpaced(10_000, 10));
        simulation.runFor(Duration.ofSeconds(1));
        return simulation.nodes().stream().map(SimNode::delivered).toList();
    }

    private Network network(Topology topology) {
        List<Port> hosts = new ArrayList<>();
        for (int i = 0; i < topology.hosts(); i++) {
            int host = i;
            hosts.add((packet, ttl, via, now) -> arrivals.add(host + "@" + now));
        }
        return new Network(world, topology, hosts);
    }

    private List<String> multicast(Network network, int from, int ttl) {
        long start = world.now();
        network.send(packet(network, from, Packet.GROUP, 100), ttl);
        return drain(start);
    }

    private List<String> unicast(Network network, int from, int to) {
        long start = world.now();
        network.send(packet(network, from, to, 100), 0);
        return drain(start);
    }

    private static Packet packet(Network network, int from, int to, int bytes) {
        return Packet.of(new byte[bytes], from, network.address(from), to);
    }

    private List<String> drain(long start) {
        arrivals.clear();
        while (!world.queue.isEmpty()) {
            world.advanceTo(world.queue.nextTime());
            world.queue.poll().fire(world.now());
        }
        return arrivals.stream()
                .map(arrival -> arrival.split("@", 2))
                .map(parts -> parts[0] + "@" + (Long.parseLong(parts[1]) - start) / 1_000_000 + "ms")
                .toList();
    }
}
