package org.rmcast.lab.experiment;

import java.util.List;
import java.util.Objects;

/**
 * A run that is made several times from different seeds: what is measured is the median.
 *
 * @param times how often, 1 or more
 * @param spread as of {@link Repetitions#median}
 */
public record Repeated(Run run, int times, List<String> spread) implements Run {
    public Repeated {
        Objects.requireNonNull(run, "run");
        spread = List.copyOf(spread);
    }

    @Override
    public String id() {
        return run.id();
    }

    @Override
    public String description() {
        return run.description();
    }

    @Override
    public double cost() {
        return times * run.cost();
    }

    @Override
    public Measurement measure(long seed) {
        return Repetitions.median(id(), seed, times, spread, run::measure);
    }
}
