package org.rmcast.core.engine;

import java.util.Arrays;

/**
 * How far an application's state reaches in each sender's messages: which message of it is the next, and, as a hint for who wants
 * the following ones, in which packet it may begin. Immutable.
 */
public final class StateVector {
    /** Of nothing. */
    public static final StateVector EMPTY = new StateVector(new long[0], new long[0], new long[0]);

    private final long[] sources;
    private final long[] messages;
    private final long[] packets;

    /**
     * Takes the arrays, which must not be changed any more.
     *
     * @param sources member ids, strictly ascending
     * @param messages for each the number of the first message that is not in the state
     * @param packets for each the sequence of the first packet that may have messages which are not in it, 0 if that is not known
     * @throws IllegalArgumentException if they are not so
     */
    @SuppressWarnings("ArrayAssignment") // taken over
    public StateVector(long[] sources, long[] messages, long[] packets) {
        if (messages.length != sources.length || packets.length != sources.length) {
            throw new IllegalArgumentException("arrays of different lengths");
        }
        for (int i = 1; i < sources.length; i++) {
            if (sources[i - 1] >= sources[i]) {
                throw new IllegalArgumentException("sources are not ascending");
            }
        }
        this.sources = sources;
        this.messages = messages;
        this.packets = packets;
    }

    /** How many senders it speaks of. */
    public int size() {
        return sources.length;
    }

    /** The sender in a place, 0 to {@link #size()} exclusive. */
    public long source(int index) {
        return sources[index];
    }

    /** The next message of the sender in a place. */
    public long message(int index) {
        return messages[index];
    }

    /** The packet in which it may begin, 0 if that is not known. */
    public long packet(int index) {
        return packets[index];
    }

    /** The next message of a sender, 0 if the state has none of it. Allocates nothing. */
    public long next(long source) {
        int index = Arrays.binarySearch(sources, source);
        return index < 0 ? 0 : messages[index];
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder("[");
        for (int i = 0; i < sources.length; i++) {
            text.append(i == 0 ? "" : ", ").append(sources[i]).append(" from ").append(messages[i]);
        }
        return text.append(']').toString();
    }
}
