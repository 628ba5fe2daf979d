package org.rmcast.pbcast.wire;

import java.net.InetSocketAddress;
import java.util.List;
import org.rmcast.core.engine.PacketKind;
import org.rmcast.core.wire.DatagramHeader;

/** The packets of Bimodal Multicast. The layout is that of {@link PbcastCodec}. */
@SuppressWarnings({"ArrayRecordComponent", "EnumOrdinal"}) // bytes of datagrams: shared, never compared; codes
public sealed interface PbcastPacket {
    /** Which packet; the codes are the ordinals plus 1. */
    enum PacketType {
        /** New data from its sender. */
        DATA(PacketKind.DATA),
        /** Data from somebody who holds it, to who misses it, or to all. */
        RETRANSMISSION(PacketKind.REPAIR),
        /** New data passed on by somebody who just got it, where data itself is gossiped. */
        FORWARD(PacketKind.DATA),
        /** Push gossip: what its sender holds. */
        GOSSIP(PacketKind.STATE),
        /** Pull gossip: what its sender wants. */
        LACK(PacketKind.REQUEST),
        /** Asks for packets. */
        REQUEST(PacketKind.REQUEST),
        /** Tells a neighbour who holds what the sender of this misses. */
        INFO(PacketKind.STATE),
        /** Asks who holds packets to multicast them if others need them too. */
        MCAST(PacketKind.REQUEST),
        /** A sender asks a member how far it is with the sender's stream. */
        POLL(PacketKind.STATE),
        /** The answer. */
        POSITION(PacketKind.STATE),
        /** Takes a link into the tree along which data is passed on, or out of it. */
        LINK(PacketKind.STATE);

        private static final PacketType[] VALUES = values();

        private final PacketKind kind;

        PacketType(PacketKind kind) {
            this.kind = kind;
        }

        /** The packet type byte of the common header. */
        public int code() {
            return ordinal() + 1;
        }

        /** How many types there are. */
        static int count() {
            return VALUES.length;
        }

        /** The type of a code from 1 to {@link #count()}. */
        static PacketType ofCode(int code) {
            return VALUES[code - 1];
        }
    }

    /** What packets of a type code are for. */
    static PacketKind kind(int code) {
        return code < 1 || code > PacketType.count() ? PacketKind.UNKNOWN : PacketType.ofCode(code).kind;
    }

    /** Which packet this is. */
    PacketType type();

    /**
     * A data packet, whoever sends it.
     *
     * @param type DATA, RETRANSMISSION or FORWARD
     * @param source the member whose data it is
     * @param sequence its number, from 1
     * @param firstMessage the number of the message to which the first frame belongs
     * @param low the lowest sequence that the source held when it first sent this
     * @param datagram the whole datagram; the frames begin at {@link #FRAMES_OFFSET}
     */
    record Data(PacketType type, long source, long sequence, long firstMessage, long low, byte[] datagram)
            implements PbcastPacket {
        /** Where the number of the first frame's message is. */
        public static final int FIRST_MESSAGE_OFFSET = DatagramHeader.BYTES + 16;

        /** Where the frames begin. */
        public static final int FRAMES_OFFSET = DatagramHeader.BYTES + 32;
    }

    /**
     * What a member has and misses.
     *
     * @param type GOSSIP or LACK
     * @param truncated whether there are streams with packets of which it does not speak
     * @param round the sender's gossip round
     * @param sums over all other streams that its sender knows, 1, 2, 4, 8 or 16 of them; none if it does not say
     */
    record Digest(PacketType type, boolean truncated, int round, int[] sums, List<Entry> entries)
            implements PbcastPacket {
        private static final int[] NONE = {};

        public Digest {
            entries = List.copyOf(entries);
        }

        /** One that says nothing of the streams that it does not name. */
        public Digest(PacketType type, boolean truncated, int round, List<Entry> entries) {
            this(type, truncated, round, NONE, entries);
        }
    }

    /**
     * What a member has of one stream.
     *
     * @param source whose stream
     * @param kept the lowest sequence held: what is below low is held for who was away, and nobody begins with it
     * @param low the lowest sequence that is gossiped
     * @param next everything from kept up to here is held; the first that is missing
     * @param limit the sequence after the highest known to exist
     * @param lostLimit the sequence after the last that this member gave up for good, 0 if none
     * @param ended whether the stream ends with {@code limit - 1}
     * @param messages all messages below this number were sent in packets below the limit, as far as is known; if the stream has
     *     ended this is how many messages it has
     * @param maskStart of what is missing below this nothing is said, and nothing from next up to here is offered
     * @param mask from maskStart on: in a GOSSIP what is missing, in a LACK what is wanted; see {@link
     *     org.rmcast.core.wire.SequenceMask}
     * @param repairedStart the sequence of the first bit of the next
     * @param repaired what this member has repaired by unicast: the "retransmit bit" of the variants GRB and LOCAL
     */
    record Entry(
            long source,
            long kept,
            long low,
            long next,
            long limit,
            long lostLimit,
            boolean ended,
            long messages,
            long maskStart,
            byte[] mask,
            long repairedStart,
            byte[] repaired) {
        /** One of a member that holds nothing besides what it gossips. */
        public Entry(
                long source,
                long low,
                long next,
                long limit,
                long lostLimit,
                boolean ended,
                long messages,
                long maskStart,
                byte[] mask,
                long repairedStart,
                byte[] repaired) {
            this(source, low, low, next, limit, lostLimit, ended, messages, maskStart, mask, repairedStart, repaired);
        }
    }

    /**
     * Packets of one stream that are wanted.
     *
     * @param start the sequence of the mask's first bit
     */
    record Want(long source, long start, byte[] mask) {}

    /**
     * Asks for packets.
     *
     * @param type REQUEST or MCAST
     * @param prompt whether it answers no gossip, so that the round means nothing
     * @param round the round of the gossip that this answers
     */
    record Request(PacketType type, boolean prompt, int round, List<Want> wants) implements PbcastPacket {
        public Request {
            wants = List.copyOf(wants);
        }
    }

    /**
     * Tells a neighbour what was asked for, and from whom.
     *
     * @param holder the address of who holds it
     * @param round the round of the holder's gossip
     */
    record Info(InetSocketAddress holder, int round, List<Want> wants) implements PbcastPacket {
        public Info {
            wants = List.copyOf(wants);
        }

        @Override
        public PacketType type() {
            return PacketType.INFO;
        }
    }

    /**
     * A sender says how far its stream is, and asks how far the other is.
     *
     * @param answer whether an answer is wanted
     * @param number to be repeated by the answer
     * @param low the lowest sequence that the sender holds
     * @param limit the sequence after the last sent
     * @param ended whether the stream ends with {@code limit - 1}
     * @param messages as in {@link Entry}
     */
    record Poll(boolean answer, int number, long low, long limit, boolean ended, long messages)
            implements PbcastPacket {
        @Override
        public PacketType type() {
            return PacketType.POLL;
        }
    }

    /**
     * How far a member is with the stream of the sender that asked.
     *
     * @param number that of the poll
     * @param next the first sequence missing
     * @param limit the sequence after the highest received
     * @param lostLimit as in {@link Entry}
     * @param received how many packets came without being asked for
     */
    record Position(int number, long next, long limit, long lostLimit, long received) implements PbcastPacket {
        @Override
        public PacketType type() {
            return PacketType.POSITION;
        }
    }

    /**
     * A link of the tree along which data is passed on where there is no multicast.
     *
     * @param inTree whether its sender wants data along this link from now on (GRAFT), or no more (PRUNE)
     */
    record Link(boolean inTree) implements PbcastPacket {
        @Override
        public PacketType type() {
            return PacketType.LINK;
        }
    }
}
