/** The rmcast command line, the video demo and small embedding examples. */
module org.rmcast.examples {
    requires com.fasterxml.jackson.databind;
    requires static org.jspecify;
    requires ch.qos.logback.classic;
    requires info.picocli;
    requires java.management;
    requires jdk.httpserver;
    requires jdk.management;
    requires micrometer.registry.prometheus;
    requires HdrHistogram;
    requires org.rmcast.core;
    requires org.rmcast.micrometer;
    requires org.slf4j;

    opens org.rmcast.examples to
            info.picocli;
    opens org.rmcast.examples.chat to
            info.picocli;
    opens org.rmcast.examples.cli to
            info.picocli;
    opens org.rmcast.examples.demo to
            com.fasterxml.jackson.databind,
            info.picocli;
    opens org.rmcast.examples.head to
            info.picocli;
    opens org.rmcast.examples.media to
            info.picocli;
    opens org.rmcast.examples.transfer to
            info.picocli;
    opens org.rmcast.examples.perf to
            info.picocli;
    opens org.rmcast.examples.protocols to
            info.picocli;
}
