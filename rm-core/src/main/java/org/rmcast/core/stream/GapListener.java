package org.rmcast.core.stream;

/** What a {@link StreamReception} says of the packets that are missing: for who asks for them. */
public interface GapListener {
    /** These packets are missing, and were for as long as a packet that was only overtaken would need: time to ask for them. */
    void onMissing(long first, long limit, long nowNanos);

    /**
     * A packet that was said to be missing has come.
     *
     * @param repair whether as a repair; else it was on its way all the time
     * @return whether it had been asked for
     */
    boolean onFilled(long sequence, boolean repair, long nowNanos);

    /** What is missing below this is not wanted any more. */
    void onGivenUpBelow(long limit);

    /** From this sequence on there is nothing, whatever others have said. */
    void onNothingFrom(long limit);
}
