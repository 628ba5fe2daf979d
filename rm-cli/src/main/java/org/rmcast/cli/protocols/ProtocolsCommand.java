package org.rmcast.cli.protocols;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.rmcast.api.Role;
import org.rmcast.cli.common.CommandFailure;
import org.rmcast.cli.common.ReportingCommand;
import org.rmcast.cli.common.Table;
import org.rmcast.cli.common.Terminal;
import org.rmcast.cli.common.VersionProvider;
import org.rmcast.core.channel.ChannelSchema;
import org.rmcast.core.channel.Parameter;
import org.rmcast.core.channel.ParameterTable;
import org.rmcast.core.engine.Configured;
import org.rmcast.core.engine.Protocol;
import org.rmcast.core.engine.Protocols;
import org.rmcast.core.wire.Wire;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code rmcast protocols}: what protocols and parameters declare of themselves. */
@Command(
        name = "protocols",
        description = "List the protocols, or the parameters of one: defaults, range, what raising each does.",
        footer = {"", "Example: rmcast protocols tram"},
        versionProvider = VersionProvider.class)
public final class ProtocolsCommand extends ReportingCommand {
    private static final int MAX_COLUMNS = 120;
    private static final String INDENT = "    ";

    @Parameters(arity = "0..1", paramLabel = "NAME", description = "The protocol whose parameters to show.")
    private @Nullable String name;

    @Option(names = "--schema", description = "The JSON schema of channel files, for editors and other tools.")
    private boolean schema;

    /** For picocli. */
    public ProtocolsCommand() {}

    @Override
    protected void run() {
        if (schema) {
            terminal().out().print(schema());
        } else if (isJson()) {
            outcome().putAll(name == null ? all() : all(find(name)));
        } else if (name == null) {
            list(terminal().out());
        } else {
            show(find(name), terminal());
        }
        terminal().out().flush();
    }

    /** A schema is a document of its own. */
    @Override
    protected boolean isJson() {
        return super.isJson() && !schema;
    }

    /** The schema of channel files for all protocols that are there. */
    static String schema() {
        Map<String, ParameterTable> tables = new LinkedHashMap<>();
        Protocols.present().forEach((protocol, implementation) -> tables.put(protocol, implementation.parameters()));
        return ChannelSchema.of(tables);
    }

    private static Protocol find(String name) {
        try {
            return Protocols.find(name);
        } catch (IllegalArgumentException e) {
            throw CommandFailure.usage(String.valueOf(e.getMessage()), e);
        }
    }

    private static Map<String, Object> all() {
        List<Object> all = new ArrayList<>();
        Protocols.present().values().forEach(protocol -> all.add(summary(protocol)));
        return Map.of("protocols", all);
    }

    private static Map<String, Object> all(Protocol protocol) {
        Map<String, Object> document = summary(protocol);
        document.put("parameters", protocol.parameters().toJson());
        return document;
    }

    private static void list(PrintWriter out) {
        Table table = new Table("protocol", "roles", " parameters");
        Protocols.present()
                .values()
                .forEach(protocol -> table.row(
                        protocol.name(),
                        String.join(", ", roles(protocol)),
                        protocol.parameters().parameters().size()));
        table.lines().forEach(out::println);
    }

    private static void show(Protocol protocol, Terminal terminal) {
        terminal.out().println(protocol.name() + ": " + String.join(", ", roles(protocol)));
        terminal.out()
                .println(
                        "Values with the presets paper / defaults; in a channel's \"parameters\", or --param KEY=VALUE.");
        int columns = Math.min(terminal.columns(), MAX_COLUMNS);
        for (Parameter parameter : protocol.parameters().parameters()) {
            terminal.out().println();
            headlines(parameter).forEach(terminal.out()::println);
            wrap(parameter.explanation(), columns - INDENT.length())
                    .forEach(line -> terminal.out().println(INDENT + line));
        }
    }

    /** One line, unless it is longer than any terminal is taken to be. */
    private static List<String> headlines(Parameter parameter) {
        String line = headline(parameter);
        if (line.length() <= MAX_COLUMNS) {
            return List.of(line);
        }
        List<String> lines = new ArrayList<>();
        for (String part : wrap(line, MAX_COLUMNS - INDENT.length())) {
            lines.add((lines.isEmpty() ? "" : INDENT) + part);
        }
        return lines;
    }

    private static String headline(Parameter parameter) {
        String values = parameter.defaults().differ()
                ? parameter.paperText() + " / " + parameter.defaultsText()
                : parameter.defaultsText();
        return parameter.name() + " = " + values + "   (" + parameter.range() + ")";
    }

    private static Map<String, Object> summary(Protocol protocol) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("name", protocol.name());
        fields.put("roles", roles(protocol));
        return fields;
    }

    private static List<String> roles(Protocol protocol) {
        return configured(protocol).roles().stream()
                .sorted()
                .map(ProtocolsCommand::written)
                .collect(Collectors.toList());
    }

    private static Configured configured(Protocol protocol) {
        return protocol.configure(org.rmcast.api.Parameters.none(), Wire.DEFAULT_DATAGRAM_BYTES);
    }

    private static String written(Role role) {
        return role.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Lines of at most so many characters, but for longer words. */
    static List<String> wrap(String text, int width) {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder();
        for (String word : text.split(" ", -1)) {
            if (line.length() > 0 && line.length() + 1 + word.length() > width) {
                lines.add(line.toString());
                line.setLength(0);
            }
            line.append(line.length() == 0 ? "" : " ").append(word);
        }
        lines.add(line.toString());
        return lines;
    }
}
