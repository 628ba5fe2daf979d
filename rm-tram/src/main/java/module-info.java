/** TRAM: reliable multicast over a tree of repair heads. */
module org.rmcast.tram {
    requires transitive org.rmcast.core;
    requires static org.jspecify;

    exports org.rmcast.tram;

    provides org.rmcast.core.engine.Protocol with
            org.rmcast.tram.TramProtocol;
}
