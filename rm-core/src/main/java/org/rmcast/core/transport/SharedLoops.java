package org.rmcast.core.transport;

import io.netty.channel.EventLoop;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.util.concurrent.DefaultEventExecutorGroup;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.EventExecutorGroup;
import io.netty.util.concurrent.FastThreadLocalThread;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.rmcast.api.TransportKind;

/**
 * Event loops that many transports share: so many of each kind that is asked for, made when it is. Their threads are daemons named
 * {@code <name>-epoll-loop-1}, {@code -nio-loop-1} or {@code -memory-loop-1} and on. Thread safe.
 */
public final class SharedLoops {
    private final String name;
    private final int loops;
    private final Map<TransportKind, LoopGroup<EventLoop>> sockets = new EnumMap<>(TransportKind.class);
    private @Nullable LoopGroup<EventExecutor> memory;
    private boolean closed;

    /**
     * Makes loops that have no threads yet.
     *
     * @param name what the names of their threads begin with
     * @param loops how many of each kind, at least 1
     */
    public SharedLoops(String name, int loops) {
        this.name = name;
        this.loops = loops;
    }

    /** A share of a loop for sockets. */
    synchronized TransportLoop<EventLoop> sockets(SocketFamily family) {
        refuseAfterTheEnd();
        return sockets.computeIfAbsent(family.kind(), kind -> socketLoops(family))
                .share();
    }

    /** A share of a loop for what needs no sockets. */
    public synchronized TransportLoop<EventExecutor> memory() {
        refuseAfterTheEnd();
        LoopGroup<EventExecutor> present = memory;
        if (present == null) {
            EventExecutorGroup group = new DefaultEventExecutorGroup(loops, threads("memory"));
            present = new LoopGroup<>(group, members(group, member -> member));
            memory = present;
        }
        return present.share();
    }

    private LoopGroup<EventLoop> socketLoops(SocketFamily family) {
        String kind = family.kind().name().toLowerCase(Locale.ROOT);
        EventExecutorGroup group = new MultiThreadIoEventLoopGroup(loops, threads(kind), family.ioHandler());
        return new LoopGroup<>(group, members(group, member -> (EventLoop) member));
    }

    private static <L extends EventExecutor> List<L> members(EventExecutorGroup group, Function<EventExecutor, L> as) {
        List<L> members = new ArrayList<>();
        group.forEach(member -> members.add(as.apply(member)));
        return members;
    }

    private ThreadFactory threads(String kind) {
        AtomicInteger last = new AtomicInteger();
        return task -> newThread(task, name + '-' + kind + "-loop-" + last.incrementAndGet());
    }

    /** A thread of a loop. */
    static Thread newThread(Runnable task, String name) {
        Thread thread = new FastThreadLocalThread(task, name);
        thread.setDaemon(true);
        return thread;
    }

    private void refuseAfterTheEnd() {
        if (closed) {
            throw new IllegalStateException("the runtime is closed");
        }
    }

    /** Whether the calling thread is one of the loops. */
    public boolean inLoop() {
        return groups().stream().anyMatch(LoopGroup::inLoop);
    }

    private synchronized List<LoopGroup<?>> groups() {
        List<LoopGroup<?>> groups = new ArrayList<>(sockets.values());
        if (memory != null) {
            groups.add(memory);
        }
        return groups;
    }

    /** Ends all loops, and the sockets that are still open with them. Completes when their threads have ended. */
    public CompletionStage<Void> close() {
        synchronized (this) {
            closed = true;
        }
        return CompletableFuture.allOf(groups().stream().map(LoopGroup::close).toArray(CompletableFuture<?>[]::new));
    }
}
