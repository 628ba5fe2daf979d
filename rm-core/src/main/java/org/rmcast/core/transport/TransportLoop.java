package org.rmcast.core.transport;

import io.netty.buffer.ByteBuf;
import io.netty.util.concurrent.EventExecutor;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;

/**
 * The event loop of one transport: one of its own, which ends with the transport, or a share of one that goes on for others.
 *
 * @param <L> what the transport needs of it
 */
public interface TransportLoop<L extends EventExecutor> {
    /** The loop itself. */
    L executor();

    /**
     * Runs a task on the loop. From any thread.
     *
     * @throws java.util.concurrent.RejectedExecutionException if {@link #end} was called
     */
    void execute(Runnable task);

    /**
     * Runs a task on the loop after a delay, unless {@link #end} comes first.
     *
     * @param delayNanos in nanoseconds; 0 or less is at once
     * @throws java.util.concurrent.RejectedExecutionException if {@link #end} was called
     */
    Future<?> schedule(Runnable task, long delayNanos);

    /**
     * Memory for sockets to read into, whose content is of no use after the read. The caller releases it.
     *
     * @param bytes how much
     */
    ByteBuf readMemory(int bytes);

    /** The transport is done with it: nothing that waits for its time is run. May be called more than once, from any thread. */
    void end();

    /** Completes when the loop has nothing more to do for this transport. */
    CompletionStage<Void> ended();
}
