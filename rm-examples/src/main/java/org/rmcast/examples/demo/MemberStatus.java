package org.rmcast.examples.demo;

import java.util.List;
import org.rmcast.api.EngineMeter;
import org.rmcast.api.SessionMeter;
import org.rmcast.core.engine.EngineStatistics;
import org.rmcast.core.session.SessionStatistics;

/**
 * How a member stands, as often as the view needs it.
 *
 * @param messages sent or delivered by now
 * @param bytes their bytes
 * @param packetsMissed packets found missing at first
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
        EngineStatistics engine = session.engine();
        return new MemberStatus(
                engine.get(EngineMeter.MESSAGES_ACCEPTED) + engine.get(EngineMeter.MESSAGES_DELIVERED),
                engine.get(EngineMeter.BYTES_ACCEPTED) + engine.get(EngineMeter.BYTES_DELIVERED),
                engine.get(EngineMeter.PACKETS_MISSED),
                engine.get(EngineMeter.REPAIRS_RECEIVED),
                engine.get(EngineMeter.REPAIRS_SENT),
                engine.get(EngineMeter.DUPLICATE_PACKETS),
                engine.get(EngineMeter.MESSAGES_LOST),
                session.get(SessionMeter.IMPAIRED_INBOUND),
                engine.get(EngineMeter.BUFFER_PACKETS),
                engine.get(EngineMeter.BUFFER_CAPACITY_PACKETS),
                (int) engine.get("treeLevel"),
                engine.get("headId"),
                engine.members().stream()
                        .map(EngineStatistics.MemberStatistics::memberId)
                        .toList());
    }

    /** Whether it has a place in the repair tree below the sender. */
    boolean isInTree() {
        return headId != 0;
    }
}
