package org.rmcast.sim;

import java.time.Duration;
import java.util.Locale;
import java.util.Set;
import org.rmcast.api.Parameters;
import org.rmcast.api.Role;
import org.rmcast.api.SessionMeter;
import org.rmcast.core.engine.Protocol;
import org.rmcast.core.wire.Wire;

/**
 * What a protocol costs in a fixed run, without noise: datagrams, bytes, wake-ups and engine calls, per 1,000 messages. One
 * sender and four receivers on a star of links of 1 Gbit/s and 1 ms; datagrams gather for 100 us before a wake-up, as under
 * load on sockets.
 *
 * @param messages messages sent
 * @param sender what the sender did
 * @param receivers what all receivers did together
 */
public record Costs(long messages, Share sender, Share receivers) {
    /** Messages of a run. */
    public static final int MESSAGES = 10_000;

    /** How many receive. */
    public static final int RECEIVERS = 4;

    private static final int MESSAGES_PER_SECOND = 20_000;

    /**
     * What some members did.
     *
     * @param sent datagrams sent
     * @param sentBytes their bytes
     * @param received datagrams given to engines
     * @param wakeUps wake-ups of their drivers
     * @param engineCalls calls of their engines
     */
    public record Share(long sent, long sentBytes, long received, long wakeUps, long engineCalls) {
        private Share plus(SimNode node) {
            NodeCounters counters = node.counters();
            return new Share(
                    sent + counters.multicastsSent() + counters.unicastsSent(),
                    sentBytes + counters.bytesSent(),
                    received + counters.datagramsReceived(),
                    wakeUps + node.driverCounters().get(SessionMeter.WAKE_UPS),
                    engineCalls + node.driverCounters().get(SessionMeter.ENGINE_CALLS));
        }

        private String per(long messages) {
            return String.format(
                    Locale.ROOT,
                    "%d sent (%d bytes), %d received, %d wake-ups, %d calls",
                    per(sent, messages),
                    per(sentBytes, messages),
                    per(received, messages),
                    per(wakeUps, messages),
                    per(engineCalls, messages));
        }

        private static long per(long count, long messages) {
            return Math.round(count * 1_000.0 / messages);
        }
    }

    /**
     * Runs 10,000 messages at 20,000 per second, and a flush.
     *
     * @param receiverRole the role of the receivers; the sender's is {@link Role#SENDER}, or theirs where there is none such
     * @param loss loss on each receiver's link, 0 to 1
     * @param messageBytes the length of each message
     * @throws AssertionError if a message is missing or the flush is not complete
     */
    public static Costs measure(
            Protocol protocol, Parameters parameters, Role receiverRole, double loss, int messageBytes) {
        LinkSettings link = LinkSettings.parse("delay=1ms,rate=1Gbit");
        Set<Role> roles =
                protocol.configure(parameters, Wire.DEFAULT_DATAGRAM_BYTES).roles();
        Simulation simulation = Simulation.builder(1)
                .topology(Topology.star(1 + RECEIVERS, link))
                .protocol(protocol)
                .parameters(parameters)
                .roles(receiverRole)
                .role(0, roles.contains(Role.SENDER) ? Role.SENDER : receiverRole)
                .gather(Duration.ofNanos(100_000))
                .build();
        for (int host = 1; host <= RECEIVERS; host++) {
            simulation
                    .accessLink(host)
                    .impair(new LinkSettings(link.down().toBuilder().loss(loss).build(), link.up()));
        }
        simulation.runUntil(() -> simulation.node(0).receiverCount() == RECEIVERS, Duration.ofSeconds(20));
        simulation.node(0).send(Workload.paced(MESSAGES, messageBytes, MESSAGES_PER_SECOND));
        simulation.runUntil(() -> simulation.node(0).isSendingDone(), Duration.ofSeconds(20));
        SimFlush flush = simulation.node(0).flush(Duration.ofSeconds(20));
        simulation.runUntil(flush::isDone, Duration.ofSeconds(21));
        simulation.checkComplete();
        Share none = new Share(0, 0, 0, 0, 0);
        Share receivers = none;
        for (SimNode node : simulation.nodes()) {
            receivers = node.index() == 0 ? receivers : receivers.plus(node);
        }
        return new Costs(MESSAGES, none.plus(simulation.node(0)), receivers);
    }

    /** Per 1,000 messages. */
    @Override
    public String toString() {
        return "sender " + sender.per(messages) + "; receivers " + receivers.per(messages);
    }
}
