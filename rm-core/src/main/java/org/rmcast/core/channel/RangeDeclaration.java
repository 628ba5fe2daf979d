package org.rmcast.core.channel;

import java.util.function.BiFunction;
import org.rmcast.api.Parameters;

/**
 * The declaration of a number.
 *
 * @param <T> what the value is in the program
 */
public final class RangeDeclaration<T extends Comparable<T>> extends Declaration<T, RangeDeclaration<T>> {
    interface Reader<T> {
        T read(Parameters given, String name, T fallback, T min, T max);
    }

    private final BiFunction<T, T, Allowed> allowed;
    private final Reader<T> reader;
    private T rangeMin;
    private T rangeMax;
    private T min;
    private T max;

    RangeDeclaration(
            Settings settings,
            String name,
            String unit,
            T min,
            T max,
            BiFunction<T, T, Allowed> allowed,
            Reader<T> reader) {
        super(settings, name, unit);
        this.allowed = allowed;
        this.reader = reader;
        this.rangeMin = min;
        this.rangeMax = max;
        this.min = min;
        this.max = max;
    }

    /** The values that are allowed, both included. */
    public RangeDeclaration<T> range(T min, T max) {
        this.rangeMin = min;
        this.rangeMax = max;
        this.min = min;
        this.max = max;
        return this;
    }

    /**
     * A bound that follows from another parameter; the default gives way to it.
     *
     * @param words where it comes from, such as {@code windowMin}
     */
    public RangeDeclaration<T> atLeast(String words, T bound) {
        limit("at least " + words);
        min = bound;
        return this;
    }

    /** As {@link #atLeast}. */
    public RangeDeclaration<T> atMost(String words, T bound) {
        limit("at most " + words);
        max = bound;
        return this;
    }

    @Override
    RangeDeclaration<T> self() {
        return this;
    }

    @Override
    Allowed allowed() {
        return allowed.apply(rangeMin, rangeMax);
    }

    @Override
    Object json(T value) {
        return value;
    }

    @Override
    T fitting(T fallback) {
        T raised = fallback.compareTo(min) < 0 ? min : fallback;
        return raised.compareTo(max) > 0 ? max : raised;
    }

    @Override
    T read(Parameters given, String name, T fallback) {
        return reader.read(given, name, fallback, min, max);
    }
}
