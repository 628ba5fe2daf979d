/** Programs to copy, written against the API alone. */
module org.rmcast.examples {
    requires static org.jspecify;
    requires transitive org.rmcast.core;

    exports org.rmcast.examples.embed;
    exports org.rmcast.examples.ledger;
    exports org.rmcast.examples.video;
}
