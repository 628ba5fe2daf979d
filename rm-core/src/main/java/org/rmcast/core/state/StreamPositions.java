package org.rmcast.core.state;

import java.util.function.LongConsumer;

/** The streams that an engine follows, as far as state transfer has to know of them. */
public interface StreamPositions {
    /** Gives the senders of all streams that are followed and not over, in an order that follows from what happened. */
    void forEach(LongConsumer sender);

    /** The number of a sender's next message for the application; -1 if none has begun, or the stream is not followed. */
    long nextMessage(long sender);

    /**
     * The first packet of a sender of which the application was not given everything; 0 if the stream is not followed, or messages
     * wait for room.
     */
    long nextPacket(long sender);

    /**
     * The application has all of a sender's messages before this one: what is missing between it and the first that comes is lost,
     * and to be reported. Does nothing where messages have begun to come.
     *
     * @param packet where it may begin, 0 if that is not known
     */
    void wantFrom(long sender, long packet, long message);
}
