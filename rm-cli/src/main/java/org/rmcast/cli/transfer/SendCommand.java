package org.rmcast.cli.transfer;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicLong;
import org.rmcast.api.Channel;
import org.rmcast.api.MulticastSender;
import org.rmcast.api.ReliableMulticastSession;
import org.rmcast.api.SessionBuilder;
import org.rmcast.cli.common.ChannelOptions;
import org.rmcast.cli.common.CommandFailure;
import org.rmcast.cli.common.CommonOptions;
import org.rmcast.cli.common.ExitCodes;
import org.rmcast.cli.common.Figures;
import org.rmcast.cli.common.Json;
import org.rmcast.cli.common.SenderOptions;
import org.rmcast.cli.common.SessionFigures;
import org.rmcast.cli.common.SessionOptions;
import org.rmcast.cli.common.StatusLine;
import org.rmcast.cli.common.StorageArguments;
import org.rmcast.cli.common.Terminal;
import org.rmcast.cli.common.VersionProvider;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code rmcast send}. */
@Command(
        name = "send",
        description = "Send files to all receivers of a channel.",
        footer = {
            "",
            "Example: rmcast send --wait-for 3 image.iso notes.txt",
            "With --storage DIR --resume the same command goes on with the transfer after its process was killed."
        },
        versionProvider = VersionProvider.class)
public final class SendCommand implements Callable<Integer> {
    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private ChannelOptions channelOptions = new ChannelOptions();

    @Mixin
    private SessionOptions sessionOptions = new SessionOptions();

    @Mixin
    private SenderOptions senderOptions = new SenderOptions();

    @Mixin
    private StorageArguments storage = new StorageArguments();

    @Parameters(paramLabel = "FILE", arity = "1..*", description = "The files; their names must differ.")
    private List<Path> paths = new ArrayList<>();

    @Option(names = "--json", description = "Print the figures at the end as one JSON line.")
    private boolean json;

    private final AtomicLong sent = new AtomicLong();
    private volatile String sending = "";

    /** For picocli. */
    public SendCommand() {}

    @Override
    public Integer call() throws Exception {
        Channel channel = channelOptions.channel(FileChannelDefaults.NAME, FileChannelDefaults.PORT);
        List<OutgoingFile> files = open();
        MulticastSender session = sessionOptions.open(
                storage.apply(sessionOptions.builder(channel)), SessionBuilder::openSender, common.terminal());
        try {
            send(files, session);
            return ExitCodes.OK;
        } finally {
            session.abort();
        }
    }

    private List<OutgoingFile> open() throws IOException {
        Map<String, OutgoingFile> files = new LinkedHashMap<>();
        for (Path path : paths) {
            OutgoingFile file = OutgoingFile.open(path);
            if (files.put(file.name(), file) != null) {
                throw CommandFailure.usage("two files are named " + file.name() + ", receivers could keep only one");
            }
        }
        return List.copyOf(files.values());
    }

    private void send(List<OutgoingFile> files, MulticastSender session) throws Exception {
        Terminal terminal = common.terminal();
        long total = files.stream().mapToLong(OutgoingFile::length).sum();
        StorageArguments.report(session, terminal);
        senderOptions.awaitReceivers(session, 1, terminal);
        long start = System.nanoTime();
        int receivers = StatusLine.during(
                () -> {
                    OutgoingFile.Output output = new UnsentPart(session.firstMessage(), session::send);
                    for (OutgoingFile file : files) {
                        sending = file.name();
                        file.send(output, sent);
                    }
                    return senderOptions.close(session);
                },
                () -> StatusLine.bar(sent.get(), total) + " " + sending + ", " + Figures.bytes(sent.get()) + " of "
                        + Figures.bytes(total) + SenderOptions.receivers(session),
                terminal);
        report(files.size(), total, receivers, (System.nanoTime() - start) / 1e9, session, terminal);
        if (receivers < senderOptions.wanted(1)) {
            throw CommandFailure.failed(
                    "only " + receivers + " of " + senderOptions.wanted(1) + " receivers stayed to the end");
        }
    }

    private void report(
            int files, long total, int receivers, double seconds, ReliableMulticastSession session, Terminal terminal) {
        if (json) {
            Map<String, Object> fields = new LinkedHashMap<>();
            fields.put("files", files);
            fields.put("bytes", total);
            fields.put("seconds", seconds);
            fields.put("receivers", receivers);
            SessionFigures.of(session.statistics()).forEach(fields::putIfAbsent);
            terminal.out().println(Json.line(fields));
        } else {
            terminal.out()
                    .println("sent " + Figures.plural(files, "file") + ", " + Figures.bytes(total)
                            + ", in " + Figures.seconds(seconds) + " (" + Figures.rate(total / seconds)
                            + "); " + SenderOptions.completion(receivers));
        }
        terminal.out().flush();
    }
}
