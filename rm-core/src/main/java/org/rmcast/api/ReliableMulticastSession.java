package org.rmcast.api;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * An application's handle on a channel: one member of the group. What all members have in common; a {@link MulticastSender} sends, a
 * {@link MulticastReceiver} receives, a {@link MulticastPeer} does both, and a repair node has no more than this.
 *
 * <p>Messages are 0 bytes to 16 MiB. What one sender sends arrives at each receiver at most once and in the order that
 * the protocol promises, complete, or a {@link SessionEvent} says what is lost. All methods may be called from any thread; none of
 * them may be called from a listener that they would have to wait for.
 */
public interface ReliableMulticastSession extends MeterSource, AutoCloseable {
    /** Starts the options for a session on this channel, over the network; {@link SessionBuilder#open} opens it. */
    static SessionBuilder on(Channel channel) {
        return SessionFactory.network().on(channel);
    }

    /** The channel that this session is on. */
    @Override
    Channel channel();

    @Override
    Role role();

    /** This member's identity for as long as it is open. */
    long memberId();

    @Override
    String memberName();

    /**
     * The other members that this one knows, of now (at most a moment old): in a group without a coordinator all in its view, in a repair tree
     * those that it serves and the repair head that serves it. After the end those known last. Names come with joins, so a member
     * may be known for a moment before its name is.
     */
    List<Member> members();

    /** The address and port from which this member sends. */
    InetSocketAddress localAddress();

    /**
     * Leaves in good order: a sender ends the stream and waits until every receiver has everything; a receiver leaves whoever serves
     * it, and a repair node those whom it serves. Messages already received are still delivered to a listener until the deadline. A
     * second call waits for the first.
     *
     * @param timeout the longest wait, positive; then the session is aborted
     * @return complete, or who had not confirmed by then; not complete if the session has failed, which {@link #closed()} says
     * @throws IllegalStateException if it is called by a listener, for which it would wait
     * @throws InterruptedException if interrupted while waiting; the session goes on closing
     */
    FlushResult close(Duration timeout) throws InterruptedException;

    /**
     * {@link #close(Duration)} with 10 seconds; on an interrupt aborts and keeps the thread's interrupt flag set. The answer is lost: who
     * wants to know that all have everything calls {@link #close(Duration)} before.
     */
    @Override
    void close();

    /** Aborts immediately without notifying the group. Never blocks, may be called at any time and more than once. */
    void abort();

    /**
     * Completes when the session has ended, for whatever reason; exceptionally, with a {@link SessionFailedException}, if it failed.
     */
    @Override
    CompletionStage<Void> closed();

    @Override
    SessionStatistics statistics();
}
