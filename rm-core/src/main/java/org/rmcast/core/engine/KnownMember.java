package org.rmcast.core.engine;

import java.net.InetSocketAddress;

/** Another member that an engine knows, see {@link ProtocolEngine#members}. Immutable. */
public interface KnownMember {
    /** Which member, never 0. */
    long id();

    /** Where it is reached by unicast. */
    InetSocketAddress address();
}
