/** Benchmarks on real sockets. */
module org.rmcast.lab {
    requires org.rmcast.core;
    requires info.picocli;
    requires static org.jspecify;
}
