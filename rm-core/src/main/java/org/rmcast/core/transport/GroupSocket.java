package org.rmcast.core.transport;

import io.netty.channel.socket.DatagramChannel;
import java.net.InetSocketAddress;

/**
 * A socket that hears the group on one interface.
 *
 * @param channel bound and joined
 * @param address the group's; if it is IPv6 its scope is that interface
 */
record GroupSocket(DatagramChannel channel, InetSocketAddress address) {}
