/** Benchmarks on real sockets, and the papers' experiments in the simulator. */
module org.rmcast.lab {
    requires com.fasterxml.jackson.databind;
    requires info.picocli;
    requires jdk.management;
    requires HdrHistogram;
    requires static org.jspecify;
    requires org.rmcast.bulk;
    requires org.rmcast.cli;
    requires org.rmcast.core;
    requires org.rmcast.sim;
    requires org.rmcast.nak;
    requires org.rmcast.pbcast;
    requires org.rmcast.rmtp;
    requires org.rmcast.srm;
    requires org.rmcast.tram;
    requires org.rmcast.wan;

    opens org.rmcast.lab to
            info.picocli;
    opens org.rmcast.lab.bulk to
            com.fasterxml.jackson.databind,
            info.picocli;
    opens org.rmcast.lab.command to
            info.picocli;
    opens org.rmcast.lab.failover to
            com.fasterxml.jackson.databind,
            info.picocli;
    opens org.rmcast.lab.perf to
            com.fasterxml.jackson.databind,
            info.picocli;
    opens org.rmcast.lab.layout to
            com.fasterxml.jackson.databind;
    opens org.rmcast.lab.member to
            com.fasterxml.jackson.databind;
}
