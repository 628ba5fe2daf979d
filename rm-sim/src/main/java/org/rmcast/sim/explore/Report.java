package org.rmcast.sim.explore;

import java.time.Duration;
import java.util.List;
import java.util.Locale;

/**
 * What an exploration found.
 *
 * @param name of the scenario
 * @param receptions of control datagrams in the run without losses
 * @param runs how often the scenario was played
 * @param possible how many runs all losses would have taken, as far as known
 * @param failed runs that broke
 * @param counterexamples the first of them, those with fewer losses first
 * @param took real time
 */
public record Report(
        String name,
        int receptions,
        long runs,
        long possible,
        long failed,
        List<Counterexample> counterexamples,
        Duration took) {
    public Report {
        counterexamples = List.copyOf(counterexamples);
    }

    /** Whether all losses asked for were tried. */
    public boolean isExhausted() {
        return runs == possible;
    }

    /** Throws if any run broke, with the smallest losses that did it. */
    public void assertNothingBroke() {
        if (!counterexamples.isEmpty()) {
            throw new AssertionError(toString(), counterexamples.get(0).failure());
        }
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(String.format(
                Locale.ROOT,
                "%s: %d control datagrams received, %d of %d runs, %d broke, %.1f s; %s",
                name,
                receptions,
                runs,
                possible,
                failed,
                took.toMillis() / 1e3,
                isExhausted() ? "exhausted" : "NOT EXHAUSTED: the budget ended it"));
        counterexamples.forEach(counterexample -> text.append("\n  ").append(counterexample));
        return text.toString();
    }
}
