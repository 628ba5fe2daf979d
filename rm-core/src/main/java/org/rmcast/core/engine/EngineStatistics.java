package org.rmcast.core.engine;

import java.net.InetSocketAddress;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Counters since the start and gauges of now, the same for every protocol; what a protocol does not have is 0 or null.
 *
 * @param dataPacketsSent original data packets multicast
 * @param dataPacketsReceived data and repair packets that arrived and were new
 * @param duplicatePackets data and repair packets that arrived and were already held
 * @param messagesAccepted messages taken from the application
 * @param messagesDelivered messages given to the application
 * @param messagesLost messages reported to the application as lost for good
 * @param bytesAccepted payload bytes taken from the application
 * @param bytesDelivered payload bytes given to the application
 * @param packetsMissed packets found missing at first (gaps), repaired or not
 * @param naksSent packets asked for again
 * @param naksReceived packets that others asked for
 * @param repairsSent repair packets sent
 * @param repairsReceived repair packets that filled a gap
 * @param repairsSuppressed repairs not sent because one was sent just before
 * @param controlPacketsSent all other packets sent
 * @param membersPruned members pruned by this one
 * @param bufferPackets packets held for repair, reordering or sending
 * @param bufferBytes the same in bytes
 * @param bufferCapacityPackets the bound of bufferPackets
 * @param sendRateBytesPerSecond the rate that rate control allows now, at a sender
 * @param windowPackets packets that may be sent before the window closes, at a sender
 * @param nextSequence the next packet to send (sender) or to deliver (receiver)
 * @param treeLevel distance from the sender in the repair tree: sender 1, its members 2; 0 if not in the tree
 * @param headId the member id of this member's repair head, 0 if none
 * @param headAddress its address
 * @param members the members that this one serves, in order of joining
 */
public record EngineStatistics(
        long dataPacketsSent,
        long dataPacketsReceived,
        long duplicatePackets,
        long messagesAccepted,
        long messagesDelivered,
        long messagesLost,
        long bytesAccepted,
        long bytesDelivered,
        long packetsMissed,
        long naksSent,
        long naksReceived,
        long repairsSent,
        long repairsReceived,
        long repairsSuppressed,
        long controlPacketsSent,
        long membersPruned,
        long bufferPackets,
        long bufferBytes,
        long bufferCapacityPackets,
        long sendRateBytesPerSecond,
        long windowPackets,
        long nextSequence,
        int treeLevel,
        long headId,
        @Nullable InetSocketAddress headAddress,
        List<MemberStatistics> members) {
    public EngineStatistics {
        members = List.copyOf(members);
    }

    /**
     * What a head knows of one of its members.
     *
     * @param memberId who
     * @param address its unicast address
     * @param receivers receivers with an application in its subtree, itself included
     * @param packetsBehind packets sent or held here that it has not confirmed
     * @param lossPercent its smoothed loss as last reported
     */
    public record MemberStatistics(
            long memberId, InetSocketAddress address, int receivers, long packetsBehind, double lossPercent) {}
}
