package org.rmcast.tram;

import java.net.InetSocketAddress;
import org.rmcast.api.EngineMeter;
import org.rmcast.api.Role;
import org.rmcast.core.engine.Actions;
import org.rmcast.core.engine.EngineContext;
import org.rmcast.core.peers.PeerLimits;
import org.rmcast.core.peers.ProvedAddresses;
import org.rmcast.tram.wire.TramCodec;
import org.rmcast.tram.wire.TramPacket;
import org.rmcast.tram.wire.TramPacket.MemberRole;

/** What all parts of one engine share. */
final class TramContext {
    private static final int MAX_PROVED_ADDRESSES = 8_192;
    private static final int MAX_UNPROVED_ADDRESSES = 4_096;
    /** Of how many addresses something is known. */
    static final int MAX_ADDRESSES = MAX_PROVED_ADDRESSES + MAX_UNPROVED_ADDRESSES;

    private static final long CREDIT_EXPIRY_NANOS = 60_000_000_000L;
    private static final long COOKIE_NANOS = 12L * 3_600_000_000_000L;

    final EngineContext engine;
    final TramConfig config;
    final TramCounters counters = new TramCounters();
    /** Who has proved to be where. */
    final ProvedAddresses addresses;

    final AnswerGuard guard;

    TramContext(EngineContext engine, TramConfig config) {
        this.engine = engine;
        this.config = config;
        this.addresses = new ProvedAddresses(
                new PeerLimits(
                        MAX_PROVED_ADDRESSES,
                        MAX_UNPROVED_ADDRESSES,
                        config.maxPacketBytes,
                        0,
                        CREDIT_EXPIRY_NANOS,
                        COOKIE_NANOS),
                engine.secrets());
        this.guard = new AnswerGuard(addresses, counters);
        config.staticHeads.forEach(named -> addresses.prove(named.address()));
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

    /**
     * Sends to an address of which another member has told: the first word to it. No longer than what told of it, and sent once for
     * that.
     */
    void introduce(InetSocketAddress to, TramPacket packet, long nowNanos, Actions actions) {
        byte[] datagram = TramCodec.encode(packet);
        addresses.heard(to, datagram.length, nowNanos);
        counters.increment(EngineMeter.CONTROL_PACKETS_SENT);
        actions.unicast(to, datagram);
    }

    void unicast(InetSocketAddress to, TramPacket packet, Actions actions) {
        counters.increment(EngineMeter.CONTROL_PACKETS_SENT);
        actions.unicast(to, TramCodec.encode(packet));
    }
}
