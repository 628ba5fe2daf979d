package org.rmcast.nak;

import java.net.InetSocketAddress;
import org.rmcast.api.EngineMeter;
import org.rmcast.core.buffer.ByteBudget;
import org.rmcast.core.engine.Actions;
import org.rmcast.core.engine.EngineContext;
import org.rmcast.core.engine.MeterValues;
import org.rmcast.core.flow.ShortestRoundTrips;
import org.rmcast.core.framing.AssemblyBudget;
import org.rmcast.core.stream.MessageDelivery;
import org.rmcast.core.stream.ReceptionContext;
import org.rmcast.nak.wire.NakCodec;
import org.rmcast.nak.wire.NakPacket;
import org.rmcast.nak.wire.NakPacket.Data;

/** What the parts of an engine share. Not thread safe. */
final class NakContext {
    /** While an owner does not answer, it is asked so seldom how far it is. */
    private static final long ASK_OWNER_NANOS = 200_000_000L;

    final EngineContext engine;
    final NakConfig config;
    final MeterValues<EngineMeter> counters = new MeterValues<>(EngineMeter.class);
    final MeterValues<NakMeter> own = new MeterValues<>(NakMeter.class);
    final ByteBudget budget;
    final ReceptionContext reception;
    final ShortestRoundTrips roundTrips;

    NakContext(EngineContext engine, NakConfig config) {
        this.engine = engine;
        this.config = config;
        this.roundTrips = new ShortestRoundTrips(config.maxMembers);
        this.budget = new ByteBudget(config.bufferBytes);
        this.reception = new ReceptionContext(
                engine.role().receives(),
                true,
                false,
                config.bufferPackets,
                config.bufferPackets,
                ASK_OWNER_NANOS,
                new ReceptionContext.Reordering(0, config.reorderingMaxNanos),
                new MessageDelivery.Layout(Data.FIRST_MESSAGE_OFFSET, Data.FRAMES_OFFSET),
                budget,
                new AssemblyBudget(config.assemblyBytes),
                counters);
    }

    /** Sends a control packet to the group. */
    void multicast(NakPacket packet, Actions actions) {
        counters.increment(EngineMeter.CONTROL_PACKETS_SENT);
        actions.multicast(NakCodec.encode(packet), engine.ttl());
    }

    /** Sends a control packet to one address, which was proved or may be sent as much. */
    void unicast(InetSocketAddress to, NakPacket packet, Actions actions) {
        counters.increment(EngineMeter.CONTROL_PACKETS_SENT);
        actions.unicast(to, NakCodec.encode(packet));
    }
}
