package org.rmcast.rmtp.wire;

import org.rmcast.core.flow.shared.RateReportCodec;
import org.rmcast.core.wire.DatagramHeader;
import org.rmcast.core.wire.DecodeException;
import org.rmcast.core.wire.Wire;
import org.rmcast.core.wire.WireId;
import org.rmcast.core.wire.WireWriter;
import org.rmcast.rmtp.wire.RmtpPacket.Ack;
import org.rmcast.rmtp.wire.RmtpPacket.Busy;
import org.rmcast.rmtp.wire.RmtpPacket.ConnectionAck;
import org.rmcast.rmtp.wire.RmtpPacket.ConnectionRequest;
import org.rmcast.rmtp.wire.RmtpPacket.Data;
import org.rmcast.rmtp.wire.RmtpPacket.End;
import org.rmcast.rmtp.wire.RmtpPacket.MonitorReport;
import org.rmcast.rmtp.wire.RmtpPacket.Nack;
import org.rmcast.rmtp.wire.RmtpPacket.Poll;
import org.rmcast.rmtp.wire.RmtpPacket.Rate;
import org.rmcast.rmtp.wire.RmtpPacket.RateTaken;
import org.rmcast.rmtp.wire.RmtpPacket.ReceiveReady;
import org.rmcast.rmtp.wire.RmtpPacket.Release;
import org.rmcast.rmtp.wire.RmtpPacket.ReleaseAck;
import org.rmcast.rmtp.wire.RmtpPacket.Token;

/**
 * Encodes and decodes the packets of RMTP. Big-endian, after the common header of 32 bytes ({@link DatagramHeader}):
 *
 * <pre>
 * all packets
 *   32  4 transfer
 * CONN (1); flags: 1 OPEN
 *   36  8 data set        44  8 total bytes     52  2 packet bytes   54  4 back-off in µs
 *   58  2 length          60  n description
 * CACK (2)
 *   36  8 token           44  8 nonce           52  1 answer         53  4 round trip in µs   57  8 held
 *   65  n reason, only with no
 * TOKEN (3); flags: 1 REPORTS
 *   36  8 nonce           44  8 token
 * DATA (4); flags: 1 START, 2 STOP, 4 LAST, 8 SEPARATE, 16 REPAIR, 32 NUMBERED, 64 TIMED
 *   36  8 sequence        44  2 round           46  2 monitor        48  4 back-off in µs     52  n bytes
 *   46  with NUMBERED 2 number                  48  with TIMED, and NUMBERED, 4 when it left in µs, modulo 2^32
 * POLL (5)
 *   36  2 round           38  4 back-off in µs  42  8 from
 * NACK (6)
 *   36  8 token           44  2 round           46  8 missing        54  8 first              62  8 limit
 *   70  n entries, see {@link NackEntries}
 * ACK (7)
 *   36  8 token           44  2 round
 * BUSY (8)
 *   36  8 token           44  n reason
 * RRDY (9)
 *   36  8 token
 * REL (10)
 *   36  2 round           38  4 back-off in µs  42  2 length         44  n trailer
 * RACK (11); flags: 1 DAMAGED
 *   36  8 token           44  n reason, only with DAMAGED
 * REPORT (12)
 *   36  8 token           44  2 monitor         46  4 received
 * END (13); flags: 1 COMPLETE
 * RATE (14)
 *   36  8 token           44  4 number          48 29 how fast the server may be, see {@link RateReportCodec}
 * RATE_TAKEN (15)
 *   36  4 number          40  4 pause in µs
 * </pre>
 *
 * Answers are 1 yes, 2 no, 3 asks. A reason has at most 200 bytes of UTF-8, up to the end. Thread safe.
 */
public final class RmtpCodec {
    /** The protocol's byte in the common header. */
    public static final int PROTOCOL = WireId.RMTP.code();

    /** The most packets of a data set. */
    public static final long MAX_PACKETS = 1L << 40;

    /** The most bytes of a data set: so many that sums do not overflow. */
    public static final long MAX_BYTES = Wire.MAX_SEQUENCE;

    /** The length of every CACK without a reason. */
    public static final int CONNECTION_ACK_BYTES = DatagramHeader.BYTES + 33;

    /** The length of every TOKEN; no CACK is shorter. */
    public static final int TOKEN_BYTES = DatagramHeader.BYTES + 20;

    /** What precedes the description in CONN. */
    public static final int DESCRIPTION_OFFSET = DatagramHeader.BYTES + 28;

    /** The least bytes of a description: no CONN is shorter than the CACK that answers it. */
    public static final int MIN_DESCRIPTION_BYTES = CONNECTION_ACK_BYTES - DESCRIPTION_OFFSET;

    /** What precedes the entries of a NACK. */
    public static final int ENTRIES_OFFSET = DatagramHeader.BYTES + 38;

    static final int FLAG = 1;

    private RmtpCodec() {}

    /** How many packets a data set has. */
    public static long packets(long totalBytes, int packetBytes) {
        return (totalBytes + packetBytes - 1) / packetBytes;
    }

    /** Begins a plain DATA packet, whose fields are as in {@link Data}; the bytes of the data set follow. */
    public static WireWriter beginData(
            int transfer, int flags, long sequence, int round, int monitor, int backoffMicros, int payloadBytes) {
        WireWriter writer = new WireWriter(Data.PAYLOAD_OFFSET + payloadBytes);
        return DatagramHeader.begin(writer, RmtpPacket.PacketType.DATA.code(), flags)
                .writeInt(transfer)
                .writeLong(sequence)
                .writeShort(round)
                .writeShort(monitor)
                .writeInt(backoffMicros);
    }

    /** Encodes any packet but DATA and NACK, for which see {@link #beginData} and {@link NackEntries}; the result is plain. */
    public static byte[] encode(RmtpPacket packet) {
        return switch (packet.type()) {
            case DATA -> throw new IllegalArgumentException("data is written in place");
            case CONNECTION_REQUEST -> write((ConnectionRequest) packet);
            case CONNECTION_ACK -> write((ConnectionAck) packet);
            case TOKEN -> write((Token) packet);
            case POLL -> write((Poll) packet);
            case NACK -> NackEntries.write((Nack) packet);
            case ACK ->
                begin(packet, 0, 10)
                        .writeLong(((Ack) packet).token())
                        .writeShort(((Ack) packet).round())
                        .toByteArray();
            case BUSY -> withReason(begin(packet, 0, 8).writeLong(((Busy) packet).token()), ((Busy) packet).reason());
            case RECEIVE_READY ->
                begin(packet, 0, 8).writeLong(((ReceiveReady) packet).token()).toByteArray();
            case RELEASE -> write((Release) packet);
            case RELEASE_ACK ->
                withReason(
                        begin(packet, ((ReleaseAck) packet).whole() ? 0 : FLAG, 8)
                                .writeLong(((ReleaseAck) packet).token()),
                        ((ReleaseAck) packet).reason());
            case MONITOR_REPORT -> write((MonitorReport) packet);
            case END -> begin(packet, ((End) packet).complete() ? FLAG : 0, 0).toByteArray();
            case RATE -> write((Rate) packet);
            case RATE_TAKEN ->
                begin(packet, 0, 8)
                        .writeInt(((RateTaken) packet).number())
                        .writeInt(((RateTaken) packet).pauseMicros())
                        .toByteArray();
        };
    }

    static WireWriter begin(RmtpPacket packet, int flags, int bytes) {
        WireWriter writer = new WireWriter(DatagramHeader.BYTES + 4 + bytes);
        return DatagramHeader.begin(writer, packet.type().code(), flags).writeInt(packet.transfer());
    }

    private static byte[] write(ConnectionRequest request) {
        byte[] description = request.description();
        return begin(request, request.open() ? FLAG : 0, 24 + description.length)
                .writeLong(request.dataSet())
                .writeLong(request.totalBytes())
                .writeShort(request.packetBytes())
                .writeInt(request.backoffMicros())
                .writeShort(description.length)
                .writeBytes(description, 0, description.length)
                .toByteArray();
    }

    private static byte[] write(ConnectionAck ack) {
        WireWriter writer = begin(ack, 0, 29)
                .writeLong(ack.token())
                .writeLong(ack.nonce())
                .writeByte(ack.answer().code())
                .writeInt(ack.roundTripMicros())
                .writeLong(ack.held());
        return withReason(writer, ack.reason());
    }

    private static byte[] withReason(WireWriter writer, String reason) {
        byte[] text = ReasonText.encode(reason);
        return writer.writeBytes(text, 0, text.length).toByteArray();
    }

    private static byte[] write(Token token) {
        return begin(token, token.reports() ? FLAG : 0, 16)
                .writeLong(token.nonce())
                .writeLong(token.token())
                .toByteArray();
    }

    private static byte[] write(Poll poll) {
        return begin(poll, 0, 14)
                .writeShort(poll.round())
                .writeInt(poll.backoffMicros())
                .writeLong(poll.from())
                .toByteArray();
    }

    private static byte[] write(Release release) {
        byte[] trailer = release.trailer();
        return begin(release, 0, 8 + trailer.length)
                .writeShort(release.round())
                .writeInt(release.backoffMicros())
                .writeShort(trailer.length)
                .writeBytes(trailer, 0, trailer.length)
                .toByteArray();
    }

    private static byte[] write(MonitorReport report) {
        return begin(report, 0, 14)
                .writeLong(report.token())
                .writeShort(report.monitor())
                .writeInt(report.received())
                .toByteArray();
    }

    private static byte[] write(Rate rate) {
        WireWriter writer = begin(rate, 0, 12 + RateReportCodec.BYTES)
                .writeLong(rate.token())
                .writeInt(rate.number());
        return RateReportCodec.write(writer, rate.report()).toByteArray();
    }

    /** Decodes a datagram whose common header was checked. */
    public static RmtpPacket decode(byte[] datagram) throws DecodeException {
        return RmtpDecoder.decode(datagram);
    }
}
