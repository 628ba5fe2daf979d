package org.rmcast.pbcast;

import java.util.List;
import org.rmcast.api.Parameters;
import org.rmcast.core.channel.ParameterTable;
import org.rmcast.core.engine.Configured;
import org.rmcast.core.engine.Protocol;
import org.rmcast.pbcast.wire.PbcastCodec;

/**
 * Bimodal Multicast (pbcast): unreliable multicast among equals, repaired by gossip. Members that keep up get messages at a
 * steady rate whatever befalls others; what cannot be repaired in time is reported as lost.
 *
 * <p>Papers: see {@link PbcastConfig}. Found by {@link java.util.ServiceLoader} under the name {@code pbcast}.
 */
public final class PbcastProtocol implements Protocol {
    @Override
    public String name() {
        return "pbcast";
    }

    @Override
    public int wireId() {
        return PbcastCodec.PROTOCOL;
    }

    @Override
    public ParameterTable parameters() {
        return PbcastConfig.table();
    }

    @Override
    public List<PbcastMeter> meters() {
        return List.of(PbcastMeter.values());
    }

    @Override
    public Configured configure(Parameters parameters, int maxPacketBytes) {
        return new ConfiguredPbcast(PbcastConfig.of(parameters, maxPacketBytes));
    }
}
