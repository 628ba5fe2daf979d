package org.rmcast.lab.bulk;

/**
 * What a member of a {@link SharedLink} is told.
 *
 * @param kind by what is transferred
 * @param member 0 sends
 * @param receivers how many there are
 * @param bytes to each of them
 * @param networkInterface where they are
 */
record LinkTask(Kind kind, int member, int receivers, long bytes, String networkInterface) {
    /** The protocol. */
    enum Kind {
        TCP,
        RMTP
    }
}
