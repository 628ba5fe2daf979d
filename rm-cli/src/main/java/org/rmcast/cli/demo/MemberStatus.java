package org.rmcast.cli.demo;

import java.util.List;
import org.rmcast.api.EngineMeter;
import org.rmcast.api.MemberStatistics;
import org.rmcast.api.SessionMeter;
import org.rmcast.api.SessionStatistics;

/**
 * How a member stands, as often as the view needs it.
 *
 * @param messages sent or delivered by now
 * @param bytes their bytes
 * @param packetsMissed packets that were lost on their way here
 * @param repairsReceived repairs that filled a gap
 * @param repairsSent repairs sent to others
 * @param duplicates packets that arrived once too often
 * @param messagesLost messages lost for good
 * @param dropped datagrams dropped on purpose
 * @param bufferPackets packets held
 * @param bufferCapacity the most that may be held
 * @param treeLevel distance from the sender in the repair tree, 0 if not in it
 * @param headId the repair head, 0 for none
 * @param members the members served by this one
 */
public record MemberStatus(
        long messages,
        long bytes,
        long packetsMissed,
        long repairsReceived,
        long repairsSent,
        long duplicates,
        long messagesLost,
        long dropped,
        long bufferPackets,
        long bufferCapacity,
        int treeLevel,
        long headId,
        List<Long> members) {
    /** Nothing has happened yet. */
    static final MemberStatus NONE = new MemberStatus(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, List.of());

    static MemberStatus of(SessionStatistics session) {
        return new MemberStatus(
                session.get(EngineMeter.MESSAGES_ACCEPTED) + session.get(EngineMeter.MESSAGES_DELIVERED),
                session.get(EngineMeter.BYTES_ACCEPTED) + session.get(EngineMeter.BYTES_DELIVERED),
                session.get(EngineMeter.PACKETS_MISSED),
                session.get(EngineMeter.REPAIRS_RECEIVED),
                session.get(EngineMeter.REPAIRS_SENT),
                session.get(EngineMeter.DUPLICATE_PACKETS),
                session.get(EngineMeter.MESSAGES_LOST),
                session.get(SessionMeter.IMPAIRED_INBOUND),
                session.get(EngineMeter.BUFFER_PACKETS),
                session.get(EngineMeter.BUFFER_CAPACITY_PACKETS),
                (int) session.get("treeLevel"),
                session.get("headId"),
                session.members().stream().map(MemberStatistics::memberId).toList());
    }

    /** Whether it has a place in the repair tree below the sender. */
    boolean isInTree() {
        return headId != 0;
    }
}
