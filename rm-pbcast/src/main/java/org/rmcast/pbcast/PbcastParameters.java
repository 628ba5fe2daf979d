package org.rmcast.pbcast;

import java.time.Duration;
import org.rmcast.api.Parameters;
import org.rmcast.api.ParametersBuilder;
import org.rmcast.core.channel.Preset;
import org.rmcast.pbcast.PbcastConfig.Dissemination;
import org.rmcast.pbcast.PbcastConfig.Gossip;
import org.rmcast.pbcast.PbcastConfig.RateControl;
import org.rmcast.pbcast.PbcastConfig.Subgroup;
import org.rmcast.pbcast.PbcastConfig.Variant;

/**
 * The parameters of {@code pbcast} by name and type, for {@link org.rmcast.api.Channel.Builder#parameters(Parameters)}.
 * Written from their declarations by the test of the protocol's contract with {@code -Drm.docs=write}; changes are
 * lost.
 */
public final class PbcastParameters extends ParametersBuilder<PbcastParameters> {
    private PbcastParameters(Parameters given) {
        super(given);
    }

    /** With nothing given: every default. */
    public static PbcastParameters defaults() {
        return new PbcastParameters(Parameters.none());
    }

    /** With what was given elsewhere, such as in a channel's file. */
    public static PbcastParameters from(Parameters given) {
        return new PbcastParameters(given);
    }

    /** With the values of the published algorithm where none is given. */
    public static PbcastParameters paper() {
        return new PbcastParameters(Parameters.none()).choice("preset", Preset.PAPER);
    }

    @Override
    protected PbcastParameters self() {
        return this;
    }

    /**
     * Members to which a new one turns by unicast, in this order. Names are looked up when a session is opened, for all
     * their addresses. A member that is to be one opens with <code>SessionBuilder.memberPort</code>
     * (<code>--member-port</code>).
     *
     * @param value up to 64 addresses and ports, such as 10.0.0.1:4000,[2001:db8::1]:4001; none by default
     */
    public PbcastParameters contacts(String value) {
        return text("contacts", value);
    }

    /**
     * Whether joins, announcements and leaves go by multicast; false where there is none.
     *
     * @param value true or false; true by default
     */
    public PbcastParameters multicastJoin(boolean value) {
        return flag("multicastJoin", value);
    }

    /**
     * Others that a member keeps at most; of a larger group it knows a random part. Raising it: more memory and larger
     * state transfers, a better estimate of the group's size.
     *
     * @param value 8 to 65,536 members; 1,024 by default
     */
    public PbcastParameters maxView(int value) {
        return whole("maxView", value, 8, 65_536);
    }

    /**
     * One member is probed in each such period. Raising it: less traffic, later detection. In the papers: T'.
     *
     * @param value 10ms to 1h; 500ms by default
     */
    public PbcastParameters probePeriod(Duration value) {
        return time("probePeriod", value, "10ms", "3600s");
    }

    /**
     * Wait for the answer to a ping; then others are asked. A LAN answers in less than 1 ms, the rest is for pauses.
     * Raising it: fewer members are asked in vain, less of the period is left for their answers. Unless given: three
     * tenths of probePeriod.
     *
     * @param value 1ms to 30m, at most half of probePeriod; 150ms by default
     */
    public PbcastParameters probeTimeout(Duration value) {
        return time("probeTimeout", value, "1ms", "1800s");
    }

    /**
     * How many others are asked to ping a member that did not answer. Raising it: more ways around a bad link, more
     * traffic for each member that is silent. In the papers: k.
     *
     * @param value 0 to 16 members; 3 by default
     */
    public PbcastParameters indirectProbes(int value) {
        return whole("indirectProbes", value, 0, 16);
    }

    /**
     * Periods from suspicion to removal, times log10 of the group's size above ten members: 2.5 s at up to ten, longer
     * than usual pauses of a JVM. Raising it: fewer mistakes, later removal.
     *
     * @param value 1 to 1,000 periods; 5 by default
     */
    public PbcastParameters suspicionPeriods(int value) {
        return whole("suspicionPeriods", value, 1, 1_000);
    }

    /**
     * A member passes news on this often, times ln(n + 1) in a group of n. Raising it: news reaches everyone more
     * surely, at the price of room in the packets. In the papers: lambda.
     *
     * @param value 1 to 20; 3 by default
     */
    public PbcastParameters rumourFactor(int value) {
        return whole("rumourFactor", value, 1, 20);
    }

    /**
     * Wait for an answer to the first join; doubles with each. Raising it: fewer joins on slow links, a longer start
     * for the first member.
     *
     * @param value 1ms to 1m; 100ms by default
     */
    public PbcastParameters joinInterval(Duration value) {
        return time("joinInterval", value, "1ms", "60s");
    }

    /**
     * Joins sent before a new member holds itself for the first: 3.1 s together. Raising it: fewer groups founded twice
     * under loss, a longer start for the first member.
     *
     * @param value 1 to 12 joins; 5 by default
     */
    public PbcastParameters joinAttempts(int value) {
        return whole("joinAttempts", value, 1, 12);
    }

    /**
     * How many members answer a join by multicast, on average; doubles with each attempt. Raising it: surer joins under
     * loss, more answers to each.
     *
     * @param value 1 to 32 members; 3 by default
     */
    public PbcastParameters joinAnswers(int value) {
        return whole("joinAnswers", value, 1, 32);
    }

    /**
     * A group multicasts a sign of life about once in this time, so that parts of it find one another. Raising it:
     * fewer announcements, parts find one another later.
     *
     * @param value 100ms to 1h; 10s by default
     */
    public PbcastParameters announceInterval(Duration value) {
        return time("announceInterval", value, "100ms", "3600s");
    }

    /**
     * How long members that failed are remembered, and looked for again. Raising it: longer partitions heal by
     * themselves, more pings to members that are gone for good.
     *
     * @param value 1s to 24h; 10m by default
     */
    public PbcastParameters failedMemory(Duration value) {
        return time("failedMemory", value, "1s", "86400s");
    }

    /**
     * How a member that is asked for a packet decides between unicast and multicast: basic, always unicast; ipmc,
     * multicast when the packet was asked for repairThreshold times; grb, as ipmc, and only when both this member and
     * one that gossiped to it have repaired the packet by unicast before; local, as grb, and who asks also tells a
     * neighbour. In large groups independent losses meet by chance, and each chance multicast costs everyone a packet.
     *
     * @param value basic, ipmc, grb, local; basic by default
     */
    public PbcastParameters variant(Variant value) {
        return choice("variant", value);
    }

    /**
     * What gossip says: push, what its sender has, and who misses some of it asks; pull, what its sender misses, and
     * who has some of it sends it, which is one leg shorter.
     *
     * @param value push, pull; push by default
     */
    public PbcastParameters gossip(Gossip value) {
        return choice("gossip", value);
    }

    /**
     * Between two rounds of gossip. Raising it: less traffic, later repair, longer buffering.
     *
     * @param value 1ms to 10m; 20ms by default, 100ms with the preset paper
     */
    public PbcastParameters round(Duration value) {
        return time("round", value, "1ms", "600s");
    }

    /**
     * Rounds for which a packet is held and gossiped; with rounds of 20 ms a second, since pauses of a garbage
     * collector must not lose anything. Raising it: more reliable, in proportion more memory. In the papers:
     * stable-threshold.
     *
     * @param value 1 to 10,000 rounds; 50 by default, 10 with the preset paper
     */
    public PbcastParameters stableRounds(int value) {
        return whole("stableRounds", value, 1, 10_000);
    }

    /**
     * Rounds after which a missing packet is given up. Raising it: late repairs still count, what follows is delivered
     * later. Unless given: stableRounds + 2.
     *
     * @param value 1 to 20,000 rounds; 52 by default, 12 with the preset paper
     */
    public PbcastParameters lossRounds(int value) {
        return whole("lossRounds", value, 1, 20_000);
    }

    /**
     * Rounds for which a packet is held while less than half of the buffer is used, for those who were away; beyond
     * stableRounds it is not gossiped. Raising it: longer pauses lose nothing, more memory in use. Unless given: 3 *
     * stableRounds, in the paper stableRounds.
     *
     * @param value 1 to 30,000 rounds, at least stableRounds; 150 by default, 10 with the preset paper
     */
    public PbcastParameters keepRounds(int value) {
        return whole("keepRounds", value, 1, 30_000);
    }

    /**
     * Where the network is so far that fewer requests than this, each after the time-out of the one before, fit into
     * lossRounds, a missing packet is given up only after so many, or after keepRounds; 0: lossRounds alone decide.
     * Raising it: fewer losses over long or crowded ways, what follows is delivered later.
     *
     * @param value 0 to 1,000 requests; 12 by default, 0 with the preset paper
     */
    public PbcastParameters lossTimeouts(int value) {
        return whole("lossTimeouts", value, 0, 1_000);
    }

    /**
     * To whom gossip goes: random, anew each round; neighbourhood, those next in the order of addresses.
     *
     * @param value random, neighbourhood; random by default
     */
    public PbcastParameters subgroup(Subgroup value) {
        return choice("subgroup", value);
    }

    /**
     * How many members get each round's gossip. Raising it: faster repair, more traffic. In the papers: sub-gsize.
     *
     * @param value 1 to 1,000 members; 1 by default
     */
    public PbcastParameters subgroupSize(int value) {
        return whole("subgroupSize", value, 1, 1_000);
    }

    /**
     * The same as a share of the group, if that is more; 0: only the number counts. Raising it: faster repair, more
     * traffic.
     *
     * @param value 0 to 1; 0 by default
     */
    public PbcastParameters subgroupShare(double value) {
        return real("subgroupShare", value, 0.0, 1.0);
    }

    /**
     * In larger groups each member gossips only with so many, always the same, since members need not know all others'
     * state; 0: with all. Raising it: gossip reaches the group in fewer rounds, more state at each member.
     *
     * @param value 0 to 65,536 members; 64 by default, 0 with the preset paper
     */
    public PbcastParameters graphDegree(int value) {
        return whole("graphDegree", value, 0, 65_536);
    }

    /**
     * Members that count as neighbours, for variant local and subgroup neighbourhood: those next in the order of
     * addresses, or where farShare is less than 1 and round trips are known the nearest. Raising it: repairs come from
     * farther away, and from more members.
     *
     * @param value 1 to 1,000 members; 4 by default
     */
    public PbcastParameters neighbours(int value) {
        return whole("neighbours", value, 1, 1_000);
    }

    /**
     * Share of the rounds whose gossip goes to far members, where round trips show that at least so many as neighbours
     * are near and others far; 1: no difference is made. Raising it: what is missing in one place comes from another
     * sooner, more traffic in the middle of the network.
     *
     * @param value 0 to 1; 0.25 by default, 1 with the preset paper
     */
    public PbcastParameters farShare(double value) {
        return real("farShare", value, 0.0, 1.0);
    }

    /**
     * How many rounds ago the gossip may have been that a request answers; 0: only the present round's is served (soft
     * failure detection). Raising it: longer round trips are served, 200 ms with rounds of 20 ms, slow members cost
     * more.
     *
     * @param value 0 to 10,000 rounds; 10 by default, 0 with the preset paper
     */
    public PbcastParameters acceptedRounds(int value) {
        return whole("acceptedRounds", value, 0, 10_000);
    }

    /**
     * Datagrams that a digest may take, and answers to digests in a round; what does not fit has its turn in the next
     * round, and the digest says so. Raising it: repair for many senders at a time, more traffic.
     *
     * @param value 1 to 64 datagrams; 4 by default, 1 with the preset paper
     */
    public PbcastParameters digestDatagrams(int value) {
        return whole("digestDatagrams", value, 1, 64);
    }

    /**
     * Streams of which nothing is held or missed that are named at a time, by turns, to a member whose digest shows
     * that it does not know the same of them; the papers' digest is what the buffer holds. Raising it: late comers
     * learn sooner how far silent streams are, larger datagrams.
     *
     * @param value 0 to 65,536 streams; 24 by default
     */
    public PbcastParameters digestIdleStreams(int value) {
        return whole("digestIdleStreams", value, 0, 65_536);
    }

    /**
     * Packets asked for per round: at 100,000 packets/s and 20 % loss 400 are missed in a round of 20 ms. Raising it:
     * faster catching up, more load at once. In the papers: limit-requests.
     *
     * @param value 1 to 1,048,576 packets; 8,192 by default, 64 with the preset paper
     */
    public PbcastParameters requestsPerRound(int value) {
        return whole("requestsPerRound", value, 1, 1_048_576);
    }

    /**
     * Packets sent again per round; the papers state no number. Raising it: faster catching up, more load at once. In
     * the papers: limit-retrans.
     *
     * @param value 1 to 1,048,576 packets; 2,048 by default, 64 with the preset paper
     */
    public PbcastParameters repairsPerRound(int value) {
        return whole("repairsPerRound", value, 1, 1_048_576);
    }

    /**
     * Bytes sent again per round: 100 MB/s for repairs with 2 MiB and rounds of 20 ms; 0: no limit. Raising it: faster
     * catching up, more load at once.
     *
     * @param value 0 to 1,073,741,824 bytes; 2 MiB by default, 0 with the preset paper
     */
    public PbcastParameters repairBytesPerRound(int value) {
        return whole("repairBytesPerRound", value, 0, 1_073_741_824);
    }

    /**
     * Requests for a packet that make its repair a multicast, in all variants but basic. Raising it: members that have
     * a packet are troubled less, the same packet is sent more often.
     *
     * @param value 1 to 1,000 requests; 2 by default
     */
    public PbcastParameters repairThreshold(int value) {
        return whole("repairThreshold", value, 1, 1_000);
    }

    /**
     * Whether multicast repairs count against the limits of the round, and are made once per packet and round.
     *
     * @param value true or false; true by default, false with the preset paper
     */
    public PbcastParameters boundMulticastRepairs(boolean value) {
        return flag("boundMulticastRepairs", value);
    }

    /**
     * Whether a member that was stopped by a limit goes on where it stopped (Birman et al.; not Özkasap).
     *
     * @param value true or false; true by default, false with the preset paper
     */
    public PbcastParameters cyclicRepairs(boolean value) {
        return flag("cyclicRepairs", value);
    }

    /**
     * Shortest wait before the same packet is asked for again; the time-out of measured round trips (RFC 6298) decides
     * within the two. Raising it: one loss is asked for once while the answer is on its way, later repair of what was
     * lost twice.
     *
     * @param value 0s to 1m; 1ms by default, 0s with the preset paper
     */
    public PbcastParameters requestHoldOffMin(Duration value) {
        return time("requestHoldOffMin", value, "0s", "60s");
    }

    /**
     * Longest wait before the same packet is asked for again. Raising it: fewer requests under overload, but also fewer
     * tries while others still hold the packet.
     *
     * @param value 0s to 10m, at least requestHoldOffMin; 500ms by default, 0s with the preset paper
     */
    public PbcastParameters requestHoldOffMax(Duration value) {
        return time("requestHoldOffMax", value, "0s", "600s");
    }

    /**
     * How many packets may have been asked for and not come yet, at first: after that as many as the way takes, found
     * as TCP finds it; 0: as many as a round allows. Raising it: faster catching up at once, more lost where the way
     * takes less.
     *
     * @param value 0 to 1,048,576 packets; 32 by default, 0 with the preset paper
     */
    public PbcastParameters requestWindow(int value) {
        return whole("requestWindow", value, 0, 1_048_576);
    }

    /**
     * Whether a gap is asked for soon after it shows, not only in answer to gossip: FIFO delivery waits for the repair,
     * and by gossip alone that is half a round and more.
     *
     * @param value true or false; true by default, false with the preset paper
     */
    public PbcastParameters promptRequests(boolean value) {
        return flag("promptRequests", value);
    }

    /**
     * Longest wait after a gap shows, for packets that were only reordered; none until packets are seen to overtake
     * each other, then as long as they are seen to be late, at most a round trip. Raising it: less is asked for in vain
     * where packets overtake each other, later repair.
     *
     * @param value 0s to 1m; 1ms by default, 0s with the preset paper
     */
    public PbcastParameters promptDelay(Duration value) {
        return time("promptDelay", value, "0s", "60s");
    }

    /**
     * Wait for packets known only by hearsay, most of which are still on their way. Raising it: less is asked for in
     * vain, later repair of a lost last packet.
     *
     * @param value 0s to 1m; 20ms by default, 0s with the preset paper
     */
    public PbcastParameters tailDelay(Duration value) {
        return time("tailDelay", value, "0s", "60s");
    }

    /**
     * How often a packet is asked for promptly; after that gossip alone repairs it. Raising it: quicker repair under
     * heavy loss, more requests for what nobody has. Unless given: 6 with promptRequests, else 0.
     *
     * @param value 0 to 1,000 requests; 6 by default, 0 with the preset paper
     */
    public PbcastParameters promptAttempts(int value) {
        return whole("promptAttempts", value, 0, 1_000);
    }

    /**
     * In groups of at most so many the packet's sender is asked first, who surely has it; in larger ones, where it
     * would drown in requests, random members, and the sender with a probability that makes so many ask it for what all
     * miss. Raising it: quicker repair, more load at senders.
     *
     * @param value 0 to 1,000,000 members; 16 by default
     */
    public PbcastParameters promptSenderMembers(int value) {
        return whole("promptSenderMembers", value, 0, 1_000_000);
    }

    /**
     * How new data is spread: multicast; gossip, by unicast from member to member, each of which passes it on once, for
     * networks without multicast.
     *
     * @param value multicast, gossip; multicast by default
     */
    public PbcastParameters dissemination(Dissemination value) {
        return choice("dissemination", value);
    }

    /**
     * Whether with dissemination gossip data goes along a tree that members find out, so that each gets it about once,
     * and not to random members each time.
     *
     * @param value true or false; true by default, false with the preset paper
     */
    public PbcastParameters dataTree(boolean value) {
        return flag("dataTree", value);
    }

    /**
     * With dissemination gossip, members to whom each passes a packet on, with dataTree at first only. Raising it:
     * fewer members are left out at first, more traffic.
     *
     * @param value 1 to 1,000 members; 4 by default
     */
    public PbcastParameters dataFanout(int value) {
        return whole("dataFanout", value, 1, 1_000);
    }

    /**
     * How the sender adapts its rate: none, the rate is maxRate, and there is no window, as in the papers; aimd,
     * additive increase, multiplicative decrease, and a window over those members that keep up.
     *
     * @param value none, aimd; aimd by default, none with the preset paper
     */
    public PbcastParameters rateControl(RateControl value) {
        return choice("rateControl", value);
    }

    /**
     * Lowest rate. Raising it: no member slows the sender down below it.
     *
     * @param value 1 to 100,000,000,000 bytes/s; 1,000,000 by default
     */
    public PbcastParameters minRate(long value) {
        return whole("minRate", value, 1, 100_000_000_000L);
    }

    /**
     * Highest rate. Raising it: faster where the network bears it, larger bursts where it does not.
     *
     * @param value 1 to 100,000,000,000 bytes/s, at least minRate; 1,000,000,000 by default
     */
    public PbcastParameters maxRate(long value) {
        return whole("maxRate", value, 1, 100_000_000_000L);
    }

    /**
     * Window over those that keep up: lower bound. Raising it: a congested group is sent more at once.
     *
     * @param value 1 to 1,048,576 packets; 64 by default
     */
    public PbcastParameters windowMin(int value) {
        return whole("windowMin", value, 1, 1_048_576);
    }

    /**
     * The window at the start. Raising it: a faster start, a larger first burst.
     *
     * @param value 1 to 1,048,576 packets, at least windowMin; 256 by default
     */
    public PbcastParameters windowStart(int value) {
        return whole("windowStart", value, 1, 1_048_576);
    }

    /**
     * The window's upper bound. Raising it: more in flight, larger bursts at receivers.
     *
     * @param value 1 to 1,048,576 packets, at least windowStart; 4,096 by default
     */
    public PbcastParameters windowMax(int value) {
        return whole("windowMax", value, 1, 1_048_576);
    }

    /**
     * Packets by which the window grows each time it was sent, after the first congestion. Raising it: full speed
     * sooner, more loss at the limit.
     *
     * @param value 1 to 65,536 packets; 16 by default
     */
    public PbcastParameters windowIncrease(int value) {
        return whole("windowIncrease", value, 1, 65_536);
    }

    /**
     * Share of packets that must be missing at a member at first to count as congestion. Raising it: the sender slows
     * down later.
     *
     * @param value 0.001 to 1; 0.5 by default
     */
    public PbcastParameters congestionLossShare(double value) {
        return real("congestionLossShare", value, 0.001, 1.0);
    }

    /**
     * How long all packets may wait in the network's queues, and for how long they do so, seen by most of the members
     * that are asked, before the sender slows down. Raising it: more may wait where the network is slow, and less room
     * is left for repairs; where hosts are busy the sender is slowed down less without need.
     *
     * @param value 1ms to 10s; 25ms by default
     */
    public PbcastParameters queueDelay(Duration value) {
        return time("queueDelay", value, "1ms", "10s");
    }

    /**
     * Members that the sender asks how far they are, at a time; in larger groups random ones by turns. Raising it: slow
     * members are noticed sooner, more traffic.
     *
     * @param value 1 to 1,000 members; 8 by default
     */
    public PbcastParameters pollMembers(int value) {
        return whole("pollMembers", value, 1, 1_000);
    }

    /**
     * Between two such questions while half of the window is used, four times that while less is, or while the sender,
     * or a flush, waits for an answer. Raising it: less traffic, the window moves later.
     *
     * @param value 100us to 1m; 4ms by default
     */
    public PbcastParameters pollInterval(Duration value) {
        return time("pollInterval", value, "100.0us", "60s");
    }

    /**
     * How long a member may hold the sender back in a row, or in shares, before nobody waits for it until it has caught
     * up; regained at a twentieth of real time: a collector's pause, not a stopped process. Raising it: fewer losses
     * under overload, more harm by slow members.
     *
     * @param value 1ms to 10m; 250ms by default
     */
    public PbcastParameters laggardPatience(Duration value) {
        return time("laggardPatience", value, "1ms", "600s");
    }

    /**
     * Members asked per round how far they are while a flush waits. Raising it: flushes of large groups end sooner,
     * more answers at once.
     *
     * @param value 1 to 65,536 members; 128 by default
     */
    public PbcastParameters flushPollMembers(int value) {
        return whole("flushPollMembers", value, 1, 65_536);
    }

    /**
     * How long a packet that is not full waits for more messages while data flows. Raising it: fewer packets for small
     * messages, later delivery.
     *
     * @param value 0s to 1s; 100us by default, 0s with the preset paper
     */
    public PbcastParameters batchDelay(Duration value) {
        return time("batchDelay", value, "0s", "1s");
    }

    /**
     * Whether a message that does not fit into a packet any more is begun there all the same, and ends in the next one.
     * True: fewer packets, full and of one length, which leave as one run; receivers put such messages together.
     *
     * @param value true or false; true by default, false with the preset paper
     */
    public PbcastParameters fillPackets(boolean value) {
        return flag("fillPackets", value);
    }

    /**
     * Bytes of messages that wait at the sender. Raising it: more memory, the application waits less often. Unless
     * given: less where the heap is small.
     *
     * @param value 1 to 1,073,741,824 bytes; 4 MiB by default
     */
    public PbcastParameters sendBufferBytes(int value) {
        return whole("sendBufferBytes", value, 1, 1_073_741_824);
    }

    /**
     * Bytes of packets of all other senders held for repair and delivery, with what it costs to hold them: a second at
     * 100 MB/s. Raising it: more memory, fewer losses at high rates. Unless given: less where the heap is small.
     *
     * @param value 65,536 to 1,099,511,627,776 bytes; 128 MiB by default, 64 MiB with the preset paper
     */
    public PbcastParameters bufferBytes(long value) {
        return whole("bufferBytes", value, 65_536, 1_099_511_627_776L);
    }

    /**
     * Bytes of own packets held until they are stable; with stableRounds and round it bounds the rate at which the
     * group need not confirm. Raising it: more memory, a higher such rate. Unless given: less where the heap is small.
     *
     * @param value 65,536 to 1,099,511,627,776 bytes; 128 MiB by default, 64 MiB with the preset paper
     */
    public PbcastParameters ownBufferBytes(long value) {
        return whole("ownBufferBytes", value, 65_536, 1_099_511_627_776L);
    }

    /**
     * Packets held per sender at most. Raising it: more memory for small packets, fewer losses at high rates. Unless
     * given: less where the heap is small.
     *
     * @param value 64 to 16,777,216 packets; 131,072 by default, 65,536 with the preset paper
     */
    public PbcastParameters bufferPackets(int value) {
        return whole("bufferPackets", value, 64, 16_777_216);
    }

    /**
     * Whether own packets that every receiver in the view was seen to have are let go of before they are stable; the
     * paper's gossip holds them.
     *
     * @param value true or false; true by default, false with the preset paper
     */
    public PbcastParameters releaseConfirmed(boolean value) {
        return flag("releaseConfirmed", value);
    }

    /**
     * Senders that are followed at one time. Raising it: more of them are heard, more memory.
     *
     * @param value 1 to 65,536 senders; 1,024 by default
     */
    public PbcastParameters maxSenders(int value) {
        return whole("maxSenders", value, 1, 65_536);
    }

    /**
     * Bytes of messages that span packets, under assembly at one time, of all senders together. Raising it: more
     * memory, more large messages at a time. Unless given: less where the heap is small.
     *
     * @param value 16,777,216 to 1,099,511,627,776 bytes; 32 MiB by default
     */
    public PbcastParameters assemblyBytes(long value) {
        return whole("assemblyBytes", value, 16_777_216, 1_099_511_627_776L);
    }

    /**
     * Silence after which a sender is given up that the membership does not know, as a partial view does not show all.
     * Raising it: longer interruptions are survived, a dead sender is noticed later.
     *
     * @param value 10ms to 24h; 30s by default
     */
    public PbcastParameters senderSilence(Duration value) {
        return time("senderSilence", value, "10ms", "86400s");
    }
}
