package org.rmcast.core.session;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.rmcast.api.EventCause;
import org.rmcast.api.MulticastRuntime;
import org.rmcast.api.SessionOptions;
import org.rmcast.core.engine.Reason;
import org.rmcast.core.transport.SharedLoops;

/** Loops and an executor that sessions share, and which sessions these are. */
final class SharedRuntime implements MulticastRuntime {
    private static final Reason CLOSED = new Reason(EventCause.RUNTIME_CLOSED, "the runtime that it ran on was closed");
    private static final long CLOSE_SECONDS = 10;
    private static final AtomicInteger LAST = new AtomicInteger();

    private final String name = "rmcast-runtime-" + LAST.incrementAndGet();
    private final int loopCount;
    private final SharedLoops loops;
    private final @Nullable Executor executor;
    private final CompletableFuture<Void> ended = new CompletableFuture<>();
    private final Set<SessionCore> sessions = new LinkedHashSet<>();
    private boolean closed;

    SharedRuntime(int loops, @Nullable Executor executor) {
        if (loops < 1 || loops > MAX_LOOPS) {
            throw new IllegalArgumentException("loops must be 1 to " + MAX_LOOPS + ", was " + loops);
        }
        this.loopCount = loops;
        this.loops = new SharedLoops(name, loops);
        this.executor = executor;
    }

    /**
     * The one that these options name, null if they name none.
     *
     * @throws IllegalArgumentException if it is not one of ours
     */
    static @Nullable SharedRuntime of(SessionOptions options) {
        MulticastRuntime runtime = options.runtime();
        if (runtime == null || runtime instanceof SharedRuntime) {
            return (SharedRuntime) runtime;
        }
        throw new IllegalArgumentException("the runtime must be made by MulticastRuntime.create, was a "
                + runtime.getClass().getName());
    }

    /** The loops of the runtime that these options name, null if they name none. */
    static @Nullable SharedLoops loopsOf(SessionOptions options) {
        SharedRuntime runtime = of(options);
        return runtime == null ? null : runtime.loops;
    }

    /** Where sessions deliver, null if each has a thread for that. */
    @Nullable
    Executor executor() {
        return executor;
    }

    /**
     * Keeps an open session until it has ended.
     *
     * @throws IllegalStateException if the runtime was closed meanwhile; the session ends then
     */
    void add(SessionCore session) {
        synchronized (this) {
            if (!closed) {
                sessions.add(session);
            }
        }
        var unused = session.ended().whenComplete((result, failure) -> remove(session));
        if (!isOpen(session)) {
            session.abort();
            throw new IllegalStateException("the runtime is closed");
        }
    }

    private synchronized boolean isOpen(SessionCore session) {
        return !closed || sessions.contains(session);
    }

    private synchronized void remove(SessionCore session) {
        sessions.remove(session);
    }

    @Override
    public synchronized int sessions() {
        return sessions.size();
    }

    @Override
    public void close() {
        List<SessionCore> open = endSessions();
        if (loops.inLoop() || open.stream().anyMatch(SessionCore::isDeliveryThread)) {
            return;
        }
        try {
            ended.get(CLOSE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            // What is left ends by itself.
        }
    }

    /** Begins to end them, the first time; returns those that were open. */
    private List<SessionCore> endSessions() {
        List<SessionCore> open;
        synchronized (this) {
            open = new ArrayList<>(sessions);
            if (closed) {
                return open;
            }
            closed = true;
        }
        open.forEach(session -> session.fail(CLOSED));
        var unused = CompletableFuture.allOf(
                        open.stream().map(SessionCore::ended).toArray(CompletableFuture<?>[]::new))
                .thenCompose(all -> loops.close())
                .thenRun(() -> ended.complete(null));
        return open;
    }

    @Override
    public String toString() {
        return name + " with " + loopCount + (loopCount == 1 ? " loop, " : " loops, ") + sessions() + " sessions open";
    }
}
