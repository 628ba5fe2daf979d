package org.rmcast.tram;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.rmcast.core.channel.Parameters;
import org.rmcast.core.wire.Wire;

/**
 * TRAM's parameters. Immutable; times are in nanoseconds here and durations such as {@code "250ms"} in a channel.
 *
 * <p>Two presets, chosen by the parameter {@code preset}: {@code paper}, the published algorithm with the constants of
 * JRMS 1.1, and {@code defaults}, tuned for today's networks. Any parameter may be given besides. The comment of each
 * says its unit, the values {@code paper / defaults}, and what raising it does.
 */
public final class TramConfig {
    /** Which values a parameter takes when it is not given. */
    public enum Preset {
        DEFAULTS,
        PAPER
    }

    /** Where a receiver that joins a running stream begins. */
    public enum LateJoin {
        /** With the head's next packet. */
        NO_RECOVERY,
        /** With what the head's cache holds below its low mark: a bounded look back. */
        LIMITED_RECOVERY
    }

    /** How the sender adapts its rate. */
    public enum RateControl {
        /** JRMS: from the average of the last seconds, window by window. */
        WINDOW_AVERAGE,
        /** Additive increase, multiplicative decrease on congestion. */
        AIMD
    }

    /** Which living members are excluded. */
    public enum Pruning {
        /** None: the slowest member sets the pace. */
        NONE,
        /** At the minimum rate for five windows, the members with the worst loss (JRMS). */
        WORST_LOSS,
        /** Members more than 1.5 ack windows behind their head (JRMS, decentralised). */
        LAG,
        /** Members that keep the window closed for {@code prunePatience} while the rate is below the minimum. */
        BLOCKING
    }

    /** What happens to a packet that a member misses and its head no longer holds. */
    public enum Recovery {
        /** TRAM: heads hold packets until all their members have them; nothing older is asked for. */
        LOCAL,
        /** TRAM++: heads drop packets when their cache is full; members ask the heads above, up to the sender. */
        REAFFILIATE
    }

    /** What happens when a receiver does not keep up. */
    public enum SlowReceivers {
        /** The group waits for it. */
        BLOCK,
        /** The group goes on; the receiver is pruned when it costs too much. */
        PRUNE,
        /** The group goes on; the receiver is served from the sender's storage, behind the others, until it has caught up. */
        SPILL
    }

    private static final String[] NAMES = {
        "preset",
        "recovery",
        "slowReceivers",
        "headCachePackets",
        "headCacheLowMark",
        "headCacheHighMark",
        "reaffiliationShare",
        "spillPatience",
        "pruneUnsatisfiedShare",
        "pruneReaffiliations",
        "pruneMinRate",
        "pruneLossShare",
        "pruneMemory",
        "ackWindow",
        "acksPerWindow",
        "windowMin",
        "windowStart",
        "windowMax",
        "windowIncrease",
        "windowSlowStart",
        "windowBeyondGaps",
        "congestionLossShare",
        "congestionGrace",
        "maxMembers",
        "nonHeadShare",
        "minRate",
        "maxRate",
        "rateControl",
        "maxPacketBytes",
        "cachePackets",
        "cacheLowMark",
        "cacheHighMark",
        "helloInterval",
        "missedHellos",
        "beaconInterval",
        "fillerInterval",
        "advertisementInterval",
        "advertisementTtlStep",
        "solicitationInterval",
        "solicitationTtlStep",
        "bindTimeout",
        "bindRetries",
        "backupHeads",
        "lateJoin",
        "senderSilence",
        "promptNak",
        "nakDelay",
        "repairTimeoutMin",
        "repairTimeoutMax",
        "repairHoldOff",
        "multicastRepairMembers",
        "orphanHold",
        "resumeHold",
        "lanElection",
        "preferRepairNodes",
        "reluctantHeadsWait",
        "canBeHead",
        "pruning",
        "prunePatience",
        "rejoinDelay",
        "batchDelay",
        "sendBufferBytes",
        "staticHeads"
    };

    private final Parameters parameters;

    /** Who repairs what the own head no longer holds. LOCAL. */
    public final Recovery recovery;
    /** What happens when a receiver does not keep up. BLOCK; with REAFFILIATE PRUNE. */
    public final SlowReceivers slowReceivers;
    /**
     * Packets cached at every node but the sender; {@code cachePackets} is the sender's. As there; with REAFFILIATE 200 /
     * 2048. Raising it: more memory at repair heads, fewer requests to the heads above.
     */
    public final int headCachePackets;
    /** Where a purge of that cache ends. As at the sender; with REAFFILIATE 32 of 200 / five eighths. */
    public final int headCacheLowMark;
    /** Where a purge of that cache begins. As at the sender; with REAFFILIATE 120 of 200 / three quarters. */
    public final int headCacheHighMark;
    /** Share of the sender's rate for repairs to members of other heads, and to members that lag. 0.25. */
    public final double reaffiliationShare;
    /** With SPILL, how long what a silent member misses is kept for it before it is given up. 60 s. */
    public final long spillPatienceNanos;
    /**
     * A member is pruned when more than this share of the packets was asked for and no longer held by its head; 0: never.
     * With REAFFILIATE and PRUNE 0.0008 / 0.08.
     */
    public final double pruneUnsatisfiedShare;
    /** A member is pruned when its head had to send it elsewhere more often than this; 0: never. 5 / 0 with PRUNE. */
    public final int pruneReaffiliations;
    /** A lagging member is pruned when it takes less than this, in bytes/s, for {@code prunePatience}; 0: never. 0. */
    public final long pruneMinRate;
    /**
     * A member is pruned when it loses more than this share of the packets, and far more than its head's other members, for
     * {@code prunePatience}; 0: never. 0; with REAFFILIATE and PRUNE 0.1 in the defaults.
     */
    public final double pruneLossShare;
    /**
     * What is asked for elsewhere counts from this time after the join on, is judged when it was counted for as long, and
     * halved after twice as long; and only if it is far more than what others ask for. 0: all counts, for ever. 0 / 10 s.
     */
    public final long pruneMemoryNanos;
    /** Packets between two acknowledgements of a member. 32 / 64. Raising it: fewer acks, later news at the sender. */
    public final int ackWindow;
    /**
     * Acknowledgements of a member per congestion window: where the window is wide they are further apart than {@code
     * ackWindow}; 0: never. 0 / 8. Raising it: more acks, in return the sender's window moves in smaller steps.
     */
    public final int acksPerWindow;
    /** Congestion window of a member in packets: lower bound. 32 / 64. */
    public final int windowMin;
    /** Congestion window at the start. 64 / 256. */
    public final int windowStart;
    /** Congestion window: upper bound. 160 / 4096. Raising it: more in flight, more memory needed at every member. */
    public final int windowMax;
    /** Packets by which a clean acknowledgement widens the window. 2 / 16. */
    public final int windowIncrease;
    /** Whether the window doubles per window of acks until the first congestion. false / true. */
    public final boolean windowSlowStart;
    /**
     * Whether the congestion window counts from the highest packet known, so that it bounds what is on its way, rather than
     * from the first one missing, so that a repair on its way holds the sender back. The cache bounds the span in both
     * cases. false / true.
     */
    public final boolean windowBeyondGaps;
    /** Share of an ack window that must be missing, and growing, to count as congestion. 0.25 / 0.5. */
    public final double congestionLossShare;
    /** Time after the join without congestion reports. 10 s / 0. */
    public final long congestionGraceNanos;
    /** Members of one head. 32 / 64. */
    public final int maxMembers;
    /** Share of a head's places that members which can not be heads may take. 2/3 / 1. */
    public final double nonHeadShare;
    /** Lowest rate in bytes/s. 1,000 / 1,000,000. */
    public final long minRate;
    /** Highest rate in bytes/s. 64,000 / 1,000,000,000. */
    public final long maxRate;
    /** How the rate adapts. WINDOW_AVERAGE / AIMD. */
    public final RateControl rateControl;
    /** Largest datagram in bytes. 1,454 / 1,400. */
    public final int maxPacketBytes;
    /** Packets held for repair at most. 1,200 / 16,384. */
    public final int cachePackets;
    /** Where a purge of the cache ends. a third of cachePackets. */
    public final int cacheLowMark;
    /** Where a purge of the cache begins. two thirds of cachePackets. */
    public final int cacheHighMark;
    /** Between two hellos of a head. 3 s / 200 ms. Raising it: less traffic, later detection of failures. */
    public final long helloIntervalNanos;
    /** Hellos or answers missed before the other side is given up. 5 / 8. */
    public final int missedHellos;
    /** Between two beacons of an idle sender. 1 s / 500 ms. */
    public final long beaconIntervalNanos;
    /** Silence after data until the first beacon that shows the last sequence; doubles from there. 3 s / 20 ms. */
    public final long fillerIntervalNanos;
    /** Between two advertisements of a head; 0: members solicit at once. 2 s / 0. */
    public final long advertisementIntervalNanos;
    /** By how much the scope of advertisements grows. 2 / 2. */
    public final int advertisementTtlStep;
    /** Between two solicitations of a member without a head. 500 ms / 60 ms. */
    public final long solicitationIntervalNanos;
    /** By how much the scope of solicitations grows. 1 / 8. */
    public final int solicitationTtlStep;
    /** Wait for the answer to a head bind. 2 s / 200 ms. */
    public final long bindTimeoutNanos;
    /** Binds sent before a head is given up. 3 / 8. */
    public final int bindRetries;
    /** Heads remembered as backups. 10 / 10. */
    public final int backupHeads;
    /** Where late joiners begin. NO_RECOVERY / NO_RECOVERY. */
    public final LateJoin lateJoin;
    /** Silence of the sender after which its stream is given up. 250 s / 30 s. */
    public final long senderSilenceNanos;
    /** Whether a gap is reported soon after it shows, not only with the next acknowledgement. false / true. */
    public final boolean promptNak;
    /** Wait after a gap shows, for packets that were only reordered. 0 / 500 us. */
    public final long nakDelayNanos;
    /** Shortest wait before a packet is asked for again. 100 ms / 4 ms. */
    public final long repairTimeoutMinNanos;
    /** Longest wait before a packet is asked for again. 1 s / 250 ms. */
    public final long repairTimeoutMaxNanos;
    /**
     * After a repair the same packet is not repaired again for this long; 0: {@code min(100 ms, aw * maxPacket / (2 *
     * rate))} as in JRMS. 0 / 1 ms.
     */
    public final long repairHoldOffNanos;
    /** Members that must ask for a packet before it is repaired by multicast rather than unicast. 1 / 2. */
    public final int multicastRepairMembers;
    /** How long a failed head's unconfirmed packets are still held for its orphans. 0 / 2 s. */
    public final long orphanHoldNanos;
    /**
     * How long a sender that resumed holds everything in its storage, and answers no flush, for receivers that have yet to
     * come back to it; at least the time in which they notice that its earlier process is gone. 10 s. Raising it: safer for
     * slow ones, later completion if someone went for good.
     */
    public final long resumeHoldNanos;
    /** Whether the nodes of a LAN elect the one that heads it. false / false. */
    public final boolean lanElection;
    /** Whether at equal distance a repair node is preferred to the sender, and the one with fewer members. false / true. */
    public final boolean preferRepairNodes;
    /** Whether receivers without members offer themselves only to a node that found no other head. false / true. */
    public final boolean reluctantHeadsWait;
    /** Whether a receiver may become a head. true / true. */
    public final boolean canBeHead;
    /** Which living members are excluded. WORST_LOSS / NONE. */
    public final Pruning pruning;
    /** How long a member may block, for BLOCKING. 10 s. */
    public final long prunePatienceNanos;
    /** How long a pruned member waits before it joins again; doubles each time up to 64 times. 1 s. */
    public final long rejoinDelayNanos;
    /** How long a packet that is not full waits for more messages while data flows. 0 / 100 us. */
    public final long batchDelayNanos;
    /** Bytes of messages that wait at the sender. 4 MiB. */
    public final int sendBufferBytes;
    /** Heads to try before any search: {@code "address:port/ttl"}, in order. none. */
    public final List<StaticHead> staticHeads;

    /** A head named by configuration. */
    public record StaticHead(InetSocketAddress address, int ttl) {}

    private TramConfig(Parameters p) {
        p.checkNames(NAMES);
        this.parameters = p;
        boolean paper = p.choice("preset", Preset.DEFAULTS) == Preset.PAPER;
        recovery = p.choice("recovery", Recovery.LOCAL);
        boolean reaffiliate = recovery == Recovery.REAFFILIATE;
        slowReceivers = p.choice("slowReceivers", reaffiliate ? SlowReceivers.PRUNE : SlowReceivers.BLOCK);
        boolean prune = slowReceivers == SlowReceivers.PRUNE;
        ackWindow = p.integer("ackWindow", paper ? 32 : 64, 1, 4096);
        acksPerWindow = p.integer("acksPerWindow", paper ? 0 : 8, 0, 4096);
        windowMin = p.integer("windowMin", paper ? 32 : 64, 1, 1 << 20);
        windowStart = p.integer("windowStart", Math.max(windowMin, paper ? 64 : 256), windowMin, 1 << 20);
        windowMax = p.integer("windowMax", Math.max(windowStart, paper ? 160 : 4096), windowStart, 1 << 20);
        windowIncrease = p.integer("windowIncrease", paper ? 2 : 16, 1, 1 << 16);
        windowSlowStart = p.flag("windowSlowStart", !paper);
        windowBeyondGaps = p.flag("windowBeyondGaps", !paper);
        congestionLossShare = p.real("congestionLossShare", paper ? 0.25 : 0.5, 0.001, 1);
        congestionGraceNanos = p.millis("congestionGrace", paper ? 10_000 : 0, 0, 3_600_000);
        maxMembers = p.integer("maxMembers", paper ? 32 : 64, 1, 4096);
        nonHeadShare = p.real("nonHeadShare", paper ? 2.0 / 3 : 1, 0, 1);
        minRate = p.longInteger("minRate", paper ? 1_000 : 1_000_000, 1, 100_000_000_000L);
        maxRate =
                p.longInteger("maxRate", Math.max(minRate, paper ? 64_000 : 1_000_000_000), minRate, 100_000_000_000L);
        rateControl = p.choice("rateControl", paper ? RateControl.WINDOW_AVERAGE : RateControl.AIMD);
        maxPacketBytes = p.integer("maxPacketBytes", paper ? 1454 : 1400, 256, Wire.MAX_DATAGRAM_BYTES);
        cachePackets = p.integer("cachePackets", paper ? 1200 : 16_384, 8, 1 << 24);
        cacheHighMark = p.integer("cacheHighMark", cachePackets * 2 / 3, 1, cachePackets);
        cacheLowMark = p.integer("cacheLowMark", Math.min(cacheHighMark, cachePackets / 3), 0, cacheHighMark);
        headCachePackets =
                p.integer("headCachePackets", !reaffiliate ? cachePackets : paper ? 200 : 2048, 2 * ackWindow, 1 << 24);
        headCacheHighMark = p.integer(
                "headCacheHighMark",
                mark(reaffiliate, cacheHighMark, headCachePackets, paper ? 0.6 : 0.75),
                1,
                headCachePackets);
        headCacheLowMark = p.integer(
                "headCacheLowMark",
                Math.min(headCacheHighMark, mark(reaffiliate, cacheLowMark, headCachePackets, paper ? 0.16 : 0.625)),
                0,
                headCacheHighMark);
        reaffiliationShare = p.real("reaffiliationShare", 0.25, 0.001, 1);
        spillPatienceNanos = p.millis("spillPatience", 60_000, 0, 86_400_000);
        pruneUnsatisfiedShare = p.real("pruneUnsatisfiedShare", reaffiliate && prune ? paper ? 0.0008 : 0.08 : 0, 0, 1);
        pruneReaffiliations = p.integer("pruneReaffiliations", reaffiliate && prune && paper ? 5 : 0, 0, 1_000_000);
        pruneMinRate = p.longInteger("pruneMinRate", 0, 0, 100_000_000_000L);
        pruneLossShare = p.real("pruneLossShare", reaffiliate && prune && !paper ? 0.1 : 0, 0, 1);
        pruneMemoryNanos = p.millis("pruneMemory", paper ? 0 : 10_000, 0, 86_400_000);
        helloIntervalNanos = p.millis("helloInterval", paper ? 3_000 : 200, 1, 3_600_000);
        missedHellos = p.integer("missedHellos", paper ? 5 : 8, 1, 1000);
        beaconIntervalNanos = p.millis("beaconInterval", paper ? 1_000 : 500, 1, 3_600_000);
        fillerIntervalNanos = p.millis("fillerInterval", paper ? 3_000 : 20, 1, 3_600_000);
        advertisementIntervalNanos = p.millis("advertisementInterval", paper ? 2_000 : 0, 0, 3_600_000);
        advertisementTtlStep = p.integer("advertisementTtlStep", 2, 1, 255);
        solicitationIntervalNanos = p.millis("solicitationInterval", paper ? 500 : 60, 1, 3_600_000);
        solicitationTtlStep = p.integer("solicitationTtlStep", paper ? 1 : 8, 1, 255);
        bindTimeoutNanos = p.millis("bindTimeout", paper ? 2_000 : 200, 1, 3_600_000);
        bindRetries = p.integer("bindRetries", paper ? 3 : 8, 1, 1000);
        backupHeads = p.integer("backupHeads", 10, 0, 1000);
        lateJoin = p.choice("lateJoin", LateJoin.NO_RECOVERY);
        senderSilenceNanos = p.millis("senderSilence", paper ? 250_000 : 30_000, 10, 86_400_000);
        promptNak = p.flag("promptNak", !paper);
        nakDelayNanos = p.micros("nakDelay", paper ? 0 : 500, 0, 60_000_000);
        repairTimeoutMinNanos = p.millis("repairTimeoutMin", paper ? 100 : 4, 1, 60_000);
        repairTimeoutMaxNanos = p.millis(
                "repairTimeoutMax", Math.max(repairTimeoutMinNanos / 1_000_000, paper ? 1_000 : 250), 1, 600_000);
        repairHoldOffNanos = p.micros("repairHoldOff", paper ? 0 : 1_000, 0, 60_000_000);
        multicastRepairMembers = p.integer("multicastRepairMembers", paper ? 1 : 2, 1, 1_000_000);
        orphanHoldNanos = p.millis("orphanHold", paper ? 0 : 2_000, 0, 3_600_000);
        resumeHoldNanos = p.millis("resumeHold", 10_000, 0, 3_600_000);
        lanElection = p.flag("lanElection", false);
        preferRepairNodes = p.flag("preferRepairNodes", !paper);
        reluctantHeadsWait = p.flag("reluctantHeadsWait", !paper);
        canBeHead = p.flag("canBeHead", true);
        pruning = p.choice("pruning", defaultPruning(paper));
        prunePatienceNanos = p.millis("prunePatience", 10_000, 1, 3_600_000);
        rejoinDelayNanos = p.millis("rejoinDelay", 1_000, 0, 3_600_000);
        batchDelayNanos = p.micros("batchDelay", paper ? 0 : 100, 0, 1_000_000);
        sendBufferBytes = p.integer("sendBufferBytes", 4 << 20, 1, 1 << 30);
        staticHeads = heads(p);
        checkTogether();
    }

    private static int mark(boolean own, int sendersMark, int capacity, double share) {
        return own ? Math.max(1, (int) (capacity * share)) : Math.min(sendersMark, capacity);
    }

    private Pruning defaultPruning(boolean paper) {
        if (recovery == Recovery.REAFFILIATE) {
            return Pruning.NONE;
        }
        return paper ? Pruning.WORST_LOSS : slowReceivers == SlowReceivers.PRUNE ? Pruning.BLOCKING : Pruning.NONE;
    }

    /** Whether members ask the heads above for what their own no longer holds. */
    boolean reaffiliates() {
        return recovery == Recovery.REAFFILIATE;
    }

    /** How long a member is silent at least before it is given up. */
    long silenceNanos() {
        return slowReceivers == SlowReceivers.SPILL ? spillPatienceNanos : 0;
    }

    /** Whether the window waits for members that lag. */
    boolean waitsForAll() {
        return recovery == Recovery.LOCAL || slowReceivers == SlowReceivers.BLOCK;
    }

    /** What no single range can say. */
    private void checkTogether() {
        if (slowReceivers == SlowReceivers.SPILL && recovery == Recovery.LOCAL) {
            throw new IllegalArgumentException("parameter 'slowReceivers' is SPILL; it needs 'recovery' REAFFILIATE,"
                    + " since slow receivers are then served by the sender rather than by their heads");
        }
        if (cachePackets < windowMax + 2 * ackWindow) {
            throw new IllegalArgumentException("parameter 'cachePackets' is " + cachePackets
                    + "; it must be at least windowMax + 2 ackWindow = " + (windowMax + 2 * ackWindow)
                    + ", or members could not be repaired");
        }
        if (recovery == Recovery.LOCAL && headCachePackets < windowMax + 2 * ackWindow) {
            throw new IllegalArgumentException("parameter 'headCachePackets' is " + headCachePackets
                    + "; with 'recovery' LOCAL it must be at least windowMax + 2 ackWindow = "
                    + (windowMax + 2 * ackWindow) + ", or members could not be repaired");
        }
        if (repairTimeoutMaxNanos < repairTimeoutMinNanos) {
            throw new IllegalArgumentException("parameter 'repairTimeoutMax' must be at least repairTimeoutMin");
        }
    }

    /** The published algorithm with the constants of JRMS 1.1. */
    public static TramConfig paper() {
        return of(Parameters.none().with("preset", "paper"));
    }

    /** The same protocol for today's networks. */
    public static TramConfig defaults() {
        return of(Parameters.none());
    }

    /**
     * From a channel's parameters.
     *
     * @throws IllegalArgumentException naming the parameter, its value and the allowed range
     */
    public static TramConfig of(Parameters parameters) {
        return new TramConfig(parameters);
    }

    /** This configuration with one parameter changed; the name and the value as in a channel. */
    public TramConfig with(String name, Object value) {
        return of(parameters.with(name, value));
    }

    /** The parameters as a channel carries them. */
    public Parameters parameters() {
        return parameters;
    }

    /** How many hello intervals of silence, in nanoseconds, end an affiliation. */
    long livenessNanos() {
        return helloIntervalNanos * missedHellos;
    }

    private static List<StaticHead> heads(Parameters p) {
        Object value = p.asMap().get("staticHeads");
        List<StaticHead> heads = new ArrayList<>();
        if (value == null) {
            return heads;
        }
        if (!(value instanceof List<?> list)) {
            throw new IllegalArgumentException("parameter 'staticHeads' must be a list of \"address:port/ttl\"");
        }
        for (Object entry : list) {
            heads.add(head(String.valueOf(entry)));
        }
        return List.copyOf(heads);
    }

    private static StaticHead head(String text) {
        int slash = text.lastIndexOf('/');
        int colon = text.lastIndexOf(':', slash < 0 ? text.length() : slash);
        try {
            String host = text.substring(0, colon).replace("[", "").replace("]", "");
            if (!host.matches("[0-9.]+|[0-9a-fA-F:.]+(%\\w+)?")) {
                throw new IllegalArgumentException("not an address");
            }
            int port = Integer.parseInt(text.substring(colon + 1, slash < 0 ? text.length() : slash));
            int ttl = slash < 0 ? 1 : Integer.parseInt(text.substring(slash + 1));
            if (ttl < 0 || ttl > 255) {
                throw new IllegalArgumentException("ttl");
            }
            return new StaticHead(new InetSocketAddress(InetAddress.getByName(host), port), ttl);
        } catch (IllegalArgumentException | IndexOutOfBoundsException | UnknownHostException e) {
            throw new IllegalArgumentException(
                    String.format(
                            Locale.ROOT,
                            "parameter 'staticHeads' has \"%s\"; it must be \"address:port/ttl\", such as"
                                    + " \"127.0.0.1:7000/1\"",
                            text),
                    e);
        }
    }

    @Override
    public String toString() {
        return "TramConfig" + parameters;
    }
}
