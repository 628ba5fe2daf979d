package org.rmcast.core.session;

import java.io.IOException;
import java.security.SecureRandom;
import org.jspecify.annotations.Nullable;
import org.rmcast.api.Channel;
import org.rmcast.api.ReliableMulticastSession;
import org.rmcast.api.SessionFactory;
import org.rmcast.api.SessionOptions;
import org.rmcast.core.transport.DatagramTransport;
import org.rmcast.core.transport.LocalInterface;
import org.rmcast.core.transport.SocketTransport;
import org.rmcast.core.transport.TransportOptions;

/** Sessions over sockets. */
public final class NetworkSessions implements SessionFactory {
    private final SessionNetwork sockets = new Sockets();

    @Override
    public ReliableMulticastSession open(SessionOptions options) throws IOException {
        return new SessionOpener(options, sockets).open();
    }

    private static final class Sockets implements SessionNetwork {
        @Override
        public DatagramTransport open(SessionOptions options, String memberName) throws IOException {
            Channel channel = options.channel();
            TransportOptions transport = new TransportOptions(
                    SessionThreads.name(channel, options.role(), "loop"),
                    channel.groupAddress(),
                    LocalInterface.resolve(channel.networkInterface(), channel.group()),
                    options.memberPort(),
                    channel.ttl(),
                    options.transport(),
                    options.receiveBufferBytes(),
                    options.sendBufferBytes(),
                    options.offload());
            return SocketTransport.open(transport, SharedRuntime.loopsOf(options));
        }

        /** What waits in sockets is the system's. */
        @Override
        public long heapBytes(SessionOptions options) {
            return 0;
        }

        @Override
        public long nextMemberId() {
            return SessionMember.randomId(new SecureRandom());
        }

        @Override
        public @Nullable Long nextSeed() {
            return null;
        }
    }
}
