package org.rmcast.examples.embed;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What replicas of a map tell one another. All hear everything; what is for one names it. */
sealed interface MapMessage {
    /** Writes: new ones, or what somebody lacks. */
    record Writes(List<MapEntry> entries) implements MapMessage {}

    /** The sender's map has this hash. */
    record Beacon(long rootHash) implements MapMessage {}

    /** The sender's buckets have these hashes; {@code to} may say what differs. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Hashes(long to, long[] hashes) implements MapMessage {}

    /** The keys of these buckets and their stamps; {@code to} may send what is older here, and ask for what is newer. */
    record Stamps(long to, List<Integer> buckets, List<MapEntry> entries) implements MapMessage {}

    /** Asks {@code to} for the last writes of keys. */
    record Want(long to, List<String> keys) implements MapMessage {}

    /** Its bytes. */
    default byte[] encode() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        try {
            if (this instanceof Writes writes) {
                out.writeByte('W');
                writeEntries(writes.entries(), out);
            } else if (this instanceof Beacon beacon) {
                out.writeByte('B');
                out.writeLong(beacon.rootHash());
            } else if (this instanceof Hashes hashes) {
                out.writeByte('H');
                out.writeLong(hashes.to());
                for (long hash : hashes.hashes()) {
                    out.writeLong(hash);
                }
            } else if (this instanceof Stamps stamps) {
                out.writeByte('S');
                out.writeLong(stamps.to());
                out.writeShort(stamps.buckets().size());
                for (int bucket : stamps.buckets()) {
                    out.writeShort(bucket);
                }
                out.writeInt(stamps.entries().size());
                for (MapEntry entry : stamps.entries()) {
                    writeKey(entry, out);
                }
            } else if (this instanceof Want want) {
                out.writeByte('?');
                out.writeLong(want.to());
                out.writeInt(want.keys().size());
                for (String key : want.keys()) {
                    out.writeUTF(key);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    /**
     * Reads one.
     *
     * @throws IOException if it is none
     */
    static MapMessage decode(byte[] bytes) throws IOException {
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
        int kind = in.readByte();
        return switch (kind) {
            case 'W' -> new Writes(readEntries(in));
            case 'B' -> new Beacon(in.readLong());
            case 'H' -> new Hashes(in.readLong(), readHashes(in));
            case 'S' -> readStamps(in);
            case '?' -> new Want(in.readLong(), readKeys(in));
            default -> throw new IOException("a message of kind " + kind);
        };
    }

    private static long[] readHashes(DataInputStream in) throws IOException {
        long[] hashes = new long[MapContents.BUCKETS];
        for (int i = 0; i < hashes.length; i++) {
            hashes[i] = in.readLong();
        }
        return hashes;
    }

    private static List<String> readKeys(DataInputStream in) throws IOException {
        int count = count(in, 2);
        List<String> keys = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            keys.add(in.readUTF());
        }
        return keys;
    }

    private static Stamps readStamps(DataInputStream in) throws IOException {
        long to = in.readLong();
        List<Integer> buckets = new ArrayList<>();
        int count = in.readUnsignedShort();
        for (int i = 0; i < count; i++) {
            buckets.add(in.readUnsignedShort());
        }
        List<MapEntry> entries = new ArrayList<>();
        int keys = count(in, 18);
        for (int i = 0; i < keys; i++) {
            entries.add(readKey(in, null));
        }
        return new Stamps(to, buckets, entries);
    }

    /** Writes entries with their values. */
    static void writeEntries(List<MapEntry> entries, DataOutputStream out) throws IOException {
        out.writeInt(entries.size());
        for (MapEntry entry : entries) {
            byte[] value = entry.value();
            out.writeInt(value == null ? -1 : value.length);
            if (value != null) {
                out.write(value);
            }
            writeKey(entry, out);
        }
    }

    /** Reads what {@link #writeEntries} wrote. */
    static List<MapEntry> readEntries(DataInputStream in) throws IOException {
        List<MapEntry> entries = new ArrayList<>();
        int count = in.readInt();
        for (int i = 0; i < count; i++) {
            int length = in.readInt();
            byte[] value = length < 0 ? null : in.readNBytes(length);
            if (value != null && value.length < length) {
                throw new EOFException("a value is cut off");
            }
            entries.add(readKey(in, value));
        }
        return entries;
    }

    private static void writeKey(MapEntry entry, DataOutputStream out) throws IOException {
        out.writeUTF(entry.key());
        out.writeLong(entry.stamp().time());
        out.writeLong(entry.stamp().member());
    }

    private static MapEntry readKey(DataInputStream in, byte @Nullable [] value) throws IOException {
        return new MapEntry(in.readUTF(), value, new Stamp(in.readLong(), in.readLong()));
    }

    private static int count(DataInputStream in, int leastBytes) throws IOException {
        int count = in.readInt();
        if (count < 0 || (long) count * leastBytes > in.available()) {
            throw new EOFException("a list is cut off");
        }
        return count;
    }
}
