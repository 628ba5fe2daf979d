package org.rmcast.core.stream;

import org.jspecify.annotations.Nullable;
import org.rmcast.api.EngineMeter;
import org.rmcast.api.EventCause;
import org.rmcast.api.SessionEvent;
import org.rmcast.core.buffer.BufferManager;
import org.rmcast.core.engine.Actions;
import org.rmcast.core.engine.MeterValues;
import org.rmcast.core.engine.Reason;
import org.rmcast.core.framing.AssemblyBudget;

/**
 * Gives the application the messages of one stream, and what is lost: also at its beginning here, where no message shows what is
 * missing before it, and at its end, where none comes after. Not thread safe.
 */
public final class SourceDelivery implements StreamDelivery {
    private final boolean hasApplication;
    private final BufferManager cache;
    private final MessageDelivery delivery;
    private final MessageDelivery.Layout layout;
    private final MessageCount count;
    private final BegunMessages begun;
    /** Where the messages that are wanted begin at the latest, and the first of them; 0 if one has begun, or that is not known. */
    private long joinLimit;

    private long joinMessages;
    /** So many messages there were when this member first heard of the stream, as another one said; 0 if nobody did. */
    private long heardMessages;
    /** Not all of what is lost below this was told, since nobody knows it; 0 if all was. */
    private long openBelow;

    /**
     * @param hasApplication whether there is someone to give messages to
     * @param start the first sequence to deliver
     * @param budget for messages that span packets
     */
    public SourceDelivery(
            long id,
            boolean hasApplication,
            long start,
            BufferManager cache,
            MessageDelivery.Layout layout,
            AssemblyBudget budget,
            MeterValues<EngineMeter> counters) {
        this.hasApplication = hasApplication;
        this.cache = cache;
        this.layout = layout;
        this.count = new MessageCount(layout);
        this.begun = new BegunMessages(layout);
        this.delivery = new MessageDelivery(id, hasApplication, start, cache, layout, budget, counters);
    }

    /** The messages from this one on are wanted. */
    @Override
    public void startAt(long message) {
        delivery.startAt(message);
    }

    /** The same, as others say who may be wrong; not if a message has begun. */
    public void claimAt(long message) {
        if (delivery.nextMessage() < 0) {
            delivery.claimAt(message);
        }
    }

    /** The first sequence that the application has yet to take. */
    @Override
    public long delivered() {
        return delivery.delivered();
    }

    @Override
    public long messagesBegun() {
        return begun.count();
    }

    /** The number of the next message for the application, -1 if none has begun. */
    public long nextMessage() {
        return delivery.nextMessage();
    }

    /** So many messages are in packets below a limit, as somebody says who is believed. */
    @Override
    public void learn(long limit, long messages) {
        count.learn(limit, messages);
    }

    /** How many messages are known to be in packets below a limit, the last of which is held or not. */
    public long countBelow(long highest, long limit) {
        count.count(cache, highest);
        return count.upTo(limit);
    }

    /** A packet came. */
    @Override
    public void onPacket(long sequence, long firstMessage, byte[] datagram) {
        begun.onPacket(sequence, firstMessage, datagram);
        if (delivery.nextMessage() < 0) {
            beganAt(sequence + 1, MessageCount.firstBehind(firstMessage, datagram, layout));
        }
    }

    /** The sender has sent a packet again, that was perhaps given up: it shows how many messages were in it. */
    @Override
    public void onLate(long sequence, byte[] datagram) {
        if (needsCount()) {
            count.learnFrom(sequence, datagram);
        }
    }

    /** So many messages began below a limit: all others are wanted, whatever comes of these. */
    @Override
    public void beganAt(long limit, long messages) {
        if (delivery.nextMessage() < 0 && (joinLimit == 0 || limit < joinLimit)) {
            joinLimit = limit;
            joinMessages = messages;
        }
    }

    /** Why messages are lost, for the losses found from now on. */
    @Override
    public void lossReason(Reason reason) {
        delivery.lossReason(reason);
    }

    /** Others say of a stream that is new here how many messages it has: what comes later is wanted, whether any of it shows or not. */
    public void heardOf(long messages) {
        heardMessages = messages;
    }

    /** Gives what is in order below a limit, as far as it is taken. */
    @Override
    public void deliver(long limit, Actions actions) {
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
    @Override
    public long nextPacket() {
        return delivery.isDrained() ? delivery.delivered() : 0;
    }

    /** Whether nothing waits for room. */
    @Override
    public boolean isDrained() {
        return delivery.isDrained();
    }

    /** Whether the application has everything below the next one. */
    @Override
    public boolean isDone(long next) {
        return delivery.isDrained() && delivery.delivered() >= next;
    }

    /** All was delivered: what is known to be lost is told, since there may be no message after it, or none may come, that would tell. */
    @Override
    public void tellLost(Actions actions) {
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
    public boolean needsCount() {
        return isLossOpen() && count.saidLimit() < delivery.delivered() && delivery.nextMessage() >= 0;
    }

    /** The stream has ended with so many messages. */
    @Override
    public void end(long messages, SessionEvent.StreamEnded end, Actions actions) {
        end(messages, end, EventCause.STREAM_ENDED, actions);
    }

    private void end(long messages, @Nullable SessionEvent end, EventCause cause, Actions actions) {
        delivery.lossReason(new Reason(cause, "the stream is over"));
        delivery.finish(messages, actions);
        if (end != null && hasApplication) {
            actions.report(end);
        }
    }

    /**
     * The sender is lost: what began and is not whole is, too.
     *
     * @param end what the application is told, null if it was told before and the sender was not found since
     */
    @Override
    public void endWithSender(SessionEvent.@Nullable SenderLost end, Actions actions) {
        end(begun.count(), end, EventCause.SENDER_LOST, actions);
    }

    /** Drops what was begun. */
    @Override
    public void abandon() {
        delivery.abandon();
    }
}
