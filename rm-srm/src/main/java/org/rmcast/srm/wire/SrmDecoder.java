package org.rmcast.srm.wire;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.rmcast.api.Role;
import org.rmcast.core.flow.shared.RateReportCodec;
import org.rmcast.core.framing.MessageAssembler;
import org.rmcast.core.wire.DatagramHeader;
import org.rmcast.core.wire.DecodeException;
import org.rmcast.core.wire.WireReader;
import org.rmcast.srm.wire.SrmPacket.Data;
import org.rmcast.srm.wire.SrmPacket.Echo;
import org.rmcast.srm.wire.SrmPacket.Own;
import org.rmcast.srm.wire.SrmPacket.PacketType;
import org.rmcast.srm.wire.SrmPacket.Range;
import org.rmcast.srm.wire.SrmPacket.Rate;
import org.rmcast.srm.wire.SrmPacket.Report;
import org.rmcast.srm.wire.SrmPacket.Request;
import org.rmcast.srm.wire.SrmPacket.Session;

/** Decodes the packets whose layout is that of {@link SrmCodec}: every length, count and constant is checked. */
final class SrmDecoder {
    private static final List<Role> ROLES = List.of(Role.RECEIVER, Role.SENDER, Role.PEER);

    private SrmDecoder() {}

    /** The byte of a role. */
    static int roleCode(Role role) {
        return ROLES.indexOf(role);
    }

    static SrmPacket decode(byte[] datagram) throws DecodeException {
        PacketType type = PacketType.of(DatagramHeader.type(datagram));
        if (type == null) {
            throw new DecodeException("packet type is " + DatagramHeader.type(datagram));
        }
        int flags = DatagramHeader.flags(datagram);
        WireReader reader = new WireReader(datagram, DatagramHeader.BYTES);
        SrmPacket packet = switch (type) {
            case DATA, REPAIR -> readData(reader, datagram, type);
            case SESSION -> readSession(reader, flags);
            case REQUEST -> readRequest(reader, flags);
            case RATE -> readRate(reader, flags, datagram);
        };
        reader.finish();
        return packet;
    }

    private static Data readData(WireReader reader, byte[] datagram, PacketType type) throws DecodeException {
        int flags = DatagramHeader.flags(datagram);
        checkFlags(flags, type == PacketType.REPAIR ? SrmCodec.FIRST_STEP : SrmCodec.TIMED);
        boolean timed = type == PacketType.DATA && (flags & SrmCodec.TIMED) != 0;
        long source = reader.readMemberId("source");
        long sequence = reader.readLong("sequence", 1, SrmCodec.POSITIONS);
        long firstMessage = reader.readLong("first message", 0, SrmCodec.POSITIONS);
        long low = reader.readLong("low", 1, SrmCodec.POSITIONS);
        int incarnation = reader.readInt("incarnation");
        int distance = timed ? reader.readInt("time") : reader.readNonNegativeInt("distance");
        int round = reader.readUnsignedByte("round");
        int scope = reader.readUnsignedByte("scope");
        if (reader.readUnsignedShort("reserved") != 0) {
            throw new DecodeException("reserved bytes are not 0");
        }
        if (low > sequence) {
            throw new DecodeException("low is above the sequence");
        }
        if (Math.max(sequence, firstMessage) >= SrmCodec.POSITIONS >> 1) {
            throw new DecodeException("too high to be followed: packet " + sequence + ", message " + firstMessage);
        }
        if (type == PacketType.DATA) {
            checkNew(datagram, source, incarnation);
        }
        MessageAssembler.validate(datagram, reader.position());
        reader.readSlice(reader.remaining(), "frames");
        boolean firstStep = (flags & SrmCodec.FIRST_STEP) != 0;
        return new Data(
                type,
                firstStep,
                timed,
                source,
                sequence,
                firstMessage,
                low,
                incarnation,
                distance,
                round,
                scope,
                datagram);
    }

    private static void checkNew(byte[] datagram, long source, int incarnation) throws DecodeException {
        if (source != DatagramHeader.memberId(datagram) || incarnation != DatagramHeader.incarnation(datagram)) {
            throw new DecodeException("the source of new data is not who sent it");
        }
    }

    private static Rate readRate(WireReader reader, int flags, byte[] datagram) throws DecodeException {
        checkFlags(flags, 0);
        long source = reader.readMemberId("source");
        return new Rate(source, RateReportCodec.read(reader, DatagramHeader.memberId(datagram)));
    }

    private static Session readSession(WireReader reader, int flags) throws DecodeException {
        checkFlags(flags, SrmCodec.LEAVING | SrmCodec.ASKS | SrmCodec.OWN | SrmCodec.ENDED);
        int number = reader.readInt("number");
        long stamp = reader.readLong("stamp");
        int interval = reader.readNonNegativeInt("interval");
        int scope = reader.readUnsignedByte("scope");
        int role = reader.readUnsignedByte("role");
        if (role >= ROLES.size()) {
            throw new DecodeException("role is " + role);
        }
        int reports = reader.readUnsignedShort("reports");
        int echoes = reader.readUnsignedShort("echoes");
        long least = (long) reports * SrmCodec.MIN_REPORT_BYTES + (long) echoes * SrmCodec.ECHO_BYTES;
        if (least > reader.remaining()) {
            throw new DecodeException(
                    reports + " reports and " + echoes + " echoes in " + reader.remaining() + " bytes");
        }
        Own own = readOwn(reader, flags);
        if (own != null && !ROLES.get(role).sends()) {
            throw new DecodeException("a " + ROLES.get(role) + " has a stream");
        }
        return new Session(
                number,
                ROLES.get(role),
                (flags & SrmCodec.LEAVING) != 0,
                (flags & SrmCodec.ASKS) != 0,
                scope,
                stamp,
                interval,
                own,
                readReports(reader, reports),
                readEchoes(reader, echoes));
    }

    private static @Nullable Own readOwn(WireReader reader, int flags) throws DecodeException {
        boolean ended = (flags & SrmCodec.ENDED) != 0;
        if ((flags & SrmCodec.OWN) == 0) {
            if (ended) {
                throw new DecodeException("no stream has ended");
            }
            return null;
        }
        long low = reader.readLong("low", 1, SrmCodec.POSITIONS);
        long limit = reader.readLong("limit", 1, SrmCodec.POSITIONS);
        long messages = reader.readLong("messages", 0, SrmCodec.POSITIONS);
        if (low > limit) {
            throw new DecodeException("low is above the limit");
        }
        return new Own(low, limit, messages, ended);
    }

    private static List<Report> readReports(WireReader reader, int count) throws DecodeException {
        List<Report> reports = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            long source = reader.readMemberId("source");
            long next = reader.readVarint("next", 1, SrmCodec.POSITIONS);
            long ahead = reader.readVarint("limit");
            long limit = WireReader.within(next + ahead / 2, "limit", 1, SrmCodec.POSITIONS);
            long messages = reader.readVarint("messages", 0, SrmCodec.POSITIONS);
            long lostLimit = reader.readVarint("lost limit", 0, SrmCodec.POSITIONS);
            if (lostLimit > limit) {
                throw new DecodeException("the lost limit is above the limit");
            }
            long lostPackets = lostLimit == 0 ? 0 : reader.readVarint("lost packets", 1, SrmCodec.POSITIONS);
            reports.add(new Report(source, next, limit, ahead % 2 != 0, messages, lostLimit, lostPackets));
        }
        return reports;
    }

    private static List<Echo> readEchoes(WireReader reader, int count) throws DecodeException {
        List<Echo> echoes = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            echoes.add(new Echo(
                    reader.readMemberId("peer"), reader.readLong("stamp"), reader.readNonNegativeInt("time held")));
        }
        return echoes;
    }

    private static Request readRequest(WireReader reader, int flags) throws DecodeException {
        checkFlags(flags, 0);
        long source = reader.readMemberId("source");
        int distance = reader.readNonNegativeInt("distance");
        int round = reader.readUnsignedByte("round");
        int scope = reader.readUnsignedByte("scope");
        int count = reader.readCount(SrmCodec.MIN_RANGE_BYTES, "ranges");
        if (count == 0) {
            throw new DecodeException("nothing is asked for");
        }
        List<Range> ranges = new ArrayList<>(count);
        long before = 0;
        for (int i = 0; i < count; i++) {
            long first = WireReader.within(
                    before + 1 + reader.readVarint("first", 0, SrmCodec.POSITIONS), "first", 1, SrmCodec.POSITIONS);
            long limit = WireReader.within(
                    first + 1 + reader.readVarint("length", 0, SrmCodec.POSITIONS), "range", 1, SrmCodec.POSITIONS);
            ranges.add(new Range(first, limit));
            before = limit;
        }
        return new Request(source, distance, round, scope, ranges);
    }

    private static void checkFlags(int flags, int known) throws DecodeException {
        if ((flags & ~known) != 0) {
            throw new DecodeException("flags are " + flags);
        }
    }
}
