package org.rmcast.core.presence;

import org.jspecify.annotations.Nullable;
import org.rmcast.api.Confirmation;
import org.rmcast.api.EngineMeter;
import org.rmcast.api.FlushResult;
import org.rmcast.api.SendState;
import org.rmcast.api.SendState.Cause;
import org.rmcast.core.buffer.BufferManager;
import org.rmcast.core.buffer.ByteBudget;
import org.rmcast.core.engine.Actions;
import org.rmcast.core.engine.Deadlines;
import org.rmcast.core.engine.EngineContext;
import org.rmcast.core.engine.MeterValues;
import org.rmcast.core.engine.ProtocolEngine;
import org.rmcast.core.flow.NakLagRateController;
import org.rmcast.core.flow.Pacer;
import org.rmcast.core.flow.RateController;
import org.rmcast.core.flow.shared.RateFollower;
import org.rmcast.core.flow.shared.RateReport;
import org.rmcast.core.framing.MessagePacker;
import org.rmcast.core.stream.PacketPump;
import org.rmcast.core.stream.SenderFlushes;
import org.rmcast.core.wire.WireWriter;

/**
 * What a member sends to those whose presence it knows: packs messages, sends packets as rate and buffer allow, holds them, answers
 * flushes by what receivers say that they have, ends the stream. What a packet looks like, how long it is held, and when receivers
 * are asked is the protocol's. Not thread safe.
 */
public abstract class PresentSender implements PacketPump.Output {
    /** Packs messages into packets. */
    protected final MessagePacker packer;
    /** What was sent, and is held. */
    protected final BufferManager cache;
    /** Paces what is sent. */
    protected final Pacer pacer;
    /** Who receives. */
    protected final PresentReceivers receivers = new PresentReceivers();
    /** Who waits for confirmation. */
    protected final SenderFlushes flushes = new SenderFlushes(receivers);
    /** Sends packets when they may leave. */
    protected final PacketPump pump;

    private final EngineContext context;
    private final MeterValues<EngineMeter> counters;
    private final SendingLimits limits;
    private final WireWriter writer;
    private final @Nullable NakLagRateController byRequests;
    private final @Nullable RateFollower byReports;
    /** One of the two, null if the rate does not change. */
    private final @Nullable RateController rate;

    private long nextSequence = 1;
    private boolean closing;
    private long closeAtNanos = ProtocolEngine.NO_DEADLINE;
    private boolean full;
    private boolean sentNews;

    /** Begins a stream with packet 1. */
    protected PresentSender(EngineContext context, MeterValues<EngineMeter> counters, SendingLimits limits) {
        this.context = context;
        this.counters = counters;
        this.limits = limits;
        this.packer = limits.packing().packer(limits.maxPacketBytes() - limits.framesOffset());
        this.writer = new WireWriter(limits.maxPacketBytes());
        this.cache =
                new BufferManager(limits.bufferPackets(), 0, limits.bufferPackets(), 1, (first, limit, now) -> first);
        this.byRequests = limits.rate().byRequests();
        this.byReports = limits.rate().byReports(context.random());
        this.rate = byReports == null ? byRequests : byReports.controller();
        this.pacer = new Pacer(bytesPerSecond(), Pacer.BURST_NANOS);
        this.pump = new PacketPump(packer, pacer, limits.packing().batchDelayNanos);
    }

    // What is the protocol's.

    /** Begins a data packet that leaves now: writes all that stands before the frames. */
    protected abstract WireWriter begin(long sequence, long firstMessage, long nowNanos, WireWriter writer);

    /** The buffer is full: lets go of what may go. */
    protected abstract void makeRoom(long nowNanos);

    /** A packet of so many bytes left. */
    protected abstract void onPacketSent(int bytes, long nowNanos);

    /** Somebody waits for what receivers have, from now on. */
    protected abstract void onAwaited(long nowNanos);

    // Sending.

    /** A message of the application; false if there is no room. */
    public boolean onSend(byte[] message, boolean headers) {
        if (closing || !packer.offer(message, headers)) {
            return false;
        }
        counters.increment(EngineMeter.MESSAGES_ACCEPTED);
        counters.add(EngineMeter.BYTES_ACCEPTED, message.length);
        return true;
    }

    @Override
    public boolean mayGather() {
        return flushes.isEmpty();
    }

    @Override
    public boolean isOpen(long nowNanos) {
        if (!hasRoom(1)) {
            makeRoom(nowNanos);
        }
        full = !hasRoom(1);
        return !full;
    }

    /** Whether with one more packet at most the whole buffer divided by this is used. */
    protected boolean hasRoom(int share) {
        return nextSequence - cache.low() < limits.bufferPackets() / share
                && usedBytes() + 2L * limits.maxPacketBytes() <= limits.bufferBytes() / share;
    }

    private long usedBytes() {
        return cache.bytes()
                + (long) cache.packets() * ByteBudget.PACKET_OVERHEAD_BYTES
                + cache.tableBytesWith(nextSequence);
    }

    @Override
    public void sendPacket(long nowNanos, Actions actions) {
        packer.writePacket(begin(nextSequence, packer.nextMessage(), nowNanos, writer));
        byte[] packet = writer.takeCopy();
        if (!cache.put(nextSequence, packet)) {
            throw new IllegalStateException("there was room for packet " + nextSequence + ", but now there is none");
        }
        actions.multicast(packet, context.ttl());
        nextSequence++;
        sentNews = true;
        counters.increment(EngineMeter.DATA_PACKETS_SENT);
        pump.sent(packet.length, nowNanos);
        if (rate != null) {
            rate.onPacketSent(packet.length, 0, nowNanos);
            pacer.setRate(rate.bytesPerSecond());
        }
        onPacketSent(packet.length, nowNanos);
    }

    /** Whether data left since this was last asked. */
    public boolean takeNews() {
        boolean news = sentNews;
        sentNews = false;
        return news;
    }

    /** Somebody asks for packets: the rate follows how many they are and how old. */
    protected void onRequested(long firstSequence, long limit, long nowNanos) {
        if (byRequests == null) {
            return;
        }
        long last = Math.min(limit, nextSequence) - 1;
        for (long sequence = Math.max(firstSequence, cache.low()); sequence <= last; sequence++) {
            byRequests.onRequest(nextSequence - 1 - sequence, nowNanos);
        }
    }

    /** Whether receivers say how fast this is to be, for which packets say when they leave. */
    protected final boolean isShared() {
        return byReports != null;
    }

    /**
     * A receiver that has proved its address says how fast this is to be.
     *
     * @return after how many microseconds it is to say so again, negative if nobody wants to know
     */
    protected int onReport(RateReport report, long nowNanos) {
        return byReports == null || receivers.member(report.memberId()) == null
                ? -1
                : byReports.onReport(report, receivers.count(), nowNanos);
    }

    /** All that came together was told of: the rate follows. */
    protected void settleRate(long nowNanos, Actions actions) {
        if (byReports != null) {
            byReports.settle(nowNanos, actions);
            pacer.setRate(bytesPerSecond());
        }
    }

    /** Lets go of packets below a sequence. */
    protected void release(long below) {
        cache.releaseBelow(Math.min(below, nextSequence));
    }

    // Receivers.

    /** A member was met. */
    public void onMet(PresentMember member) {
        receivers.add(member);
    }

    /** A member is gone; {@code left} if it said so. */
    public void onGone(PresentMember member, boolean left) {
        PresentReceivers.Receiver receiver = receivers.remove(member.id());
        if (byReports != null) {
            byReports.onGone(member.id());
        }
        if (receiver != null && !left) {
            flushes.onLost(member.id(), member.address(), receiver.next(), nextSequence);
        }
    }

    /** A receiver says what it has, see {@link PresentReceivers#onPosition}. */
    protected void onPosition(long id, long next, long lostLimit, long lostPackets, boolean knowsEnd) {
        long lost = receivers.onPosition(id, next, lostLimit, lostPackets, knowsEnd, nextSequence);
        PresentMember member = receivers.member(id);
        if (lost > 0 && member != null) {
            flushes.onMissed(id, member.address(), lost, Math.min(lostLimit, nextSequence), nextSequence);
        }
    }

    // Flushes and the end.

    /** The application waits for confirmation. */
    public void onFlush(long flushId, Confirmation by, long deadlineNanos, long nowNanos) {
        flushes.add(flushId, by, deadlineNanos, counters.get(EngineMeter.MESSAGES_ACCEPTED));
        onAwaited(nowNanos);
    }

    /** The application sends no more. */
    public void onClose(long deadlineNanos, long nowNanos) {
        closing = true;
        closeAtNanos = deadlineNanos;
        flushes.addClosing(deadlineNanos, counters.get(EngineMeter.MESSAGES_ACCEPTED));
        onAwaited(nowNanos);
    }

    /** Answers those who wait, if they are to be answered. */
    protected void completeFlushes(long nowNanos, Actions actions) {
        if (!flushes.isEmpty()) {
            flushes.complete(packer, nextSequence, nowNanos, actions);
        }
    }

    /** Whether somebody waits for what receivers say: an application, or what the full buffer holds back. */
    public boolean isAwaiting() {
        full &= !packer.isEmpty();
        return !flushes.isEmpty() || full;
    }

    /** How the closing went, once it is over. */
    public @Nullable FlushResult closed(long nowNanos) {
        if (!closing) {
            return null;
        }
        boolean late = Deadlines.isDue(closeAtNanos, nowNanos);
        boolean done = isEnded() && receivers.allKnowEnd() && receivers.isSettled(nextSequence, nowNanos);
        return late || done ? flushes.closingResult(packer, nextSequence, nowNanos) : null;
    }

    /** Whether all is sent, and no more will be. */
    protected boolean isEnded() {
        return closing && packer.isEmpty();
    }

    /** When something is to be done. */
    public long nextDeadlineNanos() {
        return Deadlines.earlier(
                Deadlines.earlier(pump.nextDeadlineNanos(), closeAtNanos), flushes.nextDeadlineNanos());
    }

    // What is known.

    /** Why a message would wait. */
    public SendState sendState() {
        return switch (packer.isEmpty() ? PacketPump.Held.NOT : pump.held()) {
            case NOT -> SendState.READY;
            case PACED -> SendState.of(Cause.RATE);
            case CLOSED -> heldBy(receivers.slowest());
        };
    }

    private static SendState heldBy(@Nullable PresentMember slowest) {
        return slowest == null
                ? SendState.of(Cause.BUFFER_FULL)
                : SendState.of(Cause.BUFFER_FULL, slowest.id(), slowest.address());
    }

    /** Who receives. */
    public PresentReceivers receivers() {
        return receivers;
    }

    /** The sequence of the next packet. */
    public long nextSequence() {
        return nextSequence;
    }

    /** How many packets are held. */
    public int packets() {
        return cache.packets();
    }

    /** Their bytes. */
    public long bytes() {
        return cache.bytes();
    }

    /** The rate, bytes a second. */
    public final double bytesPerSecond() {
        return rate == null ? limits.rate().max() : rate.bytesPerSecond();
    }

    /** How many packets there is room for. */
    public long windowPackets() {
        return Math.max(0, cache.room() - nextSequence);
    }
}
