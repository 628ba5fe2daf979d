package org.rmcast.lab.papers.mishra;

import java.time.Duration;
import java.util.Locale;
import java.util.SplittableRandom;
import org.rmcast.lab.experiment.Measurement;
import org.rmcast.lab.experiment.Run;
import org.rmcast.lab.group.Contender;
import org.rmcast.lab.group.GroupPlan;
import org.rmcast.lab.group.GroupRun;
import org.rmcast.lab.group.LinkNoise;
import org.rmcast.lab.group.PacketMeter;
import org.rmcast.lab.group.ThroughputMeter;
import org.rmcast.sim.Topology;

/**
 * One group on the transit-stub network.
 *
 * @param rate messages per second of the whole group
 * @param lossPerMille of each link
 */
record GossipRun(GossipVariant variant, Pattern pattern, int members, int rate, int lossPerMille, int seconds)
        implements Run {
    private static final double PER_MILLE = 1_000;

    @Override
    public String id() {
        return String.format(
                Locale.ROOT, "%s-%s-n%d-rate%d-loss%d", variant.id(), pattern.words(), members, rate, lossPerMille);
    }

    @Override
    public String description() {
        return String.format(
                Locale.ROOT,
                "%s, %s, %d members, %d msg/s, loss %.1f %%",
                variant.words(),
                pattern.words(),
                members,
                rate,
                lossPerMille / 10.0);
    }

    @Override
    public double cost() {
        return (double) members * rate * seconds;
    }

    @Override
    public Measurement measure(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        Topology network = GossipSettings.NETWORK.topology(random.split(), members);
        Contender contender = variant.contender();
        GroupPlan plan = GroupPlan.ofPeers(network, contender, GossipSettings.START_INTERVAL)
                .conditions(simulation -> LinkNoise.onAllLinks(simulation, lossPerMille / PER_MILLE))
                .length(Duration.ofSeconds(seconds + GossipSettings.DRAIN_SECONDS))
                .meter(new PacketMeter(contender.traffic(), 0))
                .meter(new ThroughputMeter(Duration.ofSeconds(seconds)));
        pattern.plan(plan, new Pattern.Load(members, rate, seconds), random.split());
        Measurement result = new Measurement(id());
        GroupRun.measure(plan, seed, result);
        return result;
    }
}
