package org.rmcast.pbcast.wire;

import java.util.List;
import org.rmcast.core.wire.DatagramHeader;
import org.rmcast.core.wire.DecodeException;
import org.rmcast.core.wire.SequenceMask;
import org.rmcast.core.wire.Wire;
import org.rmcast.core.wire.WireId;
import org.rmcast.core.wire.WireWriter;
import org.rmcast.pbcast.wire.PbcastPacket.Digest;
import org.rmcast.pbcast.wire.PbcastPacket.Entry;
import org.rmcast.pbcast.wire.PbcastPacket.Info;
import org.rmcast.pbcast.wire.PbcastPacket.Link;
import org.rmcast.pbcast.wire.PbcastPacket.PacketType;
import org.rmcast.pbcast.wire.PbcastPacket.Poll;
import org.rmcast.pbcast.wire.PbcastPacket.Position;
import org.rmcast.pbcast.wire.PbcastPacket.Request;
import org.rmcast.pbcast.wire.PbcastPacket.Want;

/**
 * Encodes and decodes the packets of Bimodal Multicast. Big-endian, after the common header of 32 bytes ({@link
 * DatagramHeader}); v is a number of variable length ({@link WireWriter#writeVarint}):
 *
 * <pre>
 * DATA (1), RETRANSMISSION (2), FORWARD (3)
 *   32  8 source          40  8 sequence        48  8 first message   56  8 low   64  n frames
 * GOSSIP (4), LACK (5); flags: 1 TRUNCATED
 *   32  4 round           36  2 count           38  1 number of sums: 0, 1, 2, 4, 8, 16   39  4 each sum   +  n entries
 *   entry: 8 source   1 flags (1 ENDED, 2 LOST, 4 CUT, 8 REPAIRED, 16 MASK, 32 KEPT)   v next   v next - low   v limit - next
 *          v messages   with KEPT v low - kept   with LOST v lost limit   with CUT v mask start - next   with MASK 2 mask length   n mask
 *          with REPAIRED v start - low   2 mask length   n mask
 * REQUEST (6), MCAST (8); flags: 1 PROMPT
 *   32  4 round           36  2 count           38  n wants
 *   want:  8 source   8 start   2 mask length   n mask
 * INFO (7)
 *   32  4 round           36  1 length, 4 or 16 address, 2 port of the holder     +  2 count   +  n wants
 * POLL (9); flags: 1 ANSWER, 2 ENDED
 *   32  4 number          36  8 low             44  8 limit           52  8 messages
 *   60  8 reserved, 0: no answer is longer
 * POSITION (10)
 *   32  4 number          36  8 next            44  8 limit           52  8 lost limit   60  8 received
 * LINK (11); flags: 1 IN TREE; nothing follows
 * </pre>
 *
 * Thread safe.
 */
public final class PbcastCodec {
    /** The protocol's byte in the common header. */
    public static final int PROTOCOL = WireId.PBCAST.code();

    /** The longest mask: 8,192 packets. */
    public static final int MAX_MASK_BYTES = 1024;

    /** The shortest digest entry. */
    public static final int MIN_ENTRY_BYTES = 13;

    /** The most sums of a digest. */
    public static final int MAX_SUMS = 16;

    /**
     * Positions in streams from here on are refused, so that what is computed from one that was taken, and told to others, is taken by
     * them.
     */
    public static final long POSITIONS = Wire.MAX_SEQUENCE >> 1;

    /** The shortest want. */
    public static final int MIN_WANT_BYTES = 18;

    /** What precedes the wants of a request. */
    public static final int LIST_OFFSET = DatagramHeader.BYTES + 6;

    /** What precedes the entries of a digest without sums; each takes four bytes more. */
    public static final int ENTRIES_OFFSET = LIST_OFFSET + 1;

    /** The length of every POLL. */
    public static final int POLL_BYTES = DatagramHeader.BYTES + 36;

    /** The length of every POSITION. */
    public static final int POSITION_BYTES = DatagramHeader.BYTES + 36;

    static final int TRUNCATED = 1;
    static final int PROMPT = 1;
    static final int ANSWER = 1;
    static final int POLL_ENDED = 2;
    static final int IN_TREE = 1;
    static final int ENDED = 1;
    static final int LOST = 2;
    static final int CUT = 4;
    static final int REPAIRED = 8;
    static final int MASK = 16;
    static final int KEPT = 32;

    private PbcastCodec() {}

    /** Begins a plain DATA packet of a source, which is who sends it; the frames follow. */
    public static WireWriter beginData(long source, long sequence, long firstMessage, long low, WireWriter writer) {
        return DatagramHeader.begin(writer, PacketType.DATA.code(), 0)
                .writeLong(source)
                .writeLong(sequence)
                .writeLong(firstMessage)
                .writeLong(low);
    }

    /**
     * Makes a repair, or a packet passed on, of a data packet that somebody sent; the result is plain.
     *
     * @param type RETRANSMISSION or FORWARD
     */
    public static byte[] again(PacketType type, byte[] data) {
        return DatagramHeader.copyAs(data, type.code(), 0);
    }

    /** Encodes any packet but data, for which see {@link #beginData}; the result is plain. */
    public static byte[] encode(PbcastPacket packet) {
        WireWriter writer = switch (packet.type()) {
            case DATA, RETRANSMISSION, FORWARD -> throw new IllegalArgumentException("data is written frame by frame");
            case GOSSIP, LACK -> write((Digest) packet);
            case REQUEST, MCAST -> write((Request) packet);
            case INFO -> write((Info) packet);
            case POLL -> write((Poll) packet);
            case POSITION -> write((Position) packet);
            case LINK -> begin(packet, ((Link) packet).inTree() ? IN_TREE : 0, 0);
        };
        return writer.toByteArray();
    }

    /** Decodes a datagram whose common header was checked. */
    public static PbcastPacket decode(byte[] datagram) throws DecodeException {
        return PbcastDecoder.decode(datagram);
    }

    /** How many bytes an entry takes. */
    public static int length(Entry entry) {
        int length = Long.BYTES
                + 1
                + WireWriter.varintBytes(entry.next())
                + WireWriter.varintBytes(entry.next() - entry.low())
                + WireWriter.varintBytes(entry.limit() - entry.next())
                + WireWriter.varintBytes(entry.messages());
        length += entry.kept() < entry.low() ? WireWriter.varintBytes(entry.low() - entry.kept()) : 0;
        length += entry.lostLimit() > 0 ? WireWriter.varintBytes(entry.lostLimit()) : 0;
        length += entry.maskStart() > entry.next() ? WireWriter.varintBytes(entry.maskStart() - entry.next()) : 0;
        length += entry.mask().length > 0 ? 2 + entry.mask().length : 0;
        return entry.repaired().length == 0
                ? length
                : length + WireWriter.varintBytes(entry.repairedStart() - entry.low()) + 2 + entry.repaired().length;
    }

    /** How many bytes a want takes. */
    public static int length(Want want) {
        return MIN_WANT_BYTES + want.mask().length;
    }

    private static WireWriter begin(PbcastPacket packet, int flags, int bodyBytes) {
        WireWriter writer = new WireWriter(DatagramHeader.BYTES + bodyBytes);
        return DatagramHeader.begin(writer, packet.type().code(), flags);
    }

    private static WireWriter write(Digest digest) {
        WireWriter writer = begin(digest, digest.truncated() ? TRUNCATED : 0, 1372)
                .writeInt(digest.round())
                .writeShort(digest.entries().size())
                .writeByte(digest.sums().length);
        for (int sum : digest.sums()) {
            writer.writeInt(sum);
        }
        for (Entry entry : digest.entries()) {
            write(writer, entry);
        }
        return writer;
    }

    private static void write(WireWriter writer, Entry entry) {
        boolean cut = entry.maskStart() > entry.next();
        boolean masked = entry.mask().length > 0;
        boolean kept = entry.kept() < entry.low();
        boolean repaired = entry.repaired().length > 0;
        writer.writeLong(entry.source())
                .writeByte((entry.ended() ? ENDED : 0)
                        | (entry.lostLimit() > 0 ? LOST : 0)
                        | (cut ? CUT : 0)
                        | (repaired ? REPAIRED : 0)
                        | (masked ? MASK : 0)
                        | (kept ? KEPT : 0))
                .writeVarint(entry.next())
                .writeVarint(entry.next() - entry.low())
                .writeVarint(entry.limit() - entry.next())
                .writeVarint(entry.messages());
        if (kept) {
            writer.writeVarint(entry.low() - entry.kept());
        }
        if (entry.lostLimit() > 0) {
            writer.writeVarint(entry.lostLimit());
        }
        if (cut) {
            writer.writeVarint(entry.maskStart() - entry.next());
        }
        if (masked) {
            SequenceMask.write(writer, entry.mask());
        }
        if (repaired) {
            writer.writeVarint(entry.repairedStart() - entry.low());
            SequenceMask.write(writer, entry.repaired());
        }
    }

    private static WireWriter write(Request request) {
        WireWriter writer = begin(request, request.prompt() ? PROMPT : 0, 256).writeInt(request.round());
        return write(writer, request.wants());
    }

    private static WireWriter write(Info info) {
        WireWriter writer = begin(info, 0, 256).writeInt(info.round()).writeAddress(info.holder());
        return write(writer, info.wants());
    }

    private static WireWriter write(WireWriter writer, List<Want> wants) {
        writer.writeShort(wants.size());
        for (Want want : wants) {
            SequenceMask.write(writer.writeLong(want.source()).writeLong(want.start()), want.mask());
        }
        return writer;
    }

    private static WireWriter write(Poll poll) {
        return begin(poll, (poll.answer() ? ANSWER : 0) | (poll.ended() ? POLL_ENDED : 0), 36)
                .writeInt(poll.number())
                .writeLong(poll.low())
                .writeLong(poll.limit())
                .writeLong(poll.messages())
                .writeLong(0);
    }

    private static WireWriter write(Position position) {
        return begin(position, 0, 36)
                .writeInt(position.number())
                .writeLong(position.next())
                .writeLong(position.limit())
                .writeLong(position.lostLimit())
                .writeLong(position.received());
    }
}
