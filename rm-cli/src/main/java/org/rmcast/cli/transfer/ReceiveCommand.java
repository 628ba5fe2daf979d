package org.rmcast.cli.transfer;

import java.nio.file.Files;
import java.nio.file.Path;
import org.rmcast.cli.common.ChannelDefaults;
import org.rmcast.cli.common.CommandFailure;
import org.rmcast.cli.common.Figures;
import org.rmcast.cli.common.ReceivingCommand;
import org.rmcast.cli.common.Reception;
import org.rmcast.cli.common.VersionProvider;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code rmcast receive}. */
@Command(
        name = "receive",
        description = {
            "Receive files into a directory until the sender ends.",
            "Each file appears under its name when it is complete and verified, or not at all."
        },
        footer = {"", "Example: rmcast receive --dir inbox"},
        versionProvider = VersionProvider.class)
public final class ReceiveCommand extends ReceivingCommand {
    @Option(names = "--dir", paramLabel = "DIR", required = true, description = "Where the files go; must exist.")
    private Path directory = Path.of("");

    @Option(names = "--overwrite", description = "Replace older files of the same names.")
    private boolean overwrite;

    @Option(
            names = "--max-files",
            paramLabel = "N",
            defaultValue = "10000",
            description = "Refuse further files after so many (default: ${DEFAULT-VALUE}).")
    private int maxFiles;

    /** For picocli. */
    public ReceiveCommand() {
        super(ChannelDefaults.FILES);
    }

    @Override
    protected void run() throws Exception {
        check();
        FileReceiver files = new FileReceiver(directory.toRealPath(), overwrite, maxFiles);
        Reception.End end;
        try (files) {
            end = receive(files, new Reception(files), files::status);
        } finally {
            outcome().putAll(files.fields());
        }
        if (!isJson()) {
            report(files);
        }
        end.requireEnded();
        if (!files.problems().isEmpty()) {
            outcome().put("complete", false);
            throw CommandFailure.incomplete(String.join("; ", files.problems()));
        }
        if (files.finished().isEmpty()) {
            throw CommandFailure.failed("the sender ended without sending a file");
        }
    }

    private void check() {
        if (!Files.isDirectory(directory)) {
            throw CommandFailure.usage("--dir " + directory + ": no such directory");
        }
        if (!Files.isWritable(directory)) {
            throw CommandFailure.usage("--dir " + directory + ": permission denied");
        }
        if (maxFiles < 1) {
            throw CommandFailure.usage("--max-files " + maxFiles + ": must be 1 or more");
        }
    }

    private void report(FileReceiver files) {
        files.finished().forEach(file -> print(file.toString()));
        say("received " + Figures.plural(files.finished().size(), "file") + ", " + Figures.bytes(files.bytes())
                + ", in " + Figures.seconds(files.seconds()));
    }
}
