package org.rmcast.pbcast;

import java.net.InetSocketAddress;
import org.rmcast.api.EngineMeter;
import org.rmcast.core.engine.Actions;
import org.rmcast.core.engine.EngineContext;
import org.rmcast.core.engine.MeterValues;
import org.rmcast.core.framing.AssemblyBudget;
import org.rmcast.pbcast.wire.PbcastCodec;
import org.rmcast.pbcast.wire.PbcastPacket;

/** What all parts of one engine share. */
final class PbcastContext {
    final EngineContext engine;
    final PbcastConfig config;
    final MeterValues<EngineMeter> counters = new MeterValues<>(EngineMeter.class);
    final MeterValues<PbcastMeter> own = new MeterValues<>(PbcastMeter.class);
    /** For the packets of all other senders. */
    final PacketBudget budget;

    final AssemblyBudget assembly;
    final WakefulStreams wakeful = new WakefulStreams();

    PbcastContext(EngineContext engine, PbcastConfig config) {
        this.engine = engine;
        this.config = config;
        this.budget = new PacketBudget(config.bufferBytes);
        this.assembly = new AssemblyBudget(config.assemblyBytes);
    }

    void multicast(PbcastPacket packet, Actions actions) {
        counters.increment(EngineMeter.CONTROL_PACKETS_SENT);
        actions.multicast(PbcastCodec.encode(packet), engine.ttl());
    }

    void unicast(InetSocketAddress to, PbcastPacket packet, Actions actions) {
        counters.increment(EngineMeter.CONTROL_PACKETS_SENT);
        actions.unicast(to, PbcastCodec.encode(packet));
    }
}
