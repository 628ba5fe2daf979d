package org.rmcast.nak.wire;

import java.util.ArrayList;
import java.util.List;
import org.rmcast.api.Role;
import org.rmcast.core.flow.shared.RateReportCodec;
import org.rmcast.core.framing.MessageAssembler;
import org.rmcast.core.wire.DatagramHeader;
import org.rmcast.core.wire.DecodeException;
import org.rmcast.core.wire.SequenceMask;
import org.rmcast.core.wire.WireReader;
import org.rmcast.nak.wire.NakPacket.Data;
import org.rmcast.nak.wire.NakPacket.Heard;
import org.rmcast.nak.wire.NakPacket.Hello;
import org.rmcast.nak.wire.NakPacket.Leave;
import org.rmcast.nak.wire.NakPacket.PacketType;
import org.rmcast.nak.wire.NakPacket.Position;
import org.rmcast.nak.wire.NakPacket.Proof;
import org.rmcast.nak.wire.NakPacket.Rate;
import org.rmcast.nak.wire.NakPacket.RateTaken;
import org.rmcast.nak.wire.NakPacket.Reach;
import org.rmcast.nak.wire.NakPacket.Request;
import org.rmcast.nak.wire.NakPacket.Session;
import org.rmcast.nak.wire.NakPacket.Want;
import org.rmcast.nak.wire.NakPacket.Welcome;

/** The reading half of {@link NakCodec}. */
final class NakDecoder {
    private static final int MIN_HEARD_BYTES = 10;

    private NakDecoder() {}

    static NakPacket decode(byte[] datagram) throws DecodeException {
        PacketType type = PacketType.of(DatagramHeader.type(datagram));
        if (type == null) {
            throw new DecodeException("type is " + DatagramHeader.type(datagram) + ", not one of NAK");
        }
        int flags = DatagramHeader.flags(datagram);
        if ((flags & ~allowed(type)) != 0) {
            throw new DecodeException("flags of " + type + " are " + flags);
        }
        WireReader reader = new WireReader(datagram, DatagramHeader.BYTES);
        NakPacket packet = switch (type) {
            case DATA, REPAIR -> data(type, datagram, reader);
            case SESSION -> session(flags, reader);
            case REQUEST -> request(reader);
            case POSITION -> position(flags, reader);
            case HELLO -> hello(reader);
            case WELCOME -> new Welcome(nonZero(reader, "nonce"), nonZero(reader, "cookie"));
            case PROOF -> proof(flags, reader);
            case LEAVE -> new Leave();
            case RATE -> new Rate(number(reader), RateReportCodec.read(reader, DatagramHeader.memberId(datagram)));
            case RATE_TAKEN -> new RateTaken(number(reader), reader.readNonNegativeInt("pause"));
        };
        if (type != PacketType.DATA && type != PacketType.REPAIR) {
            reader.finish();
        }
        return packet;
    }

    private static int allowed(PacketType type) {
        return switch (type) {
            case SESSION -> NakCodec.ENDED | NakCodec.ANSWER;
            case POSITION -> NakCodec.ENDED;
            case PROOF -> NakCodec.ENDED | NakCodec.MET;
            case DATA -> NakCodec.TIMED;
            case REPAIR, REQUEST, HELLO, WELCOME, LEAVE, RATE, RATE_TAKEN -> 0;
        };
    }

    private static NakPacket data(PacketType type, byte[] datagram, WireReader reader) throws DecodeException {
        long sequence = sequence(reader, "sequence");
        long firstMessage = position(reader, "first message");
        int number = reader.readInt("number");
        MessageAssembler.validate(datagram, Data.FRAMES_OFFSET);
        return new Data(type, sequence, firstMessage, number, datagram);
    }

    private static NakPacket session(int flags, WireReader reader) throws DecodeException {
        Role role = role(reader);
        int interval = reader.readNonNegativeInt("interval");
        int poll = reader.readInt("poll");
        Reach own = reach(flags, reader);
        if (!role.sends() && (own.limit() != 1 || own.messages() != 0 || own.ended())) {
            throw new DecodeException("a " + role + " says that it has a stream");
        }
        int count = reader.readCount(MIN_HEARD_BYTES, "count");
        List<Heard> others = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            long source = nonZero(reader, "source");
            long limit = below(reader.readVarint("limit"), "limit");
            others.add(new Heard(source, limit, below(reader.readVarint("messages"), "messages")));
        }
        return new Session(role, interval, poll, (flags & NakCodec.ANSWER) != 0, own, others);
    }

    private static Reach reach(int flags, WireReader reader) throws DecodeException {
        long low = sequence(reader, "low");
        long limit = sequence(reader, "limit");
        long messages = position(reader, "messages");
        if (low > limit) {
            throw new DecodeException("low " + low + " is above the limit " + limit);
        }
        return new Reach(low, limit, messages, (flags & NakCodec.ENDED) != 0);
    }

    private static NakPacket request(WireReader reader) throws DecodeException {
        int number = number(reader);
        int count = reader.readCount(NakCodec.WANT_BYTES, "count");
        List<Want> wants = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            long start = sequence(reader, "start");
            wants.add(new Want(start, SequenceMask.read(reader, NakCodec.MAX_MASK_BYTES)));
        }
        return new Request(number, wants);
    }

    private static int number(WireReader reader) throws DecodeException {
        int number = reader.readInt("number");
        if (number == 0) {
            throw new DecodeException("number is 0");
        }
        return number;
    }

    private static NakPacket position(int flags, WireReader reader) throws DecodeException {
        int poll = reader.readInt("poll");
        long next = position(reader, "next");
        long lostLimit = position(reader, "lost limit");
        long lostPackets = position(reader, "lost packets");
        return new Position(poll, next, lostLimit, lostPackets, (flags & NakCodec.ENDED) != 0);
    }

    private static NakPacket hello(WireReader reader) throws DecodeException {
        long target = nonZero(reader, "target");
        return new Hello(target, nonZero(reader, "nonce"), role(reader));
    }

    private static NakPacket proof(int flags, WireReader reader) throws DecodeException {
        long shown = nonZero(reader, "cookie shown");
        long given = reader.readLong("cookie given");
        return new Proof(shown, given, (flags & NakCodec.MET) != 0, reach(flags, reader));
    }

    private static Role role(WireReader reader) throws DecodeException {
        int code = reader.readUnsignedByte("role");
        return switch (code) {
            case 1 -> Role.SENDER;
            case 2 -> Role.RECEIVER;
            case 3 -> Role.PEER;
            default -> throw new DecodeException("role is " + code);
        };
    }

    private static long nonZero(WireReader reader, String field) throws DecodeException {
        long number = reader.readLong(field);
        if (number == 0) {
            throw new DecodeException(field + " is 0");
        }
        return number;
    }

    private static long position(WireReader reader, String field) throws DecodeException {
        return below(reader.readSequence(field), field);
    }

    private static long below(long number, String field) throws DecodeException {
        if (number >= NakCodec.POSITIONS) {
            throw new DecodeException(field + " is " + number);
        }
        return number;
    }

    private static long sequence(WireReader reader, String field) throws DecodeException {
        long sequence = position(reader, field);
        if (sequence == 0) {
            throw new DecodeException(field + " is 0; packets are numbered from 1");
        }
        return sequence;
    }
}
