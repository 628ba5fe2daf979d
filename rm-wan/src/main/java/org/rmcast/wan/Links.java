package org.rmcast.wan;

import java.util.List;
import org.rmcast.core.engine.Actions;
import org.rmcast.core.engine.Deadlines;
import org.rmcast.core.engine.ProtocolEngine;
import org.rmcast.wan.wire.WanPacket.Link;
import org.rmcast.wan.wire.WanPacket.Stable;

/**
 * Tells each member where this one's stream to it begins and how far it is, until it is confirmed: so that a loss of the last packets is seen. A
 * sender that repairs itself sends again instead. Not thread safe.
 */
final class Links {
    private static final int MOST_DOUBLINGS = 6;

    private final WanContext context;
    private final OwnStream own;
    private final Outbound outbound;
    private boolean ended;
    private long toldStable;
    private long toldTaken;
    private long stableAtNanos = ProtocolEngine.NO_DEADLINE;

    Links(WanContext context, OwnStream own, Outbound outbound) {
        this.context = context;
        this.own = own;
        this.outbound = outbound;
    }

    /** This member sends no more. The stream of one that could not send does not end: there is none. */
    void end(Actions actions) {
        ended = context.engine.role().sends();
        for (Peer peer : context.members.peers()) {
            tell(peer, actions);
        }
    }

    /** A link begins. */
    void begin(Peer peer, long nowNanos, Actions actions) {
        tell(peer, actions);
        peer.out.resendAtNanos = nowNanos + peer.roundTrip().timeoutNanos();
    }

    /** A member has confirmed. */
    void onAck(Peer peer, boolean news, long nowNanos) {
        if (news) {
            peer.out.resends = 0;
            peer.out.onConfirmed(peer.roundTrip().smoothedNanos(), nowNanos);
        }
        if (peer.out.opened && !peer.out.isAwaiting()) {
            peer.out.resendAtNanos = ProtocolEngine.NO_DEADLINE;
        } else if (news) {
            peer.out.resendAtNanos = nowNanos + waitNanos(peer);
        }
    }

    /** What is due: whoever has not confirmed is told again. */
    void onDeadline(long nowNanos, Actions actions) {
        for (Peer peer : context.members.peers()) {
            if (Deadlines.isDue(peer.out.resendAtNanos, nowNanos)) {
                peer.out.resends++;
                peer.out.resendAtNanos = nowNanos + waitNanos(peer);
                HeldUnit oldest = peer.out.units.get(peer.out.units.first());
                if (oldest != null && sendsAgain(peer)) {
                    peer.out.onResent(nowNanos);
                    own.onRepair(peer, oldest);
                    outbound.repair(peer, oldest, peer.out.units.first(), 0);
                } else {
                    tell(peer, actions);
                }
            }
        }
    }

    /**
     * Paper, section 4.1: the third round of decentralised confirmation, in which a sender tells its destinations that all have a message; and
     * when all have taken it, so that nobody tells of it any more.
     */
    void tellStable(long nowNanos, Actions actions) {
        if (context.config.mode.isDistributed()) {
            return;
        }
        long stable = own.stable();
        long taken = own.taken();
        if ((stable > toldStable || taken > toldTaken) && stableAtNanos == ProtocolEngine.NO_DEADLINE) {
            stableAtNanos = nowNanos + context.config.ackDelayNanos;
        }
        if (Deadlines.isDue(stableAtNanos, nowNanos)) {
            stableAtNanos = ProtocolEngine.NO_DEADLINE;
            toldStable = stable;
            toldTaken = taken;
            repeatStable(actions);
        }
    }

    /** Tells it again: it may have been lost. */
    void repeatStable(Actions actions) {
        if (toldStable > 0 && !context.config.mode.isDistributed()) {
            Stable packet = new Stable(context.members.view().stamp, toldStable, toldTaken);
            context.members.peers().forEach(peer -> context.unicast(peer, packet, actions));
        }
    }

    private boolean sendsAgain(Peer peer) {
        return context.config.mode == WanConfig.Mode.DECENTRALISED && peer.out.opened && peer.out.isAwaiting();
    }

    private long waitNanos(Peer peer) {
        int doublings = Math.min(MOST_DOUBLINGS, peer.out.resends);
        return Math.min(
                context.config.requestTimeoutMaxNanos,
                peer.confirmationNanos(context.config.ackDelayNanos) << doublings);
    }

    /** Tells a member where this one's stream to it begins, how far it is, and where views began in it. */
    void tell(Peer peer, Actions actions) {
        tell(peer, false, actions);
    }

    /** Tells the same, and asks for the other's. */
    void ask(Peer peer, Actions actions) {
        tell(peer, true, actions);
    }

    private void tell(Peer peer, boolean asks, Actions actions) {
        OutLink out = peer.out;
        boolean over = ended && own.units() == 0;
        context.unicast(
                peer,
                new Link(
                        context.members.view().stamp,
                        out.base,
                        out.first,
                        out.reach(),
                        over,
                        asks,
                        List.copyOf(out.began)),
                actions);
    }

    long nextDeadlineNanos() {
        long next = stableAtNanos;
        for (Peer peer : context.members.peers()) {
            next = Deadlines.earlier(next, peer.out.resendAtNanos);
        }
        return next;
    }
}
