package org.rmcast.pbcast;

import java.net.InetSocketAddress;
import java.util.Map;
import java.util.NavigableMap;
import org.jspecify.annotations.Nullable;
import org.rmcast.core.buffer.BufferManager;
import org.rmcast.core.buffer.ReceiveWindow;
import org.rmcast.core.engine.Actions;
import org.rmcast.core.engine.EngineMeter;
import org.rmcast.core.event.SessionEvent;
import org.rmcast.core.stream.MessageDelivery;
import org.rmcast.core.wire.SequenceMask;
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
 * did not come is given up, and the application told. How far the stream is {@link StreamReach} knows.
 */
final class Source implements HeldStream {
    /** So many from the first that is missing have room where others have not: what is held behind them waits for them. */
    private static final int LOWEST = 32;

    private static final String FAR_BEHIND = "further behind than the buffer reaches";
    private static final String SLOW = "no room: the application takes messages too slowly";
    private static final String NO_ROOM = "no room: packets of all senders fill the buffer";

    private final long id;
    private final PbcastContext context;
    private final PbcastConfig config;
    private final Requester requester;
    private final SourceHome home;
    private final StreamReach reach;
    private final ReceiveWindow window;
    private final Gaps gaps;
    private final BufferManager cache;
    private final MessageDelivery delivery;
    private final RepairTallies tallies = new RepairTallies();
    private final RoundMarks complete;
    private final RoundMarks known;

    private long chargedBytes;
    private int chargedGaps;
    /** The sequence after the highest that came. */
    private long highest;
    /** One more than the number of the last message of which something came. */
    private long messagesBegun;

    private final MessageCount count = new MessageCount();
    private final SourceEntries entries;
    /** What was missing below this was counted. */
    private long missedLimit;

    private long received;
    private boolean hasCome;
    private boolean heardOwner;
    private long givenUpBelow;
    private long lostLimit;
    private @Nullable String refusal;
    private @Nullable String gone;
    /** Rounds in which nothing new was heard of a stream that is over, or whose sender has gone. */
    private int quietRounds;

    private long limitBefore;
    private boolean finished;
    private boolean found;
    private long newsNanos;
    /** For {@link Digests}: when this stream was last named, and how far it was then. */
    long namedAt;

    long namedLimit;
    /** For {@link StreamSums}: how far the stream is there, 0 if it is not. */
    long summedLimit;

    /**
     * @param start the first sequence that is wanted
     * @param startMessage the first message that is wanted, -1 for the one that begins there
     */
    Source(
            SourceHome home,
            long id,
            PbcastContext context,
            Requester requester,
            long start,
            long startMessage,
            long nowNanos) {
        this.id = id;
        this.context = context;
        this.config = context.config;
        this.requester = requester;
        this.home = home;
        this.reach = new StreamReach(config, start);
        this.window = new ReceiveWindow(start, config.bufferPackets);
        this.gaps = new Gaps(this, window, context, requester);
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
        this.entries = new SourceEntries(id, config, window, gaps, reach, tallies);
        this.complete = new RoundMarks(config.stableRounds, start);
        this.known = new RoundMarks(config.lossRounds, start);
        this.highest = start;
        this.givenUpBelow = start;
        this.missedLimit = start;
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

    SourceHome home() {
        return home;
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
        return cache.packets() > 0 || !gaps.isEmpty();
    }

    /** Whether there is nothing to be done for it, here or for others, until something new is heard. */
    boolean isIdle() {
        return !isActive()
                && !finished
                && gone == null
                && window.next() >= reach.limit()
                && delivery.isDrained()
                && delivery.delivered() >= window.next()
                && reach.isSettled()
                && !needsCount();
    }

    /** The first sequence that is missing. */
    long next() {
        return window.next();
    }

    /** The sequence after the highest that exists, as far as is believed. */
    long limit() {
        return Math.max(window.next(), reach.limit());
    }

    long lostLimit() {
        return lostLimit;
    }

    /** Whether a packet has come. */
    boolean hasCome() {
        return hasCome;
    }

    /** Whether where it begins is not just what others said. */
    boolean isAnchored() {
        return hasCome || heardOwner;
    }

    /** Whether the application was told of the sender, and not since that it is lost. */
    boolean isFound() {
        return found;
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

    boolean isEnded() {
        return reach.hasEnded();
    }

    /** Whether the stream is over and this member has all of it that it will get. */
    boolean isFinished() {
        return finished;
    }

    /** Whether others have no use for it either any more. */
    boolean isForgettable() {
        return finished && quietRounds > config.stableRounds + 2;
    }

    /** When there last was news of the stream. */
    long newsNanos() {
        return newsNanos;
    }

    int packets() {
        return cache.packets();
    }

    long bytes() {
        return cache.bytes();
    }

    /** Packets that are missing and may be asked for. */
    NavigableMap<Long, MissingPacket> missing() {
        return gaps.open();
    }

    /** How many of {@link #missing} the budget knows of. */
    int chargedGaps() {
        return chargedGaps;
    }

    StreamReach reach() {
        return reach;
    }

    // Packets.

    /**
     * Takes a data packet.
     *
     * @param own whether it is from the sender itself
     * @param makeRoom frees so many bytes of other packets, as far as possible
     * @return whether it is new
     */
    boolean onData(Data data, boolean own, MakeRoom makeRoom, long nowNanos) {
        long sequence = data.sequence();
        if (own) {
            onSign();
        }
        if (window.has(sequence)) {
            newsNanos = nowNanos;
            context.counters.increment(EngineMeter.DUPLICATE_PACKETS);
            return false;
        }
        if (!reach.onPacket(sequence, own)) {
            context.own.increment(PbcastMeter.CONTRADICTIONS);
            return false;
        }
        newsNanos = nowNanos;
        hasCome = true;
        received += data.type() == PacketType.RETRANSMISSION ? 0 : 1;
        if (sequence - window.next() >= config.bufferPackets) {
            giveUpBelow(sequence + 1 - config.bufferPackets / 2, FAR_BEHIND);
        }
        if (!hasRoom(sequence, data.datagram().length, makeRoom)) {
            refusal = delivery.isDrained() && delivery.delivered() >= window.next() ? NO_ROOM : SLOW;
            notice(sequence + 1, nowNanos + config.tailDelayNanos);
            return false;
        }
        notice(sequence, nowNanos + config.promptDelayNanos);
        return window.isWanted(sequence) && keep(data, nowNanos);
    }

    private boolean keep(Data data, long nowNanos) {
        long sequence = data.sequence();
        if (!cache.put(sequence, data.datagram())) {
            return false;
        }
        MissingPacket entry = gaps.remove(sequence);
        window.add(sequence);
        highest = Math.max(highest, sequence + 1);
        missedLimit = Math.max(missedLimit, highest);
        messagesBegun = Math.max(messagesBegun, data.firstMessage() + 1);
        context.counters.increment(EngineMeter.DATA_PACKETS_RECEIVED);
        if (entry != null && data.type() == PacketType.RETRANSMISSION) {
            context.counters.increment(EngineMeter.REPAIRS_RECEIVED);
            requester.onRepaired(entry, nowNanos);
        }
        if (gaps.isLow(reach.askable())) {
            openMore(nowNanos);
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
        long gap = Math.min(Gaps.mostOpen(config), Math.max(0, sequence - missedLimit));
        long cost = bytes
                + PacketBudget.PACKET_OVERHEAD_BYTES
                + gap * MissingPacket.BYTES
                + cache.tableBytesWith(sequence)
                - cache.tableBytes();
        if (!context.budget.hasRoom(cost)) {
            makeRoom.free(cost);
        }
        return context.budget.hasRoom(cost)
                || (sequence - window.next() < LOWEST && context.budget.hasRoomForLowest(cost));
    }

    // What is said.

    /** The sender says how far its stream is; returns whether that is news. */
    boolean onOwnWord(long limit, boolean ended, long messages, long nowNanos) {
        onSign();
        long before = reach.limit();
        boolean endedBefore = reach.hasEnded();
        if (!reach.onOwnWord(limit, ended, messages, window.next())) {
            context.own.increment(PbcastMeter.CONTRADICTIONS);
            return false;
        }
        heardOwner = true;
        count.learn(limit, messages);
        gaps.forgetFrom(reach.askable());
        if (reach.limit() > before || reach.hasEnded() != endedBefore) {
            newsNanos = nowNanos;
        }
        notice(reach.limit(), nowNanos + config.tailDelayNanos);
        return newsNanos == nowNanos;
    }

    /** Another member says how far the stream is; returns whether that is news. */
    boolean onHearsay(long limit, boolean ended, long messages, long nowNanos) {
        boolean more = reach.onHearsay(limit, ended, messages, nowNanos);
        if (reach.isGone()) {
            count.learn(Math.min(limit, reach.limit()), messages);
        }
        if (more) {
            newsNanos = nowNanos;
            notice(reach.askable(), nowNanos + config.tailDelayNanos);
        }
        return more;
    }

    /** A sign of the sender itself: whatever was thought of it, it is there. */
    private void onSign() {
        gone = null;
        if (finished && !reach.hasEnded()) {
            finished = false;
            found = false;
            quietRounds = 0;
        }
    }

    /** Packets below {@code limit} may be missing. What there is no room to know of is given up, the oldest first. */
    private void notice(long limit, long dueNanos) {
        if (reach.limit() - window.next() > config.bufferPackets) {
            giveUpBelow(reach.limit() - config.bufferPackets / 2, FAR_BEHIND);
        }
        if (limit > missedLimit) {
            context.counters.add(EngineMeter.PACKETS_MISSED, limit - missedLimit);
            missedLimit = limit;
        }
        gaps.openBelow(Math.min(limit, window.next() + config.bufferPackets), dueNanos);
        charge();
    }

    private void openMore(long nowNanos) {
        gaps.openBelow(Math.min(reach.askable(), window.next() + config.bufferPackets), nowNanos);
    }

    private void giveUpBelow(long limit, String reason) {
        if (limit <= window.next()) {
            return;
        }
        Map.Entry<Long, MissingPacket> last = gaps.isWhole(limit) ? gaps.open().lowerEntry(limit) : null;
        lostLimit = last == null ? limit : last.getKey() + 1;
        givenUpBelow = limit;
        delivery.lossReason(refusal == null ? reason : refusal);
        refusal = null;
        window.giveUpBelow(limit);
        gaps.onGivenUp();
    }

    /** Adds what this member misses of what another one wants, which it may not have heard of yet. */
    void addMissing(Want want, WantList common, long nowNanos) {
        long last = want.start() + 8L * want.mask().length - 1;
        onHearsay(last + 1, false, 0, nowNanos);
        for (long sequence : missing()
                .subMap(want.start(), true, Math.max(want.start(), last), true)
                .keySet()) {
            if (SequenceMask.isSet(want.mask(), sequence - want.start())) {
                common.add(id, sequence);
            }
        }
    }

    // Rounds.

    /** A round of gossip ends. */
    void endRound(long nowNanos) {
        long limit = limit();
        release(Math.min(complete.mark(window.next()), delivery.delivered()));
        giveUpBelow(
                Math.min(known.mark(limit), limit), "not repaired within " + config.lossRounds + " rounds of gossip");
        boolean quiet = finished || (gone != null && window.next() >= limit && limit == limitBefore);
        quietRounds = quiet ? quietRounds + 1 : 0;
        limitBefore = limit;
        openMore(nowNanos);
        charge();
    }

    /** Whether the sender is to be asked, now, how far its stream is. */
    boolean takeQuestion(long nowNanos) {
        return !finished && gone == null && reach.takeQuestion(needsCount(), nowNanos);
    }

    /** Whether the last packets were lost, and nobody knows how many messages were in them. */
    private boolean needsCount() {
        return delivery.isGapOpen()
                && count.limit() < delivery.delivered()
                && delivery.nextMessage() >= 0
                && delivery.delivered() >= limit();
    }

    /** A packet that the sender is asked for to learn how far its stream is: the last that may exist. */
    long questioned() {
        return Math.max(1, reach.askable() - 1);
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
        gaps.clear();
        delivery.abandon();
        context.budget.change(-chargedBytes);
        chargedBytes = 0;
    }

    private void release(long sequence) {
        cache.releaseBelow(sequence);
        tallies.forgetBelow(cache.low());
    }

    private void charge() {
        chargedGaps = gaps.open().size();
        long bytes = cache.bytes()
                + (long) cache.packets() * PacketBudget.PACKET_OVERHEAD_BYTES
                + cache.tableBytes()
                + gaps.bytes()
                + tallies.bytes();
        context.budget.change(bytes - chargedBytes);
        chargedBytes = bytes;
    }

    // Delivery and the end.

    /** The sender has gone without ending its stream: what is known is still repaired among the others. */
    void onGone(String reason) {
        gone = reason;
        reach.onGone();
    }

    /** The sender is back. */
    void onBack() {
        gone = null;
    }

    boolean isGone() {
        return gone != null;
    }

    /** Gives the application what is in order, as far as it takes it. */
    void deliver(Actions actions) {
        delivery.deliver(window.next(), actions);
        if (finished || !delivery.isDrained() || delivery.delivered() < window.next()) {
            return;
        }
        if (delivery.delivered() >= count.limit() && isBehind(count.messages())) {
            // The end of the last one was lost, and none has begun after it that would tell.
            delivery.finish(count.messages(), actions);
        }
        String reason = gone;
        if (window.next() >= reach.endLimit()) {
            finish(reach.endMessages(), new SessionEvent.StreamEnded(id), actions);
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

    /** Where the sender is, for the application: where it was heard, or else who passed on what it sent. */
    @Nullable
    InetSocketAddress address(@Nullable InetSocketAddress passedOnBy) {
        InetSocketAddress own = home.address();
        return own == null ? passedOnBy : own;
    }

    // Digests.

    @Override
    public Entry entry(boolean lack, long nowNanos) {
        count.count(cache, highest);
        long next = window.next();
        long low = Math.min(next, Math.max(Math.max(cache.low(), givenUpBelow), next - config.bufferPackets));
        return entries.make(lack, low, limit(), lostLimit, count.upTo(limit()), nowNanos);
    }

    @Override
    public String toString() {
        return id + ": next " + window.next() + " of " + reach.limit() + "/" + reach.askable() + ", delivered "
                + delivery.delivered() + ", held from " + cache.low() + ", missing "
                + gaps.open().size() + (finished ? ", finished" : "")
                + (isEnded() ? ", ends at " + reach.endLimit() : "") + (gone == null ? "" : ", gone: " + gone);
    }
}
