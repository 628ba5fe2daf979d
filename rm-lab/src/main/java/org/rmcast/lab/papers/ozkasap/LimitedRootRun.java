package org.rmcast.lab.papers.ozkasap;

import java.util.SplittableRandom;
import org.rmcast.lab.experiment.Measurement;
import org.rmcast.lab.experiment.Run;
import org.rmcast.lab.group.Contender;
import org.rmcast.sim.RandomTrees;

/** Section 5.2: a tree whose root is a router with slow links; a member on the left sends, one on the right is watched. */
record LimitedRootRun(Contender contender, int members, int seconds) implements Run {
    @Override
    public String id() {
        return contender.id() + "-limited-n" + members;
    }

    @Override
    public String description() {
        return contender.words() + ", " + members + " members, slow root";
    }

    @Override
    public double cost() {
        return 2.0 * members * seconds * StudySettings.RATE;
    }

    @Override
    public Measurement measure(long seed) {
        RandomTrees.TwoSided tree = RandomTrees.twoSided(
                new SplittableRandom(seed), StudySettings.DEPTH, members, StudySettings.SLOW, StudySettings.FAST);
        Measurement result = new Measurement(id());
        new Observation(
                        contender,
                        tree.topology(),
                        tree.left(StudySettings.OBSERVER_LEVEL),
                        tree.right(StudySettings.OBSERVER_LEVEL),
                        StudySettings.LARGE_BYTES,
                        StudySettings.RATE,
                        seconds,
                        Observation::noise)
                .measure(seed, result);
        return result;
    }
}
