package org.rmcast.core.flow.shared;

import org.rmcast.core.wire.DecodeException;
import org.rmcast.core.wire.WireReader;
import org.rmcast.core.wire.WireWriter;

/**
 * A {@link RateReport} as packets carry it, big-endian, but for whose it is:
 *
 * <pre>
 * 8 rate wanted (bytes/s)   8 rate received (bytes/s)   4 loss event rate in 2^-32
 * 4 round trip (microseconds)   4 of that in queues   1 what bounds the rate
 * </pre>
 */
@SuppressWarnings("EnumOrdinal") // the order of RateLimit is that of the wire
public final class RateReportCodec {
    /** How long it is. */
    public static final int BYTES = 29;

    private static final double LOSS_EVENT_UNIT = 0x1p-32;

    private static final RateLimit[] LIMITS = RateLimit.values();

    private RateReportCodec() {}

    /** Writes it. */
    public static WireWriter write(WireWriter writer, RateReport report) {
        long losses = Math.min(0xFFFF_FFFFL, Math.round(report.lossEventRate() / LOSS_EVENT_UNIT));
        return writer.writeLong(report.bytesPerSecond())
                .writeLong(report.receiveRate())
                .writeInt((int) losses)
                .writeInt(report.roundTripMicros())
                .writeInt(report.queueMicros())
                .writeByte(report.limit().ordinal());
    }

    /**
     * Reads one.
     *
     * @param memberId whose it is
     * @throws DecodeException naming the field that is out of its range
     */
    public static RateReport read(WireReader reader, long memberId) throws DecodeException {
        long rate = reader.readLong("rate wanted", 0, RateReport.MOST + 1);
        long received = reader.readLong("rate received", 0, RateReport.MOST + 1);
        double losses = Integer.toUnsignedLong(reader.readInt("loss event rate")) * LOSS_EVENT_UNIT;
        int roundTrip = reader.readNonNegativeInt("round trip");
        int queue = reader.readNonNegativeInt("queue");
        int code = reader.readUnsignedByte("limit of the rate");
        if (code >= LIMITS.length) {
            throw new DecodeException("limit of the rate is " + code);
        }
        return new RateReport(memberId, LIMITS[code], rate, received, losses, roundTrip, queue);
    }
}
