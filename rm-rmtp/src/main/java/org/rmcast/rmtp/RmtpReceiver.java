package org.rmcast.rmtp;

import java.net.InetSocketAddress;
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
import org.rmcast.rmtp.wire.RmtpCodec;
import org.rmcast.rmtp.wire.RmtpPacket;
import org.rmcast.rmtp.wire.RmtpPacket.Answer;
import org.rmcast.rmtp.wire.RmtpPacket.ConnectionRequest;
import org.rmcast.rmtp.wire.RmtpPacket.Data;
import org.rmcast.rmtp.wire.RmtpPacket.End;
import org.rmcast.rmtp.wire.RmtpPacket.Poll;
import org.rmcast.rmtp.wire.RmtpPacket.RateTaken;
import org.rmcast.rmtp.wire.RmtpPacket.Release;
import org.rmcast.rmtp.wire.RmtpPacket.Token;

/**
 * A receiver: takes part in one delivery at a time, and in the next one when that is over or its server is gone. It hears nobody of whom it does
 * not know that it is where it says.
 *
 * <p>Paper: Shiroshita et al., section 3.2. Not thread safe.
 */
final class RmtpReceiver implements ProtocolEngine {
    /** Who hears data that it knows nothing of asks within so long, and not again for much longer. */
    private static final long ASK_WITHIN_NANOS = 500_000_000L;

    private static final long ASK_AGAIN_NANOS = 5_000_000_000L;
    private static final String ENDED = "the server has ended the delivery";

    private final ReceiverContext context;
    private final BulkSink.Opener opener;
    private @Nullable Joining joining;
    private @Nullable Reception reception;
    /** Its server has said that it ends. */
    private boolean left;

    private long notAskedBeforeNanos;
    private boolean asked;

    RmtpReceiver(EngineContext engine, RmtpConfig config, BulkSink.Opener opener) {
        this.context = new ReceiverContext(engine, config);
        this.opener = opener;
    }

    @Override
    public void onStart(long nowNanos, Actions actions) {}

    @Override
    public void onDatagram(InetSocketAddress from, Cast cast, byte[] datagram, long nowNanos, Actions actions)
            throws DecodeException {
        RmtpPacket packet = RmtpCodec.decode(datagram);
        ServerSeen server = new ServerSeen(
                DatagramHeader.memberId(datagram), DatagramHeader.incarnation(datagram), from, packet.transfer());
        switch (packet.type()) {
            case CONNECTION_REQUEST -> onRequest(server, (ConnectionRequest) packet, nowNanos, actions);
            case TOKEN -> onToken(server, (Token) packet, cast, nowNanos, actions);
            case DATA -> onData(server, (Data) packet, nowNanos, actions);
            case POLL, RELEASE, END -> onControl(server, packet, cast, nowNanos, actions);
            case RATE_TAKEN -> onRateTaken(server, (RateTaken) packet, nowNanos);
            case CONNECTION_ACK, NACK, ACK, BUSY, RECEIVE_READY, RELEASE_ACK, MONITOR_REPORT, RATE -> {}
        }
        if (joining != null && joining.server.equals(server)) {
            joining.heard(datagram.length, nowNanos);
        }
    }

    /** The delivery under way if this server's datagram belongs to it, else null. */
    private @Nullable Reception of(ServerSeen server) {
        Reception present = reception;
        return present != null && present.server.equals(server) ? present : null;
    }

    private boolean isFree() {
        return reception == null || reception.isReleased();
    }

    private void onRequest(ServerSeen server, ConnectionRequest request, long nowNanos, Actions actions) {
        Joining before = joining;
        if (before != null && before.server.equals(server)) {
            if (before.token() == 0) {
                before.onRequest(request, nowNanos);
            } else {
                onInvited(before, request, nowNanos, actions);
            }
        } else if (of(server) == null && (isFree() || isStartedAgain(request, nowNanos))) {
            if (before != null) {
                before.abandon("another server asks");
            }
            joining = new Joining(context, server, request, nowNanos + context.backoffNanos(request.backoffMicros()));
        }
    }

    /** Whether the same data set comes again, of a server that took the place of one that is silent. */
    private boolean isStartedAgain(ConnectionRequest request, long nowNanos) {
        Reception present = reception;
        return present != null
                && present.dataSet.isThatOf(request)
                && present.isServerSilent(context.config.roundTimeoutNanos, nowNanos);
    }

    /** CONN once more, or at last. */
    private void onInvited(Joining present, ConnectionRequest request, long nowNanos, Actions actions) {
        Reception taking = of(present.server);
        if (taking == null && present.request == null) {
            present.request = request;
            open(present, request, nowNanos, actions);
        } else if (taking != null && !taking.hasHeardData()) {
            // CACK was lost.
            present.answer(Answer.YES, taking.heldPackets(), actions);
        }
    }

    private void onToken(ServerSeen server, Token token, Cast cast, long nowNanos, Actions actions) {
        Joining present = joining;
        if (present == null || cast != Cast.UNICAST || !present.server.equals(server)) {
            return;
        }
        Reception taking = of(server);
        if (taking != null && present.token() == token.token()) {
            taking.heard(nowNanos);
            present.taken();
            if (token.reports()) {
                taking.reports();
            }
            return;
        }
        if (!present.isAnsweredBy(token) || taking != null || present.opening() != null) {
            return;
        }
        present.onToken(token, nowNanos);
        ConnectionRequest request = present.request;
        if (request == null) {
            present.answer(Answer.ASKS, 0, actions);
        } else {
            open(present, request, nowNanos, actions);
        }
    }

    private void open(Joining present, ConnectionRequest request, long nowNanos, Actions actions) {
        present.rest();
        Reception before = reception;
        if (before != null && !before.isReleased()) {
            before.abandon("its server was started again");
            reception = null;
        }
        DataSet dataSet = new DataSet(
                present.server.id(),
                request.dataSet(),
                request.totalBytes(),
                request.packetBytes(),
                request.description());
        BulkSink sink = opener.open(dataSet);
        if (sink == null) {
            present.decline("", actions);
        } else {
            takePart(present, dataSet, sink, nowNanos, actions);
        }
    }

    /** As soon as the sink is open. */
    private void takePart(Joining present, DataSet dataSet, BulkSink sink, long nowNanos, Actions actions) {
        BulkSink.Opening opening = sink.opening();
        if (opening == BulkSink.Opening.LATER) {
            present.opens(dataSet, sink, nowNanos);
            return;
        }
        present.opened();
        if (opening == BulkSink.Opening.REFUSED) {
            present.decline(sink.problem(), actions);
            return;
        }
        Reception taking = new Reception(context, present, dataSet, sink, nowNanos);
        reception = taking;
        left = false;
        present.answer(Answer.YES, taking.heldPackets(), actions);
        actions.report(new SessionEvent.SenderFound(present.server.id(), present.server.address()));
    }

    private void onData(ServerSeen server, Data data, long nowNanos, Actions actions) {
        Reception taking = of(server);
        if (taking != null) {
            taking.heard(nowNanos);
            taking.onData(data, nowNanos, actions);
        } else {
            ask(server, nowNanos);
        }
    }

    private void onRateTaken(ServerSeen server, RateTaken taken, long nowNanos) {
        Reception taking = of(server);
        if (taking != null) {
            taking.onRateTaken(taken, nowNanos);
        }
    }

    /** A delivery of which this receiver knows nothing is under way: it asks to take part. */
    private void ask(ServerSeen server, long nowNanos) {
        if (isFree() && of(server) == null && joining == null && (!asked || nowNanos - notAskedBeforeNanos >= 0)) {
            asked = true;
            notAskedBeforeNanos = nowNanos + ASK_AGAIN_NANOS;
            long due = nowNanos + context.engine.random().nextLong(ASK_WITHIN_NANOS);
            joining = new Joining(context, server, null, due);
        }
    }

    private void onControl(ServerSeen server, RmtpPacket packet, Cast cast, long nowNanos, Actions actions) {
        Reception taking = of(server);
        if (taking == null) {
            if (packet instanceof Poll && cast == Cast.UNICAST) {
                // The server knows this address: an earlier process was here.
                ask(server, nowNanos);
            }
            return;
        }
        taking.heard(nowNanos);
        if (packet instanceof Poll poll) {
            if (cast == Cast.UNICAST && joining != null) {
                joining.repeat(taking.heldPackets(), actions);
            }
            taking.onPoll(poll, cast == Cast.UNICAST, nowNanos, actions);
        } else if (packet instanceof Release release) {
            taking.onRelease(release, cast == Cast.UNICAST, nowNanos, actions);
        } else if (packet instanceof End) {
            onEnd(taking, nowNanos, actions);
        }
    }

    private void onEnd(Reception taking, long nowNanos, Actions actions) {
        if (!taking.isComplete()) {
            giveUp(taking, EventCause.STREAM_ENDED, ENDED, actions);
            return;
        }
        taking.onEnd(nowNanos, actions);
        if (taking.isReleased()) {
            tellReleased(taking, actions);
            tellLeft(taking, actions);
        }
    }

    /** Nobody asks this receiver for its last word any more. */
    private void tellLeft(Reception taking, Actions actions) {
        if (!left) {
            left = true;
            actions.report(new SessionEvent.MemberLeft(taking.server.id(), taking.server.address()));
        }
    }

    private void giveUp(Reception taking, EventCause cause, String reason, Actions actions) {
        taking.abandon(reason);
        reception = null;
        joining = null;
        actions.report(new SessionEvent.SenderLost(taking.server.id(), cause, reason));
    }

    private void tellReleased(Reception taking, Actions actions) {
        if (joining != null && joining.server.equals(taking.server)) {
            joining = null;
            actions.report(new SessionEvent.StreamEnded(taking.server.id()));
        }
    }

    @Override
    public void onDeadline(long nowNanos, Actions actions) {
        Reception taking = reception;
        if (taking != null) {
            taking.onDeadline(nowNanos, actions);
            if (taking.isReleased()) {
                tellReleased(taking, actions);
            } else if (taking.isServerLost(nowNanos)) {
                EventCause cause = taking.hasEnded() ? EventCause.STREAM_ENDED : EventCause.SILENT;
                String reason = taking.hasEnded() ? ENDED : "nothing was heard of the server for long";
                giveUp(taking, cause, reason, actions);
            }
        }
        Joining present = joining;
        if (present != null) {
            onDeadline(present, nowNanos, actions);
        }
    }

    private void onDeadline(Joining present, long nowNanos, Actions actions) {
        Joining.Opening opening = present.opening();
        if (opening == null) {
            present.onDeadline(nowNanos, actions);
            if (present.isOver() && of(present.server) == null) {
                joining = null;
            }
        } else if (present.isDue(nowNanos)) {
            takePart(present, opening.dataSet(), opening.sink(), nowNanos, actions);
        }
    }

    @Override
    public void onBatchEnd(long nowNanos, Actions actions) {
        Reception taking = reception;
        if (taking != null && Deadlines.isDue(taking.nextDeadlineNanos(), nowNanos)) {
            onDeadline(nowNanos, actions);
        }
    }

    @Override
    public boolean onSend(byte[] message, boolean headers, long nowNanos, Actions actions) {
        throw new IllegalStateException("a receiver sends nothing");
    }

    @Override
    public void onFlush(long flushId, Confirmation by, long deadlineNanos, long nowNanos, Actions actions) {
        actions.flushed(flushId, FlushResult.completed());
    }

    @Override
    public void onDeliveryRoom(long nowNanos, Actions actions) {}

    @Override
    public void onClose(long deadlineNanos, long nowNanos, Actions actions) {
        String reason = "the receiver was closed";
        if (reception != null && !reception.isReleased()) {
            reception.abandon(reason);
        }
        if (joining != null) {
            joining.abandon(reason);
        }
        actions.closed(FlushResult.completed());
    }

    @Override
    public long nextDeadlineNanos() {
        long deadline = joining == null ? NO_DEADLINE : joining.nextDeadlineNanos();
        return reception == null ? deadline : Deadlines.earlier(deadline, reception.nextDeadlineNanos());
    }

    @Override
    public int receiverCount() {
        return 0;
    }

    @Override
    public EngineStatistics statistics() {
        return EngineStatistics.of(context.counters)
                .with(EngineMeter.BUFFER_BYTES, reception == null ? 0 : reception.bytes())
                .with(context.own)
                .build();
    }

    @Override
    public String toString() {
        return "receiver, " + (reception == null ? "nothing" : reception);
    }
}
