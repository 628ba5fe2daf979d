package org.rmcast.lab.papers.ozkasap;

import java.time.Duration;
import java.util.SplittableRandom;
import org.rmcast.lab.experiment.Measurement;
import org.rmcast.lab.experiment.Run;
import org.rmcast.lab.group.Contender;
import org.rmcast.lab.group.LinkMeter;
import org.rmcast.sim.RandomTrees;

/**
 * Section 5.2: a tree whose root is a router with slow links; a member on the left sends, one on the right is watched.
 *
 * @param rootLinks how many the root has, with the members shared out below them
 * @param isSlow whether they are; if not they are as all others, to show that the rest follows from it
 */
record LimitedRootRun(Contender contender, int members, int rootLinks, boolean isSlow, int seconds) implements Run {
    /** The root's links, in the names of figures. */
    static final String LINKS = "root's links";

    @Override
    public String id() {
        return contender.id() + "-limited-n" + members
                + (rootLinks == StudySettings.ROOT_LINKS ? "" : "-links" + rootLinks) + (isSlow ? "" : "-fast");
    }

    @Override
    public String description() {
        return contender.words() + ", " + members + " members, " + rootLinks + (isSlow ? " slow links" : " fast links");
    }

    @Override
    public double cost() {
        return 2.0 * members * seconds * StudySettings.RATE;
    }

    @Override
    public Measurement measure(long seed) {
        RandomTrees.Branched tree = RandomTrees.branched(
                new SplittableRandom(seed),
                StudySettings.DEPTH,
                rootLinks,
                members,
                isSlow ? StudySettings.SLOW : StudySettings.FAST,
                StudySettings.FAST);
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
                .with(new LinkMeter(
                        LINKS,
                        Duration.ofSeconds(seconds),
                        simulation ->
                                tree.tops().stream().map(simulation::trunkLink).toList()))
                .measure(seed, result);
        return result;
    }
}
