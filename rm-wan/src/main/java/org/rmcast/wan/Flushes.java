package org.rmcast.wan;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.rmcast.api.FlushResult;
import org.rmcast.api.FlushResult.Laggard;
import org.rmcast.core.engine.Actions;
import org.rmcast.core.engine.Deadlines;
import org.rmcast.core.engine.ProtocolEngine;

/** The flushes that the application waits for: all members have consumed what was accepted before, or have left and are named. Not thread safe. */
final class Flushes {
    private final WanContext context;
    private final OwnStream own;
    private final Departures departures;
    private final List<Flush> open = new ArrayList<>();
    private @Nullable Flush closing;
    private final Map<Long, Laggard> untold = new LinkedHashMap<>();

    private static final class Flush {
        final long id;
        final long number;
        final long deadlineNanos;
        final Map<Long, Laggard> missed = new LinkedHashMap<>();

        Flush(long id, long number, long deadlineNanos) {
            this.id = id;
            this.number = number;
            this.deadlineNanos = deadlineNanos;
        }
    }

    Flushes(WanContext context, OwnStream own, Departures departures) {
        this.context = context;
        this.departures = departures;
        this.own = own;
    }

    void onFlush(long id, long deadlineNanos) {
        open.add(begin(id, deadlineNanos));
    }

    void onClose(long deadlineNanos) {
        closing = begin(0, deadlineNanos);
    }

    private Flush begin(long id, long deadlineNanos) {
        Flush flush = new Flush(id, own.lastAccepted(), deadlineNanos);
        flush.missed.putAll(untold);
        untold.clear();
        return flush;
    }

    boolean isClosing() {
        return closing != null;
    }

    /** A member is gone, with so many units unconfirmed: to be called before they are forgotten. */
    void onGone(Peer peer) {
        boolean named = false;
        for (Flush flush : all()) {
            long behind = own.unconsumed(peer, flush.number);
            if (behind > 0) {
                flush.missed.put(peer.id(), new Laggard(peer.id(), peer.address(), behind));
                named = true;
            }
        }
        long behind = own.unconsumed(peer, own.lastAccepted());
        if (behind > 0 && !named) {
            untold.put(peer.id(), new Laggard(peer.id(), peer.address(), behind));
        }
    }

    private List<Flush> all() {
        List<Flush> all = new ArrayList<>(open);
        Flush last = closing;
        if (last != null) {
            all.add(last);
        }
        return all;
    }

    /** Answers those that are complete, or whose time is over. */
    void answer(long nowNanos, Actions actions) {
        for (Iterator<Flush> flushes = open.iterator(); flushes.hasNext(); ) {
            Flush flush = flushes.next();
            FlushResult result = result(flush, nowNanos);
            if (result != null) {
                flushes.remove();
                actions.flushed(flush.id, result);
            }
        }
    }

    /** The answer to the close, null while it waits. */
    @Nullable
    FlushResult closed(long nowNanos) {
        Flush last = closing;
        return last == null ? null : result(last, nowNanos);
    }

    private @Nullable FlushResult result(Flush flush, long nowNanos) {
        boolean waits = isWaiting(flush);
        if (waits && !Deadlines.isDue(flush.deadlineNanos, nowNanos)) {
            return null;
        }
        Map<Long, Laggard> missing = new LinkedHashMap<>(flush.missed);
        for (Peer peer : context.members.peers()) {
            long behind = own.unconsumed(peer, flush.number);
            if (behind > 0) {
                missing.put(peer.id(), new Laggard(peer.id(), peer.address(), behind));
            }
        }
        for (Departure departure : departures.all()) {
            Peer gone = departure.gone;
            if (isStillHeldForAMember(departure)) {
                missing.putIfAbsent(gone.id(), new Laggard(gone.id(), gone.address(), 1));
            }
        }
        return new FlushResult(!waits && missing.isEmpty(), List.copyOf(missing.values()), 0);
    }

    private boolean isWaiting(Flush flush) {
        if (own.lastNumber() < flush.number) {
            return true;
        }
        for (Peer peer : context.members.peers()) {
            if (own.unconsumed(peer, flush.number) > 0) {
                return true;
            }
        }
        for (Departure departure : departures.all()) {
            if (isStillHeldForAMember(departure)) {
                return true;
            }
        }
        return false;
    }

    /** By the application: it was not told yet. */
    private static boolean isStillHeldForAMember(Departure departure) {
        return departure.gone.reported && !departure.isSettled();
    }

    long nextDeadlineNanos() {
        long next = ProtocolEngine.NO_DEADLINE;
        for (Flush flush : all()) {
            next = Deadlines.earlier(next, flush.deadlineNanos);
        }
        return next;
    }
}
