/** Multicast datagram channels on Netty: one group socket and one unicast socket per member, on one event loop. */
@NullMarked
package org.rmcast.core.transport;

import org.jspecify.annotations.NullMarked;
