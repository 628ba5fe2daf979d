package org.rmcast.lab.papers.ozkasap;

import java.util.SplittableRandom;
import org.rmcast.lab.experiment.Measurement;
import org.rmcast.lab.experiment.Run;
import org.rmcast.lab.group.Contender;
import org.rmcast.sim.LinkSettings;
import org.rmcast.sim.RandomTrees;
import org.rmcast.sim.Simulation;

/** Section 5.3: a tree in which one link leaving the sender, at the root, loses one in ten; a member below it is watched. */
record NoisyLinkRun(Contender contender, int nodes, int seconds) implements Run {
    /** The first link that leaves the root: members 1, 2 and 3 are on a path below it. */
    private static final int NOISY_TRUNK = 1;

    @Override
    public String id() {
        return contender.id() + "-noisy-link-n" + nodes;
    }

    @Override
    public String description() {
        return contender.words() + ", tree of " + nodes + ", one noisy link";
    }

    @Override
    public double cost() {
        return (double) nodes * seconds * StudySettings.RATE;
    }

    @Override
    public Measurement measure(long seed) {
        Measurement result = new Measurement(id());
        new Observation(
                        contender,
                        RandomTrees.ofDepth(new SplittableRandom(seed), StudySettings.DEPTH, nodes, StudySettings.SLOW),
                        0,
                        StudySettings.OBSERVER_LEVEL,
                        StudySettings.SMALL_BYTES,
                        StudySettings.RATE,
                        seconds,
                        NoisyLinkRun::noise)
                .measure(seed, result);
        return result;
    }

    private static void noise(Simulation simulation) {
        LinkSettings link = simulation.topology().trunkLink(NOISY_TRUNK);
        LinkSettings noisy = link.withLoss(StudySettings.NOISY_LINK);
        simulation.trunkLink(NOISY_TRUNK).impair(new LinkSettings(noisy.down(), link.up()));
    }
}
