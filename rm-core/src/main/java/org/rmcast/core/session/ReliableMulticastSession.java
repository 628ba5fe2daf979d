package org.rmcast.core.session;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import org.rmcast.api.Channel;
import org.rmcast.api.Confirmation;
import org.rmcast.api.FlushResult;
import org.rmcast.api.MessageListener;
import org.rmcast.api.ReceivedMessage;
import org.rmcast.api.Role;

/**
 * An application's handle on a channel: one member of the group.
 *
 * <p>Messages are 0 bytes to 16 MiB. What one sender sends arrives at each receiver at most once and in the order that
 * the protocol promises, complete, or a {@link org.rmcast.api.SessionEvent} says what is lost. All methods may be
 * called from any thread; none of them may be called from a listener that they would have to wait for.
 */
public interface ReliableMulticastSession extends AutoCloseable {
    /** Starts the options for a session on this channel; {@link SessionBuilder#open} opens it. */
    static SessionBuilder on(Channel channel) {
        return new SessionBuilder(channel);
    }

    /** The channel that this session is on. */
    Channel channel();

    /** What this member is there for. */
    Role role();

    /** This member's identity for as long as it is open. */
    long memberId();

    /** What people call this member, see {@link SessionBuilder#memberName}. */
    String memberName();

    /** The address and port from which this member sends. */
    InetSocketAddress localAddress();

    /**
     * Sends a message, and waits while the group can not take it.
     *
     * @param message from position to limit; copied, so the caller may use it again
     * @throws IllegalStateException if this member sends no messages, or the session is closed or has failed
     * @throws IllegalArgumentException if the message is larger than 16 MiB
     * @throws InterruptedException if interrupted while waiting; the message is not sent then
     */
    void send(ByteBuffer message) throws InterruptedException;

    /** As {@link #send(ByteBuffer)} for a whole array. */
    default void send(byte[] message) throws InterruptedException {
        send(ByteBuffer.wrap(message));
    }

    /**
     * Sends a message if the group can take it now.
     *
     * @return false if not; nothing happened then
     * @throws IllegalStateException as {@link #send(ByteBuffer)}
     */
    boolean trySend(ByteBuffer message);

    /**
     * Sends a message without waiting in this thread.
     *
     * @return completes when the message is accepted (as {@link #send(ByteBuffer)} would return), exceptionally when the
     *     session ends before
     */
    CompletionStage<Void> sendAsync(ByteBuffer message);

    /**
     * The received messages. One subscriber at a time; demand is passed on, so a slow subscriber slows the sender down
     * once the buffers between are full. Not to be used together with a {@link MessageListener}.
     *
     * @throws IllegalStateException if a listener was given, or this member receives no messages
     */
    Flow.Publisher<ReceivedMessage> messages();

    /**
     * Waits until at least {@code count} receivers with an application are in the group, as far as this sender knows.
     *
     * @return whether they are
     */
    boolean awaitReceivers(int count, Duration timeout) throws InterruptedException;

    /**
     * The number of the first message that this sender's application sends. Messages count from 0; after a resume it is the
     * first one that is not completely in storage, and the application sends again from there. 0 for other members.
     */
    long firstMessage();

    /** Receivers known now; see {@link #awaitReceivers}. */
    int receiverCount();

    /**
     * Waits until every receiver has everything that was sent before.
     *
     * @param timeout how long to wait, positive
     * @return complete, or who has not confirmed by then
     */
    default FlushResult flush(Duration timeout) throws InterruptedException {
        return flush(Confirmation.EVERYONE, timeout);
    }

    /**
     * As {@link #flush(Duration)}, waiting for those receivers only that are named.
     *
     * @param by EVERYONE, or KEEPING_UP to go on without receivers that lag
     */
    FlushResult flush(Confirmation by, Duration timeout) throws InterruptedException;

    /** As {@link #flush(Duration)} without waiting in this thread. */
    default CompletionStage<FlushResult> flushAsync(Duration timeout) {
        return flushAsync(Confirmation.EVERYONE, timeout);
    }

    /** As {@link #flush(Confirmation, Duration)} without waiting in this thread. */
    CompletionStage<FlushResult> flushAsync(Confirmation by, Duration timeout);

    /**
     * Asks for the state of another member, after messages were lost or to begin with, where the session was opened with {@link
     * SessionBuilder#state}. Delivery stops behind what was delivered, or is on its way to the listener, until a state came, which is at
     * least as far, or there is none to be had; {@code StateReceived} or {@code StateFailed} then come in this
     * place. A second call while one waits does nothing. Never blocks.
     *
     * @param timeout the longest wait, positive
     * @throws IllegalStateException if the session was opened without a state
     */
    default void requestState(Duration timeout) {
        throw new IllegalStateException("this session has no state");
    }

    /**
     * Leaves in good order: a sender ends the stream and waits until every receiver has everything; a receiver takes
     * leave of whoever serves it, and a repair node of those whom it serves. Messages already received are still delivered to a listener
     * until the deadline. A second call waits for the first.
     *
     * @param timeout the longest wait; then the session is aborted
     * @return complete, or who had not confirmed by then
     */
    FlushResult close(Duration timeout) throws InterruptedException;

    /** {@link #close(Duration)} with 10 seconds; on an interrupt aborts and keeps the thread's interrupt flag set. */
    @Override
    void close();

    /** Ends at once and without a word to the group. Never blocks, may be called at any time and more than once. */
    void abort();

    /** Completes when the session has ended, for whatever reason; exceptionally if it failed. */
    CompletionStage<Void> closed();

    /** Counters and gauges of now (at most a moment old). Available after the end as well. */
    SessionStatistics statistics();
}
