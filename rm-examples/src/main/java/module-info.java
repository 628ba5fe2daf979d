/** The rmcast command line, the video demo and small embedding examples. */
module org.rmcast.examples {
    requires org.rmcast.core;
    requires info.picocli;
    requires static org.jspecify;
}
