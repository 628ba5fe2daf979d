package org.rmcast.core.membership;

import java.net.InetSocketAddress;
import java.util.List;
import org.rmcast.api.Parameters;
import org.rmcast.core.channel.ParameterTable;
import org.rmcast.core.channel.Settings;

/**
 * Parameters of the membership, which a channel carries beside those of its protocol; the same with both presets. Immutable;
 * times are in nanoseconds here and durations such as {@code "500ms"} in a channel. The symbols are those of Das, Gupta,
 * Motivala, "SWIM" (DSN 2002).
 */
public final class MembershipConfig extends Settings {
    private static final ParameterTable TABLE = ParameterTable.of(MembershipConfig::new);

    public final List<InetSocketAddress> contacts = ContactList.parse(read(
            text("contacts", "up to 64 addresses and ports, such as 10.0.0.1:4000,[2001:db8::1]:4001")
                    .always(""),
            """
            Members to which a new one turns by unicast, in this order. Names are looked up when a session is opened, for all
            their addresses. A member that is to be one opens with `SessionBuilder.memberPort` (`--member-port`)."""));

    public final boolean multicastJoin = read(flag("multicastJoin").always(true), """
            Whether joins, announcements and leaves go by multicast; false where there is none.""");

    public final int maxView =
            read(integer("maxView", "members").range(8, 65_536).always(1024), """
            Others that a member keeps at most; of a larger group it knows a random part. Raising it: more memory and larger state
            transfers, a better estimate of the group's size.""");

    public final long probePeriodNanos =
            read(duration("probePeriod").range("10ms", "1h").term("T'").always("500ms"), """
            One member is probed in each such period. Raising it: less traffic, later detection.""");

    public final long probeTimeoutNanos = read(
            duration("probeTimeout")
                    .range("1ms", "30m")
                    .atMost("half of probePeriod", probePeriodNanos / 2)
                    .derived("three tenths of probePeriod", probePeriodNanos * 3 / 10),
            """
            Wait for the answer to a ping; then others are asked. A LAN answers in less than 1 ms, the rest is for pauses. Raising
            it: fewer members are asked in vain, less of the period is left for their answers.""");

    public final int indirectProbes =
            read(integer("indirectProbes", "members").range(0, 16).term("k").always(3), """
            How many others are asked to ping a member that did not answer. Raising it: more ways around a bad link, more
            traffic for each member that is silent.""");

    public final int suspicionPeriods =
            read(integer("suspicionPeriods", "periods").range(1, 1000).always(5), """
            Periods from suspicion to removal, times log10 of the group's size above ten members: 2.5 s at up to ten, longer than
            usual pauses of a JVM. Raising it: fewer mistakes, later removal.""");

    public final int rumourFactor =
            read(integer("rumourFactor", "").range(1, 20).term("lambda").always(3), """
            A member passes news on this often, times ln(n + 1) in a group of n. Raising it: news reaches everyone more surely, at
            the price of room in the packets.""");

    public final long joinIntervalNanos =
            read(duration("joinInterval").range("1ms", "1m").always("100ms"), """
            Wait for an answer to the first join; doubles with each. Raising it: fewer joins on slow links, a longer start for the
            first member.""");

    public final int joinAttempts =
            read(integer("joinAttempts", "joins").range(1, 12).always(5), """
            Joins sent before a new member holds itself for the first: 3.1 s together. Raising it: fewer groups founded twice under
            loss, a longer start for the first member.""");

    public final int joinAnswers =
            read(integer("joinAnswers", "members").range(1, 32).always(3), """
            How many members answer a join by multicast, on average; doubles with each attempt. Raising it: surer joins under
            loss, more answers to each.""");

    public final long announceIntervalNanos =
            read(duration("announceInterval").range("100ms", "1h").always("10s"), """
            A group multicasts a sign of life about once in this time, so that parts of it find one another. Raising it: fewer
            announcements, parts find one another later.""");

    public final long failedMemoryNanos =
            read(duration("failedMemory").range("1s", "24h").always("10m"), """
            How long members that failed are remembered, and looked for again. Raising it: longer partitions heal by themselves,
            more pings to members that are gone for good.""");

    private MembershipConfig(Parameters given) {
        super(given);
    }

    /**
     * From a channel's parameters; those of other names are left alone.
     *
     * @throws IllegalArgumentException naming the parameter, its value and the allowed range
     */
    public static MembershipConfig of(Parameters parameters) {
        return new MembershipConfig(parameters);
    }

    /** The membership's parameters. */
    public static ParameterTable table() {
        return TABLE;
    }
}
