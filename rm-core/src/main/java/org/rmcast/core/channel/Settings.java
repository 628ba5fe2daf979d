package org.rmcast.core.channel;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.rmcast.api.Parameters;

/**
 * A protocol's parameters as typed fields, each declared once: the field's initializer says name, unit, range, both presets and
 * meaning, and reads the value.
 *
 * <pre>{@code
 * final class ToySettings extends Settings {
 *     final int window = read(integer("window", "packets").range(1, 4096).paper(32).defaults(64), """
 *             Packets in flight. Raising it: faster on long paths, more memory.""");
 *     final long nakDelayNanos = read(duration("nakDelay").range("0s", "60s").paper("0s").defaults("500us"), """
 *             Wait after a gap shows. Raising it: fewer needless requests, later repair.""");
 *
 *     ToySettings(Parameters given) {
 *         super(given);
 *         refuseOthers();
 *     }
 * }
 * }</pre>
 *
 * <p>Fields are read from top to bottom, so that a range or a default may depend on fields above. What no single range can say
 * is checked in the constructor. Parsing, error texts, {@link ParameterTable tables} and the {@link ChannelSchema schema} of
 * channel files follow from the declarations. Immutable, if the subclass is.
 */
public abstract class Settings {
    static final String PRESET = "preset";

    private final Parameters given;
    private final boolean paper;
    private final List<Parameter> declared = new ArrayList<>();

    /**
     * Starts to read.
     *
     * @throws IllegalArgumentException if the preset is none
     */
    protected Settings(Parameters given) {
        this.given = given;
        this.paper = given.choice(PRESET, Preset.DEFAULTS) == Preset.PAPER;
    }

    /** The parameters as a channel carries them. */
    public final Parameters parameters() {
        return given;
    }

    /** Whether what is not given is as the paper has it. */
    protected final boolean isPaper() {
        return paper;
    }

    /** Declares the parameter {@code preset}. */
    protected final Preset preset() {
        return read(choice(PRESET, Preset.class).paper(Preset.PAPER).defaults(Preset.DEFAULTS), """
                Which values the parameters take that are not given: those of the published algorithm, or those for today's
                networks.""");
    }

    /**
     * Ends a declaration and reads the value.
     *
     * @param declaration name, range, presets
     * @param meaning what it is, what raising it does, and why the presets differ; lines are joined
     * @return the value that was given, or else the one that preset and rules have
     * @throws IllegalArgumentException naming the parameter, its value and the allowed range
     */
    protected final <T> T read(Declaration<T, ?> declaration, String meaning) {
        declare(declaration.described(meaning));
        return declaration.value(given);
    }

    /** An integer; its unit may be empty. */
    protected final RangeDeclaration<Integer> integer(String name, String unit) {
        return new RangeDeclaration<>(
                this, name, unit, 0, Integer.MAX_VALUE, (min, max) -> new Allowed.Whole(min, max), Parameters::integer);
    }

    /** A long integer. */
    protected final RangeDeclaration<Long> longInteger(String name, String unit) {
        return new RangeDeclaration<>(
                this,
                name,
                unit,
                0L,
                Long.MAX_VALUE,
                (min, max) -> new Allowed.Whole(min, max),
                Parameters::longInteger);
    }

    /** A part of a whole, 0 to 1. */
    protected final RangeDeclaration<Double> share(String name) {
        return new RangeDeclaration<>(
                this, name, "", 0.0, 1.0, (min, max) -> new Allowed.Real(min, max), Parameters::real);
    }

    /** A duration; nanoseconds in the program. */
    protected final DurationDeclaration duration(String name) {
        return new DurationDeclaration(this, name);
    }

    /** A truth value. */
    protected final PlainDeclaration<Boolean> flag(String name) {
        return new PlainDeclaration<>(this, name, new Allowed.Flag(), value -> value, Parameters::flag);
    }

    /** One of an enum's constants. */
    protected final <E extends Enum<E>> PlainDeclaration<E> choice(String name, Class<E> type) {
        List<String> names =
                Arrays.stream(type.getEnumConstants()).map(Settings::written).toList();
        return new PlainDeclaration<>(
                this, name, new Allowed.OneOf(type, names), Settings::written, Parameters::choice);
    }

    /**
     * A text.
     *
     * @param form what it looks like, for people
     */
    protected final PlainDeclaration<String> text(String name, String form) {
        return new PlainDeclaration<>(this, name, new Allowed.Text(form), value -> value, Parameters::string);
    }

    /**
     * A list of texts.
     *
     * @param form what each looks like, for people
     */
    protected final PlainDeclaration<List<String>> texts(String name, String form) {
        return new PlainDeclaration<>(
                this,
                name,
                new Allowed.Texts(form),
                value -> value,
                (parameters, field, fallback) -> parameters.strings(field, fallback, form));
    }

    /** Parameters of a block that the protocol uses, read from the same channel, become its own. */
    protected final <S extends Settings> S include(S block) {
        block.declared().forEach(this::declare);
        return block;
    }

    /**
     * Refuses names that were not declared; to be called when all are.
     *
     * @throws IllegalArgumentException naming the unknown one, the nearest known one, and all known ones
     */
    protected final void refuseOthers() {
        given.checkNames(declared.stream().map(Parameter::name).toArray(String[]::new));
    }

    final List<Parameter> declared() {
        return declared;
    }

    final void declare(Parameter parameter) {
        for (Parameter other : declared) {
            if (other.name().equals(parameter.name())) {
                throw new IllegalStateException("parameter '" + other.name() + "' is declared twice");
            }
        }
        declared.add(parameter);
    }

    private static String written(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    @Override
    public String toString() {
        return getClass().getSimpleName() + given;
    }
}
