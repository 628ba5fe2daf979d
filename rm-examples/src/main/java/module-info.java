/** Programs to copy, written against the API alone. */
module org.rmcast.examples {
    requires static org.jspecify;
    requires org.rmcast.core;
}
