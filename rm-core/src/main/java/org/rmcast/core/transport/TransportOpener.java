package org.rmcast.core.transport;

import io.netty.buffer.PooledByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollChannelOption;
import io.netty.channel.socket.DatagramChannel;
import io.netty.channel.socket.SocketProtocolFamily;
import java.io.IOException;
import java.net.BindException;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.Locale;
import java.util.concurrent.ThreadFactory;
import org.jspecify.annotations.Nullable;
import org.rmcast.api.SessionMeter;
import org.rmcast.api.TransportKind;
import org.rmcast.core.engine.MeterValues;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Opens the two sockets of a {@link SocketTransport}; closes what it has opened if one of the steps fails. */
final class TransportOpener {
    private static final Logger LOG = LoggerFactory.getLogger(SocketTransport.class);

    static final int GROUP_SLOTS = 32;
    private static final int MEMBER_SLOTS = 16;
    private static final WriteBufferWaterMark OUTBOUND_BYTES = new WriteBufferWaterMark(2 << 20, 4 << 20);
    private static final int IPV4_HEADERS = 28;
    private static final int IPV6_HEADERS = 48;

    private final TransportOptions options;
    private final SocketFamily family;
    private final SocketProtocolFamily protocolFamily;
    private final InetSocketAddress groupAddress;
    private final MeterValues<SessionMeter> counters = new MeterValues<>(SessionMeter.class);

    private final TransportLoop<EventLoop> loop;
    private final DatagramChannel groupChannel;
    private final DatagramChannel memberChannel;

    TransportOpener(TransportOptions options, @Nullable SharedLoops shared) {
        this.options = options;
        this.family = familyFor(options.kind());
        this.protocolFamily = protocolFamily(options.group().getAddress());
        this.groupAddress = scoped(options.group(), options.local());
        this.loop = shared != null ? shared.sockets(family) : ownLoop();
        this.groupChannel = family.newChannel(protocolFamily);
        this.memberChannel = family.newChannel(protocolFamily);
    }

    SocketTransport open() throws IOException {
        boolean opened = false;
        try {
            openMemberChannel();
            openGroupChannel();
            SocketTransport transport = new SocketTransport(this);
            warnOfSmallBuffer(transport.grantedReceiveBytes());
            opened = true;
            return transport;
        } finally {
            if (!opened) {
                closeAll();
            }
        }
    }

    private TransportLoop<EventLoop> ownLoop() {
        ThreadFactory threads = task -> SharedLoops.newThread(task, options.name());
        EventLoopGroup group = new MultiThreadIoEventLoopGroup(1, threads, family.ioHandler());
        return new OwnLoop<>(group, group.next());
    }

    private void openMemberChannel() throws IOException {
        configure(memberChannel, MEMBER_SLOTS);
        memberChannel.config().setOption(ChannelOption.SO_SNDBUF, options.sendBufferBytes());
        register(memberChannel);
        if (options.offload()) {
            family.readCoalesced(memberChannel, protocolFamily);
        }
        InetSocketAddress wanted = new InetSocketAddress(options.local().address(), options.memberPort());
        await(memberChannel.bind(wanted), "bind to " + wanted);
        family.prepareSendingSocket(
                memberChannel, protocolFamily, options.local().networkInterface());
        family.setMulticastTtl(memberChannel, protocolFamily, options.ttl());
    }

    private void openGroupChannel() throws IOException {
        configure(groupChannel, GROUP_SLOTS);
        groupChannel.config().setOption(ChannelOption.SO_REUSEADDR, true);
        register(groupChannel);
        bindGroupChannel();
        if (options.offload()) {
            family.readCoalesced(groupChannel, protocolFamily);
        }
        family.prepareGroupSocket(groupChannel, protocolFamily);
        family.ignoreOwn(groupChannel, memberChannel.localAddress());
        await(
                groupChannel.joinGroup(groupAddress, options.local().networkInterface()),
                "join " + groupAddress.getAddress().getHostAddress() + " on "
                        + options.local().networkInterface().getName());
    }

    /** Binds to the group's address; systems that do not allow that get the wildcard address. */
    private void bindGroupChannel() throws IOException {
        ChannelFuture bound = groupChannel.bind(groupAddress).awaitUninterruptibly();
        Throwable cause = bound.cause();
        if (cause != null && String.valueOf(cause.getMessage()).contains("assign requested address")) {
            bound = groupChannel.bind(new InetSocketAddress(groupAddress.getPort()));
        }
        await(bound, "bind to " + groupAddress);
    }

    private void configure(DatagramChannel channel, int slots) {
        ReadBuffer readBuffer =
                new ReadBuffer(loop.readMemory(slots * ReadBuffer.SLOT_BYTES), slots, family.readsInBatches());

        channel.config().setAllocator(PooledByteBufAllocator.DEFAULT);
        channel.config().setRecvByteBufAllocator(readBuffer);
        if (family.readsInBatches()) {
            channel.config().setOption(EpollChannelOption.MAX_DATAGRAM_PAYLOAD_SIZE, ReadBuffer.SLOT_BYTES);
        }
        channel.config().setWriteBufferWaterMark(OUTBOUND_BYTES);
        channel.config().setAutoRead(false);
        channel.config().setOption(ChannelOption.SO_RCVBUF, options.receiveBufferBytes());
        channel.closeFuture().addListener(closed -> releaseLater(channel, readBuffer));
    }

    /** A channel may be closed while the datagrams of one read are being handed over: they are still in the buffer. */
    private static void releaseLater(Channel channel, ReadBuffer readBuffer) {
        if (channel.isRegistered()) {
            channel.eventLoop().execute(readBuffer::release);
        } else {
            readBuffer.release();
        }
    }

    private void register(Channel channel) throws IOException {
        await(loop.executor().register(channel), "open a socket");
    }

    private void closeAll() {
        closeOne(groupChannel);
        closeOne(memberChannel);
        loop.end();
    }

    /** A channel that never met its loop can only be closed directly. */
    private static void closeOne(Channel channel) {
        if (channel.isRegistered()) {
            channel.close().awaitUninterruptibly();
        } else {
            channel.unsafe().closeForcibly();
        }
    }

    private void await(ChannelFuture future, String what) throws IOException {
        Throwable cause = future.awaitUninterruptibly().cause();
        if (cause != null) {
            throw explain(what, cause);
        }
    }

    private IOException explain(String what, Throwable cause) {
        String reason = String.valueOf(cause.getMessage());
        String lower = reason.toLowerCase(Locale.ROOT);
        String text = "cannot " + what + ": " + reason;
        if (lower.contains("in use") && !groupChannel.isRegistered()) {
            text = "the member's UDP port " + options.memberPort() + " is in use (" + reason + "); choose another one";
        } else if (lower.contains("in use")) {
            text = "UDP port " + groupAddress.getPort() + " is held by a program that does not share it (" + reason
                    + "); stop that program or choose another port for the channel";
        } else if (lower.contains("permission") || lower.contains("not permitted")) {
            text += "; this user may not do that: choose a port of 1024 or more, or grant the permission";
        }
        IOException explained = new BindException(text);
        explained.initCause(cause);
        return explained;
    }

    private void warnOfSmallBuffer(int granted) {
        int wanted = options.receiveBufferBytes();
        if (granted < wanted) {
            LOG.warn(
                    "{}: asked for a receive buffer of {} bytes, the system granted {}; bursts may be lost."
                            + " Raise it with: sysctl -w net.core.rmem_max={}",
                    options.name(),
                    wanted,
                    granted,
                    wanted);
        }
    }

    private static SocketFamily familyFor(TransportKind kind) {
        boolean epoll = Epoll.isAvailable();
        if (kind == TransportKind.EPOLL && !epoll) {
            throw new IllegalArgumentException("transport EPOLL is not available here ("
                    + reason(Epoll.unavailabilityCause()) + "); choose AUTO or NIO");
        }
        return epoll && kind != TransportKind.NIO ? new EpollSockets() : new NioSockets();
    }

    private static String reason(@Nullable Throwable cause) {
        return cause == null ? "unknown cause" : String.valueOf(cause.getMessage());
    }

    /** An IPv6 group means something only together with the interface. */
    private static InetSocketAddress scoped(InetSocketAddress group, LocalInterface local) {
        if (!(group.getAddress() instanceof Inet6Address address)) {
            return group;
        }
        try {
            InetAddress scoped = Inet6Address.getByAddress(
                    null, address.getAddress(), local.networkInterface().getIndex());
            return new InetSocketAddress(scoped, group.getPort());
        } catch (UnknownHostException e) {
            throw new IllegalStateException("16 bytes are an IPv6 address", e);
        }
    }

    static SocketProtocolFamily protocolFamily(InetAddress address) {
        return address instanceof Inet6Address ? SocketProtocolFamily.INET6 : SocketProtocolFamily.INET;
    }

    int maxSegments() {
        return options.offload() ? family.maxSegments() : 1;
    }

    /** The largest datagram that leaves in one piece: only such may be segmented. */
    int maxSegmentBytes() {
        int headers = protocolFamily == SocketProtocolFamily.INET6 ? IPV6_HEADERS : IPV4_HEADERS;
        return options.local().mtu() - headers;
    }

    TransportOptions options() {
        return options;
    }

    SocketFamily family() {
        return family;
    }

    TransportLoop<EventLoop> loop() {
        return loop;
    }

    DatagramChannel groupChannel() {
        return groupChannel;
    }

    DatagramChannel memberChannel() {
        return memberChannel;
    }

    InetSocketAddress groupAddress() {
        return groupAddress;
    }

    InetSocketAddress localAddress() {
        return memberChannel.localAddress();
    }

    MeterValues<SessionMeter> counters() {
        return counters;
    }
}
