package org.rmcast.rmtp;

import java.net.InetSocketAddress;

/**
 * What became of one receiver.
 *
 * @param memberId which; 0 if it was expected at its address and never heard
 * @param address where it is
 * @param outcome how it ended
 * @param reason the same for people where it failed, else empty
 * @param round the round after which it had everything
 * @param asked how many packets it asked for again, over all rounds
 * @param polls how many POLLs it was sent
 * @param busy how often it said that it was busy
 * @param separate whether it was served apart
 * @param nanos when it had confirmed everything, from the beginning on
 */
public record ReceiverVerdict(
        long memberId,
        InetSocketAddress address,
        Outcome outcome,
        String reason,
        int round,
        long asked,
        int polls,
        int busy,
        boolean separate,
        long nanos) {
    /** How it ended for a receiver. */
    public enum Outcome {
        /** It is still under way. */
        UNDER_WAY,
        /** It has everything, and has confirmed that it goes. */
        RELEASED,
        /** It has everything; it did not answer when it was released. */
        COMPLETE,
        /** It did not answer CONN. */
        NOT_CONNECTED,
        /** It declined. */
        DECLINED,
        /** It did not answer any more. */
        SILENT,
        /** It was busy for too long. */
        BUSY,
        /** It answers, and does not come further. */
        NO_PROGRESS,
        /** It has everything, and its application found it to be damaged. */
        DAMAGED,
        /** The server ended before. */
        ABORTED;

        /** Whether the receiver has the data set. */
        public boolean isComplete() {
            return this == RELEASED || this == COMPLETE;
        }
    }
}
