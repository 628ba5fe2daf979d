package org.rmcast.tram;

import java.net.InetSocketAddress;
import org.rmcast.core.engine.KnownMember;

/** Another member of the tree. */
record TreeMember(long id, InetSocketAddress address) implements KnownMember {}
