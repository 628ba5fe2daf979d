package org.rmcast.sim;

import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;
import org.rmcast.api.PruningPolicy;
import org.rmcast.api.Role;
import org.rmcast.core.driver.PathPlan;
import org.rmcast.core.engine.Configured;

/**
 * How one node is set up.
 *
 * @param plan the layers between the engine and the network
 * @param maxDatagramBytes the channel's largest datagram
 * @param gatherNanos how long datagrams gather in the socket before the runner wakes up
 * @param checkEvery wake-ups between two checks of the memory bound
 * @param storageBytes the bound of the node's storage, 0 for none
 * @param deliverOwn whether peers are given what they send themselves
 * @param replicas the applications of peers, null for those without a state
 * @param pruning who excludes members besides the protocol
 * @param judged whether what the application is given is checked
 */
record NodeSettings(
        PathPlan plan,
        Configured protocol,
        Role role,
        long sessionId,
        InetSocketAddress group,
        int ttl,
        int maxDatagramBytes,
        long gatherNanos,
        int deliveryQueueMessages,
        int sendQueueMessages,
        int socketBufferPackets,
        int checkEvery,
        long storageBytes,
        boolean deliverOwn,
        @Nullable ReplicaSettings replicas,
        PruningPolicy pruning,
        boolean judged) {}
