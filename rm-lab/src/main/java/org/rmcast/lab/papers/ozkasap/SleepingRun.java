package org.rmcast.lab.papers.ozkasap;

import java.time.Duration;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.rmcast.lab.experiment.Measurement;
import org.rmcast.lab.experiment.Run;
import org.rmcast.lab.group.Contender;
import org.rmcast.sim.RandomTrees;
import org.rmcast.sim.Simulation;

/**
 * Section 2: members that are perturbed, in a tree without noise; a healthy one is watched. Each of them stands still for some
 * time in each second, as a process does that gets no processor; they do not do it at the same time.
 *
 * @param percent of the members that do so; one at least if it is not 0
 */
record SleepingRun(Contender contender, int nodes, int percent, int seconds) implements Run {
    @Override
    public String id() {
        return contender.id() + "-sleeping" + percent + "-n" + nodes;
    }

    @Override
    public String description() {
        return contender.words() + ", tree of " + nodes + ", " + sleepers() + " sleeping";
    }

    @Override
    public double cost() {
        return (double) nodes * seconds * StudySettings.RATE;
    }

    private int sleepers() {
        return (nodes * percent + 99) / 100;
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
                        simulation -> perturb(simulation, new SplittableRandom(seed)))
                .measure(seed, result);
        return result;
    }

    /** The last ones: neither the sender nor who is watched. */
    private void perturb(Simulation simulation, SplittableRandom random) {
        Duration asleep = Duration.ofMillis(StudySettings.SLEEP_MILLIS);
        IntStream.range(nodes - sleepers(), nodes).forEach(host -> {
            long offset = random.nextLong(1_000);
            for (int second = 0; second < seconds; second++) {
                simulation.after(
                        Duration.ofMillis(1_000L * second + offset),
                        () -> simulation.node(host).pause(asleep));
            }
        });
    }
}
