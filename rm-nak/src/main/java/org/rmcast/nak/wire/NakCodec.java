package org.rmcast.nak.wire;

import org.rmcast.api.Role;
import org.rmcast.core.flow.shared.RateReportCodec;
import org.rmcast.core.wire.DatagramHeader;
import org.rmcast.core.wire.DecodeException;
import org.rmcast.core.wire.SequenceMask;
import org.rmcast.core.wire.Wire;
import org.rmcast.core.wire.WireId;
import org.rmcast.core.wire.WireWriter;
import org.rmcast.nak.wire.NakPacket.Hello;
import org.rmcast.nak.wire.NakPacket.PacketType;
import org.rmcast.nak.wire.NakPacket.Position;
import org.rmcast.nak.wire.NakPacket.Proof;
import org.rmcast.nak.wire.NakPacket.Rate;
import org.rmcast.nak.wire.NakPacket.RateTaken;
import org.rmcast.nak.wire.NakPacket.Reach;
import org.rmcast.nak.wire.NakPacket.Request;
import org.rmcast.nak.wire.NakPacket.Session;
import org.rmcast.nak.wire.NakPacket.Welcome;

/**
 * Encodes and decodes the packets of the NAK protocol. Big-endian, after the common header of 32 bytes ({@link DatagramHeader}); v is a
 * number of variable length ({@link WireWriter#writeVarint}):
 *
 * <pre>
 * DATA (1), REPAIR (2); flags of DATA: 1 TIMED
 *   32  8 sequence        40  8 first message   52  n frames
 *   48  4 in REPAIR the number of the request, in DATA with TIMED the sender's time (microseconds, modulo 2^32), else 0
 * SESSION (3); flags: 1 ENDED, 2 ANSWER
 *   32  1 role            33  4 interval in ms  37  4 poll   41  8 low   49  8 limit   57  8 messages
 *   65  2 count           67  n of others:      8 source   v limit   v messages
 * REQUEST (4)
 *   32  4 number          36  2 count           38  n wants: 8 start   2 mask length   n mask
 * POSITION (5); flags: 1 ENDED
 *   32  4 poll            36  8 next            44  8 lost limit      52  8 lost packets
 * HELLO (6)
 *   32  8 target          40  8 nonce           48  1 role
 * WELCOME (7)
 *   32  8 nonce           40  8 cookie
 * PROOF (8); flags: 1 ENDED, 4 MET
 *   32  8 cookie shown    40  8 cookie given    48  8 low    56  8 limit   64  8 messages
 * LEAVE (9); nothing follows
 * RATE (10)
 *   32  4 number          36 29 how fast the stream may be: 8 rate wanted (bytes/s)   8 rate received (bytes/s)
 *    4 loss event rate in 2^-32   4 round trip (microseconds)   4 of that in queues   1 what bounds the rate
 * RATE_TAKEN (11)
 *   32  4 number          36  4 pause before the next (microseconds)
 * </pre>
 *
 * Roles are 1 sender, 2 receiver, 3 peer. Thread safe.
 */
public final class NakCodec {
    /** The protocol's byte in the common header. */
    public static final int PROTOCOL = WireId.NAK.code();

    /** The longest mask: 8,192 packets. */
    public static final int MAX_MASK_BYTES = 1_024;

    /** Sequences from here on are refused, so that what is computed from one that was taken is taken by others. */
    public static final long POSITIONS = Wire.MAX_SEQUENCE >> 1;

    /** The length of every WELCOME; no HELLO is shorter. */
    public static final int WELCOME_BYTES = DatagramHeader.BYTES + 16;

    /** What precedes the streams of others in SESSION. */
    public static final int OTHERS_OFFSET = DatagramHeader.BYTES + 35;

    /** The most that one of them takes. */
    public static final int MOST_HEARD_BYTES = 8 + 9 + 9;

    /** What precedes the wants of a REQUEST. */
    public static final int WANTS_OFFSET = DatagramHeader.BYTES + 6;

    /** What a want takes besides its mask. */
    public static final int WANT_BYTES = 10;

    static final int TIMED = 1;
    static final int ENDED = 1;
    static final int ANSWER = 2;
    static final int MET = 4;
    private static final int NUMBER_OFFSET = DatagramHeader.BYTES + 16;

    private NakCodec() {}

    /** Begins a plain DATA packet; the frames follow. */
    public static WireWriter beginData(long sequence, long firstMessage, WireWriter writer) {
        return beginData(0, sequence, firstMessage, 0, writer);
    }

    /**
     * As {@link #beginData}, for one that says when it leaves.
     *
     * @param micros the sender's time in microseconds, modulo 2^32
     */
    public static WireWriter beginTimedData(long sequence, long firstMessage, int micros, WireWriter writer) {
        return beginData(TIMED, sequence, firstMessage, micros, writer);
    }

    private static WireWriter beginData(int flags, long sequence, long firstMessage, int number, WireWriter writer) {
        return DatagramHeader.begin(writer, PacketType.DATA.code(), flags)
                .writeLong(sequence)
                .writeLong(firstMessage)
                .writeInt(number);
    }

    /** Makes a plain REPAIR of a DATA packet, in answer to a request of this number. */
    public static byte[] repair(byte[] data, int number) {
        return DatagramHeader.copyAs(data, PacketType.REPAIR.code(), 0, NUMBER_OFFSET, number);
    }

    /** Encodes any packet but data, for which see {@link #beginData}; the result is plain. */
    public static byte[] encode(NakPacket packet) {
        WireWriter writer = switch (packet.type()) {
            case DATA, REPAIR -> throw new IllegalArgumentException("data is written frame by frame");
            case SESSION -> write((Session) packet);
            case REQUEST -> write((Request) packet);
            case POSITION -> write((Position) packet);
            case HELLO -> write((Hello) packet);
            case WELCOME ->
                begin(packet, 0, 16).writeLong(((Welcome) packet).nonce()).writeLong(((Welcome) packet).cookie());
            case PROOF -> write((Proof) packet);
            case LEAVE -> begin(packet, 0, 0);
            case RATE -> {
                Rate rate = (Rate) packet;
                WireWriter begun = begin(packet, 0, 4 + RateReportCodec.BYTES).writeInt(rate.number());
                yield RateReportCodec.write(begun, rate.report());
            }
            case RATE_TAKEN -> {
                RateTaken taken = (RateTaken) packet;
                yield begin(packet, 0, 8).writeInt(taken.number()).writeInt(taken.pauseMicros());
            }
        };
        return writer.toByteArray();
    }

    private static WireWriter begin(NakPacket packet, int flags, int bytes) {
        return DatagramHeader.begin(
                new WireWriter(DatagramHeader.BYTES + bytes), packet.type().code(), flags);
    }

    private static WireWriter write(Session session) {
        Reach own = session.own();
        int flags = (own.ended() ? ENDED : 0) | (session.answer() ? ANSWER : 0);
        WireWriter writer = begin(
                        session, flags, 35 + MOST_HEARD_BYTES * session.others().size())
                .writeByte(code(session.role()))
                .writeInt(session.intervalMillis())
                .writeInt(session.poll());
        writeReach(own, writer).writeShort(session.others().size());
        session.others()
                .forEach(other -> writer.writeLong(other.source())
                        .writeVarint(other.limit())
                        .writeVarint(other.messages()));
        return writer;
    }

    private static WireWriter writeReach(Reach reach, WireWriter writer) {
        return writer.writeLong(reach.low()).writeLong(reach.limit()).writeLong(reach.messages());
    }

    private static WireWriter write(Request request) {
        WireWriter writer = begin(request, 0, 6 + 64 * request.wants().size())
                .writeInt(request.number())
                .writeShort(request.wants().size());
        request.wants().forEach(want -> SequenceMask.write(writer.writeLong(want.start()), want.mask()));
        return writer;
    }

    private static WireWriter write(Position position) {
        return begin(position, position.knowsEnd() ? ENDED : 0, 28)
                .writeInt(position.poll())
                .writeLong(position.next())
                .writeLong(position.lostLimit())
                .writeLong(position.lostPackets());
    }

    private static WireWriter write(Hello hello) {
        return begin(hello, 0, 17)
                .writeLong(hello.target())
                .writeLong(hello.nonce())
                .writeByte(code(hello.role()));
    }

    private static WireWriter write(Proof proof) {
        int flags = (proof.own().ended() ? ENDED : 0) | (proof.met() ? MET : 0);
        WireWriter writer = begin(proof, flags, 40).writeLong(proof.shown()).writeLong(proof.given());
        return writeReach(proof.own(), writer);
    }

    static int code(Role role) {
        return switch (role) {
            case SENDER -> 1;
            case RECEIVER -> 2;
            case PEER -> 3;
            case REPAIR_NODE -> throw new IllegalArgumentException("there are no repair nodes in this protocol");
        };
    }

    /** Decodes a datagram whose common header was checked. */
    public static NakPacket decode(byte[] datagram) throws DecodeException {
        return NakDecoder.decode(datagram);
    }
}
