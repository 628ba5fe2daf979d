package org.rmcast.lab.perf;

import java.util.LinkedHashSet;
import java.util.Set;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** The command line that made a report, so that its reader can make it again. */
public final class TypedCommand {
    private TypedCommand() {}

    /**
     * What was typed.
     *
     * @param command that runs
     * @param leftOut options whose values mean nothing elsewhere, such as names of files
     */
    public static String of(CommandSpec command, Set<String> leftOut) {
        StringBuilder line = new StringBuilder("./rmcast-lab ").append(command.name());
        // An option that was given again is matched again, each time with all of its values.
        for (OptionSpec option :
                new LinkedHashSet<>(command.commandLine().getParseResult().matchedOptions())) {
            if (!leftOut.contains(option.longestName())) {
                line.append(' ').append(option.longestName());
                if (option.arity().max() > 0) {
                    line.append(' ').append(String.join(separator(option), option.originalStringValues()));
                }
            }
        }
        return line.toString();
    }

    private static String separator(OptionSpec option) {
        return option.splitRegex().isEmpty() ? " " + option.longestName() + " " : ",";
    }
}
