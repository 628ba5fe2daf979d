package org.rmcast.lab.papers.tachikawa;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import org.rmcast.api.Parameters;
import org.rmcast.api.Receipt;
import org.rmcast.api.Role;
import org.rmcast.lab.experiment.Measurement;
import org.rmcast.lab.experiment.Run;
import org.rmcast.sim.SimNode;
import org.rmcast.sim.Simulation;
import org.rmcast.sim.Workload;
import org.rmcast.wan.WanConfig.Mode;
import org.rmcast.wan.WanProtocol;

/**
 * Table 2 with the engine: nina sends to the four others, one message after another, and perhaps the copy to ktus0 is lost. Times are means over the
 * messages, from when each was sent.
 */
record ReceiptRun(Mode mode, Timers timers, FiveProcesses.Case network, boolean lossy, int messages) implements Run {
    static final String RECEIVED = "R ms";
    static final String DETECTED = "DT ms";
    static final String DELIVERED = "DL ms";
    static final String KNOWN = "RR ms";
    /** When the sender knows that all have the message, in every mode. */
    static final String SENDER_KNOWS = "sender knows ms";

    static final String REQUESTS = "asked for";
    static final String REPAIRS = "sent again to ktus0";
    static final String NEIGHBOUR = "by ktus1 %";

    private static final Duration LIMIT = Duration.ofMinutes(1);
    private static final Duration SETTLING = Duration.ofSeconds(30);
    private static final Duration APART = Duration.ofSeconds(4);
    private static final int MESSAGE_BYTES = 1_024;

    /** The engine's waits. */
    @SuppressWarnings("ImmutableEnumChecker") // parameters are, and do not say so
    enum Timers {
        /** None before confirmations and requests: the preset paper. */
        PAPER("preset paper", Parameters.none().with("preset", "paper")),
        /** Requests wait until confirmations from all over the LAN have come. */
        PAPER_WAITING("preset paper, reordering=10ms", PAPER.parameters.with("reordering", "10ms")),
        /** Those for today's networks. */
        DEFAULTS("defaults", Parameters.none()),
        /** Those, but for what confirmations wait. */
        NO_ACK_DELAY("defaults, ackDelay=0s", Parameters.none().with("ackDelay", "0s")),
        /** Those, but for what requests wait. */
        NO_REORDERING("defaults, reordering=0s", Parameters.none().with("reordering", "0s"));

        private final String words;
        private final Parameters parameters;

        Timers(String words, Parameters parameters) {
            this.words = words;
            this.parameters = parameters;
        }
    }

    /** The deviation of what a figure is the mean of. */
    static String deviation(String figure) {
        return figure.replace(" ms", " ± ms");
    }

    @Override
    public String id() {
        return String.format(
                        Locale.ROOT,
                        "receipt-%s-%s%s-%s",
                        mode,
                        timers,
                        network == FiveProcesses.Case.TABLE ? "" : "-" + network,
                        lossy ? "loss" : "clean")
                .toLowerCase(Locale.ROOT)
                .replace('_', '-');
    }

    @Override
    public String description() {
        return mode.name().toLowerCase(Locale.ROOT) + ", " + timers.words
                + (network == FiveProcesses.Case.TABLE ? "" : ", " + network.words())
                + (lossy ? ", copy to ktus0 lost" : ", no loss");
    }

    @Override
    public double cost() {
        return 10_000.0 * messages;
    }

    @Override
    public Measurement measure(long seed) {
        SplittableRandom random = WideAreaRuns.random(this, seed);
        Simulation simulation = Simulation.builder(random.nextLong())
                .topology(FiveProcesses.network(network))
                .protocol(new WanProtocol())
                .parameters(timers.parameters
                        .with("mode", mode.name().toLowerCase(Locale.ROOT))
                        .with("sending", "direct")
                        .with("multicast", false))
                .roles(Role.PEER)
                .traceLines(0)
                .build();
        FiveProcesses.process(simulation, network);
        List<SimNode> nodes = simulation.nodes();
        if (!simulation.runUntil(
                () -> nodes.stream().allMatch(node -> node.receiverCount() == nodes.size() - 1), LIMIT)) {
            throw new IllegalStateException("the five have not met after " + LIMIT);
        }
        simulation.runFor(SETTLING);
        return messages(simulation, random);
    }

    private Measurement messages(Simulation simulation, SplittableRandom random) {
        SimNode nina = simulation.node(FiveProcesses.NINA);
        SimNode ktus0 = simulation.node(FiveProcesses.KTUS0);
        ReceiptWatch watch = new ReceiptWatch(nina, ktus0, network.processingMillis());
        boolean[] losing = new boolean[1];
        simulation.filter((host, datagram) -> {
            boolean lost = losing[0] && host == FiveProcesses.KTUS0 && FiveProcesses.isData(datagram);
            losing[0] &= !lost;
            return !lost;
        });
        Times times = new Times();
        for (int message = 0; message < messages; message++) {
            simulation.runFor(Duration.ofMillis(random.nextLong(1_000)));
            losing[0] = lossy;
            nina.send(Workload.paced(1, MESSAGE_BYTES, 1));
            simulation.runFor(APART);
            if (losing[0] || nina.receipts().size() != message + 1) {
                throw new IllegalStateException("message " + message + " is not confirmed after " + APART);
            }
            times.add(watch, nina.receipts().get(message));
        }
        simulation.checkComplete();
        return times.measurement();
    }

    /** Sums over messages. */
    private final class Times {
        private final Tally received = new Tally();
        private final Tally detected = new Tally();
        private final Tally delivered = new Tally();
        private final Tally known = new Tally();
        private final Tally senderKnows = new Tally();
        private long requests;
        private long repairs;
        private long byNeighbour;

        void add(ReceiptWatch watch, Receipt receipt) {
            double all = receipt.arrivals().stream()
                    .mapToDouble(arrival -> arrival.after().toNanos() / 1e6)
                    .max()
                    .orElse(Double.NaN);
            received.add(watch.received);
            detected.add(mode == Mode.DECENTRALISED ? watch.sentAgain : watch.asked);
            delivered.add(watch.delivered);
            senderKnows.add(all);
            known.add(mode == Mode.DECENTRALISED ? watch.stable : all);
            requests += watch.requests;
            repairs += watch.repairs;
            byNeighbour += watch.repairedBy == (FiveProcesses.KTUS1 + 1) * 1_000L ? 1 : 0;
        }

        Measurement measurement() {
            Measurement result = new Measurement(id());
            put(RECEIVED, received, result);
            if (lossy) {
                put(DETECTED, detected, result);
            }
            put(DELIVERED, delivered, result);
            put(KNOWN, known, result);
            return result.put(SENDER_KNOWS, senderKnows.mean())
                    .put(REQUESTS, (double) requests / messages)
                    .put(REPAIRS, (double) repairs / messages)
                    .put(NEIGHBOUR, 100.0 * byNeighbour / messages);
        }

        private void put(String figure, Tally tally, Measurement result) {
            result.put(figure, tally.mean()).put(deviation(figure), tally.deviation());
        }
    }
}
