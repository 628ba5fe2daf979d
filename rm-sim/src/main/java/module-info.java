/** A deterministic discrete-event network that runs the same engines on encoded bytes. */
module org.rmcast.sim {
    requires transitive org.rmcast.core;
    requires static org.jspecify;
    requires jdk.management;

    exports org.rmcast.sim;
    exports org.rmcast.sim.allocation;
    exports org.rmcast.sim.explore;
    exports org.rmcast.sim.fuzz;
    exports org.rmcast.sim.check;
}
