package org.rmcast.lab.papers.tachikawa;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import org.rmcast.api.Parameters;
import org.rmcast.api.Role;
import org.rmcast.lab.experiment.Measurement;
import org.rmcast.lab.experiment.Run;
import org.rmcast.sim.LinkSettings;
import org.rmcast.sim.SimNode;
import org.rmcast.sim.Simulation;
import org.rmcast.sim.Topology;
import org.rmcast.wan.WanConfig.Mode;
import org.rmcast.wan.WanMeter;
import org.rmcast.wan.WanProtocol;

/**
 * What in a unit tells of order and gaps: destinations, their numbers, and causes. All members send to random members at random times.
 *
 * @param most destinations that a message has at most; each number from one on is as likely
 * @param rate messages per second of each member
 * @param seconds for which it is measured
 */
record StateRun(Mode mode, int members, int most, int lossPercent, int rate, int seconds) implements Run {
    static final String STATE = "state bytes";
    static final String DESTINATIONS = "destinations";
    static final String CAUSES = "causes kept";
    static final String VECTOR = "vector bytes";
    static final String MATRIX = "matrix bytes";
    static final String PIECES = "pieces of a message";
    static final String REFUSED = "not accepted %";

    static final int MESSAGE_BYTES = 200;

    private static final double NUMBER_BYTES = 4;
    private static final LinkSettings LINK = LinkSettings.parse("delay=25ms,jitter=5ms");
    private static final Duration LIMIT = Duration.ofMinutes(1);
    private static final Duration SETTLING = Duration.ofSeconds(2);
    private static final Duration SAMPLING = Duration.ofMillis(250);

    @Override
    public String id() {
        return String.format(Locale.ROOT, "state-%s-n%d-k%d-loss%d-rate%d", mode, members, most, lossPercent, rate)
                .toLowerCase(Locale.ROOT);
    }

    @Override
    public String description() {
        return String.format(
                Locale.ROOT,
                "%s, %d members, to 1 to %d, %d msg/s each, loss %d %%",
                mode.name().toLowerCase(Locale.ROOT),
                members,
                most,
                rate,
                lossPercent);
    }

    @Override
    public double cost() {
        return 5.0 * members * members * members * seconds;
    }

    @Override
    public Measurement measure(long seed) {
        SplittableRandom random = WideAreaRuns.random(this, seed);
        Simulation simulation = Simulation.builder(random.nextLong())
                .topology(Topology.star(members, LINK))
                .protocol(new WanProtocol())
                .parameters(Parameters.none()
                        .with("mode", mode.name().toLowerCase(Locale.ROOT))
                        .with("sending", "direct")
                        .with("multicast", false))
                .roles(Role.PEER)
                .traceLines(0)
                .build();
        List<SimNode> nodes = simulation.nodes();
        if (!simulation.runUntil(() -> nodes.stream().allMatch(node -> node.receiverCount() == members - 1), LIMIT)) {
            throw new IllegalStateException(members + " members have not met after " + LIMIT);
        }
        for (int host = 0; host < members; host++) {
            simulation.accessLink(host).impair(LINK.withLoss(lossOfALink()));
        }
        StateTraffic traffic = new StateTraffic(simulation, random, most, rate);
        simulation.runFor(SETTLING);
        return measure(simulation, traffic);
    }

    /** A datagram crosses two. */
    private double lossOfALink() {
        return 1 - Math.sqrt(1 - lossPercent / 100.0);
    }

    private Measurement measure(Simulation simulation, StateTraffic traffic) {
        traffic.begin();
        long state = sum(simulation, WanMeter.STATE_BYTES);
        long units = sum(simulation, WanMeter.UNITS_SENT);
        Tally causes = new Tally();
        Duration end = simulation.now().plusSeconds(seconds);
        while (simulation.now().compareTo(end) < 0) {
            simulation.runFor(SAMPLING);
            causes.add((double) sum(simulation, WanMeter.CAUSES) / members);
        }
        double sent = sum(simulation, WanMeter.UNITS_SENT) - units;
        return new Measurement(id())
                .put(STATE, (sum(simulation, WanMeter.STATE_BYTES) - state) / sent)
                .put(VECTOR, NUMBER_BYTES * members)
                .put(MATRIX, NUMBER_BYTES * members * members)
                .put(DESTINATIONS, traffic.destinationsOfAMessage())
                .put(PIECES, sent / traffic.copies())
                .put(CAUSES, causes.mean())
                .put(REFUSED, traffic.refusedPercent());
    }

    private static long sum(Simulation simulation, WanMeter meter) {
        return simulation.nodes().stream()
                .mapToLong(node -> node.statistics().get(meter))
                .sum();
    }
}
