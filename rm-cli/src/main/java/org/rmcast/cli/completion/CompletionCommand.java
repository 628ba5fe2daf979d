package org.rmcast.cli.completion;

import org.jspecify.annotations.Nullable;
import org.rmcast.cli.common.CommonOptions;
import org.rmcast.cli.common.VersionProvider;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code rmcast completion}. */
@Command(
        name = "completion",
        description = "Print a script that lets bash or zsh complete command lines of rmcast.",
        footer = {"", "Example: source <(rmcast completion)"},
        versionProvider = VersionProvider.class)
public final class CompletionCommand implements Runnable {
    @Mixin
    private CommonOptions common = new CommonOptions();

    @Spec
    private @Nullable CommandSpec spec;

    /** For picocli. */
    public CompletionCommand() {}

    @Override
    public void run() {
        if (spec == null) {
            throw new IllegalStateException("this command is used without picocli");
        }
        CommandSpec root = spec.root();
        common.terminal().out().print(AutoComplete.bash(root.name(), root.commandLine()));
        common.terminal().out().flush();
    }
}
