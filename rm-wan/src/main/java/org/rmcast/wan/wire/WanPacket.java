package org.rmcast.wan.wire;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.rmcast.core.engine.PacketKind;
import org.rmcast.core.wire.DatagramHeader;

/**
 * A packet of the wide-area group. Who sent it is in the common header. Members are named by their place in the view, which is in ascending
 * order of their ids; sets of members are masks, the lowest bit for the first place. Immutable but for arrays, which nobody changes.
 */
public sealed interface WanPacket {
    /** Which packet. */
    enum PacketType {
        /** Messages, for the first time, to one member or to the group. */
        DATA(1, PacketKind.DATA),
        /** Messages that somebody lacks, or that a member passes on. */
        REPAIR(2, PacketKind.REPAIR),
        /** Confirmations. */
        ACK(3, PacketKind.STATE),
        /** Asks a member for what is missing. */
        NAK(4, PacketKind.REQUEST),
        /** Who was asked has not got it. */
        LACK(5, PacketKind.STATE),
        /** All members have it: a sender's word to its destinations. */
        STABLE(6, PacketKind.STATE),
        /** How far a sender's stream to one member is. */
        LINK(7, PacketKind.STATE),
        /** What a member holds of the stream of one that is gone. */
        FENCE(8, PacketKind.STATE),
        /** Measures the way to a member. */
        PROBE(9, PacketKind.STATE),
        /** Answers PROBE. */
        ECHO(10, PacketKind.STATE),
        /** Proposes a view. */
        PROPOSE(11, PacketKind.MEMBERSHIP),
        /** Answers PROPOSE. */
        PROMISE(12, PacketKind.MEMBERSHIP),
        /** Refuses PROPOSE: a later one is known. */
        REFUSE(13, PacketKind.MEMBERSHIP),
        /** The next view. */
        INSTALL(14, PacketKind.MEMBERSHIP),
        /** Asks for INSTALL. */
        WANT_VIEW(15, PacketKind.MEMBERSHIP);

        private static final PacketType[] BY_CODE = new PacketType[16];

        static {
            for (PacketType type : values()) {
                BY_CODE[type.code] = type;
            }
        }

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
            return code < BY_CODE.length ? BY_CODE[code] : null;
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
     * Which view a packet's places and masks are of.
     *
     * @param number the view's number, 1 or more
     * @param tag a hash of its coordinator and its members: parts of a group that do not see one another may count alike
     */
    record Stamp(long number, int tag) {}

    /** A packet whose places are those of a view. */
    sealed interface InView extends WanPacket {
        /** The view. */
        Stamp view();
    }

    /**
     * Packets of messages, confirmations with them.
     *
     * @param type DATA or REPAIR
     * @param request the number of the request that a REPAIR answers, 0 if none was made
     * @param forward members to which who gets this is to pass it on, as a mask
     * @param copies how often to each of them; 0 if to nobody
     * @param rows confirmations; may be none
     * @param units in the order in which they were sent; at least one
     */
    record Data(PacketType type, Stamp view, int request, long forward, int copies, List<AckRow> rows, List<Unit> units)
            implements InView {
        public Data {
            rows = List.copyOf(rows);
            units = List.copyOf(units);
        }
    }

    /**
     * A message, or a piece of one: what is ordered, confirmed and repaired.
     *
     * @param origin the place of its sender
     * @param number its number among all that its sender sends, 1 or more
     * @param destinations for whom it is, a mask; never none
     * @param links for each of them, in the order of their places, its number among what the sender sends to that member (SEQ of the paper)
     * @param first whether a message begins with it
     * @param last whether a message ends with it
     * @param headers whether the message begins with headers
     * @param causes what comes before it; none unless a message begins
     * @param message the number of the message, 0 or more
     * @param messageBytes how long the whole message is, where it begins
     * @param payload the content, where {@code payloadOffset} and {@code payloadBytes} say
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Unit(
            int origin,
            long number,
            long destinations,
            long[] links,
            boolean first,
            boolean last,
            boolean headers,
            List<Cause> causes,
            long message,
            int messageBytes,
            byte[] payload,
            int payloadOffset,
            int payloadBytes) {
        public Unit {
            causes = List.copyOf(causes);
        }
    }

    /**
     * A message that comes before another at those members for which it is: an entry of the matrix of Raynal, Schiper and Toueg, for several
     * destinations at once.
     *
     * @param origin the place of its sender
     * @param number the number of its last piece
     * @param message its own number, less than that of the piece
     * @param destinations those members of which it is not known that they have been given it, a mask
     */
    record Cause(int origin, long number, long message, long destinations) {}

    /**
     * What one member confirms.
     *
     * @param member its place
     * @param forward members to which who gets this is to pass it on, as a mask
     * @param entries for each source that it has to do with
     */
    record AckRow(int member, long forward, List<AckEntry> entries) {
        public AckRow {
            entries = List.copyOf(entries);
        }
    }

    /**
     * What a member has of one source.
     *
     * @param source its place
     * @param received it has all up to this number that was sent to it
     * @param consumed it has taken all up to this number to its application, at most {@code received}
     * @param reach the source has sent at least so many to who gets this, as far as the member knows; 0 if it does not
     */
    record AckEntry(int source, long received, long consumed, long reach) {}

    /** Confirmations alone. */
    record Ack(Stamp view, List<AckRow> rows) implements InView {
        public Ack {
            rows = List.copyOf(rows);
        }

        @Override
        public PacketType type() {
            return PacketType.ACK;
        }
    }

    /**
     * Numbers of the stream of a source to one member.
     *
     * @param first the first
     * @param limit the one after the last
     */
    record Range(long first, long limit) {}

    /**
     * Asks for what a source sent to a member, or says that it is not held.
     *
     * @param type NAK or LACK
     * @param request the number of the request, for the answers to echo; not 0
     * @param requester the place of who lacks it
     * @param sourceId who sent it; an id, since it may be gone
     * @param ranges at least one
     */
    record Wants(PacketType type, Stamp view, int request, int requester, long sourceId, List<Range> ranges)
            implements InView {
        public Wants {
            ranges = List.copyOf(ranges);
        }
    }

    /**
     * All destinations have what who sends this sent up to a number.
     *
     * @param number that number
     * @param taken up to which number all have taken it; number at most
     */
    record Stable(Stamp view, long number, long taken) implements InView {
        @Override
        public PacketType type() {
            return PacketType.STABLE;
        }
    }

    /**
     * The stream of who sends this to who gets it.
     *
     * @param base all numbers above are of the present stream: the two came into one view after it
     * @param first the first of the stream's own numbers
     * @param reach the last of them that was sent, {@code first - 1} if none was
     * @param ended whether no more will follow
     * @param asks whether the same is wanted from who gets this
     * @param began where in the stream views began, ascending; of the views that the two came into together
     */
    record Link(Stamp view, long base, long first, long reach, boolean ended, boolean asks, List<Began> began)
            implements InView {
        public Link {
            began = List.copyOf(began);
        }

        @Override
        public PacketType type() {
            return PacketType.LINK;
        }
    }

    /**
     * Where in a stream a view began.
     *
     * @param view the view's number
     * @param link the first of the stream's own numbers that was not given before the view
     */
    record Began(long view, long link) {}

    /**
     * From a member that takes nothing more from one that is gone.
     *
     * @param goneId who is gone
     * @param since the number of the first view without it: it may have come again, and gone again
     * @param reach the last of its numbers to who gets this that is held, or was seen, here; 0 if none
     * @param asks whether the same is wanted from who gets this
     * @param settled whether its sender has all that it will get
     */
    record Fence(Stamp view, long goneId, long since, long reach, boolean asks, boolean settled) implements InView {
        @Override
        public PacketType type() {
            return PacketType.FENCE;
        }
    }

    /**
     * How the ways to a member are.
     *
     * @param member its place
     * @param delayMicros from it to who says so, by clocks that are not set alike
     * @param lossPermille lost of what it sent
     */
    record Way(int member, long delayMicros, int lossPermille) {}

    /**
     * Measures the way there and back.
     *
     * @param number echoed
     * @param sentMicros by the clock of who sends it
     * @param hears whether multicast of who gets this has come to who sends it lately
     * @param ways what it knows of the ways to it
     */
    record Probe(Stamp view, int number, long sentMicros, boolean hears, List<Way> ways) implements InView {
        public Probe {
            ways = List.copyOf(ways);
        }

        @Override
        public PacketType type() {
            return PacketType.PROBE;
        }
    }

    /**
     * Answers a probe at once.
     *
     * @param number that of the probe
     * @param sentMicros that of the probe
     * @param hereMicros when it came and this left, by the clock of who sends this
     */
    record Echo(Stamp view, int number, long sentMicros, long hereMicros) implements InView {
        @Override
        public PacketType type() {
            return PacketType.ECHO;
        }
    }

    /**
     * The name of a view.
     *
     * @param number 1 or more
     * @param coordinator who installed it
     */
    record ViewId(long number, long coordinator) implements Comparable<ViewId> {
        @Override
        public int compareTo(ViewId other) {
            int byNumber = Long.compare(number, other.number);
            return byNumber != 0 ? byNumber : Long.compare(coordinator, other.coordinator);
        }
    }

    /**
     * A coordinator proposes a view.
     *
     * @param number that of the view
     * @param installed the view that it has
     * @param members ascending
     */
    record Propose(long number, ViewId installed, List<Long> members) implements WanPacket {
        public Propose {
            members = List.copyOf(members);
        }

        @Override
        public PacketType type() {
            return PacketType.PROPOSE;
        }
    }

    /**
     * Who sends this installs no view before the one proposed.
     *
     * @param number that of the proposal
     * @param installed the view that it has
     */
    record Promise(long number, ViewId installed) implements WanPacket {
        @Override
        public PacketType type() {
            return PacketType.PROMISE;
        }
    }

    /**
     * A later view was proposed, or is there.
     *
     * @param number that of the proposal
     * @param known the latest
     */
    record Refuse(long number, ViewId known) implements WanPacket {
        @Override
        public PacketType type() {
            return PacketType.REFUSE;
        }
    }

    /**
     * A view.
     *
     * @param id its name
     * @param before the views that its members had
     * @param members ascending
     * @param lineages for each member the index in {@code before} of the view that it had
     */
    record Install(ViewId id, List<ViewId> before, List<Long> members, List<Integer> lineages) implements WanPacket {
        public Install {
            before = List.copyOf(before);
            members = List.copyOf(members);
            lineages = List.copyOf(lineages);
        }

        @Override
        public PacketType type() {
            return PacketType.INSTALL;
        }
    }

    /**
     * Asks for the view that who gets this has.
     *
     * @param installed the one that its sender has
     */
    record WantView(ViewId installed) implements WanPacket {
        @Override
        public PacketType type() {
            return PacketType.WANT_VIEW;
        }
    }
}
