package org.rmcast.core.transport;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.DatagramPacket;
import java.io.IOException;
import java.net.InetSocketAddress;
import org.rmcast.api.SessionMeter;
import org.rmcast.core.engine.MeterValues;
import org.rmcast.core.wire.Cast;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Copies each datagram out of the socket's buffer and hands it on; drops what this member sent itself. */
final class InboundHandler extends ChannelInboundHandlerAdapter {
    private static final Logger LOG = LoggerFactory.getLogger(InboundHandler.class);

    private final DatagramHandler handler;
    private final Cast cast;
    private final MeterValues<SessionMeter> counters;
    private final InetSocketAddress self;
    private boolean warned;

    InboundHandler(DatagramHandler handler, Cast cast, MeterValues<SessionMeter> counters, InetSocketAddress self) {
        this.handler = handler;
        this.cast = cast;
        this.counters = counters;
        this.self = self;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        DatagramPacket packet = (DatagramPacket) message;
        try {
            InetSocketAddress from = packet.sender();
            if (from.getPort() == self.getPort() && from.getAddress().equals(self.getAddress())) {
                return;
            }
            ByteBuf content = packet.content();
            byte[] datagram = new byte[content.readableBytes()];
            content.getBytes(content.readerIndex(), datagram);
            counters.increment(SessionMeter.DATAGRAMS_RECEIVED);
            counters.add(SessionMeter.BYTES_RECEIVED, datagram.length);
            handler.onDatagram(from, cast, datagram);
        } finally {
            packet.release();
        }
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext context) {
        handler.onReadComplete();
    }

    /**
     * A read error of a datagram socket concerns one datagram, and so does a datagram for which there is no memory: the socket goes
     * on. What the handler does with a datagram never comes here, see {@link DatagramHandler}.
     */
    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        counters.increment(SessionMeter.READ_FAILURES);
        if (cause instanceof IOException || warned) {
            LOG.debug("reading from {} failed", context.channel().localAddress(), cause);
        } else {
            warned = true;
            LOG.warn(
                    "reading from {} failed ({}); more such failures are only counted",
                    context.channel().localAddress(),
                    cause.toString());
        }
    }
}
