package org.rmcast.nak;

import java.time.Duration;
import org.rmcast.api.Parameters;
import org.rmcast.api.ParametersBuilder;
import org.rmcast.core.channel.Preset;
import org.rmcast.core.flow.shared.RateControl;

/**
 * The parameters of {@code nak} by name and type, for {@link org.rmcast.api.Channel.Builder#parameters(Parameters)}.
 * Written from their declarations by the test of the protocol's contract with {@code -Drm.docs=write}; changes are
 * lost.
 */
public final class NakParameters extends ParametersBuilder<NakParameters> {
    private NakParameters(Parameters given) {
        super(given);
    }

    /** With nothing given: every default. */
    public static NakParameters defaults() {
        return new NakParameters(Parameters.none());
    }

    /** With what was given elsewhere, such as in a channel's file. */
    public static NakParameters from(Parameters given) {
        return new NakParameters(given);
    }

    /** With the values of the published algorithm where none is given. */
    public static NakParameters paper() {
        return new NakParameters(Parameters.none()).choice("preset", Preset.PAPER);
    }

    @Override
    protected NakParameters self() {
        return this;
    }

    /**
     * How often a packet is asked for before it is given up, each time after the time-out of the one before. Raising
     * it: longer interruptions lose nothing, what follows a packet that nobody has is delivered later.
     *
     * @param value 1 to 1,000 requests; 40 by default, 1 with the preset paper
     */
    public NakParameters maxRequests(int value) {
        return whole("maxRequests", value, 1, 1_000);
    }

    /**
     * Packets that one request may ask for. Raising it: fewer datagrams where much is lost at a time.
     *
     * @param value 1 to 65,536 packets; 4,096 by default, 1 with the preset paper
     */
    public NakParameters requestPackets(int value) {
        return whole("requestPackets", value, 1, 65_536);
    }

    /**
     * Longest wait after a gap shows, for packets that were only overtaken; none until packets are seen to overtake one
     * another, then as long as they are seen to be late, at most a round trip. Raising it: less is asked for in vain
     * where packets overtake one another, later repair.
     *
     * @param value 0s to 1m; 20ms by default, 0s with the preset paper
     */
    public NakParameters reorderingMax(Duration value) {
        return time("reorderingMax", value, "0s", "60s");
    }

    /**
     * Shortest wait for a repair before it is asked for again, or given up; the time-out of measured round trips (RFC
     * 6298) decides within the two. Raising it: less is asked for twice, later repair of what was lost twice.
     *
     * @param value 100us to 1m; 2ms by default, 500ms with the preset paper
     */
    public NakParameters requestTimeoutMin(Duration value) {
        return time("requestTimeoutMin", value, "100.0us", "60s");
    }

    /**
     * Longest wait for a repair. Raising it: fewer requests under overload, later repair.
     *
     * @param value 100us to 10m, at least requestTimeoutMin; 250ms by default, 500ms with the preset paper
     */
    public NakParameters requestTimeoutMax(Duration value) {
        return time("requestTimeoutMax", value, "100.0us", "600s");
    }

    /**
     * How many packets may have been asked for and not come yet, at first: after that as many as the way takes, found
     * as TCP finds it; 0: any number. Raising it: faster catching up at once, more lost where the way takes less.
     *
     * @param value 0 to 1,048,576 packets; 64 by default, 0 with the preset paper
     */
    public NakParameters requestWindow(int value) {
        return whole("requestWindow", value, 0, 1_048_576);
    }

    /**
     * Between two session messages of a member in a small group. Raising it: less traffic, lost last packets and new
     * members are noticed later.
     *
     * @param value 10ms to 10m; 250ms by default, 1s with the preset paper
     */
    public NakParameters sessionInterval(Duration value) {
        return time("sessionInterval", value, "10ms", "600s");
    }

    /**
     * After its last data a sender says so soon how far it is. Raising it: less traffic, a lost last packet is noticed
     * later.
     *
     * @param value 100us to 10m; 10ms by default, 1s with the preset paper
     */
    public NakParameters sessionPrompt(Duration value) {
        return time("sessionPrompt", value, "100.0us", "600s");
    }

    /**
     * What the session messages of all members together may take: in large groups each speaks less often. Raising it:
     * more traffic, members are noticed sooner.
     *
     * @param value 100 to 10,000,000,000 bytes/s; 125,000 by default
     */
    public NakParameters sessionRate(long value) {
        return whole("sessionRate", value, 100, 10_000_000_000L);
    }

    /**
     * Silence after which a member is forgotten, or after six of its own intervals if that is longer. Raising it:
     * longer interruptions are survived, a dead member holds others up for longer.
     *
     * @param value 100ms to 24h; 4s by default
     */
    public NakParameters silence(Duration value) {
        return time("silence", value, "100ms", "86400s");
    }

    /**
     * Members that are known at a time; further ones are not heard. Raising it: larger groups, more memory.
     *
     * @param value 1 to 65,536 members; 1,024 by default
     */
    public NakParameters maxMembers(int value) {
        return whole("maxMembers", value, 1, 65_536);
    }

    /**
     * How the sender adapts its rate: by-ttl, lan where the channel's ttl is 0 or 1, else shared; lan, by how old the
     * packets are that others ask for (LRMP), quick and without regard for others; shared, beside TCP as one more of it
     * (TFMCC), from what receivers report; fixed, maxRate always, as in the paper.
     *
     * @param value by-ttl, lan, shared, fixed; by-ttl by default, fixed with the preset paper
     */
    public NakParameters rateControl(RateControl value) {
        return choice("rateControl", value);
    }

    /**
     * Lowest rate of rateControl lan. Raising it: no member slows the sender down below it.
     *
     * @param value 1 to 100,000,000,000 bytes/s; 1,000,000 by default
     */
    public NakParameters minRate(long value) {
        return whole("minRate", value, 1, 100_000_000_000L);
    }

    /**
     * The rate at the start, within the lowest and the highest, of rateControl lan. Raising it: a faster start, more
     * loss at first where the network is slower.
     *
     * @param value 1 to 100,000,000,000 bytes/s; 100,000,000 by default
     */
    public NakParameters startRate(long value) {
        return whole("startRate", value, 1, 100_000_000_000L);
    }

    /**
     * Highest rate. Raising it: faster where the network bears it, larger bursts where it does not.
     *
     * @param value 1 to 100,000,000,000 bytes/s, at least minRate; 1,000,000,000 by default
     */
    public NakParameters maxRate(long value) {
        return whole("maxRate", value, 1, 100_000_000_000L);
    }

    /**
     * Lowest rate of rateControl shared, in place of minRate. Raising it: nothing slows the sender down below it, not
     * even a network that bears less. Unless given: 10,000, or maxRate if that is less.
     *
     * @param value 1 to 100,000,000,000 bytes/s, at most maxRate; 10,000 by default
     */
    public NakParameters minSharedRate(long value) {
        return whole("minSharedRate", value, 1, 100_000_000_000L);
    }

    /**
     * The window of rateControl lan: the rate is cut where packets are asked for that lie more than a quarter of it
     * behind. Raising it: slow members slow the sender down later.
     *
     * @param value 8 to 16,777,216 packets; 4,096 by default
     */
    public NakParameters sendWindow(int value) {
        return whole("sendWindow", value, 8, 16_777_216);
    }

    /**
     * Whether a sender with a full buffer waits for members that have not confirmed what is in it, at most for as long
     * as keep says; else the oldest packets go.
     *
     * @param value true or false; true by default, false with the preset paper
     */
    public NakParameters waitForReceivers(boolean value) {
        return flag("waitForReceivers", value);
    }

    /**
     * How long a packet that is not full waits for more messages while data flows. Raising it: fewer packets for small
     * messages, later delivery.
     *
     * @param value 0s to 1s; 100us by default, 0s with the preset paper
     */
    public NakParameters batchDelay(Duration value) {
        return time("batchDelay", value, "0s", "1s");
    }

    /**
     * Whether a message that does not fit into a packet any more is begun there all the same, and ends in the next one.
     * True: fewer packets, full and of one length, which leave as one run; receivers put such messages together.
     *
     * @param value true or false; true by default, false with the preset paper
     */
    public NakParameters fillPackets(boolean value) {
        return flag("fillPackets", value);
    }

    /**
     * Bytes of messages that wait at the sender. Raising it: more memory, the application waits less often. Unless
     * given: less where the heap is small.
     *
     * @param value 1 to 1,073,741,824 bytes; 4 MiB by default
     */
    public NakParameters sendBufferBytes(int value) {
        return whole("sendBufferBytes", value, 1, 1_073_741_824);
    }

    /**
     * How long a sender keeps its packets for repair, at least while it has room. Raising it: longer interruptions lose
     * nothing, more memory in use.
     *
     * @param value 10ms to 24h; 10s by default, 1m with the preset paper
     */
    public NakParameters keep(Duration value) {
        return time("keep", value, "10ms", "86400s");
    }

    /**
     * Bytes of own packets kept for repair, with what it costs to keep them. Raising it: more memory, longer
     * interruptions are survived at high rates. Unless given: less where the heap is small.
     *
     * @param value 65,536 to 1,099,511,627,776 bytes; 64 MiB by default
     */
    public NakParameters ownBufferBytes(long value) {
        return whole("ownBufferBytes", value, 65_536, 1_099_511_627_776L);
    }

    /**
     * Own packets kept for repair at most. Raising it: more memory for small packets. Unless given: less where the heap
     * is small.
     *
     * @param value 64 to 16,777,216 packets; 65,536 by default
     */
    public NakParameters ownBufferPackets(int value) {
        return whole("ownBufferPackets", value, 64, 16_777_216);
    }

    /**
     * Bytes of packets of all other senders held until they are delivered. Raising it: more memory, less is asked for
     * again where the application is slow. Unless given: less where the heap is small.
     *
     * @param value 65,536 to 1,099,511,627,776 bytes; 64 MiB by default
     */
    public NakParameters bufferBytes(long value) {
        return whole("bufferBytes", value, 65_536, 1_099_511_627_776L);
    }

    /**
     * How far ahead of the first missing packet those of one sender are taken. Raising it: more memory, more may come
     * while a repair is on its way. Unless given: less where the heap is small.
     *
     * @param value 64 to 16,777,216 packets; 65,536 by default
     */
    public NakParameters bufferPackets(int value) {
        return whole("bufferPackets", value, 64, 16_777_216);
    }

    /**
     * Bytes of messages that span packets, under assembly at one time, of all senders together. Raising it: more
     * memory, more large messages at a time. Unless given: less where the heap is small.
     *
     * @param value 16,777,216 to 1,099,511,627,776 bytes; 32 MiB by default
     */
    public NakParameters assemblyBytes(long value) {
        return whole("assemblyBytes", value, 16_777_216, 1_099_511_627_776L);
    }
}
