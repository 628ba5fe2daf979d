package org.rmcast.lab.papers.ozkasap;

import java.util.SplittableRandom;
import org.rmcast.lab.experiment.Measurement;
import org.rmcast.lab.experiment.Run;
import org.rmcast.lab.group.Contender;
import org.rmcast.sim.RandomTrees;
import org.rmcast.sim.Topology;

/** Section 5.1: a tree in which every link loses one in a hundred; the root sends. */
record TreeRun(Contender contender, int nodes, int seconds) implements Run {
    @Override
    public String id() {
        return contender.id() + "-tree-n" + nodes;
    }

    @Override
    public String description() {
        return contender.words() + ", tree of " + nodes;
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
                        Observation::noise)
                .measure(seed, result);
        return result;
    }
}
