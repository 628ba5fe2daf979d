package org.rmcast.tram;

import org.rmcast.core.claims.StreamClaims;
import org.rmcast.core.claims.StreamClaims.Verdict;
import org.rmcast.tram.wire.TramPacket.Beacon;
import org.rmcast.tram.wire.TramPacket.Data;

/**
 * How far a stream reaches, as its sender says, and what heads and others may say of it: nothing beyond a window from there. What
 * says more is refused and counted.
 *
 * <p>The sender itself can not be further than its window and its highest rate allow since it was last heard, nor take back what it
 * said. Its first word is believed. Dropped with the stream.
 */
final class StreamReach {
    private final TramContext context;
    private final long allowance;
    private final double packetsPerNano;
    private final StreamClaims claims;
    private boolean heard;
    private long heardNanos;

    StreamReach(TramContext context) {
        TramConfig config = context.config;
        this.context = context;
        this.allowance = config.windowMax + 2L * config.ackWindow;
        this.packetsPerNano = config.maxRate / 1e9 / Data.FRAMES_OFFSET;
        this.claims = new StreamClaims(0, allowance, Math.max(1, config.beaconIntervalNanos));
    }

    /** A data packet, new or repeated; returns whether it may be one of the stream. */
    boolean takes(Data data, long nowNanos) {
        if (data.retransmission()) {
            return check(data.sequence() < claims.limit() + allowance);
        }
        return check(isReachable(data.sequence() + 1, nowNanos)
                && note(claims.ownerSays(data.sequence() + 1, data.forgetBefore(), 0), nowNanos));
    }

    /** A beacon of the sender; returns whether it can be true. */
    boolean takes(Beacon beacon, long nowNanos) {
        long limit = beacon.highest() + 1;
        if (!isReachable(limit, nowNanos)) {
            return check(false);
        }
        Verdict verdict = claims.ownerSays(limit, beacon.forgetBefore(), beacon.messages());
        if (verdict != Verdict.REFUSED && beacon.done()) {
            verdict = claims.ownerEnds(limit, beacon.messages());
        }
        return check(note(verdict, nowNanos));
    }

    /** Whether a head may say that it is here in the stream, or that it no longer holds what is below. */
    boolean takes(long saidByOthers, long nowNanos) {
        return check(!heard || isReachable(saidByOthers, nowNanos));
    }

    private boolean isReachable(long limit, long nowNanos) {
        return !heard || limit - claims.limit() <= allowance + packetsPerNano * (nowNanos - heardNanos);
    }

    private boolean note(Verdict verdict, long nowNanos) {
        boolean taken = verdict != Verdict.REFUSED;
        if (taken) {
            heard = true;
            heardNanos = nowNanos;
        }
        return taken;
    }

    private boolean check(boolean taken) {
        if (!taken) {
            context.counters.increment(TramMeter.CONTRADICTIONS);
        }
        return taken;
    }
}
