package org.rmcast.cli.common;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** What every subcommand has: help, version, {@code --verbose}, and its terminal. */
@OptionHeading("General")
public final class CommonOptions {
    @Spec(Spec.Target.MIXEE)
    private @Nullable CommandSpec spec;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this help and exit.")
    boolean help;

    @Option(
            names = {"-V", "--version"},
            versionHelp = true,
            description = "Show the version and exit.")
    boolean version;

    private boolean verbose;

    /** For picocli. */
    public CommonOptions() {}

    @Option(
            names = {"-v", "--verbose"},
            description = "Log what happens, and show where errors come from.")
    void setVerbose(boolean verbose) {
        this.verbose = verbose;
        if (LoggerFactory.getLogger("org.rmcast") instanceof Logger logger) {
            logger.setLevel(verbose ? Level.DEBUG : null);
        }
    }

    /** For a command that shows the sessions' events itself: keeps them out of the log unless {@code --verbose}. */
    public void keepEventsOutOfLog() {
        if (!verbose && LoggerFactory.getLogger("org.rmcast.core.observe") instanceof Logger logger) {
            logger.setLevel(Level.ERROR);
        }
    }

    /** Whether {@code --verbose} was given. */
    public boolean verbose() {
        return verbose;
    }

    /** Where the command writes. */
    public Terminal terminal() {
        CommandLine commandLine = spec().commandLine();
        Object root = spec().root().userObject();
        Terminal terminal = root instanceof Terminal.Owner owner ? owner.terminal() : Terminal.plain();
        return terminal.withWriters(commandLine.getOut(), commandLine.getErr());
    }

    /** The command as the user typed it, such as {@code rmcast stream send}. */
    public String commandName() {
        return spec().qualifiedName();
    }

    /** The command without the program's name, such as {@code stream send}. */
    String path() {
        return path(spec());
    }

    static String path(CommandSpec spec) {
        String name = spec.qualifiedName();
        int blank = name.indexOf(' ');
        return blank < 0 ? "" : name.substring(blank + 1);
    }

    private CommandSpec spec() {
        if (spec == null) {
            throw new IllegalStateException("this mixin is used without picocli");
        }
        return spec;
    }

    static boolean isVerbose(CommandLine commandLine) {
        return commandLine.getMixins().values().stream()
                .anyMatch(mixin -> mixin instanceof CommonOptions options && options.verbose);
    }
}
