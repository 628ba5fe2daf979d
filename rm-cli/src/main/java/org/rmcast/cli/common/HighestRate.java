package org.rmcast.cli.common;

import org.rmcast.api.Channel;
import org.rmcast.core.channel.Parameter;
import org.rmcast.core.channel.ParameterTable;
import org.rmcast.core.engine.Protocols;

/** Sets the rate of a channel's sender, by the parameters that protocols have for it. */
final class HighestRate {
    private static final String HIGHEST = "maxRate";
    private static final String LOWEST = "minRate";
    /** The rate that RMTP begins with. */
    private static final String FIRST = "rate";

    private static final String PRESET = "preset";

    private HighestRate() {}

    /**
     * The channel with this rate as the highest; its lowest rate follows if it would be above, and the user did not set it.
     *
     * @throws CommandFailure if the channel's protocol has no such parameter, or the channel sets it already
     */
    static Channel of(Channel channel, long bytesPerSecond) {
        if (!Bulk.isOf(channel)) {
            return of(
                    channel, bytesPerSecond, Protocols.find(channel.protocol()).parameters());
        }
        Channel bounded = of(channel, bytesPerSecond, Bulk.parameters());
        boolean given = channel.parameters().has(FIRST);
        return given
                ? bounded
                : bounded.toBuilder().parameter(FIRST, bytesPerSecond).build();
    }

    static Channel of(Channel channel, long bytesPerSecond, ParameterTable table) {
        if (table.find(HIGHEST).isEmpty()) {
            throw CommandFailure.usage("--rate: the protocol \"" + channel.protocol() + "\" has no parameter " + HIGHEST
                    + "; 'rmcast protocols " + channel.protocol() + "' lists those that it has");
        }
        Channel.Builder builder = channel.toBuilder().parameter(HIGHEST, bytesPerSecond);
        table.find(LOWEST)
                .filter(lowest -> !channel.parameters().has(LOWEST) && value(lowest, channel) > bytesPerSecond)
                .ifPresent(lowest -> builder.parameter(LOWEST, bytesPerSecond));
        return builder.build();
    }

    private static long value(Parameter parameter, Channel channel) {
        boolean paper = "paper".equals(channel.parameters().string(PRESET, ""));
        Object value =
                paper ? parameter.defaults().paper() : parameter.defaults().defaults();
        return value instanceof Number number ? number.longValue() : 0;
    }
}
