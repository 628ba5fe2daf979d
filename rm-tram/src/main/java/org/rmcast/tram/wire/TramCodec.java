package org.rmcast.tram.wire;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.rmcast.core.engine.Reason;
import org.rmcast.core.flow.shared.RateReport;
import org.rmcast.core.flow.shared.RateReportCodec;
import org.rmcast.core.wire.DatagramHeader;
import org.rmcast.core.wire.DecodeException;
import org.rmcast.core.wire.SequenceMask;
import org.rmcast.core.wire.WireId;
import org.rmcast.core.wire.WireWriter;
import org.rmcast.tram.wire.TramPacket.AcceptMember;
import org.rmcast.tram.wire.TramPacket.Ack;
import org.rmcast.tram.wire.TramPacket.Asked;
import org.rmcast.tram.wire.TramPacket.Beacon;
import org.rmcast.tram.wire.TramPacket.CodedRepair;
import org.rmcast.tram.wire.TramPacket.Cookie;
import org.rmcast.tram.wire.TramPacket.CookieRequest;
import org.rmcast.tram.wire.TramPacket.Data;
import org.rmcast.tram.wire.TramPacket.HeadAdvertisement;
import org.rmcast.tram.wire.TramPacket.HeadBind;
import org.rmcast.tram.wire.TramPacket.Hello;
import org.rmcast.tram.wire.TramPacket.Laggard;
import org.rmcast.tram.wire.TramPacket.MemberReport;
import org.rmcast.tram.wire.TramPacket.MemberSolicitation;
import org.rmcast.tram.wire.TramPacket.NotRepaired;
import org.rmcast.tram.wire.TramPacket.Referral;
import org.rmcast.tram.wire.TramPacket.RejectMember;
import org.rmcast.tram.wire.TramPacket.ReportTaken;
import org.rmcast.tram.wire.TramPacket.Standing;
import org.rmcast.tram.wire.TramPacket.Type;
import org.rmcast.tram.wire.TramPacket.UnicastHello;

/**
 * Encodes and decodes TRAM's packets. Big-endian, after the common header of 32 bytes ({@link DatagramHeader}):
 *
 * <pre>
 * DATA (1), RETRANSMISSION (2), UNICAST_DATA (13); flags: 1 PRUNE; in DATA 2 TIMED
 *   32  8 source          40  8 sequence        48  8 first message   56  8 forget before
 *   64  4 rate (bytes/s); with TIMED the sender's time (microseconds, modulo 2^32); in repairs the number of the request
 *   68  2 ack window      70  2 worst loss      72  n frames
 * BEACON (3); flags: 1 PRUNE, 2 DONE, 4 FILLER
 *   32  8 highest         40  8 forget before   48  8 messages        56  4 advertisement interval (ms)
 *   60  4 rate            64  2 worst loss
 * HELLO (4); flags: 1 ROUND_TRIP
 *   32  1 ttl   33  1 head state   34  1 role   35  1 level   36  8 wave   44  2 members
 *   46  8 source          54  8 low             62  8 next            70  2 count   72  8 each: member to acknowledge
 *    +  with ROUND_TRIP: 4 round trip to the sender (microseconds)
 * HEAD_ADVERTISEMENT (5); flags: 1 ELECTION
 *   32  1 ttl   33  1 head state   34  1 role   35  1 LAN state   36  1 level   37  8 wave   45  2 members   47  2 capacity
 *   49  8 source          57  8 low             65 20 reserved, 0: no answer is longer
 * MEMBER_SOLICITATION (6); flags: 1 URGENT
 *   32  1 ttl   33  1 role   34  1 level   35  8 wave   43  8 source   51  8 wanted   59 28 reserved, 0: no answer is longer
 * HEAD_BIND (7); flags: 1 ACCEPT_LOSS
 *   32  1 ttl   33  1 role   34  1 level   35  8 wave   43  2 members   45  8 former head
 *   53  4 move            57  8 source          65  8 wanted          73  8 nonce
 * ACCEPT_MEMBER (8)
 *   32  1 level   33  8 wave   41  8 start    49  8 start message + 1   57  8 nonce of the bind   65  8 cookie
 * REJECT_MEMBER (9); flags: 1 REFERRAL
 *   32  1 reason  33  8 low    41  8 nonce of the bind    +  with REFERRAL: 8 member, 1 ttl, 1 length, 4 or 16 address, 2 port,
 *    reserved, 0, up to the length of HEAD_BIND
 * UNICAST_HELLO (10)
 *   32  1 reason  33  1 level    34  8 low     42  4 echo    46  1 cause   47  1 length   48  n text (UTF-8)
 * ACK (11); flags: 1 CONGESTION, 2 TERMINATE, 4 HELLO_NOT_RECEIVED, 8 SUBTREE_LOSS, 16 GREEDY, 32 TEMPORARY,
 * 64 REPORTS_PENDING; with TERMINATE 16 is MOVES
 *   32  8 source          40  8 start           48  8 subtree start   56  8 highest allowed
 *   64  4 receivers       68  2 direct members  70  4 indirect members  74  2 loss
 *   76  4 re-affiliations 80  4 packets asked for elsewhere             84  8 cookie
 *   92  1 more flags: 1 RATE
 *   93  1 count           94 16 each: member, start of a laggard
 *    +  2 mask length      +  n mask           +  with a mask: 4 number of the request, 4 round trip in microseconds,
 *    4 distance of the mask from start
 *    +  with HELLO_NOT_RECEIVED: 4 number of the probe
 *    of more flags 1 RATE, 2 DECODES
 *    +  with RATE: 8 member that wants the lowest rate   8 that rate (bytes/s)   8 what it receives (bytes/s)
 *    4 its loss event rate in 2^-32   4 its round trip to the sender (microseconds)   4 of that in queues   1 what bounds the rate
 * NOT_REPAIRED (12); flags: 1 NEXT_HEAD
 *   32  8 source          40  8 start           48  8 low
 *   56  2 mask length     58  n mask             +  with NEXT_HEAD: 1 length, 4 or 16 address, 2 port
 * MEMBER_REPORT (14); flags: 1 RECEIVER
 *   32  1 fate            33  8 source          41  8 reporter        49  4 number
 *   53  8 member          61  4 move            65  4 receivers below 69  8 former head
 *   77  8 start           85  8 subtree start   93  8 packets behind
 *  101  1 length, 4 or 16 address, 2 port
 *    +  1 cause            +  1 length           +  n text (UTF-8)
 * REPORT_TAKEN (15)
 *   32  8 reporter        40  4 number
 *   with STANDING: 44  8 member   52  4 stays away (ms)   56  1 silences
 * COOKIE_REQUEST (16)
 *   32  8 nonce           40  8 reserved, 0: no answer is longer
 * COOKIE (17)
 *   32  8 nonce of the request    40  8 cookie
 * CODED_REPAIR (0xF0)
 *   32  8 source          40  8 first sequence  48  2 exclusive or of the packets' lengths
 *   50  1 k: further packets, 1 to 15   51  1 n: requests
 *   52  k each: a further sequence, counted from the first, ascending   +  4 each of n: number of a request
 *    +    exclusive or of each packet's bytes 48 to 55 and from 72 on, shorter ones as if zeros followed
 * </pre>
 *
 * A cause is a number of {@link CauseCode}.
 *
 * <p>Thread safe.
 */
@SuppressWarnings({"EnumOrdinal", "BadImport"}) // the golden bytes pin the order of the constants
public final class TramCodec {
    /** The protocol's byte in the common header. */
    public static final int PROTOCOL = WireId.TRAM.code();

    /** The longest mask: 8,192 packets. */
    public static final int MAX_MASK_BYTES = 1024;

    /** The most laggards in one acknowledgement. */
    public static final int MAX_LAGGARDS = 16;

    /** A member and its start. */
    public static final int LAGGARD_BYTES = 16;

    /** The longest text, in bytes of UTF-8; what is longer is cut. */
    public static final int MAX_TEXT_BYTES = 130;

    /** A bind; no longer than the advertisement that it answers, and no shorter than what answers it. */
    public static final int HEAD_BIND_BYTES = DatagramHeader.BYTES + 49;

    /** What an acknowledgement says of the rate. */
    private static final int RATE_BYTES = Long.BYTES + RateReportCodec.BYTES;

    /** An acknowledgement without laggards or the bytes of a mask. */
    public static final int ACK_BYTES = DatagramHeader.BYTES + 76 + RATE_BYTES;

    /** A code in front of its requests and sequences. */
    private static final int CODE_HEADER_BYTES = DatagramHeader.BYTES + 20;

    private static final int TYPE_OFFSET = 4;

    static final int PRUNE = 1;
    static final int TIMED = 2;
    static final int DONE = 2;
    static final int FILLER = 4;
    static final int ELECTION = 1;
    static final int ROUND_TRIP = 1;
    static final int ACCEPT_LOSS = 1;
    static final int URGENT = 1;
    static final int CONGESTION = 1;
    static final int TERMINATE = 2;
    static final int HELLO_NOT_RECEIVED = 4;
    static final int SUBTREE_LOSS = 8;
    static final int GREEDY = 16;
    static final int TEMPORARY = 32;
    static final int REPORTS_PENDING = 64;
    /** Of the flags that stand in the body. */
    static final int RATE = 1;

    static final int DECODES = 2;

    /** Who leaves is not greedy any more. */
    static final int MOVES = GREEDY;

    static final int NEXT_HEAD = 1;
    static final int RECEIVER = 1;
    static final int REFERRAL = 1;
    static final int STANDING = 1;

    private TramCodec() {}

    /** Starts a plain data packet in an empty writer; frames follow. */
    public static WireWriter beginData(Data header, WireWriter writer) {
        int flags = (header.prune() ? PRUNE : 0) | (header.timed() ? TIMED : 0);
        return DatagramHeader.begin(writer, Type.DATA.code(), flags)
                .writeLong(header.source())
                .writeLong(header.sequence())
                .writeLong(header.firstMessage())
                .writeLong(header.forgetBefore())
                .writeInt(header.timed() ? header.sentMicros() : header.rateBytesPerSecond())
                .writeShort(header.ackWindow())
                .writeShort(header.worstLoss());
    }

    /**
     * The same data as a plain packet that repairs.
     *
     * @param type RETRANSMISSION or UNICAST_DATA
     * @param request the number of the request that it answers, 0 if it answers several
     */
    public static byte[] repair(Type type, byte[] data, int request) {
        return DatagramHeader.copyAs(data, type.code(), 0, Data.REQUEST_OFFSET, request);
    }

    /**
     * Several data packets of one source as one plain packet that repairs, see {@link TramPacket.CodedRepair}.
     *
     * @param sequences ascending, no further apart than {@link TramPacket.CodedRepair#MAX_SPAN}
     * @param packets in the same order, 2 to {@link TramPacket.CodedRepair#MAX_PACKETS}
     * @param requests numbers to echo: the first so many for which there is room
     * @param maxBytes the longest packet
     * @return null if there is no room for the packets
     */
    public static byte @Nullable [] codedRepair(long[] sequences, List<byte[]> packets, int[] requests, int maxBytes) {
        int longest = 0;
        int lengths = 0;
        for (byte[] packet : packets) {
            longest = Math.max(longest, packet.length);
            lengths ^= packet.length;
        }
        int codeBytes = CodedRepair.PART.codedBytes(longest);
        int room = maxBytes - CODE_HEADER_BYTES - (sequences.length - 1) - codeBytes;
        if (room < 0) {
            return null;
        }
        int echoes = Math.min(room / Integer.BYTES, Math.min(requests.length, 255));
        WireWriter writer = begin(Type.CODED_REPAIR, 0, maxBytes - room - codeBytes + echoes * Integer.BYTES)
                .writeLong(ByteBuffer.wrap(packets.get(0)).getLong(DatagramHeader.BYTES))
                .writeLong(sequences[0])
                .writeShort(lengths)
                .writeByte(sequences.length - 1)
                .writeByte(echoes);
        for (int i = 1; i < sequences.length; i++) {
            writer.writeByte((int) (sequences[i] - sequences[0]));
        }
        for (int i = 0; i < echoes; i++) {
            writer.writeInt(requests[i]);
        }
        int at = writer.length();
        byte[] datagram = Arrays.copyOf(writer.toByteArray(), at + codeBytes);
        for (byte[] packet : packets) {
            CodedRepair.PART.xorInto(packet, datagram, at);
        }
        return datagram;
    }

    /** What was taken out of a code, see {@link TramPacket.CodedRepair}, as the plain repair that it stands for; in place. */
    public static byte[] repairOf(long source, long sequence, byte[] packet) {
        packet[TYPE_OFFSET] = (byte) Type.RETRANSMISSION.code();
        ByteBuffer.wrap(packet)
                .putLong(DatagramHeader.BYTES, source)
                .putLong(DatagramHeader.BYTES + Long.BYTES, sequence);
        return packet;
    }

    /** Encodes any packet but data, for which see {@link #beginData}; the result is plain. */
    public static byte[] encode(TramPacket packet) {
        WireWriter writer = switch (packet.type()) {
            case DATA, RETRANSMISSION, UNICAST_DATA ->
                throw new IllegalArgumentException("data is written frame by frame");
            case CODED_REPAIR -> throw new IllegalArgumentException("a code is made of packets");
            case BEACON -> write((Beacon) packet);
            case HELLO -> write((Hello) packet);
            case HEAD_ADVERTISEMENT -> write((HeadAdvertisement) packet);
            case MEMBER_SOLICITATION -> write((MemberSolicitation) packet);
            case HEAD_BIND -> write((HeadBind) packet);
            case ACCEPT_MEMBER -> write((AcceptMember) packet);
            case REJECT_MEMBER -> write((RejectMember) packet);
            case UNICAST_HELLO -> write((UnicastHello) packet);
            case ACK -> write((Ack) packet);
            case NOT_REPAIRED -> write((NotRepaired) packet);
            case MEMBER_REPORT -> write((MemberReport) packet);
            case REPORT_TAKEN -> write((ReportTaken) packet);
            case COOKIE_REQUEST ->
                begin(Type.COOKIE_REQUEST, 0, 48)
                        .writeLong(((CookieRequest) packet).nonce())
                        .writeLong(0);
            case COOKIE -> write((Cookie) packet);
        };
        return writer.toByteArray();
    }

    /** Decodes a datagram whose common header was checked. */
    public static TramPacket decode(byte[] datagram) throws DecodeException {
        return TramDecoder.decode(datagram);
    }

    private static WireWriter begin(Type type, int flags, int capacity) {
        return DatagramHeader.begin(new WireWriter(capacity), type.code(), flags);
    }

    private static WireWriter write(Beacon beacon) {
        int flags = (beacon.prune() ? PRUNE : 0) | (beacon.done() ? DONE : 0) | (beacon.filler() ? FILLER : 0);
        return begin(Type.BEACON, flags, 64)
                .writeLong(beacon.highest())
                .writeLong(beacon.forgetBefore())
                .writeLong(beacon.messages())
                .writeInt(beacon.advertisementMillis())
                .writeInt(beacon.rateBytesPerSecond())
                .writeShort(beacon.worstLoss());
    }

    private static WireWriter write(Hello hello) {
        int flags = hello.roundTripMicros() == 0 ? 0 : ROUND_TRIP;
        WireWriter writer = begin(Type.HELLO, flags, 76 + hello.demand().size() * 8)
                .writeByte(hello.ttl())
                .writeByte(hello.state().ordinal())
                .writeByte(hello.role().ordinal())
                .writeByte(hello.place().level())
                .writeLong(hello.place().wave())
                .writeShort(hello.members())
                .writeLong(hello.source())
                .writeLong(hello.low())
                .writeLong(hello.next())
                .writeShort(hello.demand().size());
        hello.demand().forEach(writer::writeLong);
        return flags == 0 ? writer : writer.writeInt(hello.roundTripMicros());
    }

    private static WireWriter write(HeadAdvertisement advertisement) {
        return begin(Type.HEAD_ADVERTISEMENT, advertisement.election() ? ELECTION : 0, 80)
                .writeByte(advertisement.ttl())
                .writeByte(advertisement.state().ordinal())
                .writeByte(advertisement.role().ordinal())
                .writeByte(advertisement.lanState().ordinal())
                .writeByte(advertisement.place().level())
                .writeLong(advertisement.place().wave())
                .writeShort(advertisement.members())
                .writeShort(advertisement.capacity())
                .writeLong(advertisement.source())
                .writeLong(advertisement.low())
                .writeLong(0)
                .writeLong(0);
    }

    private static WireWriter write(MemberSolicitation solicitation) {
        return begin(Type.MEMBER_SOLICITATION, solicitation.urgent() ? URGENT : 0, 80)
                .writeByte(solicitation.ttl())
                .writeByte(solicitation.role().ordinal())
                .writeByte(solicitation.place().level())
                .writeLong(solicitation.place().wave())
                .writeLong(solicitation.source())
                .writeLong(solicitation.wanted())
                .writeLong(0)
                .writeLong(0)
                .writeLong(0);
    }

    private static WireWriter write(HeadBind bind) {
        return begin(Type.HEAD_BIND, bind.acceptLoss() ? ACCEPT_LOSS : 0, 80)
                .writeByte(bind.ttl())
                .writeByte(bind.role().ordinal())
                .writeByte(bind.place().level())
                .writeLong(bind.place().wave())
                .writeShort(bind.members())
                .writeLong(bind.formerHead())
                .writeInt(bind.move())
                .writeLong(bind.source())
                .writeLong(bind.wanted())
                .writeLong(bind.nonce());
    }

    private static WireWriter write(AcceptMember accept) {
        return begin(Type.ACCEPT_MEMBER, 0, 80)
                .writeByte(accept.place().level())
                .writeLong(accept.place().wave())
                .writeLong(accept.start())
                .writeLong(accept.startMessage() + 1)
                .writeLong(accept.nonce())
                .writeLong(accept.cookie());
    }

    private static WireWriter write(RejectMember reject) {
        Referral referral = reject.referral();
        WireWriter writer = begin(Type.REJECT_MEMBER, referral == null ? 0 : REFERRAL, HEAD_BIND_BYTES)
                .writeByte(reject.reason().ordinal())
                .writeLong(reject.low())
                .writeLong(reject.nonce());
        if (referral != null) {
            writer.writeLong(referral.memberId()).writeByte(referral.ttl()).writeAddress(referral.address());
            while (writer.length() < HEAD_BIND_BYTES) {
                writer.writeByte(0);
            }
        }
        return writer;
    }

    private static WireWriter write(UnicastHello hello) {
        WireWriter writer = begin(Type.UNICAST_HELLO, 0, 48)
                .writeByte(hello.reason().ordinal())
                .writeByte(hello.level())
                .writeLong(hello.low())
                .writeInt(hello.echo());
        return write(writer, hello.why());
    }

    private static WireWriter write(Ack ack) {
        int flags = (ack.congestion() ? CONGESTION : 0)
                | (ack.terminate() ? TERMINATE : 0)
                | (ack.probe() == 0 ? 0 : HELLO_NOT_RECEIVED)
                | (ack.subtreeLoss() ? SUBTREE_LOSS : 0)
                | (!ack.terminate() && ack.greedy() ? GREEDY : 0)
                | (ack.temporary() ? TEMPORARY : 0)
                | (ack.reportsPending() ? REPORTS_PENDING : 0)
                | (ack.terminate() && ack.moves() ? MOVES : 0);
        WireWriter writer = begin(
                        Type.ACK,
                        flags,
                        112
                                + RATE_BYTES
                                + ack.asked().mask().length
                                + ack.laggards().size() * LAGGARD_BYTES)
                .writeLong(ack.source())
                .writeLong(ack.start())
                .writeLong(ack.subtreeStart())
                .writeLong(ack.highestAllowed())
                .writeInt(ack.receivers())
                .writeShort(ack.directMembers())
                .writeInt(ack.indirectMembers())
                .writeShort(ack.loss())
                .writeInt(ack.reaffiliations())
                .writeInt(ack.askedElsewhere())
                .writeLong(ack.cookie())
                .writeByte((ack.rate() == null ? 0 : RATE) | (ack.asked().decodes() ? DECODES : 0))
                .writeByte(ack.laggards().size());
        for (Laggard laggard : ack.laggards()) {
            writer.writeLong(laggard.memberId()).writeLong(laggard.start());
        }
        Asked asked = ack.asked();
        SequenceMask.write(writer, asked.mask());
        if (!asked.isNothing()) {
            writer.writeInt(asked.number()).writeInt(asked.roundTripMicros()).writeInt((int)
                    (asked.start() - ack.start()));
        }
        if (ack.probe() != 0) {
            writer.writeInt(ack.probe());
        }
        RateReport rate = ack.rate();
        return rate == null ? writer : RateReportCodec.write(writer.writeLong(rate.memberId()), rate);
    }

    private static WireWriter write(NotRepaired answer) {
        InetSocketAddress nextHead = answer.nextHead();
        WireWriter writer = begin(Type.NOT_REPAIRED, nextHead == null ? 0 : NEXT_HEAD, 96 + answer.mask().length)
                .writeLong(answer.source())
                .writeLong(answer.start())
                .writeLong(answer.low());
        SequenceMask.write(writer, answer.mask());
        return nextHead == null ? writer : writer.writeAddress(nextHead);
    }

    private static WireWriter write(MemberReport report) {
        WireWriter writer = begin(Type.MEMBER_REPORT, report.receiver() ? RECEIVER : 0, 128)
                .writeByte(report.fate().ordinal())
                .writeLong(report.source())
                .writeLong(report.reporterId())
                .writeInt(report.number())
                .writeLong(report.memberId())
                .writeInt(report.move())
                .writeInt(report.receiversBelow())
                .writeLong(report.formerHead())
                .writeLong(report.start())
                .writeLong(report.subtreeStart())
                .writeLong(report.packetsBehind())
                .writeAddress(report.memberAddress());
        return write(writer, report.why());
    }

    private static WireWriter write(ReportTaken taken) {
        Standing standing = taken.standing();
        if (standing == null) {
            return begin(Type.REPORT_TAKEN, 0, 44).writeLong(taken.reporterId()).writeInt(taken.number());
        }
        return begin(Type.REPORT_TAKEN, STANDING, 57)
                .writeLong(taken.reporterId())
                .writeInt(taken.number())
                .writeLong(standing.memberId())
                .writeInt(standing.heldOffMillis())
                .writeByte(standing.silences());
    }

    private static WireWriter write(Cookie cookie) {
        return begin(Type.COOKIE, 0, 48).writeLong(cookie.nonce()).writeLong(cookie.cookie());
    }

    private static WireWriter write(WireWriter writer, Reason why) {
        byte[] bytes = why.text().getBytes(StandardCharsets.UTF_8);
        int length = Math.min(MAX_TEXT_BYTES, bytes.length);
        return writer.writeByte(CauseCode.of(why.cause())).writeByte(length).writeBytes(bytes, 0, length);
    }
}
