/** The rmcast command line and its video demo. */
module org.rmcast.cli {
    requires transitive com.fasterxml.jackson.databind;
    requires static transitive org.jspecify;
    requires ch.qos.logback.classic;
    requires transitive info.picocli;
    requires java.management;
    requires jdk.httpserver;
    requires jdk.management;
    requires micrometer.registry.prometheus;
    requires HdrHistogram;
    requires transitive org.rmcast.core;
    requires transitive org.rmcast.bulk;
    requires org.rmcast.examples;
    requires org.rmcast.micrometer;
    requires org.slf4j;

    exports org.rmcast.cli.common;
    exports org.rmcast.cli.process;

    opens org.rmcast.cli to
            info.picocli;
    opens org.rmcast.cli.chat to
            info.picocli;
    opens org.rmcast.cli.completion to
            info.picocli;
    opens org.rmcast.cli.common to
            info.picocli;
    opens org.rmcast.cli.demo to
            com.fasterxml.jackson.databind,
            info.picocli;
    opens org.rmcast.cli.head to
            info.picocli;
    opens org.rmcast.cli.media to
            info.picocli;
    opens org.rmcast.cli.transfer to
            info.picocli;
    opens org.rmcast.cli.perf to
            info.picocli;
    opens org.rmcast.cli.protocols to
            info.picocli;
}
