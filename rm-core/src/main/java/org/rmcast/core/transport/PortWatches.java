package org.rmcast.core.transport;

import io.netty.channel.ChannelException;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.DatagramChannel;
import java.net.InetSocketAddress;
import java.net.PortUnreachableException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.rmcast.core.engine.Actions;
import org.rmcast.core.wire.Cast;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hears that nobody has a peer's port any more. The system tells a socket of ICMP port unreachable only if that is connected to the peer, as the
 * member's own cannot be. So each peer that is watched has a socket beside it, with the same local address and port: Linux gives it what comes
 * from that peer, datagrams (which are read here like any other) and the answers to what the member's socket has sent there.
 *
 * <p>No datagram of its own is needed to ask. That matters: Linux answers each host with six of these in a row and then one a second ({@code
 * icmp_ratelimit}), whoever asks. The system compares both addresses and both ports with what the answer quotes, so that a stranger has to know
 * them.
 *
 * <p>Runs on the event loop.
 */
@SuppressWarnings("FutureReturnValueIgnored") // nobody waits for the end of a watch
final class PortWatches {
    private static final Logger LOG = LoggerFactory.getLogger(PortWatches.class);

    private final TransportOpener opener;
    private final Map<InetSocketAddress, DatagramChannel> channels = new LinkedHashMap<>();
    private @Nullable DatagramHandler handler;
    private boolean closed;

    PortWatches(TransportOpener opener) {
        this.opener = opener;
        opener.memberChannel().closeFuture().addListener(done -> close());
    }

    void start(DatagramHandler reader) {
        handler = reader;
    }

    void watch(InetSocketAddress peer) {
        DatagramHandler reader = handler;
        if (reader == null || closed || !opener.family().canConnectBeside()) {
            return;
        }
        if (channels.containsKey(peer) || channels.size() >= Actions.MOST_WATCHED_PORTS) {
            return;
        }
        try {
            channels.put(peer, opener.openWatch(peer, new Errors(peer, reader), inbound(reader)));
        } catch (ChannelException e) {
            LOG.debug("the port of {} is not watched", peer, e);
        }
    }

    private InboundHandler inbound(DatagramHandler reader) {
        return new InboundHandler(reader, Cast.UNICAST, opener.counters(), opener.localAddress());
    }

    void unwatch(InetSocketAddress peer) {
        DatagramChannel channel = channels.remove(peer);
        if (channel != null) {
            channel.close();
        }
    }

    private void close() {
        closed = true;
        channels.values().forEach(DatagramChannel::close);
        channels.clear();
    }

    /** Tells port unreachable from other errors. */
    private static final class Errors extends ChannelInboundHandlerAdapter {
        private final InetSocketAddress peer;
        private final DatagramHandler reader;

        Errors(InetSocketAddress peer, DatagramHandler reader) {
            this.peer = peer;
            this.reader = reader;
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
            if (cause instanceof PortUnreachableException) {
                reader.onPortUnreachable(peer);
            } else {
                context.fireExceptionCaught(cause);
            }
        }
    }
}
