package org.rmcast.tram.wire;

import java.net.InetSocketAddress;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.rmcast.core.engine.PacketKind;
import org.rmcast.core.engine.Reason;
import org.rmcast.core.flow.shared.RateReport;
import org.rmcast.core.repair.CodedPart;
import org.rmcast.core.wire.DatagramHeader;
import org.rmcast.core.wire.SequenceMask;

/**
 * The packets of TRAM. One record each; {@link TramCodec} has their layout.
 *
 * <p>Sequences are of data packets, the first one is 1. Sources are member ids of senders of streams.
 */
public sealed interface TramPacket {
    /** Which packet this is; the code is the type byte of the common header. */
    enum Type {
        DATA(1, PacketKind.DATA),
        RETRANSMISSION(2, PacketKind.REPAIR),
        BEACON(3, PacketKind.STATE),
        HELLO(4, PacketKind.TREE),
        HEAD_ADVERTISEMENT(5, PacketKind.TREE),
        MEMBER_SOLICITATION(6, PacketKind.TREE),
        HEAD_BIND(7, PacketKind.TREE),
        ACCEPT_MEMBER(8, PacketKind.TREE),
        REJECT_MEMBER(9, PacketKind.TREE),
        UNICAST_HELLO(10, PacketKind.TREE),
        ACK(11, PacketKind.STATE),
        NOT_REPAIRED(12, PacketKind.STATE),
        UNICAST_DATA(13, PacketKind.REPAIR),
        MEMBER_REPORT(14, PacketKind.TREE),
        REPORT_TAKEN(15, PacketKind.TREE),
        COOKIE_REQUEST(16, PacketKind.TREE),
        COOKIE(17, PacketKind.TREE),
        /** A code, of those that {@link DatagramHeader} keeps for codes in all protocols. */
        CODED_REPAIR(0xf0, PacketKind.REPAIR);

        private static final Type[] VALUES = values();

        private final int code;
        private final PacketKind kind;

        Type(int code, PacketKind kind) {
            this.code = code;
            this.kind = kind;
        }

        /** The packet type byte of the common header. */
        public int code() {
            return code;
        }

        /** What such packets are for. An acknowledgement, which may also ask for repairs, counts as state. */
        public PacketKind kind() {
            return kind;
        }

        /** The type of a code, null if none has it. */
        public static @Nullable Type ofCode(int code) {
            if (code == CODED_REPAIR.code) {
                return CODED_REPAIR;
            }
            return code < 1 || code >= VALUES.length ? null : VALUES[code - 1];
        }
    }

    /** What a head does with those who want to join. */
    enum HeadState {
        INIT,
        ACCEPTING_MEMBERS,
        ACCEPTING_POTENTIAL_HEADS_ONLY,
        NOT_ACCEPTING,
        RESIGNING,
        /** All places are taken; members that may serve others are named to who asks. */
        REFERRING
    }

    /** What a member may become. The order is that of the LAN election: the first wins. */
    enum MemberRole {
        /** The sender, and nodes that are there to repair. */
        EAGER_HEAD,
        /** A receiver that becomes a head when it is needed. */
        RELUCTANT_HEAD,
        /** A receiver that never does. */
        MEMBER_ONLY
    }

    /** Whether a node is its LAN's head. */
    enum LanState {
        NONE,
        VOLUNTEER,
        LAN_HEAD,
        LAN_MEMBER
    }

    /** Why a head does not take a member. */
    enum RejectReason {
        HEADS_ONLY,
        FULL,
        LEVEL,
        RESIGNING,
        NOT_LAN_HEAD,
        NOT_ATTACHED,
        /** What the member misses first is no longer held here. */
        DATA_GONE,
        /** The member was pruned, and has to stay away for a while. */
        HELD_OFF
    }

    /** Why a member is not one any more, or never was. */
    enum DisownReason {
        /** Not disowned: a sign of life for a member that missed the head's hellos. */
        NONE,
        UNKNOWN_MEMBER,
        SILENT,
        PRUNED,
        RESIGNING
    }

    /** What became of a member, for those further up in the tree. */
    enum MemberFate {
        /** It fell silent and was given up. */
        FAILED,
        /** It held the group back and was excluded. */
        PRUNED,
        /** It is behind, and the group no longer waits for it. */
        LAGGING,
        /** It has caught up. */
        CAUGHT_UP,
        /** It left while it still wants the stream: it looks for another head, with those below it. */
        LEFT,
        /** It was taken after it had lost another head. */
        ADOPTED,
        /** It lives, and packets are lost to it: its own word. */
        MISSED,
        /** It was taken, and had no head before. */
        JOINED,
        /** It left for good; those below it look for other heads. */
        GONE,
        /** It asks whether the sender knows of it: taken only by the sender, whose answer each head passes down. */
        HERE
    }

    Type type();

    /**
     * A data packet, new or repeated by a head.
     *
     * @param type DATA, RETRANSMISSION, or UNICAST_DATA: a repair for a member of another head
     * @param prune the sender asks heads to prune their worst members
     * @param source the sender of the stream
     * @param sequence 1 or more
     * @param firstMessage the number of the message to which the first frame belongs
     * @param forgetBefore the sender holds nothing below this sequence
     * @param rateBytesPerSecond the sender's rate; 0 in a repair, and where the time is in its place
     * @param request the number of the request that a repair answers, 0 if it answers several; in new data that is timed, when it left by
     *     the sender's clock, in microseconds modulo 2^32, in other new data 0
     * @param ackWindow packets between two acknowledgements
     * @param worstLoss the worst loss in the group, in hundredths of a per cent
     * @param timed new data that says when it left, in place of the rate
     * @param datagram the whole datagram
     */
    @SuppressWarnings("ArrayRecordComponent") // bytes of a datagram: shared, never compared
    record Data(
            Type type,
            boolean prune,
            long source,
            long sequence,
            long firstMessage,
            long forgetBefore,
            int rateBytesPerSecond,
            int request,
            int ackWindow,
            int worstLoss,
            boolean timed,
            byte[] datagram)
            implements TramPacket {
        /** Says the rate, or nothing of it, as repairs do. */
        public Data(
                Type type,
                boolean prune,
                long source,
                long sequence,
                long firstMessage,
                long forgetBefore,
                int rateBytesPerSecond,
                int request,
                int ackWindow,
                int worstLoss,
                byte[] datagram) {
            this(
                    type,
                    prune,
                    source,
                    sequence,
                    firstMessage,
                    forgetBefore,
                    rateBytesPerSecond,
                    request,
                    ackWindow,
                    worstLoss,
                    false,
                    datagram);
        }

        /** Where the number of the first frame's message is in a data packet's datagram. */
        public static final int FIRST_MESSAGE_OFFSET = DatagramHeader.BYTES + 16;

        /** Where the rate or the time is in a data packet's datagram, and in a repair's the number of the request. */
        public static final int REQUEST_OFFSET = DatagramHeader.BYTES + 32;

        /** Where the frames begin in a data packet's datagram. */
        public static final int FRAMES_OFFSET = DatagramHeader.BYTES + 40;

        /** When it left by the sender's clock, in microseconds modulo 2^32, where it is {@link #timed}. */
        public int sentMicros() {
            return request;
        }

        /** Whether this is a repair. */
        public boolean retransmission() {
            return type != Type.DATA;
        }
    }

    /**
     * Several data packets as one repair, to the group: their exclusive or, out of which each receiver that lacks exactly one of them takes it. Of a
     * packet are coded the number of the first message and the frames; the rest of its header is known, or says what was true when it was first sent.
     *
     * <p>Source: see {@link org.rmcast.core.repair.CodePlanner}.
     *
     * @param sequences of the packets, ascending, two at least
     * @param lengths the exclusive or of the packets' lengths as datagrams
     * @param requests the numbers of requests that are answered, of several members; others may be answered, too
     * @param datagram the code is at its end
     * @param codeOffset where that begins
     */
    @SuppressWarnings("ArrayRecordComponent") // bytes of a datagram: shared, never compared
    record CodedRepair(long source, long[] sequences, int lengths, int[] requests, byte[] datagram, int codeOffset)
            implements TramPacket {
        /** What is coded of a data packet. */
        public static final CodedPart PART =
                new CodedPart(Data.FIRST_MESSAGE_OFFSET, Data.FIRST_MESSAGE_OFFSET + Long.BYTES, Data.FRAMES_OFFSET);

        /** How far apart the sequences are at most. */
        public static final int MAX_SPAN = 255;

        /** How many packets are joined at most. */
        public static final int MAX_PACKETS = 16;

        @Override
        public Type type() {
            return Type.CODED_REPAIR;
        }
    }

    /**
     * The sender's sign of life.
     *
     * @param done the stream has ended with this sequence
     * @param filler every member is to acknowledge
     * @param highest the highest sequence sent, 0 before the first
     * @param messages how many messages those packets complete
     * @param advertisementMillis heads advertise themselves at this interval; 0: solicit instead
     */
    record Beacon(
            boolean prune,
            boolean done,
            boolean filler,
            long highest,
            long forgetBefore,
            long messages,
            int advertisementMillis,
            int rateBytesPerSecond,
            int worstLoss)
            implements TramPacket {
        @Override
        public Type type() {
            return Type.BEACON;
        }
    }

    /**
     * A head's sign of life to its members.
     *
     * @param ttl the scope with which it was sent
     * @param place where the head is in the tree
     * @param low the lowest sequence that the head can repair
     * @param next the head's next expected sequence
     * @param demand members that are to acknowledge now
     * @param roundTripMicros the head's round trip to the sender; 0 if it is the sender, or does not say
     */
    record Hello(
            int ttl,
            HeadState state,
            MemberRole role,
            TreePlace place,
            int members,
            long source,
            long low,
            long next,
            List<Long> demand,
            int roundTripMicros)
            implements TramPacket {
        public Hello {
            demand = List.copyOf(demand);
        }

        /** Does not say how far the sender is. */
        public Hello(
                int ttl,
                HeadState state,
                MemberRole role,
                TreePlace place,
                int members,
                long source,
                long low,
                long next,
                List<Long> demand) {
            this(ttl, state, role, place, members, source, low, next, demand, 0);
        }

        @Override
        public Type type() {
            return Type.HELLO;
        }
    }

    /** A head offers itself, or with {@code election} a node stands for LAN head. Padded to the length of the bind that answers it. */
    record HeadAdvertisement(
            boolean election,
            int ttl,
            HeadState state,
            MemberRole role,
            LanState lanState,
            TreePlace place,
            int members,
            int capacity,
            long source,
            long low)
            implements TramPacket {
        @Override
        public Type type() {
            return Type.HEAD_ADVERTISEMENT;
        }
    }

    /**
     * A node looks for a head within {@code ttl}. Padded to the length of the advertisement that answers it.
     *
     * @param urgent it has looked as far as it may and found none
     * @param place where it last served others, {@link TreePlace#NONE} if it never did
     */
    record MemberSolicitation(boolean urgent, int ttl, MemberRole role, TreePlace place, long source, long wanted)
            implements TramPacket {
        @Override
        public Type type() {
            return Type.MEMBER_SOLICITATION;
        }
    }

    /**
     * A node asks a head to take it.
     *
     * @param acceptLoss take it even if what it wants is gone
     * @param ttl the scope within which they hear one another
     * @param place where it last served others, {@link TreePlace#NONE} if it never did
     * @param formerHead whose member it was before, 0 for a new member
     * @param move one more with each head that it asks
     * @param wanted the first sequence it misses; 0 for a new member
     * @param nonce what the answer is to echo
     */
    record HeadBind(
            boolean acceptLoss,
            int ttl,
            MemberRole role,
            TreePlace place,
            int members,
            long formerHead,
            int move,
            long source,
            long wanted,
            long nonce)
            implements TramPacket {
        @Override
        public Type type() {
            return Type.HEAD_BIND;
        }
    }

    /**
     * A head takes a member.
     *
     * @param place the head's
     * @param start the sequence from which on the head answers for the member
     * @param startMessage the first message that begins there, -1 if the head does not know
     * @param nonce that of the bind: nobody else knows it, so the head is where it seems to be
     * @param cookie what the member shows in its acknowledgements: so it is where it seems to be, too
     */
    record AcceptMember(TreePlace place, long start, long startMessage, long nonce, long cookie) implements TramPacket {
        @Override
        public Type type() {
            return Type.ACCEPT_MEMBER;
        }
    }

    /**
     * A head's member that may serve others.
     *
     * @param address where the head hears it
     * @param ttl the scope within which it and the head hear one another
     */
    record Referral(long memberId, InetSocketAddress address, int ttl) {}

    /**
     * A head does not take a member.
     *
     * @param low the lowest sequence that members can get here
     * @param nonce that of the bind
     * @param referral who may take it instead, null if nobody is known. With one the packet is as long as a bind: what is sent there
     *     next is no longer than what told of it
     */
    record RejectMember(
            RejectReason reason,
            long low,
            long nonce,
            @Nullable Referral referral) implements TramPacket {
        /** Names nobody else. */
        public RejectMember(RejectReason reason, long low, long nonce) {
            this(reason, low, nonce, null);
        }

        @Override
        public Type type() {
            return Type.REJECT_MEMBER;
        }
    }

    /**
     * A head to one member: alive, or disowned.
     *
     * @param echo the number of the {@link Ack#probe} that this answers; 0 if it answers none
     * @param why the cause, and a text of at most {@link TramCodec#MAX_TEXT_BYTES} in UTF-8
     */
    record UnicastHello(DisownReason reason, int level, long low, int echo, Reason why) implements TramPacket {
        /** Answers no probe. */
        public UnicastHello(DisownReason reason, int level, long low, Reason why) {
            this(reason, level, low, 0, why);
        }

        @Override
        public Type type() {
            return Type.UNICAST_HELLO;
        }
    }

    /**
     * What an acknowledgement asks for. The number is echoed in the repairs that go to the member alone, so that it knows which request was
     * answered, and when it left: the timestamps of RFC 7323, section 4, in another form.
     *
     * @param number the number of the request; 0 if nothing is asked for
     * @param roundTripMicros the member's round trip to whom it asks, 0 if it has not measured any: for as long it cannot have what was sent
     * @param start the sequence of the mask's first bit, from the acknowledgement's start on
     * @param mask bit i (of byte i/8, from the lowest) asks for {@code start + i}; empty if nothing is asked for
     * @param decodes whether the member can take packets out of codes, see {@link CodedRepair}
     */
    @SuppressWarnings("ArrayRecordComponent") // bytes of a datagram: shared, never compared
    record Asked(int number, int roundTripMicros, long start, byte[] mask, boolean decodes) {
        /** Wants each packet alone. */
        public Asked(int number, int roundTripMicros, long start, byte[] mask) {
            this(number, roundTripMicros, start, mask, false);
        }

        /** Asks for nothing. */
        public static final Asked NOTHING = new Asked(0, 0, 0, SequenceMask.EMPTY);

        /** Whether nothing is asked for. */
        public boolean isNothing() {
            return mask.length == 0;
        }
    }

    /**
     * A member's acknowledgement to its head.
     *
     * @param congestion the member is congested
     * @param terminate the member leaves, having everything up to {@code start}; {@code receivers} of its subtree look
     *     for another head
     * @param moves with {@code terminate}: so does the member itself, and takes its subtree along
     * @param probe the member has not heard its head for a while: the number of this question, which the head echoes, see {@link UnicastHello};
     *     0 if it has heard it
     * @param subtreeLoss {@code loss} is that of the subtree's worst rather than the member's own
     * @param greedy not with {@code terminate}: some of the subtree lag and {@code highestAllowed} does not wait for them
     * @param temporary not from a member: only what the mask asks for counts
     * @param reportsPending some reports of what became of members below have yet to be taken by the head: until then {@code
     *     subtreeStart} may not rise with them
     * @param cookie what the head has sent to this address, in ACCEPT_MEMBER or COOKIE: who has not got it there is not heard
     * @param start the first sequence missing; all below has arrived
     * @param subtreeStart all below has arrived at every member of the subtree
     * @param highestAllowed the subtree takes packets up to this sequence
     * @param receivers receivers with an application in the subtree, itself included
     * @param loss smoothed loss in hundredths of a per cent
     * @param reaffiliations how often the member has asked other heads, in all
     * @param askedElsewhere how many packets it has asked them for, in all, each counted once
     * @param laggards members of the subtree behind this one; bounded
     * @param asked what the member asks for
     * @param rate how fast the one of the subtree wants the stream that wants it slowest; null if that is not said
     */
    record Ack(
            boolean congestion,
            boolean terminate,
            int probe,
            boolean subtreeLoss,
            boolean greedy,
            boolean temporary,
            boolean reportsPending,
            boolean moves,
            long cookie,
            long source,
            long start,
            long subtreeStart,
            long highestAllowed,
            int receivers,
            int directMembers,
            int indirectMembers,
            int loss,
            int reaffiliations,
            int askedElsewhere,
            List<Laggard> laggards,
            Asked asked,
            @Nullable RateReport rate)
            implements TramPacket {
        public Ack {
            laggards = List.copyOf(laggards);
        }

        /** Says nothing of the rate. */
        public Ack(
                boolean congestion,
                boolean terminate,
                int probe,
                boolean subtreeLoss,
                boolean greedy,
                boolean temporary,
                boolean reportsPending,
                boolean moves,
                long cookie,
                long source,
                long start,
                long subtreeStart,
                long highestAllowed,
                int receivers,
                int directMembers,
                int indirectMembers,
                int loss,
                int reaffiliations,
                int askedElsewhere,
                List<Laggard> laggards,
                Asked asked) {
            this(
                    congestion,
                    terminate,
                    probe,
                    subtreeLoss,
                    greedy,
                    temporary,
                    reportsPending,
                    moves,
                    cookie,
                    source,
                    start,
                    subtreeStart,
                    highestAllowed,
                    receivers,
                    directMembers,
                    indirectMembers,
                    loss,
                    reaffiliations,
                    askedElsewhere,
                    laggards,
                    asked,
                    null);
        }

        @Override
        public Type type() {
            return Type.ACK;
        }
    }

    /**
     * A head does not hold what was asked for any more: another one may.
     *
     * @param source the stream
     * @param start the sequence of the mask's first bit
     * @param low the lowest sequence that this head still holds
     * @param nextHead the address of the head above this one (the grand repair head of whoever asked), null if there is none
     * @param mask which packets, as in {@link Asked}
     */
    @SuppressWarnings("ArrayRecordComponent") // bytes of a datagram: shared, never compared
    record NotRepaired(
            long source, long start, long low, @Nullable InetSocketAddress nextHead, byte[] mask)
            implements TramPacket {
        @Override
        public Type type() {
            return Type.NOT_REPAIRED;
        }
    }

    /**
     * What became of a member, passed up to the sender by each head in between.
     *
     * @param source the stream
     * @param number one more with each report of the head that makes it: a copy has the same
     * @param reporterId the head that makes it
     * @param memberId the member
     * @param move as in the {@link HeadBind} with which it came to the reporter
     * @param memberAddress its address
     * @param receiver whether it is a receiver with an application
     * @param receiversBelow how many receivers there are below it
     * @param formerHead {@link MemberFate#ADOPTED}: the head that it had before; else 0
     * @param start the first sequence that is lost to it, or that it may not have handed to its application
     * @param subtreeStart the first sequence of which that may be so for any of those, or for itself
     * @param packetsBehind how far it was behind that head
     * @param why the cause, and a text of at most {@link TramCodec#MAX_TEXT_BYTES} in UTF-8
     */
    record MemberReport(
            MemberFate fate,
            long source,
            long reporterId,
            int number,
            long memberId,
            int move,
            InetSocketAddress memberAddress,
            boolean receiver,
            int receiversBelow,
            long formerHead,
            long start,
            long subtreeStart,
            long packetsBehind,
            Reason why)
            implements TramPacket {
        /** How many receivers it stands for, itself included. */
        public int receivers() {
            return receiversBelow + (receiver ? 1 : 0);
        }

        /** The same with another address of the member. */
        public MemberReport of(InetSocketAddress address) {
            return new MemberReport(
                    fate,
                    source,
                    reporterId,
                    number,
                    memberId,
                    move,
                    address,
                    receiver,
                    receiversBelow,
                    formerHead,
                    start,
                    subtreeStart,
                    packetsBehind,
                    why);
        }

        @Override
        public Type type() {
            return Type.MEMBER_REPORT;
        }
    }

    /**
     * What counts against a node that somebody has taken.
     *
     * @param memberId whom it is about
     * @param heldOffMillis how long it has yet to stay away since it was pruned, 0 or more
     * @param silences how often it was given up for its silence of late, 0 to 255
     */
    record Standing(long memberId, int heldOffMillis, int silences) {
        public Standing {
            if (heldOffMillis < 0 || silences < 0 || silences > 255) {
                throw new IllegalArgumentException("heldOffMillis " + heldOffMillis + ", silences " + silences);
            }
        }
    }

    /**
     * A head has a member's report, and passes it on.
     *
     * @param reporterId as in {@link MemberReport}
     * @param number as in {@link MemberReport}
     * @param standing what counts against the node that the report is about, null if nothing does
     */
    record ReportTaken(
            long reporterId, int number, @Nullable Standing standing) implements TramPacket {
        /** Nothing counts against the node that the report is about. */
        public ReportTaken(long reporterId, int number) {
            this(reporterId, number, null);
        }

        @Override
        public Type type() {
            return Type.REPORT_TAKEN;
        }
    }

    /**
     * A member of another head wants to ask for repairs, and has to show a cookie with that. Padded to the length of the answer.
     *
     * @param nonce what the answer is to echo
     */
    record CookieRequest(long nonce) implements TramPacket {
        @Override
        public Type type() {
            return Type.COOKIE_REQUEST;
        }
    }

    /**
     * The answer to a {@link CookieRequest}.
     *
     * @param nonce that of the request: who echoes it is where the request went
     * @param cookie what requests from that address show
     */
    record Cookie(long nonce, long cookie) implements TramPacket {
        @Override
        public Type type() {
            return Type.COOKIE;
        }
    }

    /** A member and the first sequence that it misses. */
    record Laggard(long memberId, long start) {}
}
