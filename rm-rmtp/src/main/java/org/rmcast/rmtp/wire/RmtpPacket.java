package org.rmcast.rmtp.wire;

import org.jspecify.annotations.Nullable;
import org.rmcast.core.engine.PacketKind;
import org.rmcast.core.flow.shared.RateReport;
import org.rmcast.core.wire.DatagramHeader;

/**
 * A packet of RMTP. Who sent it is in the common header. Immutable but for arrays, which nobody changes.
 *
 * <p>Paper: Shiroshita et al., "Performance evaluation of reliable multicast transport protocol for large-scale delivery", section 3.
 */
public sealed interface RmtpPacket {
    /** Which packet. */
    enum PacketType {
        /** CONN: asks for the answer of each receiver, and says what is to come. */
        CONNECTION_REQUEST(1, PacketKind.MEMBERSHIP),
        /** CACK: whether a receiver takes part. */
        CONNECTION_ACK(2, PacketKind.MEMBERSHIP),
        /** Gives a receiver what it has to show from then on. */
        TOKEN(3, PacketKind.MEMBERSHIP),
        /** A packet of the data set. */
        DATA(4, PacketKind.DATA),
        /** Asks for ACK or NACK. */
        POLL(5, PacketKind.STATE),
        /** What a receiver lacks. */
        NACK(6, PacketKind.REQUEST),
        /** A receiver has everything. */
        ACK(7, PacketKind.STATE),
        /** A receiver cannot keep up. */
        BUSY(8, PacketKind.STATE),
        /** RRDY: it can again. */
        RECEIVE_READY(9, PacketKind.STATE),
        /** REL: who has everything may go. */
        RELEASE(10, PacketKind.STATE),
        /** RACK: a receiver goes. */
        RELEASE_ACK(11, PacketKind.STATE),
        /** How many packets a receiver got in a monitored period. */
        MONITOR_REPORT(12, PacketKind.STATE),
        /** The delivery is over. */
        END(13, PacketKind.MEMBERSHIP),
        /** How fast the server may be. */
        RATE(14, PacketKind.STATE),
        /** Answers RATE. */
        RATE_TAKEN(15, PacketKind.STATE);

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
        if (type == null) {
            return PacketKind.UNKNOWN;
        }
        boolean repair = type == PacketType.DATA && (DatagramHeader.flags(packet) & Data.REPAIR) != 0;
        return repair ? PacketKind.REPAIR : type.kind;
    }

    /** Which packet it is. */
    PacketType type();

    /** Which delivery of its server it belongs to, never 0. */
    int transfer();

    /**
     * CONN.
     *
     * @param open whether receivers that are not expected are taken
     * @param dataSet the identity of the data set: the same again when it is delivered anew
     * @param totalBytes its length
     * @param packetBytes how many of them are in each packet but the last
     * @param backoffMicros the range in which receivers put off their answers, in microseconds
     * @param description what the application says of the data set
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record ConnectionRequest(
            int transfer,
            boolean open,
            long dataSet,
            long totalBytes,
            int packetBytes,
            int backoffMicros,
            byte[] description)
            implements RmtpPacket {
        @Override
        public PacketType type() {
            return PacketType.CONNECTION_REQUEST;
        }
    }

    /** What a receiver answers to CONN. */
    enum Answer {
        /** It takes part. */
        YES(1),
        /** It does not. */
        NO(2),
        /** It has heard data, and asks what of. */
        ASKS(3);

        private final int code;

        Answer(int code) {
            this.code = code;
        }

        int code() {
            return code;
        }
    }

    /**
     * CACK.
     *
     * @param token what TOKEN gave, 0 before
     * @param nonce what TOKEN is to echo, never 0
     * @param roundTripMicros how long TOKEN took to come, 0 if that is not known
     * @param held how many packets the receiver has already
     * @param reason why not, with NO; else empty
     */
    record ConnectionAck(
            int transfer, long token, long nonce, Answer answer, int roundTripMicros, long held, String reason)
            implements RmtpPacket {
        /** Without a reason. */
        public ConnectionAck(int transfer, long token, long nonce, Answer answer, int roundTripMicros, long held) {
            this(transfer, token, nonce, answer, roundTripMicros, held, "");
        }

        @Override
        public PacketType type() {
            return PacketType.CONNECTION_ACK;
        }
    }

    /**
     * TOKEN.
     *
     * @param nonce that of the CACK
     * @param token what to show from now on, never 0
     * @param reports whether the receiver is to send monitor reports
     */
    record Token(int transfer, long nonce, long token, boolean reports) implements RmtpPacket {
        @Override
        public PacketType type() {
            return PacketType.TOKEN;
        }
    }

    /**
     * DATA.
     *
     * @param flags of {@link #START} to {@link #TIMED}
     * @param sequence the packet's place in the data set, from 0
     * @param round the round in which it is sent
     * @param monitor the monitored period in which it is sent; with {@link #NUMBERED} how many packets left before it to the same, modulo 2^16
     * @param backoffMicros the range in which receivers put off their answers after this round; with {@link #TIMED} when it left by the server's time,
     *     modulo 2^32
     * @param datagram the whole of it; the bytes of the data set from {@link #PAYLOAD_OFFSET} on
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Data(int transfer, int flags, long sequence, int round, int monitor, int backoffMicros, byte[] datagram)
            implements RmtpPacket {
        /** A monitored period begins. */
        public static final int START = 1;
        /** It ends. */
        public static final int STOP = 2;
        /** The round ends. */
        public static final int LAST = 4;
        /** Sent by unicast to one receiver that is served apart; the round is that receiver's own. */
        public static final int SEPARATE = 8;
        /** Not of the first round. */
        public static final int REPAIR = 16;
        /** The rate is shared: the packet has a number in place of a monitored period. */
        public static final int NUMBERED = 32;
        /** It says when it left, in place of the back-off. */
        public static final int TIMED = 64;

        /** Where the bytes of the data set begin. */
        public static final int PAYLOAD_OFFSET = DatagramHeader.BYTES + 20;

        /** Whether a flag is set. */
        public boolean has(int flag) {
            return (flags & flag) != 0;
        }

        /** How many bytes of the data set it carries. */
        public int payloadBytes() {
            return datagram.length - PAYLOAD_OFFSET;
        }

        @Override
        public PacketType type() {
            return PacketType.DATA;
        }
    }

    /**
     * POLL: to one receiver, or to all at the end of a round whose last packet was not known to be the last.
     *
     * @param round which round is asked about
     * @param backoffMicros the range in which the answer is put off
     * @param from a NACK may begin with this packet
     */
    record Poll(int transfer, int round, int backoffMicros, long from) implements RmtpPacket {
        @Override
        public PacketType type() {
            return PacketType.POLL;
        }
    }

    /**
     * NACK: all that a receiver lacks of the packets from {@code first} to below {@code limit}.
     *
     * @param round the round after which it is so
     * @param missing how many packets it lacks in all
     * @param ranges what it lacks: first and limit of each stretch, ascending
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Nack(int transfer, long token, int round, long missing, long first, long limit, long[] ranges)
            implements RmtpPacket {
        @Override
        public PacketType type() {
            return PacketType.NACK;
        }
    }

    /** ACK: the receiver has everything. */
    record Ack(int transfer, long token, int round) implements RmtpPacket {
        @Override
        public PacketType type() {
            return PacketType.ACK;
        }
    }

    /**
     * BUSY: the receiver takes nothing until it says so.
     *
     * @param reason why, may be empty
     */
    record Busy(int transfer, long token, String reason) implements RmtpPacket {
        /** Without a reason. */
        public Busy(int transfer, long token) {
            this(transfer, token, "");
        }

        @Override
        public PacketType type() {
            return PacketType.BUSY;
        }
    }

    /** RRDY. */
    record ReceiveReady(int transfer, long token) implements RmtpPacket {
        @Override
        public PacketType type() {
            return PacketType.RECEIVE_READY;
        }
    }

    /**
     * REL: who has everything may go.
     *
     * @param round after which round
     * @param trailer what the application says of the data set when all of it was read
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Release(int transfer, int round, int backoffMicros, byte[] trailer) implements RmtpPacket {
        @Override
        public PacketType type() {
            return PacketType.RELEASE;
        }
    }

    /**
     * RACK.
     *
     * @param whole whether the application found the data set to be whole
     * @param reason why it did not; empty if it did
     */
    record ReleaseAck(int transfer, long token, boolean whole, String reason) implements RmtpPacket {
        /** Without a reason. */
        public ReleaseAck(int transfer, long token, boolean whole) {
            this(transfer, token, whole, "");
        }

        @Override
        public PacketType type() {
            return PacketType.RELEASE_ACK;
        }
    }

    /**
     * REPORT.
     *
     * @param monitor which period
     * @param received how many of its packets came
     */
    record MonitorReport(int transfer, long token, int monitor, int received) implements RmtpPacket {
        @Override
        public PacketType type() {
            return PacketType.MONITOR_REPORT;
        }
    }

    /**
     * RATE.
     *
     * @param number which the answer echoes, never 0
     * @param report how fast the server may be
     */
    record Rate(int transfer, long token, int number, RateReport report) implements RmtpPacket {
        @Override
        public PacketType type() {
            return PacketType.RATE;
        }
    }

    /**
     * Answers RATE.
     *
     * @param number that of the RATE
     * @param pauseMicros after how long the receiver is to report again
     */
    record RateTaken(int transfer, int number, int pauseMicros) implements RmtpPacket {
        @Override
        public PacketType type() {
            return PacketType.RATE_TAKEN;
        }
    }

    /**
     * END.
     *
     * @param complete whether all receivers that are not told otherwise have everything
     */
    record End(int transfer, boolean complete) implements RmtpPacket {
        @Override
        public PacketType type() {
            return PacketType.END;
        }
    }
}
