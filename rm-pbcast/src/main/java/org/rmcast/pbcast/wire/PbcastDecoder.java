package org.rmcast.pbcast.wire;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import org.rmcast.core.framing.MessageAssembler;
import org.rmcast.core.wire.DatagramHeader;
import org.rmcast.core.wire.DecodeException;
import org.rmcast.core.wire.SequenceMask;
import org.rmcast.core.wire.WireReader;
import org.rmcast.pbcast.wire.PbcastPacket.Data;
import org.rmcast.pbcast.wire.PbcastPacket.Digest;
import org.rmcast.pbcast.wire.PbcastPacket.Entry;
import org.rmcast.pbcast.wire.PbcastPacket.Info;
import org.rmcast.pbcast.wire.PbcastPacket.Link;
import org.rmcast.pbcast.wire.PbcastPacket.PacketType;
import org.rmcast.pbcast.wire.PbcastPacket.Poll;
import org.rmcast.pbcast.wire.PbcastPacket.Position;
import org.rmcast.pbcast.wire.PbcastPacket.Request;
import org.rmcast.pbcast.wire.PbcastPacket.Want;

/** Decodes the packets whose layout is that of {@link PbcastCodec}: every length, count and constant is checked. */
final class PbcastDecoder {
    private PbcastDecoder() {}

    static PbcastPacket decode(byte[] datagram) throws DecodeException {
        int code = DatagramHeader.type(datagram);
        if (code < 1 || code > PacketType.count()) {
            throw new DecodeException("packet type is " + code);
        }
        PacketType type = PacketType.ofCode(code);
        WireReader reader = new WireReader(datagram, DatagramHeader.BYTES);
        int flags = DatagramHeader.flags(datagram);
        PbcastPacket packet = switch (type) {
            case DATA, RETRANSMISSION, FORWARD -> readData(reader, datagram, type);
            case GOSSIP, LACK -> readDigest(reader, flags, type);
            case REQUEST, MCAST ->
                new Request(type, (flags & PbcastCodec.PROMPT) != 0, readRound(reader), readWants(reader));
            case INFO -> readInfo(reader);
            case POLL -> readPoll(reader, flags);
            case POSITION -> readPosition(reader);
            case LINK -> new Link((flags & PbcastCodec.IN_TREE) != 0);
        };
        reader.finish();
        return packet;
    }

    private static int readRound(WireReader reader) throws DecodeException {
        return reader.readNonNegativeInt("round");
    }

    private static Data readData(WireReader reader, byte[] datagram, PacketType type) throws DecodeException {
        long source = readMember(reader, "source");
        if (type == PacketType.DATA && source != DatagramHeader.memberId(datagram)) {
            throw new DecodeException("the source of new data is not who sent it");
        }
        long sequence = readPosition(reader, "sequence");
        long firstMessage = readNumber(reader, "first message");
        long low = readPosition(reader, "low");
        if (low > sequence) {
            throw new DecodeException("low is above the sequence");
        }
        if (Math.max(sequence, firstMessage) >= PbcastCodec.POSITIONS >> 1) {
            throw new DecodeException("too high to be followed: packet " + sequence + ", message " + firstMessage);
        }
        MessageAssembler.validate(datagram, reader.position());
        reader.readSlice(reader.remaining(), "frames");
        return new Data(type, source, sequence, firstMessage, low, datagram);
    }

    private static Digest readDigest(WireReader reader, int flags, PacketType type) throws DecodeException {
        int round = readRound(reader);
        int count = reader.readCount(PbcastCodec.MIN_ENTRY_BYTES, "entries");
        int[] sums = readSums(reader);
        List<Entry> entries = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            entries.add(readEntry(reader, type));
        }
        return new Digest(type, (flags & PbcastCodec.TRUNCATED) != 0, round, sums, entries);
    }

    private static int[] readSums(WireReader reader) throws DecodeException {
        int count = reader.readUnsignedByte("number of sums");
        if (count > PbcastCodec.MAX_SUMS || Integer.bitCount(count) > 1) {
            throw new DecodeException("number of sums is " + count);
        }
        int[] sums = new int[count];
        for (int i = 0; i < count; i++) {
            sums[i] = reader.readInt("sum");
        }
        return sums;
    }

    private static Entry readEntry(WireReader reader, PacketType type) throws DecodeException {
        long source = readMember(reader, "source");
        int flags = reader.readUnsignedByte("entry flags");
        if (flags >= PbcastCodec.KEPT << 1) {
            throw new DecodeException("entry flags are " + flags);
        }
        long next = readVarPosition(reader, "next");
        long low = next - reader.readVarint("low");
        if (low < 1) {
            throw new DecodeException("low is below 1");
        }
        long limit = readBehind(reader, next, "limit");
        boolean ended = (flags & PbcastCodec.ENDED) != 0;
        long messages = readVarNumber(reader, "messages");
        long kept = (flags & PbcastCodec.KEPT) == 0 ? low : low - reader.readVarint("kept");
        if (kept < 1) {
            throw new DecodeException("what is kept is below 1");
        }
        long lost = (flags & PbcastCodec.LOST) == 0 ? 0 : readVarNumber(reader, "lost limit");
        long maskStart = (flags & PbcastCodec.CUT) == 0 ? next : readBehind(reader, next, "mask start");
        // What is wanted may be more than is known to exist.
        long maskLimit = type == PacketType.LACK ? PbcastCodec.POSITIONS : limit;
        byte[] mask = (flags & PbcastCodec.MASK) == 0 ? SequenceMask.EMPTY : readMask(reader, maskStart, maskLimit);
        if ((flags & PbcastCodec.REPAIRED) == 0) {
            return new Entry(
                    source, kept, low, next, limit, lost, ended, messages, maskStart, mask, low, SequenceMask.EMPTY);
        }
        long repairedStart = readBehind(reader, low, "start of what was repaired");
        byte[] repaired = readMask(reader, repairedStart, limit);
        // The empty set has no start: written anew, it is not said at all.
        long start = repaired.length == 0 ? low : repairedStart;
        return new Entry(source, kept, low, next, limit, lost, ended, messages, maskStart, mask, start, repaired);
    }

    private static long readBehind(WireReader reader, long start, String field) throws DecodeException {
        long distance = reader.readVarint(field);
        if (distance >= PbcastCodec.POSITIONS - start) {
            throw new DecodeException(field + " is out of range: " + distance + " behind " + start);
        }
        return start + distance;
    }

    private static long readVarPosition(WireReader reader, String field) throws DecodeException {
        return checkPosition(reader.readVarint(field), field);
    }

    private static long readVarNumber(WireReader reader, String field) throws DecodeException {
        return checkNumber(reader.readVarint(field), field);
    }

    /** A mask may have up to seven bits beyond what it speaks of. */
    private static byte[] readMask(WireReader reader, long start, long limit) throws DecodeException {
        byte[] mask = SequenceMask.read(reader, PbcastCodec.MAX_MASK_BYTES);
        if (mask.length > 0 && start + 8L * (mask.length - 1) >= limit) {
            throw new DecodeException("mask reaches beyond the limit");
        }
        return mask;
    }

    private static List<Want> readWants(WireReader reader) throws DecodeException {
        int count = reader.readCount(PbcastCodec.MIN_WANT_BYTES, "wants");
        List<Want> wants = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            wants.add(new Want(
                    readMember(reader, "source"),
                    readPosition(reader, "start"),
                    SequenceMask.read(reader, PbcastCodec.MAX_MASK_BYTES)));
        }
        return wants;
    }

    private static Info readInfo(WireReader reader) throws DecodeException {
        int round = readRound(reader);
        InetSocketAddress holder = reader.readAddress("holder");
        return new Info(holder, round, readWants(reader));
    }

    private static Poll readPoll(WireReader reader, int flags) throws DecodeException {
        int number = reader.readInt("number");
        long low = readPosition(reader, "low");
        long limit = readPosition(reader, "limit");
        long messages = readNumber(reader, "messages");
        if (low > limit) {
            throw new DecodeException("low is above the limit");
        }
        if (reader.readLong("reserved") != 0) {
            throw new DecodeException("reserved bytes are not 0");
        }
        boolean ended = (flags & PbcastCodec.POLL_ENDED) != 0;
        return new Poll((flags & PbcastCodec.ANSWER) != 0, number, low, limit, ended, messages);
    }

    private static Position readPosition(WireReader reader) throws DecodeException {
        return new Position(
                reader.readInt("number"),
                readPosition(reader, "next"),
                readPosition(reader, "limit"),
                readNumber(reader, "lost limit"),
                readNumber(reader, "received"));
    }

    private static long readMember(WireReader reader, String field) throws DecodeException {
        long id = reader.readLong(field);
        if (id == 0) {
            throw new DecodeException(field + " is 0");
        }
        return id;
    }

    /** A place in a stream: sequences begin with 1. */
    private static long readPosition(WireReader reader, String field) throws DecodeException {
        return checkPosition(reader.readLong(field), field);
    }

    private static long readNumber(WireReader reader, String field) throws DecodeException {
        return checkNumber(reader.readLong(field), field);
    }

    private static long checkPosition(long position, String field) throws DecodeException {
        if (position == 0) {
            throw new DecodeException(field + " is 0");
        }
        return checkNumber(position, field);
    }

    private static long checkNumber(long number, String field) throws DecodeException {
        if (number < 0 || number >= PbcastCodec.POSITIONS) {
            throw new DecodeException(field + " is out of range: " + number);
        }
        return number;
    }
}
