package org.rmcast.lab.papers.mishra;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import org.rmcast.lab.experiment.Measurement;
import org.rmcast.lab.experiment.Run;
import org.rmcast.lab.group.Contender;
import org.rmcast.lab.group.GroupPlan;
import org.rmcast.lab.group.GroupRun;
import org.rmcast.lab.group.LinkMeter;
import org.rmcast.lab.group.LinkNoise;
import org.rmcast.lab.group.PacketMeter;
import org.rmcast.lab.group.RequestMeter;
import org.rmcast.lab.group.ThroughputMeter;
import org.rmcast.sim.LinkFault;
import org.rmcast.sim.Simulation;
import org.rmcast.sim.Topology;

/**
 * One group on the transit-stub network.
 *
 * @param rate messages per second of the whole group, as the paper gives it; the scale makes it less
 */
record GossipRun(Contender contender, Pattern pattern, int members, int rate, Conditions conditions, int seconds)
        implements Run {
    /** All links between routers, in the names of figures. */
    static final String LINKS = "links";

    private static final double PER_MILLE = 1_000;

    /**
     * What differs from run to run besides.
     *
     * @param lossPerMille of each link
     * @param pathMillis by which the longer of two paths is longer over which each member's datagrams leave by turns; 0 if there is one
     * @param scale by which messages are rarer and longer, and queues shorter, than in the paper
     * @param drainSeconds after the last message
     */
    record Conditions(int lossPerMille, int pathMillis, int scale, int drainSeconds) {
        /** The paper's, with one of its failure probabilities. */
        static Conditions of(int lossPerMille) {
            return new Conditions(lossPerMille, 0, GossipSettings.SCALE, GossipSettings.DRAIN_SECONDS);
        }

        Conditions withPaths(int millis) {
            return new Conditions(lossPerMille, millis, scale, drainSeconds);
        }

        Conditions withScale(int other) {
            return new Conditions(lossPerMille, pathMillis, other, drainSeconds);
        }

        Conditions withDrain(int otherSeconds) {
            return new Conditions(lossPerMille, pathMillis, scale, otherSeconds);
        }

        private String id() {
            return "loss" + lossPerMille
                    + (pathMillis == 0 ? "" : "-paths" + pathMillis)
                    + (scale == GossipSettings.SCALE ? "" : "-scale" + scale)
                    + (drainSeconds == GossipSettings.DRAIN_SECONDS ? "" : "-drain" + drainSeconds);
        }

        private String words() {
            return String.format(Locale.ROOT, "loss %.1f %%", lossPerMille / 10.0)
                    + (pathMillis == 0 ? "" : String.format(Locale.ROOT, ", two paths, %d ms apart", pathMillis))
                    + (scale == GossipSettings.SCALE ? "" : ", scale " + scale)
                    + (drainSeconds == GossipSettings.DRAIN_SECONDS ? "" : ", " + drainSeconds + " s to repair");
        }
    }

    @Override
    public String id() {
        return String.format(
                Locale.ROOT,
                "%s-%s-n%d-rate%d-%s-%ds",
                contender.id(),
                pattern.words(),
                members,
                rate,
                conditions.id(),
                seconds);
    }

    @Override
    public String description() {
        return String.format(
                Locale.ROOT,
                "%s, %s, %d members, %d msg/s, %s, %d s",
                contender.words(),
                pattern.words(),
                members,
                rate,
                conditions.words(),
                seconds);
    }

    @Override
    public double cost() {
        return (double) members * rate * seconds / conditions.scale * (1 + conditions.lossPerMille / 10.0);
    }

    @Override
    public Measurement measure(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        Topology network = GossipSettings.network(conditions).topology(random.split(), members);
        Duration sending = Duration.ofSeconds(seconds);
        Duration all = Duration.ofSeconds(seconds + conditions.drainSeconds);
        GroupPlan plan = GroupPlan.ofPeers(network, contender, GossipSettings.START_INTERVAL)
                .conditions(this::arrange)
                .length(all)
                .meter(new PacketMeter(contender.traffic(), 0, all))
                .meter(new RequestMeter(0, all))
                .meter(new LinkMeter(LINKS, sending, LinkMeter::betweenRouters))
                .meter(new ThroughputMeter(sending));
        int payloadBytes = contender.payloadBytes(GossipSettings.MESSAGE_BYTES * conditions.scale);
        pattern.plan(
                plan,
                new Pattern.Load(members, (double) rate / conditions.scale, seconds, payloadBytes),
                random.split());
        Measurement result = new Measurement(id());
        GroupRun.measure(plan.receivingOnly(), seed, result);
        return result;
    }

    private void arrange(Simulation simulation) {
        LinkNoise.onAllLinks(simulation, conditions.lossPerMille / PER_MILLE);
        if (conditions.pathMillis > 0) {
            List<Duration> delays = List.of(Duration.ofMillis(conditions.pathMillis), Duration.ZERO);
            for (int host = 0; host < members; host++) {
                simulation.accessLink(host).injectUp(LinkFault.spread(datagram -> true, delays));
            }
        }
    }
}
