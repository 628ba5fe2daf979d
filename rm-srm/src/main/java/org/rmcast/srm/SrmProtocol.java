package org.rmcast.srm;

import java.util.List;
import org.rmcast.api.Parameters;
import org.rmcast.core.channel.ParameterTable;
import org.rmcast.core.engine.Configured;
import org.rmcast.core.engine.Protocol;
import org.rmcast.srm.wire.SrmCodec;

/**
 * Scalable Reliable Multicast (SRM): whoever misses something asks the group, and any member that holds it repairs; random timers that are
 * scaled by distance keep others from doing the same.
 *
 * <p>Papers: see {@link SrmConfig}. Found by {@link java.util.ServiceLoader} under the name {@code srm}.
 */
public final class SrmProtocol implements Protocol {
    @Override
    public String name() {
        return "srm";
    }

    @Override
    public int wireId() {
        return SrmCodec.PROTOCOL;
    }

    @Override
    public ParameterTable parameters() {
        return SrmConfig.table();
    }

    @Override
    public List<SrmMeter> meters() {
        return List.of(SrmMeter.values());
    }

    @Override
    public Configured configure(Parameters parameters, int maxPacketBytes) {
        return new ConfiguredSrm(SrmConfig.of(parameters, maxPacketBytes));
    }
}
