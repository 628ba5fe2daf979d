/** Channels, sessions, the engine seam and the building blocks that multicast protocols share. */
module org.rmcast.core {
    requires static transitive org.jspecify;
    requires transitive micrometer.core;
    requires com.fasterxml.jackson.databind;

    exports org.rmcast.core.channel;
    exports org.rmcast.core.engine;
    exports org.rmcast.core.event;
    exports org.rmcast.core.impair;
    exports org.rmcast.core.session;
    exports org.rmcast.core.transport;
    exports org.rmcast.core.wire;

    uses org.rmcast.core.engine.Protocol;
}
