package org.rmcast.lab.papers.shiroshita;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.rmcast.api.Parameters;
import org.rmcast.lab.experiment.Measurement;
import org.rmcast.rmtp.Delivering;
import org.rmcast.rmtp.DeliveryReport;
import org.rmcast.rmtp.ReceiverList;
import org.rmcast.rmtp.ReceiverVerdict;
import org.rmcast.rmtp.RmtpProtocol;
import org.rmcast.sim.SimNode;
import org.rmcast.sim.Simulation;
import org.rmcast.sim.Topology;

/** A server, host 0, and its receivers, hosts 1 to N: the whole protocol in the simulator, what the paper's Mars did on workstations. */
final class RmtpGroup {
    static final String TIME = "time s";
    static final String RELEASED = "released s";
    static final String RETRANSMISSIONS = "retransmissions";
    static final String SENT_TO_GROUP = "packets to the group";
    static final String SENT_APART = "packets to one";
    static final String COMPLETE = "complete %";
    static final String SENT = "server sends";
    static final String RECEIVED = "server receives";
    static final String OVERFLOWED = "overflows at the server";

    private static final Duration LIMIT = Duration.ofHours(10);

    final Simulation simulation;

    RmtpGroup(long seed, Topology network, int packets, Parameters parameters) {
        List<InetSocketAddress> receivers =
                IntStream.range(1, network.hosts()).mapToObj(SimNode::addressOf).toList();
        MadeUpData data = new MadeUpData((long) packets * RmtpSettings.PACKET_BYTES);
        RmtpProtocol protocol = new RmtpProtocol(
                context -> new RmtpProtocol.Delivery(data, ReceiverList.of(receivers)),
                context -> MadeUpData.Sink::new);
        simulation = Simulation.builder(seed)
                .topology(network)
                .protocol(protocol)
                .parameters(parameters)
                .traceLines(0)
                .build();
    }

    private Delivering server() {
        return (Delivering) simulation.node(0).engine();
    }

    /** Runs until something is so. */
    void runUntil(BooleanSupplier end) {
        if (!simulation.runUntil(end, LIMIT)) {
            throw new IllegalStateException("the delivery is not there after " + LIMIT + ": " + server());
        }
    }

    /** Runs to the end, and says what became of the delivery. */
    void finish(Measurement result) {
        Delivering server = server();
        runUntil(server::isOver);
        DeliveryReport report = server.report(0);
        SimNode node = simulation.node(0);
        result.put(TIME, lastConfirmation(report))
                .put(RELEASED, report.nanos() / 1e9)
                .put(RETRANSMISSIONS, report.rounds() - 1L)
                .put(SENT_TO_GROUP, report.sentToGroup())
                .put(SENT_APART, report.sentApart())
                .put(
                        COMPLETE,
                        100
                                - 100.0
                                        * report.failed().size()
                                        / report.receivers().size())
                .put(SENT, node.counters().multicastsSent() + node.counters().unicastsSent())
                .put(RECEIVED, node.counters().datagramsReceived())
                .put(OVERFLOWED, node.counters().socketOverflows());
    }

    /** When all who have the data set had confirmed it: the end of the model's time, before the release. */
    private static double lastConfirmation(DeliveryReport report) {
        return report.receivers().stream()
                        .filter(receiver -> receiver.outcome().isComplete())
                        .mapToLong(ReceiverVerdict::nanos)
                        .max()
                        .orElse(0)
                / 1e9;
    }
}
