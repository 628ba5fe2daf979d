package org.rmcast.sim.explore;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Plays a {@link Scenario} without losses, then once for every single lost control datagram, then once for every pair. The
 * second of a pair is counted in the run that has lost the first, so that answers to the loss can be lost as well. A first
 * loss that breaks the scenario alone is not tried in pairs.
 *
 * <p>The order is fixed, the result does not depend on the number of threads. If the budget is less than the runs that are
 * possible, pairs are tried in an order shuffled once for all, so that they come from everywhere.
 *
 * <pre>{@code
 * Exploration.of("join", scenario).control(datagram -> DatagramHeader.type(datagram) != DATA).budget(5_000).run()
 *         .assertNothingBroke();
 * }</pre>
 */
public final class Exploration {
    private static final int SHOWN = 5;
    private static final int CHUNK = 512;
    private static final long SHUFFLE_SEED = 1;

    private final String name;
    private final Scenario scenario;
    private final Predicate<byte[]> control;
    private final int depth;
    private final long budget;
    private final int threads;

    private Exploration(
            String name, Scenario scenario, Predicate<byte[]> control, int depth, long budget, int threads) {
        this.name = Objects.requireNonNull(name, "name");
        this.scenario = Objects.requireNonNull(scenario, "scenario");
        this.control = Objects.requireNonNull(control, "control");
        this.depth = range("losses", depth, 1, 2);
        this.budget = range("budget", (int) Math.min(budget, Integer.MAX_VALUE), 1, Integer.MAX_VALUE);
        this.threads = range("threads", threads, 1, 64);
    }

    /** Up to two losses of any datagram, 10,000 runs at most, in one thread. */
    public static Exploration of(String name, Scenario scenario) {
        return new Exploration(name, scenario, datagram -> true, 2, 10_000, 1);
    }

    /** Loses only datagrams of which this holds: those that are not data, as a rule. */
    public Exploration control(Predicate<byte[]> concerned) {
        return new Exploration(name, scenario, concerned, depth, budget, threads);
    }

    /** The most losses in one run, 1 or 2. */
    public Exploration losses(int most) {
        return new Exploration(name, scenario, control, most, budget, threads);
    }

    /** The most runs, 1 or more. */
    public Exploration budget(long runs) {
        return new Exploration(name, scenario, control, depth, runs, threads);
    }

    /** How many runs are played at the same time, 1 to 64. */
    public Exploration threads(int count) {
        return new Exploration(name, scenario, control, depth, budget, count);
    }

    /**
     * Plays the scenario once and loses the control datagrams of these numbers.
     *
     * @param numbers ascending
     * @return how it broke, null if it did not
     */
    public @Nullable Counterexample replay(int... numbers) {
        PlayedRun run = PlayedRun.of(scenario, control, numbers);
        return run.broke() ? run.counterexample() : null;
    }

    /** Plays all runs, up to the budget. */
    public Report run() {
        long begin = System.nanoTime();
        ExecutorService executor = Executors.newFixedThreadPool(threads);
        try {
            Search search = new Search(executor);
            search.run();
            return search.report(Duration.ofNanos(System.nanoTime() - begin));
        } finally {
            executor.shutdownNow();
        }
    }

    private static int range(String field, int value, int least, int most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(field + " must be " + least + " to " + most + ", was " + value);
        }
        return value;
    }

    /** The state of one exploration. */
    private final class Search {
        private final ExecutorService executor;
        private final List<Counterexample> counterexamples = new ArrayList<>();
        private int receptions;
        private long runs;
        private long possible;
        private long failed;

        Search(ExecutorService executor) {
            this.executor = executor;
        }

        void run() {
            PlayedRun plain = playAll(List.of(new int[0])).get(0);
            receptions = plain.receptions();
            possible = 1;
            if (plain.broke()) {
                return;
            }
            List<int[]> singles = new ArrayList<>();
            for (int first = 0; first < receptions; first++) {
                singles.add(new int[] {first});
            }
            possible += singles.size();
            List<PlayedRun> played = playAll(within(singles));
            if (depth == 2) {
                List<int[]> pairs = pairs(played);
                possible += pairs.size();
                playAll(within(pairs));
            }
        }

        private List<int[]> pairs(List<PlayedRun> singles) {
            List<int[]> pairs = new ArrayList<>();
            for (PlayedRun single : singles) {
                int first = single.lostNumbers()[0];
                for (int second = first + 1; !single.broke() && second < single.receptions(); second++) {
                    pairs.add(new int[] {first, second});
                }
            }
            return pairs;
        }

        private List<int[]> within(List<int[]> losses) {
            long left = budget - runs;
            if (losses.size() <= left) {
                return losses;
            }
            List<int[]> some = new ArrayList<>(losses);
            Collections.shuffle(some, new Random(SHUFFLE_SEED));
            return some.subList(0, (int) left);
        }

        private List<PlayedRun> playAll(List<int[]> losses) {
            List<PlayedRun> played = new ArrayList<>();
            for (int from = 0; from < losses.size(); from += CHUNK) {
                List<Future<PlayedRun>> waiting = new ArrayList<>();
                for (int[] numbers : losses.subList(from, Math.min(losses.size(), from + CHUNK))) {
                    waiting.add(executor.submit(() -> PlayedRun.of(scenario, control, numbers)));
                }
                waiting.forEach(future -> played.add(count(future)));
            }
            return played;
        }

        private PlayedRun count(Future<PlayedRun> future) {
            PlayedRun run = resultOf(future);
            runs++;
            if (run.broke()) {
                failed++;
                if (counterexamples.size() < SHOWN) {
                    counterexamples.add(run.counterexample());
                }
            }
            return run;
        }

        private PlayedRun resultOf(Future<PlayedRun> future) {
            try {
                return future.get();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("interrupted while exploring " + name, e);
            } catch (ExecutionException e) {
                throw new IllegalStateException("the scenario " + name + " cannot be played", e.getCause());
            }
        }

        Report report(Duration took) {
            return new Report(name, receptions, runs, possible, failed, counterexamples, took);
        }
    }
}
