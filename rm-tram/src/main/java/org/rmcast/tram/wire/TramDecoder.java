package org.rmcast.tram.wire;

import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.rmcast.core.engine.Reason;
import org.rmcast.core.flow.shared.RateReport;
import org.rmcast.core.flow.shared.RateReportCodec;
import org.rmcast.core.framing.MessageAssembler;
import org.rmcast.core.wire.DatagramHeader;
import org.rmcast.core.wire.DecodeException;
import org.rmcast.core.wire.SequenceMask;
import org.rmcast.core.wire.WireReader;
import org.rmcast.tram.wire.TramPacket.AcceptMember;
import org.rmcast.tram.wire.TramPacket.Ack;
import org.rmcast.tram.wire.TramPacket.Asked;
import org.rmcast.tram.wire.TramPacket.Beacon;
import org.rmcast.tram.wire.TramPacket.CodedRepair;
import org.rmcast.tram.wire.TramPacket.Cookie;
import org.rmcast.tram.wire.TramPacket.CookieRequest;
import org.rmcast.tram.wire.TramPacket.Data;
import org.rmcast.tram.wire.TramPacket.DisownReason;
import org.rmcast.tram.wire.TramPacket.HeadAdvertisement;
import org.rmcast.tram.wire.TramPacket.HeadBind;
import org.rmcast.tram.wire.TramPacket.HeadState;
import org.rmcast.tram.wire.TramPacket.Hello;
import org.rmcast.tram.wire.TramPacket.Laggard;
import org.rmcast.tram.wire.TramPacket.LanState;
import org.rmcast.tram.wire.TramPacket.MemberFate;
import org.rmcast.tram.wire.TramPacket.MemberReport;
import org.rmcast.tram.wire.TramPacket.MemberRole;
import org.rmcast.tram.wire.TramPacket.MemberSolicitation;
import org.rmcast.tram.wire.TramPacket.NotRepaired;
import org.rmcast.tram.wire.TramPacket.Referral;
import org.rmcast.tram.wire.TramPacket.RejectMember;
import org.rmcast.tram.wire.TramPacket.RejectReason;
import org.rmcast.tram.wire.TramPacket.ReportTaken;
import org.rmcast.tram.wire.TramPacket.Standing;
import org.rmcast.tram.wire.TramPacket.Type;
import org.rmcast.tram.wire.TramPacket.UnicastHello;

/** Decodes TRAM's packets, whose layout is that of {@link TramCodec}: every length, count and constant is checked. */
@SuppressWarnings({"EnumOrdinal", "BadImport"}) // as in TramCodec
final class TramDecoder {
    private static final Pattern UNPRINTABLE = Pattern.compile("[\\p{C}\\p{Zl}\\p{Zp}\uFFFD]");

    /** Up to the length of a bind. */
    private static final int REFERRAL_PADDING_IPV4 = 16;

    private static final int REFERRAL_PADDING_IPV6 = 4;

    private TramDecoder() {}

    static TramPacket decode(byte[] datagram) throws DecodeException {
        Type type = Type.ofCode(DatagramHeader.type(datagram));
        if (type == null) {
            throw new DecodeException("packet type is " + DatagramHeader.type(datagram));
        }
        WireReader reader = new WireReader(datagram, DatagramHeader.BYTES);
        int flags = DatagramHeader.flags(datagram);
        TramPacket packet = switch (type) {
            case DATA -> readData(reader, flags, datagram, Type.DATA);
            case RETRANSMISSION -> readData(reader, flags, datagram, Type.RETRANSMISSION);
            case UNICAST_DATA -> readData(reader, flags, datagram, Type.UNICAST_DATA);
            case BEACON -> readBeacon(reader, flags);
            case HELLO -> readHello(reader, flags);
            case HEAD_ADVERTISEMENT -> readAdvertisement(reader, flags);
            case MEMBER_SOLICITATION -> readSolicitation(reader, flags);
            case HEAD_BIND -> readBind(reader, flags);
            case ACCEPT_MEMBER -> readAccept(reader);
            case REJECT_MEMBER -> readReject(reader, flags);
            case UNICAST_HELLO ->
                new UnicastHello(
                        choice(reader, DisownReason.values(), "disown reason"),
                        reader.readUnsignedByte("level"),
                        reader.readSequence("low"),
                        reader.readInt("echo"),
                        readReason(reader));
            case ACK -> readAck(reader, flags);
            case NOT_REPAIRED -> readNotRepaired(reader, flags);
            case MEMBER_REPORT -> readReport(reader, flags);
            case REPORT_TAKEN -> readTaken(reader, flags);
            case COOKIE_REQUEST -> readCookieRequest(reader);
            case COOKIE -> new Cookie(reader.readLong("nonce"), reader.readLong("cookie"));
            case CODED_REPAIR -> readCode(reader, datagram);
        };
        reader.finish();
        return packet;
    }

    private static ReportTaken readTaken(WireReader reader, int flags) throws DecodeException {
        long reporterId = reader.readLong("reporter");
        int number = reader.readNonNegativeInt("number");
        if ((flags & TramCodec.STANDING) == 0) {
            return new ReportTaken(reporterId, number);
        }
        Standing standing = new Standing(
                reader.readLong("member"),
                reader.readNonNegativeInt("stays away"),
                reader.readUnsignedByte("silences"));
        return new ReportTaken(reporterId, number, standing);
    }

    private static Data readData(WireReader reader, int flags, byte[] datagram, Type type) throws DecodeException {
        boolean timed = type == Type.DATA && (flags & TramCodec.TIMED) != 0;
        long source = reader.readLong("source");
        long sequence = reader.readSequence("sequence");
        long firstMessage = reader.readSequence("first message");
        long forgetBefore = reader.readSequence("forget before");
        boolean rated = type == Type.DATA && !timed;
        int field = rated ? reader.readNonNegativeInt("rate") : reader.readInt("time or request");
        Data data = new Data(
                type,
                (flags & TramCodec.PRUNE) != 0,
                source,
                sequence,
                firstMessage,
                forgetBefore,
                rated ? field : 0,
                rated ? 0 : field,
                reader.readUnsignedShort("ack window"),
                reader.readUnsignedShort("worst loss"),
                timed,
                datagram);
        if (data.sequence() == 0) {
            throw new DecodeException("sequence is 0");
        }
        checkOrder(data.forgetBefore(), "forget before", data.sequence(), "sequence");
        if (!data.retransmission() && data.source() != DatagramHeader.memberId(datagram)) {
            throw new DecodeException("source of new data is not who sent it");
        }
        MessageAssembler.validate(datagram, reader.position());
        reader.readSlice(reader.remaining(), "frames");
        return data;
    }

    private static CodedRepair readCode(WireReader reader, byte[] datagram) throws DecodeException {
        long source = reader.readLong("source");
        long first = reader.readSequence("first sequence");
        if (first == 0) {
            throw new DecodeException("sequence is 0");
        }
        int lengths = reader.readUnsignedShort("lengths");
        int further = reader.readUnsignedByte("further packets");
        if (further < 1 || further >= CodedRepair.MAX_PACKETS) {
            throw new DecodeException("further packets are " + further);
        }
        int[] requests = new int[reader.readUnsignedByte("requests")];
        long[] sequences = new long[further + 1];
        sequences[0] = first;
        for (int i = 1; i <= further; i++) {
            sequences[i] = first + reader.readUnsignedByte("further sequence");
            if (sequences[i] <= sequences[i - 1]) {
                throw new DecodeException("sequences do not ascend");
            }
        }
        for (int i = 0; i < requests.length; i++) {
            requests[i] = reader.readInt("request");
        }
        if (reader.remaining() < CodedRepair.PART.leastBytes()) {
            throw new DecodeException("code of " + reader.remaining() + " bytes is shorter than any packet's");
        }
        int at = reader.readSlice(reader.remaining(), "code");
        return new CodedRepair(source, sequences, lengths, requests, datagram, at);
    }

    private static Beacon readBeacon(WireReader reader, int flags) throws DecodeException {
        Beacon beacon = new Beacon(
                (flags & TramCodec.PRUNE) != 0,
                (flags & TramCodec.DONE) != 0,
                (flags & TramCodec.FILLER) != 0,
                reader.readSequence("highest"),
                reader.readSequence("forget before"),
                reader.readSequence("messages"),
                reader.readNonNegativeInt("advertisement interval"),
                reader.readNonNegativeInt("rate"),
                reader.readUnsignedShort("worst loss"));
        checkOrder(beacon.forgetBefore(), "forget before", beacon.highest() + 1, "the sequence after the highest");
        return beacon;
    }

    private static void checkOrder(long low, String lowName, long high, String highName) throws DecodeException {
        if (low > high) {
            throw new DecodeException(lowName + " " + low + " is above " + highName + " " + high);
        }
    }

    private static Hello readHello(WireReader reader, int flags) throws DecodeException {
        int ttl = reader.readUnsignedByte("ttl");
        HeadState state = choice(reader, HeadState.values(), "head state");
        MemberRole role = choice(reader, MemberRole.values(), "role");
        TreePlace place = readPlace(reader);
        int members = reader.readUnsignedShort("members");
        long source = reader.readLong("source");
        long low = reader.readSequence("low");
        long next = reader.readSequence("next");
        checkOrder(low, "low", next, "next");
        int count = reader.readCount(8, "members to acknowledge");
        List<Long> demand = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            demand.add(reader.readLong("member to acknowledge"));
        }
        int roundTrip = (flags & TramCodec.ROUND_TRIP) == 0 ? 0 : reader.readNonNegativeInt("round trip");
        return new Hello(ttl, state, role, place, members, source, low, next, demand, roundTrip);
    }

    private static TreePlace readPlace(WireReader reader) throws DecodeException {
        int level = reader.readUnsignedByte("level");
        return new TreePlace(reader.readSequence("wave"), level);
    }

    private static HeadAdvertisement readAdvertisement(WireReader reader, int flags) throws DecodeException {
        HeadAdvertisement advertisement = new HeadAdvertisement(
                (flags & TramCodec.ELECTION) != 0,
                reader.readUnsignedByte("ttl"),
                choice(reader, HeadState.values(), "head state"),
                choice(reader, MemberRole.values(), "role"),
                choice(reader, LanState.values(), "LAN state"),
                readPlace(reader),
                reader.readUnsignedShort("members"),
                reader.readUnsignedShort("capacity"),
                reader.readLong("source"),
                reader.readSequence("low"));
        readReserved(reader);
        readReserved(reader);
        return advertisement;
    }

    private static MemberSolicitation readSolicitation(WireReader reader, int flags) throws DecodeException {
        MemberSolicitation solicitation = new MemberSolicitation(
                (flags & TramCodec.URGENT) != 0,
                reader.readUnsignedByte("ttl"),
                choice(reader, MemberRole.values(), "role"),
                readPlace(reader),
                reader.readLong("source"),
                reader.readSequence("wanted"));
        readReserved(reader);
        readReserved(reader);
        readReserved(reader);
        return solicitation;
    }

    private static CookieRequest readCookieRequest(WireReader reader) throws DecodeException {
        CookieRequest request = new CookieRequest(reader.readLong("nonce"));
        readReserved(reader);
        return request;
    }

    private static void readReserved(WireReader reader) throws DecodeException {
        if (reader.readLong("reserved") != 0) {
            throw new DecodeException("reserved is not 0");
        }
    }

    private static RejectMember readReject(WireReader reader, int flags) throws DecodeException {
        RejectReason reason = choice(reader, RejectReason.values(), "reject reason");
        long low = reader.readSequence("low");
        long nonce = reader.readLong("nonce");
        if ((flags & TramCodec.REFERRAL) == 0) {
            return new RejectMember(reason, low, nonce);
        }
        long member = reader.readLong("referral");
        int ttl = reader.readUnsignedByte("ttl of the referral");
        InetSocketAddress address = reader.readAddress("address of the referral");
        boolean ipv4 = address.getAddress().getAddress().length == 4;
        for (int reserved = ipv4 ? REFERRAL_PADDING_IPV4 : REFERRAL_PADDING_IPV6; reserved > 0; reserved--) {
            if (reader.readUnsignedByte("reserved") != 0) {
                throw new DecodeException("reserved is not 0");
            }
        }
        return new RejectMember(reason, low, nonce, new Referral(member, address, ttl));
    }

    private static HeadBind readBind(WireReader reader, int flags) throws DecodeException {
        return new HeadBind(
                (flags & TramCodec.ACCEPT_LOSS) != 0,
                reader.readUnsignedByte("ttl"),
                choice(reader, MemberRole.values(), "role"),
                readPlace(reader),
                reader.readUnsignedShort("members"),
                reader.readLong("former head"),
                reader.readNonNegativeInt("move"),
                reader.readLong("source"),
                reader.readSequence("wanted"),
                reader.readLong("nonce"));
    }

    private static AcceptMember readAccept(WireReader reader) throws DecodeException {
        return new AcceptMember(
                readPlace(reader),
                reader.readSequence("start"),
                reader.readSequence("start message") - 1,
                reader.readLong("nonce"),
                reader.readLong("cookie"));
    }

    private static Ack readAck(WireReader reader, int flags) throws DecodeException {
        boolean terminate = (flags & TramCodec.TERMINATE) != 0;
        long source = reader.readLong("source");
        long start = reader.readSequence("start");
        long subtreeStart = reader.readSequence("subtree start");
        long highestAllowed = reader.readSequence("highest allowed");
        int receivers = reader.readNonNegativeInt("receivers");
        int direct = reader.readUnsignedShort("direct members");
        int indirect = reader.readNonNegativeInt("indirect members");
        int loss = reader.readUnsignedShort("loss");
        int reaffiliations = reader.readNonNegativeInt("re-affiliations");
        int askedElsewhere = reader.readNonNegativeInt("packets asked for elsewhere");
        long cookie = reader.readLong("cookie");
        int more = reader.readUnsignedByte("more flags");
        if ((more & ~(TramCodec.RATE | TramCodec.DECODES)) != 0) {
            throw new DecodeException("more flags are " + more);
        }
        int count = reader.readUnsignedByte("laggards");
        if (count > TramCodec.MAX_LAGGARDS) {
            throw new DecodeException(count + " laggards are more than " + TramCodec.MAX_LAGGARDS);
        }
        List<Laggard> laggards = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            laggards.add(new Laggard(reader.readLong("laggard"), reader.readSequence("laggard's start")));
        }
        Asked asked = readAsked(reader, start, (more & TramCodec.DECODES) != 0);
        int probe = (flags & TramCodec.HELLO_NOT_RECEIVED) == 0 ? 0 : readProbe(reader);
        RateReport rate = (more & TramCodec.RATE) == 0 ? null : readRate(reader);
        return new Ack(
                (flags & TramCodec.CONGESTION) != 0,
                terminate,
                probe,
                (flags & TramCodec.SUBTREE_LOSS) != 0,
                !terminate && (flags & TramCodec.GREEDY) != 0,
                (flags & TramCodec.TEMPORARY) != 0,
                (flags & TramCodec.REPORTS_PENDING) != 0,
                terminate && (flags & TramCodec.MOVES) != 0,
                cookie,
                source,
                start,
                subtreeStart,
                highestAllowed,
                receivers,
                direct,
                indirect,
                loss,
                reaffiliations,
                askedElsewhere,
                laggards,
                asked,
                rate);
    }

    private static RateReport readRate(WireReader reader) throws DecodeException {
        return RateReportCodec.read(reader, reader.readMemberId("slowest member"));
    }

    private static int readProbe(WireReader reader) throws DecodeException {
        int probe = reader.readInt("probe");
        if (probe == 0) {
            throw new DecodeException("probe is 0");
        }
        return probe;
    }

    private static Asked readAsked(WireReader reader, long start, boolean decodes) throws DecodeException {
        byte[] mask = SequenceMask.read(reader, TramCodec.MAX_MASK_BYTES);
        if (mask.length == 0) {
            return Asked.NOTHING;
        }
        int number = reader.readInt("request");
        int roundTripMicros = reader.readNonNegativeInt("round trip");
        long first = start + reader.readNonNegativeInt("distance of the mask");
        return new Asked(number, roundTripMicros, first, mask, decodes);
    }

    private static NotRepaired readNotRepaired(WireReader reader, int flags) throws DecodeException {
        long source = reader.readLong("source");
        long start = reader.readSequence("start");
        long low = reader.readSequence("low");
        byte[] mask = SequenceMask.read(reader, TramCodec.MAX_MASK_BYTES);
        @Nullable
        InetSocketAddress nextHead =
                (flags & TramCodec.NEXT_HEAD) == 0 ? null : reader.readAddress("next head's address");
        return new NotRepaired(source, start, low, nextHead, mask);
    }

    private static MemberReport readReport(WireReader reader, int flags) throws DecodeException {
        MemberFate fate = choice(reader, MemberFate.values(), "fate");
        long source = reader.readLong("source");
        long reporter = reader.readLong("reporter");
        int number = reader.readNonNegativeInt("number");
        long member = reader.readLong("member");
        int move = reader.readNonNegativeInt("move");
        int below = reader.readNonNegativeInt("receivers below");
        long formerHead = reader.readLong("former head");
        long start = reader.readSequence("start");
        long subtreeStart = reader.readSequence("subtree start");
        long behind = reader.readSequence("packets behind");
        return new MemberReport(
                fate,
                source,
                reporter,
                number,
                member,
                move,
                reader.readAddress("member's address"),
                (flags & TramCodec.RECEIVER) != 0,
                below,
                formerHead,
                start,
                subtreeStart,
                behind,
                readReason(reader));
    }

    private static Reason readReason(WireReader reader) throws DecodeException {
        return new Reason(CauseCode.read(reader.readUnsignedByte("cause")), readText(reader, "text"));
    }

    /**
     * Text is shown to people, and passed on: what is not printable, turns the direction of writing or breaks the line, or is no
     * UTF-8, becomes a question mark, so that it is never longer than it was.
     */
    private static String readText(WireReader reader, String field) throws DecodeException {
        int length = reader.readUnsignedByte(field + " length");
        if (length > TramCodec.MAX_TEXT_BYTES) {
            throw new DecodeException(field + " of " + length + " bytes is longer than " + TramCodec.MAX_TEXT_BYTES);
        }
        byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++) {
            bytes[i] = (byte) reader.readUnsignedByte(field);
        }
        return UNPRINTABLE.matcher(new String(bytes, StandardCharsets.UTF_8)).replaceAll("?");
    }

    private static <E> E choice(WireReader reader, E[] values, String field) throws DecodeException {
        int ordinal = reader.readUnsignedByte(field);
        if (ordinal >= values.length) {
            throw new DecodeException(field + " is " + ordinal);
        }
        return values[ordinal];
    }
}
