package org.rmcast.core.testing;

import org.rmcast.api.Parameters;
import org.rmcast.core.channel.ParameterTable;
import org.rmcast.core.channel.Settings;

/** The parameters of the toys. */
final class ToyConfig extends Settings {
    static final ParameterTable TABLE = ParameterTable.of(ToyConfig::new);

    final int window = read(integer("window", "packets").range(1, 100_000).always(256), """
            Packets that not all have acknowledged, at a sender; packets that wait for others, at a receiver. Raising it: faster on
            long paths, more memory.""");

    final long memory = read(
            longInteger("memory", "bytes")
                    .range(0L, Long.MAX_VALUE)
                    .always(1L << 20)
                    .ofHeap(),
            """
            The most bytes of packets held, half of them for sending. Raising it: larger messages, more memory.""");

    final String fail = read(text("fail", "the name of a method").always(""), """
            The engine throws in this method: onStart, onSend, onDatagram or onDeadline.""");

    final boolean mute = read(flag("mute").always(false), "Whether no flush and no close is ever answered.");

    ToyConfig(Parameters given) {
        super(given);
        refuseOthers();
    }
}
