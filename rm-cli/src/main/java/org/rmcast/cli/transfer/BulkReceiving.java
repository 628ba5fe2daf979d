package org.rmcast.cli.transfer;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.rmcast.api.Channel;
import org.rmcast.api.SessionEvent;
import org.rmcast.bulk.BulkListener;
import org.rmcast.bulk.BulkOptions;
import org.rmcast.bulk.BulkProgress;
import org.rmcast.bulk.BulkReceiver;
import org.rmcast.cli.common.StatusLine;
import org.rmcast.cli.common.Terminal;

/** Receives files and directories by RMTP, one after another. */
final class BulkReceiving implements BulkListener {
    /**
     * What came of one.
     *
     * @param whole it, null if it was not kept
     * @param name as the sender calls it
     * @param problem why not, empty if it was
     * @param nanos since its sender was found
     */
    record Ended(@Nullable Whole whole, String name, String problem, long nanos) {
        Map<String, Object> fields() {
            Map<String, Object> fields = new LinkedHashMap<>();
            fields.put("name", name);
            fields.put("complete", whole != null);
            fields.put("seconds", nanos / 1e9);
            if (whole != null) {
                fields.put("files", whole.files().stream().map(Path::toString).toList());
                fields.put("bytes", whole.bytes());
            } else {
                fields.put("problems", List.of(problem));
            }
            return fields;
        }
    }

    private static final long RELEASE_SECONDS = 3;
    /** Its last word may be lost, and the server asks for it again soon; not when it has said that it ends. */
    private static final long LINGER_MILLIS = 2_000;

    private final BlockingQueue<Ended> ended = new LinkedBlockingQueue<>();
    private volatile long foundNanos = System.nanoTime();
    private final CountDownLatch heard = new CountDownLatch(1);
    private final CountDownLatch released = new CountDownLatch(1);
    private final CountDownLatch left = new CountDownLatch(1);
    private final TransferProgress progress = new TransferProgress();
    private final Terminal terminal;
    private final Consumer<String> problems;
    private final Consumer<BulkReceiver> watch;

    /** @param watch lets the receiver be watched */
    BulkReceiving(Terminal terminal, Consumer<String> problems, Consumer<BulkReceiver> watch) {
        this.terminal = terminal;
        this.problems = problems;
        this.watch = watch;
    }

    @Override
    public void onWhole(Whole whole) {
        Path name = whole.path().getFileName();
        ended.add(ended(whole, String.valueOf(name), ""));
    }

    @Override
    public void onFailed(String name, String reason) {
        ended.add(ended(null, name, name + ": " + reason));
    }

    @Override
    public void onBusy(String name, String reason) {
        problems.accept("busy: " + name + ": " + reason);
    }

    private Ended ended(@Nullable Whole whole, String name, String problem) {
        return new Ended(whole, name, problem, System.nanoTime() - foundNanos);
    }

    private void onEvent(SessionEvent event) {
        if (event instanceof SessionEvent.SenderFound) {
            foundNanos = System.nanoTime();
            heard.countDown();
        } else if (event instanceof SessionEvent.SenderLost lost) {
            ended.add(ended(null, "", "the transfer ended before it was complete: " + lost.reason()));
        } else if (event instanceof SessionEvent.StreamEnded) {
            released.countDown();
        } else if (event instanceof SessionEvent.MemberLeft) {
            left.countDown();
        }
    }

    /** Takes one at a time. */
    @FunctionalInterface
    interface Each {
        /** Returns whether to go on. */
        boolean onEnded(Ended ended) throws Exception;
    }

    /**
     * Receives until told to stop.
     *
     * @param patience how long to wait for a server at the start, null for ever
     * @return false if none was heard in that time
     */
    boolean receive(Channel channel, Path directory, BulkOptions options, @Nullable Duration patience, Each each)
            throws Exception {
        try (BulkReceiver receiver = BulkReceiver.receive(channel, directory, options, this, this::onEvent)) {
            watch.accept(receiver);
            var unused = receiver.ended().thenAccept(reason -> ended.add(ended(null, "", reason)));
            return StatusLine.during(() -> await(receiver, patience, each), () -> status(receiver), terminal);
        }
    }

    private boolean await(BulkReceiver receiver, @Nullable Duration patience, Each each) throws Exception {
        if (patience != null && !heard.await(patience.toNanos(), TimeUnit.NANOSECONDS) && ended.isEmpty()) {
            return false;
        }
        boolean on = true;
        while (on) {
            on = each.onEnded(ended.take());
            if (receiver.ended().toCompletableFuture().isDone()) {
                throw new IOException("the receiver ended by itself");
            }
        }
        // The server waits to hear that it has come.
        if (released.await(RELEASE_SECONDS, TimeUnit.SECONDS)) {
            var unused = left.await(LINGER_MILLIS, TimeUnit.MILLISECONDS);
        }
        return true;
    }

    private String status(BulkReceiver receiver) {
        BulkProgress now = receiver.progress();
        return now.name().isEmpty() || now.bytes() == now.totalBytes()
                ? ""
                : progress.text(now.name(), now.bytes(), now.totalBytes(), System.nanoTime());
    }
}
