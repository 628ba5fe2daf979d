package org.rmcast.pbcast;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.rmcast.core.engine.Actions;
import org.rmcast.core.engine.Role;
import org.rmcast.core.event.SessionEvent;
import org.rmcast.core.membership.GroupMember;
import org.rmcast.core.membership.MembershipView;
import org.rmcast.pbcast.wire.PbcastPacket.Data;
import org.rmcast.pbcast.wire.PbcastPacket.Entry;
import org.rmcast.pbcast.wire.PbcastPacket.PacketType;
import org.rmcast.pbcast.wire.PbcastPacket.Poll;

/**
 * The streams of the other members that this one follows: where each begins, room for all, their end.
 *
 * <p>A stream of which somebody still holds the first packet is followed from its beginning, since who hears of it late can not
 * know whether it was there before; any other from what is heard first. What this member had of a stream before it was given
 * up is remembered, so that nothing is delivered twice.
 */
final class Sources {
    private static final int MAX_FORMER = 4096;
    private static final long REPORT_NANOS = 1_000_000_000L;

    /** What is remembered of a stream that is not followed any more. */
    private record Former(boolean ended, long next, long nextMessage) {}

    private final PbcastContext context;
    private final PbcastConfig config;
    private final Requester requester;
    private final MembershipView view;
    private final Map<Long, Source> sources = new LinkedHashMap<>();
    private final Map<Long, Former> former = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, Former> eldest) {
            return size() > MAX_FORMER;
        }
    };
    private final DeliveryTurns turns = new DeliveryTurns(this::deliver);
    private boolean pressed;
    private long pressedReportNanos;

    Sources(PbcastContext context, Requester requester, MembershipView view) {
        this.context = context;
        this.config = context.config;
        this.requester = requester;
        this.view = view;
    }

    @Nullable
    Source find(long id) {
        return sources.get(id);
    }

    Collection<Source> all() {
        return sources.values();
    }

    // What is heard.

    /** Takes a data packet; whether it is new. */
    boolean onData(Data data, long nowNanos) {
        Source source = sources.get(data.source());
        if (source == null) {
            if (data.type() == PacketType.RETRANSMISSION) {
                return false;
            }
            long start = data.low() == 1 ? 1 : data.sequence();
            source = follow(data.source(), start, nowNanos);
        }
        if (source == null || !source.onData(data, this::free, nowNanos)) {
            return false;
        }
        turns.add(source);
        return true;
    }

    /** Somebody's digest speaks of a stream. */
    void onEntry(Entry entry, boolean fromSource, long nowNanos) {
        boolean known = fromSource || view.find(entry.source()) != null;
        hear(entry.source(), entry.low(), entry.limit(), entry.ended(), entry.messages(), known, nowNanos);
    }

    /** A sender says how far its stream is. */
    void onPoll(long id, Poll poll, long nowNanos) {
        hear(id, poll.low(), poll.limit(), poll.ended(), poll.messages(), true, nowNanos);
    }

    private void hear(long id, long low, long limit, boolean ended, long messages, boolean known, long nowNanos) {
        Source source = sources.get(id);
        if (source == null && known && limit > 1 && (!ended || low == 1)) {
            source = follow(id, low == 1 ? 1 : limit, nowNanos);
        }
        if (source == null) {
            return;
        }
        source.onHearsay(limit, messages, nowNanos);
        if (ended) {
            source.onEnd(limit, messages, nowNanos);
        }
        turns.add(source);
    }

    private @Nullable Source follow(long id, long start, long nowNanos) {
        Role role = context.engine.role();
        Former before = former.get(id);
        if (role == Role.SENDER || id == context.engine.memberId() || (before != null && before.ended())) {
            return null;
        }
        if (sources.size() >= config.maxSenders && !makePlace()) {
            return null;
        }
        long first = before == null ? start : Math.max(start, before.next());
        long message = before != null ? before.nextMessage() : start == 1 ? 0 : -1;
        Source source = new Source(id, context, requester, first, message, nowNanos);
        sources.put(id, source);
        former.remove(id);
        return source;
    }

    /** Drops a stream that is over. */
    private boolean makePlace() {
        for (Source source : sources.values()) {
            if (source.isFinished()) {
                forget(source);
                return true;
            }
        }
        return false;
    }

    /** The application has a sender's messages before this one, wherever from; it may begin in a packet, 0 if that is not known. */
    void expect(long id, long packet, long message) {
        Source source = sources.get(id);
        Former before = former.get(id);
        if (source != null) {
            source.claimAt(message);
        } else if (id != context.engine.memberId() && (before == null || before.nextMessage() < message)) {
            boolean ended = before != null && before.ended();
            former.put(id, new Former(ended, before == null ? packet : Math.max(packet, before.next()), message));
        }
    }

    private void forget(Source source) {
        source.clear();
        turns.remove(source);
        sources.remove(source.id());
        former.put(source.id(), new Former(source.isEnded(), source.next(), source.nextMessage()));
    }

    // Members.

    /** A sender is in the view, or back in it. */
    void onUp(long id) {
        Source source = sources.get(id);
        if (source != null && source.isGone()) {
            if (source.isFinished()) {
                forget(source);
            } else {
                source.onBack();
            }
        }
    }

    /** A sender has left the view. */
    void onDown(long id, String reason) {
        Source source = sources.get(id);
        if (source != null && !source.isFinished()) {
            source.onGone(reason);
        }
    }

    // Rounds and delivery.

    /** A round of gossip ends. */
    void endRound(long nowNanos, Actions actions) {
        for (Source source : List.copyOf(sources.values())) {
            source.endRound();
            if (view.find(source.id()) == null
                    && !source.isGone()
                    && nowNanos - source.newsNanos() > config.senderSilenceNanos) {
                source.onGone("silent, and no member that is known here");
            }
            turns.add(source);
            if (source.isForgettable()) {
                forget(source);
            }
        }
        turns.run(actions);
        if (pressed && nowNanos - pressedReportNanos >= REPORT_NANOS) {
            pressedReportNanos = nowNanos;
            pressed = false;
            actions.report(new SessionEvent.Congestion("the buffer of " + config.bufferBytes
                    + " bytes is full: packets are dropped before they are stable"));
        }
    }

    /** Gives the application what came since the last time. */
    void deliverNews(Actions actions) {
        turns.run(actions);
    }

    /** The application has room again. */
    void deliverAll(Actions actions) {
        turns.onRoom();
        turns.run(actions);
    }

    private boolean deliver(Source source, Actions actions) {
        if (source.isNewlyFound() && context.engine.role().receives()) {
            GroupMember sender = view.find(source.id());
            if (sender != null) {
                source.onFound();
                actions.report(new SessionEvent.SenderFound(source.id(), sender.address()));
            }
        }
        return source.deliverTurn(actions);
    }

    /** Drops packets that were delivered and are held for others only, older ones first, until there is room. */
    private void free(long bytes) {
        // A little more than is needed, or each packet would come by here.
        long wanted = bytes + config.bufferBytes / 64;
        sources.values().forEach(Source::releaseKept);
        if (context.budget.hasRoom(wanted)) {
            return;
        }
        pressed = true;
        boolean any = true;
        while (any && !context.budget.hasRoom(wanted)) {
            any = false;
            for (Source source : sources.values()) {
                any |= source.releaseHalf();
            }
        }
    }
}
