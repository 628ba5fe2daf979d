package org.rmcast.tram;

import java.util.List;
import org.rmcast.api.Parameters;
import org.rmcast.core.channel.ParameterTable;
import org.rmcast.core.engine.Configured;
import org.rmcast.core.engine.Protocol;
import org.rmcast.tram.wire.TramCodec;

/**
 * TRAM, a tree-based reliable multicast protocol: one sender, repair heads, selective and aggregated acknowledgements.
 *
 * <p>Paper: Khanna, Rogers, Bagchi, "Failure Handling in a Reliable Multicast Protocol for Improving Buffer Utilization and
 * Accommodating Heterogeneous Receivers", section 3.1, after Chiu, Hurst, Kadansky, Wesley (SMLI TR-98-66); constants of
 * the Java Reliable Multicast Service 1.1. Found by {@link java.util.ServiceLoader} under the name {@code tram}.
 */
public final class TramProtocol implements Protocol {
    @Override
    public String name() {
        return "tram";
    }

    @Override
    public int wireId() {
        return TramCodec.PROTOCOL;
    }

    @Override
    public ParameterTable parameters() {
        return TramConfig.table();
    }

    @Override
    public List<TramMeter> meters() {
        return List.of(TramMeter.values());
    }

    @Override
    public Configured configure(Parameters parameters, int maxPacketBytes) {
        return new ConfiguredTram(TramConfig.of(parameters, maxPacketBytes));
    }
}
