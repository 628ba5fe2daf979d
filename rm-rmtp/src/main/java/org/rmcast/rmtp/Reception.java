package org.rmcast.rmtp;

import org.rmcast.api.EngineMeter;
import org.rmcast.core.engine.Actions;
import org.rmcast.core.engine.Deadlines;
import org.rmcast.core.engine.ProtocolEngine;
import org.rmcast.core.stream.LossCount;
import org.rmcast.rmtp.wire.RmtpPacket.Busy;
import org.rmcast.rmtp.wire.RmtpPacket.Data;
import org.rmcast.rmtp.wire.RmtpPacket.MonitorReport;
import org.rmcast.rmtp.wire.RmtpPacket.Poll;
import org.rmcast.rmtp.wire.RmtpPacket.RateTaken;
import org.rmcast.rmtp.wire.RmtpPacket.ReceiveReady;
import org.rmcast.rmtp.wire.RmtpPacket.Release;
import org.rmcast.rmtp.wire.RmtpPacket.ReleaseAck;

/**
 * A data set that comes in, at a receiver that takes part.
 *
 * <p>Paper: Shiroshita et al., sections 3.1 and 3.2: one answer to each round, put off at random; BUSY and RRDY; RACK when all is there. A receiver knows
 * that a round is over by its last packet, by REL or POLL, by the data of a later round, or since nothing came for long. Not thread safe.
 */
final class Reception {
    private static final long LOOK_FOR_ROOM_NANOS = 20_000_000L;
    private static final long BUSY_AGAIN_NANOS = 1_000_000_000L;
    private static final long ASK_VERDICT_NANOS = 5_000_000L;
    private static final long NANOS_PER_MICRO = 1_000;
    private static final int NEVER = -1;
    /** Who has everything when its server ends asks for so many times roundTimeout whether it may go. */
    private static final int ROUND_TIMEOUTS_AFTER_END = 4;

    final ServerSeen server;
    final DataSet dataSet;
    private final ReceiverContext context;
    private final BulkSink sink;
    private final PacketSet held;
    private final Answers answers;
    private final PacketCount monitored;
    private final ReceivedRate rate;
    private final LossCount losses;
    private final long token;

    private int round;
    private int backoffMicros;
    private boolean reports;
    private boolean heardData;
    private boolean busy;
    private long busyToldNanos;
    private long roomNanos = ProtocolEngine.NO_DEADLINE;
    private byte[] trailer = {};
    private long releaseNanos = ProtocolEngine.NO_DEADLINE;
    private boolean released;
    private boolean whole;
    /** The application looks whether it is. */
    private boolean verifying;

    private boolean ended;
    private long heardNanos;
    /** When nothing was heard of the server for so long it is given up. */
    private long silenceNanos;

    private long quietNanos;
    /** When the round is taken to be over; not before the first packet, while the server waits for others to connect. */
    private long quietDueNanos = ProtocolEngine.NO_DEADLINE;

    Reception(ReceiverContext context, Joining joining, DataSet dataSet, BulkSink sink, long nowNanos) {
        this.context = context;
        this.server = joining.server;
        this.dataSet = dataSet;
        this.sink = sink;
        this.token = joining.token();
        this.rate = new ReceivedRate(context, server, token, joining.roundTripNanos(), joining.receivers());
        this.held = new PacketSet(dataSet.packets());
        sink.held((first, limit) -> held.addRange(Math.max(0, first), Math.min(limit, held.size())));
        this.answers = new Answers(context, server, held, token);
        this.monitored = new PacketCount(context.config.reportDelayNanos);
        this.losses = new LossCount(context.counters);
        this.heardNanos = nowNanos;
        this.silenceNanos = context.config.silenceNanos;
        this.quietNanos = context.config.roundTimeoutNanos;
    }

    long heldPackets() {
        return held.count();
    }

    boolean isComplete() {
        return held.isFull();
    }

    boolean isReleased() {
        return released;
    }

    /** Whether the application found what came to be whole, when it is released. */
    boolean isWhole() {
        return whole;
    }

    boolean hasHeardData() {
        return heardData;
    }

    void reports() {
        reports = true;
    }

    /** The server is there. */
    void heard(long nowNanos) {
        heardNanos = nowNanos;
    }

    /** Whether nothing was heard of the server for so long. */
    boolean isServerSilent(long nanos, long nowNanos) {
        return !released && nowNanos - heardNanos >= nanos;
    }

    /** Whether the server is silent for too long; who was released needs it no more. */
    boolean isServerLost(long nowNanos) {
        return !isLetGo() && isServerSilent(silenceNanos, nowNanos);
    }

    /** Whether REL has come: all that is needed is here. */
    private boolean isLetGo() {
        return released || releaseNanos != ProtocolEngine.NO_DEADLINE;
    }

    /** Whether the server has said that it ends. */
    boolean hasEnded() {
        return ended;
    }

    void abandon(String reason) {
        sink.abandon(reason);
    }

    // What comes.

    void onData(Data data, long nowNanos, Actions actions) {
        if (data.sequence() >= held.size() || data.payloadBytes() != dataSet.bytesOf(data.sequence())) {
            context.own.increment(RmtpMeter.CONTRADICTIONS);
            return;
        }
        heardData = true;
        if (!data.has(Data.TIMED)) {
            backoffMicros = data.backoffMicros();
        }
        rate.onData(data, nowNanos);
        quietNanos = context.config.roundTimeoutNanos;
        quietDueNanos = nowNanos + quietNanos;
        if (!data.has(Data.SEPARATE)) {
            if (!data.has(Data.NUMBERED)) {
                monitored.count(data.monitor(), data.has(Data.STOP), nowNanos);
            }
            onRound(data.round(), nowNanos);
        }
        take(data, nowNanos, actions);
        if (data.has(Data.LAST)) {
            if (data.has(Data.SEPARATE)) {
                answers.answer(data.round(), 0, 0, nowNanos);
            } else {
                onRoundEnd(data.round(), backoffMicros, nowNanos);
            }
        }
    }

    /** The server has taken what it was told of its rate. */
    void onRateTaken(RateTaken taken, long nowNanos) {
        rate.onTaken(taken, nowNanos);
    }

    private void take(Data data, long nowNanos, Actions actions) {
        if (held.contains(data.sequence())) {
            context.counters.increment(EngineMeter.DUPLICATE_PACKETS);
            return;
        }
        if (busy) {
            return;
        }
        long position = data.sequence() * dataSet.packetBytes();
        if (!sink.write(position, data.datagram(), Data.PAYLOAD_OFFSET, data.payloadBytes())) {
            beBusy(nowNanos, actions);
            return;
        }
        held.add(data.sequence());
        context.counters.increment(EngineMeter.DATA_PACKETS_RECEIVED);
        context.counters.add(EngineMeter.BYTES_DELIVERED, data.payloadBytes());
        losses.onPacket(data.sequence(), data.has(Data.REPAIR));
        if (data.has(Data.REPAIR)) {
            context.counters.increment(EngineMeter.REPAIRS_RECEIVED);
        }
    }

    /** A later round has begun: the one before is over. */
    private void onRound(int of, long nowNanos) {
        if (of > round) {
            if (round < of - 1 || answers.last() < of - 1) {
                onRoundEnd(of - 1, backoffMicros, nowNanos);
            }
            round = of;
        }
    }

    private void onRoundEnd(int of, int rangeMicros, long nowNanos) {
        round = Math.max(round, of);
        if (!busy && answers.last() < of && !answers.isAcknowledged()) {
            answer(of, 0, rangeMicros, nowNanos);
        }
    }

    /** The server is silent while answers come in: that says nothing until all have come. */
    private void answer(int of, long fromPacket, int rangeMicros, long nowNanos) {
        answers.answer(of, fromPacket, context.backoffNanos(rangeMicros), nowNanos);
        quietDueNanos = nowNanos + rangeMicros * NANOS_PER_MICRO + quietNanos;
    }

    void onPoll(Poll poll, boolean toMe, long nowNanos, Actions actions) {
        if (!toMe) {
            onRoundEnd(poll.round(), poll.backoffMicros(), nowNanos);
        } else if (busy) {
            tellBusy(nowNanos, actions);
        } else {
            long from = poll.from() < held.size() ? poll.from() : 0;
            answer(poll.round(), from, poll.backoffMicros(), nowNanos);
        }
    }

    void onRelease(Release release, boolean toMe, long nowNanos, Actions actions) {
        if (released && !toMe) {
            return;
        }
        if (!isComplete()) {
            // Paper: section 3.2.1, who lacks something ignores REL, if it has answered.
            onRoundEnd(release.round(), release.backoffMicros(), nowNanos);
            return;
        }
        trailer = release.trailer();
        if (verifying && toMe && !released) {
            tellBusy(nowNanos, actions);
        }
        if (releaseNanos == ProtocolEngine.NO_DEADLINE) {
            releaseNanos = nowNanos + context.backoffNanos(release.backoffMicros());
        }
    }

    // What goes.

    private void beBusy(long nowNanos, Actions actions) {
        busy = true;
        answers.stop();
        roomNanos = nowNanos + LOOK_FOR_ROOM_NANOS;
        tellBusy(nowNanos, actions);
    }

    private void tellBusy(long nowNanos, Actions actions) {
        busyToldNanos = nowNanos;
        context.own.increment(RmtpMeter.BUSY);
        context.unicast(server.address(), new Busy(server.transfer(), token, sink.problem()), actions);
    }

    void onDeadline(long nowNanos, Actions actions) {
        lookForRoom(nowNanos, actions);
        if (Deadlines.isDue(releaseNanos, nowNanos)) {
            release(nowNanos, actions);
        }
        if (!released && !busy && Deadlines.isDue(quietDueNanos, nowNanos)) {
            onQuiet(nowNanos);
        }
        report(nowNanos, actions);
        if (!isComplete()) {
            rate.onDeadline(nowNanos, actions);
        }
        answers.onDeadline(nowNanos, actions);
    }

    private void report(long nowNanos, Actions actions) {
        for (PacketCount.Period period = monitored.takeDue(nowNanos);
                period != null;
                period = monitored.takeDue(nowNanos)) {
            if (reports) {
                context.own.increment(RmtpMeter.REPORTS);
                MonitorReport report = new MonitorReport(server.transfer(), token, period.number, period.packets);
                context.unicast(server.address(), report, actions);
            }
        }
    }

    /** The end of the round was lost, and what would have told of it; or the answer that was put off is still to come. */
    private void onQuiet(long nowNanos) {
        if (answers.isPending()) {
            quietDueNanos = nowNanos + quietNanos;
        } else {
            quietNanos = Math.min(2 * quietNanos, context.config.silenceNanos);
            answer(round, 0, backoffMicros, nowNanos);
        }
    }

    private void lookForRoom(long nowNanos, Actions actions) {
        if (!Deadlines.isDue(roomNanos, nowNanos)) {
            return;
        }
        roomNanos = nowNanos + LOOK_FOR_ROOM_NANOS;
        if (sink.hasRoom()) {
            busy = false;
            roomNanos = ProtocolEngine.NO_DEADLINE;
            quietDueNanos = nowNanos + quietNanos;
            context.unicast(server.address(), new ReceiveReady(server.transfer(), token), actions);
        } else if (nowNanos - busyToldNanos >= BUSY_AGAIN_NANOS) {
            tellBusy(nowNanos, actions);
        }
    }

    private void release(long nowNanos, Actions actions) {
        if (!released) {
            BulkSink.Verdict verdict = sink.finish(trailer);
            verifying = verdict == BulkSink.Verdict.PENDING;
            if (verifying) {
                releaseNanos = nowNanos + ASK_VERDICT_NANOS;
                return;
            }
            whole = verdict == BulkSink.Verdict.WHOLE;
            released = true;
        }
        releaseNanos = ProtocolEngine.NO_DEADLINE;
        answers.stop();
        context.unicast(
                server.address(),
                new ReleaseAck(server.transfer(), token, whole, whole ? "" : sink.problem()),
                actions);
    }

    /** The server ends, and this receiver has everything: if it has not heard REL it asks for it. */
    void onEnd(long nowNanos, Actions actions) {
        if (released) {
            return;
        }
        if (isLetGo()) {
            release(nowNanos, actions);
        } else if (!ended) {
            ended = true;
            silenceNanos = Math.min(silenceNanos, ROUND_TIMEOUTS_AFTER_END * context.config.roundTimeoutNanos);
            answer(round, 0, 0, nowNanos);
        }
    }

    long nextDeadlineNanos() {
        long deadline = Deadlines.earlier(answers.nextDeadlineNanos(), Deadlines.earlier(roomNanos, releaseNanos));
        if (released) {
            return deadline;
        }
        deadline = Deadlines.earlier(deadline, monitored.nextDeadlineNanos());
        if (!busy) {
            deadline = Deadlines.earlier(deadline, quietDueNanos);
        }
        if (isLetGo()) {
            return deadline;
        }
        if (!isComplete()) {
            deadline = Deadlines.earlier(deadline, rate.nextDeadlineNanos());
        }
        return Deadlines.earlier(deadline, heardNanos + silenceNanos);
    }

    /** The last round that was heard of. */
    int round() {
        return round;
    }

    long bytes() {
        return held.bytes();
    }

    @Override
    public String toString() {
        return held + " packets of " + server.transfer() + ", round " + round + ", answered " + answers.last()
                + (answers.last() == NEVER ? " (never)" : "") + (busy ? ", busy" : "") + (released ? ", released" : "");
    }
}
