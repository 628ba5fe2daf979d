package org.rmcast.wan;

import java.time.Duration;
import org.rmcast.api.Parameters;
import org.rmcast.api.ParametersBuilder;
import org.rmcast.core.channel.Preset;
import org.rmcast.wan.WanConfig.Mode;
import org.rmcast.wan.WanConfig.Sending;

/**
 * The parameters of {@code wan} by name and type, for {@link org.rmcast.api.Channel.Builder#parameters(Parameters)}.
 * Written from their declarations by the test of the protocol's contract with {@code -Drm.docs=write}; changes are
 * lost.
 */
public final class WanParameters extends ParametersBuilder<WanParameters> {
    private WanParameters(Parameters given) {
        super(given);
    }

    /** With nothing given: every default. */
    public static WanParameters defaults() {
        return new WanParameters(Parameters.none());
    }

    /** With what was given elsewhere, such as in a channel's file. */
    public static WanParameters from(Parameters given) {
        return new WanParameters(given);
    }

    /** With the values of the published algorithm where none is given. */
    public static WanParameters paper() {
        return new WanParameters(Parameters.none()).choice("preset", Preset.PAPER);
    }

    @Override
    protected WanParameters self() {
        return this;
    }

    /**
     * Which of the paper's protocols: basic, confirmations to all and repair by the sender; modified, repair by the
     * nearest member that has it; nested, as modified, sent through the coordinators of groups of near members;
     * decentralised, confirmations to the sender, which repairs and tells all when all have it.
     *
     * @param value basic, modified, nested, decentralised; modified by default
     */
    public WanParameters mode(Mode value) {
        return choice("mode", value);
    }

    /**
     * By which ways messages leave: direct, to each destination once; replicated, in as many copies as allowedLoss asks
     * for; hierarchical, through the coordinator of each group of near members; adaptive, directly or through a relay,
     * as what was measured says.
     *
     * @param value direct, replicated, hierarchical, adaptive; adaptive by default
     */
    public WanParameters sending(Sending value) {
        return choice("sending", value);
    }

    /**
     * How often all copies of a message to one destination may be lost at first: so many are sent, by the measured
     * loss. What is lost is repaired all the same. Raising it: fewer copies, more repairs.
     *
     * @param value 0 to 1; 1 by default, 0.01 with the preset paper
     */
    public WanParameters allowedLoss(double value) {
        return real("allowedLoss", value, 0.0, 1.0);
    }

    /**
     * The same for messages that are critical in time. Raising it: fewer copies, more of these messages are late.
     *
     * @param value 0 to 1; 0.01 by default
     */
    public WanParameters criticalAllowedLoss(double value) {
        return real("criticalAllowedLoss", value, 0.0, 1.0);
    }

    /**
     * Whether messages go by IP multicast to those members that are found to hear it, where that takes fewer packets in
     * all. False: to each by unicast.
     *
     * @param value true or false; true by default
     */
    public WanParameters multicast(boolean value) {
        return flag("multicast", value);
    }

    /**
     * More copies of a message are not sent on a way. Raising it: lossy ways are made surer, at the price of more
     * traffic.
     *
     * @param value 1 to 8 copies; 3 by default
     */
    public WanParameters mostCopies(int value) {
        return whole("mostCopies", value, 1, 8);
    }

    /**
     * Time between copies of a message: 0 for back to back. Raising it: bursts of loss take fewer of them, what the
     * first ones did not bring comes later.
     *
     * @param value 0s to 10s; 10ms by default, 0s with the preset paper
     */
    public WanParameters copySpacing(Duration value) {
        return time("copySpacing", value, "0s", "10s");
    }

    /**
     * How long a confirmation waits for more, and for data that carries it. Raising it: fewer packets, later receipts.
     *
     * @param value 0s to 10s; 10ms by default, 0s with the preset paper
     */
    public WanParameters ackDelay(Duration value) {
        return time("ackDelay", value, "0s", "10s");
    }

    /**
     * Wait after a gap shows, for packets that were only overtaken. Raising it: less is asked for in vain, later
     * repair.
     *
     * @param value 0s to 10s; 2ms by default, 0s with the preset paper
     */
    public WanParameters reordering(Duration value) {
        return time("reordering", value, "0s", "10s");
    }

    /**
     * Shortest wait for a repair, or for a confirmation; the time-out of measured round trips (RFC 6298) decides within
     * the two. Raising it: less is sent twice, later repair of what was lost twice.
     *
     * @param value 1ms to 1m; 5ms by default
     */
    public WanParameters requestTimeoutMin(Duration value) {
        return time("requestTimeoutMin", value, "1ms", "60s");
    }

    /**
     * Longest wait for a repair, or for a confirmation. Raising it: fewer requests under overload, later repair.
     *
     * @param value 1ms to 10m, at least requestTimeoutMin; 3s by default
     */
    public WanParameters requestTimeoutMax(Duration value) {
        return time("requestTimeoutMax", value, "1ms", "600s");
    }

    /**
     * The round trip that is assumed to a member until one was measured. Raising it: less is asked for in vain at
     * first.
     *
     * @param value 1ms to 10s; 100ms by default
     */
    public WanParameters firstRoundTrip(Duration value) {
        return time("firstRoundTrip", value, "1ms", "10s");
    }

    /**
     * Each way to another member is measured once in this time. Raising it: less traffic, later knowledge of changed
     * delays and losses.
     *
     * @param value 10ms to 10m; 1s by default
     */
    public WanParameters probeInterval(Duration value) {
        return time("probeInterval", value, "10ms", "600s");
    }

    /**
     * How long a change of members waits for others, before a view is proposed. Raising it: fewer views where many come
     * at once, later ones.
     *
     * @param value 0s to 1m; 100ms by default
     */
    public WanParameters viewDelay(Duration value) {
        return time("viewDelay", value, "0s", "60s");
    }

    /**
     * How long a proposed view waits for its members; it is made without those that do not answer. Raising it: slow
     * members stay in more surely, those that cannot be reached hold others up for longer.
     *
     * @param value 100ms to 10m; 3s by default
     */
    public WanParameters viewTimeout(Duration value) {
        return time("viewTimeout", value, "100ms", "600s");
    }

    /**
     * After so long without anything to give to the application, though more was sent, it is told. Raising it: short
     * troubles are not told.
     *
     * @param value 100ms to 1h; 3s by default
     */
    public WanParameters stall(Duration value) {
        return time("stall", value, "100ms", "3600s");
    }

    /**
     * The highest rate at which a member sends, to all others together. Raising it: faster where the network bears it.
     *
     * @param value 1,000 to 100,000,000,000 bytes/s; 50,000,000 by default
     */
    public WanParameters maxRate(long value) {
        return whole("maxRate", value, 1_000, 100_000_000_000L);
    }

    /**
     * Bytes of others' messages kept until all their destinations have confirmed them, with what it costs to keep them.
     * Raising it: more may be on its way, more memory. Unless given: less where the heap is small.
     *
     * @param value 262,144 to 1,099,511,627,776 bytes; 64 MiB by default
     */
    public WanParameters bufferBytes(long value) {
        return whole("bufferBytes", value, 262_144, 1_099_511_627_776L);
    }

    /**
     * Bytes of own messages kept until all have taken them, with what it costs to keep them; the application waits
     * then. Raising it: more may be on its way, more memory. Unless given: less where the heap is small.
     *
     * @param value 65,536 to 1,099,511,627,776 bytes; 16 MiB by default
     */
    public WanParameters sendBufferBytes(long value) {
        return whole("sendBufferBytes", value, 65_536, 1_099_511_627_776L);
    }

    /**
     * Bytes of long messages that are put together at a time. Raising it: more long messages at once, more memory.
     * Unless given: less where the heap is small.
     *
     * @param value 16,777,216 to 1,099,511,627,776 bytes; 64 MiB by default
     */
    public WanParameters assemblyBytes(long value) {
        return whole("assemblyBytes", value, 16_777_216, 1_099_511_627_776L);
    }

    /**
     * Members to which a new one turns by unicast, in this order. Names are looked up when a session is opened, for all
     * their addresses. A member that is to be one opens with <code>SessionBuilder.memberPort</code>
     * (<code>--member-port</code>).
     *
     * @param value up to 64 addresses and ports, such as 10.0.0.1:4000,[2001:db8::1]:4001; none by default
     */
    public WanParameters contacts(String value) {
        return text("contacts", value);
    }

    /**
     * Whether joins, announcements and leaves go by multicast; false where there is none.
     *
     * @param value true or false; true by default
     */
    public WanParameters multicastJoin(boolean value) {
        return flag("multicastJoin", value);
    }

    /**
     * Others that a member keeps at most; of a larger group it knows a random part. Raising it: more memory and larger
     * state transfers, a better estimate of the group's size.
     *
     * @param value 8 to 65,536 members; 1,024 by default
     */
    public WanParameters maxView(int value) {
        return whole("maxView", value, 8, 65_536);
    }

    /**
     * One member is probed in each such period. Raising it: less traffic, later detection. In the papers: T'.
     *
     * @param value 10ms to 1h; 500ms by default
     */
    public WanParameters probePeriod(Duration value) {
        return time("probePeriod", value, "10ms", "3600s");
    }

    /**
     * Wait for the answer to a ping; then others are asked. A LAN answers in less than 1 ms, the rest is for pauses.
     * Raising it: fewer members are asked in vain, less of the period is left for their answers. Unless given: three
     * tenths of probePeriod.
     *
     * @param value 1ms to 30m, at most half of probePeriod; 150ms by default
     */
    public WanParameters probeTimeout(Duration value) {
        return time("probeTimeout", value, "1ms", "1800s");
    }

    /**
     * How many others are asked to ping a member that did not answer. Raising it: more ways around a bad link, more
     * traffic for each member that is silent. In the papers: k.
     *
     * @param value 0 to 16 members; 3 by default
     */
    public WanParameters indirectProbes(int value) {
        return whole("indirectProbes", value, 0, 16);
    }

    /**
     * Periods from suspicion to removal, times log10 of the group's size above ten members: 2.5 s at up to ten, longer
     * than usual pauses of a JVM. Raising it: fewer mistakes, later removal.
     *
     * @param value 1 to 1,000 periods; 5 by default
     */
    public WanParameters suspicionPeriods(int value) {
        return whole("suspicionPeriods", value, 1, 1_000);
    }

    /**
     * A member passes news on this often, times ln(n + 1) in a group of n. Raising it: news reaches everyone more
     * surely, at the price of room in the packets. In the papers: lambda.
     *
     * @param value 1 to 20; 3 by default
     */
    public WanParameters rumourFactor(int value) {
        return whole("rumourFactor", value, 1, 20);
    }

    /**
     * Wait for an answer to the first join; doubles with each. Raising it: fewer joins on slow links, a longer start
     * for the first member.
     *
     * @param value 1ms to 1m; 100ms by default
     */
    public WanParameters joinInterval(Duration value) {
        return time("joinInterval", value, "1ms", "60s");
    }

    /**
     * Joins sent before a new member holds itself for the first: 3.1 s together. Raising it: fewer groups founded twice
     * under loss, a longer start for the first member.
     *
     * @param value 1 to 12 joins; 5 by default
     */
    public WanParameters joinAttempts(int value) {
        return whole("joinAttempts", value, 1, 12);
    }

    /**
     * How many members answer a join by multicast, on average; doubles with each attempt. Raising it: surer joins under
     * loss, more answers to each.
     *
     * @param value 1 to 32 members; 3 by default
     */
    public WanParameters joinAnswers(int value) {
        return whole("joinAnswers", value, 1, 32);
    }

    /**
     * A group multicasts a sign of life about once in this time, so that parts of it find one another. Raising it:
     * fewer announcements, parts find one another later.
     *
     * @param value 100ms to 1h; 10s by default
     */
    public WanParameters announceInterval(Duration value) {
        return time("announceInterval", value, "100ms", "3600s");
    }

    /**
     * How long members that failed are remembered, and looked for again. Raising it: longer partitions heal by
     * themselves, more pings to members that are gone for good.
     *
     * @param value 1s to 24h; 10m by default
     */
    public WanParameters failedMemory(Duration value) {
        return time("failedMemory", value, "1s", "86400s");
    }
}
