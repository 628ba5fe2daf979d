package org.rmcast.srm;

import java.util.List;
import org.rmcast.api.Parameters;
import org.rmcast.core.channel.ParameterTable;
import org.rmcast.core.channel.Preset;
import org.rmcast.core.channel.Settings;
import org.rmcast.core.flow.shared.RateControl;
import org.rmcast.core.framing.PackingConfig;
import org.rmcast.core.wire.Wire;

/**
 * Parameters of SRM. {@code paper} is SRM with the constants of the ns-2.35 agent and what Floyd, Jacobson, Liu, McCanne and Zhang, "A
 * reliable multicast framework for light-weight sessions and application level framing" (ToN 5(6), 1997) leave to the application;
 * {@code defaults} is the same for hosts that are microseconds apart, with bounded delays, prompt session messages and a rate that adapts
 * (draft-liao-lrmp-00). Immutable.
 */
public final class SrmConfig extends Settings {
    private static final ParameterTable TABLE =
            ParameterTable.of(given -> new SrmConfig(given, Wire.DEFAULT_DATAGRAM_BYTES));

    /** In which order the messages of a source are delivered. */
    public enum Delivery {
        /** In the order in which they were sent. */
        FIFO,
        /** As they come. */
        UNORDERED
    }

    /** How far requests and repairs go at first. */
    public enum LocalRecovery {
        /** To the whole group. */
        NONE,
        /** A request goes to those nearby, and its repair as far as that and the way back. */
        ONE_STEP,
        /** A request goes to those nearby; its repair comes back as far as that, and who asked sends it on to those near itself. */
        TWO_STEP
    }

    /** The most bytes that a plain packet may have. */
    final int maxPacketBytes;

    final Preset preset = preset();

    // Delivery

    final Delivery delivery =
            read(choice("delivery", Delivery.class).paper(Delivery.UNORDERED).defaults(Delivery.FIFO), """
            In which order messages of one source are delivered: fifo, as sent, so that each waits for those before it; unordered, as they
            come. SRM leaves order to the application.""");
    final boolean history = read(flag("history").always(false), """
            Whether a member that comes later asks for what the group still holds of a source, not only for what comes from now on.""");

    // Timers

    final TimerVariant variant = read(choice("variant", TimerVariant.class).always(TimerVariant.ADAPTIVE), """
            How the constants of timers are chosen: basic, C1 = C2 = 2 and D1 = D2 = 1; fixed, C1 = C2 = 2 and D1 = D2 = log10 of the members;
            deterministic, distance alone decides; probabilistic, chance alone decides; adaptive, as fixed at first, then each member
            follows the duplicates and delays that it sees.""");
    final double requestTimerStart = read(
            share("requestTimerStart")
                    .range(0.0, 1_000.0)
                    .term("C1")
                    .derived("2, 0 with variant probabilistic", variant == TimerVariant.PROBABILISTIC ? 0.0 : 2.0),
            """
            A request waits for at least so many distances to the source; with variant adaptive at first. Raising it: later repair,
            fewer requests by those farther away.""");
    final double requestTimerWidth = read(
            share("requestTimerWidth")
                    .range(0.0, 1_000.0)
                    .term("C2")
                    .derived("2, 0 with variant deterministic", variant == TimerVariant.DETERMINISTIC ? 0.0 : 2.0),
            """
            For up to so many distances more, by chance; with variant adaptive at first. Raising it: later repair, fewer requests by those
            equally far away.""");
    final double repairTimerStart = read(
            share("repairTimerStart")
                    .range(0.0, 1_000.0)
                    .term("D1")
                    .derived("1, 0 with variant probabilistic", variant == TimerVariant.PROBABILISTIC ? 0.0 : 1.0),
            """
            A repair waits for at least so many distances to who asks; variants fixed and adaptive take log10 of the members instead.
            Raising it: later repair, fewer repairs by those farther away.""");
    final double repairTimerWidth = read(
            share("repairTimerWidth")
                    .range(0.0, 1_000.0)
                    .term("D2")
                    .derived("1, 0 with variant deterministic", variant == TimerVariant.DETERMINISTIC ? 0.0 : 1.0),
            """
            For up to so many distances more, by chance; variants fixed and adaptive take log10 of the members instead. Raising it: later
            repair, fewer repairs by those equally far away.""");
    final BackOff backOff =
            read(choice("backOff", BackOff.class).paper(BackOff.UNIFORM).defaults(BackOff.TRUNCATED_EXPONENTIAL), """
            How delays are spread over the width of a timer: uniform; truncated-exponential (RFC 5401), where few are short however many
            members there are, so that duplicates are few before the width has been adapted, and where all are equally near.""");
    final double backOffGrowth = read(
            share("backOffGrowth")
                    .range(1.0, 10.0)
                    .derived("3 with variant adaptive, else 2", variant == TimerVariant.ADAPTIVE ? 3.0 : 2.0),
            """
            By what each further request for the same packet multiplies the delay, five times at most. Raising it: fewer requests for what
            nobody can repair, later repair where requests or repairs are lost.""");
    final long requestDelayMaxNanos =
            read(duration("requestDelayMax").range("1ms", "24h").paper("1h").defaults("500ms"), """
            Longest delay of any timer. Raising it: fewer requests for what nobody can repair, later repair after several losses.""");
    final long restartAfterNanos =
            read(duration("restartAfter").range("0s", "1h").paper("0s").defaults("250ms"), """
            A member that hears the group again after it heard nothing for so long asks for all that it lacks as if it had just seen that
            it lacks it, since nobody can have heard what it asked for in between; 0s: never. Raising it: later repair after short
            interruptions.""");
    final long requestGatherNanos =
            read(duration("requestGather").range("0s", "1s").paper("0s").defaults("500us"), """
            Packets that are due to be asked for within this time are named by the same request. Raising it: fewer, longer requests.""");
    final long distanceFloorNanos =
            read(duration("distanceFloor").range("1us", "10s").paper("1us").defaults("1ms"), """
            Distances below this count as this: on a LAN members are microseconds apart, but hear one another only once their hosts have
            woken up. Raising it: fewer duplicates, later repair.""");
    final long defaultDistanceNanos =
            read(duration("defaultDistance").range("1us", "10s").paper("100ms").defaults("5ms"), """
            The distance of a member as long as it was not measured. Raising it: fewer duplicates of those who have just come, later
            repair.""");
    final int requestRounds =
            read(integer("requestRounds", "rounds").range(1, 1_000).paper(20).defaults(8), """
            How often a packet must have been asked for, by anybody, before it may be given up. Raising it: fewer losses where much is lost,
            later word of what nobody holds.""");
    final long giveUpNanos =
            read(duration("giveUpAfter").range("10ms", "24h").paper("1m").defaults("4s"), """
            How long it must have been missing, too, before it is given up and the application told. Raising it: the same.""");

    // Local recovery

    final LocalRecovery localRecovery =
            read(choice("localRecovery", LocalRecovery.class).always(LocalRecovery.NONE), """
            How far requests and repairs go at first: none, to the whole group; one-step, a request to those nearby, its repair as far as that
            and the way back; two-step, the repair as far as that, and who asked sends it on to those near itself. Scopes are times to live,
            so where all are on one network segment there is nothing to gain.""");
    final List<String> scopes =
            read(texts("scopes", "a time to live from 1 to 255, ascending").always(List.of("15", "47", "63")), """
            Times to live that local recovery tries one after another, each once, before the whole group is asked.""");
    final int scopeTries =
            read(integer("scopeTries", "requests").range(1, 1_000).always(5), """
            Requests without an answer after which a scope is left out. Raising it: more is asked for in vain nearby.""");
    final long scopePauseNanos = read(duration("scopePause").range("1s", "24h").always("3m"), """
            For how long, unless a repair is heard there. Raising it: the same the other way round.""");

    // Session messages

    final long sessionIntervalNanos =
            read(duration("sessionInterval").range("10ms", "1h").paper("1s").defaults("500ms"), """
            Between two session messages of a member in a small group. Raising it: less traffic, later distances, members are found and
            missed later.""");
    final long sessionIntervalMaxNanos = read(
            duration("sessionIntervalMax")
                    .range("10ms", "1h")
                    .atLeast("sessionInterval", sessionIntervalNanos)
                    .paper("1h")
                    .defaults("1m"),
            """
            The same in the largest group. Raising it: less traffic.""");
    final long promptDelayNanos = read(
            duration("promptDelay")
                    .range("100us", "1h")
                    .atMost("sessionInterval", sessionIntervalNanos)
                    .paper("1s")
                    .defaults("1ms"),
            """
            How soon a session message follows when a source pauses, and when all should hear of something. Raising it: a lost last packet is
            found later, less traffic where pauses are many.""");
    final double sessionShare = read(share("sessionShare").range(0.001, 1.0).always(0.05), """
            Share of sessionBandwidth that all session messages together take. Raising it: quicker news in large groups, more traffic.""");
    final long sessionBandwidth = read(
            longInteger("sessionBandwidth", "bytes/s")
                    .range(1_000L, 100_000_000_000L)
                    .always(1_000_000L),
            """
            What the session is expected to carry. Raising it: the same.""");
    final int silentIntervals = read(
            integer("silentIntervals", "intervals").range(2, 1_000).paper(5).defaults(6), """
            Session intervals of silence after which a member is forgotten. Raising it: longer interruptions are survived, a dead member is
            noticed later.""");
    final int maxMembers =
            read(integer("maxMembers", "members").range(1, 1_000_000).always(10_000), """
            Members that are known at a time. Raising it: larger groups, more memory.""");
    final int maxSenders =
            read(integer("maxSenders", "senders").range(1, 65_536).always(1_024), """
            Senders that are followed at a time. Raising it: more of them are heard, more memory.""");

    // Sending

    final RateControl rateControl = read(
            choice("rateControl", RateControl.class).paper(RateControl.FIXED).defaults(RateControl.BY_TTL), """
            How a source adapts its rate: by-ttl, lan where the channel's ttl is 0 or 1, else shared; lan, by how far behind the packets are that others
            ask for (LRMP), quick and without regard for others; shared, beside TCP as one more of it (TFMCC), from what receivers report; fixed, maxRate
            always.""");
    final long minRate =
            read(longInteger("minRate", "bytes/s").range(1L, 100_000_000_000L).always(250_000L), """
            Lowest rate of rateControl lan. Raising it: no member slows the sender down below it.""");
    final long maxRate = read(
            longInteger("maxRate", "bytes/s")
                    .range(1L, 100_000_000_000L)
                    .atLeast("minRate", minRate)
                    .always(100_000_000L),
            """
            Highest rate, of new data and repairs of a member each. Raising it: faster where the network bears it, larger bursts where it does
            not.""");
    final long startRate = read(
            longInteger("startRate", "bytes/s")
                    .range(1L, 100_000_000_000L)
                    .atLeast("minRate", minRate)
                    .atMost("maxRate", maxRate)
                    .always(10_000_000L),
            """
            The rate at first, with rateControl lan. Raising it: a faster start, a larger first burst.""");
    final long minSharedRate = read(
            longInteger("minSharedRate", "bytes/s")
                    .range(1L, 100_000_000_000L)
                    .atMost("maxRate", maxRate)
                    .derived("10,000, or maxRate if that is less", Math.min(10_000L, maxRate)),
            """
            Lowest rate of rateControl shared, in place of minRate. Raising it: nothing slows the sender down below it, not even
            a network that bears less.""");
    final int windowPackets =
            read(integer("window", "packets").range(64, 1 << 20).always(4_096), """
            The send window of the rule by which the rate follows requests. Raising it: the rate changes more slowly.""");
    final PackingConfig packing = include(new PackingConfig(parameters()));

    // Buffers

    final long holdNanos =
            read(duration("holdTime").range("10ms", "24h").paper("1m").defaults("30s"), """
            How long every member holds a packet for others. Raising it: longer interruptions are repaired, more memory.""");
    final long leastHoldNanos = read(
            duration("leastHoldTime")
                    .range("0s", "24h")
                    .atMost("holdTime", holdNanos)
                    .always("1s"),
            """
            How long a source holds its packets at least where its buffer is full and not all have confirmed them; it sends no more
            meanwhile. Raising it: fewer losses at high rates, a lower highest rate.""");
    final int bufferPackets = read(
            integer("bufferPackets", "packets")
                    .range(64, 1 << 24)
                    .always(65_536)
                    .ofHeap(),
            """
            Packets held per source, and how far ahead of a missing one others are taken. Raising it: more memory, fewer losses at high
            rates.""");
    final long bufferBytes = read(
            longInteger("bufferBytes", "bytes")
                    .range(1L << 16, 1L << 40)
                    .always(128L << 20)
                    .ofHeap(),
            """
            Bytes of packets of all other sources held for delivery and repair, with what it costs to hold them. Raising it: the same.""");
    final long ownBufferBytes = read(
            longInteger("ownBufferBytes", "bytes")
                    .range(1L << 16, 1L << 40)
                    .always(128L << 20)
                    .ofHeap(),
            """
            Bytes of own packets held for repair. Raising it: the same.""");
    final long assemblyBytes = read(
            longInteger("assemblyBytes", "bytes")
                    .range((long) Wire.MAX_MESSAGE_BYTES, 1L << 40)
                    .always(32L << 20)
                    .ofHeap(),
            """
            Bytes of messages that span packets, under assembly at one time, of all sources together. Raising it: more memory, more large
            messages at a time.""");

    /** {@link #scopes} as numbers. */
    final int[] scopeHops;

    private SrmConfig(Parameters given, int maxPacketBytes) {
        super(given);
        this.maxPacketBytes = maxPacketBytes;
        refuseOthers();
        this.scopeHops = hops(scopes);
        if (ownBufferBytes < 4L * maxPacketBytes || bufferBytes < 4L * maxPacketBytes) {
            throw new IllegalArgumentException("parameters 'bufferBytes' and 'ownBufferBytes' must be at least"
                    + " 4 times the channel's largest packet = " + 4L * maxPacketBytes + ", were " + bufferBytes
                    + " and "
                    + ownBufferBytes);
        }
    }

    private static int[] hops(List<String> scopes) {
        int[] hops = new int[scopes.size()];
        for (int i = 0; i < hops.length; i++) {
            hops[i] = hops(scopes.get(i));
            if (i > 0 && hops[i] <= hops[i - 1]) {
                throw new IllegalArgumentException("parameter 'scopes' is " + scopes + "; it must ascend");
            }
        }
        return hops;
    }

    private static int hops(String scope) {
        int hops;
        try {
            hops = Integer.parseInt(scope);
        } catch (NumberFormatException e) {
            hops = 0;
        }
        if (hops < 1 || hops > 255) {
            throw new IllegalArgumentException(
                    "parameter 'scopes' has \"" + scope + "\"; it must have times to live from 1 to 255");
        }
        return hops;
    }

    /** What may be given, and what is used otherwise. */
    public static ParameterTable table() {
        return TABLE;
    }

    /** The published algorithm. */
    public static SrmConfig paper() {
        return of(Parameters.none().with("preset", "paper"));
    }

    /** The same protocol for today's networks. */
    public static SrmConfig defaults() {
        return of(Parameters.none());
    }

    /**
     * From a channel's parameters, with the usual size of packets.
     *
     * @throws IllegalArgumentException naming the parameter, its value and the allowed range
     */
    public static SrmConfig of(Parameters parameters) {
        return of(parameters, Wire.DEFAULT_DATAGRAM_BYTES);
    }

    /**
     * From a channel's parameters.
     *
     * @param maxPacketBytes see {@link org.rmcast.core.engine.Protocol#configure}
     * @throws IllegalArgumentException naming the parameter, its value and the allowed range
     */
    public static SrmConfig of(Parameters parameters, int maxPacketBytes) {
        return new SrmConfig(parameters, maxPacketBytes);
    }

    /** This configuration with one parameter changed; the name and the value as in a channel. */
    public SrmConfig with(String name, Object value) {
        return of(parameters().with(name, value), maxPacketBytes);
    }

    /** The constants that requests begin with. */
    TimerConstants requestConstants() {
        return variant == TimerVariant.ADAPTIVE
                ? AdaptiveConstants.ofRequests(requestTimerStart, requestTimerWidth)
                : FixedConstants.of(requestTimerStart, requestTimerWidth);
    }

    /** The constants that repairs begin with. */
    TimerConstants repairConstants() {
        if (variant == TimerVariant.ADAPTIVE) {
            return AdaptiveConstants.ofRepairs();
        }
        return variant.followsTheGroup()
                ? FixedConstants.logarithmic()
                : FixedConstants.of(repairTimerStart, repairTimerWidth);
    }
}
