package org.rmcast.lab.failover;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a member has seen. Times are of {@link System#nanoTime()}, one clock for all processes of a machine.
 *
 * @param error what went wrong, null if nothing
 * @param memberId the session's
 * @param messages how many a receiver has got, or the sender has sent, since it began
 * @param missing how many a receiver passed over since it began
 * @param outOfOrder how many came twice or late since it began
 * @param longestWaitNanos the longest time since the last report from when a message was due until it came, or that nothing has come
 * @param longestPauseNanos the longest time since the last report in which none came
 * @param changes of its head since the last report
 * @param remarks what else it was told since then that tells of trouble
 * @param heapBytes in use; after {@link NodeCommand.Action#WEIGH} only what is needed
 * @param complete whether all have confirmed everything, after {@link NodeCommand.Action#FINISH}
 */
record NodeReport(
        @Nullable String error,
        long memberId,
        long messages,
        long missing,
        long outOfOrder,
        long longestWaitNanos,
        long longestPauseNanos,
        List<HeadChange> changes,
        List<Remark> remarks,
        long heapBytes,
        boolean complete) {
    /**
     * Another head, or none.
     *
     * @param from the former one's id, 0 without
     * @param to the new one's id, 0 without
     */
    record HeadChange(long nanos, long from, long to, String reason) {}

    /**
     * A line of trouble.
     *
     * @param about the id of the member that it is about, 0 if of none
     */
    record Remark(long nanos, long about, String text) {}

    static NodeReport failed(Throwable cause) {
        return new NodeReport(String.valueOf(cause), 0, 0, 0, 0, 0, 0, List.of(), List.of(), 0, false);
    }
}
