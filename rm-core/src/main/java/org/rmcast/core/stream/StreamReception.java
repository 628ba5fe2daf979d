package org.rmcast.core.stream;

import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.rmcast.api.EngineMeter;
import org.rmcast.api.EventCause;
import org.rmcast.api.SessionEvent;
import org.rmcast.core.buffer.BufferManager;
import org.rmcast.core.buffer.ByteBudget;
import org.rmcast.core.buffer.ReceiveWindow;
import org.rmcast.core.claims.StreamClaims;
import org.rmcast.core.engine.Actions;
import org.rmcast.core.engine.ProtocolEngine;
import org.rmcast.core.engine.Reason;
import org.rmcast.core.flow.ReorderingMeter;

/**
 * What a member has of another one's stream: takes packets, from the source or from others who repair for it; finds what is missing, and
 * says so when it is worth a request ({@link GapListener}); delivers; tells of losses, of the end, and of a source that is lost.
 *
 * <p>How far the stream is only its source is believed, see {@link StreamClaims}; what others say makes this member ask. When the source is
 * lost what others have seen of it tells how much was lost with it.
 *
 * <p>Bounded: packets too far ahead, or without room in the budget of all streams, are not taken, and stay missing. Not thread safe.
 */
public final class StreamReception {
    /** What became of a packet. */
    public enum Taken {
        /** It is new. */
        NEW,
        /** It had come before, or is not wanted any more. */
        DUPLICATE,
        /** There was no room: it stays missing. */
        NO_ROOM,
        /** It contradicts what the source has said. */
        CONTRADICTION
    }

    private enum Life {
        OPEN,
        /** Its source is gone, which the application is told when it has what is left. */
        LOSING,
        LOST,
        ENDED
    }

    private static final Reason LOW = new Reason(EventCause.NOT_HELD, "its sender holds it no more");
    private static final Reason OVER = new Reason(EventCause.STREAM_ENDED, "the stream is over");

    private final long source;
    private final ReceptionContext context;
    private final GapListener gaps;
    private final ReceiveWindow window;
    private final BufferManager cache;
    private final StreamClaims claims;
    private final StreamDelivery delivery;
    private final ReorderingMeter reordering;
    private final LossCount losses;
    /** What was found missing together, by its first sequence; of those below {@link #toldLimit} the listener knows. */
    private final TreeMap<Long, Gap> shown = new TreeMap<>();

    /** The limit of the last gap that was shown: none begins behind it. */
    private long shownLimit;

    private long toldLimit;
    private long charged;
    private long roundTripNanos;
    private long lostLimit;
    private long lostPackets;
    private long messagesLostWith;
    private Life life = Life.OPEN;
    private Reason lifeReason = Reason.NONE;

    private record Gap(long limit, long shownNanos) {}

    /**
     * @param start the first sequence that is wanted
     * @param startMessage the first message that is wanted, -1 for the first that begins there
     * @param roundTripNanos an estimate of the round trip to who repairs, positive
     */
    public StreamReception(
            long source,
            ReceptionContext context,
            GapListener gaps,
            long start,
            long startMessage,
            long roundTripNanos) {
        this.source = source;
        this.context = context;
        this.gaps = gaps;
        this.window = new ReceiveWindow(start, context.windowPackets());
        this.cache = new BufferManager(
                context.windowPackets(), 0, context.windowPackets(), start, (first, limit, now) -> first);
        this.claims = new StreamClaims(start, context.allowancePackets(), context.askOwnerNanos());
        this.delivery = context.ordered()
                ? new SourceDelivery(
                        source,
                        context.hasApplication(),
                        start,
                        cache,
                        context.layout(),
                        context.assembly(),
                        context.counters())
                : new UnorderedDelivery(
                        source,
                        context.hasApplication(),
                        start,
                        cache,
                        context.layout(),
                        context.assembly(),
                        context.counters());
        this.reordering = new ReorderingMeter(
                context.reordering().minNanos(), context.reordering().maxNanos(), 1);
        this.losses = new LossCount(context.counters());
        this.toldLimit = start;
        this.roundTripNanos = roundTripNanos;
        if (startMessage >= 0) {
            delivery.beganAt(start, startMessage);
        }
        charge();
    }

    // Packets.

    /**
     * Takes a packet.
     *
     * @param fromSource whether the source itself sent it
     * @param repair whether somebody had asked for it
     */
    public Taken onPacket(
            long sequence, long firstMessage, byte[] datagram, boolean fromSource, boolean repair, long nowNanos) {
        if (window.has(sequence)) {
            context.counters().increment(EngineMeter.DUPLICATE_PACKETS);
            onLate(sequence, datagram, repair, nowNanos);
            return Taken.DUPLICATE;
        }
        if (!isPlausible(sequence, fromSource, nowNanos)) {
            return Taken.CONTRADICTION;
        }
        boolean taken = hasRoomFor(sequence, datagram.length) && cache.put(sequence, datagram);
        if (taken) {
            boolean wasExpected = sequence < window.limit();
            expect(sequence, nowNanos);
            window.add(sequence);
            delivery.onPacket(sequence, firstMessage, datagram);
            context.counters().increment(EngineMeter.DATA_PACKETS_RECEIVED);
            losses.onPacket(sequence, repair);
            if (wasExpected) {
                onFilled(sequence, repair, nowNanos);
            }
            charge();
        }
        expect(claims.askableLimit(), nowNanos);
        return taken ? Taken.NEW : Taken.NO_ROOM;
    }

    private boolean isPlausible(long sequence, boolean fromSource, long nowNanos) {
        StreamClaims.Verdict verdict = fromSource
                ? claims.ownerSays(sequence + 1, Math.min(claims.low(), sequence), 0)
                : claims.othersSay(sequence + 1, nowNanos);
        return verdict != StreamClaims.Verdict.REFUSED && (fromSource || sequence < claims.askableLimit());
    }

    private void onLate(long sequence, byte[] datagram, boolean repair, long nowNanos) {
        delivery.onLate(sequence, datagram);
        if (!repair) {
            reordering.onSpuriousRepair(roundTripNanos, nowNanos);
        }
    }

    private void onFilled(long sequence, boolean repair, long nowNanos) {
        boolean asked = sequence < toldLimit && gaps.onFilled(sequence, repair, nowNanos);
        if (repair) {
            context.counters().increment(EngineMeter.REPAIRS_RECEIVED);
            reordering.onRepaired(roundTripNanos, nowNanos);
            return;
        }
        Map.Entry<Long, Gap> gap = shown.floorEntry(sequence);
        if (gap != null && sequence < gap.getValue().limit) {
            reordering.onOvertaken(nowNanos - gap.getValue().shownNanos, asked, roundTripNanos, nowNanos);
        }
    }

    /** Whether a packet would be taken: what would not need not be asked for. */
    public boolean hasRoomFor(long sequence, int bytes) {
        if (sequence >= cache.room()) {
            cache.releaseBelow(Math.min(delivery.delivered(), sequence - context.windowPackets() + 1));
        }
        if (sequence >= cache.room() || sequence < cache.low()) {
            return false;
        }
        ByteBudget budget = context.budget();
        if (!fits(budget, sequence, bytes)) {
            cache.releaseBelow(delivery.delivered());
            charge();
        }
        return fits(budget, sequence, bytes);
    }

    private boolean fits(ByteBudget budget, long sequence, int bytes) {
        return budget.hasRoom(bytes) || (sequence == window.next() && budget.hasRoomForLowest(bytes));
    }

    /** Everything below exists: what has not come is missing. */
    private void expect(long limit, long nowNanos) {
        long before = window.limit();
        window.expect(limit);
        if (window.limit() > before) {
            shown.put(before, new Gap(window.limit(), nowNanos));
            shownLimit = window.limit();
            tellDue(nowNanos);
        }
    }

    // What is said.

    /**
     * The source says how far its stream is.
     *
     * @param limit all packets below were sent
     * @param low the lowest that is still to be had
     * @param messages all messages below were begun in those packets
     * @param ended whether there will be no more
     * @return whether that can be
     */
    public boolean onSource(long limit, long low, long messages, boolean ended, long nowNanos) {
        StreamClaims.Verdict verdict = claims.ownerSays(limit, low, messages);
        if (verdict != StreamClaims.Verdict.REFUSED && ended) {
            verdict = claims.ownerEnds(limit, messages);
        }
        if (verdict == StreamClaims.Verdict.REFUSED) {
            return false;
        }
        if (verdict == StreamClaims.Verdict.REFUTED) {
            onRefuted();
        }
        if (limit >= window.next()) {
            delivery.beganAt(limit, messages);
        }
        delivery.learn(limit, messages);
        expect(claims.askableLimit(), nowNanos);
        giveUpBelow(claims.low(), LOW);
        return true;
    }

    /** The source answers a question: there is no more than it says, whatever others have said. */
    public boolean onAnswer(long limit, long low, long messages, boolean ended, long nowNanos) {
        messagesLostWith = 0;
        if (claims.ownerAnswers(limit, low, messages) == StreamClaims.Verdict.REFUTED) {
            onRefuted();
        }
        return onSource(limit, low, messages, ended, nowNanos);
    }

    /** Others have claimed too much: what they told of may be sent later, and be missed then. */
    private void onRefuted() {
        window.expectNothingFrom(claims.askableLimit());
        long limit = window.limit();
        shown.tailMap(limit, true).clear();
        Map.Entry<Long, Gap> last = shown.lastEntry();
        if (last != null && last.getValue().limit > limit) {
            shown.put(last.getKey(), new Gap(limit, last.getValue().shownNanos));
        }
        toldLimit = Math.min(toldLimit, limit);
        gaps.onNothingFrom(limit);
    }

    /**
     * Another member says how far the stream is.
     *
     * @param messages all messages below were begun in packets that it has
     * @return whether the source is to be asked
     */
    public boolean onOthers(long limit, long messages, long nowNanos) {
        messagesLostWith = Math.max(messagesLostWith, messages);
        StreamClaims.Verdict verdict = claims.othersSay(limit, nowNanos);
        if (life == Life.OPEN && verdict != StreamClaims.Verdict.REFUSED) {
            expect(claims.askableLimit(), nowNanos);
        }
        return life == Life.OPEN && verdict == StreamClaims.Verdict.ASK_OWNER;
    }

    // Gaps.

    /** The round trip to who repairs has changed; nanoseconds, positive. */
    public void onRoundTrip(long nanos) {
        roundTripNanos = nanos;
    }

    /** Tells of the gaps that were there for long enough. */
    public void onDeadline(long nowNanos) {
        tellDue(nowNanos);
    }

    private void tellDue(long nowNanos) {
        while (!shown.isEmpty() && shown.firstEntry().getValue().limit <= window.next()) {
            shown.pollFirstEntry();
        }
        for (Map.Entry<Long, Gap> gap = nextGap(); gap != null && dueNanos(gap) - nowNanos <= 0; gap = nextGap()) {
            tell(Math.max(gap.getKey(), window.next()), gap.getValue().limit, nowNanos);
            toldLimit = gap.getValue().limit;
        }
    }

    /** The first gap of which the listener does not know, and that is one still. */
    private Map.@Nullable Entry<Long, Gap> nextGap() {
        if (toldLimit >= shownLimit) {
            return null;
        }
        Map.Entry<Long, Gap> gap = shown.ceilingEntry(toldLimit);
        while (gap != null && gap.getValue().limit <= window.next()) {
            gap = shown.higherEntry(gap.getKey());
        }
        return gap;
    }

    private long dueNanos(Map.Entry<Long, Gap> gap) {
        return gap.getValue().shownNanos + reordering.delayNanos(roundTripNanos);
    }

    private void tell(long first, long limit, long nowNanos) {
        long start = first;
        while (start < limit) {
            while (start < limit && window.has(start)) {
                start++;
            }
            long end = start;
            while (end < limit && !window.has(end)) {
                end++;
            }
            if (end > start) {
                gaps.onMissing(start, end, nowNanos);
            }
            start = end;
        }
    }

    /** When {@link #onDeadline} has something to do. */
    public long nextDeadlineNanos() {
        Map.Entry<Long, Gap> gap = nextGap();
        return gap == null ? ProtocolEngine.NO_DEADLINE : dueNanos(gap);
    }

    /** One packet is not waited for any more. */
    public void giveUp(long sequence, Reason reason) {
        if (window.isWanted(sequence) && sequence < window.limit()) {
            delivery.lossReason(reason);
            window.add(sequence);
            lostLimit = Math.max(lostLimit, sequence + 1);
            lostPackets++;
            losses.onGivenUp(1);
            charge();
        }
    }

    /** What is missing below a limit is not waited for any more. */
    public void giveUpBelow(long limit, Reason reason) {
        if (limit <= window.next()) {
            return;
        }
        long lost = limit;
        while (lost > window.next() && window.has(lost - 1)) {
            lost--;
        }
        lostLimit = Math.max(lostLimit, lost);
        delivery.lossReason(reason);
        long givenUp = window.giveUpBelow(limit);
        lostPackets += givenUp;
        losses.onGivenUp(givenUp);
        gaps.onGivenUpBelow(limit);
        charge();
    }

    // Delivery.

    /** Gives the application what can be given, and tells what is over. */
    public void deliver(long nowNanos, Actions actions) {
        if (life == Life.ENDED) {
            return;
        }
        delivery.deliver(window.next(), actions);
        if (context.holds()) {
            cache.pack(delivery.delivered());
        } else {
            cache.releaseBelow(delivery.delivered());
        }
        if (delivery.isDone(window.next())) {
            endIfOver(actions);
        }
        expect(claims.askableLimit(), nowNanos);
        charge();
    }

    private void endIfOver(Actions actions) {
        if (life != Life.OPEN) {
            delivery.learn(window.next(), messagesLostWith);
        }
        delivery.tellLost(actions);
        if (claims.hasEnded() && window.next() >= claims.endLimit() && life != Life.LOST) {
            life = Life.ENDED;
            delivery.lossReason(OVER);
            delivery.end(claims.messages(), new SessionEvent.StreamEnded(source), actions);
        } else if (life == Life.LOSING) {
            life = Life.LOST;
            delivery.endWithSender(new SessionEvent.SenderLost(source, lifeReason.cause(), lifeReason.text()), actions);
        }
    }

    /** The source is gone, without an end that is known: what is missing does not come any more. */
    public void onSourceGone(Reason reason) {
        if (life != Life.OPEN) {
            return;
        }
        life = Life.LOSING;
        lifeReason = reason;
        claims.ownerGone();
        long end = claims.hasEnded() ? Math.max(window.limit(), claims.endLimit()) : window.limit();
        giveUpBelow(end, reason.with(EventCause.SENDER_LOST));
    }

    /** Lets go of what is held for others below a sequence. */
    public void releaseBelow(long sequence) {
        cache.releaseBelow(Math.min(sequence, delivery.delivered()));
        charge();
    }

    /** Lets go of everything. */
    public void clear() {
        delivery.abandon();
        gaps.onGivenUpBelow(Long.MAX_VALUE);
        context.budget().change(-charged);
        charged = 0;
    }

    private void charge() {
        long now = cache.bytes() + (long) cache.packets() * ByteBudget.PACKET_OVERHEAD_BYTES + cache.tableBytes();
        context.budget().change(now - charged);
        charged = now;
    }

    // What is known.

    public long source() {
        return source;
    }

    /** A packet that is held, null if it is not. */
    public byte @Nullable [] packet(long sequence) {
        return cache.get(sequence);
    }

    /** Whether {@link #packet} would find something. */
    public boolean holds(long sequence) {
        return cache.holds(sequence);
    }

    /** The lowest sequence that is held, or that may still be. */
    public long low() {
        return cache.low();
    }

    /** Whether a packet has come, or was given up. */
    public boolean has(long sequence) {
        return window.has(sequence);
    }

    /** The first sequence that is missing. */
    public long next() {
        return window.next();
    }

    /** The first packet of which the application was not given everything; 0 while messages wait for room. */
    public long nextPacket() {
        return delivery.nextPacket();
    }

    /** The sequence after the highest that is known to exist here. */
    public long limit() {
        return window.limit();
    }

    /** The sequence after the last that was given up; 0 if none was. */
    public long lostLimit() {
        return lostLimit;
    }

    /** How many packets were given up. */
    public long lostPackets() {
        return lostPackets;
    }

    /** What the source has said. */
    public StreamClaims claims() {
        return claims;
    }

    /** Whether nothing can be given to the application, which has taken all, before a packet comes. */
    public boolean isWaiting() {
        return life == Life.OPEN && window.next() < window.limit() && delivery.isDone(window.next());
    }

    /** Whether the stream goes on, nothing of it is missing, and the application was given all of it. */
    public boolean isIdle() {
        return life == Life.OPEN && window.next() == window.limit() && delivery.isDone(window.next());
    }

    /** Packets that are missing. */
    public long missing() {
        return window.missing();
    }

    /** How many messages there are at least, by what has come and by what its source has said. */
    public long messages() {
        return Math.max(claims.messages(), delivery.messagesBegun());
    }

    /** All messages below were given to the application, reported as lost, or are of no concern any more once this is over. */
    public long messagesTold() {
        return Math.max(messages(), messagesLostWith);
    }

    public boolean hasEnded() {
        return life == Life.ENDED;
    }

    /** Whether the application was told that the source is lost. */
    public boolean isLost() {
        return life == Life.LOST;
    }

    /** Whether the stream goes on, as far as is known. */
    public boolean isOpen() {
        return life == Life.OPEN;
    }

    /** How late packets come that are only overtaken. */
    public ReorderingMeter reordering() {
        return reordering;
    }

    public int packets() {
        return cache.packets();
    }

    /** What is held, in bytes, with what it costs to hold it. */
    public long bytes() {
        return charged;
    }

    @Override
    public String toString() {
        return life + " at " + window.next() + " of " + window.limit() + ", delivered " + delivery.delivered();
    }
}
