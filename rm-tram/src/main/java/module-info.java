/** TRAM: reliable multicast over a tree of repair heads. */
module org.rmcast.tram {
    requires transitive org.rmcast.core;
    requires static org.jspecify;
}
