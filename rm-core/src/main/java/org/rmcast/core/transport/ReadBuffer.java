package org.rmcast.core.transport;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.DefaultMaxMessagesRecvByteBufAllocator;

/**
 * One buffer per socket that every read of it uses again, cut into slots that each hold the largest datagram.
 *
 * <p>That is safe since what was read is copied out before the next read, see {@link InboundHandler}. Drawing buffers of
 * this size from the pool would map and unmap memory on each read.
 */
@SuppressWarnings("deprecation") // Netty's own allocators still answer through RecvByteBufAllocator.Handle
final class ReadBuffer extends DefaultMaxMessagesRecvByteBufAllocator {
    /** A little more than the largest datagram, so that slots do not start at the same cache lines. */
    static final int SLOT_BYTES = 65_536 + 192;

    /** Messages read before the loop looks at other work. */
    private static final int MAX_MESSAGES_PER_READ = 512;

    private final ByteBuf buffer;
    private final boolean wholeBufferAtOnce;
    private final int slots;
    private int nextSlot;

    /**
     * Makes a buffer.
     *
     * @param slots how many datagrams it holds
     * @param wholeBufferAtOnce whether a read fills many slots; else each takes the next one
     */
    ReadBuffer(ByteBufAllocator allocator, int slots, boolean wholeBufferAtOnce) {
        super(wholeBufferAtOnce ? MAX_MESSAGES_PER_READ : slots);
        this.buffer = allocator.directBuffer(slots * SLOT_BYTES, slots * SLOT_BYTES);
        this.slots = slots;
        this.wholeBufferAtOnce = wholeBufferAtOnce;
    }

    /** Gives the memory back. No read may follow. */
    void release() {
        buffer.release();
    }

    @Override
    public Handle newHandle() {
        return new SlotHandle();
    }

    private final class SlotHandle extends MaxMessageHandle {
        @Override
        public int guess() {
            return wholeBufferAtOnce ? slots * SLOT_BYTES : SLOT_BYTES;
        }

        @Override
        public ByteBuf allocate(ByteBufAllocator allocator) {
            if (wholeBufferAtOnce) {
                return buffer.retainedDuplicate().clear();
            }
            int slot = nextSlot;
            nextSlot = slot + 1 == slots ? 0 : slot + 1;
            return buffer.retainedSlice(slot * SLOT_BYTES, SLOT_BYTES).clear();
        }
    }
}
