package org.rmcast.junit;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.opentest4j.AssertionFailedError;
import org.rmcast.api.EventListener;
import org.rmcast.api.ReliableMulticastSession;
import org.rmcast.api.SessionEvent;
import org.rmcast.api.SessionFailedException;

/** What a session of the test reports, and how it ends. Passes events on to the application's listener. Thread safe. */
final class WatchedSession implements EventListener {
    private static final int SHOWN_EVENTS = 5;

    private final @Nullable EventListener application;
    private final Runnable onChange;
    private final List<SessionEvent> events = new ArrayList<>();
    private final List<SessionEvent> pending = new ArrayList<>();
    private @Nullable ReliableMulticastSession session;
    private @Nullable Throwable failure;
    private @Nullable Throwable listenerFailure;
    private boolean ended;
    private boolean expected;

    WatchedSession(@Nullable EventListener application, Runnable onChange) {
        this.application = application;
        this.onChange = onChange;
    }

    @Override
    public void onEvent(SessionEvent event) {
        synchronized (this) {
            events.add(event);
            pending.add(event);
        }
        onChange.run();
        if (application != null) {
            try {
                application.onEvent(event);
            } catch (RuntimeException | Error e) {
                listenerThrew(e);
                throw e;
            }
        }
    }

    private void listenerThrew(Throwable thrown) {
        synchronized (this) {
            listenerFailure = listenerFailure == null ? thrown : listenerFailure;
        }
        onChange.run();
    }

    void opened(ReliableMulticastSession opened) {
        synchronized (this) {
            session = opened;
        }
        var unused = opened.closed().whenComplete((done, thrown) -> closed(thrown));
    }

    private void closed(@Nullable Throwable thrown) {
        synchronized (this) {
            ended = true;
            failure = thrown instanceof CompletionException ? thrown.getCause() : thrown;
        }
        onChange.run();
    }

    synchronized boolean is(ReliableMulticastSession other) {
        return session == other;
    }

    synchronized boolean isNamed(String name) {
        return session != null && session.memberName().equals(name);
    }

    synchronized List<SessionEvent> events() {
        return List.copyOf(events);
    }

    /** The first event of this kind that was not taken before, null if there is none yet. */
    synchronized <E extends SessionEvent> @Nullable E take(Class<E> kind, Predicate<? super E> which) {
        for (SessionEvent event : pending) {
            if (kind.isInstance(event) && which.test(kind.cast(event))) {
                pending.remove(event);
                return kind.cast(event);
            }
        }
        return null;
    }

    /** The failure that the test wants, null if there is none yet. */
    synchronized @Nullable SessionFailedException expectFailure() {
        expected = true;
        return failure instanceof SessionFailedException failed ? failed : null;
    }

    /** Why the test has failed by this session, null if it has not. */
    synchronized @Nullable AssertionFailedError reason() {
        if (listenerFailure != null) {
            return new AssertionFailedError(
                    "the event listener of " + name() + " threw " + listenerFailure, listenerFailure);
        }
        return failure == null || expected
                ? null
                : new AssertionFailedError(name() + " failed: " + failure.getMessage(), failure);
    }

    void abort() {
        ReliableMulticastSession present = session();
        if (present != null) {
            present.abort();
        }
    }

    synchronized boolean isOver() {
        return session == null || ended;
    }

    private synchronized @Nullable ReliableMulticastSession session() {
        return session;
    }

    private synchronized String name() {
        return session == null
                ? "a session that is being opened"
                : session.memberName() + ", " + session.role() + " of "
                        + session.channel().name();
    }

    /** Name, state and last events, for messages. */
    synchronized String describe() {
        String state = failure != null ? "failed" : ended ? "ended" : "open";
        int first = Math.max(0, events.size() - SHOWN_EVENTS);
        String last = events.isEmpty()
                ? "no events"
                : (first == 0 ? "events " : "last events ") + events.subList(first, events.size());
        return name() + ": " + state + ", " + last;
    }
}
