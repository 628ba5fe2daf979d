package org.rmcast.core.channel;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.rmcast.api.Parameters;

/**
 * A parameter while it is being declared, see {@link Settings}. {@link Settings#read} ends it.
 *
 * @param <T> what the value is in the program
 * @param <D> the kind of declaration
 */
public abstract sealed class Declaration<T, D extends Declaration<T, D>>
        permits PlainDeclaration, RangeDeclaration, DurationDeclaration {
    private final Settings settings;
    private final String name;
    private final String unit;
    private final List<String> rules = new ArrayList<>();
    private final List<String> limits = new ArrayList<>();
    private String term = "";
    private boolean ofHeap;
    private @Nullable T fallback;

    Declaration(Settings settings, String name, String unit) {
        this.settings = settings;
        this.name = name;
        this.unit = unit;
    }

    /** The value with the preset {@code paper}. */
    public final D paper(T value) {
        return settings.isPaper() ? fallBackTo(value) : self();
    }

    /** The value with the preset {@code defaults}. */
    public final D defaults(T value) {
        return settings.isPaper() ? self() : fallBackTo(value);
    }

    /** The value with both presets. */
    public final D always(T value) {
        return fallBackTo(value);
    }

    /**
     * Another value where this applies.
     *
     * @param applies whether it does
     * @param condition the same in words, such as {@code with recovery reaffiliate}
     * @param paper the value then with the preset {@code paper}
     * @param defaults the value then with the preset {@code defaults}
     */
    public final D when(boolean applies, String condition, T paper, T defaults) {
        String both = paper.equals(defaults) ? text(paper) : text(paper) + " / " + text(defaults);
        rules.add(both + " " + condition);
        return applies ? fallBackTo(settings.isPaper() ? paper : defaults) : self();
    }

    /**
     * A value that follows from those of others, with both presets.
     *
     * @param rule how, in words, such as {@code stableRounds + 2}
     * @param value what it comes to
     */
    public final D derived(String rule, T value) {
        rules.add(rule);
        return fallBackTo(value);
    }

    /** What the papers call it. */
    public final D term(String term) {
        this.term = term;
        return self();
    }

    /**
     * A bound of memory, of whose default sessions take a part where the heap is small: a half, a quarter and so on, but no less
     * than the range allows. For whole numbers.
     */
    public final D ofHeap() {
        ofHeap = true;
        return self();
    }

    /** What is declared, for people. */
    final Parameter described(String meaning) {
        Object fallback = json(fallBack());
        return new Parameter(
                name,
                allowed(),
                new Parameter.Defaults(fallback, fallback, String.join("; ", rules), ofHeap),
                new Parameter.Words(
                        unit, term, String.join(", ", limits), meaning.strip().replaceAll("\\s+", " ")));
    }

    /** The value that was given, or else the one that preset and rules have. */
    final T value(Parameters given) {
        return read(given, name, fallBack());
    }

    private T fallBack() {
        if (fallback == null) {
            throw new IllegalStateException("parameter '" + name + "' is declared without a value for this preset");
        }
        return fitting(fallback);
    }

    private D fallBackTo(T value) {
        fallback = value;
        return self();
    }

    final void limit(String words) {
        limits.add(words);
    }

    private String text(T value) {
        return ParameterText.value(json(value), unit);
    }

    abstract D self();

    abstract Allowed allowed();

    /** The value as a channel writes it. */
    abstract Object json(T value);

    /** A default that gives way to the bounds that others set. */
    abstract T fitting(T fallback);

    abstract T read(Parameters given, String name, T fallback);
}
