package org.rmcast.core.order;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.rmcast.core.wire.DecodeException;
import org.rmcast.core.wire.WireReader;
import org.rmcast.core.wire.WireWriter;

/**
 * Packets of the total order in bytes: each is one message of the session below. Integers are big-endian.
 *
 * <pre>
 * 0  u8   magic, 0x4F
 * 1  u8   type
 * 2  u64  group: the id of the member that founded it, 0 where there is none yet
 *
 * ballot   u64 counter, u64 owner
 * ids      u16 count, u64 each
 * bytes    u32 length, content
 *
 * SUBMIT   u64 number, bytes content
 * PREPARE  ballot, ids founders
 * PROMISE  ballot, ballot accepted, u64 end, u64 committed, ids voters, u16 count of pending: u64 place, ids each
 * REFUSE   ballot
 * APPEND   ballot, u64 to, u64 start, u64 committed, u64 from, u16 count of entries: u8 kind and
 *          0 message u64 source, u64 number; 1 message with content, the same and bytes; 2 voters ids
 * ACCEPT   ballot, u64 end
 * FETCH    ballot, u64 to, u64 from
 * STATE    ballot, u64 to, u64 position, u16 count of sources: u64 source, u64 next number each; ids voters, bytes state
 * </pre>
 */
final class OrderCodec {
    static final int MOST_ENTRIES = 0xFFFF;
    private static final int MAGIC = 0x4F;
    private static final int PLAIN = 0;
    private static final int WITH_CONTENT = 1;
    private static final int VOTERS = 2;

    private OrderCodec() {}

    /** A packet and the group that its sender belongs to. */
    record Grouped(long group, OrderPacket packet) {}

    static byte[] encode(long group, OrderPacket packet) {
        WireWriter out = new WireWriter(64);
        out.writeByte(MAGIC).writeByte(packet.type().wireId).writeLong(group);
        if (packet instanceof OrderPacket.Submit submit) {
            out.writeLong(submit.number());
            bytes(out, submit.content());
        } else if (packet instanceof OrderPacket.Prepare prepare) {
            ballot(out, prepare.ballot());
            ids(out, prepare.founders());
        } else if (packet instanceof OrderPacket.Promise promise) {
            write(out, promise);
        } else if (packet instanceof OrderPacket.Refuse refuse) {
            ballot(out, refuse.ballot());
        } else if (packet instanceof OrderPacket.Append append) {
            write(out, append);
        } else if (packet instanceof OrderPacket.Accept accept) {
            ballot(out, accept.ballot());
            out.writeLong(accept.end());
        } else if (packet instanceof OrderPacket.Fetch fetch) {
            ballot(out, fetch.ballot());
            out.writeLong(fetch.to()).writeLong(fetch.from());
        } else if (packet instanceof OrderPacket.State state) {
            write(out, state);
        }
        return out.toByteArray();
    }

    private static void write(WireWriter out, OrderPacket.Promise promise) {
        ballot(out, promise.ballot());
        ballot(out, promise.accepted());
        out.writeLong(promise.end()).writeLong(promise.committed());
        ids(out, promise.voters());
        out.writeShort(promise.pending().size());
        promise.pending().forEach((place, voters) -> {
            out.writeLong(place);
            ids(out, voters);
        });
    }

    private static void write(WireWriter out, OrderPacket.Append append) {
        ballot(out, append.ballot());
        out.writeLong(append.to())
                .writeLong(append.start())
                .writeLong(append.committed())
                .writeLong(append.from())
                .writeShort(append.entries().size());
        for (Entry entry : append.entries()) {
            if (entry instanceof Entry.Message message) {
                byte[] content = message.content();
                out.writeByte(content == null ? PLAIN : WITH_CONTENT)
                        .writeLong(message.source())
                        .writeLong(message.number());
                if (content != null) {
                    bytes(out, content);
                }
            } else if (entry instanceof Entry.Voters voters) {
                out.writeByte(VOTERS);
                ids(out, voters.ids());
            }
        }
    }

    private static void write(WireWriter out, OrderPacket.State state) {
        ballot(out, state.ballot());
        out.writeLong(state.to())
                .writeLong(state.position())
                .writeShort(state.numbers().size());
        state.numbers().forEach((source, next) -> out.writeLong(source).writeLong(next));
        ids(out, state.voters());
        bytes(out, state.state());
    }

    private static void ballot(WireWriter out, Ballot ballot) {
        out.writeLong(ballot.counter()).writeLong(ballot.owner());
    }

    private static void ids(WireWriter out, List<Long> ids) {
        out.writeShort(ids.size());
        ids.forEach(out::writeLong);
    }

    private static void bytes(WireWriter out, byte[] bytes) {
        out.writeInt(bytes.length).writeBytes(bytes, 0, bytes.length);
    }

    static Grouped decode(byte[] message) throws DecodeException {
        WireReader in = new WireReader(message, 0);
        if (in.readUnsignedByte("magic") != MAGIC) {
            throw new DecodeException("magic is not that of a total order");
        }
        OrderPacket.Type type = OrderPacket.Type.of(in.readUnsignedByte("type"));
        long group = in.readLong("group");
        OrderPacket packet = switch (type) {
            case SUBMIT -> new OrderPacket.Submit(in.readSequence("number"), bytes(in, "content"));
            case PREPARE -> new OrderPacket.Prepare(ballot(in), ids(in, "founders"));
            case PROMISE -> promise(in);
            case REFUSE -> new OrderPacket.Refuse(ballot(in));
            case APPEND -> append(in);
            case ACCEPT -> new OrderPacket.Accept(ballot(in), in.readSequence("end"));
            case FETCH -> new OrderPacket.Fetch(ballot(in), in.readLong("to"), in.readSequence("from"));
            case STATE -> state(in);
        };
        in.finish();
        return new Grouped(group, packet);
    }

    private static OrderPacket.Promise promise(WireReader in) throws DecodeException {
        Ballot ballot = ballot(in);
        Ballot accepted = ballot(in);
        long end = in.readSequence("end");
        long committed = in.readSequence("committed");
        List<Long> voters = ids(in, "voters");
        int count = in.readCount(Long.BYTES + Short.BYTES, "pending");
        Map<Long, List<Long>> pending = new TreeMap<>();
        for (int i = 0; i < count; i++) {
            pending.put(in.readSequence("place"), ids(in, "pending voters"));
        }
        if (committed > end) {
            throw new DecodeException("committed is behind the end");
        }
        return new OrderPacket.Promise(ballot, accepted, end, committed, voters, pending);
    }

    private static OrderPacket.Append append(WireReader in) throws DecodeException {
        Ballot ballot = ballot(in);
        long to = in.readLong("to");
        long start = in.readSequence("start");
        long committed = in.readSequence("committed");
        long from = in.readSequence("from");
        int count = in.readCount(1 + Short.BYTES, "entries");
        List<Entry> entries = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            entries.add(entry(in));
        }
        return new OrderPacket.Append(ballot, to, start, committed, from, entries);
    }

    private static Entry entry(WireReader in) throws DecodeException {
        int kind = in.readUnsignedByte("kind");
        return switch (kind) {
            case PLAIN -> new Entry.Message(in.readMemberId("source"), in.readSequence("number"), null);
            case WITH_CONTENT ->
                new Entry.Message(in.readMemberId("source"), in.readSequence("number"), bytes(in, "content"));
            case VOTERS -> new Entry.Voters(ids(in, "voters"));
            default -> throw new DecodeException("kind is unknown: " + kind);
        };
    }

    private static OrderPacket.State state(WireReader in) throws DecodeException {
        Ballot ballot = ballot(in);
        long to = in.readLong("to");
        long position = in.readSequence("position");
        int count = in.readCount(2 * Long.BYTES, "sources");
        Map<Long, Long> numbers = new LinkedHashMap<>();
        for (int i = 0; i < count; i++) {
            numbers.put(in.readMemberId("source"), in.readSequence("next number"));
        }
        return new OrderPacket.State(ballot, to, position, numbers, ids(in, "voters"), bytes(in, "state"));
    }

    private static Ballot ballot(WireReader in) throws DecodeException {
        return new Ballot(in.readSequence("counter"), in.readLong("owner"));
    }

    private static List<Long> ids(WireReader in, String field) throws DecodeException {
        int count = in.readCount(Long.BYTES, field);
        List<Long> ids = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            ids.add(in.readMemberId(field));
        }
        return ids;
    }

    private static byte[] bytes(WireReader in, String field) throws DecodeException {
        return in.readBytes(in.readNonNegativeInt(field), field);
    }
}
