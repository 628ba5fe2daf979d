package org.rmcast.cli.transfer;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.rmcast.api.MulticastSender;
import org.rmcast.api.SessionBuilder;
import org.rmcast.cli.common.ChannelDefaults;
import org.rmcast.cli.common.CommandFailure;
import org.rmcast.cli.common.Figures;
import org.rmcast.cli.common.SenderOptions;
import org.rmcast.cli.common.SendingCommand;
import org.rmcast.cli.common.StatusLine;
import org.rmcast.cli.common.StorageArguments;
import org.rmcast.cli.common.VersionProvider;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
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
public final class SendCommand extends SendingCommand {
    @Mixin
    private StorageArguments storage = new StorageArguments();

    @Parameters(paramLabel = "FILE", arity = "1..*", description = "The files; their names must differ.")
    private List<Path> paths = new ArrayList<>();

    private final AtomicLong sent = new AtomicLong();
    private volatile String sending = "";

    private List<OutgoingFile> files = List.of();

    /** For picocli. */
    public SendCommand() {
        super(ChannelDefaults.FILES, 1);
    }

    @Override
    protected void run() throws Exception {
        files = openFiles();
        outcome().put("files", files.size()).put("bytes", total());
        sendAll();
    }

    @Override
    protected SessionBuilder senderBuilder() {
        return storage.apply(builder());
    }

    private long total() {
        return files.stream().mapToLong(OutgoingFile::length).sum();
    }

    private List<OutgoingFile> openFiles() throws IOException {
        Map<String, OutgoingFile> named = new LinkedHashMap<>();
        for (Path path : paths) {
            OutgoingFile file = OutgoingFile.open(path);
            if (named.put(file.name(), file) != null) {
                throw CommandFailure.usage("two files are named " + file.name() + ", receivers could keep only one");
            }
        }
        return List.copyOf(named.values());
    }

    @Override
    protected void send(MulticastSender session) throws Exception {
        StorageArguments.report(session, terminal());
        awaitReceivers(session);
        long start = System.nanoTime();
        int receivers;
        try {
            receivers = StatusLine.during(() -> sendFiles(session), () -> status(session), terminal());
        } finally {
            outcome().put("bytesSent", sent.get()).put("seconds", (System.nanoTime() - start) / 1e9);
        }
        int wanted = wantedReceivers();
        if (receivers < wanted) {
            outcome().put("complete", false).put("wanted", wanted);
            throw CommandFailure.incomplete("only " + receivers + " of " + wanted + " receivers stayed to the end");
        }
        if (!isJson()) {
            print(summary(receivers, (System.nanoTime() - start) / 1e9));
        }
    }

    private int sendFiles(MulticastSender session) throws IOException, InterruptedException {
        OutgoingFile.Output output = new UnsentPart(session.firstMessage(), session::send);
        for (OutgoingFile file : files) {
            sending = file.name();
            file.send(output, sent);
        }
        return close(session);
    }

    private String status(MulticastSender session) {
        long total = total();
        return StatusLine.bar(sent.get(), total) + " " + sending + ", " + Figures.bytes(sent.get()) + " of "
                + Figures.bytes(total) + SenderOptions.receivers(session);
    }

    private String summary(int receivers, double seconds) {
        return "sent " + Figures.plural(files.size(), "file") + ", " + Figures.bytes(total()) + ", in "
                + Figures.seconds(seconds) + " (" + Figures.rate(total() / seconds) + "); "
                + SenderOptions.completion(receivers);
    }
}
