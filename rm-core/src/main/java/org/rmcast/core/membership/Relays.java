package org.rmcast.core.membership;

import java.net.InetSocketAddress;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.rmcast.core.engine.Actions;
import org.rmcast.core.engine.Deadlines;
import org.rmcast.core.engine.ProtocolEngine;
import org.rmcast.core.membership.MembershipPacket.Ack;
import org.rmcast.core.membership.MembershipPacket.IndirectAck;
import org.rmcast.core.membership.MembershipPacket.Ping;
import org.rmcast.core.membership.MembershipPacket.PingRequest;

/**
 * Pings on behalf of other members. Who asked hears that there was an answer, or that there was none for the time of a probe, so
 * that it knows at least that it is not cut off itself (Lifeguard's nack). Bounded, for each member that asks and in all: the
 * oldest of its own requests makes room. Not thread safe.
 */
final class Relays {
    private static final int MOST = 64;
    private static final int MOST_PER_MEMBER = 8;

    private final Outbox outbox;
    private final long timeoutNanos;
    private final long memoryNanos;
    private final Map<Long, Relay> byNonce = new LinkedHashMap<>();
    private int open;

    private static final class Relay {
        final PingRequest request;
        final InetSocketAddress requester;
        final long sinceNanos;
        boolean denied;

        Relay(PingRequest request, InetSocketAddress requester, long sinceNanos) {
            this.request = request;
            this.requester = requester;
            this.sinceNanos = sinceNanos;
        }
    }

    Relays(MembershipConfig config, Outbox outbox) {
        this.outbox = outbox;
        this.timeoutNanos = config.probeTimeoutNanos;
        this.memoryNanos = config.probePeriodNanos;
    }

    static int mostRecords() {
        return MOST;
    }

    int records() {
        return byNonce.size();
    }

    long nextDeadlineNanos() {
        if (open > 0) {
            for (Relay relay : byNonce.values()) {
                if (!relay.denied) {
                    return relay.sinceNanos + timeoutNanos;
                }
            }
        }
        return ProtocolEngine.NO_DEADLINE;
    }

    /** A member asks to ping another one; without news, so that the ping is not longer than the request. */
    void onRequest(InetSocketAddress from, PingRequest request, long nowNanos, Actions actions) {
        makeRoom(from);
        long nonce = outbox.newNonce();
        byNonce.put(nonce, new Relay(request, from, nowNanos));
        open++;
        outbox.unicast(request.target(), new Ping(outbox.self(), nonce, request.targetId(), 0, List.of()), actions);
    }

    private void makeRoom(InetSocketAddress from) {
        int ofMember = 0;
        for (Relay relay : byNonce.values()) {
            ofMember += relay.requester.equals(from) ? 1 : 0;
        }
        boolean ownOnly = ofMember >= MOST_PER_MEMBER;
        if (!ownOnly && byNonce.size() < MOST) {
            return;
        }
        Iterator<Relay> oldest = byNonce.values().iterator();
        while (oldest.hasNext()) {
            Relay relay = oldest.next();
            if (!ownOnly || relay.requester.equals(from)) {
                open -= relay.denied ? 0 : 1;
                oldest.remove();
                return;
            }
        }
    }

    /** Whether this answers a ping for another member, which is told. */
    boolean onAck(Ack ack, Actions actions) {
        Relay relay = byNonce.get(ack.nonce());
        if (relay == null || relay.request.targetId() != ack.sender().id()) {
            return false;
        }
        byNonce.remove(ack.nonce());
        open -= relay.denied ? 0 : 1;
        answer(relay, true, ack.sender().incarnation(), actions);
        return true;
    }

    void onDeadline(long nowNanos, Actions actions) {
        if (!Deadlines.isDue(nextDeadlineNanos(), nowNanos)) {
            return;
        }
        Iterator<Relay> oldest = byNonce.values().iterator();
        while (oldest.hasNext()) {
            Relay relay = oldest.next();
            long ageNanos = nowNanos - relay.sinceNanos;
            if (!relay.denied && ageNanos >= timeoutNanos) {
                relay.denied = true;
                open--;
                answer(relay, false, 0, actions);
            }
            if (ageNanos >= memoryNanos) {
                oldest.remove();
            }
        }
    }

    private void answer(Relay relay, boolean alive, int incarnation, Actions actions) {
        PingRequest request = relay.request;
        outbox.unicast(
                relay.requester,
                new IndirectAck(outbox.self(), request.nonce(), request.targetId(), alive, incarnation),
                actions);
    }
}
