package org.rmcast.pbcast;

import org.rmcast.api.Parameters;
import org.rmcast.core.channel.ParameterTable;
import org.rmcast.core.channel.Preset;
import org.rmcast.core.channel.Settings;
import org.rmcast.core.framing.MessagePacker;
import org.rmcast.core.framing.PackingConfig;
import org.rmcast.core.membership.MembershipConfig;
import org.rmcast.core.wire.Wire;
import org.rmcast.pbcast.wire.PbcastCodec;
import org.rmcast.pbcast.wire.PbcastPacket.Data;

/**
 * The parameters of Bimodal Multicast. Immutable; times are in nanoseconds here and durations such as {@code "250ms"} in a
 * channel.
 *
 * <p>Two presets, chosen by the parameter {@code preset}: {@code paper}, the published algorithm, with its constants where
 * it states them, and {@code defaults}, tuned for today's networks. Any parameter may be given besides; those of the
 * membership too, see {@link MembershipConfig}.
 *
 * <p>Papers: Birman, Hayden, Özkasap, Xiao, Budiu, Minsky, "Bimodal Multicast" (TOCS 17(2), 1999); Özkasap, "Performance
 * Study of a Probabilistic Multicast Transport Protocol" (the variants); Tanaraksiritavorn and Mishra, "Evaluation of Gossip
 * to Build Scalable and Reliable Multicast Protocols" (push, pull, subgroups).
 */
public final class PbcastConfig extends Settings {
    /** How a member that is asked for a packet decides between unicast and multicast. */
    public enum Variant {
        /** Always unicast. */
        BASIC,
        /** Multicast when a packet was asked for {@code repairThreshold} times. */
        IPMC,
        /** As IPMC, and when both this member and one that gossiped to it have repaired the packet by unicast before. */
        GRB,
        /** As GRB, and who asks also tells a neighbour, so that those who miss the same packet ask together. */
        LOCAL
    }

    /** What gossip says. */
    public enum Gossip {
        /** What its sender has: who misses some of it asks. */
        PUSH,
        /** What its sender misses: who has some of it sends it. */
        PULL
    }

    /** To whom gossip goes. */
    public enum Subgroup {
        /** Anew at random each round. */
        RANDOM,
        /** To those that are neighbours. */
        NEIGHBOURHOOD
    }

    /** How new data is spread. */
    public enum Dissemination {
        /** By multicast. */
        MULTICAST,
        /** By unicast to random members, each of which passes it on once; for networks without multicast. */
        GOSSIP
    }

    /** How the sender adapts its rate. */
    public enum RateControl {
        /** Not: the rate is {@code maxRate}, and there is no window. */
        NONE,
        /** Additive increase, multiplicative decrease; and a window over those members that keep up. */
        AIMD
    }

    private static final int SHORT_PACKET_BYTES = 512;
    private static final ParameterTable TABLE = ParameterTable.of(PbcastConfig::of);

    /** The largest packet, from the channel and the datagram path. */
    final int maxPacketBytes;

    final Preset preset = preset();
    final MembershipConfig membership = include(MembershipConfig.of(parameters()));

    // Gossip

    final Variant variant = read(choice("variant", Variant.class).always(Variant.BASIC), """
            How a member that is asked for a packet decides between unicast and multicast: basic, always unicast; ipmc,
            multicast when the packet was asked for repairThreshold times; grb, as ipmc, and only when both this member
            and one that gossiped to it have repaired the packet by unicast before; local, as grb, and who asks also
            tells a neighbour. In large groups independent losses meet by chance, and each chance multicast costs
            everyone a packet.""");
    final Gossip gossip = read(choice("gossip", Gossip.class).always(Gossip.PUSH), """
            What gossip says: push, what its sender has, and who misses some of it asks; pull, what its sender misses,
            and who has some of it sends it, which is one leg shorter.""");
    final long roundNanos =
            read(duration("round").range("1ms", "10m").paper("100ms").defaults("20ms"), """
            Between two rounds of gossip. Raising it: less traffic, later repair, longer buffering.""");
    final int stableRounds = read(
            integer("stableRounds", "rounds")
                    .range(1, 10_000)
                    .term("stable-threshold")
                    .paper(10)
                    .defaults(50),
            """
            Rounds for which a packet is held and gossiped; with rounds of 20 ms a second, since pauses of a garbage
            collector must not lose anything. Raising it: more reliable, in proportion more memory.""");
    final int lossRounds =
            read(integer("lossRounds", "rounds").range(1, 20_000).derived("stableRounds + 2", stableRounds + 2), """
            Rounds after which a missing packet is given up. Raising it: late repairs still count, what follows is
            delivered later.""");
    final int keepRounds = read(
            integer("keepRounds", "rounds")
                    .range(1, 30_000)
                    .atLeast("stableRounds", stableRounds)
                    .derived(
                            "3 * stableRounds, in the paper stableRounds",
                            preset == Preset.PAPER ? stableRounds : 3 * stableRounds),
            """
            Rounds for which a packet is held while less than half of the buffer is used, for those who were away; beyond
            stableRounds it is not gossiped. Raising it: longer pauses lose nothing, more memory in use.""");
    final int lossTimeouts =
            read(integer("lossTimeouts", "requests").range(0, 1_000).paper(0).defaults(12), """
            Where the network is so far that fewer requests than this, each after the time-out of the one before, fit into
            lossRounds, a missing packet is given up only after so many, or after keepRounds; 0: lossRounds alone decide.
            Raising it: fewer losses over long or crowded ways, what follows is delivered later.""");
    final Subgroup subgroup = read(choice("subgroup", Subgroup.class).always(Subgroup.RANDOM), """
            To whom gossip goes: random, anew each round; neighbourhood, those next in the order of addresses.""");
    final int subgroupSize = read(
            integer("subgroupSize", "members").range(1, 1000).term("sub-gsize").always(1), """
            How many members get each round's gossip. Raising it: faster repair, more traffic.""");
    final double subgroupShare = read(share("subgroupShare").always(0.0), """
            The same as a share of the group, if that is more; 0: only the number counts. Raising it: faster repair,
            more traffic.""");
    final int graphDegree =
            read(integer("graphDegree", "members").range(0, 65_536).paper(0).defaults(64), """
            In larger groups each member gossips only with so many, always the same, since members need not know all
            others' state; 0: with all. Raising it: gossip reaches the group in fewer rounds, more state at each
            member.""");
    final int neighbours = read(integer("neighbours", "members").range(1, 1000).always(4), """
            Members that count as neighbours, for variant local and subgroup neighbourhood: those next in the order of
            addresses, or where farShare is less than 1 and round trips are known the nearest. Raising it: repairs come
            from farther away, and from more members.""");
    final double farShare = read(share("farShare").paper(1.0).defaults(0.25), """
            Share of the rounds whose gossip goes to far members, where round trips show that at least so many as
            neighbours are near and others far; 1: no difference is made. Raising it: what is missing in one place comes
            from another sooner, more traffic in the middle of the network.""");
    final int acceptedRounds =
            read(integer("acceptedRounds", "rounds").range(0, 10_000).paper(0).defaults(10), """
            How many rounds ago the gossip may have been that a request answers; 0: only the present round's is served
            (soft failure detection). Raising it: longer round trips are served, 200 ms with rounds of 20 ms, slow
            members cost more.""");
    final int digestDatagrams =
            read(integer("digestDatagrams", "datagrams").range(1, 64).paper(1).defaults(4), """
            Datagrams that a digest may take, and answers to digests in a round; what does not fit has its turn in the
            next round, and the digest says so. Raising it: repair for many senders at a time, more traffic.""");
    final int digestIdleStreams =
            read(integer("digestIdleStreams", "streams").range(0, 65_536).always(24), """
            Streams of which nothing is held or missed that are named at a time, by turns, to a member whose digest shows
            that it does not know the same of them; the papers' digest is what the buffer holds. Raising it: late comers
            learn sooner how far silent streams are, larger datagrams.""");

    // Requests and repairs

    final int requestsPerRound = read(
            integer("requestsPerRound", "packets")
                    .range(1, 1 << 20)
                    .term("limit-requests")
                    .paper(64)
                    .defaults(8192),
            """
            Packets asked for per round: at 100,000 packets/s and 20 % loss 400 are missed in a round of 20 ms. Raising
            it: faster catching up, more load at once.""");
    final int repairsPerRound = read(
            integer("repairsPerRound", "packets")
                    .range(1, 1 << 20)
                    .term("limit-retrans")
                    .paper(64)
                    .defaults(2048),
            """
            Packets sent again per round; the papers state no number. Raising it: faster catching up, more load at
            once.""");
    final int repairBytesPerRound = read(
            integer("repairBytesPerRound", "bytes").range(0, 1 << 30).paper(0).defaults(2 << 20), """
            Bytes sent again per round: 100 MB/s for repairs with 2 MiB and rounds of 20 ms; 0: no limit. Raising it:
            faster catching up, more load at once.""");
    final int repairThreshold =
            read(integer("repairThreshold", "requests").range(1, 1000).always(2), """
            Requests for a packet that make its repair a multicast, in all variants but basic. Raising it: members that
            have a packet are troubled less, the same packet is sent more often.""");
    final boolean boundMulticastRepairs =
            read(flag("boundMulticastRepairs").paper(false).defaults(true), """
            Whether multicast repairs count against the limits of the round, and are made once per packet and round.""");
    final boolean cyclicRepairs = read(flag("cyclicRepairs").paper(false).defaults(true), """
            Whether a member that was stopped by a limit goes on where it stopped (Birman et al.; not Özkasap).""");
    final long requestHoldOffMinNanos =
            read(duration("requestHoldOffMin").range("0s", "60s").paper("0s").defaults("1ms"), """
            Shortest wait before the same packet is asked for again; the time-out of measured round trips (RFC 6298)
            decides within the two. Raising it: one loss is asked for once while the answer is on its way, later repair
            of what was lost twice.""");
    final long requestHoldOffMaxNanos = read(
            duration("requestHoldOffMax")
                    .range("0s", "10m")
                    .atLeast("requestHoldOffMin", requestHoldOffMinNanos)
                    .paper("0s")
                    .defaults("500ms"),
            """
            Longest wait before the same packet is asked for again. Raising it: fewer requests under overload, but also
            fewer tries while others still hold the packet.""");
    final int requestWindow =
            read(integer("requestWindow", "packets").range(0, 1 << 20).paper(0).defaults(32), """
            How many packets may have been asked for and not come yet, at first: after that as many as the way takes,
            found as TCP finds it; 0: as many as a round allows. Raising it: faster catching up at once, more lost where
            the way takes less.""");
    final boolean promptRequests = read(flag("promptRequests").paper(false).defaults(true), """
            Whether a gap is asked for soon after it shows, not only in answer to gossip: FIFO delivery waits for the
            repair, and by gossip alone that is half a round and more.""");
    final long promptDelayNanos =
            read(duration("promptDelay").range("0s", "60s").paper("0s").defaults("1ms"), """
            Longest wait after a gap shows, for packets that were only reordered; none until packets are seen to overtake
            each other, then as long as they are seen to be late, at most a round trip. Raising it: less is asked for in
            vain where packets overtake each other, later repair.""");
    final long tailDelayNanos =
            read(duration("tailDelay").range("0s", "60s").paper("0s").defaults("20ms"), """
            Wait for packets known only by hearsay, most of which are still on their way. Raising it: less is asked for
            in vain, later repair of a lost last packet.""");
    final int promptAttempts = read(
            integer("promptAttempts", "requests")
                    .range(0, 1000)
                    .derived("6 with promptRequests, else 0", promptRequests ? 6 : 0),
            """
            How often a packet is asked for promptly; after that gossip alone repairs it. Raising it: quicker repair
            under heavy loss, more requests for what nobody has.""");
    final int promptSenderMembers =
            read(integer("promptSenderMembers", "members").range(0, 1_000_000).always(16), """
            In groups of at most so many the packet's sender is asked first, who surely has it; in larger ones, where it
            would drown in requests, random members, and the sender with a probability that makes so many ask it for
            what all miss. Raising it: quicker repair, more load at senders.""");

    // Sending

    final Dissemination dissemination =
            read(choice("dissemination", Dissemination.class).always(Dissemination.MULTICAST), """
            How new data is spread: multicast; gossip, by unicast from member to member, each of which passes it on once,
            for networks without multicast.""");
    final boolean dataTree = read(flag("dataTree").paper(false).defaults(true), """
            Whether with dissemination gossip data goes along a tree that members find out, so that each gets it about
            once, and not to random members each time.""");
    final int dataFanout = read(integer("dataFanout", "members").range(1, 1000).always(4), """
            With dissemination gossip, members to whom each passes a packet on, with dataTree at first only. Raising it:
            fewer members are left out at first, more traffic.""");
    final RateControl rateControl = read(
            choice("rateControl", RateControl.class).paper(RateControl.NONE).defaults(RateControl.AIMD), """
            How the sender adapts its rate: none, the rate is maxRate, and there is no window, as in the papers; aimd,
            additive increase, multiplicative decrease, and a window over those members that keep up.""");
    final long minRate =
            read(longInteger("minRate", "bytes/s").range(1L, 100_000_000_000L).always(1_000_000L), """
            Lowest rate. Raising it: no member slows the sender down below it.""");
    final long maxRate = read(
            longInteger("maxRate", "bytes/s")
                    .range(1L, 100_000_000_000L)
                    .atLeast("minRate", minRate)
                    .always(1_000_000_000L),
            """
            Highest rate. Raising it: faster where the network bears it, larger bursts where it does not.""");
    final int windowMin = read(integer("windowMin", "packets").range(1, 1 << 20).always(64), """
            Window over those that keep up: lower bound. Raising it: a congested group is sent more at once.""");
    final int windowStart = read(
            integer("windowStart", "packets")
                    .range(1, 1 << 20)
                    .atLeast("windowMin", windowMin)
                    .always(256),
            """
            The window at the start. Raising it: a faster start, a larger first burst.""");
    final int windowMax = read(
            integer("windowMax", "packets")
                    .range(1, 1 << 20)
                    .atLeast("windowStart", windowStart)
                    .always(4096),
            """
            The window's upper bound. Raising it: more in flight, larger bursts at receivers.""");
    final int windowIncrease =
            read(integer("windowIncrease", "packets").range(1, 1 << 16).always(16), """
            Packets by which the window grows each time it was sent, after the first congestion. Raising it: full speed
            sooner, more loss at the limit.""");
    final double congestionLossShare =
            read(share("congestionLossShare").range(0.001, 1.0).always(0.5), """
            Share of packets that must be missing at a member at first to count as congestion. Raising it: the sender
            slows down later.""");
    final long queueDelayNanos = read(duration("queueDelay").range("1ms", "10s").always("25ms"), """
            How long all packets may wait in the network's queues, and for how long they do so, seen by most of the
            members that are asked, before the sender slows down. Raising it: more may wait where the network is slow,
            and less room is left for repairs; where hosts are busy the sender is slowed down less without need.""");
    final int pollMembers =
            read(integer("pollMembers", "members").range(1, 1000).always(8), """
            Members that the sender asks how far they are, at a time; in larger groups random ones by turns. Raising
            it: slow members are noticed sooner, more traffic.""");
    final long pollIntervalNanos =
            read(duration("pollInterval").range("100us", "60s").always("4ms"), """
            Between two such questions while half of the window is used, four times that while less is, or while the
            sender, or a flush, waits for an answer. Raising it: less traffic, the window moves later.""");
    final long laggardPatienceNanos =
            read(duration("laggardPatience").range("1ms", "10m").always("250ms"), """
            How long a member may hold the sender back in a row, or in shares, before nobody waits for it until it has
            caught up; regained at a twentieth of real time: a collector's pause, not a stopped process. Raising it:
            fewer losses under overload, more harm by slow members.""");
    final int flushPollMembers =
            read(integer("flushPollMembers", "members").range(1, 65_536).always(128), """
            Members asked per round how far they are while a flush waits. Raising it: flushes of large groups end
            sooner, more answers at once.""");
    final PackingConfig packing = include(new PackingConfig(parameters()));

    // Buffers

    final long bufferBytes = read(
            longInteger("bufferBytes", "bytes")
                    .range(1L << 16, 1L << 40)
                    .paper(64L << 20)
                    .defaults(128L << 20)
                    .ofHeap(),
            """
            Bytes of packets of all other senders held for repair and delivery, with what it costs to hold them: a
            second at 100 MB/s. Raising it: more memory, fewer losses at high rates.""");
    final long ownBufferBytes = read(
            longInteger("ownBufferBytes", "bytes")
                    .range(1L << 16, 1L << 40)
                    .paper(64L << 20)
                    .defaults(128L << 20)
                    .ofHeap(),
            """
            Bytes of own packets held until they are stable; with stableRounds and round it bounds the rate at which
            the group need not confirm. Raising it: more memory, a higher such rate.""");
    final int bufferPackets = read(
            integer("bufferPackets", "packets")
                    .range(64, 1 << 24)
                    .paper(65_536)
                    .defaults(131_072)
                    .ofHeap(),
            """
            Packets held per sender at most. Raising it: more memory for small packets, fewer losses at high rates.""");
    final boolean releaseConfirmed = read(flag("releaseConfirmed").paper(false).defaults(true), """
            Whether own packets that every receiver in the view was seen to have are let go of before they are stable;
            the paper's gossip holds them.""");
    final int maxSenders =
            read(integer("maxSenders", "senders").range(1, 65_536).always(1024), """
            Senders that are followed at one time. Raising it: more of them are heard, more memory.""");
    final long assemblyBytes = read(
            longInteger("assemblyBytes", "bytes")
                    .range((long) Wire.MAX_MESSAGE_BYTES, 1L << 40)
                    .always(32L << 20)
                    .ofHeap(),
            """
            Bytes of messages that span packets, under assembly at one time, of all senders together. Raising it: more
            memory, more large messages at a time.""");
    final long senderSilenceNanos =
            read(duration("senderSilence").range("10ms", "24h").always("30s"), """
            Silence after which a sender is given up that the membership does not know, as a partial view does not show
            all. Raising it: longer interruptions are survived, a dead sender is noticed later.""");

    private PbcastConfig(Parameters given, int maxPacketBytes) {
        super(given);
        this.maxPacketBytes = maxPacketBytes;
        refuseOthers();
        checkTogether();
    }

    /** What no single range can say. */
    private void checkTogether() {
        if (rateControl == RateControl.AIMD && bufferPackets < windowMax) {
            throw new IllegalArgumentException(
                    "parameter 'bufferPackets' is " + bufferPackets + "; it must be at least windowMax = " + windowMax
                            + ", or what is in flight could not be repaired");
        }
        if (ownBufferBytes < 4L * maxPacketBytes || bufferBytes < 4L * maxPacketBytes) {
            throw new IllegalArgumentException("parameters 'bufferBytes' and 'ownBufferBytes' must be at least"
                    + " 4 times the channel's largest packet = " + 4L * maxPacketBytes + ", were " + bufferBytes
                    + " and "
                    + ownBufferBytes);
        }
        if (dissemination == Dissemination.GOSSIP && rateControl == RateControl.AIMD && windowMax > bufferPackets / 2) {
            throw new IllegalArgumentException("parameter 'windowMax' is " + windowMax
                    + "; with 'dissemination' GOSSIP it must be at most half of bufferPackets");
        }
    }

    /** What may be given, and what is used otherwise. */
    public static ParameterTable table() {
        return TABLE;
    }

    /** The published algorithm. */
    public static PbcastConfig paper() {
        return of(Parameters.none().with("preset", "paper"));
    }

    /** The same protocol for today's networks. */
    public static PbcastConfig defaults() {
        return of(Parameters.none());
    }

    /**
     * From a channel's parameters, with the usual size of packets.
     *
     * @throws IllegalArgumentException naming the parameter, its value and the allowed range
     */
    public static PbcastConfig of(Parameters parameters) {
        return of(parameters, Wire.DEFAULT_DATAGRAM_BYTES);
    }

    /**
     * From a channel's parameters.
     *
     * @param maxPacketBytes see {@link org.rmcast.core.engine.Protocol#configure}
     * @throws IllegalArgumentException naming the parameter, its value and the allowed range
     */
    public static PbcastConfig of(Parameters parameters, int maxPacketBytes) {
        return new PbcastConfig(parameters, maxPacketBytes);
    }

    /** This configuration with one parameter changed; the name and the value as in a channel. */
    public PbcastConfig with(String name, Object value) {
        return of(parameters().with(name, value), maxPacketBytes);
    }

    /** This configuration for packets of another size. */
    PbcastConfig withPackets(int bytes) {
        return of(parameters(), bytes);
    }

    /** The longest mask that a digest entry or a want may have, so that a datagram holds one. */
    int maskBytes() {
        return Math.min(PbcastCodec.MAX_MASK_BYTES, maxPacketBytes - Data.FRAMES_OFFSET - 64);
    }

    /** Whether data is passed on along a tree. */
    boolean passesOnAlongTree() {
        return dissemination == Dissemination.GOSSIP && dataTree;
    }

    /** More messages than this do not begin in one packet. */
    long mostMessagesInPacket() {
        return maxPacketBytes / MessagePacker.FRAME_HEADER_BYTES;
    }

    /** After how many rounds a missing packet is given up where answers are waited for so long. */
    int lossRounds(long timeoutNanos) {
        long rounds = lossTimeouts * timeoutNanos / roundNanos;
        return (int) Math.max(lossRounds, Math.min(rounds, mostLossRounds()));
    }

    /** A missing packet is given up after so many rounds at the latest: nobody has to hold it any more. */
    int mostLossRounds() {
        return Math.max(lossRounds, keepRounds);
    }

    /** How many sums a digest has: few in small datagrams, or there would be no room for an entry with a mask. */
    int digestSums() {
        return maxPacketBytes < SHORT_PACKET_BYTES ? PbcastCodec.MAX_SUMS / 4 : PbcastCodec.MAX_SUMS;
    }

    /** How many members get each round's gossip in a group of this size, the member itself included. */
    int fanout(int members) {
        return Math.max(subgroupSize, (int) Math.ceil(subgroupShare * members));
    }

    /**
     * The share of messages that a member which stays and keeps up is going to get, by the anti-entropy model: see {@link
     * Reliability}. Limits per round are taken not to bind.
     *
     * @param members members of the group, at least 2
     * @param loss the share of datagrams lost between any two members, 0 to below 1
     */
    public double expectedReliability(int members, double loss) {
        return 1 - Reliability.residualLoss(this, members, loss);
    }
}
