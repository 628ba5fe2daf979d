package org.rmcast.srm.wire;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.rmcast.core.flow.shared.RateReportCodec;
import org.rmcast.core.wire.DatagramHeader;
import org.rmcast.core.wire.DecodeException;
import org.rmcast.core.wire.Wire;
import org.rmcast.core.wire.WireId;
import org.rmcast.core.wire.WireWriter;
import org.rmcast.srm.wire.SrmPacket.Echo;
import org.rmcast.srm.wire.SrmPacket.Own;
import org.rmcast.srm.wire.SrmPacket.PacketType;
import org.rmcast.srm.wire.SrmPacket.Range;
import org.rmcast.srm.wire.SrmPacket.Rate;
import org.rmcast.srm.wire.SrmPacket.Report;
import org.rmcast.srm.wire.SrmPacket.Request;
import org.rmcast.srm.wire.SrmPacket.Session;

/**
 * Encodes and decodes {@link SrmPacket}s. Big-endian; offsets count from the end of the common header; a varint has 7 bits in each byte,
 * the lowest first.
 *
 * <pre>
 * DATA 1, REPAIR 2                     header flags: 1 first of two steps (REPAIR only), 2 timed (DATA only)
 *   0  8 source     8  8 sequence     16  8 first message     24  8 low     32  4 incarnation of the source
 *  36  4 distance, µs; where timed the source's time instead, µs modulo 2^32     40  1 round     41  1 scope     42  2 reserved, 0     44  frames
 *
 * SESSION 3                            header flags: 1 leaving, 2 asks, 4 has an own stream, 8 which has ended
 *   0  4 number     4  8 stamp    12  4 interval, ms    16  1 scope    17  1 role (0 receiver, 1 sender, 2 peer)
 *  18  2 number of reports    20  2 number of echoes
 *  22 24 own stream, if there is one: low, limit, messages
 *      v each report: source (8), next, twice the limit less next and plus 1 if it knows the end, messages, lost
 *             limit, and where that is not 0 how many packets are lost (varints)
 *     20 each echo: peer (8), stamp (8), time held, µs (4)
 *
 * REQUEST 4
 *   0  8 source     8  4 distance, µs     12  1 round     13  1 scope     14  2 number of ranges, 1 or more
 *  16  v each range: first less the limit of the range before it, and less 1 (the first one's: less 1), length less 1 (varints)
 *
 * RATE 5
 *   0  8 source     8 29 how fast the stream may be: 8 rate wanted, bytes/s   8 rate received, bytes/s   4 loss event rate in 2^-32
 *      4 round trip, µs   4 of that in queues, µs   1 what bounds the rate
 * </pre>
 */
public final class SrmCodec {
    /** The protocol's byte in the common header. */
    public static final int PROTOCOL = WireId.SRM.code();

    /**
     * Positions in streams from here on are refused, so that what is computed from one that was taken, and told to others, is taken by
     * them.
     */
    public static final long POSITIONS = Wire.MAX_SEQUENCE >> 1;

    /** The length of a SESSION without reports and echoes. */
    public static final int SESSION_BYTES = DatagramHeader.BYTES + 22;

    /** What an own stream takes in a SESSION. */
    public static final int OWN_BYTES = 24;

    /** What an echo takes. */
    public static final int ECHO_BYTES = 20;

    /** What precedes the ranges of a REQUEST. */
    public static final int REQUEST_BYTES = DatagramHeader.BYTES + 16;

    /** The longest wait that a SESSION can announce. */
    public static final int MOST_INTERVAL_MILLIS = Integer.MAX_VALUE;

    static final int FIRST_STEP = 1;
    static final int TIMED = 2;
    static final int LEAVING = 1;
    static final int ASKS = 2;
    static final int OWN = 4;
    static final int ENDED = 8;
    static final int MIN_REPORT_BYTES = 12;
    static final int MIN_RANGE_BYTES = 2;

    private static final int DISTANCE_OFFSET = DatagramHeader.BYTES + 36;
    private static final int ROUND_OFFSET = DISTANCE_OFFSET + 4;
    private static final int SCOPE_OFFSET = ROUND_OFFSET + 1;

    private SrmCodec() {}

    /**
     * Begins a plain DATA packet of a source, which is who sends it; the frames follow.
     *
     * @param timed whether it says when it leaves
     * @param micros then the source's time in microseconds, modulo 2^32; else 0
     */
    public static WireWriter beginData(
            boolean timed,
            int micros,
            long source,
            int incarnation,
            long sequence,
            long firstMessage,
            long low,
            int scope,
            WireWriter writer) {
        return DatagramHeader.begin(writer, PacketType.DATA.code(), timed ? TIMED : 0)
                .writeLong(source)
                .writeLong(sequence)
                .writeLong(firstMessage)
                .writeLong(low)
                .writeInt(incarnation)
                .writeInt(micros)
                .writeByte(0)
                .writeByte(scope)
                .writeShort(0);
    }

    /**
     * Makes a plain repair of a data packet, or of another repair.
     *
     * @param firstStep whether who asked is to pass it on
     * @param distanceMicros how far this member is from who asked, 0 or more
     * @param round that of the request
     * @param scope the time to live with which it will be sent
     */
    public static byte[] repair(byte[] data, boolean firstStep, int distanceMicros, int round, int scope) {
        int flags = firstStep ? FIRST_STEP : 0;
        byte[] repair = DatagramHeader.copyAs(data, PacketType.REPAIR.code(), flags, DISTANCE_OFFSET, distanceMicros);
        repair[ROUND_OFFSET] = (byte) round;
        repair[SCOPE_OFFSET] = (byte) scope;
        return repair;
    }

    /** Encodes a session message or a request; the result is plain. For data see {@link #beginData} and {@link #repair}. */
    public static byte[] encode(SrmPacket packet) {
        return switch (packet.type()) {
            case DATA, REPAIR -> throw new IllegalArgumentException("data is written frame by frame");
            case SESSION -> write((Session) packet).toByteArray();
            case REQUEST -> write((Request) packet).toByteArray();
            case RATE -> write((Rate) packet).toByteArray();
        };
    }

    private static WireWriter write(Rate rate) {
        WireWriter writer = new WireWriter(DatagramHeader.BYTES + Long.BYTES + RateReportCodec.BYTES);
        DatagramHeader.begin(writer, PacketType.RATE.code(), 0).writeLong(rate.source());
        return RateReportCodec.write(writer, rate.report());
    }

    /** Decodes a datagram whose common header was checked. */
    public static SrmPacket decode(byte[] datagram) throws DecodeException {
        return SrmDecoder.decode(datagram);
    }

    /** How many bytes a report takes. */
    public static int length(Report report) {
        return Long.BYTES
                + WireWriter.varintBytes(report.next())
                + WireWriter.varintBytes(ahead(report))
                + WireWriter.varintBytes(report.messages())
                + WireWriter.varintBytes(report.lostLimit())
                + (report.lostLimit() == 0 ? 0 : WireWriter.varintBytes(report.lostPackets()));
    }

    private static long ahead(Report report) {
        return 2 * (report.limit() - report.next()) + (report.knowsEnd() ? 1 : 0);
    }

    /**
     * How many bytes a range takes.
     *
     * @param before the limit of the range before it, 0 for the first
     */
    public static int length(Range range, long before) {
        return WireWriter.varintBytes(range.first() - before - 1)
                + WireWriter.varintBytes(range.limit() - range.first() - 1);
    }

    private static WireWriter begin(SrmPacket packet, int flags, int bodyBytes) {
        return DatagramHeader.begin(
                new WireWriter(DatagramHeader.BYTES + bodyBytes), packet.type().code(), flags);
    }

    private static WireWriter write(Session session) {
        Own own = session.own();
        WireWriter writer = begin(session, flags(session, own), 256)
                .writeInt(session.number())
                .writeLong(session.stamp())
                .writeInt(session.intervalMillis())
                .writeByte(session.scope())
                .writeByte(SrmDecoder.roleCode(session.role()))
                .writeShort(session.reports().size())
                .writeShort(session.echoes().size());
        if (own != null) {
            writer.writeLong(own.low()).writeLong(own.limit()).writeLong(own.messages());
        }
        for (Report report : session.reports()) {
            writer.writeLong(report.source())
                    .writeVarint(report.next())
                    .writeVarint(ahead(report))
                    .writeVarint(report.messages())
                    .writeVarint(report.lostLimit());
            if (report.lostLimit() > 0) {
                writer.writeVarint(report.lostPackets());
            }
        }
        for (Echo echo : session.echoes()) {
            writer.writeLong(echo.peer()).writeLong(echo.stamp()).writeInt(echo.heldMicros());
        }
        return writer;
    }

    private static int flags(Session session, @Nullable Own own) {
        int flags = (session.leaving() ? LEAVING : 0) | (session.asks() ? ASKS : 0);
        return own == null ? flags : flags | OWN | (own.ended() ? ENDED : 0);
    }

    private static WireWriter write(Request request) {
        List<Range> ranges = request.ranges();
        WireWriter writer = begin(request, 0, 64)
                .writeLong(request.source())
                .writeInt(request.distanceMicros())
                .writeByte(request.round())
                .writeByte(request.scope())
                .writeShort(ranges.size());
        long before = 0;
        for (Range range : ranges) {
            writer.writeVarint(range.first() - before - 1).writeVarint(range.limit() - range.first() - 1);
            before = range.limit();
        }
        return writer;
    }
}
