package org.rmcast.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.rmcast.api.Role;
import org.rmcast.core.testing.ToyPeerProtocol;

/** Networks with cross links: routes, scope, links, and the same run again. */
class MeshTest {
    private final List<String> arrivals = new ArrayList<>();
    private final World world = new World(1, 10, "");

    /** A square 0-1-2-3 whose links take 10 ms, with a diagonal of 15 ms between 0 and 2 and one host each. */
    private static Topology square() {
        Topology.Builder builder = Topology.builder();
        LinkSettings side = LinkSettings.parse("delay=10ms");
        builder.host(0, LinkSettings.perfect());
        for (int i = 1; i < 4; i++) {
            builder.host(builder.router(i - 1, side), LinkSettings.perfect());
        }
        builder.crossLink(3, 0, side);
        builder.crossLink(0, 2, LinkSettings.parse("delay=15ms"));
        return builder.build();
    }

    @Test
    void shouldSendAlongShortestPaths() {
        Network network = network(square());
        assertThat(multicast(network, 0, 64)).containsExactly("1@10ms", "3@10ms", "2@15ms");
        assertThat(multicast(network, 1, 64)).containsExactly("0@10ms", "2@10ms", "3@20ms");
        assertThat(unicast(network, 2, 0)).containsExactly("0@15ms");
        assertThat(unicast(network, 3, 1)).containsExactly("1@20ms");
    }

    @Test
    void shouldScopeMulticastByTheRoutersOnItsWay() {
        Network network = network(square());
        assertThat(multicast(network, 1, 0)).isEmpty();
        assertThat(multicast(network, 1, 1)).isEmpty();
        assertThat(multicast(network, 1, 2)).containsExactly("0@10ms", "2@10ms");
        assertThat(multicast(network, 1, 3)).containsExactly("0@10ms", "2@10ms", "3@20ms");
    }

    @Test
    void shouldCutAndImpairEachLinkAndDirection() {
        Network network = network(square());
        network.crossLink(1).injectDown(LinkFault.drop(bytes -> true, 1, 1));
        assertThat(multicast(network, 0, 64)).containsExactly("1@10ms", "3@10ms");
        assertThat(multicast(network, 2, 64)).containsExactly("1@10ms", "3@10ms", "0@15ms");
        assertThat(network.crossLink(1).droppedDown()).isEqualTo(1);
        network.crossLink(0).cut();
        assertThat(unicast(network, 0, 3)).isEmpty();
        network.crossLink(0).uncut();
        network.crossLink(1).reset();
        assertThat(unicast(network, 0, 3)).containsExactly("3@10ms");
    }

    @Test
    void shouldNotSendMulticastWhereNobodyIs() {
        Topology.Builder builder = Topology.builder();
        builder.host(0, LinkSettings.perfect());
        LinkSettings lossless = LinkSettings.parse("rate=1MB,delay=1ms");
        int member = builder.router(0, lossless);
        builder.host(member, LinkSettings.perfect());
        builder.router(member, lossless);
        builder.crossLink(0, 2, LinkSettings.parse("loss=100%"));
        Network network = network(builder.build());
        assertThat(multicast(network, 0, 64)).containsExactly("1@1ms");
        assertThat(network.crossLink(0).droppedDown()).isZero();
    }

    @Test
    void shouldGiveEachMemberOneCopyOnRandomNetworks() {
        for (long seed = 0; seed < 30; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            TransitStub model = TransitStub.of(
                    1 + random.nextInt(4), 1 + random.nextInt(3), 1 + random.nextInt(6), LinkSettings.perfect());
            int members = 2 + random.nextInt(30);
            Topology topology = model.topology(random, members);
            Network network = network(topology);
            int source = random.nextInt(members);
            List<String> expected = IntStream.range(0, members)
                    .filter(host -> host != source)
                    .mapToObj(String::valueOf)
                    .toList();
            assertThat(multicast(network, source, 255))
                    .as("seed %d", seed)
                    .extracting(arrival -> arrival.substring(0, arrival.indexOf('@')))
                    .containsExactlyInAnyOrderElementsOf(expected);
            int target = (source + 1) % members;
            assertThat(unicast(network, source, target)).as("seed %d", seed).hasSize(1);
        }
    }

    @Test
    void shouldBoundTheQueueOfALink() {
        TransitStub model = TransitStub.of(2, 1, 1, LinkSettings.parse("rate=1MB,queue=50"));
        Topology topology = model.topology(new SplittableRandom(3), 2);
        Network network = network(topology);
        for (int i = 0; i < 100; i++) {
            network.send(packet(network, 0, 1, 1_000), 1);
        }
        assertThat(drain(0)).hasSize(50);
        int router = topology.routerOf(0);
        LinkUse use =
                network.trunkLink(router).useUp().plus(network.trunkLink(router).useDown());
        assertThat(use).isEqualTo(new LinkUse(50, 50_000, 50_000_000, 50));
        assertThat(use.since(new LinkUse(49, 49_000, 49_000_000, 50))).isEqualTo(new LinkUse(1, 1_000, 1_000_000, 0));
        assertThat(network.trunkLink(router).droppedUp()
                        + network.trunkLink(router).droppedDown())
                .isEqualTo(50);
    }

    @Test
    void shouldRunTheSameFromTheSameSeed() {
        assertThat(digest(4)).isEqualTo(digest(4));
        assertThat(digest(4)).isNotEqualTo(digest(5));
    }

    @Test
    void shouldGiveTheSameDigestOnEveryJdk() {
        assertThat(digest(7)).isEqualTo(-1745326070165656118L);
    }

    @Test
    void shouldRefuseALinkToItself() {
        assertThatThrownBy(() -> Topology.builder().crossLink(0, 0, LinkSettings.perfect()))
                .hasMessageContaining("two routers");
    }

    private static long digest(long seed) {
        Topology topology = TransitStub.of(3, 2, 4, LinkSettings.parse("loss=1%,rate=10Mbit,queue=50"))
                .topology(new SplittableRandom(seed), 20);
        Simulation simulation = Simulation.builder(seed)
                .topology(topology)
                .protocol(new ToyPeerProtocol())
                .roles(Role.PEER)
                .build();
        FaultPlan.random(
                        new SplittableRandom(seed),
                        topology,
                        FaultOptions.between(Duration.ofMillis(200), Duration.ofSeconds(2)))
                .applyTo(simulation);
        simulation.node(0).send(Workload.paced(200, 100, 100));
        simulation.node(1).send(Workload.paced(200, 100, 100));
        simulation.runFor(Duration.ofSeconds(15));
        simulation.checkComplete();
        return simulation.digest();
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
                .collect(Collectors.toList());
    }
}
