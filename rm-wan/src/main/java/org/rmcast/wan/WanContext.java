package org.rmcast.wan;

import org.rmcast.api.EngineMeter;
import org.rmcast.core.engine.Actions;
import org.rmcast.core.engine.EngineContext;
import org.rmcast.core.engine.MeterValues;
import org.rmcast.core.flow.RoundTripEstimate;
import org.rmcast.wan.wire.WanCodec;
import org.rmcast.wan.wire.WanPacket;

/** What the parts of one member share. Not thread safe. */
final class WanContext {
    final EngineContext engine;
    final WanConfig config;
    final MeterValues<EngineMeter> counters = new MeterValues<>(EngineMeter.class);
    final MeterValues<WanMeter> own = new MeterValues<>(WanMeter.class);
    final Members members;
    final UnitPlaces places;
    final CausalPast past = new CausalPast();
    final Multicasts multicasts = new Multicasts();

    WanContext(EngineContext engine, WanConfig config, Members members) {
        this.engine = engine;
        this.config = config;
        this.members = members;
        this.places = new UnitPlaces(members);
    }

    /** Sends a packet without data to a member. */
    void unicast(Peer to, WanPacket packet, Actions actions) {
        counters.increment(EngineMeter.CONTROL_PACKETS_SENT);
        actions.unicast(to.address(), WanCodec.encode(packet));
    }

    /** Sends a packet without data to all members. */
    void multicast(WanPacket packet, Actions actions) {
        counters.increment(EngineMeter.CONTROL_PACKETS_SENT);
        actions.multicast(WanCodec.encode(packet), engine.ttl());
    }

    /** An estimate for a way that was not measured yet. */
    RoundTripEstimate newRoundTrip() {
        return new RoundTripEstimate(
                config.firstRoundTripNanos, config.requestTimeoutMinNanos, config.requestTimeoutMaxNanos);
    }

    /** The bytes that a member may have on its way, and others keep of it, in the present view. */
    long shareBytes() {
        return config.bufferBytes / Math.max(2, members.view().size());
    }
}
