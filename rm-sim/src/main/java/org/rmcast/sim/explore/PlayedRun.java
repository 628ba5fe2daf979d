package org.rmcast.sim.explore;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.rmcast.core.wire.DatagramHeader;
import org.rmcast.sim.ReceptionFilter;
import org.rmcast.sim.Simulation;

/** One playing of a scenario: numbers the receptions of control datagrams, and loses those with given numbers. */
final class PlayedRun {
    private final Predicate<byte[]> control;
    private final int[] lostNumbers;
    private final List<Loss> losses = new ArrayList<>();
    private int receptions;
    private @Nullable Throwable failure;

    private PlayedRun(Predicate<byte[]> control, int[] lostNumbers) {
        this.control = control;
        this.lostNumbers = lostNumbers;
    }

    static PlayedRun of(Scenario scenario, Predicate<byte[]> control, int... lostNumbers) {
        PlayedRun run = new PlayedRun(control, lostNumbers);
        try {
            run.play(scenario);
        } catch (AssertionError broken) {
            run.failure = broken;
        }
        return run;
    }

    private void play(Scenario scenario) {
        Simulation simulation = scenario.prepare();
        simulation.filter((host, datagram) -> passes(simulation, host, datagram));
        scenario.play(simulation);
        simulation.filter(ReceptionFilter.ALL);
        scenario.settle(simulation);
    }

    private boolean passes(Simulation simulation, int host, byte[] datagram) {
        if (!control.test(datagram)) {
            return true;
        }
        int number = receptions++;
        if (Arrays.binarySearch(lostNumbers, number) < 0) {
            return true;
        }
        losses.add(new Loss(
                number,
                host,
                simulation.now().toNanos(),
                DatagramHeader.type(datagram),
                DatagramHeader.memberId(datagram)));
        return false;
    }

    /** What it was to lose, ascending. */
    int[] lostNumbers() {
        return lostNumbers;
    }

    /** Control datagrams that arrived while the part of interest was played, lost ones included. */
    int receptions() {
        return receptions;
    }

    boolean broke() {
        return failure != null;
    }

    /** What this run showed; only of one that broke. */
    Counterexample counterexample() {
        if (failure == null) {
            throw new IllegalStateException("the run did not break");
        }
        return new Counterexample(losses, failure);
    }
}
