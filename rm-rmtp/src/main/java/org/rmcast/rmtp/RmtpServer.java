package org.rmcast.rmtp;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.rmcast.api.Confirmation;
import org.rmcast.api.EngineMeter;
import org.rmcast.api.EventCause;
import org.rmcast.api.FlushResult;
import org.rmcast.api.SessionEvent;
import org.rmcast.core.engine.Actions;
import org.rmcast.core.engine.Deadlines;
import org.rmcast.core.engine.EngineContext;
import org.rmcast.core.engine.EngineStatistics;
import org.rmcast.core.engine.ProtocolEngine;
import org.rmcast.core.wire.Cast;
import org.rmcast.core.wire.DatagramHeader;
import org.rmcast.core.wire.DecodeException;
import org.rmcast.rmtp.ReceiverVerdict.Outcome;
import org.rmcast.rmtp.Served.State;
import org.rmcast.rmtp.wire.RmtpCodec;
import org.rmcast.rmtp.wire.RmtpPacket;
import org.rmcast.rmtp.wire.RmtpPacket.Ack;
import org.rmcast.rmtp.wire.RmtpPacket.Busy;
import org.rmcast.rmtp.wire.RmtpPacket.ConnectionAck;
import org.rmcast.rmtp.wire.RmtpPacket.End;
import org.rmcast.rmtp.wire.RmtpPacket.MonitorReport;
import org.rmcast.rmtp.wire.RmtpPacket.Nack;
import org.rmcast.rmtp.wire.RmtpPacket.PacketType;
import org.rmcast.rmtp.wire.RmtpPacket.Rate;
import org.rmcast.rmtp.wire.RmtpPacket.ReceiveReady;
import org.rmcast.rmtp.wire.RmtpPacket.ReleaseAck;

/**
 * The server: delivers one data set, and knows what became of it at each receiver.
 *
 * <p>Paper: Shiroshita et al., section 3.2: connection, rounds, separate retransmission. Not thread safe.
 */
final class RmtpServer implements ProtocolEngine, Delivering {
    /** So many packets leave in one wake-up at most, so that answers are read in between. */
    private static final int MOST_AT_ONCE = 256;

    private static final int MOST_NAMED = 64;

    private final ServerContext context;
    private final Receivers receivers;
    private final ControlQueue queue;
    private final DataOutput output;
    private final Connecting connecting;
    private final SeparateDelivery separate;
    private final Releases releases;
    private final Rounds rounds;
    private final Map<Long, Long> flushes = new TreeMap<>();
    private long closeNanos = NO_DEADLINE;
    private boolean closing;
    private boolean begun;
    private boolean over;
    private long startNanos;
    private long endNanos;
    private long nextSendNanos = NO_DEADLINE;

    RmtpServer(EngineContext engine, RmtpConfig config, RmtpProtocol.Delivery delivery) {
        context = new ServerContext(engine, config, delivery.source());
        receivers = new Receivers(context, delivery.receivers());
        output = new DataOutput(context);
        queue = new ControlQueue(context, output.pacer);
        connecting = new Connecting(context, delivery.receivers(), receivers, queue);
        separate = new SeparateDelivery(context, receivers, queue, output);
        releases = new Releases(context, receivers, queue);
        rounds = new Rounds(context, receivers, queue, output, separate, releases);
    }

    @Override
    public void onStart(long nowNanos, Actions actions) {
        startNanos = nowNanos;
        receivers.begin(nowNanos);
        connecting.begin(nowNanos, actions);
    }

    @Override
    public void onDatagram(InetSocketAddress from, Cast cast, byte[] datagram, long nowNanos, Actions actions)
            throws DecodeException {
        RmtpPacket packet = RmtpCodec.decode(datagram);
        if (packet.transfer() != context.transfer || cast != Cast.UNICAST) {
            return;
        }
        if (over && packet.type() != PacketType.ACK && packet.type() != PacketType.NACK) {
            return;
        }
        long id = DatagramHeader.memberId(datagram);
        switch (packet.type()) {
            case CONNECTION_ACK -> onConnectionAck(from, id, (ConnectionAck) packet, nowNanos, actions);
            case NACK -> onNack(receivers.proved(from, id, ((Nack) packet).token()), (Nack) packet, nowNanos, actions);
            case ACK -> onAck(receivers.proved(from, id, ((Ack) packet).token()), nowNanos, actions);
            case BUSY -> onBusy(receivers.proved(from, id, ((Busy) packet).token()), (Busy) packet, nowNanos, actions);
            case RECEIVE_READY ->
                onReady(receivers.proved(from, id, ((ReceiveReady) packet).token()), nowNanos, actions);
            case RELEASE_ACK -> onReleaseAck(from, id, (ReleaseAck) packet, nowNanos, actions);
            case MONITOR_REPORT -> onReport(from, id, (MonitorReport) packet, nowNanos, actions);
            case RATE -> onRate(from, id, (Rate) packet, nowNanos, actions);
            case CONNECTION_REQUEST, TOKEN, DATA, POLL, RELEASE, END, RATE_TAKEN -> {}
        }
    }

    private void onConnectionAck(InetSocketAddress from, long id, ConnectionAck ack, long nowNanos, Actions actions) {
        Served before = receivers.find(from);
        boolean tookPart = before != null && before.state == State.RECEIVING;
        Served joined = connecting.onAck(from, id, ack, nowNanos, actions);
        if (joined == null) {
            return;
        }
        output.rate.onJoined(joined, ack.nonce(), actions);
        if (connecting.isOver() && (tookPart || rounds.isFirstRoundOver() || joined.held > 0)) {
            joined.busy = false;
            rounds.remove(joined, "it came late", nowNanos, actions);
        } else {
            receivers.move(joined, State.RECEIVING);
        }
        actions.report(new SessionEvent.MemberJoined(joined.id, joined.address));
    }

    private void onNack(@Nullable Served served, Nack nack, long nowNanos, Actions actions) {
        if (served == null) {
            return;
        }
        context.own.increment(RmtpMeter.RESPONSES);
        if (served.isDone()) {
            tellDone(served, false, actions);
        } else if (nack.limit() > context.packets || nack.missing() > context.packets) {
            context.own.increment(RmtpMeter.CONTRADICTIONS);
        } else if (served.state == State.APART) {
            // Who is busy answers nothing: RRDY was lost.
            onReady(served, nowNanos, actions);
            separate.onNack(served, nack, nowNanos, actions);
        } else {
            rounds.onNack(served, nack, nowNanos, actions);
        }
    }

    private void onAck(@Nullable Served served, long nowNanos, Actions actions) {
        if (served == null) {
            return;
        }
        context.own.increment(RmtpMeter.RESPONSES);
        if (served.isDone()) {
            tellDone(served, true, actions);
        } else {
            onComplete(served, nowNanos, actions);
        }
    }

    /** The server is done with a receiver that goes on answering: it has not heard why. */
    private void tellDone(Served served, boolean hasAll, Actions actions) {
        if (!served.outcome.isComplete()) {
            context.unicast(served.address, new End(context.transfer, false), actions);
        } else if (hasAll) {
            releases.again(served, actions);
        }
    }

    private void onComplete(Served served, long nowNanos, Actions actions) {
        if (served.state == State.APART) {
            separate.onComplete(served, rounds.current(), nowNanos);
            releases.release(served, nowNanos);
        } else if (served.state == State.RECEIVING) {
            rounds.onComplete(served, nowNanos, actions);
        }
    }

    private void onReleaseAck(InetSocketAddress from, long id, ReleaseAck ack, long nowNanos, Actions actions) {
        Served served = receivers.proved(from, id, ack.token());
        if (served == null) {
            return;
        }
        // Its ACK may have been lost.
        onComplete(served, nowNanos, actions);
        if (served.state == State.COMPLETE) {
            releases.onReleased(served, ack, actions);
        }
    }

    private void onBusy(@Nullable Served served, Busy said, long nowNanos, Actions actions) {
        if (served != null) {
            served.busyReason = said.reason();
        }
        if (served != null && served.state == State.COMPLETE) {
            releases.onBusy(served, nowNanos);
            return;
        }
        if (served == null || served.busy || (served.state != State.RECEIVING && served.state != State.APART)) {
            return;
        }
        context.own.increment(RmtpMeter.BUSY);
        served.beBusy(nowNanos);
        if (served.state == State.RECEIVING) {
            rounds.remove(served, "it is busy", nowNanos, actions);
        } else {
            separate.onBusy(served, nowNanos);
        }
    }

    private void onReady(@Nullable Served served, long nowNanos, Actions actions) {
        if (served == null || !served.busy) {
            return;
        }
        served.busy = false;
        actions.report(new SessionEvent.ReceiverCaughtUp(served.id, served.address));
        separate.onReady(served, nowNanos);
    }

    private void onReport(InetSocketAddress from, long id, MonitorReport report, long nowNanos, Actions actions) {
        Served served = receivers.proved(from, id, report.token());
        if (served != null) {
            output.rate.onReport(served, report, nowNanos, actions);
        }
    }

    private void onRate(InetSocketAddress from, long id, Rate rate, long nowNanos, Actions actions) {
        SharedRate shared = output.shared;
        Served served = receivers.proved(from, id, rate.token());
        if (shared != null && served != null) {
            context.own.increment(RmtpMeter.REPORTS);
            boolean inRounds = served.state == State.RECEIVING;
            int parts = inRounds ? 1 : separate.parts(served);
            int all = inRounds ? receivers.count(State.RECEIVING) : separate.count();
            context.unicast(served.address, shared.onRate(served, rate, parts, all, nowNanos), actions);
        }
    }

    @Override
    public boolean onSend(byte[] message, boolean headers, long nowNanos, Actions actions) {
        throw new IllegalStateException("RMTP delivers a data set; it sends no messages");
    }

    @Override
    public void onFlush(long flushId, Confirmation by, long deadlineNanos, long nowNanos, Actions actions) {
        if (over) {
            actions.flushed(flushId, result());
        } else {
            flushes.put(flushId, deadlineNanos);
        }
    }

    @Override
    public void onDeliveryRoom(long nowNanos, Actions actions) {}

    @Override
    public void onDeadline(long nowNanos, Actions actions) {
        if (over) {
            return;
        }
        connecting.onDeadline(nowNanos, actions);
        rounds.onDeadline(nowNanos, actions);
        separate.onDeadline(nowNanos, actions);
        releases.onDeadline(nowNanos, actions);
        output.rate.onDeadline(nowNanos, actions);
        answerFlushes(nowNanos, actions);
        if (closing && Deadlines.isDue(closeNanos, nowNanos)) {
            abort("the server closed before", nowNanos, actions);
        }
    }

    private void answerFlushes(long nowNanos, Actions actions) {
        flushes.entrySet().removeIf(flush -> {
            boolean due = over || Deadlines.isDue(flush.getValue(), nowNanos);
            if (due) {
                actions.flushed(flush.getKey(), result());
            }
            return due;
        });
    }

    @Override
    public void onBatchEnd(long nowNanos, Actions actions) {
        if (over) {
            return;
        }
        if (output.shared != null) {
            output.shared.settle(separate, nowNanos, actions);
        }
        connecting.look(nowNanos, actions);
        if (!begun && connecting.isOver()) {
            begun = true;
            rounds.begin(nowNanos, actions);
        }
        if (begun) {
            send(nowNanos, actions);
            advance(nowNanos, actions);
        } else {
            sendControl(nowNanos, actions);
        }
        if (context.hasFailed()) {
            abort("the data set cannot be read any more", nowNanos, actions);
        }
    }

    private void sendControl(long nowNanos, Actions actions) {
        while (!queue.isEmpty() && output.pacer.mayLeave(nowNanos)) {
            queue.sendNext(nowNanos, actions);
        }
        nextSendNanos = queue.isEmpty() ? NO_DEADLINE : output.pacer.batchReadyNanos();
    }

    private void send(long nowNanos, Actions actions) {
        int left = MOST_AT_ONCE;
        boolean read = true;
        while (left-- > 0 && read && hasNext(nowNanos) && output.pacer.mayLeave(nowNanos)) {
            if (!queue.isEmpty()) {
                queue.sendNext(nowNanos, actions);
            } else if (rounds.hasNext()) {
                read = rounds.sendNext(nowNanos, actions);
            } else {
                read = separate.sendNext(nowNanos, actions);
            }
        }
        nextSendNanos = NO_DEADLINE;
        if (hasNext(nowNanos)) {
            nextSendNanos = left < 0 ? nowNanos : output.pacer.batchReadyNanos();
        }
    }

    private boolean hasNext(long nowNanos) {
        return !queue.isEmpty() || (!output.isWaiting(nowNanos) && (rounds.hasNext() || separate.hasNext()));
    }

    private void advance(long nowNanos, Actions actions) {
        if (connecting.isOpen() && rounds.isFirstRoundOver()) {
            connecting.close();
        }
        if (output.shared != null && output.shared.takeUnheard(nowNanos)) {
            rounds.cutShort(nowNanos, actions);
            separate.cutShort(nowNanos);
        }
        rounds.look(nowNanos, actions);
        if (rounds.isOver()) {
            separate.begin(rounds.current(), nowNanos);
            releases.insist(nowNanos);
            if (receivers.areAllDone()) {
                finish(nowNanos, actions);
            }
        }
    }

    private void finish(long nowNanos, Actions actions) {
        over = true;
        endNanos = nowNanos;
        boolean complete = report(nowNanos).isComplete();
        context.multicast(new End(context.transfer, complete), actions);
        actions.report(new SessionEvent.StreamEnded(context.engine.memberId()));
        answerFlushes(nowNanos, actions);
        nextSendNanos = NO_DEADLINE;
        if (closing) {
            actions.closed(result());
        }
    }

    private void abort(String reason, long nowNanos, Actions actions) {
        for (Served served : List.copyOf(receivers.all())) {
            if (served.state == State.COMPLETE) {
                receivers.onGone(served, Outcome.COMPLETE, actions);
            } else if (!served.isDone()) {
                receivers.fail(served, Outcome.ABORTED, EventCause.SESSION_ENDED, reason, actions);
            }
        }
        finish(nowNanos, actions);
    }

    @Override
    public void onClose(long deadlineNanos, long nowNanos, Actions actions) {
        closing = true;
        closeNanos = deadlineNanos;
        if (over) {
            actions.closed(result());
        }
    }

    @Override
    public long nextDeadlineNanos() {
        if (over) {
            return NO_DEADLINE;
        }
        long deadline = Deadlines.earlier(closing ? closeNanos : NO_DEADLINE, nextSendNanos);
        deadline = Deadlines.earlier(deadline, output.retryNanos());
        deadline = Deadlines.earlier(deadline, connecting.nextDeadlineNanos());
        deadline = Deadlines.earlier(deadline, rounds.nextDeadlineNanos());
        deadline = Deadlines.earlier(deadline, separate.nextDeadlineNanos());
        deadline = Deadlines.earlier(deadline, releases.nextDeadlineNanos());
        deadline = Deadlines.earlier(deadline, output.rate.nextDeadlineNanos());
        for (long flush : flushes.values()) {
            deadline = Deadlines.earlier(deadline, flush);
        }
        return deadline;
    }

    /** Who lacks something. */
    private FlushResult result() {
        List<FlushResult.Laggard> laggards = new ArrayList<>();
        int unnamed = 0;
        for (Served served : receivers.all()) {
            if (served.outcome.isComplete() || served.state == State.COMPLETE) {
                continue;
            }
            if (laggards.size() < MOST_NAMED) {
                long behind = served.missing == 0 ? context.packets : served.missing;
                laggards.add(new FlushResult.Laggard(served.id, served.address, behind));
            } else {
                unnamed++;
            }
        }
        return new FlushResult(laggards.isEmpty() && (over || receivers.count(State.EXPECTED) == 0), laggards, unnamed);
    }

    @Override
    public int receiverCount() {
        return receivers.count(State.RECEIVING) + receivers.count(State.APART) + receivers.count(State.COMPLETE);
    }

    @Override
    public boolean isOver() {
        return over;
    }

    @Override
    public DeliveryReport report(long nowNanos) {
        return new DeliveryReport(
                over,
                receivers.verdicts(),
                rounds.count(),
                context.packets,
                context.counters.get(EngineMeter.DATA_PACKETS_SENT)
                        + context.counters.get(EngineMeter.REPAIRS_SENT)
                        - context.own.get(RmtpMeter.SENT_APART),
                context.own.get(RmtpMeter.SENT_APART),
                (over ? endNanos : nowNanos) - startNanos);
    }

    @Override
    public EngineStatistics statistics() {
        return EngineStatistics.of(context.counters)
                .with(EngineMeter.SEND_RATE_BYTES_PER_SECOND, Math.round(output.pacer.bytesPerSecond()))
                .with(EngineMeter.BUFFER_BYTES, rounds.bytes() + separate.bytes())
                .with(context.own)
                .build();
    }

    @Override
    public String toString() {
        return "server, " + rounds + ", " + receivers.all().size() + " receivers, " + receivers.count(State.DONE)
                + " done";
    }
}
