package org.rmcast.srm;

import org.jspecify.annotations.Nullable;
import org.rmcast.core.buffer.AgeMarks;
import org.rmcast.core.engine.Actions;
import org.rmcast.core.engine.Deadlines;
import org.rmcast.core.engine.ProtocolEngine;
import org.rmcast.core.flow.shared.RateReport;
import org.rmcast.core.presence.PresentSender;
import org.rmcast.core.presence.SendingLimits;
import org.rmcast.core.wire.WireWriter;
import org.rmcast.srm.wire.SrmCodec;
import org.rmcast.srm.wire.SrmPacket.Data;
import org.rmcast.srm.wire.SrmPacket.Own;
import org.rmcast.srm.wire.SrmPacket.Range;
import org.rmcast.srm.wire.SrmPacket.Report;
import org.rmcast.srm.wire.SrmPacket.Request;

/** What this member sends: it holds packets for a time, and takes part in their repair. Not thread safe. */
final class OwnStream extends PresentSender {
    private static final int MOST_REPAIRS = 65_536;
    /** While somebody waits for confirmation, or the buffer is full, receivers are asked so often. */
    private static final long ASK_NANOS = 50_000_000L;

    private final SrmContext context;
    private final AgeMarks ages;
    private final AgeMarks leastAges;
    private final Repairs repairs;
    private long askAtNanos = ProtocolEngine.NO_DEADLINE;

    OwnStream(SrmContext context) {
        super(context.engine, context.counters, limits(context.config, context.engine.ttl()));
        this.context = context;
        this.ages = new AgeMarks(context.config.holdNanos, 1);
        this.leastAges = new AgeMarks(Math.max(1, context.config.leastHoldNanos), 1);
        this.repairs = new Repairs(context.engine.memberId(), context.repairTimer, MOST_REPAIRS);
    }

    private static SendingLimits limits(SrmConfig config, int ttl) {
        return new SendingLimits(
                config.maxPacketBytes,
                Data.FRAMES_OFFSET,
                config.packing,
                config.bufferPackets,
                config.ownBufferBytes,
                new SendingLimits.Rate(
                        config.rateControl.at(ttl),
                        config.minRate,
                        config.minSharedRate,
                        config.maxRate,
                        config.startRate,
                        config.windowPackets));
    }

    /** How far the stream is. */
    Own reach() {
        return new Own(cache.low(), nextSequence(), packer.nextMessage(), isEnded());
    }

    Repairs repairs() {
        return repairs;
    }

    byte @Nullable [] packet(long sequence) {
        return cache.get(sequence);
    }

    // Sending.

    @Override
    protected WireWriter begin(long sequence, long firstMessage, long nowNanos, WireWriter writer) {
        return SrmCodec.beginData(
                isShared(),
                isShared() ? (int) (nowNanos / 1_000) : 0,
                context.engine.memberId(),
                context.engine.incarnation(),
                sequence,
                firstMessage,
                Math.min(cache.low(), sequence),
                context.engine.ttl(),
                writer);
    }

    @Override
    protected void makeRoom(long nowNanos) {
        release(Math.max(receivers.confirmed(), leastAges.agedBelow(nowNanos)));
    }

    @Override
    protected void release(long below) {
        super.release(below);
        repairs.forgetBelow(cache.low());
    }

    @Override
    public void onClosed(long nowNanos) {
        onAwaited(nowNanos);
    }

    @Override
    protected void onPacketSent(int bytes, long nowNanos) {
        ages.mark(nextSequence(), nowNanos);
        leastAges.mark(nextSequence(), nowNanos);
    }

    /** A repair of so many bytes left: new data waits for it. */
    void onRepairSent(int bytes, long nowNanos) {
        pacer.leave(bytes, nowNanos);
    }

    /** Whether data left within a time. */
    boolean isActive(long withinNanos, long nowNanos) {
        return pump.hasSent() && nowNanos - pump.lastSentNanos() < withinNanos;
    }

    // Others.

    /** Somebody asks for packets. */
    void onRequest(long from, Request request, long requesterNanos, long nowNanos) {
        for (Range range : request.ranges()) {
            onRequested(range.first(), range.limit(), nowNanos);
        }
        repairs.onRequest(
                request.ranges(),
                cache.low(),
                nextSequence(),
                cache::holds,
                new RepairTurn(from, requesterNanos, request.round(), request.scope(), nowNanos),
                nowNanos);
    }

    /** A receiver says how fast this stream may be. */
    void onRate(RateReport report, long nowNanos) {
        onReport(report, nowNanos);
    }

    /** A receiver says what it has. */
    void onReport(long id, Report report) {
        onPosition(id, report.next(), report.lostLimit(), report.lostPackets(), report.knowsEnd());
    }

    // Questions.

    @Override
    protected void onAwaited(long nowNanos) {
        if (askAtNanos == ProtocolEngine.NO_DEADLINE) {
            askAtNanos = nowNanos;
        }
    }

    /** Sends what may go. */
    void onBatchEnd(long nowNanos, Actions actions) {
        settleRate(nowNanos, actions);
        pump.pump(this, nowNanos, actions);
        release(ages.agedBelow(nowNanos));
        completeFlushes(nowNanos, actions);
    }

    /** Whether receivers are to be asked now what they have; notes that it is done. */
    boolean takeQuestion(long nowNanos) {
        if (!Deadlines.isDue(askAtNanos, nowNanos)) {
            return false;
        }
        boolean goesOn = isAwaiting();
        askAtNanos = goesOn ? nowNanos + ASK_NANOS : ProtocolEngine.NO_DEADLINE;
        return goesOn && receivers.count() > 0;
    }

    @Override
    public long nextDeadlineNanos() {
        return Deadlines.earlier(super.nextDeadlineNanos(), askAtNanos);
    }
}
