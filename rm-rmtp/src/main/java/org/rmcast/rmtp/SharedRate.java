package org.rmcast.rmtp;

import org.jspecify.annotations.Nullable;
import org.rmcast.core.engine.Actions;
import org.rmcast.core.flow.Pacer;
import org.rmcast.core.flow.shared.RateFollower;
import org.rmcast.core.flow.shared.RateReport;
import org.rmcast.core.flow.shared.SharedRateController;
import org.rmcast.core.wire.WireWriter;
import org.rmcast.rmtp.Served.State;
import org.rmcast.rmtp.wire.RmtpCodec;
import org.rmcast.rmtp.wire.RmtpPacket.Data;
import org.rmcast.rmtp.wire.RmtpPacket.Rate;
import org.rmcast.rmtp.wire.RmtpPacket.RateTaken;

/**
 * The rate at a network that is shared with others: that of the receiver that limits it, of those to whom data is sent just now. Who is served apart does not count
 * before it is served, who has everything does not count any more. All that the server sends goes at this rate.
 *
 * <p>Each packet has a number, to the group and to each receiver that is served apart, so that a receiver knows what was lost on the way to it, in whatever round; and most say
 * when they left.
 *
 * <p>Source: RFC 4654, see {@link RateFollower}. Not thread safe.
 */
final class SharedRate {
    private static final long NANOS_PER_MICRO = 1_000;
    /** Of so many packets one says how far answers are put off, in place of when it left. */
    private static final int BACKOFF_EVERY = 16;

    private static final int LONGEST_PAUSE_MICROS = 5_000_000;
    /** When data is sent again after so long, what was heard before says nothing. */
    private static final long IDLE_NANOS = 1_000_000_000L;

    private static final long UNHEARD_NANOS = 5_000_000_000L;

    private final ServerContext context;
    private final Pacer pacer;
    private final RateFollower follower;
    private final SharedRateController controller;
    private @Nullable Served limiting;
    private boolean sending;
    private long sentNanos;
    /** When somebody was heard last, or the server began to send. */
    private long heardNanos;

    /** How many packets have left to the group. */
    private int packets;

    SharedRate(ServerContext context, Pacer pacer) {
        this.context = context;
        this.pacer = pacer;
        this.follower = new RateFollower(
                (double) context.config.minSharedRate, (double) context.config.maxRate, context.engine.random());
        this.controller = follower.controller();
        pacer.setRate(controller.bytesPerSecond());
    }

    /** Begins a packet, as {@link RmtpCodec#beginData}. */
    WireWriter beginData(
            long packet, int flags, int round, int backoffMicros, int bytes, @Nullable Served to, long nowNanos) {
        int number = to == null ? packets++ : to.packets++;
        boolean timed = number % BACKOFF_EVERY != 0 && (flags & Data.LAST) == 0;
        int micros = timed ? (int) (nowNanos / NANOS_PER_MICRO) : backoffMicros;
        int allFlags = flags | Data.NUMBERED | (timed ? Data.TIMED : 0);
        return RmtpCodec.beginData(context.transfer, allFlags, packet, round, number, micros, bytes);
    }

    /** A packet has left. */
    void onSent(int bytes, long nowNanos) {
        if (!sending || nowNanos - sentNanos >= IDLE_NANOS) {
            heardNanos = nowNanos;
        }
        sending = true;
        sentNanos = nowNanos;
        controller.onPacketSent(bytes, 0, nowNanos);
        pacer.setRate(controller.bytesPerSecond());
    }

    /**
     * A receiver reports.
     *
     * @param parts to how many receivers data is sent one after another, this one included; 0 if none is sent to it
     * @param receivers how many report, this one included
     */
    RateTaken onRate(Served served, Rate rate, int parts, int receivers, long nowNanos) {
        int pause = LONGEST_PAUSE_MICROS;
        if (parts > 0) {
            heardNanos = nowNanos;
            pause = follower.onReport(rate.report().ofParts(parts), receivers, nowNanos);
            if (isLimiting(served)) {
                limiting = served;
            }
        }
        return new RateTaken(context.transfer, rate.number(), pause);
    }

    /** Whether data is sent, slowly by now, and nobody has said for long that it comes: there may be nobody left. */
    boolean takeUnheard(long nowNanos) {
        boolean unheard = sending && nowNanos - heardNanos >= UNHEARD_NANOS;
        if (unheard) {
            heardNanos = nowNanos;
        }
        return unheard;
    }

    private boolean isLimiting(Served served) {
        RateReport report = follower.limiting();
        return report != null && report.memberId() == served.id;
    }

    /** All that came together was told of: the rate follows. */
    void settle(SeparateDelivery separate, long nowNanos, Actions actions) {
        Served last = limiting;
        if (last != null && last.state != State.RECEIVING && separate.parts(last) == 0) {
            follower.onGone(last.id);
            limiting = null;
        }
        follower.settle(nowNanos, actions);
        pacer.setRate(controller.bytesPerSecond());
    }
}
