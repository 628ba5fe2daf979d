package org.rmcast.srm;

import org.jspecify.annotations.Nullable;
import org.rmcast.api.EngineMeter;
import org.rmcast.core.engine.Actions;
import org.rmcast.core.engine.Deadlines;
import org.rmcast.core.engine.ProtocolEngine;
import org.rmcast.srm.wire.SrmCodec;

/**
 * Sends the repairs that are due, of all streams, at a rate; and how far each goes.
 *
 * <p>Source: local recovery of SRM (Floyd et al., ToN 5(6), 1997). Who repairs for a request of time to live t is within t hops of who
 * asks, and those whom the request has reached are within t hops of that one. In one step the repair has to reach all those from here; in
 * two it goes as far as t, back to who asks, which sends it on with t. Not thread safe.
 */
final class RepairSending {
    private final SrmContext context;
    private final Neighbours neighbours;
    private final Streams streams;
    private final @Nullable OwnStream own;

    RepairSending(SrmContext context, Neighbours neighbours, Streams streams, @Nullable OwnStream own) {
        this.context = context;
        this.neighbours = neighbours;
        this.streams = streams;
        this.own = own;
    }

    /** Sends what is due, as far as the rate allows. */
    void drain(long nowNanos, Actions actions) {
        if (own != null) {
            while (context.repairPacer.mayLeave(nowNanos)) {
                Repairs.Repair repair = own.repairs().take(nowNanos);
                if (repair == null) {
                    break;
                }
                own.onRepairSent(send(repair, own.packet(repair.sequence()), nowNanos, actions), nowNanos);
            }
        }
        for (FollowedStream stream : streams.awake()) {
            while (context.repairPacer.mayLeave(nowNanos)) {
                Repairs.Repair repair = stream.repairs().take(nowNanos);
                if (repair == null) {
                    break;
                }
                send(repair, stream.reception().packet(repair.sequence()), nowNanos, actions);
            }
        }
    }

    /** Returns how many bytes were sent. */
    private int send(Repairs.Repair repair, byte @Nullable [] packet, long nowNanos, Actions actions) {
        if (packet == null) {
            return 0;
        }
        RepairTurn turn = repair.turn();
        boolean local = turn.scope < context.engine.ttl();
        boolean twoSteps = local && context.config.localRecovery == SrmConfig.LocalRecovery.TWO_STEP;
        int scope = local && !twoSteps ? oneStepScope(turn) : Math.min(turn.scope, context.engine.ttl());
        byte[] plain = SrmCodec.repair(packet, twoSteps, SrmContext.micros(turn.distanceNanos), turn.round, scope);
        context.counters.increment(EngineMeter.REPAIRS_SENT);
        context.repairPacer.leave(plain.length, nowNanos);
        actions.multicast(plain, scope);
        return plain.length;
    }

    private int oneStepScope(RepairTurn turn) {
        Neighbour requester = neighbours.find(turn.requester);
        int back = requester == null ? turn.scope : Math.min(turn.scope, context.ladder.hops(requester.rung));
        return Math.min(context.engine.ttl(), turn.scope + back);
    }

    long nextDeadlineNanos() {
        long deadline = own == null ? ProtocolEngine.NO_DEADLINE : own.repairs().nextDeadlineNanos();
        for (FollowedStream stream : streams.awake()) {
            deadline = Deadlines.earlier(deadline, stream.repairs().nextDeadlineNanos());
        }
        if (deadline == ProtocolEngine.NO_DEADLINE) {
            return deadline;
        }
        long ready = context.repairPacer.readyNanos();
        return Deadlines.compare(deadline, ready) < 0 ? ready : deadline;
    }
}
