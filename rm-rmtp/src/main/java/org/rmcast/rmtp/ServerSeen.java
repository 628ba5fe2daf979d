package org.rmcast.rmtp;

import java.net.InetSocketAddress;

/**
 * A server and one of its deliveries, as a receiver hears of it.
 *
 * @param id the server's member id
 * @param incarnation of that member
 * @param address where it is
 * @param transfer which delivery
 */
record ServerSeen(long id, int incarnation, InetSocketAddress address, int transfer) {}
