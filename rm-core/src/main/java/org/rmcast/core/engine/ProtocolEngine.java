package org.rmcast.core.engine;

import java.net.InetSocketAddress;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.rmcast.api.Confirmation;
import org.rmcast.api.Recipients;
import org.rmcast.api.SendState;
import org.rmcast.core.wire.Cast;
import org.rmcast.core.wire.DecodeException;

/**
 * A protocol for one member: a deterministic state machine, events in and actions out.
 *
 * <p>An engine never opens a socket, reads a clock, starts a thread, logs or makes its own randomness. Two runners drive
 * it: one on a Netty event loop over datagram channels, one in simulated time. Both pass encoded bytes.
 *
 * <p>Threading: one caller at a time, no call from within a call. Time is an argument in nanoseconds of an arbitrary
 * origin; it never goes back and stands still within a call. Compare times by subtraction.
 *
 * <p>Sequence of calls: {@link #onStart} first, then any others in any order, until {@link Actions#closed}. After each
 * group of calls made in one wake-up the runner calls {@link #onBatchEnd} once, then performs what is left of the
 * actions and reads {@link #nextDeadlineNanos()}.
 */
public interface ProtocolEngine {
    /** The value of {@link #nextDeadlineNanos()} that means: no deadline. */
    long NO_DEADLINE = Long.MAX_VALUE;

    /** The member has its sockets and may send. */
    void onStart(long nowNanos, Actions actions);

    /**
     * A datagram of this session and protocol arrived (the runner has checked the common header, and has dropped this
     * member's own). The engine may keep the array but must not modify it: other members may
     * share it.
     *
     * @param cast whether it came to the group or to this member alone
     * @throws DecodeException if the content is malformed; the runner counts it and goes on. The engine must be
     *     unchanged then.
     */
    void onDatagram(InetSocketAddress from, Cast cast, byte[] datagram, long nowNanos, Actions actions)
            throws DecodeException;

    /**
     * A host has answered that nobody has the port of an address that is watched, see {@link Actions#watchPort}: what this member sent there
     * found no socket. Firewalls answer so, too, and whoever knows both ports can make such an answer up.
     */
    default void onPortUnreachable(InetSocketAddress peer, long nowNanos, Actions actions) {}

    /**
     * The application wants to send. The array belongs to the engine if accepted.
     *
     * @param headers whether the message begins with a {@link org.rmcast.core.framing.HeaderBlock}, which receivers take off
     * @return whether the message is accepted; if not, the runner keeps it and offers it again after later calls
     */
    boolean onSend(byte[] message, boolean headers, long nowNanos, Actions actions);

    /**
     * The application wants to send to some members only. Called where {@link Promise.Destinations#SUBSET} is promised; as
     * {@link #onSend(byte[], boolean, long, Actions)} for the rest.
     */
    default boolean onSend(byte[] message, boolean headers, Recipients to, long nowNanos, Actions actions) {
        if (!to.isGroup()) {
            throw new IllegalStateException("this protocol sends to the whole group, not to " + to);
        }
        return onSend(message, headers, nowNanos, actions);
    }

    /**
     * The application wants to know when all that was accepted so far is confirmed by those that it names. Answered by {@link
     * Actions#flushed}, at the deadline at the latest. Several flushes may be open.
     */
    void onFlush(long flushId, Confirmation by, long deadlineNanos, long nowNanos, Actions actions);

    /** The application took messages after {@link Actions#deliveryRoom()} had been false. */
    void onDeliveryRoom(long nowNanos, Actions actions);

    /**
     * The application waits for the state of another member: answered by {@link StateActions#end} or {@link StateActions#failed}, at the
     * deadline at the latest. Called where {@link Configured#supportsState()}.
     */
    default void onStateWanted(long deadlineNanos, long nowNanos, Actions actions) {
        throw new IllegalStateException("this protocol transfers no state");
    }

    /** The snapshot is there that was asked for by {@link StateActions#takeSnapshot}; null if there is none to be had. */
    default void onSnapshot(long id, @Nullable Snapshot snapshot, long nowNanos, Actions actions) {}

    /** The time given by {@link #nextDeadlineNanos()} has come. May be called late, never early. */
    void onDeadline(long nowNanos, Actions actions);

    /** The calls of one wake-up are done: time to send what was gathered. */
    void onBatchEnd(long nowNanos, Actions actions);

    /**
     * The application closes: leave in good order, a sender after everyone has everything. Answered by {@link
     * Actions#closed}, at the deadline at the latest. No {@link #onSend} follows.
     */
    void onClose(long deadlineNanos, long nowNanos, Actions actions);

    /** When {@link #onDeadline} wants to be called, or {@link #NO_DEADLINE}. Cheap: called after every wake-up. */
    long nextDeadlineNanos();

    /** Receivers with an application that this engine knows to be in the group; meaningful at a sender. Cheap. */
    int receiverCount();

    /**
     * What keeps messages from leaving that were accepted, or offered; meaningful at a sender. Changes nothing. Called by observers and
     * where an application asks.
     */
    default SendState sendState(long nowNanos) {
        return SendState.READY;
    }

    /**
     * The number of the first message that this engine sends: 0, or after a resume that of the first message not completely
     * in storage. Fixed when the engine is made.
     */
    default long firstMessage() {
        return 0;
    }

    /**
     * The other members that this one knows: in a group of equals all in its view, in a tree those that it serves and who serves it. A
     * snapshot, in no certain order.
     */
    default List<? extends KnownMember> members() {
        return List.of();
    }

    /** A snapshot of the counters and gauges. Called about once a second, by observers and by tests. */
    EngineStatistics statistics();
}
