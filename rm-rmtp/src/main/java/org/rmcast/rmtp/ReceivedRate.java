package org.rmcast.rmtp;

import org.jspecify.annotations.Nullable;
import org.rmcast.core.engine.Actions;
import org.rmcast.core.engine.ProtocolEngine;
import org.rmcast.core.flow.shared.RateFeedback;
import org.rmcast.rmtp.wire.RmtpPacket.Data;
import org.rmcast.rmtp.wire.RmtpPacket.Rate;
import org.rmcast.rmtp.wire.RmtpPacket.RateTaken;

/**
 * What a receiver tells its server of how fast that may be, if the packets that come are numbered. Those to the group and those to it alone are counted apart: what is sent to it alone
 * is a part of what the server sends, and is measured anew. Not thread safe.
 */
final class ReceivedRate {
    /** Between two reports of receivers that begin at the same time. */
    private static final long REPORTS_APART_NANOS = 10_000_000L;

    private final ReceiverContext context;
    private final ServerSeen server;
    private final long token;
    private final long roundTripNanos;
    /** How many receivers there are, as it was heard last. */
    private int receivers;
    /** How many there were when the pause was told. */
    private int receiversThen;

    private @Nullable RateFeedback feedback;
    private boolean separate;
    /** The latest number, as if it did not wrap around. */
    private long latest;

    /**
     * @param roundTripNanos as it was measured when it joined, 0 if it was not
     * @param receivers how many there are, about, if the first packet does not come
     */
    ReceivedRate(ReceiverContext context, ServerSeen server, long token, long roundTripNanos, int receivers) {
        this.context = context;
        this.server = server;
        this.token = token;
        this.roundTripNanos = roundTripNanos;
        this.receivers = receivers;
    }

    void onData(Data data, long nowNanos) {
        if (!data.has(Data.NUMBERED)) {
            return;
        }
        RateFeedback present = feedback;
        if (present == null || separate != data.has(Data.SEPARATE)) {
            present = begin(data, nowNanos);
        }
        long number = latest + (short) (data.monitor() - latest);
        latest = Math.max(latest, number);
        int bytes = data.datagram().length;
        if (data.has(Data.TIMED)) {
            present.onData(number, bytes, data.backoffMicros(), nowNanos);
        } else {
            present.onData(number, bytes, nowNanos);
            onReceivers(present, data, nowNanos);
        }
    }

    /** Those that are left are few: they need not pause for as long as they did when they were many. */
    private void onReceivers(RateFeedback present, Data data, long nowNanos) {
        if (separate) {
            return;
        }
        receivers = context.receivers(data.backoffMicros());
        if (receivers < receiversThen / 2) {
            receiversThen = receivers;
            present.putOff(randomSpread(), nowNanos);
        }
    }

    private long randomSpread() {
        return context.engine.random().nextLong(receivers * REPORTS_APART_NANOS);
    }

    private RateFeedback begin(Data data, long nowNanos) {
        RateFeedback begun = new RateFeedback(context.engine.memberId(), context.engine.random());
        feedback = begun;
        separate = data.has(Data.SEPARATE);
        latest = data.monitor();
        if (roundTripNanos > 0) {
            begun.onRoundTrip(roundTripNanos);
        }
        if (!separate) {
            receivers = data.has(Data.TIMED) ? receivers : context.receivers(data.backoffMicros());
            receiversThen = receivers;
            begun.putOff(randomSpread(), nowNanos);
        }
        return begun;
    }

    void onTaken(RateTaken taken, long nowNanos) {
        if (feedback != null && feedback.onAnswer(taken.number(), taken.pauseMicros(), nowNanos)) {
            receiversThen = receivers;
        }
    }

    /** Reports if that is due. */
    void onDeadline(long nowNanos, Actions actions) {
        RateFeedback.Numbered report = feedback == null ? null : feedback.take(nowNanos);
        if (report != null) {
            context.own.increment(RmtpMeter.REPORTS);
            context.unicast(
                    server.address(), new Rate(server.transfer(), token, report.number(), report.report()), actions);
        }
    }

    long nextDeadlineNanos() {
        return feedback == null ? ProtocolEngine.NO_DEADLINE : feedback.nextDeadlineNanos();
    }
}
