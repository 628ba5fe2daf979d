package org.rmcast.sim.check;

/**
 * What one receiver got of one sender's messages. A message is <em>owed</em> if it was accepted after the receiver had joined, or
 * comes after the first one that it was given; while the receiver is told to be out of the group, or its sender to be lost,
 * nothing is owed until it has joined anew, has found the sender again, or is given a message.
 */
public interface ReceivedStream {
    /** A number that stands for none. */
    long NONE = -1;

    /** Whether something was delivered. */
    boolean hasStarted();

    /** Whether what the sender gets accepted now is owed. */
    boolean isOwed();

    /** The first message owed, {@link #NONE} if nothing ever was. */
    long owedFrom();

    /** The first message owed that was neither delivered nor reported lost. */
    long reach();

    /** The number after the highest that was delivered, 0 if none was. */
    long deliveredLimit();

    /** Whether a message from {@code first} to {@code limit} (exclusive) was reported lost. */
    boolean isLostWithin(long first, long limit);

    /** How many messages were reported lost. */
    long lost();

    /** The first message accepted after the join that was passed over without a word before the first delivery, or {@link #NONE}. */
    long skippedAtJoin();
}
