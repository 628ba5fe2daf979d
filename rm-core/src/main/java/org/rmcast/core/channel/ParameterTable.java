package org.rmcast.core.channel;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.rmcast.api.Parameters;

/** The parameters of a protocol, in the order of their declaration. Immutable. */
public final class ParameterTable {
    private static final ParameterTable NONE = new ParameterTable(List.of());

    private final List<Parameter> parameters;

    private ParameterTable(List<Parameter> parameters) {
        this.parameters = List.copyOf(parameters);
    }

    /** Of a protocol that has none. */
    public static ParameterTable none() {
        return NONE;
    }

    /** What these settings declare, with the values of both presets. */
    public static ParameterTable of(Function<Parameters, ? extends Settings> settings) {
        List<Parameter> defaults = settings.apply(Parameters.none()).declared();
        boolean presets =
                defaults.stream().anyMatch(parameter -> parameter.name().equals(Settings.PRESET));
        if (!presets) {
            return new ParameterTable(defaults);
        }
        List<Parameter> paper =
                settings.apply(Parameters.none().with(Settings.PRESET, "paper")).declared();
        List<Parameter> both = new ArrayList<>();
        for (int i = 0; i < defaults.size(); i++) {
            both.add(defaults.get(i).withPaper(paper.get(i).defaults().paper()));
        }
        return new ParameterTable(both);
    }

    /** All of them. */
    public List<Parameter> parameters() {
        return parameters;
    }

    /** Those that are not in the other table. */
    public ParameterTable without(ParameterTable other) {
        return new ParameterTable(parameters.stream()
                .filter(parameter -> other.find(parameter.name()).isEmpty())
                .toList());
    }

    /** The one of this name. */
    public Optional<Parameter> find(String name) {
        return parameters.stream()
                .filter(parameter -> parameter.name().equals(name))
                .findFirst();
    }

    /**
     * Refuses parameters that are not in this table.
     *
     * @throws IllegalArgumentException naming the unknown one, the nearest known one, and all known ones
     */
    public void checkNames(Parameters given) {
        given.checkNames(parameters.stream().map(Parameter::name).toArray(String[]::new));
    }

    /** Whether any default differs between the presets. */
    public boolean presetsDiffer() {
        return parameters.stream().anyMatch(parameter -> parameter.defaults().differ());
    }

    /**
     * These parameters, and of those that are bounds of memory and not given a part of their default: for sessions on a small heap.
     *
     * @param parts which part: the default is divided by it, at least 1
     */
    public Parameters withPartOfHeap(Parameters given, int parts) {
        Parameters all = given;
        boolean paper = given.choice(Settings.PRESET, Preset.DEFAULTS) == Preset.PAPER;
        for (Parameter parameter : parameters) {
            if (parts > 1
                    && parameter.defaults().ofHeap()
                    && !given.has(parameter.name())
                    && parameter.allowed() instanceof Allowed.Whole whole) {
                Object full = paper
                        ? parameter.defaults().paper()
                        : parameter.defaults().defaults();
                long part = Math.max(whole.min(), ((Number) full).longValue() / parts);
                all = all.with(parameter.name(), part);
            }
        }
        return all;
    }

    /** As objects for JSON, one for each, with its fields in a fixed order. */
    public List<Map<String, Object>> toJson() {
        return parameters.stream().map(ParameterTable::json).toList();
    }

    private static Map<String, Object> json(Parameter parameter) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("name", parameter.name());
        fields.put("unit", parameter.words().unit());
        fields.put("range", parameter.allowed().text());
        fields.put("limits", parameter.words().limits());
        fields.put("schema", parameter.allowed().schema());
        fields.put("paper", parameter.defaults().paper());
        fields.put("defaults", parameter.defaults().defaults());
        fields.put("rule", parameter.defaults().rule());
        fields.put("ofHeap", parameter.defaults().ofHeap());
        fields.put("term", parameter.words().term());
        fields.put("meaning", parameter.words().meaning());
        return fields;
    }

    /** As a table in Markdown, with one column for each preset if they differ. */
    public String toMarkdown() {
        StringBuilder table = new StringBuilder();
        boolean presets = presetsDiffer();
        table.append(presets ? "| parameter | paper | defaults | " : "| parameter | default | ")
                .append("range | what it is |\n")
                .append(presets ? "|---|---|---|---|---|\n" : "|---|---|---|---|\n");
        for (Parameter parameter : parameters) {
            table.append("| `").append(parameter.name()).append("` | ");
            if (presets) {
                table.append(cell(parameter.paperText())).append(" | ");
            }
            table.append(cell(parameter.defaultsText())).append(" | ");
            table.append(cell(parameter.range())).append(" | ");
            table.append(cell(parameter.explanation())).append(" |\n");
        }
        return table.toString();
    }

    private static String cell(String text) {
        return text.replace("|", "\\|");
    }
}
