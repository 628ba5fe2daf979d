package org.rmcast.core.transport;

import io.netty.buffer.PooledByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelException;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandler;
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
import java.net.NetworkInterface;
import java.net.UnknownHostException;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ThreadFactory;
import org.jspecify.annotations.Nullable;
import org.rmcast.api.SessionMeter;
import org.rmcast.api.TransportKind;
import org.rmcast.core.engine.MeterValues;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Opens the two sockets of a {@link SocketTransport}, and another one for the group when the interface was made anew; closes what
 * it has opened if one of the steps fails.
 */
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
    private final MeterValues<SessionMeter> counters = new MeterValues<>(SessionMeter.class);

    private final TransportLoop<EventLoop> loop;
    private final DatagramChannel memberChannel;

    TransportOpener(TransportOptions options, @Nullable SharedLoops shared) {
        this.options = options;
        this.family = familyFor(options.kind());
        this.protocolFamily = protocolFamily(options.group().getAddress());
        this.loop = shared != null ? shared.sockets(family) : ownLoop();
        this.memberChannel = family.newChannel(protocolFamily);
    }

    SocketTransport open() throws IOException {
        GroupSocket group = null;
        boolean opened = false;
        try {
            openMemberChannel();
            group = await(openGroup(options.local().networkInterface()));
            SocketTransport transport = new SocketTransport(this, group);
            warnOfSmallBuffer(transport.grantedReceiveBytes());
            opened = true;
            return transport;
        } finally {
            if (!opened) {
                closeAll(group);
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
        await(register(memberChannel));
        if (options.offload()) {
            family.readCoalesced(memberChannel, protocolFamily);
        }
        InetSocketAddress wanted = new InetSocketAddress(options.local().address(), options.memberPort());
        await(done(memberChannel.bind(wanted), "bind to " + wanted));
        family.prepareSendingSocket(
                memberChannel, protocolFamily, options.local().networkInterface());
        family.setMulticastTtl(memberChannel, protocolFamily, options.ttl());
    }

    /**
     * Opens a socket that hears the group on an interface. Does not wait: what is called on the loop is done there.
     *
     * @return fails with what {@link SocketTransport#open} throws; then the socket is closed
     */
    @SuppressWarnings("FutureReturnValueIgnored") // nobody waits for the end of what failed
    CompletableFuture<GroupSocket> openGroup(NetworkInterface via) {
        DatagramChannel channel = family.newChannel(protocolFamily);
        InetSocketAddress address = scoped(options.group(), via);
        String join = "join " + address.getAddress().getHostAddress() + " on " + via.getName();
        return register(channel)
                .thenCompose(registered -> bindToGroup(channel, address))
                .thenCompose(bound -> {
                    prepareToHear(channel);
                    return done(channel.joinGroup(address, via), join);
                })
                .thenApply(joined -> new GroupSocket(channel, address))
                .whenComplete((group, failure) -> {
                    if (failure != null) {
                        closeOne(channel);
                    }
                });
    }

    /** Binds to the group's address; systems that do not allow that get the wildcard address. */
    private CompletableFuture<Void> bindToGroup(DatagramChannel channel, InetSocketAddress address) {
        configure(channel, GROUP_SLOTS);
        channel.config().setOption(ChannelOption.SO_REUSEADDR, true);
        String bind = "bind to " + address;
        return done(channel.bind(address), bind)
                .exceptionallyCompose(
                        refused -> String.valueOf(refused.getMessage()).contains("assign requested address")
                                ? done(channel.bind(new InetSocketAddress(address.getPort())), bind)
                                : CompletableFuture.failedFuture(refused));
    }

    private void prepareToHear(DatagramChannel channel) {
        if (options.offload()) {
            family.readCoalesced(channel, protocolFamily);
        }
        family.prepareGroupSocket(channel, protocolFamily);
        family.ignoreOwn(channel, memberChannel.localAddress());
    }

    /**
     * Opens a socket that has the member's address, too, and hears one peer only, see {@link PortWatches}. On the loop, where nothing of it
     * waits. The member's own socket shares its port for that moment, and with nobody else afterwards.
     *
     * @param readers read what comes
     * @throws ChannelException if the system does not let it; then the socket is closed
     */
    @SuppressWarnings("FutureReturnValueIgnored") // nobody waits for the end of what failed
    DatagramChannel openWatch(InetSocketAddress peer, ChannelHandler... readers) {
        DatagramChannel channel = family.newChannel(protocolFamily);
        configure(channel, MEMBER_SLOTS);
        channel.config().setOption(ChannelOption.SO_REUSEADDR, true);
        channel.pipeline().addLast(readers);
        boolean opened = false;
        try {
            check(loop.executor().register(channel));
            if (options.offload()) {
                family.readCoalesced(channel, protocolFamily);
            }
            memberChannel.config().setOption(ChannelOption.SO_REUSEADDR, true);
            check(channel.bind(localAddress()));
            memberChannel.config().setOption(ChannelOption.SO_REUSEADDR, false);
            check(channel.connect(peer));
            channel.config().setAutoRead(true);
            opened = true;
            return channel;
        } finally {
            if (!opened) {
                memberChannel.config().setOption(ChannelOption.SO_REUSEADDR, false);
                closeOne(channel);
            }
        }
    }

    private static void check(ChannelFuture step) {
        if (!step.isSuccess()) {
            throw new ChannelException(step.cause());
        }
    }

    private void configure(DatagramChannel channel, int slots) {
        ReadBuffer readBuffer =
                new ReadBuffer(loop.readMemory(slots * ReadBuffer.SLOT_BYTES), slots, family.readsInBatches());

        channel.closeFuture().addListener(closed -> releaseLater(channel, readBuffer));
        channel.config().setAllocator(PooledByteBufAllocator.DEFAULT);
        channel.config().setRecvByteBufAllocator(readBuffer);
        if (family.readsInBatches()) {
            channel.config().setOption(EpollChannelOption.MAX_DATAGRAM_PAYLOAD_SIZE, ReadBuffer.SLOT_BYTES);
        }
        channel.config().setWriteBufferWaterMark(OUTBOUND_BYTES);
        channel.config().setAutoRead(false);
        channel.config().setOption(ChannelOption.SO_RCVBUF, options.receiveBufferBytes());
    }

    /** A channel may be closed while the datagrams of one read are being handed over: they are still in the buffer. */
    private static void releaseLater(Channel channel, ReadBuffer readBuffer) {
        if (channel.isRegistered()) {
            channel.eventLoop().execute(readBuffer::release);
        } else {
            readBuffer.release();
        }
    }

    private CompletableFuture<Void> register(Channel channel) {
        return done(loop.executor().register(channel), "open a socket");
    }

    private void closeAll(@Nullable GroupSocket group) {
        if (group != null) {
            closeOne(group.channel()).awaitUninterruptibly();
        }
        closeOne(memberChannel).awaitUninterruptibly();
        loop.end();
    }

    /** A channel that never met its loop can only be closed directly. */
    private static ChannelFuture closeOne(Channel channel) {
        if (channel.isRegistered()) {
            return channel.close();
        }
        channel.unsafe().closeForcibly();
        return channel.newSucceededFuture();
    }

    private CompletableFuture<Void> done(ChannelFuture step, String what) {
        CompletableFuture<Void> done = new CompletableFuture<>();
        step.addListener(ended -> {
            Throwable cause = ended.cause();
            if (cause == null) {
                done.complete(null);
            } else {
                done.completeExceptionally(explain(what, cause));
            }
        });
        return done;
    }

    private static <T> T await(CompletableFuture<T> step) throws IOException {
        try {
            return step.join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof IOException refused) {
                throw refused;
            }
            throw e.getCause() instanceof RuntimeException failed ? failed : e;
        }
    }

    private IOException explain(String what, Throwable cause) {
        String reason = String.valueOf(cause.getMessage());
        String lower = reason.toLowerCase(Locale.ROOT);
        String text = "cannot " + what + ": " + reason;
        if (lower.contains("in use") && !memberChannel.isActive()) {
            text = "the member's UDP port " + options.memberPort() + " is in use (" + reason + "); choose another one";
        } else if (lower.contains("in use")) {
            text = "UDP port " + options.group().getPort() + " is held by a program that does not share it (" + reason
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
    private static InetSocketAddress scoped(InetSocketAddress group, NetworkInterface via) {
        if (!(group.getAddress() instanceof Inet6Address address)) {
            return group;
        }
        try {
            InetAddress scoped = Inet6Address.getByAddress(null, address.getAddress(), via.getIndex());
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

    DatagramChannel memberChannel() {
        return memberChannel;
    }

    InetSocketAddress localAddress() {
        return memberChannel.localAddress();
    }

    MeterValues<SessionMeter> counters() {
        return counters;
    }
}
