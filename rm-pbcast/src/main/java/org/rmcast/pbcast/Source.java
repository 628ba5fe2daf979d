package org.rmcast.pbcast;

import java.net.InetSocketAddress;
import java.util.NavigableMap;
import org.jspecify.annotations.Nullable;
import org.rmcast.api.EngineMeter;
import org.rmcast.api.EventCause;
import org.rmcast.api.SessionEvent;
import org.rmcast.core.buffer.BufferManager;
import org.rmcast.core.buffer.ReceiveWindow;
import org.rmcast.core.engine.Actions;
import org.rmcast.core.engine.Reason;
import org.rmcast.core.stream.LossCount;
import org.rmcast.core.stream.MessageDelivery;
import org.rmcast.core.stream.SourceDelivery;
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
 * here after it and all before it came or were given up. A packet that was known to exist for {@code lossRounds} rounds, on
 * long ways for more, and did not come is given up, and the application told. How far the stream is {@link StreamReach} knows.
 */
final class Source implements HeldStream {
    private static final Reason FAR_BEHIND =
            new Reason(EventCause.FAR_BEHIND, "further behind than the buffer reaches");
    private static final Reason SLOW =
            new Reason(EventCause.TOO_SLOW, "no room: the application takes messages too slowly");
    private static final Reason NO_ROOM =
            new Reason(EventCause.BUFFER_FULL, "no room: packets of all senders fill the buffer");

    private final long id;
    private final PbcastContext context;
    private final PbcastConfig config;
    private final Requester requester;
    private final SourceHome home;
    private final StreamReach reach;
    private final ReceiveWindow window;
    private final Gaps gaps;
    private final BufferManager cache;
    private final SourceDelivery delivery;
    private final LossCount losses;
    private final Passage passage;
    private final RepairTallies tallies = new RepairTallies();
    private final Retention retention;
    private final RoundMarks known;
    private final StreamLife life;

    private final SourceCharge charge;
    /** The sequence after the highest that came. */
    private long highest;

    private final SourceEntries entries;
    /** What is missing below this was found so. */
    private long missedLimit;

    private long received;
    private boolean hasCome;
    private boolean heardOwner;
    private long givenUpBelow;
    private long lostLimit;
    private @Nullable Reason refusal;
    private long newsNanos;
    /** How far it is as others say, as far as they may be right, and how many messages there are below that. */
    private long saidLimit;

    private long saidMessages;
    /** What others say beyond that; null as long as nobody does. */
    private @Nullable Witnesses witnesses;
    /** For {@link DeliveryTurns}: it waits for its turn. */
    boolean inTurn;
    /** For {@link WakefulStreams}: a round of gossip has nothing to do for it, at most until when. */
    boolean rests;

    long restsUntilNanos;
    /** For {@link Digests}: when this stream was last named, and how far it was then. */
    long namedAt;

    long namedLimit;
    /** For {@link StreamSums}: how far the stream is there, 0 if it is not; whether there was news of it since. */
    long summedLimit;

    boolean hasNews;

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
        this.delivery = new SourceDelivery(
                id,
                context.engine.role().receives(),
                start,
                cache,
                new MessageDelivery.Layout(Data.FIRST_MESSAGE_OFFSET, Data.FRAMES_OFFSET),
                context.assembly,
                context.counters);
        this.losses = new LossCount(context.counters);
        this.charge = new SourceCharge(context, cache, gaps, tallies);
        this.entries = new SourceEntries(id, config, window, gaps, reach, tallies);
        this.retention = new Retention(config, start, nowNanos);
        this.known = new RoundMarks(config.mostLossRounds(), start);
        this.life = new StreamLife(config);
        this.highest = start;
        this.givenUpBelow = start;
        this.passage = new Passage(gaps, requester, start);
        this.missedLimit = start;
        this.newsNanos = nowNanos;
        if (startMessage >= 0) {
            delivery.startAt(startMessage);
        }
        charge.update();
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
        return retention.stableBelow() < window.next() || !gaps.isEmpty() || gaps.toldBeyond() > 0;
    }

    /** Whether there is nothing to be done for it, here or for others, until something new is heard. */
    boolean isIdle() {
        return !isActive()
                && !life.isFinished()
                && !life.isGone()
                && window.next() >= reach.limit()
                && delivery.isDone(window.next())
                && reach.isSettled()
                && !delivery.needsCount();
    }

    /** Whether rounds of gossip change nothing any more, here or for others, until something new is heard. */
    boolean isStill() {
        return isIdle() && retention.isStill() && known.isStill() && reach.isStill();
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

    /** How many packets are missing, or may be: those that somebody told of are among them. */
    long mayMiss() {
        return gaps.open().size() + gaps.toldBeyond();
    }

    StreamReach reach() {
        return reach;
    }

    StreamLife life() {
        return life;
    }

    /** It goes on where it was left, or where its sender said that it is. */
    void onWhereItWasLeft(boolean wasFound, long wasLost) {
        heardOwner = true;
        lostLimit = wasLost;
        life.setFound(wasFound);
    }

    SourceDelivery delivery() {
        return delivery;
    }

    Passage passage() {
        return passage;
    }

    // Packets.

    /**
     * Takes a data packet.
     *
     * @param own whether it is from the sender itself
     * @param makeRoom frees so many bytes of other packets, as far as possible
     * @return whether it is new
     */
    boolean onData(InetSocketAddress from, Data data, boolean own, SourceCharge.MakeRoom makeRoom, long nowNanos) {
        long sequence = data.sequence();
        context.wakeful.wake(this);
        if (own) {
            onSign();
        }
        if (window.has(sequence)) {
            newsNanos = nowNanos;
            context.counters.increment(EngineMeter.DUPLICATE_PACKETS);
            if (own) {
                delivery.onLate(data.sequence(), data.datagram());
            }
            if (data.type() == PacketType.DATA) {
                requester.onSpuriousRepair(nowNanos);
            }
            return false;
        }
        if (!reach.onPacket(sequence, own)) {
            context.own.increment(PbcastMeter.CONTRADICTIONS);
            return false;
        }
        newsNanos = nowNanos;
        heardOwner |= own;
        revive();
        received += data.type() == PacketType.RETRANSMISSION ? 0 : 1;
        if (sequence - window.next() >= config.bufferPackets) {
            giveUpBelow(sequence + 1 - config.bufferPackets / 2, FAR_BEHIND);
        }
        if (!hasRoom(sequence, data.datagram().length, makeRoom)) {
            refusal = delivery.isDone(window.next()) ? NO_ROOM : SLOW;
            tell(sequence + 1, nowNanos);
            return false;
        }
        passage.show(sequence, nowNanos);
        if (sequence > window.next() || sequence > missedLimit) {
            want(sequence, nowNanos, nowNanos + requester.promptDelayNanos());
        }
        return window.isWanted(sequence) && keep(from, data, nowNanos);
    }

    private boolean keep(InetSocketAddress from, Data data, long nowNanos) {
        long sequence = data.sequence();
        if (!cache.put(sequence, data.datagram())) {
            return false;
        }
        hasCome = true;
        MissingPacket entry = gaps.remove(sequence);
        window.add(sequence);
        highest = Math.max(highest, sequence + 1);
        missedLimit = Math.max(missedLimit, highest);
        delivery.onPacket(data.sequence(), data.firstMessage(), data.datagram());
        context.counters.increment(EngineMeter.DATA_PACKETS_RECEIVED);
        losses.onPacket(sequence, data.type() == PacketType.RETRANSMISSION);
        if (entry != null && data.type() == PacketType.RETRANSMISSION) {
            context.counters.increment(EngineMeter.REPAIRS_RECEIVED);
            requester.onRepaired(entry, from, nowNanos);
        } else if (entry != null) {
            requester.onOvertaken(entry, nowNanos);
        }
        if (gaps.isLow()) {
            gaps.openMore(nowNanos, nowNanos);
        }
        charge.update();
        return true;
    }

    private boolean hasRoom(long sequence, int bytes, SourceCharge.MakeRoom makeRoom) {
        if (sequence >= cache.room()) {
            release(Math.min(delivery.delivered(), sequence - config.bufferPackets + 1));
        }
        if (sequence >= cache.room() || sequence < cache.low()) {
            return false;
        }
        long gap = Math.max(0, sequence - missedLimit);
        return charge.hasRoom(sequence, bytes, sequence - window.next(), gap, makeRoom);
    }

    // What is said.

    /** The sender says how far its stream is; returns whether that is news. */
    boolean onOwnWord(long limit, boolean ended, long messages, long nowNanos) {
        context.wakeful.wake(this);
        onSign();
        long before = reach.limit();
        boolean endedBefore = reach.hasEnded();
        boolean possible = messages <= limit * config.mostMessagesInPacket();
        if (!possible || !reach.onOwnWord(limit, ended, messages, window.next())) {
            context.own.increment(PbcastMeter.CONTRADICTIONS);
            return false;
        }
        heardOwner = true;
        delivery.beganAt(limit, messages);
        delivery.learn(limit, messages);
        gaps.forgetFrom(reach.askable());
        if (reach.limit() > before || reach.hasEnded() != endedBefore) {
            newsNanos = nowNanos;
        }
        tell(reach.limit(), nowNanos);
        return newsNanos == nowNanos;
    }

    /** Another member says how far the stream is; returns whether that is news. */
    boolean onHearsay(long limit, boolean ended, long messages, long nowNanos) {
        boolean more = reach.onHearsay(limit, ended, messages, nowNanos);
        if (more || !reach.isStill()) {
            context.wakeful.wake(this);
        }
        if (limit >= saidLimit && limit <= reach.askable()) {
            saidLimit = limit;
            saidMessages = messages;
        }
        believeOthers();
        if (more) {
            newsNanos = nowNanos;
            revive();
            tell(reach.askable(), nowNanos);
        }
        return more;
    }

    /**
     * A member says that the stream is farther than {@link StreamReach#askable}, where one alone is not believed; returns whether
     * that is news.
     *
     * @param alone there is no other member that could say the same
     */
    boolean onWitness(long teller, Entry entry, boolean alone, long nowNanos) {
        if (witnesses == null) {
            witnesses = new Witnesses();
        }
        witnesses.hear(teller, entry, alone);
        believeOthers();
        if (entry.limit() > reach.askable()) {
            return false;
        }
        context.wakeful.wake(this);
        newsNanos = nowNanos;
        revive();
        tell(reach.askable(), nowNanos);
        return true;
    }

    /** A sign of the sender itself: whatever was thought of it, it is there. */
    private void onSign() {
        life.onBack();
        revive();
    }

    /** Its sender was reported lost, and something of it comes, or others have more of it: it is found again. */
    private void revive() {
        if (!reach.hasEnded()) {
            life.revive();
        }
    }

    /** There are packets below {@code limit}, which may be on their way. */
    private void tell(long limit, long nowNanos) {
        giveUpFarBehind();
        gaps.tell(limit, nowNanos);
        charge.update();
    }

    /** It is time to ask for what somebody told of and has not come. */
    void wantTold(long limit, long toldNanos, long dueNanos) {
        if (!hasAllTold(limit)) {
            want(gaps.toldBelow(limit), toldNanos, dueNanos);
        }
    }

    /** Whether all that somebody told of below {@code limit} has come, or is not believed any more. */
    boolean hasAllTold(long limit) {
        return gaps.toldBelow(limit) <= window.next();
    }

    /** What has not come below {@code limit} is missing. */
    private void want(long limit, long shownNanos, long dueNanos) {
        giveUpFarBehind();
        missedLimit = Math.max(missedLimit, limit);
        gaps.want(limit, shownNanos, dueNanos);
        charge.update();
    }

    /** What there is no room to know of is given up, the oldest first. */
    private void giveUpFarBehind() {
        if (reach.limit() - window.next() > config.bufferPackets) {
            giveUpBelow(reach.limit() - config.bufferPackets / 2, FAR_BEHIND);
        }
    }

    private void giveUpBelow(long limit, Reason reason) {
        if (limit <= window.next()) {
            return;
        }
        lostLimit = limit;
        while (window.has(lostLimit - 1)) {
            lostLimit--;
        }
        givenUpBelow = limit;
        delivery.lossReason(refusal == null ? reason : refusal);
        refusal = null;
        losses.onGivenUp(window.giveUpBelow(limit));
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
        retention.endRound(window.next(), nowNanos);
        release(Math.min(retention.releaseBelow(context.budget.isHalfFree()), delivery.delivered()));
        int rounds = requester.lossRounds();
        long late = Math.min(known.mark(limit, rounds), limit);
        if (late > window.next()) {
            giveUpBelow(
                    late, new Reason(EventCause.NOT_IN_TIME, "not repaired within " + rounds + " rounds of gossip"));
        }
        life.endRound(limit, window.next() >= limit);
        gaps.tell(reach.askable(), nowNanos);
        gaps.openMore(nowNanos, nowNanos);
        charge.update();
    }

    /** Whether the sender is to be asked, now, how far its stream is. */
    boolean takeQuestion(long nowNanos) {
        return !life.isFinished() && !life.isGone() && reach.takeQuestion(delivery.needsCount(), nowNanos);
    }

    /** Lets go of what is held for those only who were away; for when room is needed. */
    void releaseKept() {
        release(Math.min(retention.stableBelow(), delivery.delivered()));
        charge.update();
    }

    /** Lets go of the older half of what is only held for others; for when room is needed. */
    boolean releaseHalf() {
        long spare = delivery.delivered() - cache.low();
        release(cache.low() + (spare + 1) / 2);
        charge.update();
        return spare > 0;
    }

    /** Lets go of everything. */
    void clear() {
        gaps.clear();
        delivery.abandon();
        charge.end();
    }

    private void release(long sequence) {
        cache.releaseBelow(sequence);
        tallies.forgetBelow(cache.low());
    }

    // Delivery and the end.

    /** The sender has gone without ending its stream: what is known is still repaired among the others. */
    void onGone(Reason reason) {
        context.wakeful.wake(this);
        life.onGone(reason);
        reach.onGone();
        believeOthers();
    }

    /** Where the sender has gone others alone can say how far it is, and how many messages there are. */
    private void believeOthers() {
        if (reach.isGone()) {
            Witnesses.Account agreed = witnesses == null ? null : witnesses.agreed();
            if (agreed != null && reach.onAgreed(agreed.limit(), agreed.ended(), agreed.messages())) {
                saidLimit = agreed.limit();
                saidMessages = agreed.messages();
            }
            delivery.learn(Math.min(saidLimit, reach.limit()), saidMessages);
        }
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
        delivery.deliver(Math.min(limit, window.next()), actions);
        // What is held on is held for others, for seconds.
        cache.pack(delivery.delivered());
        boolean done = delivery.isDone(window.next());
        if (done && !life.isFinished()) {
            endIfOver(actions);
        }
        return !done;
    }

    private void endIfOver(Actions actions) {
        delivery.tellLost(actions);
        Reason reason = life.lostReason();
        if (window.next() >= reach.endLimit()) {
            life.finish();
            delivery.end(reach.endMessages(), new SessionEvent.StreamEnded(id), actions);
        } else if (reason != null) {
            life.finish();
            delivery.endWithSender(
                    life.isFound() ? new SessionEvent.SenderLost(id, reason.cause(), reason.text()) : null, actions);
        }
    }

    // Digests.

    @Override
    public Entry entry(boolean lack, long nowNanos) {
        long next = window.next();
        long kept = Math.min(next, Math.max(Math.max(cache.low(), givenUpBelow), next - config.bufferPackets));
        long low = Math.max(kept, Math.min(next, retention.stableBelow()));
        return entries.make(lack, kept, low, limit(), lostLimit, delivery.countBelow(highest, limit()), nowNanos);
    }

    @Override
    public String toString() {
        return id + ": next " + window.next() + " of " + reach.limit() + "/" + reach.askable() + ", delivered "
                + delivery.delivered() + ", held from " + cache.low() + ", missing "
                + gaps.open().size() + (reach.hasEnded() ? ", ends at " + reach.endLimit() : "") + life;
    }
}
