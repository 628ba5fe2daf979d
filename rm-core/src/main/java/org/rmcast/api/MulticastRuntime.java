package org.rmcast.api;

import java.util.Objects;
import java.util.ServiceLoader;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Threads that many sessions share. A session has two of its own otherwise, which is the fastest for a few sessions, and too much for
 * hundreds.
 *
 * <pre>{@code
 * ExecutorService listeners = Executors.newFixedThreadPool(4); // or, on JDK 21, newVirtualThreadPerTaskExecutor()
 * try (MulticastRuntime runtime = MulticastRuntime.create(2, listeners)) {
 *     for (Channel channel : channels) {
 *         ReliableMulticastSession.on(channel).runtime(runtime).openReceiver(listener);
 *     }
 *     ...
 * }
 * }</pre>
 *
 * <p><b>Loops.</b> Each session lives on one event loop, that with the fewest sessions when it is opened; all its protocol work and its
 * sockets are there. Sessions with {@link TransportKind#EPOLL}, with {@link TransportKind#NIO} and on a {@link MemoryNetwork} have so many
 * loops each, made when the first such session is opened. Their threads are daemons named {@code rmcast-runtime-1-epoll-loop-1}, {@code
 * -nio-loop-1}, {@code -memory-loop-1} and on; further runtimes of a JVM count on from {@code rmcast-runtime-2}. No listener and no
 * subscriber runs on a loop. What is chained to a stage of {@code sendAsync} may run there when the session ends, and must not block.
 *
 * <p><b>Delivery.</b> With an executor, messages and events of a session are given to it in turns of a few milliseconds: one at a time, in
 * order, never two of one session at once, and from whichever thread the executor has. A turn holds a thread for longer only while a
 * listener does not return; others go on as long as the executor has another thread. So it should have more threads than there are
 * listeners that block at the same time: reading a state ({@link SessionBuilder#state}) blocks, too. What a slow listener has not taken
 * waits in its session's delivery queue, and holds back its sender alone. The executor must not run tasks on the thread that
 * gives them, nor refuse them: it ends the session as failed, with that reason, and a thread of its own, {@code
 * rmcast-<channel>-<role>-delivery}, tells its listeners. Without an executor each session has such a thread.
 *
 * <p><b>The end.</b> A session that is closed leaves the runtime. {@link #close()} ends sessions that are open.
 *
 * <p>Thread safe.
 */
public interface MulticastRuntime extends AutoCloseable {
    /** The most loops of a kind. */
    int MAX_LOOPS = 1_024;

    /**
     * A runtime whose sessions share loops; each has a delivery thread of its own.
     *
     * @param loops how many of each kind, 1 to {@value #MAX_LOOPS}; half of the cores is a good number
     * @throws IllegalStateException if no provider is found, as where a shaded jar has dropped rm-core's services
     */
    static MulticastRuntime create(int loops) {
        return provider().create(loops, null);
    }

    /**
     * A runtime whose sessions share loops, and run their listeners and subscribers on an executor.
     *
     * @param loops how many of each kind, 1 to {@value #MAX_LOOPS}; half of the cores is a good number
     * @param delivery the application's; not shut down by {@link #close()}, and to be shut down after it
     * @throws IllegalStateException if no provider is found, as where a shaded jar has dropped rm-core's services
     */
    static MulticastRuntime create(int loops, Executor delivery) {
        return provider().create(loops, Objects.requireNonNull(delivery, "delivery"));
    }

    private static Provider provider() {
        return ServiceLoader.load(Provider.class, Provider.class.getClassLoader())
                .findFirst()
                .orElseThrow(() -> Services.missing(Provider.class));
    }

    /** How many sessions are open on it. */
    int sessions();

    /**
     * Ends the sessions that are still open, and the loops. The sessions end as failed, with the reason that the runtime was closed: to
     * end them in good order, close them before. Their listeners still get what was received, for two seconds at most. Returns when all
     * has ended, but after ten seconds at the latest; at once if it is called on a loop or by a listener of one of the sessions.
     */
    @Override
    void close();

    /** Makes runtimes; found by {@link ServiceLoader}, so that the API does not know its implementation. */
    @FunctionalInterface
    interface Provider {
        /** Makes one, see {@link MulticastRuntime#create(int, Executor)}; null for a delivery thread for each session. */
        MulticastRuntime create(int loops, @Nullable Executor delivery);
    }
}
