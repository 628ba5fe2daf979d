package org.rmcast.testkit;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import javax.lang.model.SourceVersion;
import org.rmcast.api.Parameters;
import org.rmcast.core.channel.Allowed;
import org.rmcast.core.channel.Parameter;
import org.rmcast.core.channel.ParameterTable;

/** Writes the source of {@link TypedParameters}, formatted as the project formats. */
final class TypedParametersSource {
    private static final String PRESET = "preset";
    private static final int COLUMNS = 120;
    private static final List<String> TAKEN = List.of("build", "self", "defaults", "paper", "from", "toString");

    private final TypedParameters wanted;
    private final String protocol;
    private final ParameterTable table;
    private final StringBuilder source = new StringBuilder();

    private TypedParametersSource(TypedParameters wanted, String protocol, ParameterTable table) {
        this.wanted = wanted;
        this.protocol = protocol;
        this.table = table;
    }

    static String of(TypedParameters wanted, String protocol, ParameterTable table) {
        return new TypedParametersSource(wanted, protocol, table).write();
    }

    private String write() {
        String name = wanted.className();
        line("package " + wanted.packageName() + ";");
        line("");
        imports().forEach(imported -> line("import " + imported + ";"));
        line("");
        comment(
                "",
                "The parameters of {@code " + protocol + "} by name and type, for "
                        + "{@link org.rmcast.api.Channel.Builder#parameters(Parameters)}. Written from their declarations by the test of"
                        + " the protocol's contract with {@code -Drm.docs=write}; changes are lost.",
                List.of());
        line("public final class " + name + " extends ParametersBuilder<" + name + "> {");
        line("    private " + name + "(Parameters given) {");
        line("        super(given);");
        line("    }");
        starts();
        line("");
        line("    @Override");
        line("    protected " + name + " self() {");
        line("        return this;");
        line("    }");
        table.parameters().stream()
                .filter(parameter -> !parameter.name().equals(PRESET))
                .forEach(this::setter);
        line("}");
        return source.toString();
    }

    /** An enum of the same package that stands by itself needs no import. */
    private boolean isElsewhere(Class<?> type) {
        return type.isMemberClass() || !type.getPackageName().equals(wanted.packageName());
    }

    private Set<String> imports() {
        Set<String> imports = new TreeSet<>();
        imports.add("org.rmcast.api.Parameters");
        imports.add("org.rmcast.api.ParametersBuilder");
        for (Parameter parameter : table.parameters()) {
            if (parameter.allowed() instanceof Allowed.Time) {
                imports.add("java.time.Duration");
            }
            if (parameter.allowed() instanceof Allowed.OneOf oneOf && isElsewhere(oneOf.type())) {
                imports.add(oneOf.type().getCanonicalName());
            }
        }
        return imports;
    }

    private boolean hasPreset() {
        return table.find(PRESET).isPresent();
    }

    private void starts() {
        start("defaults", "", "With nothing given: every default.", "Parameters.none()");
        start("from", "Parameters given", "With what was given elsewhere, such as in a channel's file.", "given");
        if (hasPreset()) {
            String preset = "Parameters.none()).choice(\"preset\", Preset.PAPER";
            start("paper", "", "With the values of the published algorithm where none is given.", preset);
        }
        for (TypedParameters.Start start : wanted.starts()) {
            String value = start.value().getDeclaringClass().getSimpleName()
                    + '.'
                    + start.value().name();
            String given = "Parameters.none()).choice(\"" + start.parameter() + "\", " + value;
            start(start.method(), "", start.meaning(), given);
        }
    }

    private void start(String method, String argument, String meaning, String given) {
        line("");
        comment("    ", meaning, List.of());
        line("    public static " + wanted.className() + ' ' + method + '(' + argument + ") {");
        line("        return new " + wanted.className() + '(' + given + ");");
        line("    }");
    }

    private void setter(Parameter parameter) {
        String name = parameter.name();
        if (SourceVersion.isKeyword(name) || TAKEN.contains(name)) {
            throw new AssertionError("a parameter '" + name + "' can have no method of that name");
        }
        line("");
        comment(
                "    ",
                escaped(parameter.explanation()),
                List.of("@param value " + escaped(parameter.range()) + "; " + escaped(unlessGiven(parameter))));
        line("    public " + wanted.className() + ' ' + name + '(' + type(parameter.allowed()) + " value) {");
        line("        return " + call(parameter) + ";");
        line("    }");
    }

    private static String unlessGiven(Parameter parameter) {
        boolean differ = parameter.defaults().differ();
        return parameter.defaultsText() + " by default"
                + (differ ? ", " + parameter.paperText() + " with the preset paper" : "");
    }

    private static String type(Allowed allowed) {
        if (allowed instanceof Allowed.Whole whole) {
            return isInt(whole) ? "int" : "long";
        }
        if (allowed instanceof Allowed.OneOf oneOf) {
            return oneOf.type().getSimpleName();
        }
        return allowed instanceof Allowed.Real
                ? "double"
                : allowed instanceof Allowed.Time
                        ? "Duration"
                        : allowed instanceof Allowed.Flag
                                ? "boolean"
                                : allowed instanceof Allowed.Texts ? "String..." : "String";
    }

    private static boolean isInt(Allowed.Whole whole) {
        return whole.min() >= Integer.MIN_VALUE && whole.max() <= Integer.MAX_VALUE;
    }

    private static String call(Parameter parameter) {
        String start = "(\"" + parameter.name() + "\", value";
        Allowed allowed = parameter.allowed();
        if (allowed instanceof Allowed.Whole whole) {
            return "whole" + start + ", " + number(whole.min()) + ", " + number(whole.max()) + ')';
        }
        if (allowed instanceof Allowed.Real real) {
            return "real" + start + ", " + real.min() + ", " + real.max() + ')';
        }
        if (allowed instanceof Allowed.Time time) {
            return "time" + start + ", \"" + Parameters.text(time.min()) + "\", \"" + Parameters.text(time.max())
                    + "\")";
        }
        String method = allowed instanceof Allowed.Flag
                ? "flag"
                : allowed instanceof Allowed.OneOf ? "choice" : allowed instanceof Allowed.Texts ? "texts" : "text";
        return method + start + ')';
    }

    private static String number(long value) {
        String grouped = String.format(Locale.ROOT, "%,d", value).replace(',', '_');
        return value == (int) value ? grouped : grouped + 'L';
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("@", "&#64;")
                .replaceAll("`([^`]*)`", "<code>$1</code>");
    }

    private void comment(String indent, String text, List<String> tags) {
        List<String> lines = Wrapped.lines(text, COLUMNS - indent.length() - 3);
        if (tags.isEmpty()
                && lines.size() == 1
                && indent.length() + lines.get(0).length() + 7 <= COLUMNS) {
            line(indent + "/** " + lines.get(0) + " */");
            return;
        }
        line(indent + "/**");
        lines.forEach(each -> line(indent + " * " + each));
        if (!tags.isEmpty()) {
            line(indent + " *");
        }
        for (String tag : tags) {
            Wrapped.lines(tag, COLUMNS - indent.length() - 7)
                    .forEach(each -> line(indent + " * " + (each.startsWith("@") ? "" : "    ") + each));
        }
        line(indent + " */");
    }

    private void line(String text) {
        source.append(text).append('\n');
    }
}
