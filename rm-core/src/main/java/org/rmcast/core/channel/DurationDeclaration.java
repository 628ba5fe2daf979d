package org.rmcast.core.channel;

import java.time.Duration;
import org.rmcast.api.Parameters;

/** The declaration of a duration: written as a channel writes it, {@code "250ms"}, in nanoseconds in the program. */
public final class DurationDeclaration extends Declaration<Long, DurationDeclaration> {
    private Duration rangeMin = Duration.ZERO;
    private Duration rangeMax = Duration.ofDays(1);
    private Duration min = rangeMin;
    private Duration max = rangeMax;

    DurationDeclaration(Settings settings, String name) {
        super(settings, name, "");
    }

    /** The durations that are allowed, both included. */
    public DurationDeclaration range(String min, String max) {
        rangeMin = parse(min);
        rangeMax = parse(max);
        this.min = rangeMin;
        this.max = rangeMax;
        return this;
    }

    /** As {@link RangeDeclaration#atLeast}. */
    public DurationDeclaration atLeast(String words, long boundNanos) {
        limit("at least " + words);
        min = Duration.ofNanos(boundNanos);
        return this;
    }

    /** As {@link RangeDeclaration#atLeast}. */
    public DurationDeclaration atMost(String words, long boundNanos) {
        limit("at most " + words);
        max = Duration.ofNanos(boundNanos);
        return this;
    }

    /** The value with the preset {@code paper}. */
    public DurationDeclaration paper(String value) {
        return paper(nanos(value));
    }

    /** The value with the preset {@code defaults}. */
    public DurationDeclaration defaults(String value) {
        return defaults(nanos(value));
    }

    /** The value with both presets. */
    public DurationDeclaration always(String value) {
        return always(nanos(value));
    }

    @Override
    DurationDeclaration self() {
        return this;
    }

    @Override
    Allowed allowed() {
        return new Allowed.Time(rangeMin, rangeMax);
    }

    @Override
    Object json(Long nanos) {
        return ParameterText.duration(Duration.ofNanos(nanos));
    }

    @Override
    Long fitting(Long fallback) {
        return Math.min(Math.max(fallback, min.toNanos()), max.toNanos());
    }

    @Override
    Long read(Parameters given, String name, Long fallback) {
        return given.duration(name, Duration.ofNanos(fallback), min, max).toNanos();
    }

    private static long nanos(String text) {
        return parse(text).toNanos();
    }

    private static Duration parse(String text) {
        Duration duration = Parameters.parseDuration(text);
        if (duration == null) {
            throw new IllegalStateException("\"" + text + "\" in a declaration is no duration");
        }
        return duration;
    }
}
