package org.rmcast.core.transport;

import io.netty.buffer.ByteBuf;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.FutureListener;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;

/**
 * A transport's share of a loop. What it has scheduled ends with it, though the loop goes on: a deadline that is years away would keep
 * it in memory.
 */
final class SharedLoop<L extends EventExecutor> implements TransportLoop<L> {
    private final LoopGroup.Slot<L> slot;
    private final Set<Future<?>> timers = ConcurrentHashMap.newKeySet();
    private final FutureListener<Object> forget = timers::remove;
    private final CompletableFuture<Void> ended = new CompletableFuture<>();
    private volatile boolean ending;

    SharedLoop(LoopGroup.Slot<L> slot) {
        this.slot = slot;
    }

    @Override
    public L executor() {
        return slot.executor();
    }

    @Override
    public void execute(Runnable task) {
        refuseAfterTheEnd();
        executor().execute(task);
    }

    @Override
    @SuppressWarnings("unchecked") // the listener takes any result
    public Future<?> schedule(Runnable task, long delayNanos) {
        refuseAfterTheEnd();
        Future<Object> timer =
                (Future<Object>) (Future<?>) executor().schedule(task, Math.max(0, delayNanos), TimeUnit.NANOSECONDS);
        timers.add(timer);
        timer.addListener(forget);
        if (ending) {
            timer.cancel(false);
        }
        return timer;
    }

    private void refuseAfterTheEnd() {
        if (ending) {
            throw new RejectedExecutionException("the transport is closed");
        }
    }

    @Override
    public ByteBuf readMemory(int bytes) {
        return slot.readMemory(bytes);
    }

    @Override
    public void end() {
        synchronized (this) {
            if (ending) {
                return;
            }
            ending = true;
        }
        timers.forEach(timer -> timer.cancel(false));
        slot.leave();
        try {
            // Behind what the transport has given the loop to do.
            executor().execute(() -> ended.complete(null));
        } catch (RejectedExecutionException e) {
            ended.complete(null);
        }
    }

    @Override
    public CompletionStage<Void> ended() {
        return ended;
    }
}
