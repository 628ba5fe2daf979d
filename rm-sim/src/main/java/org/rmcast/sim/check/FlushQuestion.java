package org.rmcast.sim.check;

import org.rmcast.api.Confirmation;

/**
 * A flush, or a close, that was asked of an engine.
 *
 * @param asker the member
 * @param id the flush's number at its host, {@link #CLOSE} for a close
 * @param by whose confirmation it waits for
 * @param askedNanos when the engine was asked
 * @param deadlineNanos when it must have answered
 * @param messages how many messages were accepted by then: those that are to be confirmed
 */
public record FlushQuestion(
        Participant asker, long id, Confirmation by, long askedNanos, long deadlineNanos, long messages) {
    /** The id of a close. */
    public static final long CLOSE = -1;

    /** The question in words. */
    public String what() {
        return id == CLOSE ? "the close" : "flush " + id;
    }
}
