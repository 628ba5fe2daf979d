package org.rmcast.pbcast;

import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.rmcast.core.buffer.BufferManager;
import org.rmcast.core.buffer.ReceiveWindow;
import org.rmcast.core.engine.Actions;
import org.rmcast.core.engine.EngineMeter;
import org.rmcast.core.event.SessionEvent;
import org.rmcast.core.framing.MessageAssembler;
import org.rmcast.core.stream.MessageDelivery;
import org.rmcast.core.wire.DecodeException;
import org.rmcast.core.wire.SequenceMask;
import org.rmcast.core.wire.WireReader;
import org.rmcast.pbcast.wire.PbcastPacket.Data;
import org.rmcast.pbcast.wire.PbcastPacket.Entry;
import org.rmcast.pbcast.wire.PbcastPacket.PacketType;
import org.rmcast.pbcast.wire.PbcastPacket.Want;

/**
 * What this member has of another one's stream: takes packets, finds gaps, delivers in order, holds packets for others until
 * they are stable, gives up what did not come in time.
 *
 * <p>Papers: a packet is held for {@code stableRounds} rounds of gossip after it came (Özkasap, section 3, stable-threshold);
 * here after it and all before it came or were given up. A packet that was known to exist for {@code lossRounds} rounds and
 * did not come is given up, and the application told.
 */
final class Source implements HeldStream {
    private static final long OPEN = Long.MAX_VALUE;
    private static final String FAR_BEHIND = "further behind than the buffer reaches";
    private static final String NO_ROOM = "no room: the application takes messages too slowly";

    private final long id;
    private final PbcastContext context;
    private final PbcastConfig config;
    private final Requester requester;
    private final ReceiveWindow window;
    private final BufferManager cache;
    private final MessageDelivery delivery;
    private final RepairTallies tallies = new RepairTallies();
    private final NavigableMap<Long, MissingPacket> missing = new TreeMap<>();
    private final Retention retention;
    private final RoundMarks known;

    private long chargedBytes;
    /** The sequence after the highest that came. */
    private long highest;
    /** One more than the number of the last message of which something came. */
    private long messagesBegun;

    /** All messages below this number are in packets below the next. */
    private long knownMessages;

    private long knownMessagesLimit;
    private long countedLimit;
    private long received;
    private long givenUpBelow;
    /** Below this, what is missing was found so by a packet that came. */
    private long shownBelow;

    private long lostLimit;
    private boolean refused;
    private long finalLimit = OPEN;
    private long finalMessages = -1;
    private @Nullable String gone;
    /** Rounds in which nothing new was heard of a stream that is over, or whose sender has gone. */
    private int quietRounds;

    private long limitBefore;
    private boolean finished;
    private boolean found;
    private long newsNanos;
    /** For {@link DeliveryTurns}: it waits for its turn. */
    boolean inTurn;
    /** For {@link DataTree}: from whom its packets come, and the sequence after the highest that came from there. */
    long parent;

    long parentLimit;
    /** Packets had to be asked for that nothing but hearsay tells of. */
    private boolean orphaned;

    /**
     * @param start the first sequence that is wanted
     * @param startMessage the first message that is wanted, -1 for the one that begins there
     */
    Source(long id, PbcastContext context, Requester requester, long start, long startMessage, long nowNanos) {
        this.id = id;
        this.context = context;
        this.config = context.config;
        this.requester = requester;
        this.window = new ReceiveWindow(start, config.bufferPackets);
        this.cache =
                new BufferManager(config.bufferPackets, 0, config.bufferPackets, start, (first, limit, now) -> first);
        this.delivery = new MessageDelivery(
                id,
                context.engine.role().receives(),
                start,
                cache,
                new MessageDelivery.Layout(Data.FIRST_MESSAGE_OFFSET, Data.FRAMES_OFFSET),
                context.assembly,
                context.counters);
        this.retention = new Retention(config, start);
        this.known = new RoundMarks(config.lossRounds, start);
        this.highest = start;
        this.givenUpBelow = start;
        this.shownBelow = start;
        this.newsNanos = nowNanos;
        if (startMessage >= 0) {
            delivery.startAt(startMessage);
        }
        charge();
    }

    @Override
    public long id() {
        return id;
    }

    @Override
    public byte @Nullable [] packet(long sequence) {
        return cache.get(sequence);
    }

    @Override
    public RepairTallies tallies() {
        return tallies;
    }

    @Override
    public boolean isActive() {
        return retention.stableBelow() < window.next() || !missing.isEmpty();
    }

    /** The first sequence that is missing. */
    long next() {
        return window.next();
    }

    long lostLimit() {
        return lostLimit;
    }

    /** Whether the application was not told of the sender yet. */
    boolean isNewlyFound() {
        return !found;
    }

    void onFound() {
        found = true;
    }

    /**
     * How far the sender may think that this member is: the sequence after the highest that came, or was given up; much less
     * where the application is far behind, so that the sender stops before there is no room.
     */
    long flowLimit() {
        long undelivered = window.next() - delivery.delivered();
        long bound = Math.min(config.bufferPackets, config.bufferBytes / config.maxPacketBytes) / 2;
        long reached = Math.max(highest, window.next());
        return undelivered > bound ? Math.max(1, reached - config.windowMax) : reached;
    }

    /** Packets that came without being asked for. */
    long received() {
        return received;
    }

    /** The number of the next message for the application, -1 if none has begun. */
    long nextMessage() {
        return delivery.nextMessage();
    }

    /** The first packet of which the application was not given everything; 0 while messages wait for room. */
    long nextPacket() {
        return delivery.isDrained() ? delivery.delivered() : 0;
    }

    /** The application has the messages before this one: if later ones come first, those between are lost. */
    void claimAt(long message) {
        if (delivery.nextMessage() < 0) {
            delivery.claimAt(message);
        }
    }

    boolean isEnded() {
        return finalLimit != OPEN;
    }

    /** Whether the stream is over and this member has all of it that it will get. */
    boolean isFinished() {
        return finished;
    }

    /** Whether others have no use for it either any more. */
    boolean isForgettable() {
        return finished && quietRounds > config.stableRounds + 2;
    }

    /** When there last was a sign of the sender. */
    long newsNanos() {
        return newsNanos;
    }

    int packets() {
        return cache.packets();
    }

    long bytes() {
        return cache.bytes();
    }

    NavigableMap<Long, MissingPacket> missing() {
        return missing;
    }

    /** A packet is asked for. If nothing but hearsay tells of it, no later one has come in time either. */
    void onAsked(long sequence) {
        orphaned |= sequence >= shownBelow;
    }

    /** Whether nothing comes any more where somebody holds packets below this limit; asked once for each time that shows. */
    boolean isCutOffFrom(long limit) {
        boolean was = orphaned && limit > shownBelow;
        orphaned &= !was;
        return was;
    }

    /** A new packet came from its sender, or from who passes it on. */
    void onPassedOn() {
        orphaned = false;
    }

    // Packets.

    /**
     * Takes a data packet.
     *
     * @param makeRoom frees so many bytes of other packets, as far as possible
     * @return whether it is new
     */
    boolean onData(Data data, MakeRoom makeRoom, long nowNanos) {
        long sequence = data.sequence();
        newsNanos = nowNanos;
        if (window.has(sequence) || sequence >= finalLimit) {
            context.counters.increment(EngineMeter.DUPLICATE_PACKETS);
            if (data.type() == PacketType.DATA) {
                requester.onSpuriousRepair(nowNanos);
            }
            return false;
        }
        received += data.type() == PacketType.RETRANSMISSION ? 0 : 1;
        if (sequence - window.next() >= config.bufferPackets) {
            giveUpBelow(sequence + 1 - config.bufferPackets / 2, FAR_BEHIND);
        }
        if (!hasRoom(sequence, data.datagram().length, makeRoom)) {
            refused = true;
            learn(sequence + 1, nowNanos, config.tailDelayNanos);
            return false;
        }
        show(sequence, nowNanos);
        learn(sequence, nowNanos, requester.promptDelayNanos());
        if (!window.isWanted(sequence) || !cache.put(sequence, data.datagram())) {
            return false;
        }
        MissingPacket entry = missing.remove(sequence);
        window.add(sequence);
        highest = Math.max(highest, sequence + 1);
        messagesBegun = Math.max(messagesBegun, data.firstMessage() + 1);
        context.counters.increment(EngineMeter.DATA_PACKETS_RECEIVED);
        if (entry != null) {
            entry.done = true;
            if (data.type() == PacketType.RETRANSMISSION) {
                context.counters.increment(EngineMeter.REPAIRS_RECEIVED);
                requester.onRepaired(entry, nowNanos);
            } else {
                requester.onOvertaken(entry, nowNanos);
            }
        }
        charge();
        return true;
    }

    /** Frees bytes, as far as it can. */
    @FunctionalInterface
    interface MakeRoom {
        void free(long bytes);
    }

    private boolean hasRoom(long sequence, int bytes, MakeRoom makeRoom) {
        if (sequence >= cache.room()) {
            release(Math.min(delivery.delivered(), sequence - config.bufferPackets + 1));
        }
        if (sequence >= cache.room() || sequence < cache.low()) {
            return false;
        }
        long gap = Math.max(0, sequence - window.limit());
        long cost = bytes
                + PacketBudget.PACKET_OVERHEAD_BYTES
                + gap * MissingPacket.BYTES
                + cache.tableBytesWith(sequence)
                - cache.tableBytes();
        if (!context.budget.hasRoom(cost)) {
            makeRoom.free(cost);
        }
        return context.budget.hasRoom(cost);
    }

    /**
     * All packets below {@code limit} were sent, and with them all messages below {@code messages}, as somebody says. Some may
     * be on their way still.
     */
    void onHearsay(long limit, long messages, long nowNanos) {
        if (messages > knownMessages) {
            knownMessages = messages;
            knownMessagesLimit = limit;
        }
        if (limit > window.limit()) {
            newsNanos = nowNanos;
            learn(Math.min(limit, finalLimit), nowNanos, config.tailDelayNanos);
        }
    }

    /** The stream ends before this sequence, with so many messages. */
    void onEnd(long limit, long messages, long nowNanos) {
        if (finalLimit == OPEN && limit >= window.limit()) {
            newsNanos = nowNanos;
            finalLimit = limit;
            finalMessages = messages;
            learn(limit, nowNanos, config.tailDelayNanos);
        }
    }

    /** All packets below {@code limit} exist. What there is no room to know of is given up, the oldest first. */
    private void learn(long limit, long nowNanos, long delayNanos) {
        if (limit - window.next() > config.bufferPackets) {
            giveUpBelow(limit - config.bufferPackets / 2, FAR_BEHIND);
            charge();
        }
        long trackable = context.budget.trackable();
        if (limit - window.limit() > trackable) {
            giveUpBelow(limit - trackable, FAR_BEHIND);
        }
        long before = window.limit();
        window.expect(limit);
        for (long sequence = before; sequence < window.limit(); sequence++) {
            MissingPacket packet = new MissingPacket(this, sequence, nowNanos, nowNanos + delayNanos);
            missing.put(sequence, packet);
            requester.onMissing(packet);
        }
        context.counters.add(EngineMeter.PACKETS_MISSED, window.limit() - before);
        charge();
    }

    /** What was known by hearsay only is missing if it lies before a packet that came from its sender. */
    private void show(long limit, long nowNanos) {
        if (shownBelow < Math.min(limit, window.limit())) {
            missing.subMap(shownBelow, limit).values().forEach(packet -> requester.onShown(packet, nowNanos));
        }
        shownBelow = Math.max(shownBelow, limit);
    }

    private void giveUpBelow(long limit, String reason) {
        if (limit <= window.next()) {
            return;
        }
        Map.Entry<Long, MissingPacket> last = missing.lowerEntry(limit);
        if (last != null || limit > window.limit()) {
            lostLimit = limit > window.limit() || last == null ? limit : last.getKey() + 1;
            givenUpBelow = limit;
            delivery.lossReason(refused ? NO_ROOM : reason);
            refused = false;
        }
        window.giveUpBelow(limit);
        NavigableMap<Long, MissingPacket> below = missing.headMap(window.next(), false);
        below.values().forEach(packet -> packet.done = true);
        below.clear();
    }

    /** Adds what this member misses of what another one wants, which it may not have heard of yet. */
    void addMissing(Want want, WantList common, long nowNanos) {
        SequenceMask.forEach(want.mask(), want.start(), sequence -> {
            onHearsay(sequence + 1, 0, nowNanos);
            if (missing.containsKey(sequence)) {
                common.add(id, sequence);
            }
        });
    }

    // Rounds.

    /** A round of gossip ends. */
    void endRound() {
        long limit = window.limit();
        retention.endRound(window.next());
        release(Math.min(retention.releaseBelow(context.budget.isHalfFree()), delivery.delivered()));
        giveUpBelow(
                Math.min(known.mark(limit), limit), "not repaired within " + config.lossRounds + " rounds of gossip");
        boolean quiet = finished || (gone != null && missing.isEmpty() && window.limit() == limitBefore);
        quietRounds = quiet ? quietRounds + 1 : 0;
        limitBefore = window.limit();
        charge();
    }

    /** Lets go of what is held for those only who were away; for when room is needed. */
    void releaseKept() {
        release(Math.min(retention.stableBelow(), delivery.delivered()));
        charge();
    }

    /** Lets go of the older half of what is only held for others; for when room is needed. */
    boolean releaseHalf() {
        long spare = delivery.delivered() - cache.low();
        release(cache.low() + (spare + 1) / 2);
        charge();
        return spare > 0;
    }

    /** Lets go of everything. */
    void clear() {
        missing.values().forEach(packet -> packet.done = true);
        delivery.abandon();
        context.budget.change(-chargedBytes);
        chargedBytes = 0;
    }

    private void release(long sequence) {
        cache.releaseBelow(sequence);
        tallies.forgetBelow(cache.low());
    }

    private void charge() {
        long bytes = cache.bytes()
                + (long) cache.packets() * PacketBudget.PACKET_OVERHEAD_BYTES
                + cache.tableBytes()
                + (long) missing.size() * MissingPacket.BYTES
                + tallies.bytes();
        context.budget.change(bytes - chargedBytes);
        chargedBytes = bytes;
    }

    // Delivery and the end.

    /** The sender has gone without ending its stream: what is known is still repaired among the others. */
    void onGone(String reason) {
        gone = reason;
    }

    /** The sender is back. */
    void onBack() {
        gone = null;
    }

    boolean isGone() {
        return gone != null;
    }

    /** Whether something waits for the application to have room. */
    boolean isAwaitingRoom() {
        return !delivery.isDrained();
    }

    /** Gives the application a packet that is in order, if it takes it, and tells what is over; returns whether there is more. */
    boolean deliverTurn(Actions actions) {
        long next = delivery.delivered();
        // What waits for room was the packet of this turn. What was given up and is not even known is passed over at
        // once.
        long limit = isAwaitingRoom() ? next : next < cache.limit() ? next + 1 : window.next();
        deliver(Math.min(limit, window.next()), actions);
        return delivery.delivered() < window.next() || !delivery.isDrained();
    }

    private void deliver(long limit, Actions actions) {
        delivery.deliver(limit, actions);
        if (finished || !delivery.isDrained() || delivery.delivered() < window.next()) {
            return;
        }
        if (delivery.delivered() >= knownMessagesLimit && isBehind(knownMessages)) {
            // The end of the last one was lost, and none has begun after it that would tell.
            delivery.finish(knownMessages, actions);
        }
        String reason = gone;
        if (window.next() >= finalLimit) {
            finish(finalMessages, new SessionEvent.StreamEnded(id), actions);
        } else if (reason != null && quietRounds > config.lossRounds) {
            finish(messagesBegun, new SessionEvent.SenderLost(id, reason), actions);
        }
    }

    private boolean isBehind(long messages) {
        return delivery.nextMessage() >= 0 && delivery.nextMessage() < messages;
    }

    private void finish(long messages, SessionEvent end, Actions actions) {
        finished = true;
        quietRounds = 0;
        delivery.lossReason("the stream is over");
        delivery.finish(messages, actions);
        if (context.engine.role().receives()) {
            actions.report(end);
        }
    }

    // Digests.

    @Override
    public Entry entry(boolean lack, long nowNanos) {
        countMessages();
        long next = window.next();
        long low = Math.max(Math.max(cache.low(), givenUpBelow), next - config.bufferPackets);
        long last = missing.isEmpty() ? next - 1 : missing.lastKey();
        long start = Math.max(next, last + 1 - config.maskBytes() * 8L);
        byte[] mask = SequenceMask.EMPTY;
        if (last >= start) {
            mask = SequenceMask.reachingTo(last - start);
            for (MissingPacket packet : missing.tailMap(start, true).values()) {
                if (!lack || packet.dueNanos - nowNanos <= 0) {
                    SequenceMask.set(mask, (int) (packet.sequence - start));
                }
            }
        }
        return new Entry(
                id,
                Math.min(low, next),
                next,
                window.limit(),
                lostLimit,
                window.limit() == finalLimit,
                window.limit() == finalLimit ? finalMessages : knownMessagesLimit <= window.limit() ? knownMessages : 0,
                start,
                mask,
                Math.min(low, next),
                tallies.repairedMask(Math.min(low, next), config.maskBytes()));
    }

    /** Finds out from the last packet how many messages there are, for those who miss it. */
    private void countMessages() {
        byte[] last = cache.get(highest - 1);
        if (last != null && highest != countedLimit) {
            countedLimit = highest;
            try {
                long first = new WireReader(last, Data.FIRST_MESSAGE_OFFSET).readSequence("first message");
                long messages = MessageAssembler.nextMessage(first, last, Data.FRAMES_OFFSET);
                if (messages > knownMessages) {
                    knownMessages = messages;
                    knownMessagesLimit = highest;
                }
            } catch (DecodeException e) {
                throw new IllegalStateException("a packet was kept that can not be decoded", e);
            }
        }
    }

    @Override
    public String toString() {
        return id + ": next " + window.next() + " of " + window.limit() + ", delivered " + delivery.delivered()
                + ", held from " + cache.low() + ", missing " + missing.size() + (finished ? ", finished" : "")
                + (isEnded() ? ", ends at " + finalLimit : "") + (gone == null ? "" : ", gone: " + gone);
    }
}
