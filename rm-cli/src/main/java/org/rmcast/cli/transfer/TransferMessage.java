package org.rmcast.cli.transfer;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import org.rmcast.core.wire.DecodeException;
import org.rmcast.core.wire.WireReader;
import org.rmcast.core.wire.WireWriter;

/**
 * What travels when files are sent: for each file a header, its content in chunks, and a trailer. Big-endian.
 *
 * <pre>
 * offset size field
 *  0     2    magic 0x4654 ("FT")
 *  2     1    version, 1
 *  3     1    type: 1 header, 2 chunk, 3 trailer
 *
 * header   4   8   length of the file in bytes, -1 if it is not known before the end
 *         12   2   length of the name in bytes
 *         14   n   name, UTF-8; a path below the receiving directory, its parts separated by slashes
 * chunk    4   8   offset in the file
 *         12   n   content, to the end of the message
 * trailer  4  32   SHA-256 of the file
 * </pre>
 */
sealed interface TransferMessage {
    /** Content bytes of a chunk. */
    int CHUNK_BYTES = 32 * 1024;

    int MAGIC = 0x4654;
    int VERSION = 1;
    int SHA256_BYTES = 32;
    /** The length of a file that is sent while it comes about. */
    long UNKNOWN_LENGTH = -1;

    /** The kinds of message. */
    enum Type {
        HEADER(1),
        CHUNK(2),
        TRAILER(3);

        private final int code;

        Type(int code) {
            this.code = code;
        }

        int code() {
            return code;
        }

        static Type of(int code) throws DecodeException {
            for (Type type : values()) {
                if (type.code == code) {
                    return type;
                }
            }
            throw new DecodeException("type is " + code + ", known are 1 to " + values().length);
        }
    }

    /** The kind of this one. */
    Type type();

    /** A file begins. */
    record Header(String name, long length) implements TransferMessage {
        public Header {
            if (length < UNKNOWN_LENGTH) {
                throw new IllegalArgumentException("length must be " + UNKNOWN_LENGTH + " or more, was " + length);
            }
        }

        @Override
        public Type type() {
            return Type.HEADER;
        }
    }

    /** The file's next bytes. */
    record Chunk(long offset, ByteBuffer content) implements TransferMessage {
        @Override
        public Type type() {
            return Type.CHUNK;
        }
    }

    /** The file is complete. */
    record Trailer(ByteBuffer sha256) implements TransferMessage {
        @Override
        public Type type() {
            return Type.TRAILER;
        }
    }

    /** This message's bytes. */
    default byte[] encode() {
        WireWriter writer = new WireWriter(CHUNK_BYTES + 16)
                .writeShort(MAGIC)
                .writeByte(VERSION)
                .writeByte(type().code());
        if (this instanceof Header header) {
            byte[] name = header.name().getBytes(StandardCharsets.UTF_8);
            writer.writeLong(header.length()).writeShort(name.length).writeBytes(name, 0, name.length);
        } else if (this instanceof Chunk chunk) {
            writer.writeLong(chunk.offset());
            write(writer, chunk.content());
        } else if (this instanceof Trailer trailer) {
            write(writer, trailer.sha256());
        }
        return writer.toByteArray();
    }

    private static void write(WireWriter writer, ByteBuffer content) {
        byte[] bytes = new byte[content.remaining()];
        content.duplicate().get(bytes);
        writer.writeBytes(bytes, 0, bytes.length);
    }

    /**
     * Reads a message.
     *
     * @throws DecodeException naming the field that is not as it should be
     */
    static TransferMessage decode(byte[] bytes) throws DecodeException {
        WireReader reader = new WireReader(bytes, 0);
        if (reader.readUnsignedShort("magic") != MAGIC) {
            throw new DecodeException("not a file transfer");
        }
        int version = reader.readUnsignedByte("version");
        if (version != VERSION) {
            throw new DecodeException("file transfer of version " + version + ", known is " + VERSION);
        }
        return switch (Type.of(reader.readUnsignedByte("type"))) {
            case HEADER -> header(bytes, reader);
            case CHUNK -> new Chunk(number(reader, 0), rest(bytes, reader));
            case TRAILER -> trailer(bytes, reader);
        };
    }

    private static Header header(byte[] bytes, WireReader reader) throws DecodeException {
        long length = number(reader, UNKNOWN_LENGTH);
        int nameLength = reader.readUnsignedShort("name length");
        int start = reader.readSlice(nameLength, "name");
        reader.finish();
        try {
            ByteBuffer name = ByteBuffer.wrap(bytes, start, nameLength);
            return new Header(StandardCharsets.UTF_8.newDecoder().decode(name).toString(), length);
        } catch (CharacterCodingException e) {
            throw new DecodeException("name is not UTF-8");
        }
    }

    private static Trailer trailer(byte[] bytes, WireReader reader) throws DecodeException {
        ByteBuffer sha256 = rest(bytes, reader);
        if (sha256.remaining() != SHA256_BYTES) {
            throw new DecodeException("sha256 has " + sha256.remaining() + " bytes");
        }
        return new Trailer(sha256);
    }

    private static long number(WireReader reader, long least) throws DecodeException {
        long value = reader.readLong("length or offset");
        if (value < least) {
            throw new DecodeException("length or offset is negative: " + value);
        }
        return value;
    }

    private static ByteBuffer rest(byte[] bytes, WireReader reader) {
        return ByteBuffer.wrap(bytes, reader.position(), reader.remaining());
    }
}
