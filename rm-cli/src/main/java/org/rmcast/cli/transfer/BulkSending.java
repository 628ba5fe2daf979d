package org.rmcast.cli.transfer;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.rmcast.api.Channel;
import org.rmcast.api.MeterSource;
import org.rmcast.bulk.BulkData;
import org.rmcast.bulk.BulkOptions;
import org.rmcast.bulk.BulkSender;
import org.rmcast.cli.common.ErrorMessages;
import org.rmcast.cli.common.Figures;
import org.rmcast.cli.common.StatusLine;
import org.rmcast.cli.common.Table;
import org.rmcast.cli.common.Terminal;
import org.rmcast.rmtp.DeliveryReport;
import org.rmcast.rmtp.ReceiverList;
import org.rmcast.rmtp.ReceiverVerdict;

/** Delivers a file or directory by RMTP, and says what became of it at each receiver. */
final class BulkSending {
    private static final long PROGRESS_MILLIS = 500;

    private final Channel channel;
    private final ReceiverList receivers;
    private final BulkOptions options;
    private final Terminal terminal;
    private final Consumer<MeterSource> meters;
    private final TransferProgress progress = new TransferProgress();
    private volatile @Nullable BulkSender running;

    /** @param meters lets the meters of each delivery be seen */
    BulkSending(
            Channel channel,
            ReceiverList receivers,
            BulkOptions options,
            Terminal terminal,
            Consumer<MeterSource> meters) {
        this.meters = meters;
        this.channel = channel;
        this.receivers = receivers;
        this.options = options;
        this.terminal = terminal;
    }

    /**
     * Delivers it.
     *
     * @return what became of it, also if somebody has not got it
     * @throws IOException if it cannot be read, or the sockets fail
     */
    DeliveryReport deliver(BulkData data) throws Exception {
        try (BulkSender sender = BulkSender.send(channel, data, receivers, options, event -> {})) {
            running = sender;
            meters.accept(sender);
            DeliveryReport report = StatusLine.during(() -> await(sender), () -> status(data, sender), terminal);
            IOException failure = sender.failure();
            if (failure != null) {
                throw failure;
            }
            return report;
        } finally {
            running = null;
        }
    }

    /** Complete when the delivery that runs has answered; at once between deliveries. */
    CompletionStage<?> answer() {
        BulkSender sender = running;
        return sender == null ? CompletableFuture.completedStage(null) : sender.answer();
    }

    private static DeliveryReport await(BulkSender sender) throws Exception {
        try {
            return sender.report().toCompletableFuture().get();
        } catch (ExecutionException e) {
            throw ErrorMessages.cause(e);
        }
    }

    private String status(BulkData data, BulkSender sender) {
        try {
            DeliveryReport now = sender.progress().toCompletableFuture().get(PROGRESS_MILLIS, TimeUnit.MILLISECONDS);
            long complete = now.receivers().stream()
                    .filter(receiver -> receiver.outcome().isComplete() || receiver.nanos() > 0)
                    .count();
            long sent = now.packets() == 0
                    ? data.totalBytes()
                    : (long) ((double) data.totalBytes() * Math.min(now.sentToGroup(), now.packets()) / now.packets());
            return progress.text(data.name(), sent, data.totalBytes(), System.nanoTime()) + ", round " + now.rounds()
                    + ", " + complete + " of " + Figures.plural(now.receivers().size(), "receiver") + " complete";
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "";
        } catch (ExecutionException | TimeoutException e) {
            return "";
        }
    }

    /** What became of it in all, as fields of a JSON object. */
    static Map<String, Object> fields(BulkData data, DeliveryReport report) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("name", data.name());
        fields.put("files", data.files());
        fields.put("bytes", data.totalBytes());
        fields.put("seconds", report.nanos() / 1e9);
        fields.put("complete", report.isComplete() && !report.receivers().isEmpty());
        fields.put("rounds", report.rounds());
        fields.put("packets", report.packets());
        fields.put("packetsToGroup", report.sentToGroup());
        fields.put("packetsApart", report.sentApart());
        List<Object> verdicts = new ArrayList<>();
        report.receivers().forEach(receiver -> verdicts.add(fields(receiver)));
        fields.put("verdicts", verdicts);
        return fields;
    }

    private static Map<String, Object> fields(ReceiverVerdict receiver) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("address", Figures.address(receiver.address()));
        fields.put("memberId", Figures.memberId(receiver.memberId()));
        fields.put("outcome", receiver.outcome());
        fields.put("reason", receiver.reason());
        fields.put("round", receiver.round());
        fields.put("seconds", receiver.nanos() / 1e9);
        fields.put("asked", receiver.asked());
        fields.put("polls", receiver.polls());
        fields.put("busy", receiver.busy());
        fields.put("separate", receiver.separate());
        return fields;
    }

    /** A line for each receiver. */
    static List<String> table(DeliveryReport report) {
        Table table =
                new Table("receiver", "outcome", " round", " seconds", " asked again", " polls", " busy", "apart");
        for (ReceiverVerdict receiver : report.receivers()) {
            boolean complete = receiver.outcome().isComplete();
            table.row(
                    Figures.address(receiver.address()),
                    word(receiver.outcome()),
                    complete ? receiver.round() : "-",
                    complete ? String.format(Locale.ROOT, "%.2f", receiver.nanos() / 1e9) : "-",
                    receiver.asked(),
                    receiver.polls(),
                    receiver.busy(),
                    receiver.separate() ? "yes" : "no");
        }
        return table.lines();
    }

    private static String word(ReceiverVerdict.Outcome outcome) {
        return outcome.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    /** Who has not got it, and why; empty if everybody has. */
    static List<String> failures(DeliveryReport report, ReceiverList wanted) {
        List<String> failures = new ArrayList<>();
        for (ReceiverVerdict receiver : report.failed()) {
            failures.add(
                    Figures.address(receiver.address()) + ": " + word(receiver.outcome()) + ", " + receiver.reason());
        }
        int missing = wanted.expected() - report.receivers().size();
        if (missing > 0) {
            failures.add(Figures.plural(missing, "receiver") + " never came");
        }
        return failures;
    }

    static boolean neverCame(ReceiverVerdict receiver) {
        return receiver.outcome() == ReceiverVerdict.Outcome.NOT_CONNECTED;
    }

    /** {@code sent news.pdf, 3.20 MB, in 0.4 s (8.00 MB/s), 2 rounds, 1.3 % sent again}. */
    static String summary(BulkData data, DeliveryReport report) {
        double seconds = Math.max(1e-9, report.nanos() / 1e9);
        long again = report.sentToGroup() + report.sentApart() - report.packets();
        String repeated = again < 0
                ? Figures.percent(-again, report.packets()) + " was there before"
                : Figures.percent(again, report.packets()) + " sent again";
        return "sent " + data.name() + ", " + Figures.bytes(data.totalBytes()) + ", in " + Figures.seconds(seconds)
                + " ("
                + Figures.rate(data.totalBytes() / seconds) + "), " + Figures.plural(report.rounds(), "round") + ", "
                + repeated;
    }
}
