package org.rmcast.bulk;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.rmcast.api.Channel;
import org.rmcast.api.Role;
import org.rmcast.api.SessionEvent;
import org.rmcast.rmtp.BulkSource;
import org.rmcast.rmtp.Delivering;
import org.rmcast.rmtp.DeliveryReport;
import org.rmcast.rmtp.ReceiverList;
import org.rmcast.rmtp.RmtpProtocol;

/**
 * Delivers a file, or another data set, to known receivers. It begins when it is opened and ends by itself.
 *
 * <pre>{@code
 * try (BulkSender sender = BulkSender.send(channel, Path.of("news.pdf"), ReceiverList.count(4), event -> {})) {
 *     DeliveryReport report = sender.report().toCompletableFuture().join();
 * }
 * }</pre>
 *
 * <p>Thread safe.
 */
public final class BulkSender implements AutoCloseable {
    private final CompletableFuture<DeliveryReport> report = new CompletableFuture<>();
    private final CompletableFuture<BulkHost> opened = new CompletableFuture<>();
    private final Runnable onClose;

    private BulkSender(
            Channel channel, BulkSource source, ReceiverList receivers, Consumer<SessionEvent> events, Runnable onClose)
            throws IOException {
        this.onClose = onClose;
        RmtpProtocol protocol =
                new RmtpProtocol(context -> new RmtpProtocol.Delivery(source, receivers), context -> dataSet -> null);
        BulkHost host = BulkHost.open(channel, Role.SENDER, protocol, 0, event -> {
            events.accept(event);
            if (event instanceof SessionEvent.StreamEnded) {
                whenOpen(there -> report.complete(now(there)));
            }
        });
        opened.complete(host);
        host.ended()
                .thenAccept(end -> report.completeExceptionally(
                        new IOException("the delivery has ended without a report: " + end.failure(), end.cause())));
    }

    /** Delivers a file under its name. The file must not change meanwhile. */
    public static BulkSender send(Channel channel, Path file, ReceiverList receivers, Consumer<SessionEvent> events)
            throws IOException {
        FileSource source = FileSource.open(file);
        boolean open = false;
        try {
            BulkSender sender = new BulkSender(channel, source, receivers, events, source::close);
            open = true;
            return sender;
        } finally {
            if (!open) {
                source.close();
            }
        }
    }

    /** Delivers any data set. */
    public static BulkSender send(
            Channel channel, BulkSource source, ReceiverList receivers, Consumer<SessionEvent> events)
            throws IOException {
        return new BulkSender(channel, source, receivers, events, () -> {});
    }

    /** The engine may report before there is a host to ask. */
    private void whenOpen(Consumer<BulkHost> action) {
        CompletionStage<BulkHost> host = opened;
        host.thenAccept(action);
    }

    private static DeliveryReport now(BulkHost host) {
        return ((Delivering) host.engine()).report(System.nanoTime());
    }

    /** What has become of it, when it is over. */
    public CompletionStage<DeliveryReport> report() {
        return report;
    }

    /** What has become of it so far. */
    public CompletionStage<DeliveryReport> progress() {
        CompletableFuture<DeliveryReport> progress = new CompletableFuture<>();
        whenOpen(host -> host.execute(() -> progress.complete(now(host))));
        return progress;
    }

    /** Ends it; who does not have everything by now is named as failed, and told. */
    @Override
    public void close() {
        opened.join().close();
        onClose.run();
    }
}
