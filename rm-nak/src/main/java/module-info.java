/** The plain NAK protocol: whoever misses something asks its sender. */
module org.rmcast.nak {
    requires transitive org.rmcast.core;
    requires static org.jspecify;

    exports org.rmcast.nak;

    provides org.rmcast.core.engine.Protocol with
            org.rmcast.nak.NakProtocol;
}
