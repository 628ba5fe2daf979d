package org.rmcast.bulk;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.rmcast.api.Channel;
import org.rmcast.api.MeterReadings;
import org.rmcast.api.MeterSource;
import org.rmcast.api.Role;
import org.rmcast.api.SessionEvent;
import org.rmcast.rmtp.Delivering;
import org.rmcast.rmtp.DeliveryReport;
import org.rmcast.rmtp.ReceiverList;
import org.rmcast.rmtp.RmtpProtocol;

/**
 * Delivers a file or a directory to known receivers. It begins when it is opened and ends by itself.
 *
 * <pre>{@code
 * try (BulkSender sender = BulkSender.send(channel, Path.of("news.pdf"), ReceiverList.count(4), event -> {})) {
 *     DeliveryReport report = sender.report().toCompletableFuture().join();
 * }
 * }</pre>
 *
 * <p>Thread safe.
 */
public final class BulkSender implements MeterSource, AutoCloseable {
    private final CompletableFuture<DeliveryReport> report = new CompletableFuture<>();
    private final CompletableFuture<BulkHost> opened = new CompletableFuture<>();
    private final ReadAhead source;

    private BulkSender(
            Channel channel,
            ReadAhead source,
            ReceiverList receivers,
            BulkOptions options,
            Consumer<SessionEvent> events)
            throws IOException {
        this.source = source;
        RmtpProtocol protocol =
                new RmtpProtocol(context -> new RmtpProtocol.Delivery(source, receivers), context -> dataSet -> null);
        BulkHost host = BulkHost.open(channel, Role.SENDER, protocol, options, event -> {
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

    /** Delivers a file, or a directory with all that is below it, with the usual options. */
    public static BulkSender send(Channel channel, Path path, ReceiverList receivers, Consumer<SessionEvent> events)
            throws IOException {
        return send(channel, BulkData.of(path), receivers, BulkOptions.defaults(), events);
    }

    /**
     * Delivers a file or directory, which must not change meanwhile.
     *
     * @param data what is delivered; it is closed with the sender
     * @param receivers who is to get it
     * @param events what is reported, on the sender's thread
     */
    public static BulkSender send(
            Channel channel, BulkData data, ReceiverList receivers, BulkOptions options, Consumer<SessionEvent> events)
            throws IOException {
        ReadAhead source = new ReadAhead(data.content());
        boolean open = false;
        try {
            BulkSender sender = new BulkSender(channel, source, receivers, options, events);
            open = true;
            return sender;
        } finally {
            if (!open) {
                source.close();
            }
        }
    }

    /** The engine may report before there is a host to ask. */
    private void whenOpen(Consumer<BulkHost> action) {
        CompletionStage<BulkHost> host = opened;
        host.thenAccept(action);
    }

    private static DeliveryReport now(BulkHost host) {
        return ((Delivering) host.engine()).report(System.nanoTime());
    }

    /** Why the data cannot be read any more; null if it can. */
    public @Nullable IOException failure() {
        return source.failure();
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

    /** Completes as soon as its thread gets to it, so that who looks after it sees whether it is alive; never once it has ended. */
    public CompletionStage<Void> answer() {
        CompletableFuture<Void> answer = new CompletableFuture<>();
        whenOpen(host -> host.answer().thenRun(() -> answer.complete(null)));
        return answer;
    }

    @Override
    public Channel channel() {
        return opened.join().channel();
    }

    @Override
    public Role role() {
        return opened.join().role();
    }

    @Override
    public String memberName() {
        return opened.join().memberName();
    }

    @Override
    public CompletionStage<Void> closed() {
        return opened.join().closed();
    }

    @Override
    public MeterReadings statistics() {
        return opened.join().statistics();
    }

    /** Ends it; who does not have everything by now is named as failed, and told. */
    @Override
    public void close() {
        opened.join().close();
        source.close();
    }
}
