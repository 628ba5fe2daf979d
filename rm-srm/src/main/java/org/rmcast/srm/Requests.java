package org.rmcast.srm;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.rmcast.srm.wire.SrmPacket.Range;

/**
 * What this member lacks of one source, and when it asks the group for it.
 *
 * <p>Source: SRM, with the events of the ns-2.35 agent. A request waits for a time that grows with the distance to the source; who
 * hears another one's request for the same backs off to the next round as if it had sent it, and ignores further ones for the first half of
 * the new delay. Who sends does so too: a request that is lost is sent again, and not only when somebody else asks (in ns-2 the loopback
 * of one's own request does that). One request names all packets that are due within a moment. Not thread safe.
 */
final class Requests {
    /**
     * What is to be asked for now.
     *
     * @param scope the time to live of the request
     */
    record Asking(List<Range> ranges, int round, int scope) {}

    private final SuppressionTimer timer;
    private final ScopeLadder ladder;
    private final long gatherNanos;
    private final NavigableMap<Long, RequestState> missing = new TreeMap<>();
    private final TimedEntries<RequestState> due = new TimedEntries<>();

    /**
     * @param timer shared by all sources of a member
     * @param ladder likewise
     * @param gatherNanos what is due within this time is asked for along with what is due now
     */
    Requests(SuppressionTimer timer, ScopeLadder ladder, long gatherNanos) {
        this.timer = timer;
        this.ladder = ladder;
        this.gatherNanos = gatherNanos;
    }

    /** Whether nothing is missing. */
    boolean isEmpty() {
        return missing.isEmpty();
    }

    int size() {
        return missing.size();
    }

    /** The states of what is missing, in ascending order. */
    Collection<RequestState> all() {
        return missing.values();
    }

    @Nullable
    RequestState find(long sequence) {
        return missing.get(sequence);
    }

    /** When there is something to ask for, or no deadline. */
    long nextDeadlineNanos() {
        return due.nextNanos();
    }

    /**
     * Packets are seen to be missing at the same moment: they share a timer.
     *
     * @param distanceNanos that of the source
     */
    void onGap(long first, long limit, long distanceNanos, long nowNanos) {
        timer.constants().onNew();
        long dueNanos = nowNanos + timer.drawNanos(distanceNanos, 0);
        int rung = ladder.from(0, nowNanos);
        for (long sequence = first; sequence < limit; sequence++) {
            RequestState state = new RequestState(sequence, rung, nowNanos);
            if (missing.putIfAbsent(sequence, state) == null) {
                due.set(state, dueNanos);
            }
        }
    }

    /** The group is heard again after an interruption: what was asked for in it is asked for anew, with the delays of the first round. */
    void restart(long distanceNanos, long nowNanos) {
        long dueNanos = nowNanos + timer.drawNanos(distanceNanos, 0);
        for (RequestState state : missing.values()) {
            if (state.delayRound() > 0) {
                state.restart(nowNanos);
                due.set(state, dueNanos);
            }
        }
    }

    /** A packet has come, or is given up. Returns what is known of it, null if it was not missing. */
    @Nullable
    RequestState remove(long sequence) {
        RequestState state = missing.remove(sequence);
        if (state != null) {
            due.clear(state);
        }
        return state;
    }

    /** All below is given up. */
    void removeBelow(long sequence) {
        removeAll(missing.headMap(sequence, false));
    }

    /** From here on there is nothing. */
    void removeFrom(long sequence) {
        removeAll(missing.tailMap(sequence, true));
    }

    private void removeAll(NavigableMap<Long, RequestState> part) {
        part.values().forEach(due::clear);
        part.clear();
    }

    /**
     * What this member asks for now; its next round begins.
     *
     * @param mostRanges not more ranges than these
     * @return null if nothing is due
     */
    @Nullable
    Asking ask(int mostRanges, long distanceNanos, long nowNanos) {
        RequestState first = due.firstDue(nowNanos);
        if (first == null) {
            return null;
        }
        int rung = first.rung();
        List<RequestState> asked = new ArrayList<>();
        RangeList ranges = new RangeList(mostRanges);
        int lowestRound = Integer.MAX_VALUE;
        for (RequestState next = first;
                next != null && next.rung() == rung && ranges.mayTake(next.sequence);
                next = due.firstDue(nowNanos + gatherNanos)) {
            due.clear(next);
            ranges.add(next.sequence);
            asked.add(next);
            lowestRound = Math.min(lowestRound, next.round());
        }
        learnOfFirst(asked, true, distanceNanos, nowNanos);
        ladder.onAsked(rung, nowNanos);
        int nextRung = ladder.from(Math.min(rung + 1, ladder.widest()), nowNanos);
        asked.forEach(state -> state.onAsked(ladder.hops(rung), nextRung));
        backOff(asked, distanceNanos, nowNanos);
        return new Asking(ranges.ascending(), lowestRound, ladder.hops(rung));
    }

    /** The packet that is due first, if it was asked for so often and is missing for so long that it is to be given up; 0 if not. */
    long overdue(int rounds, long missingNanos, long nowNanos) {
        RequestState first = due.firstDue(nowNanos);
        return first != null && first.isOver(rounds, missingNanos, nowNanos) ? first.sequence : 0;
    }

    /**
     * Somebody else asks.
     *
     * @param theirNanos how far it is from the source, as it says
     * @param distanceNanos how far this member is
     * @return whether any of it is missing here
     */
    boolean onRequest(List<Range> ranges, long theirNanos, long distanceNanos, long nowNanos) {
        List<RequestState> heard = new ArrayList<>();
        boolean duplicate = false;
        boolean alsoAsked = false;
        for (Range range : ranges) {
            for (RequestState state :
                    missing.subMap(range.first(), range.limit()).values()) {
                if (state.isIgnoring(nowNanos)) {
                    duplicate = true;
                    alsoAsked |= state.hasAskedFirst();
                } else {
                    heard.add(state);
                }
            }
        }
        if (duplicate) {
            timer.constants().onDuplicate(alsoAsked, theirNanos, distanceNanos);
        }
        learnOfFirst(heard, false, distanceNanos, nowNanos);
        backOff(heard, distanceNanos, nowNanos);
        return duplicate || !heard.isEmpty();
    }

    private void learnOfFirst(List<RequestState> asked, boolean byThis, long distanceNanos, long nowNanos) {
        for (RequestState state : asked) {
            if (state.round() == 0) {
                double roundTripNanos = 2.0 * timer.scale(distanceNanos);
                timer.constants().onDelay((nowNanos - state.sinceNanos) / roundTripNanos);
                if (byThis) {
                    timer.constants().onSent();
                }
                return;
            }
        }
    }

    /** Packets of the same round share a delay, so that they are asked for together again. */
    private void backOff(List<RequestState> states, long distanceNanos, long nowNanos) {
        long[] delays = new long[SuppressionTimer.MOST_DOUBLINGS + 1];
        for (RequestState state : states) {
            int next = Math.min(state.delayRound() + 1, SuppressionTimer.MOST_DOUBLINGS);
            if (delays[next] == 0) {
                delays[next] = timer.drawNanos(distanceNanos, next);
            }
            state.nextRound(delays[next], nowNanos);
            due.set(state, nowNanos + delays[next]);
        }
    }
}
