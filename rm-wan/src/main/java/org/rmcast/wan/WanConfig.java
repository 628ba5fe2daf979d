package org.rmcast.wan;

import org.rmcast.api.Parameters;
import org.rmcast.core.channel.ParameterTable;
import org.rmcast.core.channel.Preset;
import org.rmcast.core.channel.Settings;
import org.rmcast.core.membership.MembershipConfig;
import org.rmcast.core.wire.Wire;
import org.rmcast.wan.wire.WanCodec;

/**
 * The parameters of the wide-area group. Immutable; times are in nanoseconds here and durations such as {@code "250ms"} in a channel. Those
 * of the membership too, see {@link MembershipConfig}.
 *
 * <p>Paper: Tachikawa, Higaki, Takizawa, Gerla, Liu, Deen, Siratori, "Design and Evaluation of Wide-area Group Communication Protocols -
 * International Experiment". Causal order to subsets: Raynal, Schiper, Toueg, "The causal ordering abstraction and a simple way to implement
 * it" (1991).
 */
public final class WanConfig extends Settings {
    /** Which of the paper's four protocols, see its sections 4.1, 4.2 and 6. */
    public enum Mode {
        /** Every destination confirms to all others; the sender repairs. */
        BASIC,
        /** Every destination confirms to all others; the nearest member that has what is missing repairs. */
        MODIFIED,
        /** As MODIFIED, sent through the coordinators of groups of near members. */
        NESTED,
        /** Destinations confirm to the sender, which repairs, and tells them when all have it. */
        DECENTRALISED;

        /** Whether destinations confirm to one another. */
        boolean isDistributed() {
            return this != DECENTRALISED;
        }

        /** Whether destinations repair. */
        boolean destinationsRepair() {
            return this == MODIFIED || this == NESTED;
        }
    }

    /** By which ways messages leave, see the paper's section 4.3. */
    public enum Sending {
        /** To each destination once. */
        DIRECT,
        /** To each destination in as many copies as the allowed loss asks for. */
        REPLICATED,
        /** Through the coordinator of each group of near members. */
        HIERARCHICAL,
        /** Directly or through a relay, in as many copies as are needed, as what was measured says. */
        ADAPTIVE
    }

    private static final ParameterTable TABLE = ParameterTable.of(WanConfig::of);

    /** The largest packet, from the channel and the datagram path. */
    final int maxPacketBytes;

    final Preset preset = preset();

    final Mode mode = read(choice("mode", Mode.class).always(Mode.MODIFIED), """
            Which of the paper's protocols: basic, confirmations to all and repair by the sender; modified, repair by the nearest
            member that has it; nested, as modified, sent through the coordinators of groups of near members; decentralised,
            confirmations to the sender, which repairs and tells all when all have it.""");

    // Ways

    final Sending sending = read(choice("sending", Sending.class).always(Sending.ADAPTIVE), """
            By which ways messages leave: direct, to each destination once; replicated, in as many copies as allowedLoss asks for;
            hierarchical, through the coordinator of each group of near members; adaptive, directly or through a relay, as what was
            measured says.""");
    final double allowedLoss =
            read(share("allowedLoss").range(0.0, 1.0).paper(0.01).defaults(1.0), """
            How often all copies of a message to one destination may be lost at first: so many are sent, by the measured loss. What is
            lost is repaired all the same. Raising it: fewer copies, more repairs.""");
    final double criticalAllowedLoss =
            read(share("criticalAllowedLoss").range(0.0, 1.0).always(0.01), """
            The same for messages that are critical in time. Raising it: fewer copies, more of these messages are late.""");
    final boolean multicast = read(flag("multicast").always(true), """
            Whether messages go by IP multicast to those members that are found to hear it, where that takes fewer packets in all.
            False: to each by unicast.""");
    final int mostCopies =
            read(integer("mostCopies", "copies").range(1, WanCodec.MOST_COPIES).always(3), """
            More copies of a message are not sent on a way. Raising it: lossy ways are made surer, at the price of more traffic.""");
    final long copySpacingNanos =
            read(duration("copySpacing").range("0s", "10s").paper("0s").defaults("10ms"), """
            Time between copies of a message: 0 for back to back. Raising it: bursts of loss take fewer of them, what the first ones
            did not bring comes later.""");

    // Confirmations and repair

    final long ackDelayNanos =
            read(duration("ackDelay").range("0s", "10s").paper("0s").defaults("10ms"), """
            How long a confirmation waits for more, and for data that carries it. Raising it: fewer packets, later receipts.""");
    final long reorderingNanos =
            read(duration("reordering").range("0s", "10s").paper("0s").defaults("2ms"), """
            Wait after a gap shows, for packets that were only overtaken. Raising it: less is asked for in vain, later repair.""");
    final long requestTimeoutMinNanos =
            read(duration("requestTimeoutMin").range("1ms", "60s").always("5ms"), """
            Shortest wait for a repair, or for a confirmation; the time-out of measured round trips (RFC 6298) decides within the
            two. Raising it: less is sent twice, later repair of what was lost twice.""");
    final long requestTimeoutMaxNanos = read(
            duration("requestTimeoutMax")
                    .range("1ms", "10m")
                    .atLeast("requestTimeoutMin", requestTimeoutMinNanos)
                    .always("3s"),
            """
            Longest wait for a repair, or for a confirmation. Raising it: fewer requests under overload, later repair.""");
    final long firstRoundTripNanos =
            read(duration("firstRoundTrip").range("1ms", "10s").always("100ms"), """
            The round trip that is assumed to a member until one was measured. Raising it: less is asked for in vain at first.""");

    // Measurement and views

    final long probeIntervalNanos =
            read(duration("probeInterval").range("10ms", "10m").always("1s"), """
            Each way to another member is measured once in this time. Raising it: less traffic, later knowledge of changed delays
            and losses.""");
    final long viewDelayNanos = read(duration("viewDelay").range("0s", "60s").always("100ms"), """
            How long a change of members waits for others, before a view is proposed. Raising it: fewer views where many come at
            once, later ones.""");
    final long viewTimeoutNanos =
            read(duration("viewTimeout").range("100ms", "10m").always("3s"), """
            How long a proposed view waits for its members; it is made without those that do not answer. Raising it: slow members
            stay in more surely, those that cannot be reached hold others up for longer.""");

    final long stallNanos = read(duration("stall").range("100ms", "1h").always("3s"), """
            After so long without anything to give to the application, though more was sent, it is told. Raising it: short
            troubles are not told.""");

    // Sending and buffers

    final long maxRate = read(
            longInteger("maxRate", "bytes/s").range(1_000L, 100_000_000_000L).always(50_000_000L), """
            The highest rate at which a member sends, to all others together. Raising it: faster where the network bears it.""");
    final long bufferBytes = read(
            longInteger("bufferBytes", "bytes")
                    .range(1L << 18, 1L << 40)
                    .always(64L << 20)
                    .ofHeap(),
            """
            Bytes of others' messages kept until all their destinations have confirmed them, with what it costs to keep them.
            Raising it: more may be on its way, more memory.""");
    final long sendBufferBytes = read(
            longInteger("sendBufferBytes", "bytes")
                    .range(1L << 16, 1L << 40)
                    .always(16L << 20)
                    .ofHeap(),
            """
            Bytes of own messages kept until all have taken them, with what it costs to keep them; the application waits then.
            Raising it: more may be on its way, more memory.""");
    final long assemblyBytes = read(
            longInteger("assemblyBytes", "bytes")
                    .range((long) Wire.MAX_MESSAGE_BYTES, 1L << 40)
                    .always(64L << 20)
                    .ofHeap(),
            """
            Bytes of long messages that are put together at a time. Raising it: more long messages at once, more memory.""");

    final MembershipConfig membership = include(MembershipConfig.of(parameters()));

    private WanConfig(Parameters given, int maxPacketBytes) {
        super(given);
        this.maxPacketBytes = maxPacketBytes;
        refuseOthers();
    }

    private static WanConfig of(Parameters given) {
        return of(given, Wire.DEFAULT_DATAGRAM_BYTES);
    }

    /**
     * From a channel's parameters.
     *
     * @param maxPacketBytes the most bytes of a plain packet
     * @throws IllegalArgumentException naming the parameter, its value and the allowed range
     */
    public static WanConfig of(Parameters parameters, int maxPacketBytes) {
        return new WanConfig(parameters, maxPacketBytes);
    }

    /** All parameters. */
    public static ParameterTable table() {
        return TABLE;
    }
}
