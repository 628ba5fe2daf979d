package org.rmcast.core.session;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Flow;
import org.rmcast.api.Channel;
import org.rmcast.api.Confirmation;
import org.rmcast.api.EventCause;
import org.rmcast.api.FlushResult;
import org.rmcast.api.Member;
import org.rmcast.api.MessageHeaders;
import org.rmcast.api.MulticastPeer;
import org.rmcast.api.Receipt;
import org.rmcast.api.ReceivedMessage;
import org.rmcast.api.Recipients;
import org.rmcast.api.Role;
import org.rmcast.api.SendState;
import org.rmcast.api.SessionClosedException;
import org.rmcast.api.SessionFailedException;
import org.rmcast.api.SessionStatistics;
import org.rmcast.core.engine.Promise;
import org.rmcast.core.framing.HeaderBlock;
import org.rmcast.core.runtime.Envelope;
import org.rmcast.core.runtime.SendQueue;
import org.rmcast.core.text.MemberText;
import org.rmcast.core.wire.Wire;

/**
 * The application's side of a session: checks what callers ask for, and waits where they want to wait. Of every role, so that one who
 * casts is refused with a reason. Thread safe.
 */
final class MulticastSession implements MulticastPeer {
    private static final Duration DEFAULT_CLOSE = Duration.ofSeconds(10);

    /** Beyond this it is cheaper to ask for room first than to copy in vain. */
    private static final int LARGE_MESSAGE_BYTES = 4096;

    private final SessionCore core;
    private final SendQueue sendQueue;

    MulticastSession(SessionCore core) {
        this.core = core;
        this.sendQueue = core.sendQueue();
    }

    @Override
    public Channel channel() {
        return core.channel();
    }

    @Override
    public Role role() {
        return core.role();
    }

    @Override
    public long memberId() {
        return core.memberId();
    }

    @Override
    public String memberName() {
        return core.memberName();
    }

    @Override
    public List<Member> members() {
        return core.members();
    }

    @Override
    public InetSocketAddress localAddress() {
        return core.localAddress();
    }

    @Override
    public void send(ByteBuffer message, MessageHeaders headers, Recipients to) throws InterruptedException {
        checkMessage(message, headers, to);
        sendQueue.put(copy(message, headers), Envelope.of(!headers.isEmpty(), to));
    }

    @Override
    public boolean trySend(ByteBuffer message, MessageHeaders headers, Recipients to) {
        int length = checkMessage(message, headers, to);
        return (length <= LARGE_MESSAGE_BYTES || sendQueue.wouldTake(length))
                && sendQueue.offer(copy(message, headers), Envelope.of(!headers.isEmpty(), to));
    }

    @Override
    public CompletionStage<Void> sendAsync(ByteBuffer message, MessageHeaders headers, Recipients to) {
        checkMessage(message, headers, to);
        try {
            return sendQueue
                    .putLater(copy(message, headers), Envelope.of(!headers.isEmpty(), to))
                    .minimalCompletionStage();
        } catch (IllegalStateException e) {
            return CompletableFuture.failedStage(e);
        }
    }

    @Override
    public CompletionStage<Receipt> sendForReceipt(ByteBuffer message, MessageHeaders headers, Recipients to)
            throws InterruptedException {
        checkMessage(message, headers, to);
        if (!core.promise().receipts()) {
            throw new IllegalStateException("protocol " + channel().protocol()
                    + " gives no receipts; use send, and flush to hear who has everything");
        }
        CompletableFuture<Receipt> receipt = new CompletableFuture<>();
        sendQueue.put(copy(message, headers), new Envelope(!headers.isEmpty(), to, receipt));
        return receipt.minimalCompletionStage();
    }

    @Override
    public Flow.Publisher<ReceivedMessage> messages() {
        return core.publisher();
    }

    @Override
    public boolean awaitReceivers(int count, Duration timeout) throws InterruptedException {
        return core.receivers().await(count, timeout);
    }

    @Override
    public SendState sendState() {
        return core.sendState();
    }

    @Override
    public long firstMessage() {
        return core.firstMessage();
    }

    @Override
    public int receiverCount() {
        return core.receivers().count();
    }

    @Override
    public FlushResult flush(Confirmation by, Duration timeout) throws InterruptedException {
        return await(core.flush(by, positive(timeout)));
    }

    @Override
    public CompletionStage<FlushResult> flushAsync(Confirmation by, Duration timeout) {
        try {
            return core.flush(by, positive(timeout)).minimalCompletionStage();
        } catch (IllegalStateException e) {
            return CompletableFuture.failedStage(e);
        }
    }

    @Override
    public void requestState(Duration timeout) {
        core.requestState(positive(timeout));
    }

    @Override
    public FlushResult close(Duration timeout) throws InterruptedException {
        if (core.isDeliveryThread()) {
            throw new IllegalStateException("close waits for the listeners, so that a listener cannot call it;"
                    + " call it on another thread, or abort()");
        }
        core.close(positive(timeout));
        return await(core.ended());
    }

    @Override
    public void close() {
        try {
            FlushResult ignored = close(DEFAULT_CLOSE);
        } catch (InterruptedException e) {
            abort();
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void abort() {
        core.abort();
    }

    @Override
    public CompletionStage<Void> closed() {
        return core.closed().minimalCompletionStage();
    }

    @Override
    public SessionStatistics statistics() {
        return core.statistics();
    }

    @Override
    public String toString() {
        return "session " + MemberText.of(memberId()) + " (" + role() + " of "
                + channel().name() + ")";
    }

    /** Returns how many bytes it takes. */
    private int checkMessage(ByteBuffer message, MessageHeaders headers, Recipients to) {
        if (!role().sends()) {
            throw new IllegalStateException(
                    "a " + role() + " sends no messages; open the session as a sender or a peer");
        }
        if (!to.isGroup()) {
            checkSubset(to);
        }
        int headerBytes = headers.isEmpty() ? 0 : HeaderBlock.LENGTH_BYTES + headers.byteCount();
        if (message.remaining() > Wire.MAX_MESSAGE_BYTES - headerBytes) {
            throw new IllegalArgumentException("a message must have 0 to " + Wire.MAX_MESSAGE_BYTES + " bytes, was "
                    + message.remaining() + (headerBytes > 0 ? " and " + headerBytes + " of headers" : ""));
        }
        return message.remaining() + headerBytes;
    }

    private void checkSubset(Recipients to) {
        if (core.promise().destinations() == Promise.Destinations.GROUP) {
            throw new IllegalStateException("protocol " + channel().protocol()
                    + " sends to the whole group, not to some members; use Recipients.GROUP, or another protocol");
        }
        if (to.contains(memberId())) {
            throw new IllegalArgumentException("recipients must not name this member, " + MemberText.of(memberId())
                    + ", which sends the message; leave it out, deliverOwn gives it its own messages");
        }
    }

    private static byte[] copy(ByteBuffer message, MessageHeaders headers) {
        if (!headers.isEmpty()) {
            return HeaderBlock.join(headers, message);
        }
        byte[] bytes = new byte[message.remaining()];
        message.get(message.position(), bytes);
        return bytes;
    }

    private static Duration positive(Duration timeout) {
        if (timeout.isZero() || timeout.isNegative()) {
            throw new IllegalArgumentException("timeout must be positive, was " + timeout);
        }
        return timeout;
    }

    private static FlushResult await(CompletableFuture<FlushResult> answer) throws InterruptedException {
        try {
            return answer.get();
        } catch (ExecutionException e) {
            Throwable cause = e.getCause();
            String message = cause == null ? null : cause.getMessage();
            String reason = message == null ? "the session failed" : message;
            throw cause instanceof SessionClosedException
                    ? new SessionClosedException(reason)
                    : new SessionFailedException(
                            cause instanceof SessionFailedException failed ? failed.eventCause() : EventCause.OTHER,
                            reason,
                            cause);
        }
    }

    /** Nobody is known to have everything. */
    static FlushResult unconfirmed(int receivers) {
        return new FlushResult(false, List.of(), receivers);
    }
}
