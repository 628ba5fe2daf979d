package org.rmcast.lab.papers.ozkasap;

import java.util.Locale;
import java.util.SplittableRandom;
import org.rmcast.lab.experiment.Measurement;
import org.rmcast.lab.experiment.Run;
import org.rmcast.lab.group.Contender;
import org.rmcast.lab.group.LinkNoise;
import org.rmcast.sim.RandomTrees;
import org.rmcast.sim.Topology;

/**
 * Section 5.1: a tree in which every link loses datagrams; the root sends.
 *
 * @param noisePerMille of the datagrams, on each link
 */
record TreeRun(Contender contender, int nodes, int noisePerMille, int seconds) implements Run {
    @Override
    public String id() {
        return contender.id() + "-tree-n" + nodes
                + (noisePerMille == StudySettings.NOISE_PER_MILLE ? "" : "-noise" + noisePerMille);
    }

    @Override
    public String description() {
        return String.format(
                Locale.ROOT, "%s, tree of %d, noise %.1f %%", contender.words(), nodes, noisePerMille / 10.0);
    }

    @Override
    public double cost() {
        return (double) nodes * seconds * StudySettings.RATE;
    }

    @Override
    public Measurement measure(long seed) {
        Topology tree = RandomTrees.ofDepth(new SplittableRandom(seed), StudySettings.DEPTH, nodes, StudySettings.SLOW);
        Measurement result = new Measurement(id());
        new Observation(
                        contender,
                        tree,
                        0,
                        StudySettings.OBSERVER_LEVEL,
                        StudySettings.SMALL_BYTES,
                        StudySettings.RATE,
                        seconds,
                        simulation -> LinkNoise.onAllLinks(simulation, noisePerMille / 1e3))
                .measure(seed, result);
        return result;
    }
}
