package org.rmcast.core.channel;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The values that a parameter may have, whatever others are given; texts and durations as a channel writes them. */
public sealed interface Allowed {
    /** A whole number in [min, max]. */
    record Whole(long min, long max) implements Allowed {
        @Override
        public String text() {
            return ParameterText.number(min) + " to " + ParameterText.number(max);
        }

        @Override
        public Map<String, Object> schema() {
            return ordered("type", "integer", "minimum", min, "maximum", max);
        }
    }

    /** A real number in [min, max]. */
    record Real(double min, double max) implements Allowed {
        @Override
        public String text() {
            return ParameterText.number(min) + " to " + ParameterText.number(max);
        }

        @Override
        public Map<String, Object> schema() {
            return ordered("type", "number", "minimum", min, "maximum", max);
        }
    }

    /** A duration in [min, max], written such as {@code "250ms"}. */
    record Time(Duration min, Duration max) implements Allowed {
        private static final String PATTERN = "^\\s*([0-9.]+\\s*(us|ms|s|m|min|h)|[Pp].+)\\s*$";

        @Override
        public String text() {
            return ParameterText.duration(min) + " to " + ParameterText.duration(max);
        }

        @Override
        public Map<String, Object> schema() {
            return ordered("type", "string", "pattern", PATTERN);
        }
    }

    /** True or false. */
    record Flag() implements Allowed {
        @Override
        public String text() {
            return "true or false";
        }

        @Override
        public Map<String, Object> schema() {
            return ordered("type", "boolean");
        }
    }

    /**
     * One of some names, in lower case with {@code -}; a channel may write them in any case, and {@code _} for {@code -}.
     *
     * @param type the enum whose constants they are
     */
    record OneOf(Class<? extends Enum<?>> type, List<String> names) implements Allowed {
        public OneOf {
            names = List.copyOf(names);
        }

        @Override
        public String text() {
            return String.join(", ", names);
        }

        @Override
        public Map<String, Object> schema() {
            return ordered("enum", names);
        }
    }

    /**
     * A text.
     *
     * @param form what it looks like, for people
     */
    record Text(String form) implements Allowed {
        @Override
        public String text() {
            return form;
        }

        @Override
        public Map<String, Object> schema() {
            return ordered("type", "string");
        }
    }

    /**
     * A list of texts.
     *
     * @param form what each looks like, for people
     */
    record Texts(String form) implements Allowed {
        @Override
        public String text() {
            return "a list of " + form;
        }

        @Override
        public Map<String, Object> schema() {
            return ordered("type", "array", "items", ordered("type", "string"));
        }
    }

    /** For people: {@code 1 to 4,096}. */
    String text();

    /** The same as the keywords of a JSON schema; durations' bounds, which it cannot say, are left out. */
    Map<String, Object> schema();

    private static Map<String, Object> ordered(Object... keysAndValues) {
        Map<String, Object> map = new LinkedHashMap<>();
        for (int i = 0; i < keysAndValues.length; i += 2) {
            map.put((String) keysAndValues[i], keysAndValues[i + 1]);
        }
        return map;
    }
}
