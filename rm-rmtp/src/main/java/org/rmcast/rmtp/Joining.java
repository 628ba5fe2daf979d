package org.rmcast.rmtp;

import org.jspecify.annotations.Nullable;
import org.rmcast.core.engine.Actions;
import org.rmcast.core.engine.Deadlines;
import org.rmcast.core.engine.ProtocolEngine;
import org.rmcast.rmtp.wire.RmtpCodec;
import org.rmcast.rmtp.wire.RmtpPacket.Answer;
import org.rmcast.rmtp.wire.RmtpPacket.ConnectionAck;
import org.rmcast.rmtp.wire.RmtpPacket.ConnectionRequest;
import org.rmcast.rmtp.wire.RmtpPacket.Token;

/**
 * How a receiver comes to take part in a delivery: CACK without a token, put off; TOKEN, which shows that the server is where it says;
 * then CACK with it. Nothing is opened before. Not thread safe.
 */
final class Joining {
    private static final long NANOS_PER_MICRO = 1_000;
    private static final long FIRST_RETRY_NANOS = 500_000_000L;
    private static final int MOST_TRIES = 4;
    /** So often the last CACK is repeated; the server answers it to those that are to report alone. */
    private static final int MOST_REPEATS = 8;

    /** So often it waits until more was heard of the server. */
    private static final int MOST_WAITS = 4;

    private static final long ASK_OPENING_NANOS = 2_000_000L;
    /** Of so many CACKs it is known when they left. */
    private static final int MOST_TIMED = 16;

    final ServerSeen server;
    private final ReceiverContext context;
    /** The CACKs that are sent without a token have the numbers from here on, so that TOKEN says which of them it answers. */
    private final long nonce;

    @Nullable
    ConnectionRequest request;

    /** What is being opened for it, null before and after. */
    private @Nullable Opening opening;

    /** Where a data set is to go. */
    record Opening(DataSet dataSet, BulkSink sink) {}

    private long token;
    /** Whether it is this one that asks to take part. */
    private final boolean asks;

    private int repeats;
    /** What was heard of the server, and said to it before it had shown where it is. */
    private long heardBytes;

    private long saidBytes;
    private int tries;
    /** How often one that asks had something to say that it might not say yet; and whether it has now. Others hear CONN again. */
    private int waits;

    private boolean heldBack;
    /** How many CACKs have left, and when. */
    private int sent;

    private final long[] sentNanos = new long[MOST_TIMED];
    private long roundTripNanos;
    private long mostBackoffMicros;
    private long dueNanos;

    /** @param request null if only data was heard: then it is asked for */
    Joining(ReceiverContext context, ServerSeen server, @Nullable ConnectionRequest request, long dueNanos) {
        this.context = context;
        this.server = server;
        this.request = request;
        this.asks = request == null;
        this.mostBackoffMicros = request == null ? 0 : request.backoffMicros();
        this.dueNanos = dueNanos;
        this.nonce = context.engine.secrets().nextLong() >>> 1 | 1;
    }

    /** CONN came, once more perhaps. */
    void onRequest(ConnectionRequest again, long nowNanos) {
        request = again;
        mostBackoffMicros = Math.max(mostBackoffMicros, again.backoffMicros());
        if (dueNanos == ProtocolEngine.NO_DEADLINE || tries > 0 || heldBack) {
            tries = 0;
            waits = 0;
            heldBack = false;
            dueNanos = nowNanos + context.backoffNanos(again.backoffMicros());
        }
    }

    /** A datagram of the server came, of so many bytes: what might not be said before is said now. */
    void heard(int bytes, long nowNanos) {
        heardBytes += bytes;
        if (heldBack && mayAnswer()) {
            heldBack = false;
            dueNanos = nowNanos;
        }
    }

    /**
     * Whether it may be answered: a server that has not shown where it is hears no more than came in its name, as RFC 9000, section 8.1, has it
     * for addresses of clients. Else one forged CONN would bring several CACKs to whoever it names.
     */
    private boolean mayAnswer() {
        return token != 0 || saidBytes + RmtpCodec.CONNECTION_ACK_BYTES <= heardBytes;
    }

    /** Whether a TOKEN is the answer to one of this one's CACKs. */
    boolean isAnsweredBy(Token answer) {
        long answered = answer.nonce() - nonce;
        return answered > 0 && answered <= sent;
    }

    void onToken(Token answer, long nowNanos) {
        int answered = (int) (answer.nonce() - nonce);
        if (token == 0 && sent - answered < MOST_TIMED) {
            roundTripNanos = nowNanos - sentNanos[answered % MOST_TIMED];
        }
        token = answer.token();
    }

    long token() {
        return token;
    }

    /** The round trip to the server; 0 if it is not known. */
    long roundTripNanos() {
        return roundTripNanos;
    }

    /** How many receivers were asked to take part at a time, by how far they were to put their answers off; at least 1. */
    int receivers() {
        return context.receivers(mostBackoffMicros);
    }

    void onDeadline(long nowNanos, Actions actions) {
        if (!isDue(nowNanos)) {
            return;
        }
        if (tries >= MOST_TRIES || waits >= MOST_WAITS) {
            // Nothing came of the last one either.
            rest();
            return;
        }
        heldBack = asks && !mayAnswer();
        if (mayAnswer()) {
            saidBytes += RmtpCodec.CONNECTION_ACK_BYTES;
            sent++;
            sentNanos[sent % MOST_TIMED] = nowNanos;
            waits = 0;
            answer(request == null ? Answer.ASKS : Answer.YES, 0, actions);
        }
        if (heldBack) {
            waits++;
        } else {
            tries++;
        }
        int doublings = (heldBack ? waits : tries) - 1;
        dueNanos = nowNanos + (FIRST_RETRY_NANOS << doublings) + context.backoffNanos(1 << 16);
    }

    /** The server has answered the last CACK: this one takes part. */
    void taken() {
        repeats = MOST_REPEATS;
    }

    /**
     * The server asks once more for what this one has. Where this one has asked to take part the last CACK may have been lost, and then the server does
     * not know who answers; others are sent CONN again.
     */
    void repeat(long held, Actions actions) {
        if (asks && repeats < MOST_REPEATS) {
            repeats++;
            answer(Answer.YES, held, actions);
        }
    }

    /** Sends CACK. */
    void answer(Answer answer, long held, Actions actions) {
        answer(answer, held, "", actions);
    }

    /** The server has shown where it is: it is told that nothing is taken, and why. */
    void decline(String reason, Actions actions) {
        answer(Answer.NO, 0, reason, actions);
    }

    private void answer(Answer answer, long held, String reason, Actions actions) {
        int micros = (int) Math.min(Integer.MAX_VALUE, roundTripNanos / NANOS_PER_MICRO);
        context.unicast(
                server.address(),
                new ConnectionAck(server.transfer(), token, nonce + sent, answer, micros, held, reason),
                actions);
    }

    /** A sink is being opened: nothing else is to be done until that is known. */
    void opens(DataSet dataSet, BulkSink sink, long nowNanos) {
        opening = new Opening(dataSet, sink);
        dueNanos = nowNanos + ASK_OPENING_NANOS;
    }

    /** What is being opened, null if nothing is. */
    @Nullable
    Opening opening() {
        return opening;
    }

    /** It is known what became of the opening. */
    void opened() {
        opening = null;
        rest();
    }

    /** It ends before there is a reception. */
    void abandon(String reason) {
        if (opening != null) {
            opening.sink.abandon(reason);
            opened();
        }
    }

    boolean isDue(long nowNanos) {
        return Deadlines.isDue(dueNanos, nowNanos);
    }

    /** Whether it was asked often enough in vain. */
    boolean isOver() {
        return dueNanos == ProtocolEngine.NO_DEADLINE;
    }

    /** What there is to do was done. */
    void rest() {
        dueNanos = ProtocolEngine.NO_DEADLINE;
    }

    long nextDeadlineNanos() {
        return dueNanos;
    }
}
