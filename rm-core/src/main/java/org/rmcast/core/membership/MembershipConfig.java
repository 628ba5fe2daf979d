package org.rmcast.core.membership;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import org.rmcast.core.channel.Parameters;

/**
 * Parameters of the membership, which a channel carries beside those of its protocol. Immutable; times are in nanoseconds
 * here and durations such as {@code "500ms"} in a channel. The symbols are those of Das, Gupta, Motivala, "SWIM" (DSN 2002).
 */
public final class MembershipConfig {
    private static final String[] NAMES = {
        "contacts",
        "multicastJoin",
        "maxView",
        "probePeriod",
        "probeTimeout",
        "indirectProbes",
        "suspicionPeriods",
        "rumourFactor",
        "joinInterval",
        "joinAttempts",
        "joinAnswers",
        "announceInterval",
        "failedMemory"
    };

    /** Members to which a new one turns by unicast, in order: {@code "10.0.0.1:4000,10.0.0.2:4000"}. None. */
    public final List<InetSocketAddress> contacts;
    /** Whether a new member turns to the group by multicast. True; false for networks without. */
    public final boolean multicastJoin;
    /** Others that a member keeps at most; in a larger group a random part of it. 1,024. */
    public final int maxView;
    /** SWIM's protocol period T': one member is probed in each. 500 ms. Raising it: less traffic, later detection. */
    public final long probePeriodNanos;
    /** Wait for the answer to a ping, then others are asked. Three tenths of probePeriod. */
    public final long probeTimeoutNanos;
    /** SWIM's k: how many others are asked to ping a member that did not answer. 3. */
    public final int indirectProbes;
    /** Periods from suspicion to removal, times log10 of the group's size above 10. 5. Raising it: fewer mistakes, later removal. */
    public final int suspicionPeriods;
    /** SWIM's lambda: a member passes news on lambda ln(n + 1) times. 3. */
    public final int rumourFactor;
    /** Wait for an answer to the first join; doubles with each. 100 ms. */
    public final long joinIntervalNanos;
    /** Joins sent before a new member holds itself for the first. 5. */
    public final int joinAttempts;
    /** How many members answer a join by multicast, on average; doubles with each attempt. 3. */
    public final int joinAnswers;
    /** A group multicasts a sign of life about once in this time, so that parts of it find one another. 10 s. */
    public final long announceIntervalNanos;
    /** How long members that failed are remembered, and looked for again. 10 min. */
    public final long failedMemoryNanos;

    private MembershipConfig(Parameters p) {
        contacts = ContactList.parse(p.string("contacts", ""));
        multicastJoin = p.flag("multicastJoin", true);
        maxView = p.integer("maxView", 1024, 8, 65_536);
        probePeriodNanos = nanos(p, "probePeriod", Duration.ofMillis(500), Duration.ofMillis(10), Duration.ofHours(1));
        Duration period = Duration.ofNanos(probePeriodNanos);
        probeTimeoutNanos = nanos(
                p, "probeTimeout", period.multipliedBy(3).dividedBy(10), Duration.ofMillis(1), period.dividedBy(2));
        indirectProbes = p.integer("indirectProbes", 3, 0, 16);
        suspicionPeriods = p.integer("suspicionPeriods", 5, 1, 1000);
        rumourFactor = p.integer("rumourFactor", 3, 1, 20);
        joinIntervalNanos =
                nanos(p, "joinInterval", Duration.ofMillis(100), Duration.ofMillis(1), Duration.ofMinutes(1));
        joinAttempts = p.integer("joinAttempts", 5, 1, 12);
        joinAnswers = p.integer("joinAnswers", 3, 1, 32);
        announceIntervalNanos =
                nanos(p, "announceInterval", Duration.ofSeconds(10), Duration.ofMillis(100), Duration.ofHours(1));
        failedMemoryNanos = nanos(p, "failedMemory", Duration.ofMinutes(10), Duration.ofSeconds(1), Duration.ofDays(1));
    }

    /**
     * From a channel's parameters; those of other names are left alone.
     *
     * @throws IllegalArgumentException naming the parameter, its value and the allowed range
     */
    public static MembershipConfig of(Parameters parameters) {
        return new MembershipConfig(parameters);
    }

    /** The names of the parameters, for {@link Parameters#checkNames}. */
    public static String[] parameterNames() {
        return NAMES.clone();
    }

    private static long nanos(Parameters p, String name, Duration fallback, Duration min, Duration max) {
        return p.duration(name, fallback, min, max).toNanos();
    }
}
