package org.rmcast.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.rmcast.core.testing.ToyProtocol;

/** Faults by rule on one direction of one link, and the watching of nodes. */
class LinkFaultTest {
    private final World world = new World(1, 10, "");
    private final List<String> arrivals = new ArrayList<>();
    private final Network network = network();

    @Test
    void shouldDropSomeConsecutiveOnesOfEachPeriod() {
        network.accessLink(1).injectDown(LinkFault.drop(LinkFaultTest::isLong, 2, 5));
        for (int i = 0; i < 10; i++) {
            send(i, 2);
        }
        assertThat(drain()).containsExactly("0@0", "1@0", "2@0", "5@0", "6@0", "7@0");
        assertThat(network.accessLink(1).droppedDown()).isEqualTo(4);
        assertThat(network.accessLink(1).droppedUp()).isZero();
    }

    @Test
    void shouldLetPassWhatItDoesNotConcernWithoutCountingIt() {
        network.accessLink(1).injectDown(LinkFault.drop(LinkFaultTest::isLong, 1, 2));
        send(0, 2);
        send(1, 1);
        send(2, 2);
        assertThat(drain()).containsExactly("0@0", "1@0");
    }

    @Test
    void shouldDropTheFirstTransmissionsOfEachIdentity() {
        network.accessLink(1).injectDown(LinkFault.dropFirst(LinkFaultTest::isLong, datagram -> datagram[0] % 5, 2));
        for (int i = 0; i < 20; i++) {
            send(i % 10, i % 5 == 0 ? 2 : 1);
        }
        // Of those that it concerns, 0 and 5 have one identity.
        assertThat(drain())
                .filteredOn(arrival -> arrival.startsWith("0") || arrival.startsWith("5"))
                .containsExactly("0@0", "5@0");
        assertThat(network.accessLink(1).droppedDown()).isEqualTo(2);
    }

    @Test
    void shouldDropAllTransmissionsIfToldSo() {
        network.accessLink(1)
                .injectDown(LinkFault.dropFirst(LinkFaultTest::isLong, datagram -> datagram[0], Integer.MAX_VALUE));
        for (int i = 0; i < 100; i++) {
            send(7, 2);
        }
        assertThat(drain()).isEmpty();
    }

    @Test
    void shouldDelayOnlyWhatItConcerns() {
        network.accessLink(1).injectDown(LinkFault.delay(LinkFaultTest::isLong, Duration.ofMillis(7)));
        send(0, 2);
        send(1, 1);
        send(2, 2);
        assertThat(drain()).containsExactly("1@0", "0@7", "2@7");
    }

    @Test
    void shouldSpreadOverPathsByTurns() {
        network.accessLink(1)
                .injectDown(LinkFault.spread(
                        LinkFaultTest::isLong, List.of(Duration.ofMillis(4), Duration.ZERO, Duration.ofMillis(2))));
        for (int i = 0; i < 4; i++) {
            send(i, 2);
        }
        send(9, 1);
        assertThat(drain()).containsExactly("1@0", "9@0", "2@2", "0@4", "3@4");
    }

    @Test
    void shouldLetAGapPassBeforeWhatItHoldsBack() {
        network.accessLink(1).injectDown(LinkFault.holdBack(LinkFaultTest::isLong, 2, 3));
        for (int i = 0; i < 6; i++) {
            send(i, 2);
        }
        send(9, 1);
        assertThat(drain()).containsExactly("0@0", "1@0", "3@0", "4@0", "2@0", "9@0");
    }

    @Test
    void shouldEndWithAReset() {
        network.accessLink(1).injectDown(LinkFault.drop(LinkFaultTest::isLong, 1, 1));
        network.accessLink(1).reset();
        send(0, 2);
        assertThat(drain()).containsExactly("0@0");
    }

    @Test
    void shouldRefuseWhatMakesNoSense() {
        assertThatThrownBy(() -> LinkFault.drop(LinkFaultTest::isLong, 3, 2)).hasMessageContaining("3 of 2");
        assertThatThrownBy(() -> LinkFault.holdBack(LinkFaultTest::isLong, 2, 2))
                .hasMessageContaining("2 of 2");
        assertThatThrownBy(() -> LinkFault.delay(LinkFaultTest::isLong, Duration.ofMillis(-1)))
                .hasMessageContaining("delay");
        assertThatThrownBy(() -> LinkFault.dropFirst(LinkFaultTest::isLong, datagram -> 0, 0))
                .hasMessageContaining("transmissions");
        assertThatThrownBy(() -> LinkFault.spread(LinkFaultTest::isLong, List.of()))
                .hasMessageContaining("one or more");
    }

    @Test
    void shouldShowObserversWhatANodeSendsAndDelivers() {
        List<String> seen = new ArrayList<>();
        Simulation simulation = Simulation.builder(3)
                .topology(Topology.star(2, LinkSettings.parse("delay=1ms")))
                .protocol(new ToyProtocol())
                .build();
        simulation.node(0).observe(new NodeObserver() {
            @Override
            public void onAccepted(long number, long nowNanos) {
                seen.add("accepted " + number);
            }
        });
        simulation.node(1).observe(new NodeObserver() {
            @Override
            public void onDelivered(long sourceId, long number, long nowNanos) {
                seen.add("delivered " + number + " of " + sourceId);
            }
        });
        simulation.runFor(Duration.ofSeconds(1));
        simulation.node(0).send(Workload.paced(2, 100, 10));
        simulation.runFor(Duration.ofSeconds(5));
        assertThat(seen).contains("accepted 0", "accepted 1", "delivered 0 of 1000", "delivered 1 of 1000");
    }

    private static boolean isLong(byte[] datagram) {
        return datagram.length > 1;
    }

    private Network network() {
        Port sink = (packet, ttl, via, nowNanos) -> {};
        Port recorder = (packet, ttl, via, nowNanos) -> arrivals.add(packet.bytes()[0] + "@" + nowNanos / 1_000_000);
        return new Network(world, Topology.star(2, LinkSettings.perfect()), List.of(sink, recorder));
    }

    private void send(int number, int bytes) {
        byte[] datagram = new byte[bytes];
        datagram[0] = (byte) number;
        network.send(Packet.of(datagram, 0, network.address(0), 1), 0);
        while (!world.queue.isEmpty() && world.queue.nextTime() == world.now()) {
            world.queue.poll().fire(world.now());
        }
    }

    private List<String> drain() {
        while (!world.queue.isEmpty()) {
            world.advanceTo(world.queue.nextTime());
            world.queue.poll().fire(world.now());
        }
        return arrivals;
    }
}
