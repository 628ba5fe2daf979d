package org.rmcast.core.state;

import java.net.InetSocketAddress;
import org.rmcast.core.engine.Actions;
import org.rmcast.core.engine.EngineContext;
import org.rmcast.core.membership.SwimMembership;

/** What both sides of a transfer share. */
final class StateContext {
    final EngineContext engine;
    final SwimMembership membership;
    final StreamPositions streams;
    final int maxPacketBytes;

    StateContext(EngineContext engine, SwimMembership membership, StreamPositions streams, int maxPacketBytes) {
        this.engine = engine;
        this.membership = membership;
        this.streams = streams;
        this.maxPacketBytes = maxPacketBytes;
    }

    long newNonce() {
        return engine.secrets().nextLong();
    }

    void send(InetSocketAddress to, StatePacket packet, Actions actions) {
        actions.unicast(to, StateCodec.encode(packet));
    }
}
