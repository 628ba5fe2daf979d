package org.rmcast.cli.transfer;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.rmcast.api.Channel;
import org.rmcast.api.MulticastSender;
import org.rmcast.api.SessionBuilder;
import org.rmcast.bulk.BulkData;
import org.rmcast.cli.common.Bulk;
import org.rmcast.cli.common.ChannelDefaults;
import org.rmcast.cli.common.CommandFailure;
import org.rmcast.cli.common.ExitCode;
import org.rmcast.cli.common.Figures;
import org.rmcast.cli.common.OneSenderCommand;
import org.rmcast.cli.common.SenderOptions;
import org.rmcast.cli.common.StatusLine;
import org.rmcast.cli.common.StorageArguments;
import org.rmcast.cli.common.VersionProvider;
import org.rmcast.rmtp.DeliveryReport;
import org.rmcast.rmtp.ReceiverList;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code rmcast send}. */
@Command(
        name = "send",
        description = {
            "Send files, directories with all that is below them, or standard input to all receivers of a channel.",
            "Receivers get a directory's files under its name. Links, names that begin with a dot and empty directories are left out."
        },
        footer = {
            "",
            "Examples: rmcast send --wait-for 3 image.iso notes.txt photos",
            "          tar c src | rmcast send --input-name src.tar -",
            "          rmcast send --protocol rmtp --receivers hosts.txt --rate 400Mbit image.iso",
            "With --storage DIR --resume the same command goes on with the transfer after its process was killed."
        },
        versionProvider = VersionProvider.class)
public final class SendCommand extends OneSenderCommand {
    @Mixin
    private StorageArguments storage = new StorageArguments();

    @Parameters(
            paramLabel = "FILE",
            arity = "1..*",
            description = "Files and directories, whose names must differ; - is standard input.")
    private List<Path> paths = new ArrayList<>();

    @Option(
            names = "--input-name",
            paramLabel = "NAME",
            defaultValue = "stdin",
            description = "The name under which receivers get standard input (default: ${DEFAULT-VALUE}).")
    private String inputName = "stdin";

    @Option(
            names = "--receivers",
            paramLabel = "FILE|COUNT",
            description = "With --protocol rmtp: who is to get it, a file with HOST:PORT on each line, or how many"
                    + " (default: as many as --wait-for says).")
    private @Nullable String receivers;

    private final FilesToSend files = new FilesToSend();
    private final TransferProgress progress = new TransferProgress();
    private final AtomicLong sent = new AtomicLong();
    private volatile String sending = "";

    /** For picocli. */
    public SendCommand() {
        super(ChannelDefaults.FILES, 1);
    }

    @Override
    protected void run() throws Exception {
        Channel channel = channel();
        if (Bulk.isOf(channel)) {
            deliver(Bulk.waiting(channel, waitTimeout()));
            return;
        }
        if (receivers != null) {
            throw CommandFailure.usage("--receivers is for --protocol " + Bulk.PROTOCOL + "; --wait-for says how many");
        }
        findFiles();
        outcome().put("files", files.files().size()).put("leftOut", files.leftOut());
        files.leftOut().forEach(left -> say("left out: " + left));
        sendAll();
    }

    /** By RMTP: each path is a delivery of its own, with a verdict for each receiver. */
    private void deliver(Channel channel) throws Exception {
        if (storage.isGiven()) {
            throw CommandFailure.usage("--storage is for sessions; with --protocol " + Bulk.PROTOCOL
                    + " receivers go on with what they have when the same is sent again");
        }
        ReceiverList list = receivers != null
                ? BulkReceivers.of(receivers)
                : wantedReceivers() > 0 ? ReceiverList.count(wantedReceivers()) : ReceiverList.anyone();
        BulkSending sending = new BulkSending(channel, list, bulkOptions(), terminal(), this::measureBulk);
        watchBulk(sending::answer);
        List<Object> deliveries = new ArrayList<>();
        List<String> failures = new ArrayList<>();
        boolean nobody = true;
        outcome().put("deliveries", deliveries).put("complete", false);
        for (Path path : paths) {
            BulkData data = BulkData.of(path);
            data.leftOut().forEach(left -> say("left out: " + left));
            DeliveryReport report = sending.deliver(data);
            deliveries.add(BulkSending.fields(data, report));
            BulkSending.failures(report, list).forEach(failure -> failures.add(data.name() + ": " + failure));
            nobody &= report.receivers().stream().allMatch(BulkSending::neverCame);
            if (!isJson()) {
                BulkSending.table(report).forEach(this::print);
                print(BulkSending.summary(data, report));
            }
        }
        if (nobody) {
            throw CommandFailure.of(
                    ExitCode.NOBODY_CAME,
                    "no receiver answered within "
                            + Figures.seconds(waitTimeout().toMillis() / 1e3));
        }
        if (!failures.isEmpty()) {
            throw CommandFailure.incomplete(String.join("; ", failures));
        }
        outcome().put("complete", true);
    }

    private void findFiles() throws IOException {
        for (Path path : paths) {
            if (path.toString().equals(FilesToSend.STANDARD_INPUT)) {
                files.add(terminal().in(), inputName);
            } else {
                files.add(path);
            }
        }
        if (files.totalBytes() == null && storage.resumes()) {
            throw CommandFailure.usage("--resume needs files that can be read again, and standard input cannot");
        }
    }

    @Override
    protected SessionBuilder senderBuilder() {
        return storage.apply(builder());
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
            Long total = files.totalBytes();
            outcome()
                    .put("bytes", total == null ? sent.get() : total)
                    .put("bytesSent", sent.get())
                    .put("seconds", (System.nanoTime() - start) / 1e9);
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
        for (OutgoingFile file : files.files()) {
            sending = file.name();
            file.send(output, sent);
        }
        return close(session);
    }

    private String status(MulticastSender session) {
        Long total = files.totalBytes();
        String far = progress.text(sending, sent.get(), total == null ? -1 : total, System.nanoTime());
        return far + SenderOptions.receivers(session);
    }

    private String summary(int receivers, double seconds) {
        return "sent " + Figures.plural(files.files().size(), "file") + ", " + Figures.bytes(sent.get()) + ", in "
                + Figures.seconds(seconds) + " (" + Figures.rate(sent.get() / seconds) + "); "
                + SenderOptions.completion(receivers);
    }
}
