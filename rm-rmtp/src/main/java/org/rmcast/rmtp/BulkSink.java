package org.rmcast.rmtp;

import org.jspecify.annotations.Nullable;

/** Where a receiver puts a data set, written by position. Called by one thread at a time; must not block for long. */
public interface BulkSink {
    /** What the application makes of a data set that is complete. */
    enum Verdict {
        /** It is as it was sent. */
        WHOLE,
        /** It is not. */
        DAMAGED,
        /** That is not known yet: ask again soon. */
        PENDING
    }

    /** Whether a sink takes packets. */
    enum Opening {
        /** It does. */
        OPEN,
        /** That is not known yet: ask again soon. */
        LATER,
        /** It does not: the delivery is declined. */
        REFUSED
    }

    /** Takes stretches of packets. */
    @FunctionalInterface
    interface Stretches {
        /** The packets from {@code first} to below {@code limit}. */
        void add(long first, long limit);
    }

    /** Opens sinks for the data sets that a receiver hears of. */
    @FunctionalInterface
    interface Opener {
        /**
         * A server wants to deliver a data set.
         *
         * @return where it goes; null to decline
         */
        @Nullable
        BulkSink open(DataSet dataSet);
    }

    /** Whether it takes packets; nothing else is asked of it before it does, nor if it refuses. */
    default Opening opening() {
        return Opening.OPEN;
    }

    /**
     * Writes a packet's bytes, each packet once.
     *
     * @return false if there is no room now; nothing was written then
     */
    boolean write(long position, byte[] source, int offset, int length);

    /** Whether there is room again. */
    boolean hasRoom();

    /** Names what an earlier process has written of this data set. */
    default void held(Stretches stretches) {}

    /**
     * All packets were written.
     *
     * @param trailer what the server says of the data set
     */
    Verdict finish(byte[] trailer);

    /**
     * Why it is refused, has no room, or is damaged, for the server's report and for people: at most 200 bytes of UTF-8 reach it. Empty if there
     * is nothing to say.
     */
    default String problem() {
        return "";
    }

    /** The delivery has ended before that, or before it was open. */
    void abandon(String reason);
}
