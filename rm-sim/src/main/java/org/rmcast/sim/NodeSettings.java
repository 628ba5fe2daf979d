package org.rmcast.sim;

import java.net.InetSocketAddress;
import org.rmcast.core.engine.Configured;
import org.rmcast.core.engine.Role;

/**
 * How one node is set up.
 *
 * @param gatherNanos how long datagrams gather in the socket before the runner wakes up
 * @param checkEvery wake-ups between two checks of the memory bound
 * @param storageBytes the bound of the node's storage, 0 for none
 * @param judged whether what the application is given is checked
 */
record NodeSettings(
        int wireId,
        Configured protocol,
        Role role,
        long sessionId,
        InetSocketAddress group,
        int ttl,
        long gatherNanos,
        int deliveryQueueMessages,
        int sendQueueMessages,
        int socketBufferPackets,
        int checkEvery,
        long storageBytes,
        boolean judged) {}
