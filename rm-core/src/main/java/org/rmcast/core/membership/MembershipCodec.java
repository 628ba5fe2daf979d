package org.rmcast.core.membership;

import java.util.ArrayList;
import java.util.List;
import org.rmcast.core.membership.MembershipPacket.Ack;
import org.rmcast.core.membership.MembershipPacket.Announcement;
import org.rmcast.core.membership.MembershipPacket.IndirectAck;
import org.rmcast.core.membership.MembershipPacket.Join;
import org.rmcast.core.membership.MembershipPacket.Leave;
import org.rmcast.core.membership.MembershipPacket.News;
import org.rmcast.core.membership.MembershipPacket.Page;
import org.rmcast.core.membership.MembershipPacket.Ping;
import org.rmcast.core.membership.MembershipPacket.PingRequest;
import org.rmcast.core.membership.MembershipPacket.Pull;
import org.rmcast.core.membership.MembershipPacket.Sender;
import org.rmcast.core.membership.MembershipPacket.Welcome;
import org.rmcast.core.wire.DatagramHeader;
import org.rmcast.core.wire.DecodeException;
import org.rmcast.core.wire.WireReader;
import org.rmcast.core.wire.WireWriter;

/**
 * Membership packets to datagrams and back, big-endian. All begin with the common header and the sender's part:
 *
 * <pre>
 * size field
 *  1   role (low four bits), 0x10 joined, 0x20 partial view
 *  4   incarnation
 *  8   digest of the view
 *
 * PING           nonce 8, target id 8, cookie 8, count 2, updates
 * ACK            nonce 8, cookie 8, count 2, updates
 * PING_REQUEST   nonce 8, target id 8, target address 7 or 19, padding length 2, padding
 * INDIRECT_ACK   nonce 8, target id 8, alive 1, target incarnation 4
 * JOIN           nonce 8, attempt 1, to group 1, count 2, updates, padding length 2, padding
 * WELCOME        nonce 8, cookie 8, padding length 2, padding
 * PULL           nonce 8, cookie 8, any part 1, from id 8
 * PAGE           nonce 8, more 1, next id 8, count 2, updates
 * LEAVE          nothing more
 * ANNOUNCEMENT   padding length 2, padding
 * NEWS           count 2, updates
 * </pre>
 *
 * Questions are padded, so that no answer to a stranger is longer than what it asked.
 */
final class MembershipCodec {
    static final int FIRST_TYPE = 0xE0;
    static final int LAST_TYPE = 0xEF;
    static final int PING = 0xE0;
    static final int ACK = 0xE1;
    static final int PING_REQUEST = 0xE2;
    static final int INDIRECT_ACK = 0xE3;
    static final int JOIN = 0xE4;
    static final int WELCOME = 0xE5;
    static final int PULL = 0xE6;
    static final int PAGE = 0xE7;
    static final int LEAVE = 0xE8;
    static final int ANNOUNCEMENT = 0xE9;
    static final int NEWS = 0xEA;

    /** No datagram is longer, whatever the channel allows: this passes any path of IPv6 unfragmented. */
    private static final int MAX_BYTES = 1_200;

    private static final int SENDER_BYTES = DatagramHeader.BYTES + 13;
    private static final int ACK_FIXED_BYTES = SENDER_BYTES + 18;
    private static final int PAGE_FIXED_BYTES = SENDER_BYTES + 19;
    private static final int JOIN_FIXED_BYTES = SENDER_BYTES + 14;
    /** A ping without news: not shorter than an ack without. */
    static final int SHORTEST_PING_BYTES = SENDER_BYTES + 26;

    /** The answer to a join is followed by a ping or a pull, which is not longer. */
    static final int WELCOME_BYTES = SHORTEST_PING_BYTES;

    private static final int PING_REQUEST_BYTES = SENDER_BYTES + 37;
    /** What goes to a contact; to the group it is as long as can be. */
    private static final int JOIN_BYTES = 80;

    /** So that a few of those that hear of a part of the group that they do not know can ask who it is. */
    private static final int ANNOUNCEMENT_BYTES = 300;

    private static final int JOINED = 0x10;
    private static final int PARTIAL = 0x20;

    private final int maxBytes;

    /**
     * Makes the codec of a channel.
     *
     * @param maxPacketBytes the channel's largest packet
     */
    MembershipCodec(int maxPacketBytes) {
        this.maxBytes = Math.min(MAX_BYTES, maxPacketBytes);
    }

    /** The longest datagram. */
    int maxBytes() {
        return maxBytes;
    }

    /** Bytes of updates that a ping may carry. */
    int pingRoom() {
        return maxBytes - SHORTEST_PING_BYTES;
    }

    /** Bytes of updates that an ack of at most so many bytes may carry, negative if not even the ack fits. */
    int ackRoom(int limitBytes) {
        return Math.min(maxBytes, limitBytes) - ACK_FIXED_BYTES;
    }

    /** Bytes of updates that a page may carry. */
    int pageRoom() {
        return maxBytes - PAGE_FIXED_BYTES;
    }

    /** Bytes of updates that a join to the group may carry. */
    int joinRoom() {
        return maxBytes - JOIN_FIXED_BYTES;
    }

    /** Encodes a packet of this member; the result is plain. */
    byte[] encode(MembershipPacket packet) {
        WireWriter writer = new WireWriter(SHORTEST_PING_BYTES);
        DatagramHeader.begin(writer, type(packet), 0);
        writeSender(writer, packet.sender());
        if (packet instanceof Ping ping) {
            writer.writeLong(ping.nonce()).writeLong(ping.targetId()).writeLong(ping.cookie());
            writeUpdates(writer, ping.updates());
        } else if (packet instanceof Ack ack) {
            writer.writeLong(ack.nonce()).writeLong(ack.cookie());
            writeUpdates(writer, ack.updates());
        } else if (packet instanceof PingRequest request) {
            writer.writeLong(request.nonce()).writeLong(request.targetId()).writeAddress(request.target());
            pad(writer, PING_REQUEST_BYTES);
        } else if (packet instanceof IndirectAck ack) {
            writer.writeLong(ack.nonce()).writeLong(ack.targetId());
            writer.writeByte(ack.alive() ? 1 : 0).writeInt(ack.targetIncarnation());
        } else if (packet instanceof Join join) {
            writer.writeLong(join.nonce()).writeByte(join.attempt());
            writer.writeByte(join.toGroup() ? 1 : 0);
            writeUpdates(writer, join.updates());
            pad(writer, joinBytes(join.toGroup()));
        } else if (packet instanceof Welcome welcome) {
            writer.writeLong(welcome.nonce()).writeLong(welcome.cookie());
            pad(writer, WELCOME_BYTES);
        } else if (packet instanceof Pull pull) {
            writer.writeLong(pull.nonce()).writeLong(pull.cookie());
            writer.writeByte(pull.anyPart() ? 1 : 0).writeLong(pull.fromId());
        } else if (packet instanceof Page page) {
            writer.writeLong(page.nonce()).writeByte(page.more() ? 1 : 0).writeLong(page.nextId());
            writeUpdates(writer, page.members());
        } else if (packet instanceof Announcement) {
            pad(writer, announcementBytes());
        } else if (packet instanceof News news) {
            writeUpdates(writer, news.updates());
        }
        return writer.toByteArray();
    }

    /** Decodes a datagram whose common header was checked. */
    MembershipPacket decode(byte[] datagram) throws DecodeException {
        WireReader reader = new WireReader(datagram, DatagramHeader.BYTES);
        Sender sender = readSender(DatagramHeader.memberId(datagram), reader);
        MembershipPacket packet = switch (DatagramHeader.type(datagram)) {
            case PING -> readPing(sender, reader);
            case ACK -> new Ack(sender, reader.readLong("nonce"), reader.readLong("cookie"), readUpdates(reader));
            case PING_REQUEST -> readPingRequest(sender, reader);
            case INDIRECT_ACK ->
                new IndirectAck(
                        sender,
                        reader.readLong("nonce"),
                        MemberUpdate.readId(reader, "target id"),
                        readFlag(reader, "alive"),
                        MemberUpdate.readIncarnation(reader));
            case JOIN -> readJoin(sender, reader);
            case WELCOME -> readWelcome(sender, reader);
            case PULL ->
                new Pull(
                        sender,
                        reader.readLong("nonce"),
                        reader.readLong("cookie"),
                        readFlag(reader, "any part"),
                        reader.readLong("from id"));
            case PAGE ->
                new Page(
                        sender,
                        reader.readLong("nonce"),
                        readFlag(reader, "more"),
                        reader.readLong("next id"),
                        readUpdates(reader));
            case LEAVE -> new Leave(sender);
            case ANNOUNCEMENT -> readAnnouncement(sender, reader);
            case NEWS -> new News(sender, readUpdates(reader));
            default -> throw new DecodeException("unknown membership packet type " + DatagramHeader.type(datagram));
        };
        reader.finish();
        return packet;
    }

    private static int type(MembershipPacket packet) {
        if (packet instanceof Ping) {
            return PING;
        } else if (packet instanceof Ack) {
            return ACK;
        } else if (packet instanceof PingRequest) {
            return PING_REQUEST;
        } else if (packet instanceof IndirectAck) {
            return INDIRECT_ACK;
        } else if (packet instanceof Join) {
            return JOIN;
        } else if (packet instanceof Welcome) {
            return WELCOME;
        } else if (packet instanceof Pull) {
            return PULL;
        } else if (packet instanceof Page) {
            return PAGE;
        }
        if (packet instanceof News) {
            return NEWS;
        }
        return packet instanceof Leave ? LEAVE : ANNOUNCEMENT;
    }

    private static void writeSender(WireWriter writer, Sender sender) {
        int state = MemberUpdate.roleCode(sender.role())
                | (sender.joined() ? JOINED : 0)
                | (sender.partial() ? PARTIAL : 0);
        writer.writeByte(state).writeInt(sender.incarnation()).writeLong(sender.digest());
    }

    private static Sender readSender(long id, WireReader reader) throws DecodeException {
        int state = reader.readUnsignedByte("sender state");
        if ((state & ~(0xf | JOINED | PARTIAL)) != 0) {
            throw new DecodeException("unknown sender state " + state);
        }
        return new Sender(
                id,
                MemberUpdate.readIncarnation(reader),
                MemberUpdate.role(state & 0xf),
                (state & JOINED) != 0,
                (state & PARTIAL) != 0,
                reader.readLong("digest"));
    }

    private static Ping readPing(Sender sender, WireReader reader) throws DecodeException {
        return new Ping(
                sender,
                reader.readLong("nonce"),
                MemberUpdate.readId(reader, "target id"),
                reader.readLong("cookie"),
                readUpdates(reader));
    }

    private static PingRequest readPingRequest(Sender sender, WireReader reader) throws DecodeException {
        PingRequest request = new PingRequest(
                sender,
                reader.readLong("nonce"),
                MemberUpdate.readId(reader, "target id"),
                reader.readAddress("address"));
        skipPadding(reader, PING_REQUEST_BYTES);
        return request;
    }

    private Join readJoin(Sender sender, WireReader reader) throws DecodeException {
        Join join = new Join(
                sender,
                reader.readLong("nonce"),
                reader.readUnsignedByte("attempt"),
                readFlag(reader, "to group"),
                readUpdates(reader));
        skipPadding(reader, joinBytes(join.toGroup()));
        return join;
    }

    private static Welcome readWelcome(Sender sender, WireReader reader) throws DecodeException {
        Welcome welcome = new Welcome(sender, reader.readLong("nonce"), reader.readLong("cookie"));
        skipPadding(reader, WELCOME_BYTES);
        return welcome;
    }

    private Announcement readAnnouncement(Sender sender, WireReader reader) throws DecodeException {
        skipPadding(reader, announcementBytes());
        return new Announcement(sender);
    }

    private int announcementBytes() {
        return Math.min(maxBytes, ANNOUNCEMENT_BYTES);
    }

    /**
     * How long a join is: one to the group is answered by a few members, others ask who it is, and all that together is not to
     * be more. As the first datagrams of QUIC (RFC 9000, section 8.1).
     */
    private int joinBytes(boolean toGroup) {
        return toGroup ? maxBytes : JOIN_BYTES;
    }

    private static boolean readFlag(WireReader reader, String field) throws DecodeException {
        int value = reader.readUnsignedByte(field);
        if (value > 1) {
            throw new DecodeException(field + " is neither 0 nor 1: " + value);
        }
        return value == 1;
    }

    private static void writeUpdates(WireWriter writer, List<MemberUpdate> updates) {
        writer.writeShort(updates.size());
        updates.forEach(update -> update.write(writer));
    }

    private static List<MemberUpdate> readUpdates(WireReader reader) throws DecodeException {
        int count = reader.readCount(MemberUpdate.MIN_BYTES, "updates");
        List<MemberUpdate> updates = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            updates.add(MemberUpdate.read(reader));
        }
        return updates;
    }

    private static void pad(WireWriter writer, int totalBytes) {
        int length = Math.max(0, totalBytes - writer.length() - 2);
        writer.writeShort(length).writeBytes(new byte[length], 0, length);
    }

    private static void skipPadding(WireReader reader, int leastBytes) throws DecodeException {
        reader.readSlice(reader.readUnsignedShort("padding length"), "padding");
        if (reader.position() < leastBytes) {
            throw new DecodeException("question is shorter than the answers that it asks for");
        }
    }
}
