package org.rmcast.srm;

import java.time.Duration;
import org.rmcast.api.Parameters;
import org.rmcast.api.ParametersBuilder;
import org.rmcast.core.channel.Preset;
import org.rmcast.core.flow.shared.RateControl;
import org.rmcast.srm.SrmConfig.Delivery;
import org.rmcast.srm.SrmConfig.LocalRecovery;

/**
 * The parameters of {@code srm} by name and type, for {@link org.rmcast.api.Channel.Builder#parameters(Parameters)}.
 * Written from their declarations by the test of the protocol's contract with {@code -Drm.docs=write}; changes are
 * lost.
 */
public final class SrmParameters extends ParametersBuilder<SrmParameters> {
    private SrmParameters(Parameters given) {
        super(given);
    }

    /** With nothing given: every default. */
    public static SrmParameters defaults() {
        return new SrmParameters(Parameters.none());
    }

    /** With what was given elsewhere, such as in a channel's file. */
    public static SrmParameters from(Parameters given) {
        return new SrmParameters(given);
    }

    /** With the values of the published algorithm where none is given. */
    public static SrmParameters paper() {
        return new SrmParameters(Parameters.none()).choice("preset", Preset.PAPER);
    }

    @Override
    protected SrmParameters self() {
        return this;
    }

    /**
     * In which order messages of one source are delivered: fifo, as sent, so that each waits for those before it;
     * unordered, as they come. SRM leaves order to the application.
     *
     * @param value fifo, unordered; fifo by default, unordered with the preset paper
     */
    public SrmParameters delivery(Delivery value) {
        return choice("delivery", value);
    }

    /**
     * Whether a member that comes later asks for what the group still holds of a source, not only for what comes from
     * now on.
     *
     * @param value true or false; false by default
     */
    public SrmParameters history(boolean value) {
        return flag("history", value);
    }

    /**
     * How the constants of timers are chosen: basic, C1 = C2 = 2 and D1 = D2 = 1; fixed, C1 = C2 = 2 and D1 = D2 =
     * log10 of the members; deterministic, distance alone decides; probabilistic, chance alone decides; adaptive, as
     * fixed at first, then each member follows the duplicates and delays that it sees.
     *
     * @param value basic, fixed, deterministic, probabilistic, adaptive; adaptive by default
     */
    public SrmParameters variant(TimerVariant value) {
        return choice("variant", value);
    }

    /**
     * A request waits for at least so many distances to the source; with variant adaptive at first. Raising it: later
     * repair, fewer requests by those farther away. Unless given: 2, 0 with variant probabilistic. In the papers: C1.
     *
     * @param value 0 to 1000; 2 by default
     */
    public SrmParameters requestTimerStart(double value) {
        return real("requestTimerStart", value, 0.0, 1000.0);
    }

    /**
     * For up to so many distances more, by chance; with variant adaptive at first. Raising it: later repair, fewer
     * requests by those equally far away. Unless given: 2, 0 with variant deterministic. In the papers: C2.
     *
     * @param value 0 to 1000; 2 by default
     */
    public SrmParameters requestTimerWidth(double value) {
        return real("requestTimerWidth", value, 0.0, 1000.0);
    }

    /**
     * A repair waits for at least so many distances to who asks; variants fixed and adaptive take log10 of the members
     * instead. Raising it: later repair, fewer repairs by those farther away. Unless given: 1, 0 with variant
     * probabilistic. In the papers: D1.
     *
     * @param value 0 to 1000; 1 by default
     */
    public SrmParameters repairTimerStart(double value) {
        return real("repairTimerStart", value, 0.0, 1000.0);
    }

    /**
     * For up to so many distances more, by chance; variants fixed and adaptive take log10 of the members instead.
     * Raising it: later repair, fewer repairs by those equally far away. Unless given: 1, 0 with variant deterministic.
     * In the papers: D2.
     *
     * @param value 0 to 1000; 1 by default
     */
    public SrmParameters repairTimerWidth(double value) {
        return real("repairTimerWidth", value, 0.0, 1000.0);
    }

    /**
     * How delays are spread over the width of a timer: uniform; truncated-exponential (RFC 5401), where few are short
     * however many members there are, so that duplicates are few before the width has been adapted, and where all are
     * equally near.
     *
     * @param value uniform, truncated-exponential; truncated-exponential by default, uniform with the preset paper
     */
    public SrmParameters backOff(BackOff value) {
        return choice("backOff", value);
    }

    /**
     * By what each further request for the same packet multiplies the delay, five times at most. Raising it: fewer
     * requests for what nobody can repair, later repair where requests or repairs are lost. Unless given: 3 with
     * variant adaptive, else 2.
     *
     * @param value 1 to 10; 3 by default
     */
    public SrmParameters backOffGrowth(double value) {
        return real("backOffGrowth", value, 1.0, 10.0);
    }

    /**
     * Longest delay of any timer. Raising it: fewer requests for what nobody can repair, later repair after several
     * losses.
     *
     * @param value 1ms to 24h; 500ms by default, 1h with the preset paper
     */
    public SrmParameters requestDelayMax(Duration value) {
        return time("requestDelayMax", value, "1ms", "86400s");
    }

    /**
     * A member that hears the group again after it heard nothing for so long asks for all that it lacks as if it had
     * just seen that it lacks it, since nobody can have heard what it asked for in between; 0s: never. Raising it:
     * later repair after short interruptions.
     *
     * @param value 0s to 1h; 250ms by default, 0s with the preset paper
     */
    public SrmParameters restartAfter(Duration value) {
        return time("restartAfter", value, "0s", "3600s");
    }

    /**
     * Packets that are due to be asked for within this time are named by the same request. Raising it: fewer, longer
     * requests.
     *
     * @param value 0s to 1s; 500us by default, 0s with the preset paper
     */
    public SrmParameters requestGather(Duration value) {
        return time("requestGather", value, "0s", "1s");
    }

    /**
     * Distances below this count as this: on a LAN members are microseconds apart, but hear one another only once their
     * hosts have woken up. Raising it: fewer duplicates, later repair.
     *
     * @param value 1us to 10s; 1ms by default, 1us with the preset paper
     */
    public SrmParameters distanceFloor(Duration value) {
        return time("distanceFloor", value, "1.0us", "10s");
    }

    /**
     * The distance of a member as long as it was not measured. Raising it: fewer duplicates of those who have just
     * come, later repair.
     *
     * @param value 1us to 10s; 5ms by default, 100ms with the preset paper
     */
    public SrmParameters defaultDistance(Duration value) {
        return time("defaultDistance", value, "1.0us", "10s");
    }

    /**
     * How often a packet must have been asked for, by anybody, before it may be given up. Raising it: fewer losses
     * where much is lost, later word of what nobody holds.
     *
     * @param value 1 to 1,000 rounds; 8 by default, 20 with the preset paper
     */
    public SrmParameters requestRounds(int value) {
        return whole("requestRounds", value, 1, 1_000);
    }

    /**
     * How long it must have been missing, too, before it is given up and the application told. Raising it: the same.
     *
     * @param value 10ms to 24h; 4s by default, 1m with the preset paper
     */
    public SrmParameters giveUpAfter(Duration value) {
        return time("giveUpAfter", value, "10ms", "86400s");
    }

    /**
     * How far requests and repairs go at first: none, to the whole group; one-step, a request to those nearby, its
     * repair as far as that and the way back; two-step, the repair as far as that, and who asked sends it on to those
     * near itself. Scopes are times to live, so where all are on one network segment there is nothing to gain.
     *
     * @param value none, one-step, two-step; none by default
     */
    public SrmParameters localRecovery(LocalRecovery value) {
        return choice("localRecovery", value);
    }

    /**
     * Times to live that local recovery tries one after another, each once, before the whole group is asked.
     *
     * @param value a list of a time to live from 1 to 255, ascending; [15, 47, 63] by default
     */
    public SrmParameters scopes(String... value) {
        return texts("scopes", value);
    }

    /**
     * Requests without an answer after which a scope is left out. Raising it: more is asked for in vain nearby.
     *
     * @param value 1 to 1,000 requests; 5 by default
     */
    public SrmParameters scopeTries(int value) {
        return whole("scopeTries", value, 1, 1_000);
    }

    /**
     * For how long, unless a repair is heard there. Raising it: the same the other way round.
     *
     * @param value 1s to 24h; 3m by default
     */
    public SrmParameters scopePause(Duration value) {
        return time("scopePause", value, "1s", "86400s");
    }

    /**
     * Between two session messages of a member in a small group. Raising it: less traffic, later distances, members are
     * found and missed later.
     *
     * @param value 10ms to 1h; 500ms by default, 1s with the preset paper
     */
    public SrmParameters sessionInterval(Duration value) {
        return time("sessionInterval", value, "10ms", "3600s");
    }

    /**
     * The same in the largest group. Raising it: less traffic.
     *
     * @param value 10ms to 1h, at least sessionInterval; 1m by default, 1h with the preset paper
     */
    public SrmParameters sessionIntervalMax(Duration value) {
        return time("sessionIntervalMax", value, "10ms", "3600s");
    }

    /**
     * How soon a session message follows when a source pauses, and when all should hear of something. Raising it: a
     * lost last packet is found later, less traffic where pauses are many.
     *
     * @param value 100us to 1h, at most sessionInterval; 1ms by default, 1s with the preset paper
     */
    public SrmParameters promptDelay(Duration value) {
        return time("promptDelay", value, "100.0us", "3600s");
    }

    /**
     * Share of sessionBandwidth that all session messages together take. Raising it: quicker news in large groups, more
     * traffic.
     *
     * @param value 0.001 to 1; 0.05 by default
     */
    public SrmParameters sessionShare(double value) {
        return real("sessionShare", value, 0.001, 1.0);
    }

    /**
     * What the session is expected to carry. Raising it: the same.
     *
     * @param value 1,000 to 100,000,000,000 bytes/s; 1,000,000 by default
     */
    public SrmParameters sessionBandwidth(long value) {
        return whole("sessionBandwidth", value, 1_000, 100_000_000_000L);
    }

    /**
     * Session intervals of silence after which a member is forgotten. Raising it: longer interruptions are survived, a
     * dead member is noticed later.
     *
     * @param value 2 to 1,000 intervals; 6 by default, 5 with the preset paper
     */
    public SrmParameters silentIntervals(int value) {
        return whole("silentIntervals", value, 2, 1_000);
    }

    /**
     * Members that are known at a time. Raising it: larger groups, more memory.
     *
     * @param value 1 to 1,000,000 members; 10,000 by default
     */
    public SrmParameters maxMembers(int value) {
        return whole("maxMembers", value, 1, 1_000_000);
    }

    /**
     * Senders that are followed at a time. Raising it: more of them are heard, more memory.
     *
     * @param value 1 to 65,536 senders; 1,024 by default
     */
    public SrmParameters maxSenders(int value) {
        return whole("maxSenders", value, 1, 65_536);
    }

    /**
     * How a source adapts its rate: by-ttl, lan where the channel's ttl is 0 or 1, else shared; lan, by how far behind
     * the packets are that others ask for (LRMP), quick and without regard for others; shared, beside TCP as one more
     * of it (TFMCC), from what receivers report; fixed, maxRate always.
     *
     * @param value by-ttl, lan, shared, fixed; by-ttl by default, fixed with the preset paper
     */
    public SrmParameters rateControl(RateControl value) {
        return choice("rateControl", value);
    }

    /**
     * Lowest rate of rateControl lan. Raising it: no member slows the sender down below it.
     *
     * @param value 1 to 100,000,000,000 bytes/s; 250,000 by default
     */
    public SrmParameters minRate(long value) {
        return whole("minRate", value, 1, 100_000_000_000L);
    }

    /**
     * Highest rate, of new data and repairs of a member each. Raising it: faster where the network bears it, larger
     * bursts where it does not.
     *
     * @param value 1 to 100,000,000,000 bytes/s, at least minRate; 100,000,000 by default
     */
    public SrmParameters maxRate(long value) {
        return whole("maxRate", value, 1, 100_000_000_000L);
    }

    /**
     * The rate at first, with rateControl lan. Raising it: a faster start, a larger first burst.
     *
     * @param value 1 to 100,000,000,000 bytes/s, at least minRate, at most maxRate; 10,000,000 by default
     */
    public SrmParameters startRate(long value) {
        return whole("startRate", value, 1, 100_000_000_000L);
    }

    /**
     * Lowest rate of rateControl shared, in place of minRate. Raising it: nothing slows the sender down below it, not
     * even a network that bears less. Unless given: 10,000, or maxRate if that is less.
     *
     * @param value 1 to 100,000,000,000 bytes/s, at most maxRate; 10,000 by default
     */
    public SrmParameters minSharedRate(long value) {
        return whole("minSharedRate", value, 1, 100_000_000_000L);
    }

    /**
     * The send window of the rule by which the rate follows requests. Raising it: the rate changes more slowly.
     *
     * @param value 64 to 1,048,576 packets; 4,096 by default
     */
    public SrmParameters window(int value) {
        return whole("window", value, 64, 1_048_576);
    }

    /**
     * How long a packet that is not full waits for more messages while data flows. Raising it: fewer packets for small
     * messages, later delivery.
     *
     * @param value 0s to 1s; 100us by default, 0s with the preset paper
     */
    public SrmParameters batchDelay(Duration value) {
        return time("batchDelay", value, "0s", "1s");
    }

    /**
     * Whether a message that does not fit into a packet any more is begun there all the same, and ends in the next one.
     * True: fewer packets, full and of one length, which leave as one run; receivers put such messages together.
     *
     * @param value true or false; true by default, false with the preset paper
     */
    public SrmParameters fillPackets(boolean value) {
        return flag("fillPackets", value);
    }

    /**
     * Bytes of messages that wait at the sender. Raising it: more memory, the application waits less often. Unless
     * given: less where the heap is small.
     *
     * @param value 1 to 1,073,741,824 bytes; 4 MiB by default
     */
    public SrmParameters sendBufferBytes(int value) {
        return whole("sendBufferBytes", value, 1, 1_073_741_824);
    }

    /**
     * How long every member holds a packet for others. Raising it: longer interruptions are repaired, more memory.
     *
     * @param value 10ms to 24h; 30s by default, 1m with the preset paper
     */
    public SrmParameters holdTime(Duration value) {
        return time("holdTime", value, "10ms", "86400s");
    }

    /**
     * How long a source holds its packets at least where its buffer is full and not all have confirmed them; it sends
     * no more meanwhile. Raising it: fewer losses at high rates, a lower highest rate.
     *
     * @param value 0s to 24h, at most holdTime; 1s by default
     */
    public SrmParameters leastHoldTime(Duration value) {
        return time("leastHoldTime", value, "0s", "86400s");
    }

    /**
     * Packets held per source, and how far ahead of a missing one others are taken. Raising it: more memory, fewer
     * losses at high rates. Unless given: less where the heap is small.
     *
     * @param value 64 to 16,777,216 packets; 65,536 by default
     */
    public SrmParameters bufferPackets(int value) {
        return whole("bufferPackets", value, 64, 16_777_216);
    }

    /**
     * Bytes of packets of all other sources held for delivery and repair, with what it costs to hold them. Raising it:
     * the same. Unless given: less where the heap is small.
     *
     * @param value 65,536 to 1,099,511,627,776 bytes; 128 MiB by default
     */
    public SrmParameters bufferBytes(long value) {
        return whole("bufferBytes", value, 65_536, 1_099_511_627_776L);
    }

    /**
     * Bytes of own packets held for repair. Raising it: the same. Unless given: less where the heap is small.
     *
     * @param value 65,536 to 1,099,511,627,776 bytes; 128 MiB by default
     */
    public SrmParameters ownBufferBytes(long value) {
        return whole("ownBufferBytes", value, 65_536, 1_099_511_627_776L);
    }

    /**
     * Bytes of messages that span packets, under assembly at one time, of all sources together. Raising it: more
     * memory, more large messages at a time. Unless given: less where the heap is small.
     *
     * @param value 16,777,216 to 1,099,511,627,776 bytes; 32 MiB by default
     */
    public SrmParameters assemblyBytes(long value) {
        return whole("assemblyBytes", value, 16_777_216, 1_099_511_627_776L);
    }
}
