package org.rmcast.core.engine;

import java.util.Objects;

/**
 * An application's state between two messages. Immutable.
 *
 * @param vector the messages that are in it
 * @param whole whether none of these had been lost here
 * @param content its bytes
 */
public record Snapshot(StateVector vector, boolean whole, Content content) {
    public Snapshot {
        Objects.requireNonNull(vector, "vector");
        Objects.requireNonNull(content, "content");
    }

    /** Bytes that do not change. Any number of reads, one thread at a time. */
    public interface Content {
        /** How many. */
        long length();

        /** Copies some of them; they must be within the length. */
        void read(long offset, byte[] into, int at, int count);
    }
}
