package org.rmcast.tram;

import org.rmcast.core.engine.Actions;
import org.rmcast.tram.wire.TramPacket.MemberSolicitation;

/**
 * How a node asks heads to offer themselves: within a scope that grows, round after round until there is one, and not where another one
 * has just asked.
 *
 * <p>Source: JRMS 1.1 for the growing scope; see {@link JoiningCrowd} and {@link AnswerTimes} for the rest.
 */
final class Solicitations {
    private final TramContext context;
    private final HeadSearch.Host host;
    private final JoiningCrowd crowd;
    private final AnswerTimes times;
    private int ttl;
    /** How often all that can be reached were asked in vain. */
    private int rounds;

    Solicitations(TramContext context, HeadSearch.Host host) {
        this.context = context;
        this.host = host;
        this.crowd = new JoiningCrowd(context);
        this.times = new AnswerTimes(context.config, context.engine.ttl());
    }

    /** When others ask for the same. */
    JoiningCrowd crowd() {
        return crowd;
    }

    /** How long answers take. */
    AnswerTimes times() {
        return times;
    }

    /**
     * A search begins.
     *
     * @param isNew as in {@link JoiningCrowd#begin}
     */
    void begin(boolean isNew, long nowNanos) {
        ttl = 0;
        rounds = 0;
        times.begin();
        crowd.begin(isNew, nowNanos);
    }

    /** There is a head. */
    void onAttached(long roundTripNanos) {
        rounds = 0;
        times.onAttached(roundTripNanos);
    }

    /** Asks within the next scope, unless another one's question stands for that; returns when to look at the offers. */
    long ask(long nowNanos, Actions actions) {
        ttl = Math.min(context.engine.ttl(), ttl == 0 ? 1 : ttl + context.config.solicitationTtlStep);
        times.onAsked(ttl, nowNanos);
        long offersNanos = nowNanos + crowd.waitNanos(rounds);
        if (!crowd.mayRely(ttl, rounds > 0)) {
            send(ttl, nowNanos, actions);
        }
        return offersNanos;
    }

    /** Asks all within a scope, since one of them is to say more, unless many may do that at this time. */
    void askAgain(int scope, long nowNanos, Actions actions) {
        if (!crowd.isExpected()) {
            send(scope, nowNanos, actions);
        }
    }

    private void send(int scope, long nowNanos, Actions actions) {
        context.multicast(
                new MemberSolicitation(
                        rounds > 0, scope, context.role(), host.placeToKeep(nowNanos), host.source(), host.wanted()),
                scope,
                actions);
    }

    /** The scope within which was asked last. */
    int ttl() {
        return ttl;
    }

    /** Nobody has offered a place; whether all were asked, which ends a round. */
    boolean endsRound() {
        boolean isWidest = ttl >= context.engine.ttl();
        rounds += isWidest ? 1 : 0;
        return isWidest;
    }

    /** How often all that can be reached were asked in vain. */
    int rounds() {
        return rounds;
    }
}
