/** Tests of applications in JUnit 5: sessions in memory, seeded loss, waits without sleeps. */
module org.rmcast.junit {
    requires transitive org.junit.jupiter.api;
    requires transitive org.rmcast.core;
    requires static org.jspecify;

    exports org.rmcast.junit;
}
