/** The meters of sessions in Micrometer's registries. */
module org.rmcast.micrometer {
    requires transitive micrometer.core;
    requires transitive org.rmcast.core;
    requires static org.jspecify;

    exports org.rmcast.micrometer;
}
