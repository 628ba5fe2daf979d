package org.rmcast.cli.common;

import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.IDefaultValueProvider;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * What options are if the command line does not say: first the environment ({@code RMCAST_WAIT_FOR} for {@code --wait-for}), then the
 * user's file ({@code send.wait-for}, or {@code wait-for} for all commands), then the command's own defaults.
 */
public final class Defaults implements IDefaultValueProvider {
    private static final String PREFIX = "RMCAST_";
    private static final String FILE = PREFIX + "CONFIG";

    private final Map<String, String> environment;
    private final Properties file;
    private final String fileName;

    /** A command that has defaults of its own. */
    public interface Owner {
        /** Values by the options' names, such as {@code --port}. */
        Map<String, String> defaultValues();
    }

    Defaults(Map<String, String> environment, Properties file, String fileName) {
        this.environment = Map.copyOf(environment);
        this.file = file;
        this.fileName = fileName;
    }

    /** Only what commands say themselves. */
    public static Defaults none() {
        return new Defaults(Map.of(), new Properties(), "");
    }

    /**
     * This process's environment, and the file that {@code RMCAST_CONFIG} names, else {@code ~/.rmcast.properties} if it is there.
     *
     * @throws CommandFailure if the file cannot be read
     */
    public static Defaults ofProcess() {
        return of(System.getenv(), Path.of(System.getProperty("user.home", "."), ".rmcast.properties"));
    }

    static Defaults of(Map<String, String> environment, Path usualFile) {
        String named = environment.get(FILE);
        Path path = named == null ? usualFile : Path.of(named);
        Properties properties = new Properties();
        if (named != null || Files.exists(path)) {
            try (Reader reader = Files.newBufferedReader(path, StandardCharsets.UTF_8)) {
                properties.load(reader);
            } catch (IOException | IllegalArgumentException e) {
                throw CommandFailure.usage("cannot read the options in " + path + ": " + ErrorMessages.describe(e), e);
            }
        }
        return new Defaults(environment, properties, path.toString());
    }

    /**
     * Lets the commands use these.
     *
     * @throws CommandFailure if the file has a key that is no option of any command
     */
    public void install(CommandLine commandLine) {
        Set<String> keys = new TreeSet<>();
        collectKeys(commandLine, keys);
        for (String key : file.stringPropertyNames()) {
            if (!keys.contains(key)) {
                throw CommandFailure.usage(fileName + ": unknown option '" + key
                        + "'; keys are options without dashes, such as interface, or send.wait-for for one command");
            }
        }
        commandLine.setDefaultValueProvider(this);
    }

    private static void collectKeys(CommandLine commandLine, Set<String> keys) {
        for (OptionSpec option : commandLine.getCommandSpec().options()) {
            if (isOpen(option)) {
                keys.add(name(option));
                keys.add(fileKey(commandLine.getCommandSpec(), option));
            }
        }
        commandLine.getSubcommands().values().forEach(command -> collectKeys(command, keys));
    }

    @Override
    public @Nullable String defaultValue(ArgSpec argument) {
        if (!(argument instanceof OptionSpec option) || !isOpen(option)) {
            return null;
        }
        String source = source(option);
        if (source != null) {
            return source.startsWith(PREFIX) ? environment.get(source) : file.getProperty(source);
        }
        Object command = option.command().userObject();
        return command instanceof Owner owner ? owner.defaultValues().get(option.longestName()) : null;
    }

    /** Where the value of an option comes from, for messages: a variable, or a key of the file; null if from neither. */
    private @Nullable String source(OptionSpec option) {
        String variable = PREFIX + name(option).toUpperCase(Locale.ROOT).replace('-', '_');
        if (environment.containsKey(variable)) {
            return variable;
        }
        String key = fileKey(option.command(), option);
        if (file.containsKey(key)) {
            return key;
        }
        return file.containsKey(name(option)) ? name(option) : null;
    }

    /** {@code  (from RMCAST_PORT)} if the value of this argument may come from there; else empty. */
    String origin(OptionSpec option) {
        String source = isOpen(option) ? source(option) : null;
        if (source == null) {
            return "";
        }
        return " (from " + (source.startsWith(PREFIX) ? source : source + " in " + fileName) + ")";
    }

    private static boolean isOpen(OptionSpec option) {
        return !option.usageHelp() && !option.versionHelp() && !option.hidden() && option.group() == null;
    }

    private static String name(OptionSpec option) {
        return option.longestName().replaceFirst("^-+", "");
    }

    private static String fileKey(CommandSpec command, OptionSpec option) {
        String path = CommonOptions.path(command).replace(' ', '.');
        return path.isEmpty() ? name(option) : path + "." + name(option);
    }
}
