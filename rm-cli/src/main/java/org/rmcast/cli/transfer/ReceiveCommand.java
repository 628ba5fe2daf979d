package org.rmcast.cli.transfer;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.rmcast.api.Channel;
import org.rmcast.cli.common.ChannelOptions;
import org.rmcast.cli.common.CommandFailure;
import org.rmcast.cli.common.CommonOptions;
import org.rmcast.cli.common.ExitCodes;
import org.rmcast.cli.common.Figures;
import org.rmcast.cli.common.Json;
import org.rmcast.cli.common.ReceiverOptions;
import org.rmcast.cli.common.Reception;
import org.rmcast.cli.common.SessionFigures;
import org.rmcast.cli.common.SessionOptions;
import org.rmcast.cli.common.Terminal;
import org.rmcast.cli.common.VersionProvider;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
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
public final class ReceiveCommand implements Callable<Integer> {
    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private ChannelOptions channelOptions = new ChannelOptions();

    @Mixin
    private SessionOptions sessionOptions = new SessionOptions();

    @Mixin
    private ReceiverOptions receiverOptions = new ReceiverOptions();

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

    @Option(names = "--json", description = "Print the figures at the end as one JSON line.")
    private boolean json;

    /** For picocli. */
    public ReceiveCommand() {}

    @Override
    public Integer call() throws Exception {
        Channel channel = channelOptions.channel(FileChannelDefaults.NAME, FileChannelDefaults.PORT);
        if (!Files.isDirectory(directory)) {
            throw CommandFailure.usage("--dir " + directory + ": no such directory");
        }
        if (!Files.isWritable(directory)) {
            throw CommandFailure.usage("--dir " + directory + ": permission denied");
        }
        if (maxFiles < 1) {
            throw CommandFailure.usage("--max-files " + maxFiles + ": must be 1 or more");
        }
        FileReceiver files = new FileReceiver(directory.toRealPath(), overwrite, maxFiles);
        try (files) {
            receive(channel, files);
        }
        return ExitCodes.OK;
    }

    private void receive(Channel channel, FileReceiver files) throws Exception {
        Terminal terminal = common.terminal();
        Reception reception = new Reception(files);
        ReceiverOptions.Result result =
                receiverOptions.receive(sessionOptions, channel, files, reception, terminal, files::status);
        finish(files, result, terminal);
    }

    private void finish(FileReceiver files, ReceiverOptions.Result result, Terminal terminal) throws IOException {
        files.close();
        List<Path> finished = files.finished();
        if (json) {
            Map<String, Object> fields = new LinkedHashMap<>();
            fields.put("files", finished.stream().map(Path::toString).toList());
            fields.put("bytes", files.bytes());
            fields.put("seconds", files.seconds());
            fields.put("problems", files.problems());
            fields.put("ending", result.end().ending());
            fields.put("reason", result.end().reason());
            SessionFigures.of(result.session().statistics()).forEach(fields::putIfAbsent);
            terminal.out().println(Json.line(fields));
        } else {
            finished.forEach(terminal.out()::println);
            terminal.err()
                    .println("received " + Figures.plural(finished.size(), "file") + ", " + Figures.bytes(files.bytes())
                            + ", in " + Figures.seconds(files.seconds()));
        }
        terminal.out().flush();
        terminal.err().flush();
        result.requireEnded();
        if (!files.problems().isEmpty()) {
            throw CommandFailure.failed(String.join("; ", files.problems()));
        }
        if (finished.isEmpty()) {
            throw CommandFailure.failed("the sender ended without sending a file");
        }
    }
}
