package org.rmcast.core.transport;

import io.netty.channel.Channel;
import io.netty.channel.ChannelException;
import io.netty.channel.ChannelOption;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.epoll.EpollChannelOption;
import io.netty.channel.epoll.EpollDatagramChannel;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.socket.DatagramChannel;
import io.netty.channel.socket.SocketProtocolFamily;
import io.netty.channel.unix.IntegerUnixChannelOption;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import org.rmcast.api.TransportKind;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Linux's native channels: batched reads, segmentation offload on the way out, and its counterpart on the way in, which
 * spares a wake-up per datagram.
 */
final class EpollSockets implements SocketFamily {
    private static final Logger LOG = LoggerFactory.getLogger(EpollSockets.class);

    /** The kernel's UDP_MAX_SEGMENTS, in the versions that have the smallest. */
    private static final int KERNEL_MAX_SEGMENTS = 64;

    // Netty's option for the time to live sets that of unicast, so the numbers of <netinet/in.h> are used directly.
    private static final ChannelOption<Integer> IP_MULTICAST_TTL =
            new IntegerUnixChannelOption("IP_MULTICAST_TTL", 0, 33);
    private static final ChannelOption<Integer> IP_MULTICAST_LOOP =
            new IntegerUnixChannelOption("IP_MULTICAST_LOOP", 0, 34);
    private static final ChannelOption<Integer> IPV6_MULTICAST_HOPS =
            new IntegerUnixChannelOption("IPV6_MULTICAST_HOPS", 41, 18);
    private static final ChannelOption<Integer> IPV6_MULTICAST_LOOP =
            new IntegerUnixChannelOption("IPV6_MULTICAST_LOOP", 41, 19);
    private static final ChannelOption<Integer> IPV6_MULTICAST_ALL =
            new IntegerUnixChannelOption("IPV6_MULTICAST_ALL", 41, 29);

    @Override
    public TransportKind kind() {
        return TransportKind.EPOLL;
    }

    @Override
    public IoHandlerFactory ioHandler() {
        return EpollIoHandler.newFactory();
    }

    @Override
    public DatagramChannel newChannel(SocketProtocolFamily family) {
        return new EpollDatagramChannel(family);
    }

    @Override
    public boolean readsInBatches() {
        return true;
    }

    @Override
    public int maxSegments() {
        return EpollDatagramChannel.isSegmentedDatagramPacketSupported() ? KERNEL_MAX_SEGMENTS : 1;
    }

    /**
     * Lets the kernel hand over a run of datagrams as one. Netty's batched read sees where to cut them only if it looks
     * for the original destination as well, which IPv4 alone has.
     */
    @Override
    public void readCoalesced(DatagramChannel channel, SocketProtocolFamily family) {
        if (family == SocketProtocolFamily.INET && trySet(channel, EpollChannelOption.IP_RECVORIGDSTADDR, true)) {
            trySet(channel, EpollChannelOption.UDP_GRO, true);
        }
    }

    @Override
    public void prepareGroupSocket(DatagramChannel channel, SocketProtocolFamily family) {
        if (family == SocketProtocolFamily.INET6) {
            trySet(channel, IPV6_MULTICAST_ALL, 0);
        } else {
            trySet(channel, EpollChannelOption.IP_MULTICAST_ALL, false);
        }
    }

    @Override
    public void ignoreOwn(DatagramChannel groupChannel, InetSocketAddress own) {
        try {
            OwnDatagramFilter.attach(groupChannel, own);
        } catch (ChannelException e) {
            LOG.debug("no filter for own datagrams: {}", e.getMessage());
        }
    }

    @Override
    public void prepareSendingSocket(DatagramChannel channel, SocketProtocolFamily family, NetworkInterface via) {
        channel.config().setNetworkInterface(via);
        channel.config().setOption(family == SocketProtocolFamily.INET6 ? IPV6_MULTICAST_LOOP : IP_MULTICAST_LOOP, 1);
    }

    @Override
    public void setMulticastTtl(Channel channel, SocketProtocolFamily family, int ttl) {
        channel.config().setOption(family == SocketProtocolFamily.INET6 ? IPV6_MULTICAST_HOPS : IP_MULTICAST_TTL, ttl);
    }

    @Override
    public boolean canConnectBeside() {
        return true;
    }

    /** Linux doubles what is asked for, to have room for its own bookkeeping, and reports the double. */
    @Override
    public int grantedReceiveBytes(DatagramChannel channel) {
        return channel.config().getReceiveBufferSize() / 2;
    }

    /** Sets an option that older kernels do not have and that only filters earlier or reads faster. */
    private static <T> boolean trySet(Channel channel, ChannelOption<T> option, T value) {
        try {
            return channel.config().setOption(option, value);
        } catch (ChannelException e) {
            LOG.debug("socket option {} is not available: {}", option.name(), e.getMessage());
            return false;
        }
    }
}
