package org.rmcast.wan;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.rmcast.core.engine.Actions;
import org.rmcast.core.engine.Deadlines;
import org.rmcast.core.engine.ProtocolEngine;
import org.rmcast.wan.wire.WanPacket.Began;

/**
 * What is waited for where parts of a group meet. A member of another part may have been given messages, while all were together earlier, that
 * are still on their way to this one from a member of its own part; it does not know any more for whom these are. So what is sent in the common
 * view waits until all has been taken that members of this part had sent before that view. Not thread safe.
 */
final class Barriers {
    private static final long UNKNOWN = -1;

    private final WanContext context;
    private final Departures departures;
    /** By view: of each member that came into it together with this one, the first link number that was not given before, if it is known. */
    private final TreeMap<Long, Map<Peer, Long>> open = new TreeMap<>();

    private long askAtNanos = ProtocolEngine.NO_DEADLINE;

    Barriers(WanContext context, Departures departures) {
        this.context = context;
        this.departures = departures;
    }

    /** A view begins, with members of another part in it. */
    void begin(long view, List<Peer> staying, long nowNanos) {
        Map<Peer, Long> links = new LinkedHashMap<>();
        staying.forEach(peer -> links.put(peer, UNKNOWN));
        open.put(view, links);
        askAtNanos = nowNanos + context.config.requestTimeoutMinNanos;
    }

    /** A member says where views began in its stream. Of views that it does not name any more all was taken long ago. */
    void onBegan(Peer peer, List<Began> began) {
        for (Map.Entry<Long, Map<Peer, Long>> barrier : open.entrySet()) {
            for (Began view : began) {
                if (view.view() == barrier.getKey()) {
                    barrier.getValue().replace(peer, UNKNOWN, view.link());
                }
            }
            if (!began.isEmpty() && began.get(0).view() > barrier.getKey()) {
                barrier.getValue().replace(peer, UNKNOWN, 0L);
            }
        }
    }

    /** Whether a unit has to wait. */
    boolean isAwaitedBy(Source source, long link, HeldUnit unit) {
        if (open.isEmpty()) {
            return false;
        }
        for (Map.Entry<Long, Map<Peer, Long>> barrier :
                open.headMap(unit.view, true).entrySet()) {
            if (!isBefore(source, link, barrier.getValue())) {
                return true;
            }
        }
        return false;
    }

    private static boolean isBefore(Source source, long link, Map<Peer, Long> barrier) {
        for (Map.Entry<Peer, Long> entry : barrier.entrySet()) {
            if (entry.getKey().in == source) {
                return link < entry.getValue();
            }
        }
        return false;
    }

    /** Forgets those behind which nothing waits any more. */
    void look() {
        if (open.isEmpty()) {
            return;
        }
        open.values()
                .removeIf(links ->
                        links.entrySet().stream().allMatch(entry -> isPassed(entry.getKey(), entry.getValue())));
    }

    private boolean isPassed(Peer peer, long link) {
        if (context.members.find(peer.id()) != peer && !departures.isUnsettled(peer)) {
            return true;
        }
        return link != UNKNOWN && peer.in.nextToConsume() >= link;
    }

    /** Asks those that have not said where a view began in their streams. */
    void onDeadline(Links links, long nowNanos, Actions actions) {
        if (!Deadlines.isDue(askAtNanos, nowNanos)) {
            return;
        }
        List<Peer> asked = new ArrayList<>();
        askAtNanos = ProtocolEngine.NO_DEADLINE;
        for (Map<Peer, Long> barrier : open.values()) {
            barrier.forEach((peer, link) -> {
                if (link == UNKNOWN && context.members.find(peer.id()) == peer && !asked.contains(peer)) {
                    asked.add(peer);
                    askAtNanos = Deadlines.earlier(
                            askAtNanos, nowNanos + peer.roundTrip().timeoutNanos());
                    links.ask(peer, actions);
                }
            });
        }
    }

    long nextDeadlineNanos() {
        return askAtNanos;
    }

    @Override
    public String toString() {
        return "barriers " + open.keySet();
    }
}
