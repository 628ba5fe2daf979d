package org.rmcast.pbcast;

import org.jspecify.annotations.Nullable;
import org.rmcast.api.EventCause;
import org.rmcast.api.SessionEvent;
import org.rmcast.core.buffer.BufferManager;
import org.rmcast.core.engine.Actions;
import org.rmcast.core.engine.Reason;
import org.rmcast.core.stream.MessageDelivery;
import org.rmcast.pbcast.wire.PbcastPacket.Data;

/**
 * Gives the application the messages of one stream, and what is lost: also at its beginning here, where no message shows what is
 * missing before it, and at its end, where none comes after. Not thread safe.
 */
final class SourceDelivery {
    private final PbcastContext context;
    private final BufferManager cache;
    private final MessageDelivery delivery;
    private final MessageCount count = new MessageCount();
    /** One more than the number of the last message of which something came. */
    private long messagesBegun;
    /** Where the messages that are wanted begin at the latest, and the first of them; 0 if one has begun, or that is not known. */
    private long joinLimit;

    private long joinMessages;
    /** So many messages there were when this member first heard of the stream, as another one said; 0 if nobody did. */
    private long heardMessages;
    /** Not all of what is lost below this was told, since nobody knows it; 0 if all was. */
    private long openBelow;

    SourceDelivery(long id, PbcastContext context, long start, BufferManager cache) {
        this.context = context;
        this.cache = cache;
        this.delivery = new MessageDelivery(
                id,
                context.engine.role().receives(),
                start,
                cache,
                new MessageDelivery.Layout(Data.FIRST_MESSAGE_OFFSET, Data.FRAMES_OFFSET),
                context.assembly,
                context.counters);
    }

    /** The messages from this one on are wanted. */
    void startAt(long message) {
        delivery.startAt(message);
    }

    /** The same, as others say who may be wrong; not if a message has begun. */
    void claimAt(long message) {
        if (delivery.nextMessage() < 0) {
            delivery.claimAt(message);
        }
    }

    /** The first sequence that the application has yet to take. */
    long delivered() {
        return delivery.delivered();
    }

    /** The number of the next message for the application, -1 if none has begun. */
    long nextMessage() {
        return delivery.nextMessage();
    }

    /** So many messages are in packets below a limit, as somebody says who is believed. */
    void learn(long limit, long messages) {
        count.learn(limit, messages);
    }

    /** How many messages are known to be in packets below a limit, the last of which is held or not. */
    long countBelow(long highest, long limit) {
        count.count(cache, highest);
        return count.upTo(limit);
    }

    /** A packet came. */
    void onPacket(Data data) {
        messagesBegun = Math.max(messagesBegun, data.firstMessage() + 1);
        if (delivery.nextMessage() < 0) {
            beganAt(data.sequence() + 1, MessageCount.firstBehind(data));
        }
    }

    /** The sender has sent a packet again, that was perhaps given up: it shows how many messages were in it. */
    void onLate(Data data) {
        if (needsCount()) {
            count.learnFrom(data.sequence(), data.datagram());
        }
    }

    /** So many messages began below a limit: all others are wanted, whatever comes of these. */
    void beganAt(long limit, long messages) {
        if (delivery.nextMessage() < 0 && (joinLimit == 0 || limit < joinLimit)) {
            joinLimit = limit;
            joinMessages = messages;
        }
    }

    /** Why messages are lost, for the losses found from now on. */
    void lossReason(Reason reason) {
        delivery.lossReason(reason);
    }

    /** Others say of a stream that is new here how many messages it has: what comes later is wanted, whether any of it shows or not. */
    void heardOf(long messages) {
        heardMessages = messages;
    }

    /** Gives what is in order below a limit, as far as it is taken. */
    void deliver(long limit, Actions actions) {
        if (joinLimit > 0 && delivery.nextMessage() < 0) {
            beginAtJoin(limit, actions);
        }
        delivery.deliver(limit, actions);
    }

    private void beginAtJoin(long limit, Actions actions) {
        delivery.deliver(Math.min(limit, joinLimit), actions);
        if (delivery.delivered() >= joinLimit) {
            if (delivery.nextMessage() < 0) {
                delivery.startAt(heardMessages > 0 ? Math.min(heardMessages, joinMessages) : joinMessages);
            }
            joinLimit = 0;
        }
    }

    /** The first packet of which the application was not given everything; 0 while messages wait for room. */
    long nextPacket() {
        return delivery.isDrained() ? delivery.delivered() : 0;
    }

    /** Whether nothing waits for room. */
    boolean isDrained() {
        return delivery.isDrained();
    }

    /** Whether the application has everything below the next one. */
    boolean isDone(long next) {
        return delivery.isDrained() && delivery.delivered() >= next;
    }

    /** All was delivered: what is known to be lost is told, since there may be no message after it, or none may come, that would tell. */
    void tellLost(Actions actions) {
        if (delivery.nextMessage() >= 0) {
            openBelow = needsCount() ? delivery.delivered() : 0;
            delivery.loseUncompleted(count.onPassed(delivery.delivered()), actions);
        }
    }

    /** Whether packets were missing since the last message, and what of them was told is not all that may be lost. */
    private boolean isLossOpen() {
        return delivery.isGapOpen() || (openBelow > 0 && openBelow == delivery.delivered());
    }

    /** Whether the last packets were lost, and nobody knows how many messages were in them. */
    boolean needsCount() {
        return isLossOpen() && count.saidLimit() < delivery.delivered() && delivery.nextMessage() >= 0;
    }

    /** The stream has ended with so many messages. */
    void end(long messages, SessionEvent.StreamEnded end, Actions actions) {
        end(messages, end, EventCause.STREAM_ENDED, actions);
    }

    private void end(long messages, @Nullable SessionEvent end, EventCause cause, Actions actions) {
        delivery.lossReason(new Reason(cause, "the stream is over"));
        delivery.finish(messages, actions);
        if (end != null && context.engine.role().receives()) {
            actions.report(end);
        }
    }

    /**
     * The sender is lost: what began and is not whole is, too.
     *
     * @param end what the application is told, null if it was told before and the sender was not found since
     */
    void endWithSender(SessionEvent.@Nullable SenderLost end, Actions actions) {
        end(messagesBegun, end, EventCause.SENDER_LOST, actions);
    }

    /** Drops what was begun. */
    void abandon() {
        delivery.abandon();
    }
}
