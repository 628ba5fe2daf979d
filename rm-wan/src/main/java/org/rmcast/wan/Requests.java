package org.rmcast.wan;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.rmcast.api.EngineMeter;
import org.rmcast.core.engine.Actions;
import org.rmcast.core.engine.Deadlines;
import org.rmcast.core.engine.ProtocolEngine;
import org.rmcast.wan.wire.WanPacket.PacketType;
import org.rmcast.wan.wire.WanPacket.Range;
import org.rmcast.wan.wire.WanPacket.Wants;

/**
 * Asks for what is missing. Paper, section 4.2: from the member that has it and is nearest by {@link Path#repairCost}, the sender included;
 * if that does not help from the next best, then from the sender. Ours: one that is found to have it a little later is asked, too, if it is so
 * much nearer that it answers first. Not thread safe.
 */
final class Requests {
    private static final int MOST_RANGES = 64;
    private static final int MOST_DOUBLINGS = 2;
    private static final int TRIES_ELSEWHERE = 2;
    private static final int TRIES_BEFORE_DOUBLING = 6;
    /** Of those that go on so many are asked at once for what a member left, when the nearest do not have it: else it takes a round trip for each. */
    private static final int MOST_AT_ONCE = 8;

    /** One that answers in this part of the time that is left until another one should is asked, too. */
    private static final double NEARER = 0.5;

    private static final double NANOS_PER_MILLI = 1e6;

    private final WanContext context;

    Requests(WanContext context) {
        this.context = context;
    }

    /** Asks for what is due of all sources. */
    void ask(Departures departures, long nowNanos, Actions actions) {
        for (Peer source : context.members.peers()) {
            ask(source.in, source, null, nowNanos, actions);
        }
        for (Departure departure : departures.all()) {
            if (!departure.isSettled()) {
                ask(departure.source(), null, departure, nowNanos, actions);
            }
        }
    }

    private void ask(
            Source source, @Nullable Peer sender, @Nullable Departure departure, long nowNanos, Actions actions) {
        if (source.hasNewGaps()) {
            source.missing(nowNanos, sender == null ? 0 : reorderingNanos(sender));
            source.askAtNanos = nowNanos;
        }
        if (source.missing().isEmpty()) {
            source.askAtNanos = ProtocolEngine.NO_DEADLINE;
            return;
        }
        if (!Deadlines.isDue(source.askAtNanos, nowNanos)) {
            return;
        }
        Map<Peer, List<Range>> wanted = new LinkedHashMap<>();
        List<Long> lost = new ArrayList<>();
        long next = ProtocolEngine.NO_DEADLINE;
        for (Map.Entry<Long, Missing> entry : source.missing().entrySet()) {
            Missing missing = entry.getValue();
            boolean overtaken = isOvertaken(missing);
            boolean due = overtaken || Deadlines.isDue(missing.askAtNanos, nowNanos);
            if (due
                    && !overtaken
                    && departure != null
                    && isAwaited(source, entry.getKey(), missing, departure, nowNanos)) {
                missing.askAtNanos = missing.untilNanos;
            } else if (due) {
                List<Peer> targets = targets(source, entry.getKey(), missing, sender, departure, nowNanos);
                if (targets.isEmpty() && departure != null && departure.isKnown()) {
                    lost.add(entry.getKey());
                    continue;
                }
                targets.forEach(
                        target -> add(wanted.computeIfAbsent(target, peer -> new ArrayList<>()), entry.getKey()));
            }
            next = Deadlines.earlier(next, missing.askAtNanos);
        }
        source.askAtNanos = next;
        lost.forEach(source::lose);
        wanted.forEach((target, ranges) -> send(target, source.id, ranges, nowNanos, actions));
    }

    /** As long as overtaking was seen to take, half a round trip at most: what is later may not have been sent yet when others told of it. */
    private long reorderingNanos(Peer sender) {
        long seenNanos = Math.min(sender.in.latenessNanos(), sender.roundTrip().smoothedNanos() / 2);
        return Math.max(context.config.reorderingNanos, seenNanos);
    }

    private void note(Missing missing, Peer target, boolean sender, long nowNanos) {
        int doublings = Math.min(MOST_DOUBLINGS, missing.attempts / TRIES_BEFORE_DOUBLING);
        missing.attempts++;
        missing.asked |= target.bit();
        missing.askedNanos = nowNanos;
        missing.askedOf = target.slot;
        missing.expectedNanos = nowNanos + answerNanos(target);
        missing.untilNanos = nowNanos
                + Math.min(
                        context.config.requestTimeoutMaxNanos,
                        target.roundTrip().timeoutNanos() << doublings);
        missing.askAtNanos = missing.untilNanos;
        if (!sender) {
            context.own.increment(WanMeter.NEAREST_ASKED);
        }
    }

    /** Whether all that may hold what a member left have been asked, and some may yet answer. */
    private boolean isAwaited(Source source, long link, Missing missing, Departure departure, long nowNanos) {
        return (missing.asked & ~missing.lacked) != 0
                && missing.untilNanos - nowNanos > 0
                && nearest(source, link, missing, null, departure, missing.asked) == null;
    }

    private static void add(List<Range> ranges, long link) {
        int last = ranges.size() - 1;
        if (last >= 0 && ranges.get(last).limit() == link) {
            ranges.set(last, new Range(ranges.get(last).first(), link + 1));
        } else {
            ranges.add(new Range(link, link + 1));
        }
    }

    /** Whom to ask now, nobody if there is nobody (any more): one, or of those that go on more each time. */
    private List<Peer> targets(
            Source source,
            long link,
            Missing missing,
            @Nullable Peer sender,
            @Nullable Departure departure,
            long nowNanos) {
        List<Peer> targets = new ArrayList<>();
        int atOnce = departure == null ? 1 : Math.min(MOST_AT_ONCE, missing.attempts + 1);
        Peer target = target(source, link, missing, sender, departure);
        missing.askAtNanos = nowNanos + context.config.requestTimeoutMinNanos * 4;
        while (target != null) {
            note(missing, target, target == sender, nowNanos);
            targets.add(target);
            target = targets.size() < atOnce ? nearest(source, link, missing, null, departure, missing.asked) : null;
        }
        return targets;
    }

    /** Whom to ask, null if there is nobody (any more). */
    private @Nullable Peer target(
            Source source, long link, Missing missing, @Nullable Peer sender, @Nullable Departure departure) {
        boolean nearest =
                context.config.mode.destinationsRepair() && missing.attempts % (TRIES_ELSEWHERE + 1) < TRIES_ELSEWHERE;
        boolean elsewhere = departure != null || nearest;
        Peer best = elsewhere ? nearest(source, link, missing, sender, departure, missing.asked) : null;
        if (best == null && sender != null) {
            missing.asked = 0;
            missing.lacked = 0;
            return sender;
        }
        if (best == null && departure != null) {
            missing.asked = 0;
            best = nearest(source, link, missing, null, departure, 0);
        }
        return best;
    }

    private @Nullable Peer nearest(
            Source source,
            long link,
            Missing missing,
            @Nullable Peer sender,
            @Nullable Departure departure,
            long asked) {
        Peer best = null;
        for (Peer peer : context.members.peers()) {
            boolean out = ((missing.lacked | asked) & peer.bit()) != 0;
            boolean knows = departure == null
                    ? peer == sender || source.hintBy(peer.slot) >= link
                    : departure.reachAt(peer.id()) >= link;
            if (!out && knows && (best == null || peer.path.repairCost() < best.path.repairCost())) {
                best = peer;
            }
        }
        return best;
    }

    private void send(Peer to, long sourceId, List<Range> ranges, long nowNanos, Actions actions) {
        int place = context.members.view().placeOf(context.engine.memberId());
        for (int from = 0; from < ranges.size(); from += MOST_RANGES) {
            List<Range> some = ranges.subList(from, Math.min(ranges.size(), from + MOST_RANGES));
            some.forEach(range -> context.counters.add(EngineMeter.NAKS_SENT, range.limit() - range.first()));
            int request = to.path.ask(nowNanos);
            context.unicast(
                    to,
                    new Wants(PacketType.NAK, context.members.view().stamp, request, place, sourceId, some),
                    actions);
        }
    }

    private static long answerNanos(Peer target) {
        return Math.round(target.path.repairCost() * NANOS_PER_MILLI);
    }

    /**
     * A member has told up to where it knows of a source's units: what is missing of that, and was asked for where it is far to, is asked for
     * there, too.
     *
     * @param after up to which link number it had told before
     */
    void onKnown(Peer member, Source source, long after, long nowNanos) {
        long upTo = source.hintBy(member.slot);
        if (source.missing().isEmpty() || upTo <= after || !context.config.mode.destinationsRepair()) {
            return;
        }
        long answerNanos = answerNanos(member);
        for (Missing missing : source.missing().subMap(after, false, upTo, true).values()) {
            boolean untried = ((missing.asked | missing.lacked) & member.bit()) == 0;
            if (missing.attempts > 0 && untried && answerNanos < NEARER * (double) (missing.expectedNanos - nowNanos)) {
                missing.askAtNanos = nowNanos;
                source.askAtNanos = nowNanos;
            }
        }
    }

    /** A member has answered a request: what it was asked for well before that is looked at. */
    void onAnswer(Peer from, int request, Departures departures, long nowNanos) {
        if (!from.path.onAnswer(request, nowNanos)) {
            return;
        }
        for (Peer source : context.members.peers()) {
            source.in.askAtNanos = source.in.missing().isEmpty() ? source.in.askAtNanos : nowNanos;
        }
        for (Departure departure : departures.all()) {
            Source source = departure.source();
            source.askAtNanos = source.missing().isEmpty() ? source.askAtNanos : nowNanos;
        }
    }

    private boolean isOvertaken(Missing missing) {
        Peer asked = missing.attempts == 0 ? null : context.members.bySlot(missing.askedOf);
        return asked != null && asked.path.isOvertaken(missing.askedNanos, reorderingNanos(asked));
    }

    /** A member does not hold what was asked for: the next one is asked. */
    void onLack(Peer from, Source source, List<Range> ranges, long nowNanos) {
        for (Range range : ranges) {
            source.missing().subMap(range.first(), range.limit()).values().forEach(missing -> {
                missing.lacked |= from.bit();
                missing.askAtNanos = nowNanos;
                context.own.increment(WanMeter.LACKED);
            });
        }
        source.askAtNanos = nowNanos;
    }

    long nextDeadlineNanos(Departures departures) {
        long next = ProtocolEngine.NO_DEADLINE;
        for (Peer source : context.members.peers()) {
            next = Deadlines.earlier(next, source.in.askAtNanos);
        }
        for (Departure departure : departures.all()) {
            if (!departure.isSettled()) {
                next = Deadlines.earlier(next, departure.source().askAtNanos);
            }
        }
        return next;
    }
}
