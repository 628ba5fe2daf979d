package org.rmcast.tram;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;
import org.rmcast.core.buffer.BufferManager;
import org.rmcast.core.buffer.ReceiveWindow;
import org.rmcast.core.engine.Actions;
import org.rmcast.core.engine.ReceivedMessage;
import org.rmcast.core.engine.Role;
import org.rmcast.core.event.SessionEvent;
import org.rmcast.core.framing.MessageAssembler;
import org.rmcast.core.wire.DecodeException;
import org.rmcast.core.wire.WireReader;
import org.rmcast.tram.wire.TramPacket.Data;

/**
 * What a receiver has of a stream: takes packets, finds gaps, gives messages to the application in order, and keeps
 * packets for repair. Begins where the head lets the member begin.
 */
final class Reception implements MessageAssembler.Output {
    private static final int FIRST_MESSAGE_OFFSET = 44;

    private final TramContext context;
    private final long source;
    private final boolean hasApplication;
    private final ReceiveWindow window;
    private final BufferManager cache;
    private final RetainFrom retainFrom;
    private final RepairRoute route = new RepairRoute();
    private final RepairRequests requests;
    private final MessageAssembler assembler = new MessageAssembler();
    /** Messages and losses on their way to the application, in order. */
    private final ArrayDeque<Object> ready = new ArrayDeque<>();

    /** The sequence after the highest known to exist; the window may not reach as far yet. */
    private long announced;

    private long deliverNext;
    private long givenUpBelow;
    private String lossReason = "lost";
    private long finalSequence = Long.MAX_VALUE;
    private long finalMessages;
    private SessionEvent end;
    private boolean finished;

    /**
     * @param start the first sequence that is wanted
     * @param startMessage the first message that begins there, or -1
     * @param retainFrom the lowest sequence that is held for members below this node
     */
    Reception(TramContext context, long source, long start, long startMessage, RetainFrom retainFrom) {
        TramConfig config = context.config;
        this.context = context;
        this.source = source;
        this.hasApplication = context.engine.role() == Role.RECEIVER;
        this.retainFrom = retainFrom;
        this.window = new ReceiveWindow(start, config.headCachePackets);
        this.requests = new RepairRequests(config, route);
        this.cache = new BufferManager(
                config.headCachePackets,
                config.headCacheLowMark,
                config.headCacheHighMark,
                start,
                (first, limit, nowNanos) -> retainFrom());
        this.announced = start;
        this.deliverNext = start;
        this.givenUpBelow = start;
        this.end = new SessionEvent.StreamEnded(source);
        if (startMessage >= 0) {
            assembler.startAt(startMessage);
        } else if (start == 1) {
            assembler.startAt(0);
        }
    }

    private long retainFrom() {
        return Math.min(deliverNext, retainFrom.lowestNeeded());
    }

    /** Says what is held for the members of this node. */
    interface RetainFrom {
        long lowestNeeded();
    }

    BufferManager cache() {
        return cache;
    }

    RepairRequests requests() {
        return requests;
    }

    /** Where what is missing is asked for. */
    RepairRoute route() {
        return route;
    }

    /** The first sequence that the application has yet to take. */
    long delivered() {
        return deliverNext;
    }

    /** The first sequence missing. */
    long next() {
        return window.next();
    }

    /** The number of the next message for the application, -1 if none has begun. */
    long nextMessage() {
        return assembler.nextMessage();
    }

    /** The sequence after the highest known to exist. */
    long limit() {
        return window.limit();
    }

    long missing() {
        return window.missing();
    }

    /** The lowest sequence that this node can repair. */
    long repairLow() {
        return Math.max(cache.low(), givenUpBelow);
    }

    /** The first sequence for which there is no room, when all that can be released is. */
    long room() {
        return retainFrom() + context.config.headCachePackets;
    }

    /** Whether the stream has ended and this node has all of it that it will get. */
    boolean isFinished() {
        return finished;
    }

    /** Whether the end is known and every packet up to it has come or was given up. */
    boolean hasAll() {
        return finalSequence != Long.MAX_VALUE && window.next() > finalSequence;
    }

    /**
     * Takes a data packet.
     *
     * @return how many packets before it were found missing, or -1 if it is not new or there is no room
     */
    int onData(Data data, long nowNanos) {
        long sequence = data.sequence();
        if (window.has(sequence) || sequence > finalSequence) {
            context.counters.duplicatePackets++;
            return -1;
        }
        if (sequence >= cache.room()) {
            cache.purgeAll(nowNanos);
        }
        if (!window.isWanted(sequence) || !cache.put(sequence, data.datagram())) {
            announced = Math.max(announced, sequence + 1);
            expectMore(nowNanos);
            return -1;
        }
        int gap = expect(sequence, nowNanos);
        boolean fillsGap = sequence < window.limit();
        window.add(sequence);
        if (fillsGap) {
            requests.filled(sequence, data.retransmission(), nowNanos);
            context.counters.repairsReceived += data.retransmission() ? 1 : 0;
        }
        context.counters.dataPacketsReceived++;
        return gap;
    }

    /**
     * Learns that all packets below {@code limit} were sent; returns how many were found missing. Those that had no room when
     * they came are not among them, though they are asked for now.
     */
    int expect(long limit, long nowNanos) {
        long unknown = Math.max(announced, window.limit());
        announced = Math.max(announced, limit);
        long before = window.limit();
        // What there is no room for is not asked for yet.
        window.expect(Math.min(limit, room()));
        if (window.limit() > before) {
            requests.add(before, window.limit(), nowNanos);
            context.counters.packetsMissed += window.limit() - before;
        }
        return (int) Math.max(0, window.limit() - unknown);
    }

    /** Learns that the stream ends with this sequence and this many messages. */
    void onEnd(long highest, long messages, long nowNanos) {
        finalSequence = highest;
        finalMessages = messages;
        expect(highest + 1, nowNanos);
    }

    /** Gives up what has not come below {@code limit}: nobody can repair it. */
    void giveUpBelow(long limit, String reason) {
        if (limit <= window.next()) {
            return;
        }
        lossReason = reason;
        window.giveUpBelow(limit);
        requests.removeBelow(window.next());
        givenUpBelow = Math.max(givenUpBelow, limit);
    }

    /** Gives the application what is complete and in order, as far as it takes it. */
    void deliver(long nowNanos, Actions actions) {
        long before = deliverNext;
        while (drainReady(actions) && deliverNext < window.next()) {
            if (deliverNext >= cache.limit()) {
                skipTo(window.next());
                continue;
            }
            byte[] packet = cache.get(deliverNext);
            deliverNext++;
            if (hasApplication) {
                assemble(packet);
            }
        }
        if (ready.isEmpty() && !finished && hasAll() && deliverNext > finalSequence) {
            finished = true;
            if (hasApplication) {
                assembler.finish(finalMessages, this);
            }
            // Only losses can be ready here, and they need no room.
            drainReady(actions);
            actions.report(end);
        }
        cache.purge(nowNanos);
        if (deliverNext > before && announced > window.limit()) {
            expectMore(nowNanos);
        }
    }

    /** There is room for more of what is known to exist: in large steps, for each becomes a request. */
    private void expectMore(long nowNanos) {
        long more = Math.min(announced, room()) - window.limit();
        if (more >= context.config.headCachePackets / 4 || window.next() == window.limit() || announced <= room()) {
            expect(announced, nowNanos);
        }
    }

    /** Moves on over packets that were given up, however many: a head may say so of any number. */
    private void skipTo(long sequence) {
        assembler.gap();
        deliverNext = sequence;
        cache.releaseBelow(sequence);
    }

    private void assemble(byte @Nullable [] packet) {
        if (packet == null) {
            assembler.gap();
            return;
        }
        try {
            assembler.accept(firstMessage(packet), packet, Data.FRAMES_OFFSET, this);
        } catch (DecodeException e) {
            // The sender contradicts itself: what it broke off is reported with the next message that begins.
            lossReason = String.valueOf(e.getMessage());
            assembler.gap();
        }
    }

    private static long firstMessage(byte[] packet) throws DecodeException {
        return new WireReader(packet, FIRST_MESSAGE_OFFSET).readSequence("first message");
    }

    @Override
    public void message(long number, ByteBuffer content) {
        ready.add(new ReceivedMessage(source, number, content));
    }

    @Override
    public void lost(long first, long limit) {
        context.counters.messagesLost += limit - first;
        ready.add(new SessionEvent.MessagesLost(source, first, limit, lossReason));
    }

    /** Whether everything that was ready is gone. */
    private boolean drainReady(Actions actions) {
        while (!ready.isEmpty()) {
            Object next = ready.peek();
            if (next instanceof ReceivedMessage message) {
                if (!actions.deliveryRoom()) {
                    return false;
                }
                context.counters.messagesDelivered++;
                context.counters.bytesDelivered += message.length();
                actions.deliver(message);
            } else if (next instanceof SessionEvent event) {
                actions.report(event);
            }
            ready.remove();
        }
        return true;
    }

    /**
     * The stream is over without its end: {@link #deliver} reports what was sent as far as is known and never came.
     *
     * @param messages how many messages are known to have been sent
     */
    void breakOff(String reason, long messages) {
        if (!hasAll()) {
            giveUpBelow(announced, reason);
            lossReason = reason;
            finalSequence = announced - 1;
            finalMessages = messages;
            end = new SessionEvent.SenderLost(source, reason);
        }
    }
}
