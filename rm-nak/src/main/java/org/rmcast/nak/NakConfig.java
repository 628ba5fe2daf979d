package org.rmcast.nak;

import org.rmcast.api.Parameters;
import org.rmcast.core.channel.ParameterTable;
import org.rmcast.core.channel.Preset;
import org.rmcast.core.channel.Settings;
import org.rmcast.core.flow.shared.RateControl;
import org.rmcast.core.framing.PackingConfig;
import org.rmcast.core.wire.Wire;

/**
 * The parameters of the NAK protocol. Immutable; times are in nanoseconds here and durations such as {@code "250ms"} in a channel.
 *
 * <p>Two presets, chosen by the parameter {@code preset}: {@code paper}, the baseline as published, which asks once for each packet, at once,
 * and never again; and {@code defaults}, which asks again until it has it. Any parameter may be given besides.
 *
 * <p>Papers: Tanaraksiritavorn and Mishra, "Evaluation of Gossip to Build Scalable and Reliable Multicast Protocols", section 2 (the
 * protocol); LRMP, draft-liao-lrmp-00 (the rate).
 */
public final class NakConfig extends Settings {
    private static final ParameterTable TABLE = ParameterTable.of(NakConfig::of);

    /** The largest packet, from the channel and the datagram path. */
    final int maxPacketBytes;

    final Preset preset = preset();

    // Requests

    final int maxRequests =
            read(integer("maxRequests", "requests").range(1, 1_000).paper(1).defaults(40), """
            How often a packet is asked for before it is given up, each time after the time-out of the one before. Raising it:
            longer interruptions lose nothing, what follows a packet that nobody has is delivered later.""");
    final int requestPackets =
            read(integer("requestPackets", "packets").range(1, 1 << 16).paper(1).defaults(4_096), """
            Packets that one request may ask for. Raising it: fewer datagrams where much is lost at a time.""");
    final long reorderingMaxNanos =
            read(duration("reorderingMax").range("0s", "60s").paper("0s").defaults("20ms"), """
            Longest wait after a gap shows, for packets that were only overtaken; none until packets are seen to overtake one
            another, then as long as they are seen to be late, at most a round trip. Raising it: less is asked for in vain where
            packets overtake one another, later repair.""");
    final long requestTimeoutMinNanos = read(
            duration("requestTimeoutMin").range("100us", "60s").paper("500ms").defaults("2ms"), """
            Shortest wait for a repair before it is asked for again, or given up; the time-out of measured round trips (RFC
            6298) decides within the two. Raising it: less is asked for twice, later repair of what was lost twice.""");
    final long requestTimeoutMaxNanos = read(
            duration("requestTimeoutMax")
                    .range("100us", "10m")
                    .atLeast("requestTimeoutMin", requestTimeoutMinNanos)
                    .paper("500ms")
                    .defaults("250ms"),
            """
            Longest wait for a repair. Raising it: fewer requests under overload, later repair.""");
    final int requestWindow =
            read(integer("requestWindow", "packets").range(0, 1 << 20).paper(0).defaults(64), """
            How many packets may have been asked for and not come yet, at first: after that as many as the way takes, found as
            TCP finds it; 0: any number. Raising it: faster catching up at once, more lost where the way takes less.""");

    // Session messages and members

    final long sessionIntervalNanos =
            read(duration("sessionInterval").range("10ms", "10m").paper("1s").defaults("250ms"), """
            Between two session messages of a member in a small group. Raising it: less traffic, lost last packets and new
            members are noticed later.""");
    final long sessionPromptNanos =
            read(duration("sessionPrompt").range("100us", "10m").paper("1s").defaults("10ms"), """
            After its last data a sender says so soon how far it is. Raising it: less traffic, a lost last packet is noticed
            later.""");
    final long sessionRate = read(
            longInteger("sessionRate", "bytes/s").range(100L, 10_000_000_000L).always(125_000L), """
            What the session messages of all members together may take: in large groups each speaks less often. Raising it: more
            traffic, members are noticed sooner.""");
    final long silenceNanos = read(duration("silence").range("100ms", "24h").always("4s"), """
            Silence after which a member is forgotten, or after six of its own intervals if that is longer. Raising it: longer
            interruptions are survived, a dead member holds others up for longer.""");
    final int maxMembers =
            read(integer("maxMembers", "members").range(1, 65_536).always(1_024), """
            Members that are known at a time; further ones are not heard. Raising it: larger groups, more memory.""");

    // Sending

    final RateControl rateControl = read(
            choice("rateControl", RateControl.class).paper(RateControl.FIXED).defaults(RateControl.BY_TTL), """
            How the sender adapts its rate: by-ttl, lan where the channel's ttl is 0 or 1, else shared; lan, by how old the
            packets are that others ask for (LRMP), quick and without regard for others; shared, beside TCP as one more of it
            (TFMCC), from what receivers report; fixed, maxRate always, as in the paper.""");
    final long minRate =
            read(longInteger("minRate", "bytes/s").range(1L, 100_000_000_000L).always(1_000_000L), """
            Lowest rate of rateControl lan. Raising it: no member slows the sender down below it.""");
    final long startRate =
            read(longInteger("startRate", "bytes/s").range(1L, 100_000_000_000L).always(100_000_000L), """
            The rate at the start, within the lowest and the highest, of rateControl lan. Raising it: a faster start,
            more loss at first where the network is slower.""");
    final long maxRate = read(
            longInteger("maxRate", "bytes/s")
                    .range(1L, 100_000_000_000L)
                    .atLeast("minRate", minRate)
                    .always(1_000_000_000L),
            """
            Highest rate. Raising it: faster where the network bears it, larger bursts where it does not.""");
    final long minSharedRate = read(
            longInteger("minSharedRate", "bytes/s")
                    .range(1L, 100_000_000_000L)
                    .atMost("maxRate", maxRate)
                    .derived("10,000, or maxRate if that is less", Math.min(10_000L, maxRate)),
            """
            Lowest rate of rateControl shared, in place of minRate. Raising it: nothing slows the sender down below it, not even
            a network that bears less.""");
    final int sendWindow =
            read(integer("sendWindow", "packets").range(8, 1 << 24).always(4_096), """
            The window of rateControl lan: the rate is cut where packets are asked for that lie more than a quarter of it
            behind. Raising it: slow members slow the sender down later.""");
    final boolean waitForReceivers = read(flag("waitForReceivers").paper(false).defaults(true), """
            Whether a sender with a full buffer waits for members that have not confirmed what is in it, at most for as long as
            keep says; else the oldest packets go.""");
    final PackingConfig packing = include(new PackingConfig(parameters()));

    // Buffers

    final long keepNanos =
            read(duration("keep").range("10ms", "24h").paper("60s").defaults("10s"), """
            How long a sender keeps its packets for repair, at least while it has room. Raising it: longer interruptions lose
            nothing, more memory in use.""");
    final long ownBufferBytes = read(
            longInteger("ownBufferBytes", "bytes")
                    .range(1L << 16, 1L << 40)
                    .always(64L << 20)
                    .ofHeap(),
            """
            Bytes of own packets kept for repair, with what it costs to keep them. Raising it: more memory, longer
            interruptions are survived at high rates.""");
    final int ownBufferPackets = read(
            integer("ownBufferPackets", "packets")
                    .range(64, 1 << 24)
                    .always(65_536)
                    .ofHeap(),
            """
            Own packets kept for repair at most. Raising it: more memory for small packets.""");
    final long bufferBytes = read(
            longInteger("bufferBytes", "bytes")
                    .range(1L << 16, 1L << 40)
                    .always(64L << 20)
                    .ofHeap(),
            """
            Bytes of packets of all other senders held until they are delivered. Raising it: more memory, less is asked for
            again where the application is slow.""");
    final int bufferPackets = read(
            integer("bufferPackets", "packets")
                    .range(64, 1 << 24)
                    .always(65_536)
                    .ofHeap(),
            """
            How far ahead of the first missing packet those of one sender are taken. Raising it: more memory, more may come
            while a repair is on its way.""");
    final long assemblyBytes = read(
            longInteger("assemblyBytes", "bytes")
                    .range((long) Wire.MAX_MESSAGE_BYTES, 1L << 40)
                    .always(32L << 20)
                    .ofHeap(),
            """
            Bytes of messages that span packets, under assembly at one time, of all senders together. Raising it: more
            memory, more large messages at a time.""");

    private NakConfig(Parameters given, int maxPacketBytes) {
        super(given);
        this.maxPacketBytes = maxPacketBytes;
        refuseOthers();
        if (ownBufferBytes < 4L * maxPacketBytes || bufferBytes < 4L * maxPacketBytes) {
            throw new IllegalArgumentException("parameters 'bufferBytes' and 'ownBufferBytes' must be at least"
                    + " 4 times the channel's largest packet = " + 4L * maxPacketBytes + ", were " + bufferBytes
                    + " and " + ownBufferBytes);
        }
    }

    /** What may be given, and what is used otherwise. */
    public static ParameterTable table() {
        return TABLE;
    }

    /** The baseline as published. */
    public static NakConfig paper() {
        return of(Parameters.none().with("preset", "paper"));
    }

    /** The same protocol for use. */
    public static NakConfig defaults() {
        return of(Parameters.none());
    }

    /**
     * From a channel's parameters, with the usual size of packets.
     *
     * @throws IllegalArgumentException naming the parameter, its value and the allowed range
     */
    public static NakConfig of(Parameters parameters) {
        return of(parameters, Wire.DEFAULT_DATAGRAM_BYTES);
    }

    /**
     * From a channel's parameters.
     *
     * @param maxPacketBytes see {@link org.rmcast.core.engine.Protocol#configure}
     * @throws IllegalArgumentException naming the parameter, its value and the allowed range
     */
    public static NakConfig of(Parameters parameters, int maxPacketBytes) {
        return new NakConfig(parameters, maxPacketBytes);
    }

    /** This configuration with one parameter changed; the name and the value as in a channel. */
    public NakConfig with(String name, Object value) {
        return of(parameters().with(name, value), maxPacketBytes);
    }
}
