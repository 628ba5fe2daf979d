package org.rmcast.cli.transfer;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.rmcast.api.Channel;
import org.rmcast.bulk.BulkListener;
import org.rmcast.bulk.BulkReceiver;
import org.rmcast.cli.common.Bulk;
import org.rmcast.cli.common.ChannelDefaults;
import org.rmcast.cli.common.CommandFailure;
import org.rmcast.cli.common.Figures;
import org.rmcast.cli.common.Outcome;
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
        footer = {
            "",
            "Examples: rmcast receive --dir inbox",
            "          rmcast receive --stay --dir inbox --create --exec 'gzip -9'",
            "          rmcast receive --protocol rmtp --stay --member-port 7201 --dir inbox"
        },
        versionProvider = VersionProvider.class)
public final class ReceiveCommand extends ReceivingCommand {
    @Option(
            names = "--dir",
            paramLabel = "DIR",
            defaultValue = ".",
            description = "Where the files go (default: ${DEFAULT-VALUE}, here).")
    private Path directory = Path.of("");

    @Option(names = "--create", description = "Create the directory if it is missing.")
    private boolean create;

    @Option(names = "--overwrite", description = "Replace older files of the same names.")
    private boolean overwrite;

    @Option(
            names = "--max-files",
            paramLabel = "N",
            defaultValue = "10000",
            description = "Refuse further files of a sender after so many (default: ${DEFAULT-VALUE}).")
    private int maxFiles;

    @Option(names = "--stay", description = "Stay when a sender has ended, for the next one (end with Ctrl-C).")
    private boolean stay;

    @Option(
            names = "--exec",
            paramLabel = "CMD",
            description =
                    "Run this program for each file that is whole, with its path as last argument, without a shell;"
                            + " its output goes to standard error (default: none).")
    private @Nullable String command;

    private @Nullable FileCommand running;
    private int streams;

    /** For picocli. */
    public ReceiveCommand() {
        super(ChannelDefaults.FILES);
    }

    @Override
    protected void run() throws Exception {
        check();
        Channel channel = channel();
        if (Bulk.isOf(channel)) {
            take(channel);
            return;
        }
        FileReceiver files = new FileReceiver(directory.toRealPath(), overwrite, maxFiles, this::onWhole);
        try (FileCommand exec = command == null ? null : new FileCommand(command, terminal(), this::onCommandEnded)) {
            running = exec;
            try {
                receive(files);
            } catch (CommandFailure e) {
                awaitCommands(exec);
                throw e;
            }
            int failures = awaitCommands(exec);
            if (failures != 0) {
                throw CommandFailure.failed("--exec " + command + ": failed for " + Figures.plural(failures, "file"));
            }
        }
    }

    private void watch(BulkReceiver receiver) {
        watchBulk(receiver::answer);
        measureBulk(receiver);
    }

    /** By RMTP. */
    private void take(Channel channel) throws Exception {
        if (hasStorage()) {
            throw CommandFailure.usage("--storage is for sessions; with --protocol " + Bulk.PROTOCOL
                    + " nobody is repaired by a receiver");
        }
        try (FileCommand exec = command == null ? null : new FileCommand(command, terminal(), this::onCommandEnded)) {
            running = exec;
            BulkReceiving receiving = new BulkReceiving(terminal(), this::say, this::watch);
            Duration patience = patience();
            boolean heard;
            try {
                heard = receiving.receive(
                        channel,
                        directory.toRealPath(),
                        bulkOptions().withOverwrite(overwrite),
                        patience,
                        this::onTaken);
            } finally {
                outcome().put("streams", streams);
            }
            if (!heard && patience != null) {
                throw nobodyHeard(channel, patience);
            }
            int failures = awaitCommands(exec);
            if (failures != 0) {
                throw CommandFailure.failed("--exec " + command + ": failed for " + Figures.plural(failures, "file"));
            }
        }
    }

    private boolean onTaken(BulkReceiving.Ended ended) {
        BulkListener.Whole whole = ended.whole();
        streams++;
        if (whole != null) {
            whole.files().forEach(this::onWhole);
        }
        if (!stay) {
            outcome().putAll(ended.fields());
            if (whole == null) {
                throw CommandFailure.incomplete(ended.problem());
            }
        } else if (isJson()) {
            event("stream", ended.fields());
        }
        if (!isJson()) {
            if (whole != null) {
                print(whole.path().toString());
            } else {
                say(ended.problem());
            }
        }
        return stay;
    }

    private void check() throws IOException {
        if (create) {
            Files.createDirectories(directory);
        }
        if (!Files.isDirectory(directory)) {
            throw CommandFailure.usage("--dir " + directory + ": no such directory; --create makes it");
        }
        if (!Files.isWritable(directory)) {
            throw CommandFailure.usage("--dir " + directory + ": permission denied");
        }
        if (maxFiles < 1) {
            throw CommandFailure.usage("--max-files " + maxFiles + ": must be 1 or more");
        }
        if (command != null && command.isBlank()) {
            throw CommandFailure.usage("--exec needs a program");
        }
    }

    private void receive(FileReceiver files) throws Exception {
        if (stay) {
            receiveMany(files);
        } else {
            receiveOne(files);
        }
    }

    private void onWhole(Path file) {
        FileCommand exec = running;
        if (exec != null) {
            exec.run(file);
        }
    }

    private void onCommandEnded(Path file, int exitCode) {
        if (isJson()) {
            event("command", FileCommand.fields(file, exitCode));
        }
    }

    private void receiveOne(FileReceiver files) throws Exception {
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

    /** Ends by an interrupt, or as failed. */
    private void receiveMany(FileReceiver files) throws Exception {
        try (files) {
            Reception.End end =
                    receive(files, Reception.ofMany(files, ended -> onStreamEnd(ended, files)), files::status);
            end.requireEnded();
        } finally {
            outcome().put("streams", streams);
        }
    }

    private void onStreamEnd(Reception.End end, FileReceiver files) throws IOException {
        streams++;
        files.endStream();
        if (isJson()) {
            Map<String, Object> fields = files.fields();
            fields.put(
                    "complete",
                    end.ending() == Reception.Ending.ENDED && files.problems().isEmpty());
            fields.putAll(Outcome.ending(end));
            event("stream", fields);
        } else {
            report(files);
            files.problems().forEach(this::say);
        }
        files.forget();
    }

    private int awaitCommands(@Nullable FileCommand exec) throws InterruptedException {
        if (exec == null) {
            return 0;
        }
        int failures = exec.awaitAll();
        outcome().put("commandsFailed", failures);
        return failures;
    }

    private void report(FileReceiver files) {
        files.finished().forEach(file -> print(file.toString()));
        say("received " + Figures.plural(files.finished().size(), "file") + ", " + Figures.bytes(files.bytes())
                + ", in " + Figures.seconds(files.seconds()));
    }
}
