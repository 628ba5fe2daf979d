package org.rmcast.tram;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.rmcast.api.EventCause;
import org.rmcast.core.engine.Actions;
import org.rmcast.core.engine.Deadlines;
import org.rmcast.core.engine.ProtocolEngine;
import org.rmcast.core.engine.Reason;
import org.rmcast.tram.wire.TramPacket.Ack;
import org.rmcast.tram.wire.TramPacket.MemberRole;

/**
 * Whether the members of a head are still there. Those that are heads themselves are probed at short intervals once they are silent, and their
 * ports are watched: others depend on them. With a receiver, which pauses and goes on, there is more patience.
 */
final class MemberProbes {
    /** One is left for the own head's. */
    private static final int MOST_PORTS = Actions.MOST_WATCHED_PORTS - 1;

    /** The head. */
    interface Host {
        /** Asks a member for a sign of life. */
        void probe(HeadMember member);

        /** A member is gone. */
        void giveUp(HeadMember member, Reason reason);
    }

    private final TramConfig config;
    private final WatchedPorts ports = new WatchedPorts();

    MemberProbes(TramConfig config) {
        this.config = config;
    }

    /** Whether a member is probed. */
    boolean areFor(HeadMember member) {
        return config.probeIntervalNanos > 0 && (member.role == MemberRole.EAGER_HEAD || member.directMembers > 0);
    }

    /** A member acknowledges. */
    void onAlive(HeadMember member, Ack ack, long nowNanos) {
        member.lastHeardNanos = nowNanos;
        if (member.probation != null) {
            member.probation.onHeard(nowNanos);
        }
        if (member.liveness == null) {
            // The first acknowledgement answers the word that it was taken.
            long quietNanos = 3 * config.helloIntervalNanos;
            member.liveness = new Liveness(config, quietNanos, nowNanos - member.joinedNanos, nowNanos);
        } else {
            member.liveness.onHeard(nowNanos);
        }
        if (ack.asked().roundTripMicros() > 0) {
            member.liveness.onRoundTrip(1_000L * ack.asked().roundTripMicros());
        }
    }

    /** A member was asked for a sign of life with a hello. */
    void onDemand(HeadMember member, long nowNanos) {
        if (member.liveness != null && !areFor(member)) {
            member.liveness.onProbe(nowNanos);
        }
    }

    /** Why a member is to be given up, null if it is not. */
    @Nullable
    Reason gone(HeadMember member, long nowNanos) {
        Liveness liveness = member.liveness;
        if (liveness == null || !liveness.isGone(config.silenceNanos(), nowNanos)) {
            return null;
        }
        String text = liveness.describe(nowNanos) + ", " + liveness.unanswered() + " demands unanswered";
        return new Reason(EventCause.SILENT, text);
    }

    /** Looks who is silent; returns when to look next, {@link ProtocolEngine#NO_DEADLINE} if nobody is probed. */
    long look(List<HeadMember> members, Host host, long nowNanos, Actions actions) {
        long next = ProtocolEngine.NO_DEADLINE;
        List<InetSocketAddress> silent = new ArrayList<>();
        for (HeadMember member : members) {
            Liveness liveness = member.liveness;
            if (member.ghost || liveness == null || !areFor(member)) {
                continue;
            }
            liveness.onLook(nowNanos);
            liveness.onLoss(member.subtreeLoss ? 0 : Math.min(9_999, member.loss) / 10_000.0, true);
            if (liveness.isProbeDue(nowNanos)) {
                Reason gone = gone(member, nowNanos);
                if (gone != null) {
                    host.giveUp(member, gone);
                    continue;
                }
                liveness.onProbe(nowNanos);
                host.probe(member);
            }
            next = Deadlines.earlier(next, liveness.nextLookNanos(nowNanos));
            if (liveness.unanswered() > 0 && config.watchPorts && silent.size() < MOST_PORTS) {
                silent.add(member.address);
            }
        }
        ports.follow(silent, actions);
        return next;
    }

    /** A host says that nobody has the port of a member that is probed. */
    void onPortUnreachable(Iterable<HeadMember> members, InetSocketAddress peer, long nowNanos) {
        for (HeadMember member : members) {
            if (member.liveness != null && areFor(member) && member.address.equals(peer)) {
                member.liveness.onRefused(nowNanos);
            }
        }
    }

    /** There are no members any more. */
    void end(Actions actions) {
        ports.follow(List.of(), actions);
    }
}
