package org.rmcast.core.channel;

/**
 * What a protocol says of one of its parameters; made by the declaration that also reads the value, see {@link Settings}.
 *
 * @param name the name in a channel
 * @param allowed the values that it may have, whatever others are given
 * @param defaults what it is when it is not given
 * @param words what people are told of it
 */
public record Parameter(String name, Allowed allowed, Defaults defaults, Words words) {
    /**
     * The value of a parameter that is not given, as JSON says it.
     *
     * @param paper with the preset {@code paper}
     * @param defaults with the preset {@code defaults}
     * @param rule how it follows from other parameters, empty if it depends on the preset alone
     * @param ofHeap whether sessions take a part of it where the heap is small
     */
    public record Defaults(Object paper, Object defaults, String rule, boolean ofHeap) {
        /** Whether the presets differ. */
        public boolean differ() {
            return !paper.equals(defaults);
        }
    }

    /**
     * What people are told.
     *
     * @param unit of the value, empty if it has none or the value names its own
     * @param term what the papers call it, empty if they do not
     * @param limits what the range depends on besides, such as {@code at least windowMin}; empty if nothing
     * @param meaning what it is, what raising it does, and why the presets differ
     */
    public record Words(String unit, String term, String limits, String meaning) {}

    /** The range and the unit: {@code 1 to 4,096 packets, at least windowMin}. */
    public String range() {
        String unit = words.unit().isEmpty() ? "" : " " + words.unit();
        String limits = words.limits().isEmpty() ? "" : ", " + words.limits();
        return allowed.text() + unit + limits;
    }

    /** The value with the preset {@code paper}, for people. */
    public String paperText() {
        return ParameterText.value(defaults.paper(), words.unit());
    }

    /** The value with the preset {@code defaults}, for people. */
    public String defaultsText() {
        return ParameterText.value(defaults.defaults(), words.unit());
    }

    /** What it is, with the rule of its default and the papers' word for it. */
    public String explanation() {
        String term = words.term().isEmpty() ? "" : " In the papers: " + words.term() + ".";
        String rule = defaults.rule().isEmpty() ? "" : " Unless given: " + defaults.rule() + ".";
        String heap = defaults.ofHeap() ? " Unless given: less where the heap is small." : "";
        return words.meaning() + rule + heap + term;
    }

    Parameter withPaper(Object paper) {
        return new Parameter(
                name, allowed, new Defaults(paper, defaults.defaults(), defaults.rule(), defaults.ofHeap()), words);
    }
}
