package org.rmcast.api;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.CompletionStage;

/** A member that sends messages to the receivers of its group. */
public interface MulticastSender extends ReliableMulticastSession {
    /**
     * Sends a message, and waits while the group cannot take it.
     *
     * @param message from position to limit; copied, so the caller may use it again. Its position stays where it is
     * @throws SessionClosedException if the session is closed or aborted, also while this waits
     * @throws SessionFailedException if the session has failed
     * @throws IllegalArgumentException if the message is larger than 16 MiB
     * @throws InterruptedException if interrupted while waiting; the message is not sent then
     */
    default void send(ByteBuffer message) throws InterruptedException {
        send(message, MessageHeaders.NONE);
    }

    /** As {@link #send(ByteBuffer)} for a whole array. */
    default void send(byte[] message) throws InterruptedException {
        send(ByteBuffer.wrap(message));
    }

    /**
     * As {@link #send(ByteBuffer)}, with headers, which receivers get by {@link ReceivedMessage#headers}. They count for the length of a
     * message.
     */
    default void send(ByteBuffer message, MessageHeaders headers) throws InterruptedException {
        send(message, headers, Recipients.GROUP);
    }

    /**
     * As {@link #send(ByteBuffer, MessageHeaders)}, to some members. Only they get the message; who of them is not in the group does not,
     * and nobody waits for it.
     *
     * @throws IllegalStateException also if the channel's protocol sends to the whole group only and these are not {@link Recipients#GROUP}
     * @throws IllegalArgumentException also if they name this member, which nothing is sent to
     */
    void send(ByteBuffer message, MessageHeaders headers, Recipients to) throws InterruptedException;

    /**
     * Sends a message if the group can take it now.
     *
     * @return false if not; nothing happened then
     * @throws IllegalStateException as {@link #send(ByteBuffer)}
     */
    default boolean trySend(ByteBuffer message) {
        return trySend(message, MessageHeaders.NONE);
    }

    /** As {@link #trySend(ByteBuffer)}, with headers. */
    default boolean trySend(ByteBuffer message, MessageHeaders headers) {
        return trySend(message, headers, Recipients.GROUP);
    }

    /** As {@link #trySend(ByteBuffer, MessageHeaders)}, to some members as {@link #send(ByteBuffer, MessageHeaders, Recipients)}. */
    boolean trySend(ByteBuffer message, MessageHeaders headers, Recipients to);

    /**
     * Sends a message without waiting in this thread.
     *
     * @return completes when the message is accepted (as {@link #send(ByteBuffer)} would return), exceptionally when the
     *     session ends before
     */
    default CompletionStage<Void> sendAsync(ByteBuffer message) {
        return sendAsync(message, MessageHeaders.NONE);
    }

    /** As {@link #sendAsync(ByteBuffer)}, with headers. */
    default CompletionStage<Void> sendAsync(ByteBuffer message, MessageHeaders headers) {
        return sendAsync(message, headers, Recipients.GROUP);
    }

    /** As {@link #sendAsync(ByteBuffer, MessageHeaders)}, to some members as {@link #send(ByteBuffer, MessageHeaders, Recipients)}. */
    CompletionStage<Void> sendAsync(ByteBuffer message, MessageHeaders headers, Recipients to);

    /**
     * Sends a message as {@link #send(ByteBuffer, MessageHeaders, Recipients)}, and says what becomes of it. Many may be under way.
     *
     * @return completes when every recipient has the message, or each that has not is named; exceptionally with a {@link
     *     SessionClosedException} or a {@link SessionFailedException} if the session ends before. What depends on it does not hold the
     *     session up
     * @throws IllegalStateException also if the channel's protocol gives no receipts
     */
    CompletionStage<Receipt> sendForReceipt(ByteBuffer message, MessageHeaders headers, Recipients to)
            throws InterruptedException;

    /**
     * What keeps messages from leaving, and whether a message that is sent now would wait: at most a tenth of a second ago, unless the
     * session is very busy. Says whom the window waits for, where it waits for one.
     */
    SendState sendState();

    /**
     * Waits until at least {@code count} receivers with an application are in the group, as far as this sender knows.
     *
     * @return whether they are
     */
    boolean awaitReceivers(int count, Duration timeout) throws InterruptedException;

    /** Receivers known now; see {@link #awaitReceivers}. */
    int receiverCount();

    /**
     * The number of the first message that this sender's application sends. Messages count from 0; after a resume it is the
     * first one that is not completely in storage, and the application sends again from there.
     */
    long firstMessage();

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
}
