package org.rmcast.lab.bulk;

import java.util.Map;
import org.rmcast.api.Channel;
import org.rmcast.api.ChannelJson;
import org.rmcast.api.TestConditions;
import org.rmcast.bulk.BulkOptions;

/**
 * What a process with receivers is told.
 *
 * @param receivers how many
 * @param port of the channel
 * @param seed of the bytes that are expected
 * @param loss the share of datagrams that each receiver drops, by itself
 * @param process which of the processes it is, from 0
 * @param parameters of the protocol
 * @param seconds after which the process ends in any case
 */
record HostSettings(
        int receivers, int port, long seed, double loss, int process, Map<String, String> parameters, int seconds) {
    /** What a receiver asks the system for: many of them share its memory. */
    private static final int SOCKET_BYTES = 1 << 20;

    private static final String GROUP = "239.192.7.2";

    /** Those of one process: what its receivers lose is not what others do. */
    HostSettings with(int count, int process) {
        return new HostSettings(count, port, seed, loss, process, parameters, seconds);
    }

    /** The channel of this delivery. */
    Channel channel() {
        Channel.Builder builder = Channel.builder("bulk")
                .protocol("rmtp")
                .networkInterface(Channel.LOOPBACK)
                .ttl(0)
                .group(GROUP)
                .port(port);
        parameters.forEach((name, value) -> builder.parameter(name, ChannelJson.parameterValue(value)));
        return builder.build();
    }

    /** How receiver {@code index} of a process takes part. */
    BulkOptions options(int index) {
        TestConditions conditions = loss == 0
                ? TestConditions.none()
                : TestConditions.none()
                        .withInbound("loss=" + loss * 100 + "%")
                        .withSeed(seed + ((long) process << Integer.SIZE) + index);
        return BulkOptions.defaults().withSocketBytes(SOCKET_BYTES).withTesting(conditions);
    }
}
