package org.rmcast.wan;

import java.util.List;
import org.rmcast.api.Parameters;
import org.rmcast.core.channel.ParameterTable;
import org.rmcast.core.engine.Configured;
import org.rmcast.core.engine.Protocol;
import org.rmcast.wan.wire.WanCodec;

/**
 * The wide-area group: causal order to any subset of a few members, receipts, repair from the nearest member that has what is missing.
 *
 * <p>Papers: see {@link WanConfig}. Found by {@link java.util.ServiceLoader} under the name {@code wan}.
 */
public final class WanProtocol implements Protocol {
    @Override
    public String name() {
        return "wan";
    }

    @Override
    public int wireId() {
        return WanCodec.PROTOCOL;
    }

    @Override
    public ParameterTable parameters() {
        return WanConfig.table();
    }

    @Override
    public List<WanMeter> meters() {
        return List.of(WanMeter.values());
    }

    @Override
    public Configured configure(Parameters parameters, int maxPacketBytes) {
        return new ConfiguredWan(WanConfig.of(parameters, maxPacketBytes));
    }
}
