package org.rmcast.core.transport;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.EventExecutorGroup;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * A loop that one transport has to itself.
 *
 * @param <L> what the transport needs of it
 */
public final class OwnLoop<L extends EventExecutor> implements TransportLoop<L> {
    private final EventExecutorGroup group;
    private final L executor;
    private final CompletableFuture<Void> ended = new CompletableFuture<>();

    /**
     * Takes a group over.
     *
     * @param group of one thread; ends with the transport
     * @param executor its one member
     */
    public OwnLoop(EventExecutorGroup group, L executor) {
        this.group = group;
        this.executor = executor;
        group.terminationFuture().addListener(done -> ended.complete(null));
    }

    @Override
    public L executor() {
        return executor;
    }

    @Override
    public void execute(Runnable task) {
        executor.execute(task);
    }

    @Override
    public Future<?> schedule(Runnable task, long delayNanos) {
        return executor.schedule(task, delayNanos, TimeUnit.NANOSECONDS);
    }

    @Override
    public ByteBuf readMemory(int bytes) {
        return PooledByteBufAllocator.DEFAULT.directBuffer(bytes, bytes);
    }

    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // the group's termination follows
    public void end() {
        group.shutdownGracefully(0, 5, TimeUnit.SECONDS);
    }

    @Override
    public CompletionStage<Void> ended() {
        return ended;
    }
}
