package org.rmcast.wan.wire;

import java.util.ArrayList;
import java.util.List;
import org.rmcast.core.wire.DatagramHeader;
import org.rmcast.core.wire.DecodeException;
import org.rmcast.core.wire.Wire;
import org.rmcast.core.wire.WireReader;
import org.rmcast.wan.wire.WanPacket.Ack;
import org.rmcast.wan.wire.WanPacket.AckEntry;
import org.rmcast.wan.wire.WanPacket.AckRow;
import org.rmcast.wan.wire.WanPacket.Began;
import org.rmcast.wan.wire.WanPacket.Cause;
import org.rmcast.wan.wire.WanPacket.Data;
import org.rmcast.wan.wire.WanPacket.Echo;
import org.rmcast.wan.wire.WanPacket.Fence;
import org.rmcast.wan.wire.WanPacket.Install;
import org.rmcast.wan.wire.WanPacket.Link;
import org.rmcast.wan.wire.WanPacket.PacketType;
import org.rmcast.wan.wire.WanPacket.Probe;
import org.rmcast.wan.wire.WanPacket.Promise;
import org.rmcast.wan.wire.WanPacket.Propose;
import org.rmcast.wan.wire.WanPacket.Range;
import org.rmcast.wan.wire.WanPacket.Refuse;
import org.rmcast.wan.wire.WanPacket.Stable;
import org.rmcast.wan.wire.WanPacket.Stamp;
import org.rmcast.wan.wire.WanPacket.Unit;
import org.rmcast.wan.wire.WanPacket.ViewId;
import org.rmcast.wan.wire.WanPacket.WantView;
import org.rmcast.wan.wire.WanPacket.Wants;
import org.rmcast.wan.wire.WanPacket.Way;

/** Decodes the packets whose layout is that of {@link WanCodec}: every length, count and constant is checked. */
final class WanDecoder {
    private static final long MASKS = 1L << WanCodec.MOST_MEMBERS;
    private static final int ENTRY_BYTES = 4;
    private static final int MOST_PERMILLE = 1_000;

    private WanDecoder() {}

    static WanPacket decode(byte[] datagram) throws DecodeException {
        PacketType type = PacketType.of(DatagramHeader.type(datagram));
        if (type == null) {
            throw new DecodeException("packet type is " + DatagramHeader.type(datagram));
        }
        int flags = DatagramHeader.flags(datagram);
        if ((flags & ~allowedFlags(type)) != 0) {
            throw new DecodeException("flags are " + flags);
        }
        WireReader reader = new WireReader(datagram, DatagramHeader.BYTES);
        WanPacket packet = switch (type) {
            case DATA, REPAIR -> readData(reader, type, datagram);
            case ACK -> new Ack(readStamp(reader), readRows(reader));
            case NAK, LACK -> readWants(reader, type);
            case STABLE -> readStable(reader);
            case LINK -> readLink(reader, flags);
            case FENCE ->
                new Fence(
                        readStamp(reader),
                        reader.readMemberId("gone"),
                        reader.readVarint("since", 1, WanCodec.NUMBERS),
                        readNumber(reader, "reach", 0),
                        (flags & WanCodec.ASKS) != 0,
                        (flags & WanCodec.SETTLED) != 0);
            case PROBE -> readProbe(reader, flags);
            case ECHO ->
                new Echo(readStamp(reader), reader.readInt("number"), reader.readLong("sent"), reader.readLong("here"));
            case PROPOSE -> new Propose(readNumber(reader, "number", 1), readId(reader), readMembers(reader));
            case PROMISE -> new Promise(readNumber(reader, "number", 1), readId(reader));
            case REFUSE -> new Refuse(readNumber(reader, "number", 1), readId(reader));
            case INSTALL -> readInstall(reader);
            case WANT_VIEW -> new WantView(readId(reader));
        };
        reader.finish();
        return packet;
    }

    private static int allowedFlags(PacketType type) {
        return switch (type) {
            case LINK -> WanCodec.ENDED | WanCodec.LINK_ASKS;
            case FENCE -> WanCodec.ASKS | WanCodec.SETTLED;
            case PROBE -> WanCodec.HEARS;
            default -> 0;
        };
    }

    private static long readNumber(WireReader reader, String field, long first) throws DecodeException {
        return reader.readVarint(field, first, WanCodec.NUMBERS);
    }

    private static Stamp readStamp(WireReader reader) throws DecodeException {
        return new Stamp(readNumber(reader, "view", 1), reader.readInt("tag"));
    }

    private static ViewId readId(WireReader reader) throws DecodeException {
        return new ViewId(readNumber(reader, "view", 1), reader.readMemberId("coordinator"));
    }

    private static int readPlace(WireReader reader, String field) throws DecodeException {
        return (int) WireReader.within(reader.readUnsignedByte(field), field, 0, WanCodec.MOST_MEMBERS);
    }

    /** A count in one byte of items that take at least so many bytes. */
    private static int readCount(WireReader reader, int limit, int itemBytes, String field) throws DecodeException {
        int count = (int) WireReader.within(reader.readUnsignedByte(field), field, 0, limit + 1L);
        if (count * itemBytes > reader.remaining()) {
            throw new DecodeException(field + " counts " + count + " items in " + reader.remaining() + " bytes");
        }
        return count;
    }

    private static List<AckRow> readRows(WireReader reader) throws DecodeException {
        int count = readCount(reader, WanCodec.MOST_MEMBERS, 3, "rows");
        List<AckRow> rows = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            int member = readPlace(reader, "member");
            long forward = reader.readVarint("pass on to", 0, MASKS);
            int entries = readCount(reader, WanCodec.MOST_MEMBERS, ENTRY_BYTES, "entries");
            List<AckEntry> row = new ArrayList<>(entries);
            for (int j = 0; j < entries; j++) {
                int source = readPlace(reader, "source");
                long received = readNumber(reader, "received", 0);
                long consumed = received - reader.readVarint("consumed", 0, received + 1);
                row.add(new AckEntry(source, received, consumed, readNumber(reader, "reach", 0)));
            }
            rows.add(new AckRow(member, forward, row));
        }
        return rows;
    }

    private static Stable readStable(WireReader reader) throws DecodeException {
        Stamp view = readStamp(reader);
        long number = readNumber(reader, "number", 0);
        return new Stable(view, number, number - reader.readVarint("taken", 0, number + 1));
    }

    private static Data readData(WireReader reader, PacketType type, byte[] datagram) throws DecodeException {
        Stamp view = readStamp(reader);
        int request = type == PacketType.REPAIR ? reader.readInt("request") : 0;
        long forward = reader.readVarint("forward", 0, MASKS);
        int copies = forward == 0
                ? 0
                : (int) WireReader.within(reader.readUnsignedByte("copies"), "copies", 1, WanCodec.MOST_COPIES + 1L);
        List<AckRow> rows = readRows(reader);
        List<Unit> units = new ArrayList<>();
        do {
            units.add(readUnit(reader, datagram));
        } while (reader.remaining() > 0);
        return new Data(type, view, request, forward, copies, rows, units);
    }

    private static Unit readUnit(WireReader reader, byte[] datagram) throws DecodeException {
        int origin = readPlace(reader, "origin");
        int flags = reader.readUnsignedByte("unit flags");
        if ((flags & ~(WanCodec.FIRST | WanCodec.LAST | WanCodec.HEADERS)) != 0) {
            throw new DecodeException("unit flags are " + flags);
        }
        boolean first = (flags & WanCodec.FIRST) != 0;
        boolean last = (flags & WanCodec.LAST) != 0;
        long number = readNumber(reader, "number", 1);
        long destinations = reader.readVarint("destinations", 1, MASKS);
        if ((destinations >>> origin & 1) != 0) {
            throw new DecodeException("destinations hold the origin");
        }
        long[] links = new long[Long.bitCount(destinations)];
        for (int i = 0; i < links.length; i++) {
            links[i] = readNumber(reader, "link", 1);
        }
        long message = readNumber(reader, "message", 0);
        List<Cause> causes = first ? readCauses(reader) : List.of();
        int messageBytes =
                first && !last ? (int) reader.readVarint("message bytes", 1, Wire.MAX_MESSAGE_BYTES + 1L) : 0;
        int payloadBytes = (int) reader.readVarint("length", 0, Wire.MAX_DATAGRAM_BYTES);
        int offset = reader.readSlice(payloadBytes, "payload");
        return new Unit(
                origin,
                number,
                destinations,
                links,
                first,
                last,
                (flags & WanCodec.HEADERS) != 0,
                causes,
                message,
                first && last ? payloadBytes : messageBytes,
                datagram,
                offset,
                payloadBytes);
    }

    private static List<Cause> readCauses(WireReader reader) throws DecodeException {
        int count = readCount(reader, 255, 4, "causes");
        List<Cause> causes = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            int origin = readPlace(reader, "cause");
            long number = readNumber(reader, "cause number", 1);
            long message = number - 1 - reader.readVarint("cause message", 0, number);
            causes.add(new Cause(origin, number, message, reader.readVarint("cause destinations", 1, MASKS)));
        }
        return causes;
    }

    private static Wants readWants(WireReader reader, PacketType type) throws DecodeException {
        Stamp view = readStamp(reader);
        int request = reader.readInt("request");
        int requester = readPlace(reader, "requester");
        long source = reader.readMemberId("source");
        int count = reader.readCount(2, "ranges");
        if (count == 0) {
            throw new DecodeException("there are no ranges");
        }
        List<Range> ranges = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            long first = readNumber(reader, "first", 1);
            long length = readNumber(reader, "length", 1);
            ranges.add(new Range(first, WireReader.within(first + length, "limit", 1, WanCodec.NUMBERS)));
        }
        return new Wants(type, view, request, requester, source, ranges);
    }

    private static Link readLink(WireReader reader, int flags) throws DecodeException {
        Stamp view = readStamp(reader);
        long base = readNumber(reader, "base", 0);
        long first = readNumber(reader, "first", 1);
        long reach = readNumber(reader, "reach", first - 1);
        int count = readCount(reader, WanCodec.MOST_BEGAN, 2, "views");
        List<Began> began = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            long least = i == 0 ? 1 : began.get(i - 1).view() + 1;
            began.add(new Began(readNumber(reader, "view", least), readNumber(reader, "link", 1)));
        }
        boolean ended = (flags & WanCodec.ENDED) != 0;
        return new Link(view, base, first, reach, ended, (flags & WanCodec.LINK_ASKS) != 0, began);
    }

    private static Probe readProbe(WireReader reader, int flags) throws DecodeException {
        Stamp view = readStamp(reader);
        int number = reader.readInt("number");
        long sent = reader.readLong("sent");
        int count = readCount(reader, WanCodec.MOST_MEMBERS, 11, "ways");
        List<Way> ways = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            int member = readPlace(reader, "member");
            long delay = reader.readLong("delay");
            int loss = (int) WireReader.within(reader.readUnsignedShort("loss"), "loss", 0, MOST_PERMILLE + 1L);
            ways.add(new Way(member, delay, loss));
        }
        return new Probe(view, number, sent, (flags & WanCodec.HEARS) != 0, ways);
    }

    private static List<Long> readMembers(WireReader reader) throws DecodeException {
        int count = readCount(reader, WanCodec.MOST_MEMBERS, Long.BYTES, "members");
        List<Long> members = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            addMember(members, reader.readMemberId("member"));
        }
        return members;
    }

    private static void addMember(List<Long> members, long id) throws DecodeException {
        if (!members.isEmpty() && members.get(members.size() - 1) >= id) {
            throw new DecodeException("members are not in ascending order");
        }
        members.add(id);
    }

    private static Install readInstall(WireReader reader) throws DecodeException {
        ViewId id = readId(reader);
        int lineages = readCount(reader, WanCodec.MOST_MEMBERS, 9, "views before");
        List<ViewId> before = new ArrayList<>(lineages);
        for (int i = 0; i < lineages; i++) {
            before.add(readId(reader));
        }
        int count = readCount(reader, WanCodec.MOST_MEMBERS, 9, "members");
        List<Long> members = new ArrayList<>(count);
        List<Integer> indexes = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            addMember(members, reader.readMemberId("member"));
            indexes.add((int) WireReader.within(reader.readUnsignedByte("index"), "index", 0, lineages));
        }
        return new Install(id, before, members, indexes);
    }
}
