package org.rmcast.core.engine;

import java.util.List;
import org.rmcast.api.EngineMeter;
import org.rmcast.api.Meter;
import org.rmcast.api.Parameters;
import org.rmcast.core.channel.ParameterTable;

/**
 * A protocol that channels can name; found by {@link java.util.ServiceLoader}. Implementations are stateless. Names and ids
 * are given out in {@link org.rmcast.core.wire.WireId}.
 */
public interface Protocol {
    /** The name that a channel gives, lower case: {@code tram}. */
    String name();

    /** The protocol's byte in the common header, 1 to 255; unique among protocols. */
    int wireId();

    /** What a channel may say of this protocol, with both presets; for tables, schemas and help. */
    ParameterTable parameters();

    /** What its engines count and measure besides {@link EngineMeter}: the constants of one enum, for documents. */
    default List<? extends Meter> meters() {
        return List.of();
    }

    /**
     * Reads a channel's parameters, once for all that is asked of the protocol under them.
     *
     * @param maxPacketBytes the most bytes of a plain packet, room for the common header included: the channel's {@code
     *     maxDatagramBytes} less what the layers of the datagram path add to it, see {@code DatagramPath.maxPacketBytes}
     * @throws IllegalArgumentException naming the field, its value and the allowed range; also for unknown fields
     */
    Configured configure(Parameters parameters, int maxPacketBytes);
}
