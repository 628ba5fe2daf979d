/** Scalable Reliable Multicast: any member repairs, and random timers scaled by distance suppress duplicates. */
module org.rmcast.srm {
    requires transitive org.rmcast.core;
    requires static org.jspecify;

    exports org.rmcast.srm;

    provides org.rmcast.core.engine.Protocol with
            org.rmcast.srm.SrmProtocol;
}
