package org.rmcast.pbcast;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.rmcast.api.EventCause;
import org.rmcast.api.Role;
import org.rmcast.api.SessionEvent;
import org.rmcast.core.engine.Actions;
import org.rmcast.core.engine.Reason;
import org.rmcast.core.membership.GroupMember;
import org.rmcast.core.membership.MembershipView;
import org.rmcast.core.membership.SwimMembership;
import org.rmcast.pbcast.KnownStreams.Known;
import org.rmcast.pbcast.wire.PbcastPacket.Data;
import org.rmcast.pbcast.wire.PbcastPacket.Entry;
import org.rmcast.pbcast.wire.PbcastPacket.PacketType;
import org.rmcast.pbcast.wire.PbcastPacket.Poll;
import org.rmcast.pbcast.wire.PbcastPacket.Request;
import org.rmcast.pbcast.wire.PbcastPacket.Want;

/**
 * The streams of the other members: which are followed, where each begins, room for all, their end. What counts as a sender's own
 * word is what came from its address; what others say makes this member ask.
 *
 * <p>A stream that is new here is followed from its beginning if that is still held, else from what its sender held when it was
 * first heard, as far as a bound: what was sent since this member joined is among that. One that was left goes on where it was.
 */
final class Sources {
    /** How far behind what is heard first a stream is taken up. */
    private static final int JOIN_PACKETS = 1024;
    /** How far data of a sender may be ahead whose address is not known to be its own. */
    private static final int MOST_AHEAD_UNPROVED = 64;
    /** In a group of at most so many members each gossips at once with a newcomer. */
    private static final int MOST_TO_GREET = 64;

    private final PbcastContext context;
    private final PbcastConfig config;
    private final Requester requester;
    private final SwimMembership membership;
    private final MembershipView view;
    private final Map<Long, Source> sources = new LinkedHashMap<>();
    private final RoomMaker room;
    private final StreamSums sums = new StreamSums();
    /** Streams that {@link #sums} has yet to follow. */
    private final List<Source> news = new ArrayList<>();

    private final KnownStreams others;
    private final StreamPlaces places;
    private final DeliveryTurns turns = new DeliveryTurns(this::deliver);
    private final EarlyWords early = new EarlyWords();
    /** Who passed on last what was new. */
    private @Nullable InetSocketAddress passedOnBy;

    private boolean wasPartial;
    private boolean changed;

    Sources(PbcastContext context, Requester requester, SwimMembership membership) {
        this.context = context;
        this.config = context.config;
        this.requester = requester;
        this.membership = membership;
        this.view = membership.view();
        this.others = new KnownStreams(config, sums);
        this.places = new StreamPlaces(context);
        this.room = new RoomMaker(context, sources.values());
    }

    @Nullable
    Source find(long id) {
        return sources.get(id);
    }

    Collection<Source> all() {
        return sources.values();
    }

    /** Those of which something is held for others or missed, and some others. */
    Collection<Source> awake() {
        return context.wakeful.all();
    }

    /** Whether the group has members that are not in the view. */
    boolean isPartial() {
        return view.isPartial();
    }

    KnownStreams others() {
        return others;
    }

    StreamSums sums() {
        news.forEach(this::sumUp);
        news.clear();
        return sums;
    }

    private void sumUp(Source source) {
        if (source.hasNews) {
            updateSum(source, false);
        }
    }

    /** How far a stream is by the {@link #sums}, which were asked for first; 0 if it is not in them. */
    long summedLimit(long id) {
        Source source = sources.get(id);
        return source == null ? others.summedLimit(id) : source.summedLimit;
    }

    /** Whether something new was heard since this was asked last. */
    boolean takeChanged() {
        boolean was = changed;
        changed = false;
        return was;
    }

    /** Whether there is nothing to be done for any stream until something new is heard. */
    boolean areIdle() {
        for (Source source : awake()) {
            if (!source.isIdle()) {
                return false;
            }
        }
        return true;
    }

    // What is heard.

    /** Takes a data packet, from whomever; whether it is new. */
    boolean onData(InetSocketAddress from, Data data, long nowNanos, Actions actions) {
        if (context.engine.role() == Role.SENDER) {
            return false;
        }
        Source source = sources.get(data.source());
        boolean own = data.type() == PacketType.DATA
                || (source != null && from.equals(source.home().address()));
        if (own && source != null && !source.home().hears(from, nowNanos)) {
            refuseElsewhere(source, from, nowNanos, actions);
            return false;
        }
        if (!own && !membership.isVouched(from)) {
            context.own.increment(PbcastMeter.UNPROVED);
            return false;
        }
        if (source != null && own && !source.isAnchored() && data.sequence() < source.next()) {
            // It was begun for what others said.
            drop(source);
            source = null;
        }
        source = source == null ? followData(from, data, nowNanos, actions) : source;
        if (source == null || !mayBeAhead(source, from, data, own, nowNanos, actions)) {
            return false;
        }
        if (!source.onData(from, data, own, room::free, nowNanos)) {
            return false;
        }
        passedOnBy = from;
        onNews(source);
        return true;
    }

    private void refuseElsewhere(Source source, InetSocketAddress from, long nowNanos, Actions actions) {
        context.own.increment(PbcastMeter.ELSEWHERE);
        if (!source.home().isProved()) {
            membership.challenge(source.id(), from, nowNanos, actions);
        }
    }

    /** From an address that may be anybody's not much is taken ahead of what has come: it is to be proved first. */
    private boolean mayBeAhead(
            Source source, InetSocketAddress from, Data data, boolean own, long nowNanos, Actions actions) {
        if (!own
                || data.sequence() - source.limit() < MOST_AHEAD_UNPROVED
                || source.home().isProved()) {
            return true;
        }
        context.own.increment(PbcastMeter.UNPROVED);
        membership.challenge(source.id(), from, nowNanos, actions);
        return false;
    }

    private @Nullable Source followData(InetSocketAddress from, Data data, long nowNanos, Actions actions) {
        if (data.type() == PacketType.RETRANSMISSION) {
            return null;
        }
        SourceHome home = new SourceHome(data.source(), view, nowNanos);
        boolean own = data.type() == PacketType.DATA;
        if (own && !home.hears(from, nowNanos)) {
            context.own.increment(PbcastMeter.ELSEWHERE);
            return null;
        }
        if (!own && !mayFollowByHearsay(data.source())) {
            return null;
        }
        long start = start(data.source(), data.low(), data.sequence());
        if (own && !home.isProved() && data.sequence() - start >= MOST_AHEAD_UNPROVED) {
            context.own.increment(PbcastMeter.UNPROVED);
            membership.challenge(data.source(), from, nowNanos, actions);
            return null;
        }
        return follow(home, data.source(), start, nowNanos);
    }

    /** Somebody's digest speaks of a stream; who it is has proved to be there. */
    void onEntry(InetSocketAddress from, long teller, Entry entry, long nowNanos) {
        long id = entry.source();
        Source source = sources.get(id);
        boolean own = id == teller && isAtHome(source, id, from, nowNanos);
        if (source == null && context.engine.role() != Role.SENDER) {
            source = followEntry(own, entry, nowNanos);
        }
        if (source == null) {
            return;
        }
        if (own) {
            onOwnWord(source, entry.limit(), entry.ended(), entry.messages(), nowNanos);
            return;
        }
        boolean news = source.onHearsay(entry.limit(), entry.ended(), entry.messages(), nowNanos);
        if (entry.limit() > source.reach().askable()) {
            GroupMember member = view.find(teller);
            if (member != null && member.address().equals(from)) {
                news |= source.onWitness(teller, entry, view.size() == 2, nowNanos);
            }
        }
        if (news) {
            onNews(source);
        }
    }

    private boolean isAtHome(@Nullable Source source, long id, InetSocketAddress from, long nowNanos) {
        if (source != null) {
            return source.home().hears(from, nowNanos);
        }
        SourceHome home = new SourceHome(id, view, nowNanos);
        return home.isProved() && home.hears(from, nowNanos);
    }

    private @Nullable Source followEntry(boolean own, Entry entry, long nowNanos) {
        long id = entry.source();
        Known known = others.find(id);
        if (known != null && known.over) {
            return null;
        }
        boolean holds = entry.limit() > entry.low();
        boolean isNew = known == null || !known.firsthand || entry.limit() > known.next;
        boolean wasFollowed = known != null && known.firsthand;
        if (entry.limit() > 1 && holds && isNew && (own || wasFollowed || mayFollowByHearsay(id))) {
            SourceHome home = new SourceHome(id, view, nowNanos);
            Source source = follow(home, id, start(id, entry.low(), entry.limit()), nowNanos);
            if (source != null && !own) {
                source.delivery().heardOf(entry.messages());
            }
            if (source != null && !own && !mayFollowByHearsay(id)) {
                // It was followed until its sender was lost, and others have more of it.
                source.onGone(new Reason(EventCause.OTHER, "it is no member any more"));
            }
            return source;
        }
        if (!entry.ended() && entry.limit() > 1) {
            changed |= others.heard(id, entry.limit(), entry.messages(), own, nowNanos);
        }
        return null;
    }

    /** A sender in the view, or one that may well be there where the view does not show all. */
    private boolean mayFollowByHearsay(long id) {
        return view.find(id) != null || view.isPartial();
    }

    /** A sender says how far its stream is; null if it is not followed, or that was not the sender. */
    @Nullable
    Source onPoll(InetSocketAddress from, long id, Poll poll, long nowNanos) {
        Source source = sources.get(id);
        if (!isAtHome(source, id, from, nowNanos)) {
            context.own.increment(source == null ? PbcastMeter.UNPROVED : PbcastMeter.ELSEWHERE);
            if (source == null || !source.home().isProved()) {
                early.keep(id, from, poll);
            }
            return null;
        }
        boolean over = poll.ended() && poll.low() != 1 && poll.low() == poll.limit();
        if (source == null && poll.limit() > 1 && !over && context.engine.role() != Role.SENDER) {
            if (poll.low() == poll.limit()) {
                others.heard(id, poll.limit(), poll.messages(), true, nowNanos);
            }
            SourceHome home = new SourceHome(id, view, nowNanos);
            source = follow(home, id, start(id, poll.low(), poll.limit()), nowNanos);
        }
        if (source != null) {
            recall(source);
            onOwnWord(source, poll.limit(), poll.ended(), poll.messages(), nowNanos);
        }
        return sources.get(id);
    }

    /** What the sender said before this member knew where it is. */
    private void recall(Source source) {
        Poll said = early.take(source.id(), source.home().address());
        if (said != null) {
            source.delivery().beganAt(said.limit(), said.messages());
        }
    }

    private void onOwnWord(Source source, long limit, boolean ended, long messages, long nowNanos) {
        if (!source.isAnchored() && limit < source.next()) {
            drop(source);
        } else if (source.onOwnWord(limit, ended, messages, nowNanos)) {
            onNews(source);
        }
    }

    private void onNews(Source source) {
        changed = true;
        if (!source.hasNews) {
            source.hasNews = true;
            news.add(source);
        }
        turns.add(source);
    }

    private void updateSum(Source source, boolean left) {
        source.hasNews = false;
        boolean counts = !left
                && source.isAnchored()
                && !source.life().isFinished()
                && !source.reach().hasEnded()
                && source.limit() > 1;
        long limit = counts ? source.limit() : 0;
        sums.replace(source.id(), source.summedLimit, limit);
        source.summedLimit = limit;
    }

    // Beginning and leaving.

    /** Where a stream is taken up of which this was heard first. */
    private long start(long id, long low, long heard) {
        Known known = others.find(id);
        if (known != null && known.firsthand) {
            return known.next;
        }
        long start = low == 1 ? 1 : Math.max(low, heard - JOIN_PACKETS);
        return known == null ? start : Math.max(start, known.next);
    }

    private @Nullable Source follow(SourceHome home, long id, long start, long nowNanos) {
        Known before = others.find(id);
        if (id == context.engine.memberId() || (before != null && before.over)) {
            return null;
        }
        if (sources.size() >= config.maxSenders) {
            Source victim = places.victim(sources.values(), home.isProved());
            if (victim == null) {
                places.refuse(id);
                return null;
            }
            leave(victim, nowNanos);
        }
        long claimed = others.summedLimit(id);
        others.take(id);
        boolean isKnown = before != null && (before.firsthand || before.nextMessage >= 0);
        long message = before != null && isKnown ? before.nextMessage : start == 1 ? 0 : -1;
        Source source = new Source(home, id, context, requester, start, message, nowNanos);
        if (before != null && before.firsthand) {
            source.onWhereItWasLeft(before.found, before.lostLimit);
        }
        if (before != null && !before.firsthand && before.messages > 0 && claimed == start) {
            source.delivery().claimAt(before.messages);
        }
        sources.put(id, source);
        context.wakeful.add(source);
        recall(source);
        return source;
    }

    /** A stream is followed no more; it goes on where it was left. */
    private void leave(Source source, long nowNanos) {
        if (!source.life().isFinished()) {
            context.own.increment(PbcastMeter.STREAMS_SET_ASIDE);
        }
        source.clear();
        sumUp(source);
        long limit = source.summedLimit;
        remove(source);
        Known known = new Known();
        known.next = source.next();
        known.nextMessage = source.delivery().nextMessage();
        known.lostLimit = source.lostLimit();
        known.firsthand = source.isAnchored();
        known.over = source.reach().hasEnded();
        known.found = source.life().isFound() && !source.life().isFinished();
        others.put(source.id(), known, limit, nowNanos);
    }

    /** The application has a sender's messages before this one, wherever from; it may begin in a packet, 0 if that is not known. */
    void expect(long id, long packet, long message) {
        Source source = sources.get(id);
        if (source != null) {
            context.wakeful.wake(source);
            source.delivery().claimAt(message);
        } else if (id != context.engine.memberId()) {
            others.expect(id, packet, message);
        }
    }

    /** Forgets a stream that was begun for what others said. */
    private void drop(Source source) {
        source.clear();
        remove(source);
    }

    private void remove(Source source) {
        turns.remove(source);
        updateSum(source, true);
        context.wakeful.remove(source);
        sources.remove(source.id());
    }

    /** What was heard of a stream was not its sender's: it begins anew behind the last message that was delivered. */
    private void restart(Source source, long start, long nowNanos) {
        leave(source, nowNanos);
        follow(source.home(), source.id(), start, nowNanos);
    }

    // Members.

    /** A member is in the view, or back in it. In a large group a newcomer is no reason to gossip more: it asks by its own rounds. */
    void onUp(long id) {
        Source source = sources.get(id);
        changed |= source != null || view.size() <= MOST_TO_GREET;
        if (source != null) {
            source.life().onBack();
        }
    }

    /** A member has proved to be at an address. */
    void onProved(long id, InetSocketAddress at, long nowNanos) {
        Poll said = early.take(id, at);
        if (said != null) {
            onPoll(at, id, said, nowNanos);
        }
        Source source = sources.get(id);
        if (source != null) {
            source.home().onProved(at);
        }
    }

    /** A sender has left the view. */
    void onDown(long id, Reason reason) {
        changed = true;
        others.onDown(id);
        Source source = sources.get(id);
        if (source != null && !source.life().isFinished()) {
            source.onGone(reason);
        }
    }

    /** A sender has made room in the view for another one: it may be there still. */
    void onDisplaced(long id) {
        Source source = sources.get(id);
        if (source != null) {
            context.wakeful.wake(source);
        }
    }

    // Rounds and delivery.

    /** A round of gossip ends. */
    void endRound(long nowNanos, Actions actions) {
        boolean partial = view.isPartial();
        if (partial && !wasPartial) {
            // From now on it counts for all how long they are silent.
            sources.values().forEach(context.wakeful::wake);
        }
        wasPartial = partial;
        for (Source source : context.wakeful.atRoundEnd(nowNanos)) {
            source.endRound(nowNanos);
            boolean silent = nowNanos - source.newsNanos() > config.senderSilenceNanos;
            updateSum(source, partial && silent);
            if (silent && !source.life().isGone() && view.find(source.id()) == null) {
                if (source.isIdle()) {
                    leave(source, nowNanos);
                    continue;
                }
                source.onGone(new Reason(EventCause.SILENT, "silent, and no member that is known here"));
            }
            turns.add(source);
            if (source.reach().isWrong()) {
                restart(source, source.reach().rightLimit(), nowNanos);
            } else if (source.life().isForgettable()) {
                leave(source, nowNanos);
            } else if (source.takeQuestion(nowNanos)) {
                ask(source, actions);
            } else if (source.isStill()) {
                context.wakeful.rest(source, source.newsNanos() + config.senderSilenceNanos + 1, nowNanos);
            }
        }
        turns.run(actions);
        if (partial) {
            others.leaveOut(nowNanos - config.senderSilenceNanos);
        }
        places.endRound(nowNanos, actions);
        room.endRound(nowNanos, actions);
    }

    /** Asks a sender how far its stream is: for a packet that others say it has sent. */
    private void ask(Source source, Actions actions) {
        InetSocketAddress address = source.home().address();
        if (address != null) {
            context.own.increment(PbcastMeter.OWNERS_ASKED);
            Want last = new Want(source.id(), Math.max(1, source.reach().askable() - 1), new byte[] {1});
            context.unicast(address, new Request(PacketType.REQUEST, true, 0, List.of(last)), actions);
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
        if (!source.life().isFound()
                && source.hasCome()
                && context.engine.role().receives()) {
            InetSocketAddress own = source.home().address();
            InetSocketAddress address = own == null ? passedOnBy : own;
            if (address != null) {
                source.life().setFound(true);
                actions.report(new SessionEvent.SenderFound(source.id(), address));
            }
        }
        return source.deliverTurn(actions);
    }
}
