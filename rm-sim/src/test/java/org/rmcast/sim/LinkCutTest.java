package org.rmcast.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Cuts of one kind of traffic, of one direction, and links that flap. */
class LinkCutTest {
    private final World world = new World(1, 10, "");
    private final List<String> arrivals = new ArrayList<>();
    private final Network network = network();

    @Test
    void shouldCutMulticastAloneTowardsAHost() {
        network.accessLink(1).cutDown(Traffic.MULTICAST);
        assertThat(multicast(0)).containsExactly("2");
        assertThat(multicast(1)).containsExactly("0", "2");
        assertThat(unicast(0, 1)).containsExactly("1");
    }

    @Test
    void shouldCutUnicastAloneFromAHost() {
        network.accessLink(1).cutUp(Traffic.UNICAST);
        assertThat(unicast(1, 0)).isEmpty();
        assertThat(unicast(0, 1)).containsExactly("1");
        assertThat(multicast(1)).containsExactly("0", "2");
    }

    @Test
    void shouldCutOneDirection() {
        network.accessLink(1).cutUp(Traffic.ALL);
        assertThat(multicast(1)).isEmpty();
        assertThat(unicast(1, 0)).isEmpty();
        assertThat(multicast(0)).containsExactly("1", "2");
    }

    @Test
    void shouldEndCutsByUncutAndByReset() {
        network.accessLink(1).cutUp(Traffic.ALL);
        network.accessLink(2).cutDown(Traffic.MULTICAST);
        network.accessLink(1).uncut();
        network.accessLink(2).reset();
        assertThat(multicast(1)).containsExactly("0", "2");
    }

    @Test
    void shouldNotHearOneHostAndBeHeardByIt() {
        network.setDeaf(1, 0, true);
        assertThat(network.connected(0, 1)).isFalse();
        assertThat(network.connected(1, 0)).isTrue();
        assertThat(network.connected(2, 1)).isTrue();
        network.setDeaf(1, 0, false);
        assertThat(network.connected(0, 1)).isTrue();
    }

    @Test
    void shouldGoDownAndUpAsOftenAsAsked() {
        network.accessLink(1).flap(3, Duration.ofMillis(4), Duration.ofMillis(6));
        for (int i = 0; i < 40; i++) {
            world.queue.add(i * 1_000_000L + 500_000, now -> network.send(packet(0, 1), 0));
        }
        drain();
        // Down from 0 to 4, 10 to 14 and 20 to 24 ms.
        assertThat(arrivals).hasSize(40 - 3 * 4);
    }

    @Test
    void shouldReachAMovedHostAtItsNewAddressOnly() {
        var before = network.address(1);
        network.move(1);
        assertThat(network.hostOf(before)).isEqualTo(-1);
        assertThat(network.hostOf(network.address(1))).isEqualTo(1);
        assertThat(network.address(1)).isNotEqualTo(before).isNotEqualTo(network.address(2));
    }

    @Test
    void shouldLetNothingOutOfAMuteHost() {
        network.setMute(1, true);
        assertThat(multicast(1)).isEmpty();
        network.setMute(1, false);
        assertThat(multicast(1)).containsExactly("0", "2");
    }

    @Test
    void shouldRefuseToFlapZeroTimes() {
        assertThatThrownBy(() -> network.accessLink(1).flap(0, Duration.ofMillis(1), Duration.ofMillis(1)))
                .hasMessageContaining("times must be 1 or more, was 0");
    }

    private Network network() {
        List<Port> hosts = new ArrayList<>();
        for (int host = 0; host < 3; host++) {
            String name = String.valueOf(host);
            hosts.add((packet, ttl, via, now) -> arrivals.add(name));
        }
        return new Network(world, Topology.star(3, LinkSettings.perfect()), hosts);
    }

    private List<String> multicast(int from) {
        arrivals.clear();
        network.send(packet(from, Packet.GROUP), 1);
        return drain();
    }

    private List<String> unicast(int from, int to) {
        arrivals.clear();
        network.send(packet(from, to), 0);
        return drain();
    }

    private Packet packet(int from, int to) {
        return Packet.of(new byte[10], from, network.address(from), to);
    }

    private List<String> drain() {
        while (!world.queue.isEmpty()) {
            world.advanceTo(world.queue.nextTime());
            world.queue.poll().fire(world.now());
        }
        return List.copyOf(arrivals);
    }
}
