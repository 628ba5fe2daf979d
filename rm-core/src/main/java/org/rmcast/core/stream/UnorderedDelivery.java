package org.rmcast.core.stream;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
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
import org.rmcast.core.framing.FrameReader;
import org.rmcast.core.framing.HeaderBlock;
import org.rmcast.core.framing.MessageAssembler;
import org.rmcast.core.wire.DecodeException;
import org.rmcast.core.wire.WireReader;

/**
 * Gives the application each message as soon as it is whole, whatever is missing before it. A message that spans packets is put together
 * from the buffer when the last of them comes. What is lost is told when all packets that could hold it have come, or were given up.
 *
 * <p>Packets stay in the buffer until they and all before them are settled; so a message can be as long as what the buffer holds at most. Not
 * thread safe.
 */
public final class UnorderedDelivery implements StreamDelivery {
    private final long source;
    private final boolean hasApplication;
    private final BufferManager cache;
    private final MessageDelivery.Layout layout;
    private final AssemblyBudget budget;
    private final MeterValues<EngineMeter> counters;
    /** Packets that came, and whose messages wait to be given, in the order in which they came. */
    private final ArrayDeque<Long> fresh = new ArrayDeque<>();
    /** Messages that span packets, of which some have come. */
    private final TreeMap<Long, Span> spans = new TreeMap<>();

    private final MessageSet passed = new MessageSet();
    private final MessageCount count;
    private final ArrayDeque<ReceivedMessage> ready = new ArrayDeque<>();
    private Reason lossReason = new Reason(EventCause.OTHER, "lost");
    private long settled;
    private final BegunMessages begun;
    private long startMessage = -1;
    private long startLimit;

    /** Which packets a message is in, as far as they have come. */
    private static final class Span {
        long first = -1;
        long last = -1;
        long packets;

        boolean isWhole() {
            return first >= 0 && last >= 0 && packets == last - first + 1;
        }
    }

    /**
     * @param hasApplication whether there is someone to give messages to
     * @param start the first sequence to deliver
     * @param budget for messages that span packets, while they are put together
     */
    public UnorderedDelivery(
            long source,
            boolean hasApplication,
            long start,
            BufferManager cache,
            MessageDelivery.Layout layout,
            AssemblyBudget budget,
            MeterValues<EngineMeter> counters) {
        this.source = source;
        this.hasApplication = hasApplication;
        this.cache = cache;
        this.layout = layout;
        this.budget = budget;
        this.counters = counters;
        this.count = new MessageCount(layout);
        this.begun = new BegunMessages(layout);
        this.settled = start;
    }

    @Override
    public void startAt(long message) {
        startMessage = message;
        passed.raise(message, (first, limit) -> {});
    }

    @Override
    public void beganAt(long limit, long messages) {
        if (startMessage < 0 || limit < startLimit) {
            startMessage = messages;
            startLimit = limit;
        }
    }

    @Override
    public void onPacket(long sequence, long firstMessage, byte[] datagram) {
        begun.onPacket(sequence, firstMessage, datagram);
        fresh.add(sequence);
        if (startMessage < 0) {
            beganAt(sequence, firstWhole(firstMessage, datagram));
        } else if (sequence < startLimit) {
            beganAt(sequence, Math.min(startMessage, firstWhole(firstMessage, datagram)));
        }
    }

    private long firstWhole(long firstMessage, byte[] datagram) {
        try {
            return MessageAssembler.firstWholeMessage(firstMessage, datagram, layout.framesOffset());
        } catch (DecodeException e) {
            throw new IllegalStateException("a packet was decoded that cannot be read", e);
        }
    }

    @Override
    public void onLate(long sequence, byte[] datagram) {
        if (sequence < settled && count.saidLimit() <= sequence) {
            count.learnFrom(sequence, datagram);
        }
    }

    @Override
    public void learn(long limit, long messages) {
        count.learn(limit, messages);
    }

    @Override
    public void lossReason(Reason reason) {
        lossReason = reason;
    }

    @Override
    public void deliver(long limit, Actions actions) {
        while (drain(actions) && !fresh.isEmpty()) {
            long sequence = fresh.remove();
            byte[] packet = cache.get(sequence);
            if (packet != null && hasApplication) {
                take(sequence, packet, actions);
            }
        }
        if (isDrained()) {
            settle(limit, actions);
        }
    }

    private void take(long sequence, byte[] packet, Actions actions) {
        try {
            long number = new WireReader(packet, layout.firstMessageOffset()).readSequence("first message");
            FrameReader frames = new FrameReader(packet, layout.framesOffset());
            while (frames.next()) {
                if (frames.isWhole()) {
                    put(number, frames.hasHeaders(), frames.content(), actions);
                } else {
                    span(number, sequence, frames, actions);
                }
                number++;
            }
        } catch (DecodeException e) {
            // The sender contradicts itself: what it broke off is told as lost when it is settled.
            lossReason = new Reason(EventCause.MALFORMED, String.valueOf(e.getMessage()));
        }
    }

    private void span(long number, long sequence, FrameReader frames, Actions actions) throws DecodeException {
        if (passed.contains(number)) {
            return;
        }
        Span span = spans.computeIfAbsent(number, key -> new Span());
        span.packets++;
        if (frames.isFirst()) {
            span.first = sequence;
        }
        if (frames.isLast()) {
            span.last = sequence;
        }
        if (span.isWhole()) {
            spans.remove(number);
            join(number, span, actions);
        }
    }

    private void join(long number, Span span, Actions actions) throws DecodeException {
        MessageAssembler assembler = new MessageAssembler(budget);
        assembler.startAt(number);
        for (long sequence = span.first; sequence <= span.last; sequence++) {
            byte[] packet = Objects.requireNonNull(cache.get(sequence), "a packet of a whole message is held");
            long first = new WireReader(packet, layout.firstMessageOffset()).readSequence("first message");
            assembler.accept(first, packet, layout.framesOffset(), new MessageAssembler.Output() {
                @Override
                public void message(long made, MessageHeaders headers, ByteBuffer content) {
                    if (made == number) {
                        give(made, headers, content, actions);
                    }
                }

                @Override
                public void lost(long from, long limit) {}
            });
        }
    }

    private void put(long number, boolean hasHeaders, ByteBuffer content, Actions actions) throws DecodeException {
        MessageHeaders headers = hasHeaders ? HeaderBlock.takeOff(content) : MessageHeaders.NONE;
        give(number, headers, content, actions);
    }

    private void give(long number, MessageHeaders headers, ByteBuffer content, Actions actions) {
        if (number >= startMessage && passed.add(number)) {
            ready.add(new ReceivedMessage(source, number, headers, content, actions.nowNanos()));
        }
    }

    /** Whether everything that was ready is gone. */
    private boolean drain(Actions actions) {
        while (!ready.isEmpty()) {
            if (!actions.deliveryRoom()) {
                return false;
            }
            ReceivedMessage message = ready.remove();
            counters.increment(EngineMeter.MESSAGES_DELIVERED);
            counters.add(EngineMeter.BYTES_DELIVERED, message.length());
            actions.deliver(message);
        }
        return true;
    }

    /** Every packet below has come, or was given up: what did not come of the messages that were to end there is lost. */
    private void settle(long limit, Actions actions) {
        if (limit <= settled) {
            return;
        }
        long complete = -1;
        for (long sequence = settled; sequence < Math.min(limit, cache.limit()); sequence++) {
            byte[] packet = cache.get(sequence);
            if (packet != null) {
                complete = completeWith(packet);
            }
        }
        settled = limit;
        if (complete >= 0) {
            lose(complete, actions);
        }
    }

    private long completeWith(byte[] packet) {
        try {
            long first = new WireReader(packet, layout.firstMessageOffset()).readSequence("first message");
            return MessageAssembler.nextMessage(first, packet, layout.framesOffset());
        } catch (DecodeException e) {
            throw new IllegalStateException("a packet was decoded that cannot be read", e);
        }
    }

    private void lose(long limit, Actions actions) {
        if (startMessage > passed.below()) {
            passed.raise(startMessage, (first, end) -> {});
        }
        passed.raise(limit, (first, end) -> {
            counters.add(EngineMeter.MESSAGES_LOST, end - first);
            actions.report(new SessionEvent.MessagesLost(source, first, end, lossReason.cause(), lossReason.text()));
        });
        spans.headMap(limit).clear();
    }

    @Override
    public long delivered() {
        long needed = isDrained() ? settled : Math.min(settled, fresh.isEmpty() ? settled : fresh.peek());
        for (long waiting : fresh) {
            needed = Math.min(needed, waiting);
        }
        Map.Entry<Long, Span> oldest = spans.firstEntry();
        return oldest != null && oldest.getValue().first >= 0 ? Math.min(needed, oldest.getValue().first) : needed;
    }

    @Override
    public long nextPacket() {
        return isDrained() ? settled : 0;
    }

    @Override
    public long messagesBegun() {
        return begun.count();
    }

    @Override
    public boolean isDrained() {
        return ready.isEmpty() && fresh.isEmpty();
    }

    @Override
    public boolean isDone(long next) {
        return isDrained() && settled >= next;
    }

    @Override
    public void tellLost(Actions actions) {
        if (startMessage >= 0) {
            lose(count.onPassed(settled), actions);
        }
    }

    @Override
    public void end(long messages, SessionEvent.StreamEnded end, Actions actions) {
        lossReason = new Reason(EventCause.STREAM_ENDED, "the stream is over");
        finish(messages, end, actions);
    }

    @Override
    public void endWithSender(SessionEvent.@Nullable SenderLost end, Actions actions) {
        lossReason = new Reason(EventCause.SENDER_LOST, "the stream is over");
        finish(begun.count(), end, actions);
    }

    private void finish(long messages, @Nullable SessionEvent end, Actions actions) {
        if (startMessage >= 0) {
            lose(messages, actions);
        }
        spans.clear();
        if (end != null && hasApplication) {
            actions.report(end);
        }
    }

    @Override
    public void abandon() {
        fresh.clear();
        ready.clear();
        spans.clear();
    }
}
