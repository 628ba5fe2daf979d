package org.rmcast.core.wire;

/** How a datagram came: what one member may demand of another, the whole group must not be asked for. */
public enum Cast {
    /**
     * To the group. Where the system cannot bind a socket to the group's address, a datagram sent to this host alone at the
     * group's port counts as one as well.
     */
    MULTICAST,
    /** To this member's own address and port. */
    UNICAST
}
