package org.rmcast.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.rmcast.api.Role;
import org.rmcast.core.engine.Promise;
import org.rmcast.sim.LinkSettings;
import org.rmcast.sim.SimFlush;
import org.rmcast.sim.SimNode;
import org.rmcast.sim.Simulation;
import org.rmcast.sim.SimulationBuilder;
import org.rmcast.sim.Topology;
import org.rmcast.sim.Workload;
import org.rmcast.sim.check.Checks;
import org.rmcast.sim.check.MemoryBytes;

/** One sender and many receivers, each of which loses a hundredth for itself. */
final class Scale {
    private static final int RECEIVERS = 60;
    private static final int MESSAGES = 2_000;
    private static final int MESSAGE_BYTES = 500;
    private static final double MOST_BYTES_PER_BYTE = 4;
    private static final Duration LONG = Duration.ofSeconds(30);

    private Scale() {}

    static void check(ProtocolContract contract, Variant variant) {
        SimulationBuilder builder = Simulation.builder(7)
                .topology(Topology.star(1 + RECEIVERS, LinkSettings.parse("delay=1ms,rate=1Gbit,loss=0.5%")))
                .protocol(contract.protocol())
                .parameters(variant.parameters())
                .checks(Checks.none().with(new MemoryBytes()))
                .traceLines(0);
        if (!contract.configured(variant).roles().contains(Role.SENDER)) {
            builder.roles(Role.PEER);
        }
        Simulation simulation = builder.build();
        SimNode sender = simulation.node(0);
        assertThat(simulation.runUntil(() -> sender.receiverCount() == RECEIVERS, LONG))
                .as("%d of %d receivers joined", sender.receiverCount(), RECEIVERS)
                .isTrue();
        simulation.runFor(Duration.ofSeconds(2));
        long before = sender.counters().bytesSent();
        sender.send(Workload.paced(MESSAGES, MESSAGE_BYTES, 500).withHeaders());
        simulation.runUntil(sender::isSendingDone, LONG);
        SimFlush flush = sender.flush(LONG);
        assertThat(simulation.runUntil(flush::isDone, LONG.plusSeconds(1))).isTrue();
        assertThat(flush.isComplete()).as("the flush is complete").isTrue();
        simulation.checkComplete();
        assertDelivered(contract.configured(variant).promise(), simulation);
        double perByte = (double) (sender.counters().bytesSent() - before) / (MESSAGES * MESSAGE_BYTES);
        assertThat(perByte)
                .as("bytes that the sender sent per byte of a message, %s", variant)
                .isLessThan(MOST_BYTES_PER_BYTE);
    }

    private static void assertDelivered(Promise promise, Simulation simulation) {
        long wanted = (long) MESSAGES * RECEIVERS;
        long delivered =
                simulation.nodes().stream().mapToLong(SimNode::delivered).sum();
        double least = promise.completeness() == Promise.Completeness.ALL ? 1 : 0.99;
        assertThat(delivered).as("messages delivered of %d", wanted).isBetween((long) (least * wanted), wanted);
    }
}
