package org.rmcast.cli.common;

import java.time.Duration;
import org.rmcast.api.Channel;
import org.rmcast.core.channel.ParameterTable;
import org.rmcast.rmtp.RmtpProtocol;

/** The protocol whose channels carry data sets, not sessions. */
public final class Bulk {
    /** Its name. */
    public static final String PROTOCOL = "rmtp";

    private static final String TRIES = "connectTries";
    private static final Duration FIRST_WAIT = Duration.ofMillis(25);
    private static final Duration LONGEST_WAIT = Duration.ofMillis(800);

    private static final int MOST_TRIES = 1_000;

    private Bulk() {}

    /** Whether a channel carries data sets. */
    public static boolean isOf(Channel channel) {
        return channel.protocol().equals(PROTOCOL);
    }

    static ParameterTable parameters() {
        return new RmtpProtocol(
                        context -> {
                            throw new IllegalStateException("nothing is delivered");
                        },
                        context -> dataSet -> null)
                .parameters();
    }

    /** The channel with so many connection requests as fill this time, unless it says how many: the waits double up to a limit. */
    public static Channel waiting(Channel channel, Duration time) {
        if (channel.parameters().has(TRIES)) {
            return channel;
        }
        Duration wait = FIRST_WAIT;
        Duration all = Duration.ZERO;
        int tries = 0;
        while (all.compareTo(time) < 0 && tries < MOST_TRIES) {
            all = all.plus(wait);
            wait = wait.multipliedBy(2).compareTo(LONGEST_WAIT) < 0 ? wait.multipliedBy(2) : LONGEST_WAIT;
            tries++;
        }
        return channel.toBuilder().parameter(TRIES, Math.max(1, tries)).build();
    }
}
