package org.rmcast.srm;

import org.rmcast.api.EngineMeter;
import org.rmcast.core.buffer.ByteBudget;
import org.rmcast.core.engine.Actions;
import org.rmcast.core.engine.EngineContext;
import org.rmcast.core.engine.MeterValues;
import org.rmcast.core.flow.Pacer;
import org.rmcast.core.framing.AssemblyBudget;
import org.rmcast.core.stream.MessageDelivery;
import org.rmcast.core.stream.ReceptionContext;
import org.rmcast.srm.wire.SrmCodec;
import org.rmcast.srm.wire.SrmPacket;
import org.rmcast.srm.wire.SrmPacket.Data;

/** What the parts of one member share. Not thread safe. */
final class SrmContext {
    /** While an owner does not answer, it is asked so seldom how far it is. */
    private static final long ASK_OWNER_NANOS = 200_000_000L;

    final EngineContext engine;
    final SrmConfig config;
    final MeterValues<EngineMeter> counters = new MeterValues<>(EngineMeter.class);
    final MeterValues<SrmMeter> own = new MeterValues<>(SrmMeter.class);
    final ReceptionContext reception;
    final SuppressionTimer requestTimer;
    final SuppressionTimer repairTimer;
    final ScopeLadder ladder;
    /** What this member sends of others' data. */
    final Pacer repairPacer;

    SrmContext(EngineContext engine, SrmConfig config) {
        this.engine = engine;
        this.config = config;
        this.reception = new ReceptionContext(
                engine.role().receives(),
                config.delivery == SrmConfig.Delivery.FIFO,
                true,
                config.bufferPackets,
                config.bufferPackets,
                ASK_OWNER_NANOS,
                new ReceptionContext.Reordering(0, 0),
                new MessageDelivery.Layout(Data.FIRST_MESSAGE_OFFSET, Data.FRAMES_OFFSET),
                new ByteBudget(config.bufferBytes),
                new AssemblyBudget(config.assemblyBytes),
                counters);
        this.requestTimer = timer(config.requestConstants());
        this.repairTimer = timer(config.repairConstants());
        this.ladder = new ScopeLadder(config, engine.ttl());
        this.repairPacer = new Pacer(config.maxRate, Pacer.BURST_NANOS);
    }

    private SuppressionTimer timer(TimerConstants constants) {
        return new SuppressionTimer(
                constants,
                config.backOff,
                config.backOffGrowth,
                config.distanceFloorNanos,
                config.requestDelayMaxNanos,
                engine.random());
    }

    /** So many members are known, this one included. */
    void onGroup(int members) {
        requestTimer.onGroup(members);
        repairTimer.onGroup(members);
    }

    /** Sends a session message or a request. Returns its length. */
    int multicast(SrmPacket packet, int scope, Actions actions) {
        byte[] plain = SrmCodec.encode(packet);
        counters.increment(EngineMeter.CONTROL_PACKETS_SENT);
        actions.multicast(plain, scope);
        return plain.length;
    }

    /** Microseconds as packets have them. */
    static int micros(long nanos) {
        return (int) Math.max(0, Math.min(Integer.MAX_VALUE, nanos / 1_000));
    }
}
