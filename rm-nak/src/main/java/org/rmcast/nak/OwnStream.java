package org.rmcast.nak;

import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.rmcast.api.EngineMeter;
import org.rmcast.core.buffer.AgeMarks;
import org.rmcast.core.engine.Actions;
import org.rmcast.core.engine.Deadlines;
import org.rmcast.core.engine.ProtocolEngine;
import org.rmcast.core.flow.Pacer;
import org.rmcast.core.presence.PresentMember;
import org.rmcast.core.presence.PresentSender;
import org.rmcast.core.presence.SendingLimits;
import org.rmcast.core.repair.RepairLimits;
import org.rmcast.core.repair.RepairOutput;
import org.rmcast.core.repair.RepairQueue;
import org.rmcast.core.repair.RepairRequest;
import org.rmcast.core.wire.SequenceMask;
import org.rmcast.core.wire.WireWriter;
import org.rmcast.nak.wire.NakCodec;
import org.rmcast.nak.wire.NakPacket.Data;
import org.rmcast.nak.wire.NakPacket.Position;
import org.rmcast.nak.wire.NakPacket.Rate;
import org.rmcast.nak.wire.NakPacket.RateTaken;
import org.rmcast.nak.wire.NakPacket.Reach;
import org.rmcast.nak.wire.NakPacket.Request;
import org.rmcast.nak.wire.NakPacket.Want;

/** What this member sends: it keeps packets for a time, sends them again to who asks, and asks receivers where they are. Not thread safe. */
final class OwnStream extends PresentSender implements RepairOutput {
    private static final int MOST_REPAIRS = 16_384;
    private static final long MOST_REPAIR_BYTES = 8L << 20;
    private static final int MOST_REQUESTERS = 256;
    private static final int QUANTUM_BYTES = 1_500;
    /** Repairs go first: each receiver that lacks a packet costs one, and what waits for repair is delivered in order only after it. */
    private static final double REPAIR_SHARE = 0.8;
    /** While somebody waits for confirmation receivers are asked so often, and while the buffer fills up. */
    private static final long POLL_NANOS = 50_000_000L;

    private static final long FILLING_POLL_NANOS = 10_000_000L;

    private final NakContext context;
    private final NakConfig config;
    private final AgeMarks ages;
    private final RepairQueue repairs;
    /** Where the stream was when a receiver was met that has not said where it is: it begins there, whenever it comes to know. */
    private final Map<Long, Reach> starts = new HashMap<>();

    private long pollAtNanos = ProtocolEngine.NO_DEADLINE;
    private int lastPoll;
    private boolean polledBefore;
    private long polledNanos;
    private boolean pollDue;

    OwnStream(NakContext context) {
        super(context.engine, context.counters, limits(context.config, context.engine.ttl()));
        this.context = context;
        this.config = context.config;
        this.ages = new AgeMarks(config.keepNanos, 1);
        this.repairs = new RepairQueue(
                new RepairLimits(
                        MOST_REPAIRS,
                        MOST_REPAIR_BYTES,
                        MOST_REQUESTERS,
                        QUANTUM_BYTES,
                        REPAIR_SHARE,
                        Pacer.BURST_NANOS),
                pacer,
                bytesPerSecond(),
                context.engine.group());
        this.lastPoll = context.engine.random().nextInt();
    }

    private static SendingLimits limits(NakConfig config, int ttl) {
        return new SendingLimits(
                config.maxPacketBytes,
                Data.FRAMES_OFFSET,
                config.packing,
                config.ownBufferPackets,
                config.ownBufferBytes,
                new SendingLimits.Rate(
                        config.rateControl.at(ttl),
                        config.minRate,
                        config.minSharedRate,
                        config.maxRate,
                        config.startRate,
                        config.sendWindow));
    }

    /** How far the stream is. */
    Reach reach() {
        return new Reach(cache.low(), nextSequence(), packer.nextMessage(), isEnded());
    }

    /** Where a member begins: where the stream was when it was met, or is now; what began before is not for it. */
    Reach start(long id) {
        Reach met = starts.get(id);
        return met == null ? start() : met;
    }

    private Reach start() {
        return new Reach(cache.low(), nextSequence(), packer.nextWholeMessage(), isEnded());
    }

    // Sending.

    @Override
    protected WireWriter begin(long sequence, long firstMessage, long nowNanos, WireWriter writer) {
        return isShared()
                ? NakCodec.beginTimedData(sequence, firstMessage, (int) (nowNanos / 1_000), writer)
                : NakCodec.beginData(sequence, firstMessage, writer);
    }

    @Override
    protected void makeRoom(long nowNanos) {
        release(Math.max(receivers.confirmed(), ages.agedBelow(nowNanos)));
        if (!config.waitForReceivers && !hasRoom(1)) {
            release(cache.low() + Math.max(1, cache.packets() / 16));
        }
    }

    @Override
    public void onClosed(long nowNanos) {
        wantPoll(nowNanos, FILLING_POLL_NANOS);
    }

    @Override
    protected void onPacketSent(int bytes, long nowNanos) {
        ages.mark(nextSequence(), nowNanos);
        repairs.setRate(bytesPerSecond());
        if (config.waitForReceivers && !hasRoom(2)) {
            wantPoll(nowNanos, FILLING_POLL_NANOS);
        }
    }

    // Repairs.

    /**
     * Somebody who is where it says asks for packets, or how far the stream is.
     *
     * @return whether it is to be told how far the stream is: it cannot know what is not there
     */
    boolean onRequest(InetSocketAddress from, Request request, long nowNanos) {
        boolean[] unknown = {request.wants().isEmpty()};
        RepairRequest repair = new RepairRequest(from, request.number(), config.requestTimeoutMinNanos / 2);
        for (Want want : request.wants()) {
            SequenceMask.forEach(want.mask(), want.start(), sequence -> {
                context.counters.increment(EngineMeter.NAKS_RECEIVED);
                unknown[0] |= !onWant(repair, sequence, nowNanos);
            });
        }
        return unknown[0];
    }

    private boolean onWant(RepairRequest request, long sequence, long nowNanos) {
        byte[] packet = cache.get(sequence);
        if (packet == null) {
            return false;
        }
        onRequested(sequence, sequence + 1, nowNanos);
        RepairQueue.Answer answer =
                repairs.request(request, context.engine.memberId(), sequence, packet.length, nowNanos);
        if (answer == RepairQueue.Answer.HELD_OFF || answer == RepairQueue.Answer.MERGED) {
            context.counters.increment(EngineMeter.REPAIRS_SUPPRESSED);
        }
        return true;
    }

    @Override
    public int unicast(long stream, long sequence, RepairRequest request, Actions actions) {
        byte[] packet = cache.get(sequence);
        if (packet == null) {
            return 0;
        }
        byte[] repair = NakCodec.repair(packet, request.number());
        context.counters.increment(EngineMeter.REPAIRS_SENT);
        actions.unicast(request.from(), repair);
        return repair.length;
    }

    @Override
    public int multicast(long stream, long sequence, Actions actions) {
        throw new IllegalStateException("repairs go to those who ask, not to the group");
    }

    // Members.

    @Override
    public void onMet(PresentMember member) {
        super.onMet(member);
        if (member.role().receives()) {
            starts.put(member.id(), start());
        }
    }

    @Override
    public void onGone(PresentMember member, boolean left) {
        super.onGone(member, left);
        starts.remove(member.id());
        repairs.forget(member.address());
    }

    /** A receiver that has proved its address says how fast the stream may be; returns the answer, null if there is none. */
    @Nullable
    RateTaken onRate(Rate rate, long nowNanos) {
        int pauseMicros = onReport(rate.report(), nowNanos);
        return pauseMicros < 0 ? null : new RateTaken(rate.number(), pauseMicros);
    }

    void onPosition(long id, Position position) {
        starts.remove(id);
        onPosition(id, position.next(), position.lostLimit(), position.lostPackets(), position.knowsEnd());
    }

    // Questions.

    @Override
    protected void onAwaited(long nowNanos) {
        wantPoll(nowNanos, 0);
    }

    private void wantPoll(long nowNanos, long sinceLastNanos) {
        long at = polledBefore ? Math.max(nowNanos, polledNanos + sinceLastNanos) : nowNanos;
        pollAtNanos = Deadlines.earlier(pollAtNanos, at);
    }

    void onBatchEnd(long nowNanos, Actions actions) {
        if (isShared()) {
            settleRate(nowNanos, actions);
            repairs.setRate(bytesPerSecond());
        }
        repairs.drain(this, !packer.isEmpty(), nowNanos, actions);
        pump.pump(this, nowNanos, actions);
        ages.mark(nextSequence(), nowNanos);
        if (hasRoom(2)) {
            release(ages.agedBelow(nowNanos));
        }
        completeFlushes(nowNanos, actions);
        if (Deadlines.isDue(pollAtNanos, nowNanos)) {
            poll(nowNanos);
        }
    }

    private void poll(long nowNanos) {
        boolean goesOn = isAwaiting();
        if ((goesOn || !hasRoom(2)) && receivers.count() > 0) {
            pollDue = true;
            polledBefore = true;
            polledNanos = nowNanos;
        }
        pollAtNanos = goesOn ? nowNanos + POLL_NANOS : ProtocolEngine.NO_DEADLINE;
    }

    /** Whether receivers are to be asked where they are. */
    boolean isPollDue() {
        return pollDue;
    }

    /** The number of the question that is due, 0 if none is. */
    int takePoll() {
        if (!pollDue) {
            return 0;
        }
        pollDue = false;
        lastPoll = lastPoll == -1 ? 1 : lastPoll + 1;
        return lastPoll;
    }

    @Override
    public long nextDeadlineNanos() {
        long deadline = Deadlines.earlier(super.nextDeadlineNanos(), repairs.nextDeadlineNanos());
        return Deadlines.earlier(deadline, pollAtNanos);
    }
}
