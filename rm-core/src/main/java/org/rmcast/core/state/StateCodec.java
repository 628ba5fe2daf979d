package org.rmcast.core.state;

import java.util.ArrayList;
import java.util.List;
import org.rmcast.core.engine.Snapshot;
import org.rmcast.core.engine.StateVector;
import org.rmcast.core.state.StatePacket.Chunk;
import org.rmcast.core.state.StatePacket.Need;
import org.rmcast.core.state.StatePacket.Offer;
import org.rmcast.core.state.StatePacket.Progress;
import org.rmcast.core.state.StatePacket.Query;
import org.rmcast.core.state.StatePacket.Range;
import org.rmcast.core.state.StatePacket.Read;
import org.rmcast.core.state.StatePacket.Readiness;
import org.rmcast.core.state.StatePacket.Status;
import org.rmcast.core.state.StatePacket.Take;
import org.rmcast.core.wire.DatagramHeader;
import org.rmcast.core.wire.DecodeException;
import org.rmcast.core.wire.WireReader;
import org.rmcast.core.wire.WireWriter;

/**
 * Encodes and decodes the packets of state transfer. Big-endian, after the common header of 32 bytes:
 *
 * <pre>
 * QUERY (0xD0)    8 nonce   8 zero: no answer is longer
 * STATUS (0xD1)   8 nonce   1 readiness   4 age in seconds
 * TAKE (0xD2)     8 nonce   32 zero: no answer is longer   2 count   n needs: 8 source   8 message, or -1   8 packet
 * OFFER (0xD3)    8 nonce   1 progress   1 whole   8 snapshot   8 length   4 vector length   2 chunk length
 * READ (0xD4)     8 snapshot   2 count   n ranges: 4 first   2 count
 * CHUNK (0xD5)    8 snapshot   4 index   n bytes
 * </pre>
 *
 * A snapshot's bytes begin with its vector: n entries of 8 source, 8 message, 8 packet. Thread safe.
 */
final class StateCodec {
    static final int FIRST_TYPE = 0xD0;
    static final int LAST_TYPE = 0xDF;
    static final int STATUS_BYTES = DatagramHeader.BYTES + 13;
    static final int OFFER_BYTES = DatagramHeader.BYTES + 32;
    static final int CHUNK_OFFSET = DatagramHeader.BYTES + 12;
    static final int ENTRY_BYTES = 24;
    /** What a TAKE and a READ may name at most, so that they are short datagrams. */
    static final int MOST_NEEDS = 40;

    static final int MOST_RANGES = 64;
    static final int MOST_CHUNKS_READ = 512;

    private static final int QUERY = 0xD0;
    private static final int STATUS = 0xD1;
    private static final int TAKE = 0xD2;
    private static final int OFFER = 0xD3;
    private static final int READ = 0xD4;
    private static final int CHUNK = 0xD5;
    private static final int TAKE_PADDING = 32;
    private static final int RANGE_BYTES = 6;

    private static final Readiness[] READINESS = Readiness.values();
    private static final Progress[] PROGRESS = Progress.values();

    private StateCodec() {}

    @SuppressWarnings("EnumOrdinal") // codes, read back in this class
    static byte[] encode(StatePacket packet) {
        if (packet instanceof Query query) {
            return begin(QUERY, 16).writeLong(query.nonce()).writeLong(0).toByteArray();
        } else if (packet instanceof Status status) {
            return begin(STATUS, 13)
                    .writeLong(status.nonce())
                    .writeByte(status.readiness().ordinal())
                    .writeInt(status.ageSeconds())
                    .toByteArray();
        } else if (packet instanceof Take take) {
            return encode(take);
        } else if (packet instanceof Offer offer) {
            return begin(OFFER, 32)
                    .writeLong(offer.nonce())
                    .writeByte(offer.progress().ordinal())
                    .writeByte(offer.whole() ? 1 : 0)
                    .writeLong(offer.snapshot())
                    .writeLong(offer.lengthBytes())
                    .writeInt(offer.vectorBytes())
                    .writeShort(offer.chunkBytes())
                    .toByteArray();
        } else if (packet instanceof Read read) {
            return encode(read);
        }
        throw new IllegalArgumentException("a chunk is written by chunk()");
    }

    private static byte[] encode(Take take) {
        WireWriter writer = begin(
                        TAKE, 8 + TAKE_PADDING + 2 + ENTRY_BYTES * take.needs().size())
                .writeLong(take.nonce())
                .writeBytes(new byte[TAKE_PADDING], 0, TAKE_PADDING)
                .writeShort(take.needs().size());
        for (Need need : take.needs()) {
            writer.writeLong(need.source()).writeLong(need.message()).writeLong(need.packet());
        }
        return writer.toByteArray();
    }

    private static byte[] encode(Read read) {
        WireWriter writer = begin(READ, 10 + RANGE_BYTES * read.ranges().size())
                .writeLong(read.snapshot())
                .writeShort(read.ranges().size());
        for (Range range : read.ranges()) {
            writer.writeInt(range.first()).writeShort(range.count());
        }
        return writer.toByteArray();
    }

    private static WireWriter begin(int type, int bodyBytes) {
        return DatagramHeader.begin(new WireWriter(DatagramHeader.BYTES + bodyBytes), type, 0);
    }

    /** A chunk of what stands at an offset: of the vector's bytes first, then of the content. */
    static byte[] chunk(long snapshot, int index, byte[] vector, Snapshot.Content content, long offset, int count) {
        byte[] datagram = new byte[CHUNK_OFFSET + count];
        byte[] head = begin(CHUNK, 12).writeLong(snapshot).writeInt(index).toByteArray();
        System.arraycopy(head, 0, datagram, 0, head.length);
        int ofVector = (int) Math.max(0, Math.min(count, vector.length - offset));
        if (ofVector > 0) {
            System.arraycopy(vector, (int) offset, datagram, CHUNK_OFFSET, ofVector);
        }
        if (count > ofVector) {
            content.read(offset + ofVector - vector.length, datagram, CHUNK_OFFSET + ofVector, count - ofVector);
        }
        return datagram;
    }

    static byte[] encode(StateVector vector) {
        WireWriter writer = new WireWriter(ENTRY_BYTES * vector.size());
        for (int i = 0; i < vector.size(); i++) {
            writer.writeLong(vector.source(i)).writeLong(vector.message(i)).writeLong(vector.packet(i));
        }
        return writer.toByteArray();
    }

    static StateVector decodeVector(byte[] bytes) throws DecodeException {
        int count = bytes.length / ENTRY_BYTES;
        long[] sources = new long[count];
        long[] messages = new long[count];
        long[] packets = new long[count];
        WireReader reader = new WireReader(bytes, 0);
        for (int i = 0; i < count; i++) {
            sources[i] = reader.readLong("source");
            if (i > 0 && sources[i] <= sources[i - 1]) {
                throw new DecodeException("sources of a vector are not ascending");
            }
            messages[i] = reader.readSequence("message");
            packets[i] = reader.readSequence("packet");
        }
        reader.finish();
        return new StateVector(sources, messages, packets);
    }

    static StatePacket decode(byte[] datagram) throws DecodeException {
        WireReader reader = new WireReader(datagram, DatagramHeader.BYTES);
        int type = DatagramHeader.type(datagram);
        if (type == CHUNK) {
            return new Chunk(
                    reader.readLong("snapshot"), reader.readNonNegativeInt("index"), datagram, reader.position());
        }
        StatePacket packet = switch (type) {
            case QUERY -> query(reader);
            case STATUS ->
                new Status(
                        reader.readLong("nonce"),
                        READINESS[code(reader, READINESS.length, "readiness")],
                        reader.readNonNegativeInt("age"));
            case TAKE -> take(reader);
            case OFFER -> offer(reader);
            case READ -> read(reader);
            default -> throw new DecodeException("packet type is " + type);
        };
        reader.finish();
        return packet;
    }

    private static Query query(WireReader reader) throws DecodeException {
        Query query = new Query(reader.readLong("nonce"));
        reader.readLong("padding");
        return query;
    }

    private static int code(WireReader reader, int limit, String field) throws DecodeException {
        int code = reader.readUnsignedByte(field);
        if (code >= limit) {
            throw new DecodeException(field + " is " + code);
        }
        return code;
    }

    private static Take take(WireReader reader) throws DecodeException {
        long nonce = reader.readLong("nonce");
        reader.readSlice(TAKE_PADDING, "padding");
        int count = reader.readCount(ENTRY_BYTES, "needs");
        if (count > MOST_NEEDS) {
            throw new DecodeException(count + " needs");
        }
        List<Need> needs = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            long source = reader.readLong("source");
            long message = reader.readLong("message");
            needs.add(new Need(source, Math.max(-1, message), reader.readSequence("packet")));
        }
        return new Take(nonce, needs);
    }

    private static Offer offer(WireReader reader) throws DecodeException {
        Offer offer = new Offer(
                reader.readLong("nonce"),
                PROGRESS[code(reader, PROGRESS.length, "progress")],
                code(reader, 2, "whole") == 1,
                reader.readLong("snapshot"),
                reader.readSequence("length"),
                reader.readNonNegativeInt("vector length"),
                reader.readUnsignedShort("chunk length"));
        boolean ready = offer.progress() == Progress.READY;
        if (ready
                && (offer.chunkBytes() == 0
                        || offer.vectorBytes() > offer.lengthBytes()
                        || offer.vectorBytes() % ENTRY_BYTES != 0
                        || offer.lengthBytes() / offer.chunkBytes() >= Integer.MAX_VALUE - 1)) {
            throw new DecodeException("lengths of an offer do not fit: " + offer);
        }
        return offer;
    }

    private static Read read(WireReader reader) throws DecodeException {
        long snapshot = reader.readLong("snapshot");
        int count = reader.readCount(RANGE_BYTES, "ranges");
        if (count > MOST_RANGES) {
            throw new DecodeException(count + " ranges");
        }
        List<Range> ranges = new ArrayList<>();
        int chunks = 0;
        for (int i = 0; i < count; i++) {
            Range range = new Range(reader.readNonNegativeInt("first"), reader.readUnsignedShort("chunks"));
            chunks += range.count();
            ranges.add(range);
        }
        if (chunks > MOST_CHUNKS_READ) {
            throw new DecodeException(chunks + " chunks asked for at once");
        }
        return new Read(snapshot, ranges);
    }
}
