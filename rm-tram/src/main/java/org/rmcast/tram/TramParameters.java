package org.rmcast.tram;

import java.time.Duration;
import org.rmcast.api.Parameters;
import org.rmcast.api.ParametersBuilder;
import org.rmcast.core.channel.Preset;
import org.rmcast.tram.TramConfig.LateJoin;
import org.rmcast.tram.TramConfig.Pruning;
import org.rmcast.tram.TramConfig.RateControl;
import org.rmcast.tram.TramConfig.Recovery;
import org.rmcast.tram.TramConfig.SlowReceivers;

/**
 * The parameters of {@code tram} by name and type, for {@link org.rmcast.api.Channel.Builder#parameters(Parameters)}.
 * Written from their declarations by the test of the protocol's contract with {@code -Drm.docs=write}; changes are
 * lost.
 */
public final class TramParameters extends ParametersBuilder<TramParameters> {
    private TramParameters(Parameters given) {
        super(given);
    }

    /** With nothing given: every default. */
    public static TramParameters defaults() {
        return new TramParameters(Parameters.none());
    }

    /** With what was given elsewhere, such as in a channel's file. */
    public static TramParameters from(Parameters given) {
        return new TramParameters(given);
    }

    /** With the values of the published algorithm where none is given. */
    public static TramParameters paper() {
        return new TramParameters(Parameters.none()).choice("preset", Preset.PAPER);
    }

    /** With TRAM++: heads hold little, and members ask the heads above, up to the sender. */
    public static TramParameters plusPlus() {
        return new TramParameters(Parameters.none()).choice("recovery", Recovery.REAFFILIATE);
    }

    @Override
    protected TramParameters self() {
        return this;
    }

    /**
     * Rules of JRMS 1.1 in place of ours, only with the preset paper, see there: trickle, average, growth, next-ack,
     * ack-timer, hello, disown, purge, congestion, repair-rate, stay. The first three need rateControl window-average
     * to have an effect, next-ack and ack-timer need promptNak false.
     *
     * @param value a list of names; none by default, [trickle, average, growth, next-ack, ack-timer, hello, disown,
     *     purge, congestion, repair-rate, stay] with the preset paper
     */
    public TramParameters jrmsRules(String... value) {
        return texts("jrmsRules", value);
    }

    /**
     * Who repairs what the own head no longer holds: with local nobody, heads hold packets until all their members have
     * them (TRAM); with reaffiliate the heads above, up to the sender (TRAM++).
     *
     * @param value local, reaffiliate; local by default
     */
    public TramParameters recovery(Recovery value) {
        return choice("recovery", value);
    }

    /**
     * What happens when a receiver does not keep up: block, the group waits for it; prune, the group goes on and
     * excludes it when it costs too much; spill, the group goes on and the sender's storage serves it behind the
     * others. Unless given: prune with recovery reaffiliate.
     *
     * @param value block, prune, spill; block by default
     */
    public TramParameters slowReceivers(SlowReceivers value) {
        return choice("slowReceivers", value);
    }

    /**
     * Share of the sender's rate for repairs to members of other heads, and to members that lag. Raising it: they catch
     * up sooner, new data is slower.
     *
     * @param value 0.001 to 1; 0.25 by default
     */
    public TramParameters reaffiliationShare(double value) {
        return real("reaffiliationShare", value, 0.001, 1.0);
    }

    /**
     * With slowReceivers spill: how long what a silent member misses is kept for it before it is given up. Raising it:
     * longer silences lose nothing, more storage.
     *
     * @param value 0s to 24h; 1m by default
     */
    public TramParameters spillPatience(Duration value) {
        return time("spillPatience", value, "0s", "86400s");
    }

    /**
     * A member is pruned when more than this share of the packets was asked for and no longer held by its head; 0:
     * never. Raising it: more patience with slow members. The paper prints 0.0008, which one packet in 1,250 exceeds,
     * and may have meant 0.08. Unless given: 0.0008 / 0.08 with recovery reaffiliate and slowReceivers prune.
     *
     * @param value 0 to 1; 0 by default
     */
    public TramParameters pruneUnsatisfiedShare(double value) {
        return real("pruneUnsatisfiedShare", value, 0.0, 1.0);
    }

    /**
     * A member is pruned when its head had to send it elsewhere more often than this; 0: never, since a long stream has
     * more. Raising it: more patience with slow members. Unless given: 5 / 0 with recovery reaffiliate and
     * slowReceivers prune.
     *
     * @param value 0 to 1,000,000 times; 0 by default
     */
    public TramParameters pruneReaffiliations(int value) {
        return whole("pruneReaffiliations", value, 0, 1_000_000);
    }

    /**
     * A lagging member is pruned when it takes less than this for prunePatience; 0: never. Raising it: faster members
     * are pruned too.
     *
     * @param value 0 to 100,000,000,000 bytes/s; 0 by default
     */
    public TramParameters pruneMinRate(long value) {
        return whole("pruneMinRate", value, 0, 100_000_000_000L);
    }

    /**
     * A member is pruned when it loses more than this share of the packets, and far more than its head's other members,
     * for prunePatience; 0: never. Raising it: more patience with bad links. Unless given: 0 / 0.1 with recovery
     * reaffiliate and slowReceivers prune.
     *
     * @param value 0 to 1; 0 by default
     */
    public TramParameters pruneLossShare(double value) {
        return real("pruneLossShare", value, 0.0, 1.0);
    }

    /**
     * What is asked for elsewhere counts from this time after the join on, is judged when it was counted for as long,
     * and is halved after twice as long; and only where it is more than twice the mean of the head's other members:
     * neither a pause nor a loaded machine is a reason. 0: all counts, for ever. Raising it: slower judgement, longer
     * memory.
     *
     * @param value 0s to 24h; 10s by default, 0s with the preset paper
     */
    public TramParameters pruneMemory(Duration value) {
        return time("pruneMemory", value, "0s", "86400s");
    }

    /**
     * Which living members are excluded: none, the slowest member sets the pace; worst-loss, at the minimum rate for
     * five windows those with the worst loss (JRMS), and those of blocking; lag, those more than 1.5 ack windows behind
     * their head (JRMS, decentralised); blocking, those that keep the window closed, or the cache full, for
     * prunePatience while the rate is below the minimum. Unless given: worst-loss / blocking with slowReceivers prune;
     * none with recovery reaffiliate.
     *
     * @param value none, worst-loss, lag, blocking; none by default, worst-loss with the preset paper
     */
    public TramParameters pruning(Pruning value) {
        return choice("pruning", value);
    }

    /**
     * Further policies of the application's, as providers of org.rmcast.api.PruningPolicy name them: a member is
     * excluded if one of them says so, too.
     *
     * @param value a list of names; none by default
     */
    public TramParameters pruningPolicies(String... value) {
        return texts("pruningPolicies", value);
    }

    /**
     * How long a member may block, lag or lose before it is pruned. Raising it: fewer members pruned, longer waits for
     * them.
     *
     * @param value 1ms to 1h; 10s by default
     */
    public TramParameters prunePatience(Duration value) {
        return time("prunePatience", value, "1ms", "3600s");
    }

    /**
     * How long a pruned member waits before it joins again; doubles each time up to 64 times. Raising it: less trouble
     * by members that are pruned again and again, later return.
     *
     * @param value 0s to 1h; 1s by default
     */
    public TramParameters rejoinDelay(Duration value) {
        return time("rejoinDelay", value, "0s", "3600s");
    }

    /**
     * How long a receiver that fell silent a second time within five minutes, and is back, acknowledges before the
     * group waits for it again; doubles with each further time up to 32 times; 0: it is waited for at once. Raising it:
     * less trouble by receivers that come and go, more is lost to one that is slow after its pauses.
     *
     * @param value 0s to 1h; 10s by default, 0s with the preset paper
     */
    public TramParameters probation(Duration value) {
        return time("probation", value, "0s", "3600s");
    }

    /**
     * Packets between two acknowledgements of a member. Raising it: fewer acknowledgements, later news at the sender;
     * at 100,000 packets/s one per 32 packets and member is a load.
     *
     * @param value 1 to 4,096 packets; 64 by default, 32 with the preset paper
     */
    public TramParameters ackWindow(int value) {
        return whole("ackWindow", value, 1, 4_096);
    }

    /**
     * Acknowledgements of a member per congestion window: where the window is wide they are further apart than
     * ackWindow; 0: never. Raising it: more acknowledgements, in return the sender's window moves in smaller steps.
     *
     * @param value 0 to 4,096 acks; 8 by default, 0 with the preset paper
     */
    public TramParameters acksPerWindow(int value) {
        return whole("acksPerWindow", value, 0, 4_096);
    }

    /**
     * Congestion window of a member: lower bound. Raising it: a congested member is sent more at once.
     *
     * @param value 1 to 1,048,576 packets; 64 by default, 32 with the preset paper
     */
    public TramParameters windowMin(int value) {
        return whole("windowMin", value, 1, 1_048_576);
    }

    /**
     * Congestion window at the start. Raising it: a faster start, a larger first burst.
     *
     * @param value 1 to 1,048,576 packets, at least windowMin; 256 by default, 64 with the preset paper
     */
    public TramParameters windowStart(int value) {
        return whole("windowStart", value, 1, 1_048_576);
    }

    /**
     * Congestion window: upper bound; with promptNak three times what arrives within a round trip, if that is more.
     * Raising it: more in flight, more memory needed at every member; a gigabit link holds thousands of packets during
     * one repair. Unless given: less where the heap is small.
     *
     * @param value 1 to 1,048,576 packets, at least windowStart; 4,096 by default, 160 with the preset paper
     */
    public TramParameters windowMax(int value) {
        return whole("windowMax", value, 1, 1_048_576);
    }

    /**
     * Packets by which a clean acknowledgement widens the window. Raising it: full speed after seconds instead of
     * minutes, more loss at the limit.
     *
     * @param value 1 to 65,536 packets; 16 by default, 2 with the preset paper
     */
    public TramParameters windowIncrease(int value) {
        return whole("windowIncrease", value, 1, 65_536);
    }

    /**
     * Whether the window doubles per window of acknowledgements until the first congestion.
     *
     * @param value true or false; true by default, false with the preset paper
     */
    public TramParameters windowSlowStart(boolean value) {
        return flag("windowSlowStart", value);
    }

    /**
     * Whether the congestion window counts from the highest packet known, so that it bounds what is on its way, rather
     * than from the first one missing, so that a repair on its way holds the sender back. The cache bounds the span in
     * both cases.
     *
     * @param value true or false; true by default, false with the preset paper
     */
    public TramParameters windowBeyondGaps(boolean value) {
        return flag("windowBeyondGaps", value);
    }

    /**
     * Share of an ack window that must be missing, and growing, to count as congestion. Raising it: the sender slows
     * down later; random loss of a few per cent is not congestion, an overflowing buffer loses runs.
     *
     * @param value 0.001 to 1; 0.5 by default, 0.25 with the preset paper
     */
    public TramParameters congestionLossShare(double value) {
        return real("congestionLossShare", value, 0.001, 1.0);
    }

    /**
     * Time after the join without congestion reports. Raising it: a new member does not slow down the group, whatever
     * it loses; by default the window starts small instead.
     *
     * @param value 0s to 1h; 0s by default, 10s with the preset paper
     */
    public TramParameters congestionGrace(Duration value) {
        return time("congestionGrace", value, "0s", "3600s");
    }

    /**
     * Lowest rate. Raising it: no member slows the sender down below it.
     *
     * @param value 1 to 100,000,000,000 bytes/s; 1,000,000 by default, 1,000 with the preset paper
     */
    public TramParameters minRate(long value) {
        return whole("minRate", value, 1, 100_000_000_000L);
    }

    /**
     * Highest rate. Raising it: faster where the network bears it, larger bursts where it does not.
     *
     * @param value 1 to 100,000,000,000 bytes/s, at least minRate; 1,000,000,000 by default, 64,000 with the preset
     *     paper
     */
    public TramParameters maxRate(long value) {
        return whole("maxRate", value, 1, 100_000_000_000L);
    }

    /**
     * How the rate adapts: by-ttl, lan where the channel's ttl is 0 or 1, else shared; lan, additive increase,
     * multiplicative decrease on congestion, quick and without regard for others; shared, beside TCP as one more of it
     * (TFMCC), from what receivers report each round trip; fixed, maxRate always, for those who know the network;
     * window-average, from the average of the last seconds, window by window (JRMS), which is too slow to follow at
     * gigabits.
     *
     * @param value by-ttl, lan, shared, fixed, window-average; lan by default, window-average with the preset paper
     */
    public TramParameters rateControl(RateControl value) {
        return choice("rateControl", value);
    }

    /**
     * Lowest rate of rateControl shared, in place of minRate. Raising it: nothing slows the sender down below it, not
     * even a network that bears less. Unless given: 10,000, or maxRate if that is less.
     *
     * @param value 1 to 100,000,000,000 bytes/s, at most maxRate; 10,000 by default
     */
    public TramParameters minSharedRate(long value) {
        return whole("minSharedRate", value, 1, 100_000_000_000L);
    }

    /**
     * How long a packet that is not full waits for more messages while data flows. Raising it: fewer packets for small
     * messages, later delivery.
     *
     * @param value 0s to 1s; 100us by default, 0s with the preset paper
     */
    public TramParameters batchDelay(Duration value) {
        return time("batchDelay", value, "0s", "1s");
    }

    /**
     * Whether a message that does not fit into a packet any more is begun there all the same, and ends in the next one.
     * True: fewer packets, full and of one length, which leave as one run; receivers put such messages together.
     *
     * @param value true or false; true by default, false with the preset paper
     */
    public TramParameters fillPackets(boolean value) {
        return flag("fillPackets", value);
    }

    /**
     * Bytes of messages that wait at the sender. Raising it: more memory, the application waits less often. Unless
     * given: less where the heap is small.
     *
     * @param value 1 to 1,073,741,824 bytes; 4 MiB by default
     */
    public TramParameters sendBufferBytes(int value) {
        return whole("sendBufferBytes", value, 1, 1_073_741_824);
    }

    /**
     * Between two beacons of an idle sender. Raising it: less traffic, later notice that the sender is gone.
     *
     * @param value 1ms to 1h; 500ms by default, 1s with the preset paper
     */
    public TramParameters beaconInterval(Duration value) {
        return time("beaconInterval", value, "1ms", "3600s");
    }

    /**
     * Silence after data until the first beacon that shows the last sequence; doubles from there. Raising it: less
     * traffic, a lost last packet is noticed later.
     *
     * @param value 1ms to 1h; 20ms by default, 3s with the preset paper
     */
    public TramParameters fillerInterval(Duration value) {
        return time("fillerInterval", value, "1ms", "3600s");
    }

    /**
     * Silence of the sender after which its stream is given up. Raising it: longer interruptions are survived, a dead
     * sender is noticed later.
     *
     * @param value 10ms to 24h; 30s by default, 250s with the preset paper
     */
    public TramParameters senderSilence(Duration value) {
        return time("senderSilence", value, "10ms", "86400s");
    }

    /**
     * How long a sender that resumed holds everything in its storage, and answers no flush, for receivers that have yet
     * to come back to it, since it does not know who is there; at least the time in which they notice that its earlier
     * process is gone. Raising it: safer for slow ones, later completion if someone went for good.
     *
     * @param value 0s to 1h; 10s by default
     */
    public TramParameters resumeHold(Duration value) {
        return time("resumeHold", value, "0s", "3600s");
    }

    /**
     * Packets held for repair at most. Raising it: more memory, slower members are still repaired. Unless given: less
     * where the heap is small.
     *
     * @param value 8 to 16,777,216 packets; 16,384 by default, 1,200 with the preset paper
     */
    public TramParameters cachePackets(int value) {
        return whole("cachePackets", value, 8, 16_777_216);
    }

    /**
     * Where a purge of the cache begins. Raising it: rarer and longer purges. Unless given: two thirds of cachePackets.
     *
     * @param value 1 to 16,777,216 packets, at most cachePackets; 10,922 by default, 800 with the preset paper
     */
    public TramParameters cacheHighMark(int value) {
        return whole("cacheHighMark", value, 1, 16_777_216);
    }

    /**
     * Where a purge of the cache ends. Raising it: more is left for members that come back or join late; the default
     * covers the largest window. Unless given: a third of cachePackets.
     *
     * @param value 0 to 16,777,216 packets, at most cacheHighMark; 5,461 by default, 400 with the preset paper
     */
    public TramParameters cacheLowMark(int value) {
        return whole("cacheLowMark", value, 0, 16_777_216);
    }

    /**
     * Repairs that wait to be sent at most; what is asked for beyond is asked for again. Raising it: more memory,
     * larger losses are repaired in one go. Unless given: less where the heap is small.
     *
     * @param value 64 to 1,048,576 packets; 16,384 by default
     */
    public TramParameters maxPendingRepairs(int value) {
        return whole("maxPendingRepairs", value, 64, 1_048_576);
    }

    /**
     * Packets cached at every node but the sender. Raising it: more memory at repair heads, fewer requests to the heads
     * above; at gigabit rates 200 packets are two milliseconds. Unless given: as cachePackets; 200 / 2,048 with
     * recovery reaffiliate.
     *
     * @param value 2 to 16,777,216 packets, at least 2 ackWindow; 16,384 by default, 1,200 with the preset paper
     */
    public TramParameters headCachePackets(int value) {
        return whole("headCachePackets", value, 2, 16_777_216);
    }

    /**
     * Where a purge of that cache begins. Raising it: rarer and longer purges. Unless given: as cacheHighMark; with
     * recovery reaffiliate 0.6 / 0.75 of headCachePackets.
     *
     * @param value 1 to 16,777,216 packets, at most headCachePackets; 10,922 by default, 800 with the preset paper
     */
    public TramParameters headCacheHighMark(int value) {
        return whole("headCacheHighMark", value, 1, 16_777_216);
    }

    /**
     * Where a purge of that cache ends. Raising it: more is left for members that ask late. Unless given: as
     * cacheLowMark; with recovery reaffiliate 0.16 / 0.625 of headCachePackets.
     *
     * @param value 0 to 16,777,216 packets, at most headCacheHighMark; 5,461 by default, 400 with the preset paper
     */
    public TramParameters headCacheLowMark(int value) {
        return whole("headCacheLowMark", value, 0, 16_777_216);
    }

    /**
     * Whether a gap is reported soon after it shows, not only with the next acknowledgement: a repair in a millisecond
     * instead of at the window's end.
     *
     * @param value true or false; true by default, false with the preset paper
     */
    public TramParameters promptNak(boolean value) {
        return flag("promptNak", value);
    }

    /**
     * Wait after a gap shows, for packets that were only reordered. Raising it: less is asked for in vain where packets
     * overtake each other, later repair.
     *
     * @param value 0s to 1m; 500us by default, 0s with the preset paper
     */
    public TramParameters nakDelay(Duration value) {
        return time("nakDelay", value, "0s", "60s");
    }

    /**
     * Longest wait where packets are seen to overtake each other; it follows how late they come, up to a round trip.
     * Raising it: less is asked for in vain under strong jitter, later repair there. Unless given: nakDelay in the
     * preset paper, else 50ms or nakDelay.
     *
     * @param value 0s to 1m, at least nakDelay; 50ms by default, 0s with the preset paper
     */
    public TramParameters nakDelayMax(Duration value) {
        return time("nakDelayMax", value, "0s", "60s");
    }

    /**
     * Shortest wait before a packet is asked for again; measured round trips decide within the two. Raising it: fewer
     * repeated requests, later repair of what was lost twice.
     *
     * @param value 1ms to 1m; 4ms by default, 100ms with the preset paper
     */
    public TramParameters repairTimeoutMin(Duration value) {
        return time("repairTimeoutMin", value, "1ms", "60s");
    }

    /**
     * Longest wait before a packet is asked for again. Raising it: less load on heads that cannot keep up, later repair
     * there.
     *
     * @param value 1ms to 10m, at least repairTimeoutMin; 2s by default, 1s with the preset paper
     */
    public TramParameters repairTimeoutMax(Duration value) {
        return time("repairTimeoutMax", value, "1ms", "600s");
    }

    /**
     * After a repair the same packet is not repaired again for this long; 0: <code>min(100 ms, aw * maxPacket / (2 *
     * rate))</code> as in JRMS, which is microseconds at gigabit rates. Raising it: fewer needless repairs, later
     * repair of what was lost twice.
     *
     * @param value 0s to 1m; 1ms by default, 0s with the preset paper
     */
    public TramParameters repairHoldOff(Duration value) {
        return time("repairHoldOff", value, "0s", "60s");
    }

    /**
     * Members that must ask for a packet before it is repaired by multicast rather than unicast. Raising it: members
     * that have a packet are troubled less, the same packet is sent more often.
     *
     * @param value 1 to 1,000,000 members; 2 by default, 1 with the preset paper
     */
    public TramParameters multicastRepairMembers(int value) {
        return whole("multicastRepairMembers", value, 1, 1_000_000);
    }

    /**
     * Whether what different members lack is repaired together: one repair to the group, the exclusive or of several
     * packets, out of which each takes what it lacks. At a member: whether it can do that.
     *
     * @param value true or false; false by default
     */
    public TramParameters codedRepair(boolean value) {
        return flag("codedRepair", value);
    }

    /**
     * How long a repair waits at most for others that it can be joined to, only where much is asked for by several
     * members; 0: never. Raising it: fewer repairs, each later.
     *
     * @param value 0s to 1s; 1ms by default, 0s with the preset paper
     */
    public TramParameters codedRepairDelay(Duration value) {
        return time("codedRepairDelay", value, "0s", "1s");
    }

    /**
     * How long a failed head's unconfirmed packets are still held for its orphans, unless all are known to have another
     * head. Raising it: orphans lose nothing even if they find a new head late, the sender may have to wait longer for
     * room when a head dies.
     *
     * @param value 0s to 1h; 2s by default, 0s with the preset paper
     */
    public TramParameters orphanHold(Duration value) {
        return time("orphanHold", value, "0s", "3600s");
    }

    /**
     * Members of one head. Raising it: a flatter tree, more acknowledgements and repairs at each head.
     *
     * @param value 1 to 4,096 members; 64 by default, 32 with the preset paper
     */
    public TramParameters maxMembers(int value) {
        return whole("maxMembers", value, 1, 4_096);
    }

    /**
     * Members of the tree that the sender knows by name; those beyond are counted. Raising it: more of those that miss
     * something are named, more memory at the sender. Unless given: less where the heap is small.
     *
     * @param value 1 to 1,048,576 members; 32,768 by default
     */
    public TramParameters maxReceivers(int value) {
        return whole("maxReceivers", value, 1, 1_048_576);
    }

    /**
     * Share of a head's places that members which cannot be heads may take. Raising it: more of them find a place,
     * fewer places are left to grow the tree.
     *
     * @param value 0 to 1; 1 by default, 0.6667 with the preset paper
     */
    public TramParameters nonHeadShare(double value) {
        return real("nonHeadShare", value, 0.0, 1.0);
    }

    /**
     * Between two hellos of a head. Raising it: less traffic, later detection of failures.
     *
     * @param value 1ms to 1h; 200ms by default, 3s with the preset paper
     */
    public TramParameters helloInterval(Duration value) {
        return time("helloInterval", value, "1ms", "3600s");
    }

    /**
     * Probes or hellos unanswered before the other side is given up; more of a head's where over 10 % is lost. Raising
     * it: fewer mistakes under loss, later detection of failures.
     *
     * @param value 1 to 1,000 hellos; 8 by default, 5 with the preset paper
     */
    public TramParameters missedHellos(int value) {
        return whole("missedHellos", value, 1, 1_000);
    }

    /**
     * Between two probes of a head or a member that is silent for unusually long, or half a round trip if that is
     * longer; 0: it is probed with hellos. Raising it: less traffic after a failure, later detection.
     *
     * @param value 0s to 1h; 25ms by default, 0s with the preset paper
     */
    public TramParameters probeInterval(Duration value) {
        return time("probeInterval", value, "0s", "3600s");
    }

    /**
     * Shortest silence after which a head or a member is given up, however many probes are unanswered. Raising it:
     * longer pauses of a process are borne, later detection of failures.
     *
     * @param value 0s to 1h; 500ms by default, 0s with the preset paper
     */
    public TramParameters silenceMin(Duration value) {
        return time("silenceMin", value, "0s", "3600s");
    }

    /**
     * Whether a host that says that nobody has the port of a head or a member (ICMP port unreachable) makes it be
     * probed at once, and given up after three unanswered probes, without silenceMin. Costs a member of a repair node a
     * socket; heard on Linux.
     *
     * @param value true or false; true by default, false with the preset paper
     */
    public TramParameters watchPorts(boolean value) {
        return flag("watchPorts", value);
    }

    /**
     * Between two advertisements of a head; 0: none, members solicit at once, and joins take milliseconds. Raising it:
     * less traffic, later joins.
     *
     * @param value 0s to 1h; 0s by default, 2s with the preset paper
     */
    public TramParameters advertisementInterval(Duration value) {
        return time("advertisementInterval", value, "0s", "3600s");
    }

    /**
     * By how much the scope of advertisements grows. Raising it: distant members hear of a head sooner, and prefer near
     * ones less.
     *
     * @param value 1 to 255 hops; 2 by default
     */
    public TramParameters advertisementTtlStep(int value) {
        return whole("advertisementTtlStep", value, 1, 255);
    }

    /**
     * Between two solicitations of a member without a head. Raising it: less traffic, later joins.
     *
     * @param value 1ms to 1h; 60ms by default, 500ms with the preset paper
     */
    public TramParameters solicitationInterval(Duration value) {
        return time("solicitationInterval", value, "1ms", "3600s");
    }

    /**
     * By how much the scope of solicitations grows. Raising it: distant heads are found sooner, and near ones preferred
     * less.
     *
     * @param value 1 to 255 hops; 8 by default, 1 with the preset paper
     */
    public TramParameters solicitationTtlStep(int value) {
        return whole("solicitationTtlStep", value, 1, 255);
    }

    /**
     * Wait for the answer to the first bind to a head; twice as long each time, up to bindTimeout. Raising it: fewer
     * binds that were not needed where heads are far, later joins where the first is lost.
     *
     * @param value 1ms to 10s; 25ms by default, 2s with the preset paper
     */
    public TramParameters bindTimeoutMin(Duration value) {
        return time("bindTimeoutMin", value, "1ms", "10s");
    }

    /**
     * Longest wait for the answer to a head bind. Raising it: slower links are borne, a dead head is noticed later.
     *
     * @param value 1ms to 1h, at least bindTimeoutMin; 200ms by default, 2s with the preset paper
     */
    public TramParameters bindTimeout(Duration value) {
        return time("bindTimeout", value, "1ms", "3600s");
    }

    /**
     * Binds sent before a head is given up. Raising it: more loss is borne, a dead head is noticed later.
     *
     * @param value 1 to 1,000 binds; 10 by default, 3 with the preset paper
     */
    public TramParameters bindRetries(int value) {
        return whole("bindRetries", value, 1, 1_000);
    }

    /**
     * Heads remembered as backups. Raising it: more to turn to when the own head fails.
     *
     * @param value 0 to 1,000 heads; 10 by default
     */
    public TramParameters backupHeads(int value) {
        return whole("backupHeads", value, 0, 1_000);
    }

    /**
     * Where a receiver that joins a running stream begins: no-recovery, with the head's next packet; limited-recovery,
     * with what the head's cache holds below its low mark, a bounded look back.
     *
     * @param value no-recovery, limited-recovery; no-recovery by default
     */
    public TramParameters lateJoin(LateJoin value) {
        return choice("lateJoin", value);
    }

    /**
     * Whether the nodes of a LAN elect the one that heads it.
     *
     * @param value true or false; false by default
     */
    public TramParameters lanElection(boolean value) {
        return flag("lanElection", value);
    }

    /**
     * Whether at equal distance a repair node is preferred to the sender, and the one with fewer members: repair nodes
     * are there for that.
     *
     * @param value true or false; true by default, false with the preset paper
     */
    public TramParameters preferRepairNodes(boolean value) {
        return flag("preferRepairNodes", value);
    }

    /**
     * Whether a member moves to a nearer head, or from another one to a repair node that is as near, when it hears of
     * one; repair nodes without members then say hello each second, or more rarely if there are many. Not with
     * staticHeads.
     *
     * @param value true or false; true by default, false with the preset paper
     */
    public TramParameters moveToBetterHead(boolean value) {
        return flag("moveToBetterHead", value);
    }

    /**
     * Whether receivers without members offer themselves only to a node that found no other head.
     *
     * @param value true or false; true by default, false with the preset paper
     */
    public TramParameters reluctantHeadsWait(boolean value) {
        return flag("reluctantHeadsWait", value);
    }

    /**
     * Whether a receiver may become a head.
     *
     * @param value true or false; true by default
     */
    public TramParameters canBeHead(boolean value) {
        return flag("canBeHead", value);
    }

    /**
     * Heads to try before any search, in order; IP addresses, no names.
     *
     * @param value a list of "address:port/ttl"; none by default
     */
    public TramParameters staticHeads(String... value) {
        return texts("staticHeads", value);
    }
}
