package org.rmcast.core.session;

/** Refuses a session whose buffers could fill the heap. */
final class MemoryCheck {
    /** The share of the heap that one session's buffers may take, in percent. */
    private static final int MAX_HEAP_PERCENT = 80;

    private static final long MIB = 1 << 20;

    private MemoryCheck() {}

    /**
     * Compares what a session may hold with what there is.
     *
     * @param protocolBytes the protocol's bound
     * @param storageBytes the bound of what is known of stored packets, 0 without storage
     * @param queueBytes the bound of the queues to and from the application
     * @param pathBytes the bound of what an emulated network holds, 0 without one
     * @param heapBytes the heap's limit
     * @throws IllegalArgumentException naming the numbers and what to change
     */
    static void check(
            String protocol, long protocolBytes, long storageBytes, long queueBytes, long pathBytes, long heapBytes) {
        long wanted = protocolBytes + storageBytes + queueBytes + pathBytes;
        long allowed = heapBytes / 100 * MAX_HEAP_PERCENT;
        if (wanted < 0 || wanted > allowed) {
            throw new IllegalArgumentException(
                    "the session's buffers may grow to " + mib(wanted) + " MiB ("
                            + mib(protocolBytes) + " of protocol " + protocol + ", " + mib(storageBytes)
                            + " of the storage's index, " + mib(queueBytes)
                            + " of the send and delivery queues, " + mib(pathBytes)
                            + " of emulated delays), more than " + MAX_HEAP_PERCENT + " % of the heap's "
                            + heapBytes / MIB + " MiB; raise the heap limit with -Xmx"
                            + (mib(wanted) * 100 / MAX_HEAP_PERCENT + 1)
                            + "m, or lower the protocol's buffer parameters, the storage's maxBytes, or sendQueue and deliveryQueue");
        }
    }

    private static long mib(long bytes) {
        return (bytes + MIB - 1) / MIB;
    }
}
