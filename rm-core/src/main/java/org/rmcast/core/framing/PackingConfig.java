package org.rmcast.core.framing;

import org.rmcast.api.Parameters;
import org.rmcast.core.channel.Settings;

/** The parameters of {@link MessagePacker}, for protocols to include among theirs. Immutable. */
public final class PackingConfig extends Settings {
    public final long batchDelayNanos =
            read(duration("batchDelay").range("0s", "1s").paper("0s").defaults("100us"), """
            How long a packet that is not full waits for more messages while data flows. Raising it: fewer packets for
            small messages, later delivery.""");
    public final boolean fillPackets = read(flag("fillPackets").paper(false).defaults(true), """
            Whether a message that does not fit into a packet any more is begun there all the same, and ends in the next one.
            True: fewer packets, full and of one length, which leave as one run; receivers put such messages together.""");
    public final int sendBufferBytes = read(
            integer("sendBufferBytes", "bytes")
                    .range(1, 1 << 30)
                    .always(4 << 20)
                    .ofHeap(),
            """
            Bytes of messages that wait at the sender. Raising it: more memory, the application waits less often.""");

    /**
     * From a channel's parameters; those of other names are left alone.
     *
     * @throws IllegalArgumentException naming the parameter, its value and the allowed range
     */
    public PackingConfig(Parameters given) {
        super(given);
    }

    /** A packer by these parameters, see {@link MessagePacker}. */
    public MessagePacker packer(int payloadBytes) {
        return new MessagePacker(payloadBytes, sendBufferBytes, fillPackets);
    }
}
