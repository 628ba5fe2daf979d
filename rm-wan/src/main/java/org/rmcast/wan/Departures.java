package org.rmcast.wan;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.rmcast.core.engine.Actions;
import org.rmcast.core.engine.Deadlines;
import org.rmcast.core.engine.ProtocolEngine;
import org.rmcast.wan.wire.WanPacket.Fence;

/**
 * What is left to do for members that are gone: those that go on with this one tell one another up to where they know of the messages of each,
 * fetch what they lack from whoever holds it, and hold what is lost for lost when nobody does. After that each message of a member that is gone
 * is at all of its destinations that go on together, or was named as lost. Not thread safe.
 */
final class Departures {
    private static final long MOST_NANOS = 60_000_000_000L;

    private final WanContext context;
    private final List<Departure> departures = new ArrayList<>();

    Departures(WanContext context) {
        this.context = context;
    }

    List<Departure> all() {
        return departures;
    }

    /** A member is gone. */
    void begin(Departure departure) {
        if (!departure.source().isOpen()) {
            departure.source().abandon(); // where its stream began was never told
        }
        departure.source().askAnew(departure.sinceNanos);
        departures.add(departure);
    }

    /** A member goes no longer on with this one. */
    void onGone(Peer peer) {
        for (Departure departure : departures) {
            departure.onGone(peer.id());
            departure.source().free(peer.slot);
        }
    }

    /** The departure of a member with which a link number of its stream went, null if that is settled or there is none. */
    @Nullable
    Departure unsettled(long id, long link) {
        Departure found = null;
        for (Departure departure : departures) {
            if (departure.gone.id() == id
                    && departure.source().isOpen()
                    && link > departure.source().base()) {
                found = departure;
            }
        }
        return found == null || found.isSettled() ? null : found;
    }

    /** The oldest departure of a member that is not settled, null if there is none. */
    @Nullable
    Departure unsettled(long id) {
        for (Departure departure : departures) {
            if (departure.gone.id() == id && !departure.isSettled()) {
                return departure;
            }
        }
        return null;
    }

    /** Whether a member is one that is gone, and not all of it is settled. */
    boolean isUnsettled(Peer gone) {
        for (Departure departure : departures) {
            if (departure.gone == gone && !departure.isSettled()) {
                return true;
            }
        }
        return false;
    }

    /** Whether nothing of any of them is waited for. */
    boolean areSettled() {
        for (Departure departure : departures) {
            if (!departure.isSettled()) {
                return false;
            }
        }
        return true;
    }

    /** Whether a unit has to wait: it was sent in a view without a member of which not all is settled, and does not say what of that comes before it. */
    boolean isAwaitedBy(Source source, HeldUnit unit) {
        for (Departure departure : departures) {
            if (!departure.isSettled() && departure.source() != source && departure.viewNumber <= unit.view) {
                return true;
            }
        }
        return false;
    }

    /** Another member says what it knows of one that is gone. */
    void onFence(Peer from, Fence fence, Actions actions) {
        long reach = 0;
        boolean settled = true;
        for (Departure departure : departures) {
            if (departure.gone.id() == fence.goneId() && departure.viewNumber == fence.since()) {
                departure.onFence(from.id(), fence.reach(), fence.settled());
                departure.source().onReach(departure.isSettled() ? 0 : fence.reach());
                reach = departure.source().reachOf(from.slot);
                settled &= departure.isSettled();
            }
        }
        if (fence.asks()) {
            context.unicast(
                    from,
                    new Fence(context.members.view().stamp, fence.goneId(), fence.since(), reach, false, settled),
                    actions);
        }
    }

    /** Asks those that have not said what they know of, and looks what is settled. */
    void onDeadline(Consumer<Departure> onSettled, long nowNanos, Actions actions) {
        for (Departure departure : List.copyOf(departures)) {
            if (!departure.isSettled()
                    && departure.isKnown()
                    && departure.source().isConsumed()) {
                departure.settle();
                departure.askAtNanos = nowNanos;
                onSettled.accept(departure);
            }
            if (Deadlines.isDue(departure.askAtNanos, nowNanos)) {
                ask(departure, nowNanos, actions);
            }
        }
        departures.removeIf(departure ->
                departure.isOver() || (departure.isSettled() && nowNanos - departure.sinceNanos > MOST_NANOS));
    }

    private void ask(Departure departure, long nowNanos, Actions actions) {
        long waitNanos = context.config.requestTimeoutMaxNanos;
        boolean any = false;
        for (long id : departure.open()) {
            Peer peer = context.members.find(id);
            if (peer != null) {
                any = true;
                waitNanos = Math.min(waitNanos, peer.roundTrip().timeoutNanos());
                context.unicast(
                        peer,
                        new Fence(
                                context.members.view().stamp,
                                departure.gone.id(),
                                departure.viewNumber,
                                departure.source().reachOf(peer.slot),
                                true,
                                departure.isSettled()),
                        actions);
            }
        }
        departure.askAtNanos = any ? nowNanos + waitNanos : ProtocolEngine.NO_DEADLINE;
    }

    long nextDeadlineNanos() {
        long next = ProtocolEngine.NO_DEADLINE;
        for (Departure departure : departures) {
            next = Deadlines.earlier(next, departure.askAtNanos);
        }
        return next;
    }
}
