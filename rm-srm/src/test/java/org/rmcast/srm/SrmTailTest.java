package org.rmcast.srm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rmcast.api.Role;
import org.rmcast.api.SessionEvent;
import org.rmcast.core.engine.PacketKind;
import org.rmcast.sim.LinkFault;
import org.rmcast.sim.LinkSettings;
import org.rmcast.sim.SimNode;
import org.rmcast.sim.Simulation;
import org.rmcast.sim.Topology;

/** The last packet before a silence, and a source that is gone. */
class SrmTailTest {
    private static final int MEMBERS = 6;
    private static final long SEED = 4;

    private static Simulation start(String delay) {
        Simulation simulation = Simulation.builder(SEED)
                .topology(Topology.star(MEMBERS, LinkSettings.parse("delay=" + delay + ",rate=1Gbit")))
                .protocol(new SrmProtocol())
                .roles(Role.PEER)
                .build();
        simulation.runFor(Duration.ofSeconds(3));
        return simulation;
    }

    private static LinkFault allData() {
        return LinkFault.drop(
                datagram -> new ConfiguredSrm(SrmConfig.defaults()).kind(datagram) == PacketKind.DATA, 1, 1);
    }

    /** The access links are half of a distance each. */
    @ParameterizedTest
    @ValueSource(ints = {1, 5, 40})
    void shouldFindALostLastPacketWithinTwoDistances(int halfMillis) {
        Simulation simulation = start(halfMillis + "ms");
        SimNode receiver = simulation.node(1);
        long foundNanos = 0;
        simulation.accessLink(1).injectDown(allData());
        long sentNanos = simulation.now().toNanos();
        simulation.node(0).send(new byte[100]);
        for (int i = 0; i < 4_000 && foundNanos == 0; i++) {
            simulation.runFor(Duration.ofNanos(50_000));
            if (receiver.describeEngine().contains("at 1 of 2")) {
                foundNanos = simulation.now().toNanos();
            }
        }
        assertThat(foundNanos - sentNanos).as("seed %d", SEED).isBetween(1L, 2 * 2L * halfMillis * 1_000_000 + 100_000);
        simulation.runFor(Duration.ofSeconds(1));
        assertThat(receiver.delivered()).isEqualTo(1);
        simulation.checkComplete();
    }

    @Test
    void shouldGetFromASurvivorWhatACrashedSourceSentLast() {
        Simulation simulation = start("5ms");
        simulation.accessLink(1).injectDown(allData());
        for (int i = 0; i < 20; i++) {
            simulation.node(0).send(new byte[500]);
        }
        simulation.runFor(Duration.ofMillis(11));
        assertThat(simulation.node(2).delivered()).isEqualTo(20);
        assertThat(simulation.node(1).delivered()).isZero();
        simulation.node(0).crash();
        simulation.runFor(Duration.ofSeconds(8));
        assertThat(simulation.node(1).delivered()).isEqualTo(20);
        assertThat(simulation.node(1).reportedLost()).isZero();
        for (SimNode node : simulation.nodes().subList(1, MEMBERS)) {
            assertThat(node.events(SessionEvent.SenderLost.class)).hasSize(1);
        }
    }

    @Test
    void shouldNameWhatNobodyHolds() {
        Simulation simulation = start("5ms");
        simulation.node(0).send(new byte[500]);
        simulation.runFor(Duration.ofMillis(100));
        // Nothing of it gets out, but its session messages do, until it crashes.
        simulation
                .accessLink(0)
                .injectUp(LinkFault.drop(
                        datagram -> {
                            PacketKind kind = new ConfiguredSrm(SrmConfig.defaults()).kind(datagram);
                            return kind == PacketKind.DATA || kind == PacketKind.REPAIR;
                        },
                        1,
                        1));
        simulation.node(0).send(new byte[500]);
        simulation.node(0).send(new byte[500]);
        simulation.runFor(Duration.ofMillis(300));
        simulation.node(0).crash();
        simulation.runFor(Duration.ofSeconds(12));
        for (SimNode node : simulation.nodes().subList(1, MEMBERS)) {
            assertThat(node.delivered()).isEqualTo(1);
            assertThat(node.events(SessionEvent.MessagesLost.class))
                    .extracting(SessionEvent.MessagesLost::firstMessage, SessionEvent.MessagesLost::limitMessage)
                    .containsExactly(tuple(1L, 3L));
            assertThat(node.events(SessionEvent.SenderLost.class)).hasSize(1);
        }
    }
}
