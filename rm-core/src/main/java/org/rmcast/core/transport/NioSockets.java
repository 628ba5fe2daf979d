package org.rmcast.core.transport;

import io.netty.channel.Channel;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.DatagramChannel;
import io.netty.channel.socket.SocketProtocolFamily;
import io.netty.channel.socket.nio.NioChannelOption;
import io.netty.channel.socket.nio.NioDatagramChannel;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.StandardSocketOptions;
import org.rmcast.api.TransportKind;

/** The JDK's channels: one datagram a call. */
final class NioSockets implements SocketFamily {
    @Override
    public TransportKind kind() {
        return TransportKind.NIO;
    }

    @Override
    public IoHandlerFactory ioHandler() {
        return NioIoHandler.newFactory();
    }

    @Override
    public DatagramChannel newChannel(SocketProtocolFamily family) {
        return new NioDatagramChannel(family);
    }

    @Override
    public boolean readsInBatches() {
        return false;
    }

    @Override
    public int maxSegments() {
        return 1;
    }

    /** Not to be had: the JDK does not say where to cut. */
    @Override
    public void readCoalesced(DatagramChannel channel, SocketProtocolFamily family) {}

    /** Nothing to do: the JDK switches IP_MULTICAST_ALL off itself. */
    @Override
    public void prepareGroupSocket(DatagramChannel channel, SocketProtocolFamily family) {}

    /** The JDK has no filters: {@link InboundHandler} does it. */
    @Override
    public void ignoreOwn(DatagramChannel groupChannel, InetSocketAddress own) {}

    @Override
    public void prepareSendingSocket(DatagramChannel channel, SocketProtocolFamily family, NetworkInterface via) {
        channel.config().setOption(NioChannelOption.of(StandardSocketOptions.IP_MULTICAST_IF), via);
        channel.config().setOption(NioChannelOption.of(StandardSocketOptions.IP_MULTICAST_LOOP), true);
    }

    @Override
    public void setMulticastTtl(Channel channel, SocketProtocolFamily family, int ttl) {
        channel.config().setOption(NioChannelOption.of(StandardSocketOptions.IP_MULTICAST_TTL), ttl);
    }

    /** Linux looks for the socket that fits best; others may refuse, or give what comes to either. */
    @Override
    public boolean canConnectBeside() {
        return "Linux".equals(System.getProperty("os.name"));
    }

    /** The JDK halves what Linux reports, so that it compares with what was asked for. */
    @Override
    public int grantedReceiveBytes(DatagramChannel channel) {
        return channel.config().getReceiveBufferSize();
    }
}
