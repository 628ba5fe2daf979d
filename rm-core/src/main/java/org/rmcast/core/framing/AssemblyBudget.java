package org.rmcast.core.framing;

/**
 * How many bytes of messages that span packets may be under assembly at one time, over all senders. Not thread safe.
 */
public final class AssemblyBudget {
    private long left;

    /** @param bytes the bound */
    public AssemblyBudget(long bytes) {
        left = bytes;
    }

    /** No bound but that of a single message: for who follows one sender. */
    public static AssemblyBudget unlimited() {
        return new AssemblyBudget(Long.MAX_VALUE);
    }

    /** Takes bytes, or says that there are not so many left. */
    boolean take(int bytes) {
        if (bytes > left) {
            return false;
        }
        left -= bytes;
        return true;
    }

    void give(int bytes) {
        left += bytes;
    }
}
