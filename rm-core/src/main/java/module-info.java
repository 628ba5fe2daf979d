/** Channels, sessions, the engine seam and the building blocks that multicast protocols share. */
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
    exports org.rmcast.core.framing;
    exports org.rmcast.core.impair;
    exports org.rmcast.core.membership;
    exports org.rmcast.core.observe;
    exports org.rmcast.core.peers;
    exports org.rmcast.core.repair;
    exports org.rmcast.core.session;
    exports org.rmcast.core.state;
    exports org.rmcast.core.storage;
    exports org.rmcast.core.stream;
    exports org.rmcast.core.transport;
    exports org.rmcast.core.wire;

    uses org.rmcast.core.engine.Protocol;
}
