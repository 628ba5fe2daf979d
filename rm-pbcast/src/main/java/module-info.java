/** Bimodal Multicast: gossip repairs what multicast loses, among equals. */
module org.rmcast.pbcast {
    requires transitive org.rmcast.core;
    requires static org.jspecify;

    exports org.rmcast.pbcast;

    provides org.rmcast.core.engine.Protocol with
            org.rmcast.pbcast.PbcastProtocol;
}
