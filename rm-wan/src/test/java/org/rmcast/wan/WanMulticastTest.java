package org.rmcast.wan;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rmcast.api.EngineMeter;
import org.rmcast.api.Parameters;
import org.rmcast.api.Role;
import org.rmcast.core.engine.PacketKind;
import org.rmcast.core.wire.DecodeException;
import org.rmcast.sim.LinkSettings;
import org.rmcast.sim.SimFlush;
import org.rmcast.sim.SimNode;
import org.rmcast.sim.Simulation;
import org.rmcast.sim.Topology;
import org.rmcast.sim.Workload;
import org.rmcast.wan.wire.WanCodec;
import org.rmcast.wan.wire.WanPacket;
import org.rmcast.wan.wire.WanPacket.Probe;

/** Messages by multicast in a group of which one member hears none: it is behind one router more than packets live for. */
class WanMulticastTest {
    private static final int NEAR = 5;
    private static final int MESSAGES = 400;
    private static final int TTL = 1;
    private static final Duration LONG = Duration.ofSeconds(30);

    private static Simulation group(Parameters parameters, boolean far, String link) {
        Topology.Builder builder = Topology.builder();
        LinkSettings settings = LinkSettings.parse(link);
        for (int i = 0; i < NEAR; i++) {
            builder.host(0, settings);
        }
        if (far) {
            builder.host(builder.router(builder.router(0, settings), settings), settings);
        }
        Simulation simulation = Simulation.builder(3)
                .ttl(TTL)
                .topology(builder.build())
                .protocol(new WanProtocol())
                .parameters(parameters.with("contacts", "10.0.0.1:4000"))
                .roles(Role.PEER)
                .build();
        int others = far ? NEAR : NEAR - 1;
        assertThat(simulation.runUntil(
                        () -> simulation.nodes().stream().allMatch(node -> node.receiverCount() == others), LONG))
                .as("all have met")
                .isTrue();
        simulation.runFor(Duration.ofSeconds(3));
        return simulation;
    }

    private static void send(Simulation simulation, Workload workload) {
        simulation.node(0).send(workload);
        simulation.runUntil(simulation.node(0)::isSendingDone, LONG);
        SimFlush flush = simulation.node(0).flush(LONG);
        assertThat(simulation.runUntil(flush::isDone, LONG)).isTrue();
        assertThat(flush.isComplete()).isTrue();
        simulation.checkComplete();
    }

    private static long count(SimNode node, WanMeter meter) {
        return node.statistics().get(meter);
    }

    @Test
    void shouldSendOncePerMessageWhereAllHearIt() {
        Simulation simulation = group(Parameters.none(), false, "delay=5ms");
        send(simulation, Workload.paced(MESSAGES, 200, 100));
        SimNode sender = simulation.node(0);
        assertThat(count(sender, WanMeter.MULTICASTS)).isBetween(1L, (long) MESSAGES);
        assertThat(count(sender, WanMeter.UNITS_SENT)).isEqualTo(MESSAGES);
    }

    @Test
    void shouldReachOneThatHearsNoneToo() {
        Simulation simulation = group(Parameters.none(), true, "delay=5ms,loss=2%");
        send(simulation, Workload.paced(MESSAGES, 200, 100));
        SimNode sender = simulation.node(0);
        assertThat(count(sender, WanMeter.UNITS_SENT)).isEqualTo(2L * MESSAGES);
        assertThat(sender.statistics().get(EngineMeter.REPAIRS_SENT)).isLessThan(MESSAGES);
    }

    @ParameterizedTest
    @ValueSource(strings = {"multicast", "multicastJoin"})
    void shouldNotWhereItIsNotToBe(String parameter) {
        Simulation simulation = group(Parameters.none().with(parameter, false), false, "delay=5ms");
        send(simulation, Workload.paced(MESSAGES, 200, 100));
        assertThat(count(simulation.node(0), WanMeter.MULTICASTS)).isZero();
        assertThat(count(simulation.node(0), WanMeter.UNITS_SENT)).isEqualTo((NEAR - 1L) * MESSAGES);
    }

    /** Nothing comes by multicast any more: from soon after that each gets packets of its own. */
    @Test
    void shouldGoOnWhereMulticastIsHeardNoMore() {
        Simulation simulation = group(Parameters.none(), false, "delay=5ms");
        send(simulation, Workload.paced(MESSAGES, 200, 100));
        SimNode sender = simulation.node(0);
        long before = count(sender, WanMeter.MULTICASTS);
        assertThat(count(sender, WanMeter.UNITS_SENT)).isEqualTo(MESSAGES);
        simulation.filter((host, datagram) -> !isMulticastProbe(datagram));
        simulation.runFor(Duration.ofSeconds(5));
        send(simulation, Workload.paced(MESSAGES, 200, 100));
        assertThat(count(sender, WanMeter.MULTICASTS)).isEqualTo(before);
        assertThat(count(sender, WanMeter.UNITS_SENT)).isEqualTo(NEAR * MESSAGES);
    }

    private static boolean isMulticastProbe(byte[] datagram) {
        try {
            return WanPacket.kind(datagram) == PacketKind.STATE
                    && WanCodec.decode(datagram) instanceof Probe probe
                    && probe.number() == 0;
        } catch (DecodeException e) {
            throw new AssertionError(e);
        }
    }
}
