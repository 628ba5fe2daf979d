package org.rmcast.tram;

import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;
import org.rmcast.core.claims.StreamClaims;
import org.rmcast.core.claims.StreamClaims.Verdict;
import org.rmcast.core.framing.MessageAssembler;
import org.rmcast.core.framing.MessagePacker;
import org.rmcast.core.wire.DecodeException;
import org.rmcast.tram.wire.TramPacket.Beacon;
import org.rmcast.tram.wire.TramPacket.Data;

/**
 * How far a stream reaches, as its sender says, and what heads and others may say of it: nothing beyond a window from there. What
 * says more is refused and counted.
 *
 * <p>The sender itself cannot be further than its window and its highest rate allow since it was last heard, nor take back what it
 * said. Its first word is believed. Dropped with the stream.
 */
final class StreamReach {
    private final TramContext context;
    private final long allowance;
    private final double packetsPerNano;
    private final StreamClaims claims;
    private final long mostInOne;
    // Of the latest packet that came; not the packet itself, since to set a reference with each would cost a
    // collector's barrier.
    private long latestSequence;
    private long latestFirstMessage;

    private boolean heard;
    private long heardNanos;

    StreamReach(TramContext context) {
        TramConfig config = context.config;
        this.context = context;
        this.allowance = config.windowMax + 2L * config.ackWindow;
        this.mostInOne = config.maxPacketBytes / MessagePacker.FRAME_HEADER_BYTES;
        this.packetsPerNano = config.maxRate / 1e9 / Data.FRAMES_OFFSET;
        this.claims = new StreamClaims(0, allowance, Math.max(1, config.beaconIntervalNanos));
    }

    /** A data packet, new or repeated; returns whether it may be one of the stream. */
    boolean takes(Data data, long nowNanos) {
        if (data.retransmission()) {
            return check(data.sequence() < claims.limit() + allowance);
        }
        boolean taken = isReachable(data.sequence() + 1, nowNanos)
                && note(claims.ownerSays(data.sequence() + 1, data.forgetBefore(), 0), nowNanos);
        if (taken && data.sequence() > latestSequence) {
            latestSequence = data.sequence();
            latestFirstMessage = data.firstMessage();
        }
        return check(taken);
    }

    /** How many messages may be complete with a packet: as many as with the latest one that came, and what has room in those between. */
    private long mostMessages(long highest, LongFunction<byte @Nullable []> packets) {
        if (latestSequence == 0) {
            return highest * mostInOne;
        }
        byte[] latest = packets.apply(latestSequence);
        try {
            long complete = latest == null
                    ? latestFirstMessage + mostInOne
                    : MessageAssembler.nextMessage(latestFirstMessage, latest, Data.FRAMES_OFFSET);
            return complete + Math.max(0, highest - latestSequence) * mostInOne;
        } catch (DecodeException e) {
            throw new IllegalStateException("a data packet that was decoded has frames that cannot be read", e);
        }
    }

    /**
     * A beacon of the sender; returns whether it can be true.
     *
     * @param packets gives the packets that are held, null for others
     */
    boolean takes(Beacon beacon, LongFunction<byte @Nullable []> packets, long nowNanos) {
        long limit = beacon.highest() + 1;
        if (!isReachable(limit, nowNanos)) {
            return check(false);
        }
        if (beacon.messages() > mostMessages(beacon.highest(), packets)) {
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
