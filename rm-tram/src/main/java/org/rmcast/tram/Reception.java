package org.rmcast.tram;

import org.jspecify.annotations.Nullable;
import org.rmcast.api.EngineMeter;
import org.rmcast.api.EventCause;
import org.rmcast.api.Role;
import org.rmcast.api.SessionEvent;
import org.rmcast.core.buffer.BufferManager;
import org.rmcast.core.buffer.HeldPackets;
import org.rmcast.core.buffer.ReceiveWindow;
import org.rmcast.core.buffer.StoredCache;
import org.rmcast.core.engine.Actions;
import org.rmcast.core.engine.Reason;
import org.rmcast.core.framing.AssemblyBudget;
import org.rmcast.core.repair.CodeDecoder;
import org.rmcast.core.stream.LossCount;
import org.rmcast.core.stream.MessageDelivery;
import org.rmcast.tram.wire.TramPacket.Data;

/**
 * What a receiver has of a stream: takes packets, finds gaps, gives messages to the application in order, and keeps
 * packets for repair. Begins where the head lets the member begin.
 */
final class Reception {
    static final long NONE = Long.MAX_VALUE;

    private final TramContext context;
    private final long source;
    private final ReceiveWindow window;
    private final BufferManager cache;
    private final StoredCache held;
    private final RetainFrom retainFrom;
    private final RepairRoute route;
    private final RepairRequests requests;
    private final MessageDelivery delivery;
    private final LossCount losses;
    private final ReceivedCodes codes;

    /** The sequence after the highest known to exist; the window may not reach as far yet. */
    private long announced;
    /** Packets that later ones had overtaken and that have not come by themselves. */
    private long lost;

    private long givenUpBelow;
    /** The first sequence that was given up and that nobody above knows of. */
    private long lostFrom = NONE;
    /** How many losses of messages were known then. */
    private long lossesBefore;

    /** What the sender said last of how many messages are complete with the packets up to which one. */
    private long completeSequence = Long.MAX_VALUE;

    private long completeMessages;

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
        this.retainFrom = retainFrom;
        this.window = new ReceiveWindow(start, config.headCachePackets);
        this.route = new RepairRoute(config, context.engine.secrets());
        this.requests = new RepairRequests(config, route);
        this.cache = new BufferManager(
                config.headCachePackets,
                config.headCacheLowMark,
                config.headCacheHighMark,
                start,
                (first, limit, nowNanos) -> retainFrom());
        this.held = new StoredCache(cache, context.engine.store());
        this.delivery = new MessageDelivery(
                source,
                context.engine.role() == Role.RECEIVER,
                start,
                cache,
                new MessageDelivery.Layout(Data.FIRST_MESSAGE_OFFSET, Data.FRAMES_OFFSET),
                AssemblyBudget.unlimited(),
                context.counters.common);
        this.losses = new LossCount(context.counters.common);
        this.codes = new ReceivedCodes(context, source, requests, new CodeDecoder.Packets() {
            @Override
            public boolean isHere(long sequence) {
                return window.has(sequence);
            }

            @Override
            public byte @Nullable [] get(long sequence) {
                return cache.get(sequence);
            }
        });
        this.announced = start;
        this.givenUpBelow = start;
        this.end = new SessionEvent.StreamEnded(source);
        if (startMessage >= 0) {
            delivery.startAt(startMessage);
        } else if (start == 1) {
            delivery.startAt(0);
        }
    }

    /** The lowest sequence that memory has to hold. */
    private long retainFrom() {
        return Math.min(delivery.delivered(), held.inStore(retainFrom.lowestNeeded()));
    }

    /** Says what is held for the members of this node. */
    interface RetainFrom {
        long lowestNeeded();
    }

    /** The packets in memory. */
    BufferManager cache() {
        return cache;
    }

    /** The packets for repair: those in memory, and in storage if there is some. */
    HeldPackets held() {
        return held;
    }

    RepairRequests requests() {
        return requests;
    }

    /** Codes that came, and what is taken out of them. */
    ReceivedCodes codes() {
        return codes;
    }

    /** Where what is missing is asked for. */
    RepairRoute route() {
        return route;
    }

    /** The first sequence that the application has yet to take. */
    long delivered() {
        return delivery.delivered();
    }

    /** The first message that begins at a sequence, -1 if this node does not know. */
    long firstMessageAt(long sequence) {
        return delivery.firstMessageAt(sequence);
    }

    /** A head says which message begins first where this node does. */
    void claimFirstMessage(long message) {
        delivery.claimAt(message);
    }

    /** The first sequence missing. */
    long next() {
        return window.next();
    }

    /** The number of the next message for the application, -1 if none has begun. */
    long nextMessage() {
        return delivery.nextMessage();
    }

    /** The sequence after the highest known to exist. */
    long limit() {
        return window.limit();
    }

    long missing() {
        return window.missing();
    }

    /** How many packets were lost, as those after them showed; fewer than before where one was only overtaken. */
    long lost() {
        return lost;
    }

    /** The lowest sequence that this node can repair. */
    long repairLow() {
        return Math.max(held.low(), givenUpBelow);
    }

    /** The first sequence for which there is no room, when all that can be released is. */
    long room() {
        return retainFrom() + context.config.headCachePackets;
    }

    /** Whether packets are missing that the application waits for. */
    boolean isWaiting() {
        return window.next() < Math.max(announced, window.limit()) && delivery.isDrained();
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
        if (data.retransmission() && data.request() != 0) {
            requests.onEcho(data.request(), nowNanos);
        } else if (data.retransmission() && !codes.brought(sequence)) {
            requests.onGroupRepair(sequence, nowNanos);
        }
        if (window.has(sequence) || sequence > finalSequence) {
            context.counters.increment(EngineMeter.DUPLICATE_PACKETS);
            if (!data.retransmission() && requests.repeated(sequence, nowNanos)) {
                lost--;
            }
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
        // It was taken, so there is room for what is missing below it, whatever members yet hold back.
        long unknown = Math.max(announced, window.limit());
        expect(sequence, Math.max(sequence, room()), unknown, nowNanos);
        int gap = (int) Math.max(0, window.limit() - unknown);
        lost += gap;
        boolean fillsGap = sequence < window.limit();
        window.add(sequence);
        if (!data.retransmission()) {
            requests.losses().onArrival();
        }
        if (fillsGap) {
            if (requests.filled(sequence, data.retransmission(), nowNanos)) {
                lost--;
            }
            context.counters.add(EngineMeter.REPAIRS_RECEIVED, data.retransmission() ? 1 : 0);
        }
        losses.onPacket(sequence, data.retransmission());
        codes.onPacket(sequence, data.datagram());
        context.counters.increment(EngineMeter.DATA_PACKETS_RECEIVED);
        return gap;
    }

    /** Learns that all packets below {@code limit} were sent. */
    void expect(long limit, long nowNanos) {
        // What there is no room for is not asked for yet.
        expect(limit, room(), Long.MAX_VALUE, nowNanos);
    }

    private void expect(long limit, long room, long gapFrom, long nowNanos) {
        announced = Math.max(announced, limit);
        long before = window.limit();
        window.expect(Math.min(limit, room));
        if (window.limit() > before) {
            requests.add(before, window.limit(), gapFrom, nowNanos);
        }
    }

    /** Learns that the stream ends with this sequence and this many messages. */
    void onEnd(long highest, long messages, long nowNanos) {
        finalSequence = highest;
        finalMessages = messages;
        expect(highest + 1, nowNanos);
    }

    /** Learns that with the packets up to this sequence so many messages of the stream are complete. */
    void onComplete(long sequence, long messages) {
        completeSequence = sequence;
        completeMessages = messages;
    }

    /** Gives up what has not come below {@code limit}: nobody can repair it. */
    void giveUpBelow(long limit, Reason reason) {
        if (limit <= window.next()) {
            return;
        }
        delivery.lossReason(reason);
        if (lostFrom == NONE) {
            lostFrom = window.next();
            lossesBefore = delivery.losses();
        }
        losses.onGivenUp(window.giveUpBelow(limit));
        requests.removeBelow(window.next());
        givenUpBelow = Math.max(givenUpBelow, limit);
    }

    /** The first sequence that was given up since this was last told above, or {@link #NONE}. */
    long lostFrom() {
        return lostFrom;
    }

    /** Whether it is not known yet whether messages are lost with what was given up: the sender may have left numbers out. */
    boolean isLossOpen() {
        return delivery.delivered() < givenUpBelow || delivery.isGapOpen();
    }

    /** Whether messages are lost with what was given up, as far as is known. */
    boolean hasLost() {
        return delivery.losses() > lossesBefore;
    }

    /** It is told above, or need not be. */
    void lossIsTold() {
        lostFrom = NONE;
    }

    /** Everything below was delivered, or those above know better. */
    long confirmed() {
        return Math.min(lostFrom, delivery.delivered());
    }

    /** Gives the application what is complete and in order, as far as it takes it. */
    void deliver(long nowNanos, Actions actions) {
        long before = delivery.delivered();
        delivery.deliver(window.next(), actions);
        if (delivery.isDrained() && delivery.delivered() > completeSequence) {
            delivery.loseUncompleted(completeMessages, actions);
        }
        if (delivery.isDrained() && !finished && hasAll() && delivery.delivered() > finalSequence) {
            finished = true;
            delivery.finish(finalMessages, actions);
            actions.report(end);
        }
        held.store(window.next(), retainFrom.lowestNeeded());
        cache.purge(nowNanos);
        if (delivery.delivered() > before && announced > window.limit()) {
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

    /**
     * The stream is over without its end: {@link #deliver} reports what was sent as far as is known and never came.
     *
     * @param messages how many messages are known to have been sent
     */
    void breakOff(Reason reason, long messages) {
        if (!hasAll()) {
            long limit = Math.max(announced, window.limit());
            Reason ofLosses = reason.with(EventCause.SENDER_LOST);
            giveUpBelow(limit, ofLosses);
            delivery.lossReason(ofLosses);
            finalSequence = limit - 1;
            finalMessages = messages;
            end = new SessionEvent.SenderLost(source, reason.cause(), reason.text());
        }
    }
}
