package org.rmcast.core.stream;

import org.jspecify.annotations.Nullable;
import org.rmcast.api.SessionEvent;
import org.rmcast.core.engine.Actions;
import org.rmcast.core.engine.Reason;

/** Gives the application the messages of one stream, in some order, and tells it which are lost. Not thread safe. */
public interface StreamDelivery {
    /** The messages from this one on are wanted. */
    void startAt(long message);

    /** A new packet is in the buffer. */
    void onPacket(long sequence, long firstMessage, byte[] datagram);

    /** A packet came that had come before, or was perhaps given up: it shows how many messages were in it. */
    void onLate(long sequence, byte[] datagram);

    /** So many messages began below a limit: all others are wanted, whatever comes of these. */
    void beganAt(long limit, long messages);

    /** So many messages are in packets below a limit, as somebody says who is believed. */
    void learn(long limit, long messages);

    /** Why messages are lost, for the losses found from now on. */
    void lossReason(Reason reason);

    /**
     * Gives what can be given, as far as it is taken.
     *
     * @param limit every sequence below has come, or was given up
     */
    void deliver(long limit, Actions actions);

    /** The first sequence that is still needed here: what is below may be released. */
    long delivered();

    /** The first packet of which the application was not given everything; 0 while messages wait for room. */
    long nextPacket();

    /** One more than the number of the last message of which something came. */
    long messagesBegun();

    /** Whether nothing waits for room. */
    boolean isDrained();

    /** Whether the application has everything below the next sequence. */
    boolean isDone(long next);

    /** All was delivered: what is known to be lost is told, since there may be no message after it, or none may come, that would tell. */
    void tellLost(Actions actions);

    /** The stream has ended with so many messages, and everything was delivered. */
    void end(long messages, SessionEvent.StreamEnded end, Actions actions);

    /**
     * The sender is lost: what began and is not whole is, too.
     *
     * @param end what the application is told, null if it was told before and the sender was not found since
     */
    void endWithSender(SessionEvent.@Nullable SenderLost end, Actions actions);

    /** Drops what was begun. */
    void abandon();
}
