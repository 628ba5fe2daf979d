package org.rmcast.cli.common;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.rmcast.api.EventCause;
import org.rmcast.api.EventListener;
import org.rmcast.api.ReliableMulticastSession;
import org.rmcast.api.SessionEvent;

/**
 * Follows one stream to its end: how it ended and what was lost on the way. The events come on the session's delivery
 * thread, any thread may wait.
 */
public final class Reception implements EventListener {
    private static final int MAX_RANGES = 100;

    /** How the stream ended. */
    public enum Ending {
        /** The sender ended it. */
        ENDED,
        /** The sender fell silent. */
        SENDER_LOST,
        /** The session failed or was closed. */
        FAILED
    }

    /**
     * The end of a stream.
     *
     * @param ending how
     * @param cause why, for programs
     * @param reason why, for people; empty if the sender ended it
     */
    public record End(Ending ending, EventCause cause, String reason) {
        /** Fails the command unless the sender ended the stream. */
        public void requireEnded() {
            if (ending == Ending.SENDER_LOST) {
                throw CommandFailure.incomplete("the sender fell silent before the end of the stream: " + reason);
            }
            if (ending == Ending.FAILED) {
                throw CommandFailure.of(ExitCode.SESSION_FAILED, "the stream broke off: " + reason);
            }
        }
    }

    private final CompletableFuture<End> end = new CompletableFuture<>();
    private final CompletableFuture<Long> sender = new CompletableFuture<>();
    private final List<SessionEvent.MessagesLost> lostRanges = new ArrayList<>();
    private long lostMessages;

    private final EventListener observer;
    private final @Nullable StreamEnd onStreamEnd;

    /** A stream that has not begun. */
    public Reception() {
        this(event -> {});
    }

    /** A stream that has not begun, of whose events somebody else hears first. */
    public Reception(EventListener observer) {
        this(observer, null);
    }

    private Reception(EventListener observer, @Nullable StreamEnd onStreamEnd) {
        this.observer = observer;
        this.onStreamEnd = onStreamEnd;
    }

    /** Hears of the end of each of several streams. */
    @FunctionalInterface
    public interface StreamEnd {
        /** A stream has ended, the next may come; called on the session's delivery thread. */
        void ended(End end) throws IOException;
    }

    /** Streams one after another, until the session ends or is given up. */
    public static Reception ofMany(EventListener observer, StreamEnd onStreamEnd) {
        return new Reception(observer, onStreamEnd);
    }

    /** Notices also when the session itself ends; to be called once it is open. */
    public void watch(ReliableMulticastSession session) {
        session.closed().whenComplete((nothing, failure) -> {
            // Where it failed the event, which has the cause, came before.
            end.complete(
                    failure == null
                            ? new End(Ending.FAILED, EventCause.SESSION_ENDED, "the session was closed")
                            : new End(Ending.FAILED, EventCause.OTHER, ErrorMessages.describe(failure)));
        });
    }

    @Override
    public void onEvent(SessionEvent event) {
        observer.onEvent(event);
        if (event instanceof SessionEvent.SenderFound found) {
            sender.complete(found.sourceId());
        } else if (event instanceof SessionEvent.StreamEnded) {
            endStream(new End(Ending.ENDED, EventCause.STREAM_ENDED, ""));
        } else if (event instanceof SessionEvent.SenderLost lost) {
            endStream(new End(Ending.SENDER_LOST, lost.cause(), lost.reason()));
        } else if (event instanceof SessionEvent.SessionFailed failed) {
            end.complete(new End(Ending.FAILED, failed.cause(), failed.reason()));
        } else if (event instanceof SessionEvent.MessagesLost lost) {
            addLost(lost);
        }
    }

    private void endStream(End streamEnd) {
        if (onStreamEnd == null) {
            end.complete(streamEnd);
            return;
        }
        try {
            onStreamEnd.ended(streamEnd);
            forgetLost();
        } catch (IOException e) {
            fail(e);
        }
    }

    private synchronized void forgetLost() {
        lostMessages = 0;
        lostRanges.clear();
    }

    /** The application cannot go on, for example for lack of disk space. */
    public void fail(Exception failure) {
        end.completeExceptionally(failure);
    }

    /** Whether the stream has ended or failed. */
    public boolean isOver() {
        return end.isDone();
    }

    /**
     * Waits until a sender is heard.
     *
     * @return whether one is
     */
    public boolean awaitSender(Duration timeout) throws InterruptedException {
        try {
            CompletableFuture.anyOf(sender, end).get(timeout.toNanos(), TimeUnit.NANOSECONDS);
            return true;
        } catch (TimeoutException e) {
            return false;
        } catch (ExecutionException e) {
            return true;
        }
    }

    /**
     * Waits for the end.
     *
     * @throws Exception what was given to {@link #fail}
     */
    public End await() throws Exception {
        try {
            return end.get();
        } catch (ExecutionException e) {
            throw ErrorMessages.cause(e);
        }
    }

    /** Messages reported as lost for good. */
    public synchronized long lostMessages() {
        return lostMessages;
    }

    /** Which messages were lost and why, the first few ranges; empty if none was. */
    public synchronized String lossSummary() {
        if (lostMessages == 0) {
            return "";
        }
        SessionEvent.MessagesLost first = lostRanges.get(0);
        long last = first.limitMessage() - 1;
        String where =
                first.firstMessage() == last ? "message " + last : "messages " + first.firstMessage() + " to " + last;
        return Figures.plural(lostMessages, "message") + " lost, first " + where + " (" + first.reason() + ")";
    }

    /** The lost ranges in order, at most the first 100. */
    public synchronized List<SessionEvent.MessagesLost> lostRanges() {
        return List.copyOf(lostRanges);
    }

    private synchronized void addLost(SessionEvent.MessagesLost lost) {
        lostMessages += lost.limitMessage() - lost.firstMessage();
        if (lostRanges.size() < MAX_RANGES) {
            lostRanges.add(lost);
        }
    }
}
