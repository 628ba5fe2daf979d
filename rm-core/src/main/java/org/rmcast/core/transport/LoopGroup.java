package org.rmcast.core.transport;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.EventExecutorGroup;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Some loops of one kind. Whoever comes gets a share of the one that has the fewest. Thread safe. */
final class LoopGroup<L extends EventExecutor> {
    private final EventExecutorGroup group;
    private final List<Slot<L>> slots;
    private final CompletableFuture<Void> ended = new CompletableFuture<>();

    /** Takes over a group with these members. */
    LoopGroup(EventExecutorGroup group, List<L> members) {
        this.group = group;
        this.slots = members.stream().map(member -> new Slot<>(member)).toList();
        group.terminationFuture().addListener(done -> {
            slots.forEach(Slot::release);
            ended.complete(null);
        });
    }

    synchronized SharedLoop<L> share() {
        Slot<L> slot = slots.stream()
                .min(Comparator.comparingInt(each -> each.shares.get()))
                .orElseThrow();
        slot.shares.incrementAndGet();
        return new SharedLoop<>(slot);
    }

    boolean inLoop() {
        return slots.stream().anyMatch(slot -> slot.executor.inEventLoop());
    }

    @SuppressWarnings("FutureReturnValueIgnored") // the group's termination follows
    CompletableFuture<Void> close() {
        group.shutdownGracefully(0, 5, TimeUnit.SECONDS);
        return ended;
    }

    /** One loop, and the memory that all its sockets read into: one reads at a time, and what was read is copied out at once. */
    static final class Slot<L extends EventExecutor> {
        private static final int MEMORY_BYTES = TransportOpener.GROUP_SLOTS * ReadBuffer.SLOT_BYTES;

        private final L executor;
        private final AtomicInteger shares = new AtomicInteger();
        private @Nullable ByteBuf memory;

        Slot(L executor) {
            this.executor = executor;
        }

        L executor() {
            return executor;
        }

        synchronized ByteBuf readMemory(int bytes) {
            ByteBuf shared = memory;
            if (shared == null) {
                shared = PooledByteBufAllocator.DEFAULT.directBuffer(MEMORY_BYTES, MEMORY_BYTES);
                memory = shared;
            }
            return shared.retainedSlice(0, bytes);
        }

        void leave() {
            shares.decrementAndGet();
        }

        private synchronized void release() {
            if (memory != null) {
                memory.release();
                memory = null;
            }
        }
    }
}
