package org.rmcast.core.transport;

import io.netty.channel.EventLoop;
import io.netty.channel.socket.DatagramChannel;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;
import org.rmcast.api.SessionMeter;
import org.rmcast.api.TransportKind;
import org.rmcast.core.engine.MeterValues;
import org.rmcast.core.wire.Cast;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A member's two sockets on one event loop: one receives what is sent to the group, the other sends everything and
 * receives what is sent to this member alone.
 *
 * <p>The group's socket is shared with other members on this machine (every one of them gets every multicast) and bound to
 * the group's address where the system allows, so that nothing else on the port reaches it. A member does not get its
 * own multicasts. Multicasts go out by the chosen interface only.
 *
 * <p>The sending methods are to be called on the loop. Datagrams are gathered until {@link #flush()}; a datagram that the
 * system refuses is counted and otherwise lost, as the network might have lost it.
 */
public final class SocketTransport implements DatagramTransport {
    private static final Logger LOG = LoggerFactory.getLogger(SocketTransport.class);
    private static final long LOOK_NANOS = 1_000_000_000L;

    private final TransportLoop<EventLoop> loop;
    private final TransportOpener opener;
    private final DatagramChannel memberChannel;
    private final SocketFamily family;
    private final InetSocketAddress localAddress;
    private final MeterValues<SessionMeter> counters;
    private final OutboundRun outbound;
    private final int maxTtl;
    private final int grantedReceiveBytes;
    private int currentTtl;
    private final InterfaceWatch watch;
    private final PortWatches ports;
    private volatile GroupSocket group;
    private volatile @Nullable DatagramHandler handler;
    private volatile boolean closed;

    SocketTransport(TransportOpener opener, GroupSocket group) {
        this.opener = opener;
        this.group = group;
        this.loop = opener.loop();
        this.family = opener.family();
        this.memberChannel = opener.memberChannel();
        this.localAddress = opener.localAddress();
        this.counters = opener.counters();
        this.maxTtl = opener.options().ttl();
        this.currentTtl = maxTtl;
        this.grantedReceiveBytes = family.grantedReceiveBytes(group.channel());
        this.outbound = new OutboundRun(
                memberChannel, counters, opener.maxSegments(), opener.maxSegmentBytes(), group.address());
        this.watch = new InterfaceWatch(localAddress.getAddress());
        this.ports = new PortWatches(opener);
    }

    /**
     * Opens the sockets and joins the group; {@link #start} begins to read.
     *
     * @throws IOException if a socket cannot be had; the message names the cause and what to do
     * @throws IllegalArgumentException if epoll is asked for and not available
     */
    public static SocketTransport open(TransportOptions options) throws IOException {
        return open(options, null);
    }

    /**
     * As {@link #open(TransportOptions)}, on a loop that others share.
     *
     * @param shared the loops to choose from; null for one of its own
     * @throws IllegalStateException if the loops are closed
     */
    public static SocketTransport open(TransportOptions options, @Nullable SharedLoops shared) throws IOException {
        return new TransportOpener(options, shared).open();
    }

    @Override
    public void start(DatagramHandler handler) {
        this.handler = handler;
        start(group.channel(), Cast.MULTICAST, handler);
        start(memberChannel, Cast.UNICAST, handler);
        ports.start(handler);
    }

    /** Looks once a second, and joins the group anew, with another socket, when the interface is back. */
    @Override
    public void watchInterface(InterfaceListener listener) {
        try {
            var unused = loop.schedule(
                    () -> {
                        watchInterface(listener);
                        look(listener);
                    },
                    LOOK_NANOS);
        } catch (RejectedExecutionException e) {
            // It was closed.
        }
    }

    private void look(InterfaceListener listener) {
        String where = "the network interface with " + localAddress.getAddress().getHostAddress();
        switch (watch.look()) {
            case NONE -> {}
            case LOST ->
                listener.onInterface(
                        false,
                        where + " is gone, down, or has lost that address: nothing is sent or heard until it is back");
            case BACK -> rejoin(where, listener);
        }
    }

    /**
     * With another socket: the one before may be bound to the interface that is gone, as that of an IPv6 group whose scope is the link
     * is.
     */
    @SuppressWarnings("FutureReturnValueIgnored") // the listener is told
    private void rejoin(String where, InterfaceListener listener) {
        try {
            NetworkInterface back = Objects.requireNonNull(interfaceNow(), "it is gone again");
            family.prepareSendingSocket(memberChannel, TransportOpener.protocolFamily(localAddress.getAddress()), back);
            opener.openGroup(back).whenComplete((joined, failure) -> {
                if (failure == null) {
                    replaceGroup(joined);
                    listener.onInterface(true, where + " is back as " + back.getName() + "; the group was joined anew");
                } else {
                    tryAgain(where, failure);
                }
            });
        } catch (RuntimeException e) {
            tryAgain(where, e);
        }
    }

    private void tryAgain(String where, Throwable failure) {
        LOG.debug("{} is back, but not to be used yet", where, failure);
        watch.tryAgain();
    }

    @SuppressWarnings("FutureReturnValueIgnored") // nobody waits for it
    private void replaceGroup(GroupSocket joined) {
        group.channel().close();
        group = joined;
        DatagramHandler reader = handler;
        if (reader != null) {
            start(joined.channel(), Cast.MULTICAST, reader);
        }
        if (closed) {
            joined.channel().close();
        }
    }

    private @Nullable NetworkInterface interfaceNow() {
        try {
            return NetworkInterface.getByIndex(watch.index());
        } catch (SocketException e) {
            return null;
        }
    }

    private void start(DatagramChannel channel, Cast cast, DatagramHandler handler) {
        channel.pipeline().addLast(new InboundHandler(handler, cast, counters, localAddress));
        channel.config().setAutoRead(true);
    }

    /** Which channels are used, never {@link TransportKind#AUTO}. */
    public TransportKind kind() {
        return family.kind();
    }

    @Override
    public String description() {
        return family.kind().toString();
    }

    @Override
    public InetSocketAddress groupAddress() {
        return group.address();
    }

    @Override
    public InetSocketAddress localAddress() {
        return localAddress;
    }

    /** The receive buffer that the system granted, in bytes. */
    public int grantedReceiveBytes() {
        return grantedReceiveBytes;
    }

    @Override
    public MeterValues<SessionMeter> counters() {
        return counters;
    }

    @Override
    public boolean inLoop() {
        return loop.executor().inEventLoop();
    }

    @Override
    public void execute(Runnable task) {
        loop.execute(task);
    }

    @Override
    public Future<?> schedule(Runnable task, long delayNanos) {
        return loop.schedule(task, delayNanos);
    }

    @Override
    public void send(@Nullable InetSocketAddress to, int ttl, byte[] datagram) {
        if (to == null) {
            multicast(datagram, ttl);
        } else {
            unicast(to, datagram);
        }
    }

    /**
     * Sends a datagram to the group, at {@link #flush()} at the latest.
     *
     * @param datagram 1 to 65,507 bytes, not to be changed any more
     * @param ttl the scope in hops, capped at the transport's
     */
    public void multicast(byte[] datagram, int ttl) {
        int scope = Math.max(0, Math.min(ttl, maxTtl));
        if (scope != currentTtl && !changeTtl(scope)) {
            counters.increment(SessionMeter.SEND_FAILURES);
            return;
        }
        outbound.add(group.address(), datagram);
    }

    /**
     * Sends a datagram to one address, at {@link #flush()} at the latest.
     *
     * @param datagram 1 to 65,507 bytes, not to be changed any more
     */
    public void unicast(InetSocketAddress to, byte[] datagram) {
        outbound.add(to, datagram);
    }

    /** With a socket of its own for each address, see {@link PortWatches}; on Linux. */
    @Override
    public void watchPort(InetSocketAddress peer) {
        if (!closed) {
            ports.watch(peer);
        }
    }

    @Override
    public void unwatchPort(InetSocketAddress peer) {
        ports.unwatch(peer);
    }

    @Override
    public void flush() {
        outbound.write();
        memberChannel.flush();
    }

    @Override
    public void flushFullRuns() {
        memberChannel.flush();
    }

    /** The scope belongs to the socket, so what was written before must be gone before it changes. */
    private boolean changeTtl(int ttl) {
        flush();
        if (hasPendingWrites()) {
            return false;
        }
        family.setMulticastTtl(memberChannel, TransportOpener.protocolFamily(localAddress.getAddress()), ttl);
        currentTtl = ttl;
        return true;
    }

    private boolean hasPendingWrites() {
        var pending = memberChannel.unsafe().outboundBuffer();
        return pending != null && !pending.isEmpty();
    }

    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // the loop's end follows both
    public void close() {
        closed = true;
        group.channel().close();
        memberChannel.close();
        loop.end();
    }

    @Override
    public CompletionStage<Void> closed() {
        return loop.ended();
    }
}
