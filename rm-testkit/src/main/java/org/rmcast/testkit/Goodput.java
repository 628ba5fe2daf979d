package org.rmcast.testkit;

import java.time.Duration;
import java.util.Locale;
import org.rmcast.api.EngineMeter;
import org.rmcast.api.Parameters;
import org.rmcast.api.Role;
import org.rmcast.core.engine.Protocol;
import org.rmcast.sim.LinkSettings;
import org.rmcast.sim.Simulation;
import org.rmcast.sim.Topology;
import org.rmcast.sim.Workload;

/**
 * How fast one sender's messages, sent as fast as it takes them, come to all receivers of a star, simulated.
 *
 * @param complete whether each message came or was reported lost at each receiver within a minute
 * @param megabytesPerSecond of messages, from the first one sent to the last one received
 * @param lost how many were reported lost, of all receivers
 * @param repairsPerPacket repairs sent for each packet of data
 */
public record Goodput(boolean complete, double megabytesPerSecond, long lost, double repairsPerPacket) {
    private static final Duration LONGEST = Duration.ofMinutes(1);
    /** So much later receivers know the sender, too. */
    private static final Duration SETTLED = Duration.ofSeconds(1);

    private static final int BYTES = 1_024;

    /**
     * Measures it.
     *
     * @param link the settings of each host's link, as {@link LinkSettings#parse} reads them
     * @param messages how many messages of 1,024 bytes
     */
    public static Goodput of(Protocol protocol, String link, int receivers, long messages, long seed) {
        Simulation simulation = Simulation.builder(seed)
                .topology(Topology.star(receivers + 1, LinkSettings.parse(link)))
                .protocol(protocol)
                .parameters(Parameters.none())
                .roles(Role.RECEIVER)
                .role(0, Role.SENDER)
                .build();
        if (!simulation.runUntil(() -> simulation.node(0).receiverCount() == receivers, LONGEST)) {
            throw new IllegalStateException("seed " + seed + ": the members did not meet");
        }
        simulation.runFor(SETTLED);
        Duration start = simulation.now();
        simulation.node(0).send(Workload.unpaced(messages, BYTES));
        boolean complete = simulation.runUntil(
                () -> sum(simulation, EngineMeter.MESSAGES_DELIVERED) + sum(simulation, EngineMeter.MESSAGES_LOST)
                        == messages * receivers,
                LONGEST);
        double seconds = simulation.now().minus(start).toNanos() / 1e9;
        return new Goodput(
                complete,
                messages * BYTES / seconds / 1e6,
                sum(simulation, EngineMeter.MESSAGES_LOST),
                (double) sum(simulation, EngineMeter.REPAIRS_SENT) / sum(simulation, EngineMeter.DATA_PACKETS_SENT));
    }

    private static long sum(Simulation simulation, EngineMeter meter) {
        return simulation.nodes().stream()
                .mapToLong(node -> node.statistics().get(meter))
                .sum();
    }

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "%.1f MB/s, %d lost, %.2f repairs per packet, %s",
                megabytesPerSecond,
                lost,
                repairsPerPacket,
                complete ? "complete" : "not complete within a minute");
    }
}
