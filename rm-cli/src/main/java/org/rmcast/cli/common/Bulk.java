package org.rmcast.cli.common;

import java.time.Duration;
import org.rmcast.api.Channel;
import org.rmcast.core.channel.ParameterTable;
import org.rmcast.rmtp.RmtpProtocol;

/** The protocol whose channels carry data sets, not sessions. */
public final class Bulk {
    /** Its name. */
    public static final String PROTOCOL = "rmtp";

    private static final String CONNECT_TIME = "connectTime";

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

    /** The channel with receivers that are asked for so long, unless it says how long. */
    public static Channel waiting(Channel channel, Duration time) {
        return channel.parameters().has(CONNECT_TIME)
                ? channel
                : channel.toBuilder()
                        .parameter(CONNECT_TIME, time.toMillis() + "ms")
                        .build();
    }
}
