package org.rmcast.core.driver;

import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;
import org.rmcast.api.FlushResult;
import org.rmcast.api.Receipt;
import org.rmcast.api.ReceivedMessage;
import org.rmcast.api.Recipients;
import org.rmcast.api.SessionEvent;

/**
 * The world of an {@link EngineDriver}: the network below it, the application above it. Called within the driver's calls
 * only; must not call the driver, except from {@link #nextMessage}.
 */
public interface DriverHost {
    /**
     * Sends a datagram.
     *
     * @param to the destination, null for the group
     * @param ttl the scope of a multicast in hops, at most that of the channel; 0 for a unicast
     * @param datagram complete, not to be changed any more
     */
    void send(@Nullable InetSocketAddress to, int ttl, byte[] datagram);

    /** To call {@link EngineDriver#portUnreachable} when this address is answered for as unreachable, if the host hears that. */
    default void watchPort(InetSocketAddress peer) {}

    /** The opposite of {@link #watchPort}. */
    default void unwatchPort(InetSocketAddress peer) {}

    /**
     * The application's message to offer to the engine now, or null. It is the same again until {@link #messageAccepted} is
     * called. What the application asked for before that message (a flush, a close) is passed to the driver in this call.
     */
    byte @Nullable [] nextMessage();

    /** Whether the message that {@link #nextMessage} gave begins with a {@link org.rmcast.core.framing.HeaderBlock}. */
    boolean hasHeaders();

    /** For whom the message is that {@link #nextMessage} gave. */
    default Recipients recipients() {
        return Recipients.GROUP;
    }

    /** The engine accepted the message that {@link #nextMessage} gave. */
    void messageAccepted();

    /** Whether {@link #deliver} takes one more message. After a false, {@link EngineDriver#room} is to be called. */
    boolean hasRoom();

    /** A message for the application. */
    void deliver(ReceivedMessage message);

    /** An event for the application and the observers. */
    void report(SessionEvent event);

    /** The application as one that gives and takes a state; null if it does neither. Always the same. */
    default @Nullable StateApplication stateApplication() {
        return null;
    }

    /** The answer to {@link EngineDriver#flush}. */
    void flushed(long flushId, FlushResult result);

    /** What became of a message that was accepted; comes after its {@link #messageAccepted}, also of messages of which nobody asked. */
    default void confirmed(Receipt receipt) {}

    /** The engine has ended, asked or not; it is not called again. */
    void ended(DriverEnd end);
}
