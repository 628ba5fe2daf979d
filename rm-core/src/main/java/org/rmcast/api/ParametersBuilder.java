package org.rmcast.api;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Consumer;

/**
 * Collects a protocol's parameters by name and type. Each protocol has a subclass, written from what the protocol declares; values are
 * checked as they are given, what several of them must have in common when a session is opened. Not thread safe.
 *
 * @param <B> the subclass
 */
public abstract class ParametersBuilder<B extends ParametersBuilder<B>> {
    private Parameters given;

    /** Starts from these parameters. */
    protected ParametersBuilder(Parameters given) {
        this.given = Objects.requireNonNull(given, "given");
    }

    /** What was given so far, for {@link Channel.Builder#parameters(Parameters)}. */
    public final Parameters build() {
        return given;
    }

    /** This builder. */
    protected abstract B self();

    /**
     * A whole number in [min, max].
     *
     * @throws IllegalArgumentException naming the parameter, its value and the range
     */
    protected final B whole(String name, long value, long min, long max) {
        return set(name, value, parameters -> parameters.longInteger(name, value, min, max));
    }

    /**
     * A real number in [min, max].
     *
     * @throws IllegalArgumentException naming the parameter, its value and the range
     */
    protected final B real(String name, double value, double min, double max) {
        return set(name, value, parameters -> parameters.real(name, value, min, max));
    }

    /**
     * A duration in [min, max].
     *
     * @param min as in a channel: {@code "10ms"}
     * @param max likewise
     * @throws IllegalArgumentException naming the parameter, its value and the range
     */
    protected final B time(String name, Duration value, String min, String max) {
        Duration lowest = duration(min);
        Duration highest = duration(max);
        return set(name, Parameters.text(value), parameters -> parameters.duration(name, value, lowest, highest));
    }

    private static Duration duration(String text) {
        return Objects.requireNonNull(Parameters.parseDuration(text), text);
    }

    /** A truth value. */
    protected final B flag(String name, boolean value) {
        return set(name, value, parameters -> parameters.flag(name, value));
    }

    /** One of some names. */
    protected final B choice(String name, Enum<?> value) {
        String written = value.name().toLowerCase(Locale.ROOT).replace('_', '-');
        return set(name, written, parameters -> parameters.string(name, written));
    }

    /** A text. */
    protected final B text(String name, String value) {
        return set(name, Objects.requireNonNull(value, name), parameters -> parameters.string(name, value));
    }

    /** Some texts, in place of those given before. */
    protected final B texts(String name, String... values) {
        List<String> all = List.of(values);
        return set(name, all, parameters -> parameters.strings(name, all, "text"));
    }

    private B set(String name, Object value, Consumer<Parameters> check) {
        Parameters more = given.with(name, value);
        check.accept(more);
        given = more;
        return self();
    }

    @Override
    public String toString() {
        return given.toString();
    }
}
