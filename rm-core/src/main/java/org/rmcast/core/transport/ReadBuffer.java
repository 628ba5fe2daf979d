package org.rmcast.core.transport;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.channel.DefaultMaxMessagesRecvByteBufAllocator;
import java.nio.ByteBuffer;

/**
 * One buffer that every read of a socket uses again, cut into slots that each hold the largest datagram. Sockets that are read by
 * one loop may share the memory.
 *
 * <p>That is safe since what was read is copied out before the next read, see {@link InboundHandler}. Drawing buffers of
 * this size from the pool would map and unmap memory on each read. Each read gets a wrapper of its own around the memory,
 * with a reference count that nobody depends on: Netty 4.2's batched read loses one when it gets a single coalesced
 * packet.
 */
@SuppressWarnings("deprecation") // Netty's own allocators still answer through RecvByteBufAllocator.Handle
final class ReadBuffer extends DefaultMaxMessagesRecvByteBufAllocator {
    /** A little more than the largest datagram, so that slots do not start at the same cache lines. */
    static final int SLOT_BYTES = 65_536 + 192;

    /** Messages read before the loop looks at other work. */
    private static final int MAX_MESSAGES_PER_READ = 512;

    private final ByteBuf memory;
    private final ByteBuffer[] parts;
    private int nextPart;

    /**
     * Makes a buffer.
     *
     * @param memory {@link #SLOT_BYTES} for each slot; released by {@link #release}
     * @param slots how many datagrams it holds
     * @param wholeBufferAtOnce whether a read fills many slots; else each takes the next one
     */
    ReadBuffer(ByteBuf memory, int slots, boolean wholeBufferAtOnce) {
        super(wholeBufferAtOnce ? MAX_MESSAGES_PER_READ : slots);
        int bytes = slots * SLOT_BYTES;
        this.memory = memory;
        this.parts = new ByteBuffer[wholeBufferAtOnce ? 1 : slots];
        int partBytes = bytes / parts.length;
        for (int i = 0; i < parts.length; i++) {
            parts[i] = memory.nioBuffer(i * partBytes, partBytes);
        }
    }

    /** Gives the memory back. No read may follow. */
    void release() {
        memory.release();
    }

    @Override
    public Handle newHandle() {
        return new PartHandle();
    }

    private final class PartHandle extends MaxMessageHandle {
        @Override
        public int guess() {
            return parts[0].capacity();
        }

        @Override
        public ByteBuf allocate(ByteBufAllocator allocator) {
            ByteBuffer part = parts[nextPart];
            nextPart = nextPart + 1 == parts.length ? 0 : nextPart + 1;
            return Unpooled.wrappedBuffer(part).clear();
        }
    }
}
