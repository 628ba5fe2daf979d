package org.rmcast.rmtp;

import org.jspecify.annotations.Nullable;
import org.rmcast.api.EngineMeter;
import org.rmcast.core.engine.Actions;
import org.rmcast.core.engine.Deadlines;
import org.rmcast.core.engine.ProtocolEngine;
import org.rmcast.core.flow.Pacer;
import org.rmcast.core.flow.shared.RateControl;
import org.rmcast.core.wire.WireWriter;
import org.rmcast.rmtp.wire.RmtpCodec;
import org.rmcast.rmtp.wire.RmtpPacket.Data;

/** Reads packets of the data set and sends them, at the server's rate. Not thread safe. */
final class DataOutput {
    /** When a source is asked again that has not read a block yet, if it wakes nobody up. */
    private static final long ASK_AGAIN_NANOS = 1_000_000L;

    private final ServerContext context;
    final Pacer pacer;
    final MonitoredRate rate;
    /** Null unless the network is shared with others. */
    final @Nullable SharedRate shared;

    private final byte[] payload;
    private long retryNanos = ProtocolEngine.NO_DEADLINE;

    DataOutput(ServerContext context) {
        this.context = context;
        this.pacer = new Pacer((double) context.config.rate, Pacer.BURST_NANOS);
        this.rate = new MonitoredRate(context, pacer);
        this.shared = context.rateControl == RateControl.SHARED ? new SharedRate(context, pacer) : null;
        this.payload = new byte[context.dataSet.packetBytes()];
    }

    /**
     * Sends a packet to the group, or to one receiver.
     *
     * @param to null for the group
     * @return false if it is not read yet
     */
    boolean send(
            long packet, int flags, int round, int backoffMicros, @Nullable Served to, long nowNanos, Actions actions) {
        int bytes = context.dataSet.bytesOf(packet);
        BulkSource.Reading reading = context.source.read(packet * context.dataSet.packetBytes(), payload, 0, bytes);
        if (reading != BulkSource.Reading.READ) {
            retryNanos = nowNanos + ASK_AGAIN_NANOS;
            if (reading == BulkSource.Reading.FAILED) {
                context.fail();
            }
            return false;
        }
        retryNanos = ProtocolEngine.NO_DEADLINE;
        WireWriter writer = shared == null
                ? beginMonitored(packet, flags, round, backoffMicros, bytes, to == null, nowNanos)
                : shared.beginData(packet, flags, round, backoffMicros, bytes, to, nowNanos);
        byte[] datagram = writer.writeBytes(payload, 0, bytes).toByteArray();
        pacer.leave(datagram.length, nowNanos);
        if (shared != null) {
            shared.onSent(datagram.length, nowNanos);
        }
        boolean repair = (flags & Data.REPAIR) != 0;
        context.counters.increment(repair ? EngineMeter.REPAIRS_SENT : EngineMeter.DATA_PACKETS_SENT);
        if (to == null) {
            actions.multicast(datagram, context.engine.ttl());
        } else {
            context.own.increment(RmtpMeter.SENT_APART);
            actions.unicast(to.address, datagram);
        }
        return true;
    }

    private WireWriter beginMonitored(
            long packet, int flags, int round, int backoffMicros, int bytes, boolean toAll, long nowNanos) {
        int allFlags = toAll ? flags | rate.onSending(nowNanos) : flags;
        return RmtpCodec.beginData(context.transfer, allFlags, packet, round, rate.period(), backoffMicros, bytes);
    }

    /** Says to the source which packets come next. */
    void lookAhead(LookAhead ahead, PacketSet set, long cursor) {
        ahead.go(
                set,
                cursor,
                packet ->
                        context.source.expect(packet * context.dataSet.packetBytes(), context.dataSet.bytesOf(packet)));
    }

    /** Whether the source has to be asked again later. */
    boolean isWaiting(long nowNanos) {
        if (Deadlines.isDue(retryNanos, nowNanos)) {
            retryNanos = ProtocolEngine.NO_DEADLINE;
        }
        return retryNanos != ProtocolEngine.NO_DEADLINE;
    }

    /** When the source is asked again. */
    long retryNanos() {
        return retryNanos;
    }
}
