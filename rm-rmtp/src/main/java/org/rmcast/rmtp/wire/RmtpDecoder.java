package org.rmcast.rmtp.wire;

import org.rmcast.core.flow.shared.RateReportCodec;
import org.rmcast.core.wire.DatagramHeader;
import org.rmcast.core.wire.DecodeException;
import org.rmcast.core.wire.WireReader;
import org.rmcast.rmtp.wire.RmtpPacket.Ack;
import org.rmcast.rmtp.wire.RmtpPacket.Answer;
import org.rmcast.rmtp.wire.RmtpPacket.Busy;
import org.rmcast.rmtp.wire.RmtpPacket.ConnectionAck;
import org.rmcast.rmtp.wire.RmtpPacket.ConnectionRequest;
import org.rmcast.rmtp.wire.RmtpPacket.Data;
import org.rmcast.rmtp.wire.RmtpPacket.End;
import org.rmcast.rmtp.wire.RmtpPacket.MonitorReport;
import org.rmcast.rmtp.wire.RmtpPacket.Nack;
import org.rmcast.rmtp.wire.RmtpPacket.PacketType;
import org.rmcast.rmtp.wire.RmtpPacket.Poll;
import org.rmcast.rmtp.wire.RmtpPacket.Rate;
import org.rmcast.rmtp.wire.RmtpPacket.RateTaken;
import org.rmcast.rmtp.wire.RmtpPacket.ReceiveReady;
import org.rmcast.rmtp.wire.RmtpPacket.Release;
import org.rmcast.rmtp.wire.RmtpPacket.ReleaseAck;
import org.rmcast.rmtp.wire.RmtpPacket.Token;

/** The reading half of {@link RmtpCodec}. */
final class RmtpDecoder {
    private static final int ALL_DATA_FLAGS = 127;

    private RmtpDecoder() {}

    static RmtpPacket decode(byte[] datagram) throws DecodeException {
        PacketType type = PacketType.of(DatagramHeader.type(datagram));
        if (type == null) {
            throw new DecodeException("type is " + DatagramHeader.type(datagram) + ", not one of RMTP");
        }
        int flags = DatagramHeader.flags(datagram);
        if ((flags & ~allowed(type)) != 0) {
            throw new DecodeException("flags of " + type + " are " + flags);
        }
        WireReader reader = new WireReader(datagram, DatagramHeader.BYTES);
        int transfer = reader.readInt("transfer");
        if (transfer == 0) {
            throw new DecodeException("transfer is 0");
        }
        if (type == PacketType.DATA) {
            return data(transfer, flags, datagram, reader);
        }
        RmtpPacket packet = type == PacketType.RATE
                ? rate(transfer, DatagramHeader.memberId(datagram), reader)
                : control(type, transfer, flags != 0, reader);
        reader.finish();
        return packet;
    }

    private static int allowed(PacketType type) {
        return switch (type) {
            case CONNECTION_REQUEST, TOKEN, RELEASE_ACK, END -> RmtpCodec.FLAG;
            case DATA -> ALL_DATA_FLAGS;
            case CONNECTION_ACK, POLL, NACK, ACK, BUSY, RECEIVE_READY, RELEASE, MONITOR_REPORT, RATE, RATE_TAKEN -> 0;
        };
    }

    private static RmtpPacket control(PacketType type, int transfer, boolean flag, WireReader reader)
            throws DecodeException {
        return switch (type) {
            case DATA, RATE -> throw new IllegalArgumentException(type + " is read elsewhere");
            case CONNECTION_REQUEST -> connectionRequest(transfer, flag, reader);
            case CONNECTION_ACK -> connectionAck(transfer, reader);
            case TOKEN -> new Token(transfer, nonZero(reader, "nonce"), nonZero(reader, "token"), flag);
            case POLL ->
                new Poll(
                        transfer,
                        reader.readUnsignedShort("round"),
                        reader.readNonNegativeInt("back-off"),
                        reader.readLong("from", 0, RmtpCodec.MAX_PACKETS));
            case NACK -> nack(transfer, reader);
            case ACK -> new Ack(transfer, nonZero(reader, "token"), reader.readUnsignedShort("round"));
            case BUSY -> new Busy(transfer, nonZero(reader, "token"), ReasonText.read(reader));
            case RECEIVE_READY -> new ReceiveReady(transfer, nonZero(reader, "token"));
            case RELEASE ->
                new Release(
                        transfer,
                        reader.readUnsignedShort("round"),
                        reader.readNonNegativeInt("back-off"),
                        block(reader, "trailer"));
            case RELEASE_ACK ->
                new ReleaseAck(transfer, nonZero(reader, "token"), !flag, flag ? ReasonText.read(reader) : "");
            case MONITOR_REPORT ->
                new MonitorReport(
                        transfer,
                        nonZero(reader, "token"),
                        reader.readUnsignedShort("monitor"),
                        reader.readNonNegativeInt("received"));
            case END -> new End(transfer, flag);
            case RATE_TAKEN -> new RateTaken(transfer, number(reader), reader.readNonNegativeInt("pause"));
        };
    }

    private static RmtpPacket data(int transfer, int flags, byte[] datagram, WireReader reader) throws DecodeException {
        long sequence = reader.readLong("sequence", 0, RmtpCodec.MAX_PACKETS);
        int round = reader.readUnsignedShort("round");
        int monitor = reader.readUnsignedShort("monitor");
        boolean timed = (flags & Data.TIMED) != 0;
        if (timed && (flags & Data.NUMBERED) == 0) {
            throw new DecodeException("flags of data with a time and without a number are " + flags);
        }
        int backoff = timed ? reader.readInt("time") : reader.readNonNegativeInt("back-off");
        if (reader.remaining() == 0) {
            throw new DecodeException("data without bytes");
        }
        return new Data(transfer, flags, sequence, round, monitor, backoff, datagram);
    }

    private static RmtpPacket connectionRequest(int transfer, boolean open, WireReader reader) throws DecodeException {
        long dataSet = reader.readLong("data set");
        long totalBytes = reader.readLong("total bytes", 0, RmtpCodec.MAX_BYTES);
        int packetBytes = reader.readUnsignedShort("packet bytes");
        if (packetBytes == 0 || RmtpCodec.packets(totalBytes, packetBytes) >= RmtpCodec.MAX_PACKETS) {
            throw new DecodeException("packet bytes are " + packetBytes + " of " + totalBytes);
        }
        int backoff = reader.readNonNegativeInt("back-off");
        return new ConnectionRequest(
                transfer, open, dataSet, totalBytes, packetBytes, backoff, block(reader, "description"));
    }

    private static RmtpPacket connectionAck(int transfer, WireReader reader) throws DecodeException {
        long token = reader.readLong("token");
        long nonce = nonZero(reader, "nonce");
        int code = reader.readUnsignedByte("answer");
        Answer answer = switch (code) {
            case 1 -> Answer.YES;
            case 2 -> Answer.NO;
            case 3 -> Answer.ASKS;
            default -> throw new DecodeException("answer is " + code);
        };
        int roundTrip = reader.readNonNegativeInt("round trip");
        long held = reader.readLong("held", 0, RmtpCodec.MAX_PACKETS);
        String reason = answer == Answer.NO ? ReasonText.read(reader) : "";
        return new ConnectionAck(transfer, token, nonce, answer, roundTrip, held, reason);
    }

    private static RmtpPacket nack(int transfer, WireReader reader) throws DecodeException {
        long token = nonZero(reader, "token");
        int round = reader.readUnsignedShort("round");
        long missing = reader.readLong("missing", 1, RmtpCodec.MAX_PACKETS);
        long first = reader.readLong("first", 0, RmtpCodec.MAX_PACKETS);
        long limit = reader.readLong("limit", first + 1, RmtpCodec.MAX_PACKETS);
        return new Nack(transfer, token, round, missing, first, limit, NackEntries.read(reader, first, limit));
    }

    private static Rate rate(int transfer, long memberId, WireReader reader) throws DecodeException {
        long token = nonZero(reader, "token");
        return new Rate(transfer, token, number(reader), RateReportCodec.read(reader, memberId));
    }

    private static int number(WireReader reader) throws DecodeException {
        int number = reader.readInt("number");
        if (number == 0) {
            throw new DecodeException("number is 0");
        }
        return number;
    }

    private static byte[] block(WireReader reader, String field) throws DecodeException {
        return reader.readBytes(reader.readUnsignedShort(field), field);
    }

    private static long nonZero(WireReader reader, String field) throws DecodeException {
        long number = reader.readLong(field);
        if (number == 0) {
            throw new DecodeException(field + " is 0");
        }
        return number;
    }
}
