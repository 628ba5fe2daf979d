package org.rmcast.tram;

import org.rmcast.tram.wire.TreePlace;

/**
 * Where a node is in the tree and in the stream at one moment; made where it is needed, not kept.
 *
 * @param place the node's place in the tree; level 1 at the sender
 * @param source the stream's source, 0 if there is none yet
 * @param low the lowest sequence that the node can repair
 * @param obtainableLow the lowest sequence that its members can get, from here or from the heads above
 * @param next the first sequence that the node itself misses, or will send next
 * @param limit the sequence after the highest known to exist
 * @param allowed the highest sequence that the node itself takes; 0 at the sender
 * @param rate the sender's rate in bytes/s
 */
record Position(
        TreePlace place, long source, long low, long obtainableLow, long next, long limit, long allowed, int rate) {
    /** Whether the node is the sender. */
    boolean sender() {
        return level() == 1;
    }

    /** The node's level, 0 outside of the tree. */
    int level() {
        return place.level();
    }
}
