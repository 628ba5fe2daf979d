package org.rmcast.core.stream;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.rmcast.api.EngineMeter;
import org.rmcast.api.EventCause;
import org.rmcast.api.MessageHeaders;
import org.rmcast.api.ReceivedMessage;
import org.rmcast.api.SessionEvent;
import org.rmcast.core.buffer.BufferManager;
import org.rmcast.core.engine.Actions;
import org.rmcast.core.engine.MeterValues;
import org.rmcast.core.engine.Reason;
import org.rmcast.core.framing.AssemblyBudget;
import org.rmcast.core.framing.MessageAssembler;
import org.rmcast.core.wire.DecodeException;
import org.rmcast.core.wire.WireReader;

/**
 * Gives the application the messages of one sender in order: takes packets from a buffer, makes messages of them, reports
 * what is lost where packets are missing, and stops while the application has no room. Not thread safe.
 */
public final class MessageDelivery implements MessageAssembler.Output {
    private final long source;
    private final boolean hasApplication;
    private final BufferManager cache;
    private final Layout layout;
    private final MeterValues<EngineMeter> counters;
    private final MessageAssembler assembler;
    /** Messages and losses that wait for room, or for those that do, in order. */
    private final ArrayDeque<Object> ready = new ArrayDeque<>();

    private @Nullable Actions application;

    private long deliverNext;
    /** The packet before that, null if it is not known. */
    private byte @Nullable [] passed;
    /** The first message that is wanted, as somebody said and no packet has shown yet; -1 if nobody did. */
    private long claimed = -1;

    private Reason lossReason = new Reason(EventCause.OTHER, "lost");
    private boolean gapOpen;
    private long losses;

    /**
     * Where the packets in the buffer have what delivery needs.
     *
     * @param firstMessageOffset the number of the first frame's message, 8 bytes
     * @param framesOffset the frames; they reach to the end
     */
    public record Layout(int firstMessageOffset, int framesOffset) {}

    /**
     * @param hasApplication whether there is someone to give messages to; without, packets are only passed over
     * @param start the first sequence to deliver
     */
    public MessageDelivery(
            long source,
            boolean hasApplication,
            long start,
            BufferManager cache,
            Layout layout,
            AssemblyBudget budget,
            MeterValues<EngineMeter> counters) {
        this.source = source;
        this.hasApplication = hasApplication;
        this.deliverNext = start;
        this.cache = cache;
        this.layout = layout;
        this.counters = counters;
        this.assembler = new MessageAssembler(budget);
    }

    /** The messages from this one on are wanted, see {@link MessageAssembler#startAt}. */
    public void startAt(long message) {
        assembler.startAt(message);
    }

    /**
     * The messages from this one on are wanted, as somebody says who may be wrong: if the first packet that comes has earlier ones,
     * these are the first.
     */
    public void claimAt(long message) {
        claimed = message;
        assembler.startAt(message);
    }

    /** The first message that begins at a sequence or behind it, -1 if that is not known. */
    public long firstMessageAt(long sequence) {
        byte[] before = sequence == deliverNext ? passed : cache.get(sequence - 1);
        try {
            return before == null
                    ? -1
                    : MessageAssembler.firstMessageBehind(firstMessageOf(before), before, layout.framesOffset());
        } catch (DecodeException e) {
            return -1;
        }
    }

    private long firstMessageOf(byte[] packet) throws DecodeException {
        return new WireReader(packet, layout.firstMessageOffset()).readSequence("first message");
    }

    /** The first sequence that the application has yet to take. */
    public long delivered() {
        return deliverNext;
    }

    /** The number of the next message for the application, -1 if none has begun. */
    public long nextMessage() {
        return assembler.nextMessage();
    }

    /** Why messages are lost, for the losses found from now on. */
    public void lossReason(Reason reason) {
        lossReason = reason;
    }

    /**
     * Whether packets were missing since the last message that was put together: the next one shows whether messages are lost with
     * them, or they held none, or what had come before.
     */
    public boolean isGapOpen() {
        return gapOpen;
    }

    /** How many times messages were found to be lost. */
    public long losses() {
        return losses;
    }

    /** Whether nothing waits for room. */
    public boolean isDrained() {
        return ready.isEmpty();
    }

    /**
     * Gives the application what is in order, as far as it takes it.
     *
     * @param limit every sequence below has come, or was given up
     */
    public void deliver(long limit, Actions actions) {
        if (application != actions) {
            // An engine always gives the same; to set a reference each time costs collectors a barrier.
            application = actions;
        }
        byte[] last = passed;
        while (drainReady(actions) && deliverNext < limit) {
            if (deliverNext >= cache.limit()) {
                skipTo(limit);
                last = null;
                continue;
            }
            byte[] packet = cache.get(deliverNext);
            deliverNext++;
            last = packet;
            if (hasApplication) {
                assemble(packet);
            }
        }
        if (passed != last) {
            passed = last;
        }
    }

    /** All is delivered, and there were so many messages: reports what is missing up to them. Nothing may wait for room. */
    public void finish(long messages, Actions actions) {
        if (hasApplication) {
            assembler.finish(messages, this);
        }
        // Only losses can be ready here, and they need no room.
        drainReady(actions);
    }

    /**
     * So many messages are complete with the packets that were delivered, or passed over: of those the ones that did not come are lost,
     * though no later one shows it. Nothing may wait for room.
     */
    public void loseUncompleted(long messages, Actions actions) {
        if (assembler.nextMessage() >= 0 && assembler.nextMessage() < messages) {
            finish(messages, actions);
        }
    }

    /** Drops what was begun, and what waits for room. */
    public void abandon() {
        assembler.gap();
        ready.clear();
    }

    /** Moves on over packets that were given up, however many: a peer may say so of any number. */
    private void skipTo(long sequence) {
        gap();
        deliverNext = sequence;
        cache.releaseBelow(sequence);
    }

    private void assemble(byte @Nullable [] packet) {
        if (packet == null) {
            gap();
            return;
        }
        try {
            long firstMessage = firstMessageOf(packet);
            if (claimed >= 0) {
                checkClaim(MessageAssembler.firstWholeMessage(firstMessage, packet, layout.framesOffset()));
            }
            if (gapOpen) {
                // Where the packet goes on before the next message, or with it, nothing is lost with those that are
                // missing.
                gapOpen = MessageAssembler.firstWholeMessage(firstMessage, packet, layout.framesOffset())
                        > assembler.nextMessage();
            }
            assembler.accept(firstMessage, packet, layout.framesOffset(), this);
        } catch (DecodeException e) {
            // The sender contradicts itself: what it broke off is reported with the next message that begins.
            lossReason = new Reason(EventCause.MALFORMED, String.valueOf(e.getMessage()));
            assembler.gap();
        }
    }

    private void checkClaim(long firstHere) {
        if (firstHere < claimed) {
            assembler.startAt(firstHere);
        }
        claimed = -1;
    }

    private void gap() {
        assembler.gap();
        gapOpen = true;
    }

    @Override
    public void message(long number, MessageHeaders headers, ByteBuffer content) {
        gapOpen = false;
        Actions actions = Objects.requireNonNull(application);
        ReceivedMessage message = new ReceivedMessage(source, number, headers, content, actions.nowNanos());
        if (!ready.isEmpty() || !give(message, actions)) {
            ready.add(message);
        }
    }

    @Override
    public void lost(long first, long limit) {
        gapOpen = false;
        losses++;
        counters.add(EngineMeter.MESSAGES_LOST, limit - first);
        ready.add(new SessionEvent.MessagesLost(source, first, limit, lossReason.cause(), lossReason.text()));
    }

    /** Whether everything that was ready is gone. */
    private boolean drainReady(Actions actions) {
        while (!ready.isEmpty()) {
            Object next = ready.peek();
            if (next instanceof ReceivedMessage message) {
                if (!give(message, actions)) {
                    return false;
                }
            } else if (next instanceof SessionEvent event) {
                actions.report(event);
            }
            ready.remove();
        }
        return true;
    }

    /** False if there is no room. */
    private boolean give(ReceivedMessage message, Actions actions) {
        if (!actions.deliveryRoom()) {
            return false;
        }
        counters.increment(EngineMeter.MESSAGES_DELIVERED);
        counters.add(EngineMeter.BYTES_DELIVERED, message.length());
        actions.deliver(message);
        return true;
    }
}
