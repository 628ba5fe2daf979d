package org.rmcast.nak.wire;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.rmcast.api.Role;
import org.rmcast.core.engine.PacketKind;
import org.rmcast.core.flow.shared.RateReport;
import org.rmcast.core.wire.DatagramHeader;

/** A packet of the NAK protocol. Who sent it is in the common header. Immutable but for arrays, which nobody changes. */
public sealed interface NakPacket {
    /** Which packet. */
    enum PacketType {
        /** Messages, to the group. */
        DATA(1, PacketKind.DATA),
        /** The same, to who asked. */
        REPAIR(2, PacketKind.REPAIR),
        /** How far the sender's own stream is, and those of others as far as it knows. */
        SESSION(3, PacketKind.STATE),
        /** Asks a sender for packets, or how far it is. */
        REQUEST(4, PacketKind.REQUEST),
        /** How far who sends it has got with the stream of who is told. */
        POSITION(5, PacketKind.STATE),
        /** To the group, for one member: asks for a WELCOME. */
        HELLO(6, PacketKind.MEMBERSHIP),
        /** Answers HELLO. */
        WELCOME(7, PacketKind.MEMBERSHIP),
        /** Proves an address. */
        PROOF(8, PacketKind.MEMBERSHIP),
        /** Who sends it leaves. */
        LEAVE(9, PacketKind.MEMBERSHIP),
        /** How fast a receiver wants the stream of who is told. */
        RATE(10, PacketKind.STATE),
        /** Answers RATE. */
        RATE_TAKEN(11, PacketKind.STATE);

        private final int code;
        private final PacketKind kind;

        PacketType(int code, PacketKind kind) {
            this.code = code;
            this.kind = kind;
        }

        /** The type's byte in the header. */
        public int code() {
            return code;
        }

        /** The type with this byte, null if there is none. */
        static @Nullable PacketType of(int code) {
            for (PacketType type : values()) {
                if (type.code == code) {
                    return type;
                }
            }
            return null;
        }
    }

    /** What a packet is for; never throws. */
    static PacketKind kind(byte[] packet) {
        PacketType type = PacketType.of(DatagramHeader.type(packet));
        return type == null ? PacketKind.UNKNOWN : type.kind;
    }

    /** Which packet it is. */
    PacketType type();

    /**
     * Messages.
     *
     * @param type DATA or REPAIR
     * @param sequence the packet's place in the stream, 1 or more
     * @param firstMessage the number of the message to which the first frame belongs
     * @param number that of the request that a repair answers; in DATA that is timed, when it left by its sender's time, in microseconds modulo 2^32
     * @param datagram the whole of it
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Data(PacketType type, long sequence, long firstMessage, int number, byte[] datagram) implements NakPacket {
        /** Whether it is DATA that says when it left. */
        public boolean timed() {
            return type == PacketType.DATA && (DatagramHeader.flags(datagram) & NakCodec.TIMED) != 0;
        }

        /** Where the number of the first frame's message is. */
        public static final int FIRST_MESSAGE_OFFSET = DatagramHeader.BYTES + 8;

        /** Where the frames begin. */
        public static final int FRAMES_OFFSET = DatagramHeader.BYTES + 20;
    }

    /**
     * How far a stream is.
     *
     * @param low the lowest packet that its sender keeps
     * @param limit the sequence after the last that was sent
     * @param messages all messages below were begun in those packets
     * @param ended whether there will be no more
     */
    record Reach(long low, long limit, long messages, boolean ended) {
        /** That of who sends nothing. */
        public static final Reach NOTHING = new Reach(1, 1, 0, false);
    }

    /**
     * What somebody knows of another one's stream.
     *
     * @param source whose
     * @param limit the sequence after the last known
     * @param messages all messages below were begun in packets that have come
     */
    record Heard(long source, long limit, long messages) {}

    /**
     * A session message.
     *
     * @param role what its sender is there for
     * @param intervalMillis how often it speaks
     * @param poll the number of a question to all receivers where they are, 0 if there is none
     * @param answer whether it answers a REQUEST: there is no more than it says
     * @param own the sender's stream
     * @param others the streams of others, not all of them if there are many
     */
    record Session(Role role, int intervalMillis, int poll, boolean answer, Reach own, List<Heard> others)
            implements NakPacket {
        public Session {
            others = List.copyOf(others);
        }

        @Override
        public PacketType type() {
            return PacketType.SESSION;
        }
    }

    /**
     * Packets that are wanted: bit i of the mask stands for {@code start + i}.
     *
     * @param start the first sequence
     * @param mask see {@link org.rmcast.core.wire.SequenceMask}
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Want(long start, byte[] mask) {}

    /**
     * Asks for packets of who gets it.
     *
     * @param number which its repairs echo, never 0
     * @param wants the packets; none to ask how far the stream is
     */
    record Request(int number, List<Want> wants) implements NakPacket {
        public Request {
            wants = List.copyOf(wants);
        }

        @Override
        public PacketType type() {
            return PacketType.REQUEST;
        }
    }

    /**
     * Where a receiver is with the stream of who gets it.
     *
     * @param poll the question that it answers, 0 if none
     * @param next all packets below were given to the application, or reported as lost
     * @param lostLimit the sequence after the last that was lost, 0 if none was
     * @param lostPackets how many were lost
     * @param knowsEnd whether it knows that the stream has ended
     */
    record Position(int poll, long next, long lostLimit, long lostPackets, boolean knowsEnd) implements NakPacket {
        @Override
        public PacketType type() {
            return PacketType.POSITION;
        }
    }

    /**
     * Asks one member for a WELCOME.
     *
     * @param target which
     * @param nonce never 0
     * @param role what its sender is there for
     */
    record Hello(long target, long nonce, Role role) implements NakPacket {
        @Override
        public PacketType type() {
            return PacketType.HELLO;
        }
    }

    /**
     * Answers HELLO.
     *
     * @param nonce that of the HELLO
     * @param cookie to be shown in a PROOF
     */
    record Welcome(long nonce, long cookie) implements NakPacket {
        @Override
        public PacketType type() {
            return PacketType.WELCOME;
        }
    }

    /**
     * Proves an address.
     *
     * @param shown the cookie that who gets it gave
     * @param given a cookie to be shown in answer, 0 if no answer is wanted
     * @param met whether its sender has met who gets it
     * @param own the sender's stream
     */
    record Proof(long shown, long given, boolean met, Reach own) implements NakPacket {
        @Override
        public PacketType type() {
            return PacketType.PROOF;
        }
    }

    /** Its sender leaves. */
    record Leave() implements NakPacket {
        @Override
        public PacketType type() {
            return PacketType.LEAVE;
        }
    }

    /**
     * How fast a receiver wants the stream of who gets it.
     *
     * @param number which the answer echoes, never 0
     * @param report what it says
     */
    record Rate(int number, RateReport report) implements NakPacket {
        @Override
        public PacketType type() {
            return PacketType.RATE;
        }
    }

    /**
     * Answers RATE.
     *
     * @param number that of the RATE
     * @param pauseMicros after so long another one is wanted, 0 or more
     */
    record RateTaken(int number, int pauseMicros) implements NakPacket {
        @Override
        public PacketType type() {
            return PacketType.RATE_TAKEN;
        }
    }
}
