/** RMTP: whole data sets to a known group, in rounds, confirmed by each receiver. */
module org.rmcast.rmtp {
    requires transitive org.rmcast.core;
    requires static org.jspecify;

    exports org.rmcast.rmtp;
}
