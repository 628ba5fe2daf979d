package org.rmcast.cli.demo;

import java.util.List;
import java.util.Optional;

/**
 * What came of the demo.
 *
 * @param sha256 of the clip
 * @param clipBytes its length
 * @param seconds how long it took
 * @param killed the repair head that was killed, empty if none was
 * @param receivers what each receiver has
 * @param problems why the demo did not succeed, one line each; empty if it did
 */
record DemoResult(
        String sha256,
        long clipBytes,
        double seconds,
        Optional<String> killed,
        List<ReceiverResult> receivers,
        List<String> problems) {
    /**
     * What one receiver has.
     *
     * @param name which
     * @param bytes the length of its copy
     * @param sha256 of its copy
     * @param mismatch the first byte at which the copy differs from the clip, -1 if it does not
     * @param status its last figures
     * @param heads the repair heads it had, the latest last
     * @param latencyP50Millis half of the messages arrived within this time
     * @param latencyP99Millis 99 of 100 messages did
     * @param problem what the receiver itself reported; empty for nothing
     */
    record ReceiverResult(
            String name,
            long bytes,
            String sha256,
            long mismatch,
            MemberStatus status,
            List<String> heads,
            double latencyP50Millis,
            double latencyP99Millis,
            String problem) {
        /** Whether the copy is the clip. */
        boolean identical() {
            return mismatch < 0;
        }
    }

    /** Whether everything went as it should. */
    boolean succeeded() {
        return problems.isEmpty();
    }
}
