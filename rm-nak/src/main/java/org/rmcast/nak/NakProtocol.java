package org.rmcast.nak;

import java.util.List;
import org.rmcast.api.Parameters;
import org.rmcast.core.channel.ParameterTable;
import org.rmcast.core.engine.Configured;
import org.rmcast.core.engine.Protocol;
import org.rmcast.nak.wire.NakCodec;

/**
 * The plain NAK protocol: unreliable multicast, and whoever misses something asks its sender, who sends it again to who asked. For small
 * groups; the baseline to which others are compared.
 *
 * <p>Paper: see {@link NakConfig}. Found by {@link java.util.ServiceLoader} under the name {@code nak}.
 */
public final class NakProtocol implements Protocol {
    @Override
    public String name() {
        return "nak";
    }

    @Override
    public int wireId() {
        return NakCodec.PROTOCOL;
    }

    @Override
    public ParameterTable parameters() {
        return NakConfig.table();
    }

    @Override
    public List<NakMeter> meters() {
        return List.of(NakMeter.values());
    }

    @Override
    public Configured configure(Parameters parameters, int maxPacketBytes) {
        return new ConfiguredNak(NakConfig.of(parameters, maxPacketBytes));
    }
}
