package org.rmcast.srm.wire;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.rmcast.api.Role;
import org.rmcast.core.engine.PacketKind;
import org.rmcast.core.flow.shared.RateReport;
import org.rmcast.core.wire.DatagramHeader;

/** The packets of SRM. The layout is that of {@link SrmCodec}. */
@SuppressWarnings("ArrayRecordComponent") // bytes of datagrams: shared, never compared
public sealed interface SrmPacket {
    /** Which packet, with its byte in the common header. */
    enum PacketType {
        /** New data from its source. */
        DATA(1, PacketKind.DATA),
        /** Data from any member that holds it, since somebody asked. */
        REPAIR(2, PacketKind.REPAIR),
        /** A session message: who is there, what it has, how long messages take. */
        SESSION(3, PacketKind.STATE),
        /** Asks the group for packets. */
        REQUEST(4, PacketKind.REQUEST),
        /** Says how fast a receiver wants a stream. */
        RATE(5, PacketKind.STATE);

        private final int code;
        private final PacketKind kind;

        PacketType(int code, PacketKind kind) {
            this.code = code;
            this.kind = kind;
        }

        /** The packet type byte of the common header. */
        public int code() {
            return code;
        }

        /** The type with this byte, null if there is none. */
        static @Nullable PacketType of(int code) {
            return switch (code) {
                case 1 -> DATA;
                case 2 -> REPAIR;
                case 3 -> SESSION;
                case 4 -> REQUEST;
                case 5 -> RATE;
                default -> null;
            };
        }
    }

    /** What packets with this byte are for. */
    static PacketKind kind(int code) {
        PacketType type = PacketType.of(code);
        return type == null ? PacketKind.UNKNOWN : type.kind;
    }

    /** Which packet this is. */
    PacketType type();

    /**
     * A data packet, whoever sends it.
     *
     * @param type DATA or REPAIR
     * @param firstStep whether it is meant for who asked alone, which passes it on to those near it; of repairs
     * @param timed whether it says when it left; of new data
     * @param source the member whose data it is
     * @param sequence its number, from 1
     * @param firstMessage the number of the message to which the first frame belongs
     * @param low the lowest sequence that the source held when it first sent this
     * @param incarnation that of the source
     * @param distanceMicros how far who sends this is from who asked; in new data that is timed when it left, by its sender's time
     *     in microseconds modulo 2^32, in other new data 0
     * @param round how often it was asked for before; 0 in new data
     * @param scope the time to live with which it was sent
     * @param datagram the whole datagram; the frames begin at {@link #FRAMES_OFFSET}
     */
    record Data(
            PacketType type,
            boolean firstStep,
            boolean timed,
            long source,
            long sequence,
            long firstMessage,
            long low,
            int incarnation,
            int distanceMicros,
            int round,
            int scope,
            byte[] datagram)
            implements SrmPacket {
        /** Where the number of the first frame's message is. */
        public static final int FIRST_MESSAGE_OFFSET = DatagramHeader.BYTES + 16;

        /** Where the frames begin. */
        public static final int FRAMES_OFFSET = DatagramHeader.BYTES + 44;
    }

    /**
     * A session message.
     *
     * @param number grows with each one of its member
     * @param role of its member
     * @param leaving whether it is the last one
     * @param asks whether those who receive the stream are to say soon what they have of it
     * @param scope the time to live with which it was sent: who hears it is not farther away
     * @param stamp stands for the time when it was sent: of a chain, so that each leads to the one before it, and none to the next
     * @param intervalMillis how long the next one may take, at most
     * @param own the own stream, null if there is none
     * @param reports what it has of the streams of others
     * @param echoes whose stamps it has heard
     */
    record Session(
            int number,
            Role role,
            boolean leaving,
            boolean asks,
            int scope,
            long stamp,
            int intervalMillis,
            @Nullable Own own,
            List<Report> reports,
            List<Echo> echoes)
            implements SrmPacket {
        public Session {
            reports = List.copyOf(reports);
            echoes = List.copyOf(echoes);
        }

        @Override
        public PacketType type() {
            return PacketType.SESSION;
        }
    }

    /**
     * How far a source is with its own stream.
     *
     * @param low the lowest sequence that it holds
     * @param limit the sequence after the last sent
     * @param messages all messages below this number were begun in packets below the limit
     * @param ended whether the stream ends with {@code limit - 1}
     */
    record Own(long low, long limit, long messages, boolean ended) {}

    /**
     * What a member has of a stream.
     *
     * @param source whose
     * @param next the first sequence that it misses
     * @param limit the sequence after the highest that it knows of
     * @param knowsEnd whether it knows that the stream ends with {@code limit - 1}
     * @param messages all messages below this number were begun in packets below the limit, as far as it knows
     * @param lostLimit the sequence after the last that it gave up, 0 if none
     * @param lostPackets how many it gave up
     */
    record Report(
            long source, long next, long limit, boolean knowsEnd, long messages, long lostLimit, long lostPackets) {}

    /**
     * A stamp that comes back.
     *
     * @param peer whose it is
     * @param stamp the last one heard
     * @param heldMicros how long ago it was heard
     */
    record Echo(long peer, long stamp, int heldMicros) {}

    /**
     * Asks for packets of one source.
     *
     * @param source whose
     * @param distanceMicros how far who asks is from it
     * @param round how often it has been asked for before, by anybody
     * @param scope the time to live with which it was sent
     * @param ranges what is missing, ascending, apart from each other, at least one
     */
    record Request(long source, int distanceMicros, int round, int scope, List<Range> ranges) implements SrmPacket {
        public Request {
            ranges = List.copyOf(ranges);
        }

        @Override
        public PacketType type() {
            return PacketType.REQUEST;
        }
    }

    /**
     * Sequences that follow one another.
     *
     * @param first the first
     * @param limit the one after the last
     */
    record Range(long first, long limit) {}

    /**
     * How fast a receiver wants a stream.
     *
     * @param source whose
     * @param report what it says
     */
    record Rate(long source, RateReport report) implements SrmPacket {
        @Override
        public PacketType type() {
            return PacketType.RATE;
        }
    }
}
