package org.rmcast.core.engine;

import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;
import org.rmcast.api.FlushResult;
import org.rmcast.api.Receipt;
import org.rmcast.api.ReceivedMessage;
import org.rmcast.api.SessionEvent;

/**
 * What an engine may do: the runner hands it to every call and performs the actions in the order given, after the call.
 *
 * <p>Byte arrays given away must not be changed afterwards; the engine may keep and send the same array again. An engine
 * must not keep the {@code Actions} object beyond the call.
 */
public interface Actions {
    /** So many addresses are watched at a time; of more, nothing is heard. */
    int MOST_WATCHED_PORTS = 16;

    /**
     * Sends a packet to the group.
     *
     * @param packet plain: type and flags in their places, room for the rest of the common header, the content ({@code
     *     DatagramHeader.begin}), at most 65,507 bytes. The runner completes the header in place
     * @param ttl the scope in hops; the runner caps it at the channel's time to live
     */
    void multicast(byte[] packet, int ttl);

    /** Sends a packet, as {@link #multicast} has it, to one member's unicast address. */
    void unicast(InetSocketAddress to, byte[] packet);

    /**
     * From now on {@link ProtocolEngine#onPortUnreachable} tells when a host answers what is sent to this address with ICMP port unreachable:
     * nobody has that port. Nothing is sent for it. That no such answer comes says nothing: hosts give few of them, networks lose them, and not
     * each runner hears them.
     */
    void watchPort(InetSocketAddress peer);

    /** The opposite of {@link #watchPort}. What came from there and was not read yet may be lost. */
    void unwatchPort(InetSocketAddress peer);

    /** The time of the call that these are given to, as engines get it. For what lies deep below that call. */
    long nowNanos();

    /**
     * Hands a message to the application. To be called only while {@link #deliveryRoom()} is true.
     *
     * @throws IllegalStateException if there is no room
     */
    void deliver(ReceivedMessage message);

    /**
     * Whether the application's queue takes one more message now. After it was false, {@link
     * ProtocolEngine#onDeliveryRoom} is called once there is room again: this is how a slow application holds its
     * protocol back.
     */
    boolean deliveryRoom();

    /** Tells the application and the observers of something other than a message. */
    void report(SessionEvent event);

    /** The application's state, null if it gives and takes none. */
    default @Nullable StateActions state() {
        return null;
    }

    /** Completes the flush of this id, see {@link ProtocolEngine#onFlush}. */
    void flushed(long flushId, FlushResult result);

    /**
     * Says what became of one of this member's own messages, where {@link Promise#receipts}: once of each that was accepted, whether or
     * not the application asked, in the order in which that is settled. May be called within the {@code onSend} that accepts the message.
     *
     * @param receipt its number is the count of messages accepted before, from {@link ProtocolEngine#firstMessage}
     */
    default void confirmed(Receipt receipt) {}

    /**
     * Ends the engine: after this the runner makes no further call. The answer to {@link ProtocolEngine#onClose}, or
     * unasked where the protocol cannot go on (a {@link SessionEvent.SessionFailed} should precede it).
     */
    void closed(FlushResult result);
}
