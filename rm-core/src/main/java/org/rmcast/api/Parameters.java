package org.rmcast.api;

import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.rmcast.core.text.Suggestions;

/**
 * A protocol's parameters as a channel carries them, with typed access that names field, value and range in its errors.
 *
 * <p>Values are what JSON can say: strings, numbers, booleans, lists and maps. Durations are written as {@code "250ms"},
 * {@code "5s"}, {@code "2m"}, {@code "100us"} or in ISO-8601 ({@code "PT0.25S"}). Immutable.
 */
public final class Parameters {
    private static final Parameters NONE = new Parameters(Map.of());

    private final Map<String, Object> values;

    private Parameters(Map<String, Object> values) {
        this.values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
    }

    private static Map<String, Object> deepCopy(Map<String, Object> values) {
        Map<String, Object> copy = new LinkedHashMap<>();
        values.forEach((name, value) -> copy.put(name, frozen(value)));
        return copy;
    }

    private static Object frozen(Object value) {
        if (value instanceof List<?> list) {
            return list.stream().map(Parameters::frozen).toList();
        }
        if (value instanceof Map<?, ?> map) {
            Map<Object, Object> copy = new LinkedHashMap<>();
            map.forEach((key, element) -> copy.put(key, frozen(element)));
            return Collections.unmodifiableMap(copy);
        }
        return value;
    }

    /** No parameters: every default. */
    public static Parameters none() {
        return NONE;
    }

    /** Parameters from a map of JSON values. */
    public static Parameters of(Map<String, Object> values) {
        return new Parameters(deepCopy(values));
    }

    /** The values as given, in their order. */
    public Map<String, Object> asMap() {
        return values;
    }

    /** These parameters with one more or another value. */
    public Parameters with(String name, Object value) {
        Map<String, Object> copy = new LinkedHashMap<>(values);
        copy.put(name, frozen(value));
        return new Parameters(copy);
    }

    /** Whether this parameter was given. */
    public boolean has(String name) {
        return values.containsKey(name);
    }

    /**
     * Refuses names that are not among {@code known}.
     *
     * @throws IllegalArgumentException naming the unknown one, the nearest known one, and all known ones
     */
    public void checkNames(String... known) {
        TreeSet<String> names = new TreeSet<>(Arrays.asList(known));
        for (String name : values.keySet()) {
            if (!names.contains(name)) {
                throw new IllegalArgumentException("unknown parameter '" + name + "'"
                        + Suggestions.didYouMean(name, names)
                        + " (the known ones are " + String.join(", ", names) + ")");
            }
        }
    }

    /** An integer in [min, max]. */
    public int integer(String name, int fallback, int min, int max) {
        return (int) longInteger(name, fallback, min, max);
    }

    /** A long integer in [min, max]. */
    public long longInteger(String name, long fallback, long min, long max) {
        Object value = values.get(name);
        if (value == null) {
            return fallback;
        }
        if (!(value instanceof Integer || value instanceof Long || value instanceof Short || value instanceof Byte)) {
            throw wrong(name, value, "an integer from " + min + " to " + max);
        }
        long number = ((Number) value).longValue();
        if (number < min || number > max) {
            throw wrong(name, value, "an integer from " + min + " to " + max);
        }
        return number;
    }

    /** A real number in [min, max]. */
    public double real(String name, double fallback, double min, double max) {
        Object value = values.get(name);
        if (value == null) {
            return fallback;
        }
        if (!(value instanceof Number number) || !(number.doubleValue() >= min) || !(number.doubleValue() <= max)) {
            throw wrong(name, value, "a number from " + min + " to " + max);
        }
        return number.doubleValue();
    }

    /** A truth value. */
    public boolean flag(String name, boolean fallback) {
        Object value = values.get(name);
        if (value == null) {
            return fallback;
        }
        if (!(value instanceof Boolean flag)) {
            throw wrong(name, value, "true or false");
        }
        return flag;
    }

    /** A string, or the fallback where the parameter is absent. */
    public String string(String name, String fallback) {
        Object value = values.get(name);
        if (value == null) {
            return fallback;
        }
        if (!(value instanceof String text)) {
            throw wrong(name, value, "a string");
        }
        return text;
    }

    /**
     * A list of texts, or the fallback where the parameter is absent.
     *
     * @param form what each text looks like, for the message if the value is no list
     */
    public List<String> strings(String name, List<String> fallback, String form) {
        Object value = values.get(name);
        if (value == null) {
            return fallback;
        }
        if (!(value instanceof List<?> list)) {
            throw wrong(name, value, "a list of " + form);
        }
        return list.stream().map(String::valueOf).toList();
    }

    /** One of an enum's constants, written in any case, with {@code -} for {@code _}. */
    public <E extends Enum<E>> E choice(String name, E fallback) {
        Object value = values.get(name);
        if (value == null) {
            return fallback;
        }
        E[] constants = fallback.getDeclaringClass().getEnumConstants();
        for (E constant : constants) {
            if (constant.name()
                    .equals(String.valueOf(value).toUpperCase(Locale.ROOT).replace('-', '_'))) {
                return constant;
            }
        }
        throw wrong(name, value, "one of " + Arrays.toString(constants));
    }

    /** A duration in [min, max]. */
    public Duration duration(String name, Duration fallback, Duration min, Duration max) {
        Object value = values.get(name);
        if (value == null) {
            return fallback;
        }
        Duration duration = value instanceof String text ? parseDuration(text) : null;
        if (duration == null || duration.compareTo(min) < 0 || duration.compareTo(max) > 0) {
            throw wrong(name, value, "a duration from " + text(min) + " to " + text(max) + ", such as \"250ms\"");
        }
        return duration;
    }

    /** Parses {@code "250ms"}, {@code "5s"}, {@code "2m"}, {@code "100us"} or ISO-8601; null if it is none. */
    public static @Nullable Duration parseDuration(String text) {
        String trimmed = text.trim();
        try {
            if (trimmed.startsWith("P") || trimmed.startsWith("p")) {
                return Duration.parse(trimmed);
            }
            int unit = trimmed.length();
            while (unit > 0 && Character.isLetter(trimmed.charAt(unit - 1))) {
                unit--;
            }
            double amount = Double.parseDouble(trimmed.substring(0, unit).trim());
            double nanos = switch (trimmed.substring(unit)) {
                case "us" -> amount * 1e3;
                case "ms" -> amount * 1e6;
                case "s" -> amount * 1e9;
                case "m", "min" -> amount * 60e9;
                case "h" -> amount * 3600e9;
                default -> Double.NaN;
            };
            return Math.abs(nanos) < Long.MAX_VALUE ? Duration.ofNanos(Math.round(nanos)) : null;
        } catch (NumberFormatException | DateTimeParseException e) {
            return null;
        }
    }

    /** Writes a duration the short way that {@link #parseDuration} reads. */
    public static String text(Duration duration) {
        long nanos = duration.toNanos();
        if (nanos % 1_000_000_000L == 0) {
            return nanos / 1_000_000_000L + "s";
        }
        return nanos % 1_000_000L == 0 ? nanos / 1_000_000L + "ms" : nanos / 1_000.0 + "us";
    }

    private static IllegalArgumentException wrong(String name, @Nullable Object value, String allowed) {
        String shown = value instanceof String ? "\"" + value + "\"" : String.valueOf(value);
        return new IllegalArgumentException("parameter '" + name + "' is " + shown + "; it must be " + allowed);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Parameters parameters && values.equals(parameters.values);
    }

    @Override
    public int hashCode() {
        return values.hashCode();
    }

    @Override
    public String toString() {
        return values.toString();
    }
}
