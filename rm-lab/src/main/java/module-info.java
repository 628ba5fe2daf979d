/** Benchmarks on real sockets. */
module org.rmcast.lab {
    requires com.fasterxml.jackson.databind;
    requires info.picocli;
    requires jdk.management;
    requires HdrHistogram;
    requires static org.jspecify;
    requires org.rmcast.core;

    opens org.rmcast.lab to
            info.picocli;
    opens org.rmcast.lab.perf to
            com.fasterxml.jackson.databind,
            info.picocli;
    opens org.rmcast.lab.member to
            com.fasterxml.jackson.databind;
}
