package org.rmcast.sim.check;

import java.net.InetSocketAddress;
import org.rmcast.api.FlushResult;
import org.rmcast.api.Receipt;
import org.rmcast.api.SessionEvent;

/**
 * A promise, watched over one run: an object of its own for each. It has no part in the run and draws no random numbers. A method
 * that finds the promise broken throws {@link BrokenInvariant}; each does nothing unless overridden. Times are virtual
 * nanoseconds since the start.
 */
public interface Invariant {
    /** A few words by which it is left out, see {@link Checks#without}, and found in the message of a violation. */
    String name();

    /** The run begins: before all other calls. */
    default void begin(Run run) {}

    /** A member vanished without a word. */
    default void onCrashed(Participant member) {}

    /** A message was delivered, and is already counted. */
    default void onDelivered(Participant receiver, long sourceId, long number) {}

    /** A member reported something, which is already taken into account. */
    default void onEvent(Participant at, SessionEvent event) {}

    /** A member sent a datagram of so many bytes to one address. */
    default void onUnicast(Participant from, InetSocketAddress to, int bytes) {}

    /** An engine was asked for a flush, or to close. */
    default void onAsked(FlushQuestion question) {}

    /** It answered. */
    default void onAnswered(FlushQuestion question, FlushResult result) {}

    /** A member's engine said what became of a message of its own, which was accepted before. */
    default void onConfirmed(Participant sender, Receipt receipt) {}

    /** Time has gone on: called often, at irregular times. */
    default void inspect() {}

    /** The run is said to be complete; may be called several times. */
    default void atEnd() {}
}
