package org.rmcast.tram;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.rmcast.api.EngineMeter;
import org.rmcast.core.engine.Deadlines;
import org.rmcast.core.engine.ProtocolEngine;
import org.rmcast.core.flow.EchoedRequests;
import org.rmcast.core.flow.LossShare;
import org.rmcast.core.flow.ReorderingMeter;
import org.rmcast.core.flow.RoundTripEstimate;
import org.rmcast.core.wire.SequenceMask;
import org.rmcast.tram.wire.TramPacket.Asked;

/**
 * Which packets a member misses, whom it asks for each ({@link RepairRoute}), and when.
 *
 * <p>In TRAM a member asks with each acknowledgement for all that it misses. With {@code promptNak} a packet is asked for
 * {@code nakDelay} after its gap showed, or later where packets are seen to overtake one another ({@link ReorderingMeter}).
 * It is asked for again as soon as a repair comes that echoes a later request, since a head answers in order (the idea of RACK, RFC 8985, with
 * requests in place of segments), or when the answer is overdue: by the time-out of the measured round trip ({@link EchoedRequests}), which doubles once
 * for all that was asked for at that time, and for each packet from its third request on.
 *
 * <p>What the own head no longer holds is asked for from the next one at once, with or without {@code promptNak}.
 */
final class RepairRequests {
    private static final int ASKED_BEFORE_GROWTH = 2;
    private static final int MAX_DOUBLINGS = 4;
    private static final int REPAIRS_REMEMBERED = 256;
    /** Waits of so long are not made longer: a head that is back after seconds would be asked as late again. */
    private static final long LONG_WAIT_NANOS = 250_000_000L;

    private static final Comparator<Missing> BY_SEQUENCE = Comparator.comparingLong(entry -> entry.sequence);

    private static final class Missing {
        final long sequence;
        /** When its gap showed. */
        final long shownNanos;
        /** Whether a later packet came before it: it counts as lost unless it comes by itself. */
        final boolean inGap;

        long dueNanos;
        int asked;
        /** When the head that is asked was asked first. */
        long firstAskedNanos;
        /** The request in which it was last asked for. */
        @Nullable
        Request request;
        /** No longer missing; skipped when it comes up in the queue. */
        boolean done;
        /** Whether it was asked for elsewhere than at the own head, be it once or often. */
        boolean askedElsewhere;
        /** Whether it is known to be lost, not overtaken. */
        boolean counted;
        /** Whether it is in the queue of what is due. */
        boolean queued;

        Missing(long sequence, boolean inGap, long shownNanos, long dueNanos) {
            this.sequence = sequence;
            this.inGap = inGap;
            this.shownNanos = shownNanos;
            this.dueNanos = dueNanos;
        }
    }

    /** What is asked for at one time from one head. */
    static final class Request {
        /** Whom to ask, see {@link RepairRoute}. */
        final int station;

        private final int number;
        private final int roundTripMicros;
        private final long nanos;
        /** By sequence, no further apart than a mask reaches. */
        private final List<Missing> packets;
        /** Whether something in it was never asked for elsewhere than at the own head before. */
        private boolean turnsElsewhere;

        private Request(int station, int number, long roundTripNanos, long nanos, List<Missing> packets) {
            this.station = station;
            this.number = number;
            this.roundTripMicros = (int) Math.min(Integer.MAX_VALUE, roundTripNanos / 1_000);
            this.nanos = nanos;
            this.packets = packets;
        }

        /** Whether it is a re-affiliation of its own, rather than the same question again. */
        boolean turnsElsewhere() {
            return turnsElsewhere;
        }

        /**
         * What the acknowledgement that asks says of it.
         *
         * @param decodes whether it may be answered in codes
         */
        Asked asked(boolean decodes) {
            long start = packets.get(0).sequence;
            byte[] mask = SequenceMask.reachingTo(packets.get(packets.size() - 1).sequence - start);
            for (Missing entry : packets) {
                SequenceMask.set(mask, (int) (entry.sequence - start));
            }
            return new Asked(number, roundTripMicros, start, mask, decodes);
        }
    }

    private final TramConfig config;
    private final RepairRoute route;
    private final TreeMap<Long, Missing> missing = new TreeMap<>();
    /** By due time; entries that were filled are skipped when they come up. */
    private final TreeSet<Missing> due =
            new TreeSet<>(((Comparator<Missing>) (one, other) -> Deadlines.compare(one.dueNanos, other.dueNanos))
                    .thenComparingLong(entry -> entry.sequence));
    /** Requests not yet answered in full by each station, the oldest first. */
    private final Map<Integer, ArrayDeque<Request>> open = new HashMap<>();

    /** How many times in a row answers of the own head were overdue, when the first of those was asked for, and when it was noticed last. */
    private int roundsInVain;

    private long inVainSinceNanos;
    private long inVainNanos;
    /** How long it takes the own head to repair to the group: longer than a round trip where it has to ask for the packet itself. */
    private final RoundTripEstimate groupRepairs;

    private final ReorderingMeter reordering;
    private final LossShare losses = new LossShare();
    /** What repairs have filled of late: if the packet itself comes after that, the repair was not needed. */
    private final Map<Long, Missing> repaired = new LinkedHashMap<>();

    RepairRequests(TramConfig config, RepairRoute route) {
        this.config = config;
        this.route = route;
        long shortest = config.repairTimeoutMinNanos;
        this.groupRepairs = new RoundTripEstimate(1, shortest, Math.max(shortest, LONG_WAIT_NANOS));
        this.reordering = new ReorderingMeter(config.nakDelayNanos, config.nakDelayMaxNanos, 1);
    }

    int size() {
        return missing.size();
    }

    boolean isEmpty() {
        return missing.isEmpty();
    }

    /** Packets of {@code [first, limit)} are found missing; from {@code gapFrom} on because a later one has come. */
    void add(long first, long limit, long gapFrom, long nowNanos) {
        long dueNanos = nowNanos + reordering.delayNanos(route.roundTripNanos());
        for (long sequence = first; sequence < limit; sequence++) {
            Missing entry = new Missing(sequence, sequence >= gapFrom, nowNanos, dueNanos);
            missing.put(sequence, entry);
            if (config.promptNak) {
                enqueue(entry, entry.dueNanos);
            }
        }
    }

    /**
     * A missing packet came.
     *
     * @return whether it was in a gap, and was not lost but overtaken
     */
    boolean filled(long sequence, boolean retransmission, long nowNanos) {
        Missing entry = missing.remove(sequence);
        if (entry == null) {
            return false;
        }
        entry.done = true;
        Request answered = entry.request;
        entry.request = null;
        if (retransmission && answered != null && entry.asked == 1) {
            settle(answered.station, nowNanos);
        }
        long roundTripNanos = route.roundTripNanos();
        if (retransmission) {
            reordering.onRepaired(roundTripNanos, nowNanos);
            remember(entry);
        } else {
            reordering.onOvertaken(nowNanos - entry.shownNanos, entry.asked > 0, roundTripNanos, nowNanos);
        }
        return entry.inGap && !retransmission;
    }

    /** What was asked for once has come: also where all are repaired together, and nobody's request is echoed, waits get shorter again. */
    private void settle(int station, long nowNanos) {
        EchoedRequests asked = route.requests(station);
        if (asked != null) {
            asked.onAnswer(nowNanos);
        }
    }

    /**
     * A repair came to the group. It echoes nothing, but says how long the head takes: one that is asked for what was lost above it answers
     * when it has the packet ({@link PendingInterest}), and is not to be asked again before. Karn's rule: what was asked for twice may have
     * been lost twice, and is no sample; the time-out doubles until there is one (RFC 6298, 5.7). Not in TRAM++, where heads drop packets:
     * what is asked for late is gone.
     */
    void onGroupRepair(long sequence, long nowNanos) {
        Missing entry = missing.get(sequence);
        if (config.reaffiliates() || entry == null || entry.request == null || entry.request.station != 0) {
            return;
        }
        long waitedNanos = nowNanos - entry.firstAskedNanos;
        if (entry.asked == 1) {
            groupRepairs.sample(waitedNanos);
        } else if (waitedNanos > groupRepairs.timeoutNanos()) {
            groupRepairs.backOff();
        }
    }

    /** A repair came that echoes the number of its request. */
    void onEcho(int number, long nowNanos) {
        int station = route.stationAsked(number);
        EchoedRequests asked = station < 0 ? null : route.requests(station);
        if (asked != null) {
            long askedNanos = asked.sentNanos(number);
            asked.onEcho(number, nowNanos);
            askAgainBefore(station, askedNanos, asked.estimate().smoothedNanos(), nowNanos);
        }
    }

    /**
     * A packet came by itself that was not missing: perhaps a repair had been quicker.
     *
     * @return whether it had been in a gap, and was not lost but overtaken
     */
    boolean repeated(long sequence, long nowNanos) {
        Missing entry = repaired.remove(sequence);
        if (entry == null) {
            return false;
        }
        reordering.onSpuriousRepair(route.roundTripNanos(), nowNanos);
        return entry.inGap;
    }

    private void remember(Missing entry) {
        if (repaired.size() >= REPAIRS_REMEMBERED) {
            Iterator<Missing> oldest = repaired.values().iterator();
            oldest.next();
            oldest.remove();
        }
        repaired.put(entry.sequence, entry);
    }

    /** What is lost here of what the sender multicasts: what had to be asked for, not what was overtaken. */
    LossShare losses() {
        return losses;
    }

    /** Packets that came by themselves after their gap had shown. */
    ReorderingMeter reordering() {
        return reordering;
    }

    /** What a head was asked for before a request that it is answering, and has not come, was lost. */
    private void askAgainBefore(int station, long askedNanos, long roundTripNanos, long nowNanos) {
        ArrayDeque<Request> requests = open.get(station);
        if (!config.promptNak || requests == null) {
            return;
        }
        Request oldest = requests.peek();
        while (oldest != null && askedNanos - oldest.nanos > reordering.delayNanos(roundTripNanos)) {
            requests.remove();
            for (Missing entry : oldest.packets) {
                if (!entry.done && entry.request == oldest) {
                    entry.request = null;
                    enqueue(entry, nowNanos);
                }
            }
            oldest = requests.peek();
        }
    }

    /** The head that was asked does not hold these any more: the next one is asked at once. */
    void askElsewhere(long start, byte[] mask, long nowNanos) {
        SequenceMask.forEach(mask, start, sequence -> {
            Missing entry = missing.get(sequence);
            // An answer to a request made twice must not make a third one.
            if (entry != null && entry.request != null && entry.request.station != route.stationFor(sequence)) {
                entry.asked = 0;
                entry.request = null;
                enqueue(entry, nowNanos);
            }
        });
    }

    /** A head above can be asked from now on: for what the heads below are known to have dropped, at once. */
    void askWhereTheyAre(long nowNanos) {
        for (Missing entry : missing.values()) {
            if (entry.request != null && entry.request.station != route.stationFor(entry.sequence)) {
                entry.asked = 0;
                entry.request = null;
                enqueue(entry, nowNanos);
            }
        }
    }

    private void enqueue(Missing entry, long dueNanos) {
        if (entry.queued) {
            due.remove(entry);
        }
        entry.dueNanos = dueNanos;
        entry.queued = true;
        due.add(entry);
    }

    /** Everything below is given up, or has come. */
    void removeBelow(long limit) {
        var below = missing.headMap(limit);
        below.values().forEach(entry -> entry.done = true);
        below.clear();
    }

    /** All that is missing is asked for anew at once: there is a new head. */
    void askAnew(long nowNanos) {
        due.clear();
        open.clear();
        for (Missing entry : missing.values()) {
            entry.asked = 0;
            entry.request = null;
            entry.queued = false;
            if (config.promptNak) {
                enqueue(entry, nowNanos);
            }
        }
    }

    /** When a packet is to be asked for, or {@link ProtocolEngine#NO_DEADLINE}. */
    long nextDueNanos() {
        Missing first = peekDue();
        return first == null ? ProtocolEngine.NO_DEADLINE : first.dueNanos;
    }

    private @Nullable Missing peekDue() {
        while (!due.isEmpty()) {
            Missing first = due.first();
            if (!first.done) {
                return first;
            }
            due.pollFirst();
        }
        return null;
    }

    /**
     * What to ask for now, of each head, in as many requests as masks have to be: what is due, and with {@code promptNak} off all that
     * the own head may hold. Notes that it was asked for.
     */
    List<Request> take(long nowNanos, TramCounters counters) {
        TreeMap<Integer, List<Missing>> byStation = new TreeMap<>();
        if (!config.promptNak && !missing.isEmpty()) {
            for (Missing entry : missing.headMap(missing.firstKey() + config.maxMaskPackets())
                    .values()) {
                // What is queued was asked for from another head, which has yet to answer.
                if (!entry.queued) {
                    add(byStation, entry);
                }
            }
        }
        takeDue(byStation, nowNanos);
        List<Request> taken = new ArrayList<>();
        byStation.forEach((station, entries) -> {
            List<Missing> asked = new ArrayList<>();
            entries.sort(BY_SEQUENCE);
            for (Missing entry : entries) {
                if (!asked.isEmpty() && entry.sequence - asked.get(0).sequence >= config.maxMaskPackets()) {
                    taken.add(ask(station, asked, nowNanos, counters));
                    asked = new ArrayList<>();
                }
                asked.add(entry);
            }
            taken.add(ask(station, asked, nowNanos, counters));
        });
        return taken;
    }

    private void takeDue(Map<Integer, List<Missing>> byStation, long nowNanos) {
        Missing entry = peekDue();
        while (entry != null && Deadlines.isDue(entry.dueNanos, nowNanos)) {
            due.pollFirst();
            entry.queued = false;
            onOverdue(entry.request, nowNanos);
            add(byStation, entry);
            entry = peekDue();
        }
    }

    /**
     * The answer to a request is overdue: all answers are waited for longer, until one comes.
     */
    private void onOverdue(@Nullable Request request, long nowNanos) {
        EchoedRequests asked = request == null ? null : route.requests(request.station);
        if (request != null && request.station == 0) {
            noteInVain(request, nowNanos);
        }
        if (asked != null && request != null && asked.estimate().timeoutNanos() < LONG_WAIT_NANOS) {
            asked.onTimeout(request.number, nowNanos);
        }
    }

    private void noteInVain(Request request, long nowNanos) {
        if (roundsInVain == 0) {
            inVainSinceNanos = request.nanos;
        }
        if (roundsInVain == 0 || request.nanos - inVainNanos >= 0) {
            roundsInVain++;
            inVainNanos = nowNanos;
        }
    }

    /**
     * How many times in a row the own head was asked and has not answered in time.
     *
     * @param heardNanos when anything came from it last
     */
    int roundsInVain(long heardNanos) {
        if (heardNanos - inVainSinceNanos > 0) {
            roundsInVain = 0;
        }
        return roundsInVain;
    }

    private void add(Map<Integer, List<Missing>> byStation, Missing entry) {
        byStation
                .computeIfAbsent(route.stationFor(entry.sequence), key -> new ArrayList<>())
                .add(entry);
    }

    private Request ask(int station, List<Missing> entries, long nowNanos, TramCounters counters) {
        EchoedRequests requests = route.requests(station);
        int number = requests == null ? 0 : requests.ask(nowNanos);
        long roundTripNanos = requests == null ? 0 : requests.estimate().smoothedNanos();
        Request request = new Request(station, number, roundTripNanos, nowNanos, entries);
        for (Missing entry : entries) {
            if (!entry.counted && !missing.containsKey(entry.sequence - 1)) {
                losses.onLoss();
            }
            entry.counted = true;
            entry.request = request;
            if (entry.asked++ == 0) {
                entry.firstAskedNanos = nowNanos;
            }
            counters.increment(EngineMeter.NAKS_SENT);
            if (station > 0 && station != RepairRoute.SUBSTITUTE && !entry.askedElsewhere) {
                counters.increment(TramMeter.ASKED_ELSEWHERE);
                entry.askedElsewhere = true;
                request.turnsElsewhere = true;
            }
            if (config.promptNak || station > 0) {
                long overdue = timeoutNanos(requests, entry.asked - 1);
                boolean group = station == 0 && (groupRepairs.isSampled() || groupRepairs.isBackedOff());
                enqueue(entry, nowNanos + (group ? Math.max(overdue, groupRepairs.timeoutNanos()) : overdue));
            }
        }
        if (config.promptNak) {
            ArrayDeque<Request> unanswered = open.computeIfAbsent(station, key -> new ArrayDeque<>());
            forgetAnswered(unanswered);
            unanswered.add(request);
        }
        return request;
    }

    /** The oldest requests that have been answered, or made anew, are of no use any more. */
    private static void forgetAnswered(ArrayDeque<Request> requests) {
        Request oldest = requests.peek();
        while (oldest != null && isSettled(oldest)) {
            requests.remove();
            oldest = requests.peek();
        }
    }

    private static boolean isSettled(Request request) {
        for (Missing entry : request.packets) {
            if (!entry.done && entry.request == request) {
                return false;
            }
        }
        return true;
    }

    private long timeoutNanos(@Nullable EchoedRequests requests, int asked) {
        if (requests == null) {
            return config.repairTimeoutMaxNanos;
        }
        RoundTripEstimate estimate = requests.estimate();
        int doublings = Math.max(0, Math.min(MAX_DOUBLINGS, asked - ASKED_BEFORE_GROWTH));
        long longest = Math.max(LONG_WAIT_NANOS, estimate.timeoutNanos());
        return Math.min(longest, estimate.timeoutNanosAfter(doublings));
    }
}
