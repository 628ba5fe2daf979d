/** Files and directories to known receivers, by RMTP, over sockets. */
module org.rmcast.bulk {
    requires transitive org.rmcast.rmtp;
    requires static org.jspecify;

    exports org.rmcast.bulk;
}
