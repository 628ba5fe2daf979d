package org.rmcast.api;

import java.net.InetSocketAddress;

/**
 * Another member, as this one knows it, see {@link ReliableMulticastSession#members}. Immutable. Given by sessions; new methods come in minor
 * releases.
 */
public interface Member {
    /** Which member, never 0. */
    long memberId();

    /** Where it is reached by unicast. */
    InetSocketAddress address();

    /**
     * What it calls itself, see {@link SessionBuilder#memberName}; as long as that is not known its id as a hexadecimal number. For people:
     * names need not differ, and whoever can send to the group can give itself any.
     */
    String name();
}
