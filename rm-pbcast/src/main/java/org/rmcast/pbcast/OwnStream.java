package org.rmcast.pbcast;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.rmcast.api.Confirmation;
import org.rmcast.api.EngineMeter;
import org.rmcast.api.FlushResult;
import org.rmcast.api.SendState;
import org.rmcast.api.SendState.Cause;
import org.rmcast.core.buffer.BufferManager;
import org.rmcast.core.engine.Actions;
import org.rmcast.core.engine.Deadlines;
import org.rmcast.core.engine.Timers;
import org.rmcast.core.framing.MessagePacker;
import org.rmcast.core.membership.DownReason;
import org.rmcast.core.membership.GroupMember;
import org.rmcast.core.membership.SwimMembership;
import org.rmcast.core.stream.PacketPump;
import org.rmcast.core.stream.SenderFlushes;
import org.rmcast.core.wire.SequenceMask;
import org.rmcast.core.wire.WireWriter;
import org.rmcast.pbcast.wire.PbcastCodec;
import org.rmcast.pbcast.wire.PbcastPacket;
import org.rmcast.pbcast.wire.PbcastPacket.Data;
import org.rmcast.pbcast.wire.PbcastPacket.Entry;
import org.rmcast.pbcast.wire.PbcastPacket.Poll;

/**
 * What this member sends: packs messages, sends packets as window, rate and buffer allow, holds them until they are stable,
 * answers flushes, ends the stream.
 *
 * <p>An own packet is stable when it has been gossiped for {@code stableRounds} rounds, or earlier when every receiver in the
 * view was seen to have it, and none came in the last {@code keepRounds} rounds.
 */
final class OwnStream implements HeldStream, PacketPump.Output {
    private static final int ROUNDS_TO_ASK = 10;
    /** A receiver's time-out is taken to be at most so many round trips. */
    private static final int ROUND_TRIPS_OF_TIMEOUT = 3;

    private enum Timer {
        CLOSE,
        FLUSH_POLL
    }

    private final PbcastContext context;
    private final PbcastConfig config;
    private final Targets targets;
    private final SwimMembership membership;
    private final @Nullable DataTree tree;
    private final MessagePacker packer;
    private final WireWriter writer;
    private final BufferManager cache;
    private final RepairTallies tallies = new RepairTallies();
    private final Receivers receivers;
    private final FlowControl flow;
    private final PacketPump pump;
    private final SenderFlushes flushes;
    private final Retention retention;
    private final RoundMarks settled;

    private long nextSequence = 1;
    /** Rounds since somebody began to wait for a flush. */
    private int roundsAsked;
    /** Rounds since a receiver came: it may be followed by others that were there before, and are owed what was sent since. */
    private int steadyRounds;
    /** The buffer holds back what could be sent otherwise. */
    private boolean full;

    private boolean closing;
    private final Timers<Timer> timers = new Timers<>(Timer.class);
    private int roundsSinceEnd;

    /** @param tree along which new data goes, null if it goes by multicast or to random members */
    OwnStream(PbcastContext context, Targets targets, SwimMembership membership, @Nullable DataTree tree) {
        this.context = context;
        this.config = context.config;
        this.targets = targets;
        this.membership = membership;
        this.tree = tree;
        this.receivers = new Receivers(context);
        this.flushes = new SenderFlushes(receivers);
        this.packer = config.packing.packer(config.maxPacketBytes - Data.FRAMES_OFFSET);
        this.writer = new WireWriter(config.maxPacketBytes);
        this.cache = new BufferManager(config.bufferPackets, 0, config.bufferPackets, 1, (first, limit, now) -> first);
        this.flow = new FlowControl(config, receivers, targets);
        this.pump = new PacketPump(packer, flow.pacer(), config.packing.batchDelayNanos);
        this.retention = new Retention(config, 1, 0);
        this.settled = new RoundMarks(Math.max(config.mostLossRounds(), config.stableRounds + 2), 1);
    }

    @Override
    public long id() {
        return context.engine.memberId();
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
        return retention.stableBelow() < nextSequence;
    }

    @Override
    public Entry entry(boolean lack, long nowNanos) {
        long low = low();
        return new Entry(
                id(),
                cache.low(),
                low,
                nextSequence,
                nextSequence,
                0,
                isEnded(),
                packer.nextMessage(),
                nextSequence,
                SequenceMask.EMPTY,
                low,
                tallies.repairedMask(low, config.maskBytes()));
    }

    /** The lowest packet that is held and gossiped. */
    private long low() {
        return Math.max(cache.low(), retention.stableBelow());
    }

    /** Whether the stream has ended. */
    boolean isEnded() {
        return closing && packer.isEmpty();
    }

    /** Whether something waits to be sent for the first time. */
    boolean hasDataToSend() {
        return !packer.isEmpty();
    }

    /** Whether nothing is gossiped, waits, or is asked for. */
    boolean isQuiet() {
        return !isActive() && packer.isEmpty() && !closing && flushes.isEmpty();
    }

    long nextSequence() {
        return nextSequence;
    }

    int packets() {
        return cache.packets();
    }

    long bytes() {
        return cache.bytes();
    }

    FlowControl flow() {
        return flow;
    }

    // Sending.

    boolean onSend(byte[] message, boolean headers) {
        if (closing || !packer.offer(message, headers)) {
            return false;
        }
        context.counters.increment(EngineMeter.MESSAGES_ACCEPTED);
        context.counters.add(EngineMeter.BYTES_ACCEPTED, message.length);
        return true;
    }

    @Override
    public boolean mayGather() {
        return flushes.isEmpty();
    }

    @Override
    public boolean isOpen(long nowNanos) {
        if (!flow.isOpen(nextSequence)) {
            return false;
        }
        if (!hasRoom()) {
            release(retention.stableBelow());
            releaseConfirmed();
        }
        full = !hasRoom();
        return !full;
    }

    /** What keeps messages from leaving. */
    SendState sendState() {
        return switch (packer.isEmpty() ? PacketPump.Held.NOT : pump.held()) {
            case NOT -> SendState.READY;
            case PACED -> SendState.of(Cause.RATE);
            case CLOSED -> full ? SendState.of(Cause.BUFFER_FULL) : windowState();
        };
    }

    private SendState windowState() {
        GroupMember slowest = flow.heldBy(nextSequence);
        return slowest == null
                ? SendState.of(Cause.WINDOW)
                : SendState.of(Cause.WINDOW, slowest.id(), slowest.address());
    }

    private boolean hasRoom() {
        return nextSequence < cache.room() && usedBytes() + 2L * config.maxPacketBytes <= config.ownBufferBytes;
    }

    private boolean isHalfFree() {
        return cache.packets() <= config.bufferPackets / 2 && usedBytes() <= config.ownBufferBytes / 2;
    }

    private long usedBytes() {
        return cache.bytes()
                + (long) cache.packets() * PacketBudget.PACKET_OVERHEAD_BYTES
                + cache.tableBytes()
                + tallies.bytes();
    }

    @Override
    public void onClosed(long nowNanos) {
        // A full buffer needs no poll: rounds make room.
        if (!flow.isOpen(nextSequence)) {
            flow.onClosed(nowNanos);
        }
    }

    @Override
    public void sendPacket(long nowNanos, Actions actions) {
        packer.writePacket(
                PbcastCodec.beginData(context.engine.memberId(), nextSequence, packer.nextMessage(), low(), writer));
        byte[] datagram = writer.takeCopy();
        if (!cache.put(nextSequence, datagram)) {
            throw new IllegalStateException("there was room for packet " + nextSequence + ", but now there is none");
        }
        if (config.dissemination == PbcastConfig.Dissemination.MULTICAST) {
            actions.multicast(datagram, context.engine.ttl());
        } else if (tree != null) {
            tree.send(datagram, actions);
        } else {
            for (GroupMember member : targets.random(config.dataFanout)) {
                actions.unicast(member.address(), datagram);
            }
        }
        nextSequence++;
        context.counters.increment(EngineMeter.DATA_PACKETS_SENT);
        flow.onSent(datagram.length);
        pump.sent(datagram.length, nowNanos);
    }

    private void releaseConfirmed() {
        if (config.releaseConfirmed && cache.packets() > 0 && !targets.isPartial()) {
            release(Math.min(nextSequence, receivers.confirmed()));
        }
    }

    private void release(long sequence) {
        cache.releaseBelow(sequence);
        tallies.forgetBelow(cache.low());
    }

    // Members.

    void onUp(GroupMember member) {
        receivers.add(member);
        steadyRounds = 0;
        flow.onMembers();
    }

    void onDown(GroupMember member, DownReason reason) {
        Position position = receivers.remove(member.id());
        flow.onMembers();
        boolean failed = reason == DownReason.FAILED || reason == DownReason.RESTARTED;
        if (position != null && failed) {
            flushes.onLost(member.id(), member.address(), position.next(), nextSequence);
        }
    }

    void onEntry(long memberId, Entry entry) {
        receivers.onEntry(memberId, entry, nextSequence);
    }

    void onPosition(long memberId, PbcastPacket.Position answer, long nowNanos, Actions actions) {
        Position position = receivers.find(memberId);
        long roundTripNanos = position == null ? -1 : position.onAnswer(answer.number(), nowNanos);
        if (position != null && roundTripNanos >= 0) {
            membership.onRoundTrip(memberId, roundTripNanos);
            position.update(answer.next(), answer.lostLimit(), endAsked(answer.number()), nextSequence);
            flow.onPosition(position, answer, nextSequence, nowNanos, actions);
        }
    }

    /** Whether a poll of this number said that the stream has ended: after the end all have negative numbers. */
    private static boolean endAsked(int number) {
        return number < 0;
    }

    // Rounds.

    void endRound(long nowNanos, Actions actions) {
        retention.endRound(nextSequence, nowNanos);
        release(retention.releaseBelow(isHalfFree()));
        long settledBelow = settled.mark(nextSequence, settlingRounds());
        steadyRounds++;
        if (steadyRounds > config.keepRounds) {
            releaseConfirmed();
        }
        roundsAsked++;
        receivers.onRound(roundsAsked > roundsToAsk() ? settledBelow : 0, cache.low());
        flow.endRound(this::poll, nowNanos, actions);
        if (full && config.releaseConfirmed && !targets.isPartial()) {
            // What everybody confirms needs to be held no longer.
            pollUnseen(nextSequence, nowNanos, actions);
        }
        if (isEnded()) {
            roundsSinceEnd++;
            context.multicast(announcement(false, 0), actions);
        }
    }

    // Flushes and the end.

    void onFlush(long flushId, Confirmation by, long deadlineNanos, long nowNanos) {
        flushes.add(flushId, by, deadlineNanos, context.counters.get(EngineMeter.MESSAGES_ACCEPTED));
        beginAsking(nowNanos);
    }

    private void beginAsking(long nowNanos) {
        timers.set(Timer.FLUSH_POLL, nowNanos);
        roundsAsked = 0;
        receivers.onRound(0, cache.low());
    }

    /** After how many rounds nobody asks for a packet any more: those far away, if such are waited for, ask for longer. */
    private int settlingRounds() {
        long farthestNanos = flushes.isEmpty() ? 0 : receivers.farthestNanos(nextSequence);
        int lossRounds = config.lossRounds(ROUND_TRIPS_OF_TIMEOUT * farthestNanos);
        return Math.max(config.stableRounds + 2, lossRounds);
    }

    /** How long to ask before whoever has not been seen with everything counts as missing it: old packets may all be there. */
    private int roundsToAsk() {
        return ROUNDS_TO_ASK * (1 + receivers.count() / config.flushPollMembers);
    }

    void onClose(long deadlineNanos, long nowNanos) {
        closing = true;
        timers.set(Timer.CLOSE, deadlineNanos);
        flushes.addClosing(deadlineNanos, context.counters.get(EngineMeter.MESSAGES_ACCEPTED));
        beginAsking(nowNanos);
    }

    void onBatchEnd(long nowNanos, Actions actions) {
        pump.pump(this, nowNanos, actions);
        flow.onBatchEnd(nextSequence, this::poll, nowNanos, actions);
        if (flushes.isEmpty()) {
            timers.clear(Timer.FLUSH_POLL);
            return;
        }
        long answered = flushes.complete(packer, nextSequence, nowNanos, actions);
        if (answered > 0) {
            receivers.onFlushAnswered(answered);
        }
        if (timers.isDue(Timer.FLUSH_POLL, nowNanos)) {
            timers.set(Timer.FLUSH_POLL, nowNanos + pollUnseen(flushes.awaited(), nowNanos, actions));
        }
    }

    /**
     * Asks those who have yet to be seen with all packets below a limit, a bounded number.
     *
     * @return when to ask again: if they are few, as soon as the first of them should have answered
     */
    private long pollUnseen(long limit, long nowNanos, Actions actions) {
        List<Position> unseen = receivers.unseen(limit, isEnded());
        int count = Math.min(unseen.size(), config.flushPollMembers);
        int first = unseen.size() > count ? context.engine.random().nextInt(unseen.size()) : 0;
        for (int i = 0; i < count; i++) {
            poll(unseen.get((first + i) % unseen.size()), nowNanos, actions);
        }
        if (unseen.size() > config.pollMembers) {
            return config.roundNanos;
        }
        return unseen.stream().mapToLong(Position::patienceNanos).reduce(config.roundNanos, Math::min);
    }

    private void poll(Position to, long nowNanos, Actions actions) {
        if (membership.mayAnswer(to.member.address(), PbcastCodec.POLL_BYTES, nowNanos)) {
            context.unicast(to.member.address(), announcement(true, to.ask(nowNanos)), actions);
        }
    }

    /** How far the stream is, for somebody who does not know, or says what is not true. */
    Poll announcement() {
        return announcement(false, 0);
    }

    private Poll announcement(boolean answer, int number) {
        boolean ended = isEnded();
        int marked = ended ? number | Integer.MIN_VALUE : number;
        return new Poll(answer, marked, low(), nextSequence, ended, packer.nextMessage());
    }

    /** How the closing went, once it is over. */
    @Nullable
    FlushResult closed(long nowNanos) {
        if (!closing) {
            return null;
        }
        boolean late = timers.isDue(Timer.CLOSE, nowNanos);
        boolean nothingSent = packer.isEmpty() && nextSequence == 1;
        boolean told = receivers.allKnowEnd() || roundsSinceEnd > config.stableRounds;
        boolean done = isEnded() && told && receivers.isSettled(nextSequence, nowNanos);
        return late || nothingSent || done ? flushes.closingResult(packer, nextSequence, nowNanos) : null;
    }

    /** The last word: that the stream has ended, if it has. */
    void leave(Actions actions) {
        if (isEnded()) {
            context.multicast(announcement(false, 0), actions);
        }
    }

    long nextDeadlineNanos() {
        long deadline = Deadlines.earlier(timers.nextNanos(), pump.nextDeadlineNanos());
        deadline = Deadlines.earlier(deadline, flow.nextDeadlineNanos());
        return Deadlines.earlier(deadline, flushes.nextDeadlineNanos());
    }
}
