package org.rmcast.core.membership;

import java.util.ArrayList;
import java.util.List;
import org.rmcast.core.membership.MembershipPacket.Ack;
import org.rmcast.core.membership.MembershipPacket.Announcement;
import org.rmcast.core.membership.MembershipPacket.IndirectAck;
import org.rmcast.core.membership.MembershipPacket.Join;
import org.rmcast.core.membership.MembershipPacket.Leave;
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
 * PING           nonce 8, target id 8, count 2, updates, padding length 2, padding
 * ACK            nonce 8, cookie 8, count 2, updates
 * PING_REQUEST   nonce 8, target id 8, target address 7 or 19, padding length 2, padding
 * INDIRECT_ACK   nonce 8, target id 8, target incarnation 4
 * JOIN           nonce 8, attempt 1, to group 1, padding length 2, padding
 * WELCOME        nonce 8, cookie 8
 * PULL           nonce 8, cookie 8, any part 1, from id 8
 * PAGE           nonce 8, more 1, next id 8, count 2, updates
 * LEAVE, ANNOUNCEMENT   nothing more
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

    /** No datagram is longer, whatever the channel allows: this passes any path of IPv6 unfragmented. */
    private static final int MAX_BYTES = 1_200;

    /** The usual ping at least: room for seven updates in the answer, four with IPv6. */
    static final int PING_BYTES = 200;

    private static final int SENDER_BYTES = DatagramHeader.BYTES + 13;
    private static final int PING_FIXED_BYTES = SENDER_BYTES + 20;
    private static final int ACK_FIXED_BYTES = SENDER_BYTES + 18;
    private static final int PAGE_FIXED_BYTES = SENDER_BYTES + 19;
    /** A ping without news or padding. */
    static final int SHORTEST_PING_BYTES = PING_FIXED_BYTES;

    private static final int JOIN_BYTES = 64;
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
        return maxBytes - PING_FIXED_BYTES;
    }

    /** Bytes of updates that an ack of at most so many bytes may carry. */
    int ackRoom(int limitBytes) {
        return Math.min(maxBytes, limitBytes) - ACK_FIXED_BYTES;
    }

    /** Bytes of updates that a page may carry. */
    int pageRoom() {
        return maxBytes - PAGE_FIXED_BYTES;
    }

    /** Encodes a packet of this member; the result is plain. */
    byte[] encode(MembershipPacket packet) {
        return encode(packet, PING_BYTES);
    }

    /** A ping without padding, so that the answer has no room for news. */
    byte[] encodeUnpadded(Ping ping) {
        return encode(ping, 0);
    }

    private byte[] encode(MembershipPacket packet, int pingBytes) {
        WireWriter writer = new WireWriter(PING_BYTES);
        DatagramHeader.begin(writer, type(packet), 0);
        writeSender(writer, packet.sender());
        if (packet instanceof Ping ping) {
            writer.writeLong(ping.nonce()).writeLong(ping.targetId());
            writeUpdates(writer, ping.updates());
            pad(writer, pingBytes - writer.length() - 2);
        } else if (packet instanceof Ack ack) {
            writer.writeLong(ack.nonce()).writeLong(ack.cookie());
            writeUpdates(writer, ack.updates());
        } else if (packet instanceof PingRequest request) {
            writer.writeLong(request.nonce()).writeLong(request.targetId()).writeAddress(request.target());
            pad(writer, PING_BYTES - writer.length() - 2);
        } else if (packet instanceof IndirectAck ack) {
            writer.writeLong(ack.nonce()).writeLong(ack.targetId()).writeInt(ack.targetIncarnation());
        } else if (packet instanceof Join join) {
            writer.writeLong(join.nonce()).writeByte(join.attempt());
            writer.writeByte(join.toGroup() ? 1 : 0);
            pad(writer, joinBytes(join.toGroup()) - writer.length() - 2);
        } else if (packet instanceof Welcome welcome) {
            writer.writeLong(welcome.nonce()).writeLong(welcome.cookie());
        } else if (packet instanceof Pull pull) {
            writer.writeLong(pull.nonce()).writeLong(pull.cookie());
            writer.writeByte(pull.anyPart() ? 1 : 0).writeLong(pull.fromId());
        } else if (packet instanceof Page page) {
            writer.writeLong(page.nonce()).writeByte(page.more() ? 1 : 0).writeLong(page.nextId());
            writeUpdates(writer, page.members());
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
                        MemberUpdate.readIncarnation(reader));
            case JOIN -> readJoin(sender, reader);
            case WELCOME -> new Welcome(sender, reader.readLong("nonce"), reader.readLong("cookie"));
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
            case ANNOUNCEMENT -> new Announcement(sender);
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
        Ping ping = new Ping(
                sender, reader.readLong("nonce"), MemberUpdate.readId(reader, "target id"), readUpdates(reader));
        skipPadding(reader);
        return ping;
    }

    private static PingRequest readPingRequest(Sender sender, WireReader reader) throws DecodeException {
        PingRequest request = new PingRequest(
                sender,
                reader.readLong("nonce"),
                MemberUpdate.readId(reader, "target id"),
                reader.readAddress("address"));
        skipPadding(reader);
        if (reader.position() < PING_BYTES) {
            throw new DecodeException("ping request is shorter than the ping that it asks for");
        }
        return request;
    }

    private Join readJoin(Sender sender, WireReader reader) throws DecodeException {
        Join join = new Join(
                sender, reader.readLong("nonce"), reader.readUnsignedByte("attempt"), readFlag(reader, "to group"));
        skipPadding(reader);
        if (reader.position() < joinBytes(join.toGroup())) {
            throw new DecodeException("join is shorter than the answers that it asks for");
        }
        return join;
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

    private static void pad(WireWriter writer, int bytes) {
        int length = Math.max(0, bytes);
        writer.writeShort(length).writeBytes(new byte[length], 0, length);
    }

    private static void skipPadding(WireReader reader) throws DecodeException {
        reader.readSlice(reader.readUnsignedShort("padding length"), "padding");
    }
}
