/** The wide-area group: each member sends to any subset of the others, in causal order, confirmed, repaired from the nearest. */
module org.rmcast.wan {
    requires transitive org.rmcast.core;
    requires static org.jspecify;

    exports org.rmcast.wan;

    provides org.rmcast.core.engine.Protocol with
            org.rmcast.wan.WanProtocol;
}
