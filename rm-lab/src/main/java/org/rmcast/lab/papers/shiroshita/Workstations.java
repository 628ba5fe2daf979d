package org.rmcast.lab.papers.shiroshita;

import java.time.Duration;
import java.util.Locale;
import java.util.SplittableRandom;
import org.rmcast.api.Parameters;
import org.rmcast.lab.experiment.Measurement;
import org.rmcast.sim.LinkSettings;
import org.rmcast.sim.Simulation;
import org.rmcast.sim.Topology;

/**
 * Seven workstations with receivers, as the paper's Mars: each takes no more than some bytes a second, and what comes faster overflows its buffer.
 *
 * @param receivers on each of them
 * @param unsteady whether other work takes some of it, anew every two seconds
 */
record Workstations(int receivers, boolean unsteady) {
    static final int COUNT = 7;
    /** What a workstation takes: chosen; the paper does not say. */
    static final int CAPACITY_BYTES = 300_000;
    /** 50 Kbytes of socket buffer. Section 4.2. */
    private static final int BUFFER_PACKETS = 50;

    private static final Duration CHANGE = Duration.ofSeconds(2);
    private static final Duration LONGEST = Duration.ofMinutes(20);
    /** Of what is there, other work leaves so much at least. */
    private static final double LEAST_LEFT = 0.7;

    int all() {
        return COUNT * receivers;
    }

    String words() {
        return all() + " receivers" + (unsteady ? "" : ", workstations alike");
    }

    /**
     * Delivers to them.
     *
     * @param share of the capacity that is there in the whole delivery, above 0 and at most 1
     */
    double seconds(int packets, double share, Parameters parameters, long seed) {
        Topology network = Topology.twoLevel(COUNT, receivers, link(share), LinkSettings.parse("delay=10ms"));
        RmtpGroup group = new RmtpGroup(seed, network, packets, parameters);
        if (unsteady) {
            SplittableRandom random = new SplittableRandom(seed);
            for (Duration at = Duration.ZERO; at.compareTo(LONGEST) < 0; at = at.plus(CHANGE)) {
                for (int i = 1; i <= COUNT; i++) {
                    change(group.simulation, at, i, share * random.nextDouble(LEAST_LEFT, 1));
                }
            }
        }
        Measurement result = new Measurement("");
        group.finish(result);
        return result.get(RmtpGroup.TIME);
    }

    private static void change(Simulation simulation, Duration at, int router, double share) {
        LinkSettings link = link(share);
        simulation.at(at, () -> simulation.trunkLink(router).impair(link));
    }

    private static LinkSettings link(double share) {
        return LinkSettings.parse(String.format(
                Locale.ROOT, "delay=5ms,rate=%dB,queue=%d", Math.round(CAPACITY_BYTES * share), BUFFER_PACKETS));
    }
}
