package org.rmcast.tram;

import java.net.InetSocketAddress;
import org.rmcast.core.engine.Actions;
import org.rmcast.core.engine.EngineContext;
import org.rmcast.core.engine.EngineMeter;
import org.rmcast.core.engine.Role;
import org.rmcast.tram.wire.TramCodec;
import org.rmcast.tram.wire.TramPacket;
import org.rmcast.tram.wire.TramPacket.MemberRole;

/** What all parts of one engine share. */
final class TramContext {
    final EngineContext engine;
    final TramConfig config;
    final TramCounters counters = new TramCounters();

    TramContext(EngineContext engine, TramConfig config) {
        this.engine = engine;
        this.config = config;
    }

    MemberRole role() {
        if (engine.role() != Role.RECEIVER) {
            return MemberRole.EAGER_HEAD;
        }
        return config.canBeHead ? MemberRole.RELUCTANT_HEAD : MemberRole.MEMBER_ONLY;
    }

    /** A delay within [2/3, 4/3] of the nominal one, so that nodes do not fall into step. Source: JRMS 1.1. */
    long jittered(long nanos) {
        return (long) (nanos * (2 + 2 * engine.random().nextDouble()) / 3);
    }

    void multicast(TramPacket packet, int ttl, Actions actions) {
        counters.increment(EngineMeter.CONTROL_PACKETS_SENT);
        actions.multicast(TramCodec.encode(packet), ttl);
    }

    void unicast(InetSocketAddress to, TramPacket packet, Actions actions) {
        counters.increment(EngineMeter.CONTROL_PACKETS_SENT);
        actions.unicast(to, TramCodec.encode(packet));
    }
}
