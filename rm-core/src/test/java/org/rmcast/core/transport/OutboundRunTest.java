package org.rmcast.core.transport;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.AbstractByteBufAllocator;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.embedded.EmbeddedChannel;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import org.junit.jupiter.api.Test;
import org.rmcast.api.SessionMeter;
import org.rmcast.core.engine.MeterValues;

class OutboundRunTest {
    private static final InetSocketAddress GROUP = new InetSocketAddress(InetAddress.getLoopbackAddress(), 1);

    private final EmbeddedChannel channel = new EmbeddedChannel();
    private final MeterValues<SessionMeter> counters = new MeterValues<>(SessionMeter.class);
    private boolean exhausted = true;

    private final class Allocator extends AbstractByteBufAllocator {
        @Override
        protected ByteBuf newHeapBuffer(int initialCapacity, int maxCapacity) {
            return UnpooledByteBufAllocator.DEFAULT.heapBuffer(initialCapacity, maxCapacity);
        }

        @Override
        protected ByteBuf newDirectBuffer(int initialCapacity, int maxCapacity) {
            if (exhausted) {
                throw new OutOfMemoryError("Cannot reserve direct buffer memory");
            }
            return UnpooledByteBufAllocator.DEFAULT.directBuffer(initialCapacity, maxCapacity);
        }

        @Override
        public boolean isDirectBufferPooled() {
            return false;
        }
    }

    @Test
    void shouldDropAndCountWhatThereIsNoMemoryFor() {
        channel.config().setAllocator(new Allocator());
        for (int segments : new int[] {1, 8}) {
            OutboundRun run = new OutboundRun(channel, counters, segments, 1_400, GROUP);
            run.add(GROUP, new byte[100]);
            run.add(GROUP, new byte[100]);
            run.write();
        }
        channel.flush();
        assertThat(counters.get(SessionMeter.SEND_FAILURES)).isEqualTo(4);
        assertThat(channel.outboundMessages()).isEmpty();

        exhausted = false;
        OutboundRun run = new OutboundRun(channel, counters, 1, 1_400, GROUP);
        run.add(GROUP, new byte[100]);
        run.write();
        channel.flush();
        assertThat(channel.outboundMessages()).hasSize(1);
        assertThat(counters.get(SessionMeter.SEND_FAILURES)).isEqualTo(4);
        assertThat(counters.get(SessionMeter.DATAGRAMS_SENT)).isEqualTo(1);
        channel.releaseOutbound();
    }
}
