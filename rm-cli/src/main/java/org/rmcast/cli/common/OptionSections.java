package org.rmcast.cli.common;

import java.lang.reflect.Member;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/**
 * Shows a command's options under headings, by what they are about: first the command's own, then those that it has in common with
 * others, as their classes say with {@link OptionHeading}. The synopsis leaves them out.
 */
public final class OptionSections {
    private static final String OWN = "Options";
    private static final List<String> ORDER =
            List.of(OWN, "Sender", "Receiver", "Storage", "Channel", "Session", "Observing", "Testing", "General");

    private OptionSections() {}

    /** Lets this command and all below it show their options so. */
    public static void install(CommandLine commandLine) {
        commandLine
                .getCommandSpec()
                .usageMessage()
                .abbreviateSynopsis(true)
                .parameterListHeading("%nParameters:%n")
                .commandListHeading("%nCommands:%n");
        commandLine.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_OPTION_LIST, OptionSections::text);
        commandLine.getSubcommands().values().forEach(OptionSections::install);
    }

    private static String text(Help help) {
        Map<String, List<OptionSpec>> sections = new LinkedHashMap<>();
        ORDER.forEach(heading -> sections.put(heading, new ArrayList<>()));
        for (OptionSpec option : help.commandSpec().options()) {
            sections.computeIfAbsent(heading(option), any -> new ArrayList<>()).add(option);
        }
        StringBuilder text = new StringBuilder();
        sections.forEach((heading, options) -> {
            if (options.stream().anyMatch(option -> !option.hidden())) {
                text.append(help.createHeading("%n" + heading + ":%n")).append(lines(help, options));
            }
        });
        return text.toString();
    }

    private static String lines(Help help, List<OptionSpec> options) {
        Help.Layout layout = help.createDefaultLayout(options, List.of(), help.colorScheme());
        layout.addOptions(options, help.parameterLabelRenderer());
        return layout.toString();
    }

    private static String heading(OptionSpec option) {
        OptionHeading heading = option.userObject() instanceof Member member
                ? member.getDeclaringClass().getAnnotation(OptionHeading.class)
                : null;
        return heading == null ? OWN : heading.value();
    }
}
