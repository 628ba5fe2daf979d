package org.rmcast.core.pruning;

/**
 * What a head knows of a member when it decides about it.
 *
 * @param lossPercent the member's smoothed loss, 0 to 100
 * @param packetsBehind packets sent or held that it has not confirmed
 * @param blockingNanos how long it has been the one that keeps the window closed, 0 if it does not
 * @param groupBytesPerSecond what the group achieved over the last seconds
 * @param worstLossPercent the worst loss that the sender announced with a call for pruning, negative if it did not call
 * @param subtree whether the figures are those of its subtree rather than its own
 */
public record MemberFacts(
        double lossPercent,
        long packetsBehind,
        long blockingNanos,
        double groupBytesPerSecond,
        double worstLossPercent,
        boolean subtree) {}
