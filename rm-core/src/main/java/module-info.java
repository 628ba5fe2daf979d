/**
 * Channels and sessions for applications ({@link org.rmcast.api}); the engine seam and the building blocks that multicast protocols
 * share for their authors (packages marked {@link org.rmcast.api.Spi}).
 */
@SuppressWarnings("module") // the laboratory and the hosts of files are built later
module org.rmcast.core {
    requires io.netty.buffer;
    requires io.netty.common;
    requires io.netty.transport.classes.epoll;
    requires io.netty.transport.unix.common;
    requires com.fasterxml.jackson.core;
    requires static transitive org.jspecify;
    requires io.netty.transport;
    requires org.slf4j;

    exports org.rmcast.api;
    exports org.rmcast.core.buffer;
    exports org.rmcast.core.channel;
    exports org.rmcast.core.claims;
    exports org.rmcast.core.driver;
    exports org.rmcast.core.engine;
    exports org.rmcast.core.flow;
    exports org.rmcast.core.flow.shared;
    exports org.rmcast.core.framing;
    exports org.rmcast.core.impair;
    exports org.rmcast.core.membership;
    exports org.rmcast.core.order;
    exports org.rmcast.core.paths;
    exports org.rmcast.core.peers;
    exports org.rmcast.core.presence;
    exports org.rmcast.core.repair;
    exports org.rmcast.core.state;
    exports org.rmcast.core.stream;
    exports org.rmcast.core.wire;
    exports org.rmcast.order;

    // The laboratory measures the sockets alone; engines of RMTP have no session, and have hosts of their own.
    exports org.rmcast.core.transport to
            org.rmcast.bulk,
            org.rmcast.lab;
    exports org.rmcast.core.runtime to
            org.rmcast.bulk;
    exports org.rmcast.core.text to
            org.rmcast.rmtp;

    uses org.rmcast.api.MemoryNetwork.Provider;
    uses org.rmcast.api.MulticastRuntime.Provider;
    uses org.rmcast.api.PruningPolicy.Provider;
    uses org.rmcast.api.SessionFactory;
    uses org.rmcast.core.engine.Protocol;

    provides org.rmcast.api.MemoryNetwork.Provider with
            org.rmcast.core.session.MemorySessionsProvider;
    provides org.rmcast.api.MulticastRuntime.Provider with
            org.rmcast.core.session.SharedRuntimeProvider;
    provides org.rmcast.api.SessionFactory with
            org.rmcast.core.session.NetworkSessions;
}
