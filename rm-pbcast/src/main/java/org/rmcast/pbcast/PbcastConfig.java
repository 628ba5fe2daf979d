package org.rmcast.pbcast;

import java.util.ArrayList;
import java.util.List;
import org.rmcast.core.channel.Parameters;
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
 * membership too, see {@link MembershipConfig}. The comment of each says its unit, the values {@code paper / defaults}, and
 * what raising it does.
 *
 * <p>Papers: Birman, Hayden, Özkasap, Xiao, Budiu, Minsky, "Bimodal Multicast" (TOCS 17(2), 1999); Özkasap, "Performance
 * Study of a Probabilistic Multicast Transport Protocol" (the variants); Tanaraksiritavorn and Mishra, "Evaluation of Gossip
 * to Build Scalable and Reliable Multicast Protocols" (push, pull, subgroups).
 */
public final class PbcastConfig {
    /** Which values a parameter takes when it is not given. */
    public enum Preset {
        DEFAULTS,
        PAPER
    }

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
        /** To those next in the order of addresses. */
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

    private static final String[] NAMES = {
        "preset",
        "variant",
        "gossip",
        "round",
        "stableRounds",
        "lossRounds",
        "subgroup",
        "subgroupSize",
        "subgroupShare",
        "graphDegree",
        "neighbours",
        "acceptedRounds",
        "requestsPerRound",
        "repairsPerRound",
        "repairBytesPerRound",
        "repairThreshold",
        "boundMulticastRepairs",
        "cyclicRepairs",
        "requestHoldOffMin",
        "requestHoldOffMax",
        "digestDatagrams",
        "digestIdleStreams",
        "promptRequests",
        "promptDelay",
        "tailDelay",
        "promptAttempts",
        "promptSenderMembers",
        "dissemination",
        "dataFanout",
        "rateControl",
        "minRate",
        "maxRate",
        "windowMin",
        "windowStart",
        "windowMax",
        "windowIncrease",
        "congestionLossShare",
        "pollMembers",
        "pollInterval",
        "laggardPatience",
        "flushPollMembers",
        "maxPacketBytes",
        "bufferBytes",
        "ownBufferBytes",
        "bufferPackets",
        "releaseConfirmed",
        "maxSenders",
        "assemblyBytes",
        "sendBufferBytes",
        "batchDelay",
        "senderSilence"
    };

    private final Parameters parameters;

    /** Who the members are. */
    public final MembershipConfig membership;
    /** How repairs are sent. BASIC. */
    public final Variant variant;
    /** What gossip says. PUSH. */
    public final Gossip gossip;
    /** Between two rounds of gossip. 100 ms / 20 ms. Raising it: less traffic, later repair, longer buffering. */
    public final long roundNanos;
    /**
     * Rounds for which a packet is held and gossiped (the papers' stable-threshold). 10 / 50. Raising it: more reliable, in
     * proportion more memory.
     */
    public final int stableRounds;
    /** Rounds after which a missing packet is given up. stableRounds + 2. */
    public final int lossRounds;
    /** To whom gossip goes. RANDOM. */
    public final Subgroup subgroup;
    /** How many members get each round's gossip (sub-gsize). 1. Raising it: faster repair, more traffic. */
    public final int subgroupSize;
    /** The same as a share of the group, if that is more; 0: only the number counts. 0. */
    public final double subgroupShare;
    /** In larger groups each member gossips only with so many, always the same; 0: with all. 0 / 64. */
    public final int graphDegree;
    /** Members next in the order of addresses that count as neighbours, for LOCAL and NEIGHBOURHOOD. 4. */
    public final int neighbours;
    /**
     * How many rounds ago the gossip may have been that a request answers; 0: only the present round's is served (soft
     * failure detection). 0 / 10. Raising it: longer round trips are served, slow members cost more.
     */
    public final int acceptedRounds;
    /** Packets asked for per round (limit-requests). 64 / 8,192. */
    public final int requestsPerRound;
    /** Packets sent again per round (limit-retrans). 64 / 2,048. Raising it: faster catching up, more load at once. */
    public final int repairsPerRound;
    /** Bytes sent again per round; 0: no limit. 0 / 2 MiB. */
    public final int repairBytesPerRound;
    /** Requests for a packet that make its repair a multicast, in all variants but BASIC. 2. */
    public final int repairThreshold;
    /**
     * Whether multicast repairs count against the limits of the round, and are made once per packet and round. false / true.
     */
    public final boolean boundMulticastRepairs;
    /** Whether a member that was stopped by a limit goes on where it stopped. false / true. */
    public final boolean cyclicRepairs;
    /** Shortest wait before the same packet is asked for again; measured round trips decide within the two. 0 / 4 ms. */
    public final long requestHoldOffMinNanos;
    /**
     * Longest wait before the same packet is asked for again. 0 / 50 ms. Raising it: fewer requests under overload, but also
     * fewer tries while others still hold the packet.
     */
    public final long requestHoldOffMaxNanos;
    /** Datagrams that a digest may take; what does not fit is left out, oldest first, and the digest says so. 1 / 4. */
    public final int digestDatagrams;
    /**
     * Streams of which nothing is held or missed that a digest names besides, by turns, where there is room. 0 / 1,024.
     * Raising it: late comers learn sooner how far silent streams are; in large groups larger digests.
     */
    public final int digestIdleStreams;
    /** Whether a gap is asked for soon after it shows, not only in answer to gossip. false / true. */
    public final boolean promptRequests;
    /** Wait after a gap shows, for packets that were only reordered. 0 / 1 ms. */
    public final long promptDelayNanos;
    /** Wait for packets known only by hearsay, which may still be on their way. 0 / 20 ms. */
    public final long tailDelayNanos;
    /** How often a packet is asked for promptly; after that gossip alone repairs it. 0 / 6. */
    public final int promptAttempts;
    /** In groups of at most so many the packet's sender is asked first, in larger ones a random member. 16. */
    public final int promptSenderMembers;
    /** How new data is spread. MULTICAST. */
    public final Dissemination dissemination;
    /** With GOSSIP dissemination, members to whom each passes a packet on. 4. */
    public final int dataFanout;
    /** How the sender adapts its rate. NONE / AIMD. */
    public final RateControl rateControl;
    /** Lowest rate in bytes/s. 1,000,000. */
    public final long minRate;
    /** Highest rate in bytes/s. 1,000,000,000. */
    public final long maxRate;
    /** Window over those that keep up, in packets: lower bound. 64. */
    public final int windowMin;
    /** The window at the start. 256. */
    public final int windowStart;
    /** The window's upper bound. 4,096. Raising it: more in flight, larger bursts at receivers. */
    public final int windowMax;
    /** Packets by which the window grows each time it was sent, after the first congestion. 16. */
    public final int windowIncrease;
    /** Share of packets that must be missing at a member at first to count as congestion. 0.5. */
    public final double congestionLossShare;
    /** Members that the sender asks how far they are, at a time; in larger groups random ones by turns. 8. */
    public final int pollMembers;
    /** Between two such questions while the sender waits for an answer. 4 ms. */
    public final long pollIntervalNanos;
    /**
     * How long a member may hold the sender back in a row, or in shares, before nobody waits for it until it has caught up;
     * regained at a twentieth of real time. 250 ms. Raising it: fewer losses under overload, more harm by slow members.
     */
    public final long laggardPatienceNanos;
    /** Members asked per round how far they are while a flush waits. 128. */
    public final int flushPollMembers;
    /** Largest datagram in bytes. 1,400. */
    public final int maxPacketBytes;
    /** Bytes of packets of all other senders held for repair and delivery. 64 MiB / 128 MiB. */
    public final long bufferBytes;
    /**
     * Bytes of own packets held until they are stable; with stableRounds and round it bounds the rate at which the group need
     * not confirm. 64 MiB / 128 MiB.
     */
    public final long ownBufferBytes;
    /** Packets held per sender at most. 65,536 / 131,072. */
    public final int bufferPackets;
    /**
     * Whether own packets that every receiver in the view was seen to have are let go of before they are stable. false / true.
     */
    public final boolean releaseConfirmed;
    /** Senders that are followed at one time. 1,024. */
    public final int maxSenders;
    /** Bytes of messages that span packets, under assembly at one time. 32 MiB. */
    public final long assemblyBytes;
    /** Bytes of messages that wait at the sender. 4 MiB. */
    public final int sendBufferBytes;
    /** How long a packet that is not full waits for more messages while data flows. 0 / 100 us. */
    public final long batchDelayNanos;
    /** Silence after which a sender is given up that the membership does not know. 30 s. */
    public final long senderSilenceNanos;

    private PbcastConfig(Parameters p) {
        p.checkNames(names());
        this.parameters = p;
        boolean paper = p.choice("preset", Preset.DEFAULTS) == Preset.PAPER;
        membership = MembershipConfig.of(p);
        variant = p.choice("variant", Variant.BASIC);
        gossip = p.choice("gossip", Gossip.PUSH);
        roundNanos = p.micros("round", paper ? 100_000 : 20_000, 1_000, 600_000_000);
        stableRounds = p.integer("stableRounds", paper ? 10 : 50, 1, 10_000);
        lossRounds = p.integer("lossRounds", stableRounds + 2, 1, 20_000);
        subgroup = p.choice("subgroup", Subgroup.RANDOM);
        subgroupSize = p.integer("subgroupSize", 1, 1, 1000);
        subgroupShare = p.real("subgroupShare", 0, 0, 1);
        graphDegree = p.integer("graphDegree", paper ? 0 : 64, 0, 65_536);
        neighbours = p.integer("neighbours", 4, 1, 1000);
        acceptedRounds = p.integer("acceptedRounds", paper ? 0 : 10, 0, 10_000);
        requestsPerRound = p.integer("requestsPerRound", paper ? 64 : 8192, 1, 1 << 20);
        repairsPerRound = p.integer("repairsPerRound", paper ? 64 : 2048, 1, 1 << 20);
        repairBytesPerRound = p.integer("repairBytesPerRound", paper ? 0 : 2 << 20, 0, 1 << 30);
        repairThreshold = p.integer("repairThreshold", 2, 1, 1000);
        boundMulticastRepairs = p.flag("boundMulticastRepairs", !paper);
        cyclicRepairs = p.flag("cyclicRepairs", !paper);
        requestHoldOffMinNanos = p.micros("requestHoldOffMin", paper ? 0 : 4_000, 0, 60_000_000);
        requestHoldOffMaxNanos = p.micros(
                "requestHoldOffMax", Math.max(requestHoldOffMinNanos / 1_000, paper ? 0 : 50_000), 0, 600_000_000);
        digestDatagrams = p.integer("digestDatagrams", paper ? 1 : 4, 1, 64);
        digestIdleStreams = p.integer("digestIdleStreams", paper ? 0 : 1024, 0, 65_536);
        promptRequests = p.flag("promptRequests", !paper);
        promptDelayNanos = p.micros("promptDelay", paper ? 0 : 1_000, 0, 60_000_000);
        tailDelayNanos = p.micros("tailDelay", paper ? 0 : 20_000, 0, 60_000_000);
        promptAttempts = p.integer("promptAttempts", promptRequests ? 6 : 0, 0, 1000);
        promptSenderMembers = p.integer("promptSenderMembers", 16, 0, 1_000_000);
        dissemination = p.choice("dissemination", Dissemination.MULTICAST);
        dataFanout = p.integer("dataFanout", 4, 1, 1000);
        rateControl = p.choice("rateControl", paper ? RateControl.NONE : RateControl.AIMD);
        minRate = p.longInteger("minRate", 1_000_000, 1, 100_000_000_000L);
        maxRate = p.longInteger("maxRate", Math.max(minRate, 1_000_000_000), minRate, 100_000_000_000L);
        windowMin = p.integer("windowMin", 64, 1, 1 << 20);
        windowStart = p.integer("windowStart", Math.max(windowMin, 256), windowMin, 1 << 20);
        windowMax = p.integer("windowMax", Math.max(windowStart, 4096), windowStart, 1 << 20);
        windowIncrease = p.integer("windowIncrease", 16, 1, 1 << 16);
        congestionLossShare = p.real("congestionLossShare", 0.5, 0.001, 1);
        pollMembers = p.integer("pollMembers", 8, 1, 1000);
        pollIntervalNanos = p.micros("pollInterval", 4_000, 100, 60_000_000);
        laggardPatienceNanos = p.micros("laggardPatience", 250_000, 1_000, 600_000_000);
        flushPollMembers = p.integer("flushPollMembers", 128, 1, 65_536);
        maxPacketBytes = p.integer("maxPacketBytes", 1400, 256, Wire.MAX_DATAGRAM_BYTES);
        bufferBytes = p.longInteger("bufferBytes", paper ? 64 << 20 : 128 << 20, 1 << 16, 1L << 40);
        ownBufferBytes = p.longInteger("ownBufferBytes", paper ? 64 << 20 : 128 << 20, 1 << 16, 1L << 40);
        bufferPackets = p.integer("bufferPackets", paper ? 65_536 : 131_072, 64, 1 << 24);
        releaseConfirmed = p.flag("releaseConfirmed", !paper);
        maxSenders = p.integer("maxSenders", 1024, 1, 65_536);
        assemblyBytes = p.longInteger("assemblyBytes", 32 << 20, Wire.MAX_MESSAGE_BYTES, 1L << 40);
        sendBufferBytes = p.integer("sendBufferBytes", 4 << 20, 1, 1 << 30);
        batchDelayNanos = p.micros("batchDelay", paper ? 0 : 100, 0, 1_000_000);
        senderSilenceNanos = p.micros("senderSilence", 30_000_000, 10_000, 86_400_000_000L);
        checkTogether();
    }

    private static String[] names() {
        List<String> names = new ArrayList<>(List.of(NAMES));
        names.addAll(List.of(MembershipConfig.parameterNames()));
        return names.toArray(new String[0]);
    }

    /** What no single range can say. */
    private void checkTogether() {
        if (requestHoldOffMaxNanos < requestHoldOffMinNanos) {
            throw new IllegalArgumentException("parameter 'requestHoldOffMax' must be at least requestHoldOffMin");
        }
        if (rateControl == RateControl.AIMD && bufferPackets < windowMax) {
            throw new IllegalArgumentException(
                    "parameter 'bufferPackets' is " + bufferPackets + "; it must be at least windowMax = " + windowMax
                            + ", or what is in flight could not be repaired");
        }
        if (ownBufferBytes < 4L * maxPacketBytes || bufferBytes < 4L * maxPacketBytes) {
            throw new IllegalArgumentException("parameters 'bufferBytes' and 'ownBufferBytes' must be at least"
                    + " 4 maxPacketBytes = " + 4L * maxPacketBytes + ", were " + bufferBytes + " and "
                    + ownBufferBytes);
        }
        if (dissemination == Dissemination.GOSSIP && rateControl == RateControl.AIMD && windowMax > bufferPackets / 2) {
            throw new IllegalArgumentException("parameter 'windowMax' is " + windowMax
                    + "; with 'dissemination' GOSSIP it must be at most half of bufferPackets");
        }
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
     * From a channel's parameters.
     *
     * @throws IllegalArgumentException naming the parameter, its value and the allowed range
     */
    public static PbcastConfig of(Parameters parameters) {
        return new PbcastConfig(parameters);
    }

    /** This configuration with one parameter changed; the name and the value as in a channel. */
    public PbcastConfig with(String name, Object value) {
        return of(parameters.with(name, value));
    }

    /** The parameters as a channel carries them. */
    public Parameters parameters() {
        return parameters;
    }

    /** The longest mask that a digest entry or a want may have, so that a datagram holds one. */
    int maskBytes() {
        return Math.min(PbcastCodec.MAX_MASK_BYTES, maxPacketBytes - Data.FRAMES_OFFSET - 64);
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

    @Override
    public String toString() {
        return parameters.toString();
    }
}
