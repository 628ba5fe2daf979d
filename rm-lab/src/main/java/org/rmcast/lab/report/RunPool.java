package org.rmcast.lab.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.rmcast.lab.experiment.Measurement;
import org.rmcast.lab.experiment.Measurements;
import org.rmcast.lab.experiment.Run;
import org.rmcast.lab.experiment.Scenario;

/** Makes each run once, several at a time. What comes out does not depend on how many, nor on which is done first. */
public final class RunPool {
    private final int parallel;
    private final Consumer<String> progress;

    /**
     * @param parallel how many runs at a time, 1 or more
     * @param progress takes a line for each run that is done, from any thread
     */
    public RunPool(int parallel, Consumer<String> progress) {
        if (parallel < 1) {
            throw new IllegalArgumentException("parallel must be 1 or more, was " + parallel);
        }
        this.parallel = parallel;
        this.progress = progress;
    }

    /**
     * Makes all runs that the scenarios look at.
     *
     * @throws RunFailure if one of them fails; the others are given up
     */
    public Measurements measure(List<Scenario> scenarios, long seed) throws RunFailure, InterruptedException {
        List<Run> runs = distinct(scenarios);
        List<Run> dearestFirst = new ArrayList<>(runs);
        dearestFirst.sort(Comparator.comparingDouble(Run::cost).reversed());
        AtomicInteger done = new AtomicInteger();
        ExecutorService threads = Executors.newFixedThreadPool(parallel);
        try {
            Map<String, Future<Measurement>> started = new LinkedHashMap<>();
            for (Run run : dearestFirst) {
                started.put(run.id(), threads.submit(() -> timed(run, seed, done, runs.size())));
            }
            List<Measurement> measurements = new ArrayList<>();
            for (Run run : runs) {
                measurements.add(result(run, started.get(run.id())));
            }
            return new Measurements(measurements);
        } finally {
            threads.shutdownNow();
        }
    }

    private static Measurement result(Run run, @Nullable Future<Measurement> future)
            throws RunFailure, InterruptedException {
        if (future == null) {
            throw new IllegalStateException("run '" + run.id() + "' was not started");
        }
        try {
            return future.get();
        } catch (ExecutionException e) {
            throw new RunFailure(run.id(), e.getCause() == null ? e : e.getCause());
        }
    }

    private Measurement timed(Run run, long seed, AtomicInteger done, int all) {
        long begin = System.nanoTime();
        Measurement measurement = run.measure(seed);
        double seconds = (System.nanoTime() - begin) / 1e9;
        progress.accept(
                String.format(Locale.ROOT, "%d/%d %s (%.1f s)", done.incrementAndGet(), all, run.id(), seconds));
        return measurement;
    }

    private static List<Run> distinct(List<Scenario> scenarios) {
        Map<String, Run> byId = new LinkedHashMap<>();
        for (Scenario scenario : scenarios) {
            for (Run run : scenario.runs()) {
                byId.putIfAbsent(run.id(), run);
            }
        }
        return List.copyOf(byId.values());
    }
}
