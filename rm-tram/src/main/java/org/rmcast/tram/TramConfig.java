package org.rmcast.tram;

import java.util.List;
import java.util.Set;
import org.rmcast.api.Parameters;
import org.rmcast.core.channel.ParameterTable;
import org.rmcast.core.channel.Preset;
import org.rmcast.core.channel.Settings;
import org.rmcast.core.framing.PackingConfig;
import org.rmcast.core.wire.Wire;
import org.rmcast.tram.wire.TramCodec;

/**
 * TRAM's parameters. Immutable; times are in nanoseconds here and durations such as {@code "250ms"} in a channel.
 *
 * <p>Two presets, chosen by the parameter {@code preset}: {@code paper}, the published algorithm with the constants of
 * JRMS 1.1, and {@code defaults}, tuned for today's networks. Any parameter may be given besides.
 */
public final class TramConfig extends Settings {
    /** Where a receiver that joins a running stream begins. */
    public enum LateJoin {
        /** With the head's next packet. */
        NO_RECOVERY,
        /** With what the head's cache holds below its low mark: a bounded look back. */
        LIMITED_RECOVERY
    }

    /** How the sender adapts its rate. */
    public enum RateControl {
        /** {@link #LAN} where the channel's time to live is 0 or 1, else {@link #SHARED}. */
        BY_TTL,
        /** Quick, and without regard for others: additive increase, multiplicative decrease on congestion. */
        LAN,
        /** As the network bears it that is shared with others, see {@link org.rmcast.core.flow.shared.SharedRateController}. */
        SHARED,
        /** Not at all: it is {@code maxRate}. */
        FIXED,
        /** JRMS: from the average of the last seconds, window by window. */
        WINDOW_AVERAGE;

        /** The one that is meant where datagrams travel so many hops at most. */
        RateControl at(int ttl) {
            return this == BY_TTL ? (ttl <= 1 ? LAN : SHARED) : this;
        }
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

    private static final ParameterTable TABLE = ParameterTable.of(TramConfig::of);

    /** The largest packet, from the channel and the datagram path. */
    final int maxPacketBytes;

    final Preset preset = preset();

    private final List<String> jrmsRuleNames =
            read(texts("jrmsRules", "names").paper(JrmsRule.all()).defaults(List.of()), """
            Rules of JRMS 1.1 in place of ours, only with the preset paper, see there: trickle, average, growth, next-ack, ack-timer,
            hello, disown, purge, congestion, repair-rate, stay. The first three need rateControl window-average to have an effect, next-ack and
            ack-timer need promptNak false.""");
    final Set<JrmsRule> jrmsRules = JrmsRule.parseAll(jrmsRuleNames);

    // What happens to slow receivers

    final Recovery recovery = read(choice("recovery", Recovery.class).always(Recovery.LOCAL), """
            Who repairs what the own head no longer holds: with local nobody, heads hold packets until all their
            members have them (TRAM); with reaffiliate the heads above, up to the sender (TRAM++).""");
    private final boolean reaffiliates = recovery == Recovery.REAFFILIATE;
    final SlowReceivers slowReceivers = read(
            choice("slowReceivers", SlowReceivers.class)
                    .always(SlowReceivers.BLOCK)
                    .when(reaffiliates, "with recovery reaffiliate", SlowReceivers.PRUNE, SlowReceivers.PRUNE),
            """
            What happens when a receiver does not keep up: block, the group waits for it; prune, the group goes on and
            excludes it when it costs too much; spill, the group goes on and the sender's storage serves it behind the
            others.""");
    private final boolean prunes = slowReceivers == SlowReceivers.PRUNE;
    final double reaffiliationShare =
            read(share("reaffiliationShare").range(0.001, 1.0).always(0.25), """
            Share of the sender's rate for repairs to members of other heads, and to members that lag. Raising it: they
            catch up sooner, new data is slower.""");
    final long spillPatienceNanos =
            read(duration("spillPatience").range("0s", "24h").always("60s"), """
            With slowReceivers spill: how long what a silent member misses is kept for it before it is given up.
            Raising it: longer silences lose nothing, more storage.""");
    final double pruneUnsatisfiedShare = read(
            share("pruneUnsatisfiedShare")
                    .always(0.0)
                    .when(reaffiliates && prunes, "with recovery reaffiliate and slowReceivers prune", 0.0008, 0.08),
            """
            A member is pruned when more than this share of the packets was asked for and no longer held by its head;
            0: never. Raising it: more patience with slow members. The paper prints 0.0008, which one packet in 1,250
            exceeds, and may have meant 0.08.""");
    final int pruneReaffiliations = read(
            integer("pruneReaffiliations", "times")
                    .range(0, 1_000_000)
                    .always(0)
                    .when(reaffiliates && prunes, "with recovery reaffiliate and slowReceivers prune", 5, 0),
            """
            A member is pruned when its head had to send it elsewhere more often than this; 0: never, since a long
            stream has more. Raising it: more patience with slow members.""");
    final long pruneMinRate = read(
            longInteger("pruneMinRate", "bytes/s").range(0L, 100_000_000_000L).always(0L), """
            A lagging member is pruned when it takes less than this for prunePatience; 0: never. Raising it: faster
            members are pruned too.""");
    final double pruneLossShare = read(
            share("pruneLossShare")
                    .always(0.0)
                    .when(reaffiliates && prunes, "with recovery reaffiliate and slowReceivers prune", 0.0, 0.1),
            """
            A member is pruned when it loses more than this share of the packets, and far more than its head's other
            members, for prunePatience; 0: never. Raising it: more patience with bad links.""");
    final long pruneMemoryNanos =
            read(duration("pruneMemory").range("0s", "24h").paper("0s").defaults("10s"), """
            What is asked for elsewhere counts from this time after the join on, is judged when it was counted for as
            long, and is halved after twice as long; and only where it is more than twice the mean of the head's other
            members: neither a pause nor a loaded machine is a reason. 0: all counts, for ever. Raising it: slower
            judgement, longer memory.""");
    final Pruning pruning = read(
            choice("pruning", Pruning.class)
                    .paper(Pruning.WORST_LOSS)
                    .defaults(Pruning.NONE)
                    .when(prunes, "with slowReceivers prune", Pruning.WORST_LOSS, Pruning.BLOCKING)
                    .when(reaffiliates, "with recovery reaffiliate", Pruning.NONE, Pruning.NONE),
            """
            Which living members are excluded: none, the slowest member sets the pace; worst-loss, at the minimum rate
            for five windows those with the worst loss (JRMS), and those of blocking; lag, those more than 1.5 ack windows behind their head
            (JRMS, decentralised); blocking, those that keep the window closed, or the cache full, for prunePatience
            while the rate is below the minimum.""");
    final List<String> pruningPolicies = read(texts("pruningPolicies", "names").always(List.of()), """
            Further policies of the application's, as providers of org.rmcast.api.PruningPolicy name them: a member is
            excluded if one of them says so, too.""");
    final long prunePatienceNanos =
            read(duration("prunePatience").range("1ms", "1h").always("10s"), """
            How long a member may block, lag or lose before it is pruned. Raising it: fewer members pruned, longer
            waits for them.""");
    final long rejoinDelayNanos = read(duration("rejoinDelay").range("0s", "1h").always("1s"), """
            How long a pruned member waits before it joins again; doubles each time up to 64 times. Raising it: less
            trouble by members that are pruned again and again, later return.""");
    final long probationNanos =
            read(duration("probation").range("0s", "1h").paper("0s").defaults("10s"), """
            How long a receiver that fell silent a second time within five minutes, and is back, acknowledges before the group
            waits for it again; doubles with each further time up to 32 times; 0: it is waited for at once. Raising it: less
            trouble by receivers that come and go, more is lost to one that is slow after its pauses.""");

    // Acknowledgements and the window

    final int ackWindow =
            read(integer("ackWindow", "packets").range(1, 4096).paper(32).defaults(64), """
            Packets between two acknowledgements of a member. Raising it: fewer acknowledgements, later news at the
            sender; at 100,000 packets/s one per 32 packets and member is a load.""");
    final int acksPerWindow =
            read(integer("acksPerWindow", "acks").range(0, 4096).paper(0).defaults(8), """
            Acknowledgements of a member per congestion window: where the window is wide they are further apart than
            ackWindow; 0: never. Raising it: more acknowledgements, in return the sender's window moves in smaller
            steps.""");
    final int windowMin =
            read(integer("windowMin", "packets").range(1, 1 << 20).paper(32).defaults(64), """
            Congestion window of a member: lower bound. Raising it: a congested member is sent more at once.""");
    final int windowStart = read(
            integer("windowStart", "packets")
                    .range(1, 1 << 20)
                    .atLeast("windowMin", windowMin)
                    .paper(64)
                    .defaults(256),
            """
            Congestion window at the start. Raising it: a faster start, a larger first burst.""");
    final int windowMax = read(
            integer("windowMax", "packets")
                    .range(1, 1 << 20)
                    .atLeast("windowStart", windowStart)
                    .paper(160)
                    .defaults(4096)
                    .ofHeap(),
            """
            Congestion window: upper bound; with promptNak three times what arrives within a round trip, if that is more. Raising
            it: more in flight, more memory needed at every member; a gigabit link holds thousands of packets during one repair.""");
    final int windowIncrease =
            read(integer("windowIncrease", "packets").range(1, 1 << 16).paper(2).defaults(16), """
            Packets by which a clean acknowledgement widens the window. Raising it: full speed after seconds instead of
            minutes, more loss at the limit.""");
    final boolean windowSlowStart = read(flag("windowSlowStart").paper(false).defaults(true), """
            Whether the window doubles per window of acknowledgements until the first congestion.""");
    final boolean windowBeyondGaps = read(flag("windowBeyondGaps").paper(false).defaults(true), """
            Whether the congestion window counts from the highest packet known, so that it bounds what is on its way,
            rather than from the first one missing, so that a repair on its way holds the sender back. The cache bounds
            the span in both cases.""");
    final double congestionLossShare =
            read(share("congestionLossShare").range(0.001, 1.0).paper(0.25).defaults(0.5), """
            Share of an ack window that must be missing, and growing, to count as congestion. Raising it: the sender
            slows down later; random loss of a few per cent is not congestion, an overflowing buffer loses runs.""");
    final long congestionGraceNanos =
            read(duration("congestionGrace").range("0s", "1h").paper("10s").defaults("0s"), """
            Time after the join without congestion reports. Raising it: a new member does not slow down the group,
            whatever it loses; by default the window starts small instead.""");

    // The sender

    final long minRate = read(
            longInteger("minRate", "bytes/s")
                    .range(1L, 100_000_000_000L)
                    .paper(1_000L)
                    .defaults(1_000_000L),
            """
            Lowest rate. Raising it: no member slows the sender down below it.""");
    final long maxRate = read(
            longInteger("maxRate", "bytes/s")
                    .range(1L, 100_000_000_000L)
                    .atLeast("minRate", minRate)
                    .paper(64_000L)
                    .defaults(1_000_000_000L),
            """
            Highest rate. Raising it: faster where the network bears it, larger bursts where it does not.""");
    final RateControl rateControl = read(
            choice("rateControl", RateControl.class)
                    .paper(RateControl.WINDOW_AVERAGE)
                    .defaults(RateControl.LAN),
            """
            How the rate adapts: by-ttl, lan where the channel's ttl is 0 or 1, else shared; lan, additive increase,
            multiplicative decrease on congestion, quick and without regard for others; shared, beside TCP as one more of it
            (TFMCC), from what receivers report each round trip; fixed, maxRate always, for those who know the network;
            window-average, from the average of the last seconds, window by window (JRMS), which is too slow to follow at
            gigabits.""");
    final long minSharedRate = read(
            longInteger("minSharedRate", "bytes/s")
                    .range(1L, 100_000_000_000L)
                    .atMost("maxRate", maxRate)
                    .derived("10,000, or maxRate if that is less", Math.min(10_000L, maxRate)),
            """
            Lowest rate of rateControl shared, in place of minRate. Raising it: nothing slows the sender down below it, not even
            a network that bears less.""");
    final PackingConfig packing = include(new PackingConfig(parameters()));
    final long beaconIntervalNanos =
            read(duration("beaconInterval").range("1ms", "1h").paper("1s").defaults("500ms"), """
            Between two beacons of an idle sender. Raising it: less traffic, later notice that the sender is gone.""");
    final long fillerIntervalNanos =
            read(duration("fillerInterval").range("1ms", "1h").paper("3s").defaults("20ms"), """
            Silence after data until the first beacon that shows the last sequence; doubles from there. Raising it:
            less traffic, a lost last packet is noticed later.""");
    final long senderSilenceNanos =
            read(duration("senderSilence").range("10ms", "24h").paper("250s").defaults("30s"), """
            Silence of the sender after which its stream is given up. Raising it: longer interruptions are survived, a
            dead sender is noticed later.""");
    final long resumeHoldNanos = read(duration("resumeHold").range("0s", "1h").always("10s"), """
            How long a sender that resumed holds everything in its storage, and answers no flush, for receivers that
            have yet to come back to it, since it does not know who is there; at least the time in which they notice
            that its earlier process is gone. Raising it: safer for slow ones, later completion if someone went for
            good.""");

    // Caches and repair

    final int cachePackets = read(
            integer("cachePackets", "packets")
                    .range(8, 1 << 24)
                    .paper(1200)
                    .defaults(16_384)
                    .ofHeap(),
            """
            Packets held for repair at most. Raising it: more memory, slower members are still repaired.""");
    final int cacheHighMark = read(
            integer("cacheHighMark", "packets")
                    .range(1, 1 << 24)
                    .atMost("cachePackets", cachePackets)
                    .derived("two thirds of cachePackets", cachePackets * 2 / 3),
            """
            Where a purge of the cache begins. Raising it: rarer and longer purges.""");
    final int cacheLowMark = read(
            integer("cacheLowMark", "packets")
                    .range(0, 1 << 24)
                    .atMost("cacheHighMark", cacheHighMark)
                    .derived("a third of cachePackets", cachePackets / 3),
            """
            Where a purge of the cache ends. Raising it: more is left for members that come back or join late; the
            default covers the largest window.""");
    final int maxPendingRepairs = read(
            integer("maxPendingRepairs", "packets")
                    .range(64, 1 << 20)
                    .always(16_384)
                    .ofHeap(),
            """
            Repairs that wait to be sent at most; what is asked for beyond is asked for again. Raising it: more memory, larger
            losses are repaired in one go.""");
    final int headCachePackets = read(
            integer("headCachePackets", "packets")
                    .range(2, 1 << 24)
                    .atLeast("2 ackWindow", 2 * ackWindow)
                    .derived("as cachePackets", cachePackets)
                    .when(reaffiliates, "with recovery reaffiliate", 200, 2048),
            """
            Packets cached at every node but the sender. Raising it: more memory at repair heads, fewer requests to the
            heads above; at gigabit rates 200 packets are two milliseconds.""");
    final int headCacheHighMark = read(
            integer("headCacheHighMark", "packets")
                    .range(1, 1 << 24)
                    .atMost("headCachePackets", headCachePackets)
                    .derived(
                            "as cacheHighMark; with recovery reaffiliate 0.6 / 0.75 of headCachePackets",
                            headMark(cacheHighMark, 0.6, 0.75)),
            """
            Where a purge of that cache begins. Raising it: rarer and longer purges.""");
    final int headCacheLowMark = read(
            integer("headCacheLowMark", "packets")
                    .range(0, 1 << 24)
                    .atMost("headCacheHighMark", headCacheHighMark)
                    .derived(
                            "as cacheLowMark; with recovery reaffiliate 0.16 / 0.625 of headCachePackets",
                            headMark(cacheLowMark, 0.16, 0.625)),
            """
            Where a purge of that cache ends. Raising it: more is left for members that ask late.""");
    final boolean promptNak = read(flag("promptNak").paper(false).defaults(true), """
            Whether a gap is reported soon after it shows, not only with the next acknowledgement: a repair in a
            millisecond instead of at the window's end.""");
    final long nakDelayNanos =
            read(duration("nakDelay").range("0s", "60s").paper("0s").defaults("500us"), """
            Wait after a gap shows, for packets that were only reordered. Raising it: less is asked for in vain where
            packets overtake each other, later repair.""");
    final long nakDelayMaxNanos = read(
            duration("nakDelayMax")
                    .range("0s", "60s")
                    .atLeast("nakDelay", nakDelayNanos)
                    .derived(
                            "nakDelay in the preset paper, else 50ms or nakDelay",
                            isPaper() ? nakDelayNanos : Math.max(nakDelayNanos, 50_000_000L)),
            """
            Longest wait where packets are seen to overtake each other; it follows how late they come, up to a round trip.
            Raising it: less is asked for in vain under strong jitter, later repair there.""");
    final long repairTimeoutMinNanos =
            read(duration("repairTimeoutMin").range("1ms", "60s").paper("100ms").defaults("4ms"), """
            Shortest wait before a packet is asked for again; measured round trips decide within the two. Raising it:
            fewer repeated requests, later repair of what was lost twice.""");
    final long repairTimeoutMaxNanos = read(
            duration("repairTimeoutMax")
                    .range("1ms", "10m")
                    .atLeast("repairTimeoutMin", repairTimeoutMinNanos)
                    .paper("1s")
                    .defaults("2s"),
            """
            Longest wait before a packet is asked for again. Raising it: less load on heads that cannot keep up, later
            repair there.""");
    final long repairHoldOffNanos =
            read(duration("repairHoldOff").range("0s", "60s").paper("0s").defaults("1ms"), """
            After a repair the same packet is not repaired again for this long; 0: `min(100 ms, aw * maxPacket / (2 *
            rate))` as in JRMS, which is microseconds at gigabit rates. Raising it: fewer needless repairs, later
            repair of what was lost twice.""");
    final int multicastRepairMembers = read(
            integer("multicastRepairMembers", "members")
                    .range(1, 1_000_000)
                    .paper(1)
                    .defaults(2),
            """
            Members that must ask for a packet before it is repaired by multicast rather than unicast. Raising it:
            members that have a packet are troubled less, the same packet is sent more often.""");
    final boolean codedRepair = read(flag("codedRepair").paper(false).defaults(false), """
            Whether what different members lack is repaired together: one repair to the group, the exclusive or of several packets, out of
            which each takes what it lacks. At a member: whether it can do that.""");
    final long codedRepairDelayNanos =
            read(duration("codedRepairDelay").range("0s", "1s").paper("0s").defaults("1ms"), """
            How long a repair waits at most for others that it can be joined to, only where much is asked for by several members;
            0: never. Raising it: fewer repairs, each later.""");
    final long orphanHoldNanos =
            read(duration("orphanHold").range("0s", "1h").paper("0s").defaults("2s"), """
            How long a failed head's unconfirmed packets are still held for its orphans, unless all are known to have another head. Raising it: orphans lose
            nothing even if they find a new head late, the sender may have to wait longer for room when a head dies.""");

    // The tree

    final int maxMembers =
            read(integer("maxMembers", "members").range(1, 4096).paper(32).defaults(64), """
            Members of one head. Raising it: a flatter tree, more acknowledgements and repairs at each head.""");
    final int maxReceivers = read(
            integer("maxReceivers", "members").range(1, 1 << 20).always(32_768).ofHeap(), """
            Members of the tree that the sender knows by name; those beyond are counted. Raising it: more of those that miss
            something are named, more memory at the sender.""");
    final double nonHeadShare = read(share("nonHeadShare").paper(2.0 / 3).defaults(1.0), """
            Share of a head's places that members which cannot be heads may take. Raising it: more of them find a
            place, fewer places are left to grow the tree.""");
    final long helloIntervalNanos =
            read(duration("helloInterval").range("1ms", "1h").paper("3s").defaults("200ms"), """
            Between two hellos of a head. Raising it: less traffic, later detection of failures.""");
    final int missedHellos =
            read(integer("missedHellos", "hellos").range(1, 1000).paper(5).defaults(8), """
            Probes or hellos unanswered before the other side is given up; more of a head's where over 10 % is lost. Raising it: fewer mistakes under loss, later
            detection of failures.""");
    final long probeIntervalNanos =
            read(duration("probeInterval").range("0s", "1h").paper("0s").defaults("25ms"), """
            Between two probes of a head or a member that is silent for unusually long, or half a round trip if that is longer; 0: it is probed with hellos.
            Raising it: less traffic after a failure, later detection.""");
    final long silenceMinNanos =
            read(duration("silenceMin").range("0s", "1h").paper("0s").defaults("500ms"), """
            Shortest silence after which a head or a member is given up, however many probes are unanswered. Raising it: longer pauses of a process are
            borne, later detection of failures.""");
    final boolean watchPorts = read(flag("watchPorts").paper(false).defaults(true), """
            Whether a host that says that nobody has the port of a head or a member (ICMP port unreachable) makes it be
            probed at once, and given up after three unanswered probes, without silenceMin. Costs a member of a repair
            node a socket; heard on Linux.""");
    final long advertisementIntervalNanos =
            read(duration("advertisementInterval").range("0s", "1h").paper("2s").defaults("0s"), """
            Between two advertisements of a head; 0: none, members solicit at once, and joins take milliseconds.
            Raising it: less traffic, later joins.""");
    final int advertisementTtlStep =
            read(integer("advertisementTtlStep", "hops").range(1, 255).always(2), """
            By how much the scope of advertisements grows. Raising it: distant members hear of a head sooner, and
            prefer near ones less.""");
    final long solicitationIntervalNanos = read(
            duration("solicitationInterval").range("1ms", "1h").paper("500ms").defaults("60ms"), """
            Between two solicitations of a member without a head. Raising it: less traffic, later joins.""");
    final int solicitationTtlStep =
            read(integer("solicitationTtlStep", "hops").range(1, 255).paper(1).defaults(8), """
            By how much the scope of solicitations grows. Raising it: distant heads are found sooner, and near ones
            preferred less.""");
    final long bindTimeoutMinNanos =
            read(duration("bindTimeoutMin").range("1ms", "10s").paper("2s").defaults("25ms"), """
            Wait for the answer to the first bind to a head; twice as long each time, up to bindTimeout. Raising it: fewer
            binds that were not needed where heads are far, later joins where the first is lost.""");
    final long bindTimeoutNanos = read(
            duration("bindTimeout")
                    .range("1ms", "1h")
                    .atLeast("bindTimeoutMin", bindTimeoutMinNanos)
                    .paper("2s")
                    .defaults("200ms"),
            """
            Longest wait for the answer to a head bind. Raising it: slower links are borne, a dead head is noticed later.""");
    final int bindRetries =
            read(integer("bindRetries", "binds").range(1, 1000).paper(3).defaults(10), """
            Binds sent before a head is given up. Raising it: more loss is borne, a dead head is noticed later.""");
    final int backupHeads = read(integer("backupHeads", "heads").range(0, 1000).always(10), """
            Heads remembered as backups. Raising it: more to turn to when the own head fails.""");
    final LateJoin lateJoin = read(choice("lateJoin", LateJoin.class).always(LateJoin.NO_RECOVERY), """
            Where a receiver that joins a running stream begins: no-recovery, with the head's next packet;
            limited-recovery, with what the head's cache holds below its low mark, a bounded look back.""");
    final boolean lanElection = read(flag("lanElection").always(false), """
            Whether the nodes of a LAN elect the one that heads it.""");
    final boolean preferRepairNodes =
            read(flag("preferRepairNodes").paper(false).defaults(true), """
            Whether at equal distance a repair node is preferred to the sender, and the one with fewer members: repair
            nodes are there for that.""");
    final boolean moveToBetterHead = read(flag("moveToBetterHead").paper(false).defaults(true), """
            Whether a member moves to a nearer head, or from another one to a repair node that is as near, when it hears of one;
            repair nodes without members then say hello each second, or more rarely if there are many. Not with staticHeads.""");
    final boolean reluctantHeadsWait =
            read(flag("reluctantHeadsWait").paper(false).defaults(true), """
            Whether receivers without members offer themselves only to a node that found no other head.""");
    final boolean canBeHead = read(flag("canBeHead").always(true), """
            Whether a receiver may become a head.""");
    final List<StaticHead> staticHeads = StaticHead.parseAll(
            read(texts("staticHeads", "\"address:port/ttl\"").always(List.of()), """
            Heads to try before any search, in order; IP addresses, no names."""));

    private TramConfig(Parameters given, int maxPacketBytes) {
        super(given);
        this.maxPacketBytes = maxPacketBytes;
        refuseOthers();
        checkTogether();
    }

    private int headMark(int sendersMark, double paperShare, double defaultsShare) {
        return reaffiliates ? (int) (headCachePackets * (isPaper() ? paperShare : defaultsShare)) : sendersMark;
    }

    /** How many laggards an acknowledgement names at most: half of its room is for its mask. */
    int maxLaggards() {
        return Math.min(TramCodec.MAX_LAGGARDS, (maxPacketBytes - TramCodec.ACK_BYTES) / 2 / TramCodec.LAGGARD_BYTES);
    }

    /** How many packets the mask of a request covers at most. */
    int maxMaskPackets() {
        int room = maxPacketBytes - TramCodec.ACK_BYTES - maxLaggards() * TramCodec.LAGGARD_BYTES;
        return Math.min(TramCodec.MAX_MASK_BYTES, room) * Byte.SIZE;
    }

    /** Whether members ask the heads above for what their own no longer holds. */
    boolean reaffiliates() {
        return reaffiliates;
    }

    /** How long a member is silent at least before it is given up. */
    long silenceNanos() {
        return slowReceivers == SlowReceivers.SPILL ? spillPatienceNanos : 0;
    }

    /** Whether receivers say how fast they want a stream whose packets travel so many hops at most. */
    boolean isShared(int ttl) {
        return rateControl.at(ttl) == RateControl.SHARED;
    }

    /** Whether the window waits for members that lag. */
    boolean waitsForAll() {
        return recovery == Recovery.LOCAL || slowReceivers == SlowReceivers.BLOCK;
    }

    /** Whether a rule of JRMS holds in place of ours. */
    boolean has(JrmsRule rule) {
        return jrmsRules.contains(rule);
    }

    /** What no single range can say. */
    private void checkTogether() {
        if (!isPaper() && !jrmsRules.isEmpty()) {
            throw new IllegalArgumentException("parameter 'jrmsRules' is " + jrmsRuleNames
                    + "; it needs 'preset' paper, whose other constants these rules go with");
        }
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
    }

    /** What may be given, and what is used otherwise. */
    public static ParameterTable table() {
        return TABLE;
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
     * From a channel's parameters, with the usual size of packets.
     *
     * @throws IllegalArgumentException naming the parameter, its value and the allowed range
     */
    public static TramConfig of(Parameters parameters) {
        return of(parameters, Wire.DEFAULT_DATAGRAM_BYTES);
    }

    /**
     * From a channel's parameters.
     *
     * @param maxPacketBytes see {@link org.rmcast.core.engine.Protocol#configure}
     * @throws IllegalArgumentException naming the parameter, its value and the allowed range
     */
    public static TramConfig of(Parameters parameters, int maxPacketBytes) {
        return new TramConfig(parameters, maxPacketBytes);
    }

    /** This configuration with one parameter changed; the name and the value as in a channel. */
    public TramConfig with(String name, Object value) {
        return of(parameters().with(name, value), maxPacketBytes);
    }

    /** By how much the members of a head may notice later than its own head that it is gone: where much is lost they have more patience. */
    long lateNoticeNanos() {
        return probeIntervalNanos == 0
                ? 0
                : Math.max(0, Liveness.MOST_PATIENCE * livenessNanos() - Math.max(silenceMinNanos, silenceNanos()));
    }

    /** How many hello intervals of silence, in nanoseconds, end an affiliation. */
    long livenessNanos() {
        return helloIntervalNanos * missedHellos;
    }
}
