package org.rmcast.tram.pruning;

import org.rmcast.api.MemberFacts;

/**
 * What a head knows of a member when it decides about it.
 *
 * @param memberId the member's identity
 * @param lossPercent the member's smoothed loss, 0 to 100
 * @param packetsBehind packets sent or held that it has not confirmed
 * @param blockingNanos how long it has been the one that keeps the window closed, 0 if it does not
 * @param groupBytesPerSecond what the group achieved over the last seconds
 * @param worstLossPercent the worst loss that the sender announced with a call for pruning, negative if it did not call
 * @param subtree whether the figures are those of its subtree rather than its own
 * @param packets packets of the stream since the member joined, or of late
 * @param unsatisfied packets among them that it asked for and its head no longer held
 * @param reaffiliations how often its head had to send it to another one
 * @param slowNanos how long it has been lagging with less than the minimum rate, 0 if it does not
 * @param bytesPerSecond what the member achieved over the last seconds
 * @param lossyNanos how long it has lost more than is tolerated, and far more than others, without a break; 0 if it does not
 */
public record WatchedMember(
        long memberId,
        double lossPercent,
        long packetsBehind,
        long blockingNanos,
        double groupBytesPerSecond,
        double worstLossPercent,
        boolean subtree,
        long packets,
        long unsatisfied,
        int reaffiliations,
        long slowNanos,
        double bytesPerSecond,
        long lossyNanos)
        implements MemberFacts {}
