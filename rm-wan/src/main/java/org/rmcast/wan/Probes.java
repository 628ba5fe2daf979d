package org.rmcast.wan;

import java.util.ArrayList;
import java.util.List;
import org.rmcast.core.engine.Actions;
import org.rmcast.core.engine.Deadlines;
import org.rmcast.core.engine.ProtocolEngine;
import org.rmcast.wan.wire.WanPacket.Echo;
import org.rmcast.wan.wire.WanPacket.Probe;
import org.rmcast.wan.wire.WanPacket.Way;

/**
 * Measures the ways to all other members. Paper, section 2: each process asks each other one periodically, as ICMP Timestamp does, for delays
 * and losses. Not thread safe.
 */
final class Probes {
    private static final int MICROS = 1_000;
    private static final int PERMILLE = 1_000;
    /** A new member is measured so often within an interval. */
    private static final int FIRST_PROBES = 5;

    private int firstProbes;

    private final WanContext context;
    private final Acks acks;
    private long nextAtNanos = ProtocolEngine.NO_DEADLINE;

    Probes(WanContext context, Acks acks) {
        this.context = context;
        this.acks = acks;
    }

    void start(long nowNanos) {
        nextAtNanos = nowNanos + context.engine.random().nextLong(context.config.probeIntervalNanos);
    }

    /** A member is new: it is measured soon. */
    void onUp(Peer peer, long nowNanos, Actions actions) {
        firstProbes = FIRST_PROBES;
        nextAtNanos = Deadlines.earlier(nextAtNanos, nowNanos + context.config.probeIntervalNanos / FIRST_PROBES);
        probe(peer, nowNanos, actions);
    }

    /** Measures if it is time; says whether it was. */
    boolean onDeadline(long nowNanos, Actions actions) {
        boolean due = Deadlines.isDue(nextAtNanos, nowNanos);
        if (due) {
            firstProbes = Math.max(0, firstProbes - 1);
            nextAtNanos = nowNanos + context.config.probeIntervalNanos / (firstProbes > 0 ? FIRST_PROBES : 1);
            if (context.config.multicast && context.config.membership.multicastJoin) {
                context.multicast(
                        new Probe(context.members.view().stamp, 0, micros(nowNanos), false, List.of()), actions);
            }
            for (Peer peer : context.members.peers()) {
                peer.path.onDue(nowNanos, context.config.probeIntervalNanos);
                probe(peer, nowNanos, actions);
                acks.onRepeat(peer, nowNanos);
            }
        }
        return due;
    }

    private void probe(Peer peer, long nowNanos, Actions actions) {
        List<Way> ways = new ArrayList<>();
        View view = context.members.view();
        for (Peer other : context.members.peers()) {
            double delay = other.path.apparentDelayMicros();
            if (!Double.isNaN(delay)) {
                ways.add(new Way(view.placeOf(other.id()), Math.round(delay), (int)
                        Math.round(PERMILLE * other.path.lossHere())));
            }
        }
        boolean hears = peer.path.hearsMulticast(nowNanos, context.config.probeIntervalNanos);
        context.unicast(peer, new Probe(view.stamp, peer.path.nextProbe(), micros(nowNanos), hears, ways), actions);
    }

    private static long micros(long nanos) {
        return Math.floorDiv(nanos, (long) MICROS);
    }

    void onProbe(Peer from, Probe probe, long nowNanos, Actions actions) {
        from.path.onProbe(probe.number(), nowNanos);
        context.multicasts.onHears(from, probe.hears());
        from.path.onApparentDelay((double) (micros(nowNanos) - probe.sentMicros()));
        View view = context.members.view();
        if (probe.view().equals(view.stamp)) {
            for (Way way : probe.ways()) {
                int slot = way.member() < view.size() ? context.members.slotOf(view.member(way.member())) : -1;
                if (slot >= 0 && slot != from.slot) {
                    from.path.onWay(slot, (double) way.delayMicros(), (double) way.lossPermille() / PERMILLE);
                }
            }
        }
        context.unicast(
                from,
                new Echo(context.members.view().stamp, probe.number(), probe.sentMicros(), micros(nowNanos)),
                actions);
    }

    void onEcho(Peer from, Echo echo, long nowNanos) {
        from.path.onEcho(echo.number(), micros(nowNanos) - echo.sentMicros());
    }

    long nextDeadlineNanos() {
        return nextAtNanos;
    }
}
