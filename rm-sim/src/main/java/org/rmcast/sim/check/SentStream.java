package org.rmcast.sim.check;

/** What one member got accepted for sending. Messages are numbered from 0. */
public interface SentStream {
    /** How many messages were accepted; they have the numbers below this one. */
    int accepted();

    /** When the last one was, in nanoseconds since the start of the run. */
    long lastAcceptedNanos();

    /** When a message was accepted; of those below {@link #accepted}. */
    long acceptedNanos(long number);

    /** Whether a message was sent to this member, among others. */
    boolean isFor(long number, long memberId);

    /** Whether the sender had said that it has this member in its view when a message was accepted. */
    boolean isInView(long number, long memberId);

    /** Whether the sender is gone without having closed, and no other goes on in its place. */
    boolean isAbandoned();
}
