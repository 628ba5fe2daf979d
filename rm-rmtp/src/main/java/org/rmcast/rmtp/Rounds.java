package org.rmcast.rmtp;

import java.util.Arrays;
import org.rmcast.api.EngineMeter;
import org.rmcast.core.engine.Actions;
import org.rmcast.core.engine.Deadlines;
import org.rmcast.core.engine.ProtocolEngine;
import org.rmcast.rmtp.Served.State;
import org.rmcast.rmtp.wire.RmtpPacket.Data;
import org.rmcast.rmtp.wire.RmtpPacket.Nack;
import org.rmcast.rmtp.wire.RmtpPacket.Poll;

/**
 * The rounds to the group: all packets in round 0, in each further one those of which some receiver has said that it lacks them.
 *
 * <p>Paper: Shiroshita et al., sections 3.1 and 3.2.2: one answer of each receiver to each round; who is silent is polled; what several lack is sent
 * once. Ours ({@code overlap}): what is asked for is sent while answers still come in, once in its round; the end of such a round is a POLL to
 * the group, since its last packet was not known to be the last. Not thread safe.
 */
final class Rounds {
    /** A receiver may name everything so often in one round, when NACKs get lost. */
    private static final int MOST_NAMED = 8;

    private static final int NOTHING = -1;
    private static final int LOOK_AHEAD = 256;

    private final ServerContext context;
    private final RmtpConfig config;
    private final Receivers receivers;
    private final ControlQueue queue;
    private final DataOutput output;
    private final SeparateDelivery separate;
    private final Releases releases;

    /** The round that is sent, or comes next. */
    private int sending;

    private PacketSet pending;
    /** What was sent in this round: not again in it, whoever asks. */
    private PacketSet done;

    private final LookAhead ahead = new LookAhead(LOOK_AHEAD);
    private long cursor;
    private long sent;
    private long sentBefore;
    /** The round whose answers come in. */
    private int collecting = NOTHING;

    private int outstanding;
    private int polled;
    private long endedNanos;
    private boolean hasAnswer;
    private long dueNanos = ProtocolEngine.NO_DEADLINE;
    private boolean running;
    private boolean over;

    Rounds(
            ServerContext context,
            Receivers receivers,
            ControlQueue queue,
            DataOutput output,
            SeparateDelivery separate,
            Releases releases) {
        this.context = context;
        this.config = context.config;
        this.receivers = receivers;
        this.queue = queue;
        this.output = output;
        this.separate = separate;
        this.releases = releases;
        this.pending = new PacketSet(context.packets);
        this.done = new PacketSet(context.packets);
    }

    /** All who take part are there. */
    void begin(long nowNanos, Actions actions) {
        running = true;
        boolean resumed = receivers.count(State.RECEIVING) > 0
                && receivers.in(State.RECEIVING).stream().allMatch(served -> served.held > 0);
        if (resumed) {
            // Who has something already is asked what it lacks before anything is sent.
            endRound(false, nowNanos, actions);
        } else {
            pending = PacketSet.full(context.packets);
            look(nowNanos, actions);
        }
    }

    boolean isFirstRoundOver() {
        return sending > 0 || collecting != NOTHING;
    }

    boolean isOver() {
        return over;
    }

    /** How many rounds were begun. */
    int count() {
        return sent > 0 ? sending + 1 : sending;
    }

    int current() {
        return sending;
    }

    /** Whether there is something to send now. */
    boolean hasNext() {
        return running && !over && !pending.isEmpty() && (collecting == NOTHING || config.overlap);
    }

    /** Sends the next packet; returns false if it is not read yet. */
    boolean sendNext(long nowNanos, Actions actions) {
        long packet = pending.next(cursor);
        if (packet < 0) {
            packet = pending.next(0);
            ahead.restart();
        }
        if (sending > 0) {
            output.lookAhead(ahead, pending, packet);
        }
        boolean last = collecting == NOTHING && pending.count() == 1;
        int flags = (sending > 0 ? Data.REPAIR : 0) | (last ? Data.LAST : 0);
        int backoff = context.backoffMicros(receivers.count(State.RECEIVING));
        if (!output.send(packet, flags, sending, backoff, null, nowNanos, actions)) {
            return false;
        }
        pending.remove(packet);
        ahead.onSent();
        if (sending > 0) {
            done.add(packet);
        }
        cursor = packet + 1 == context.packets ? 0 : packet + 1;
        sent++;
        if (last) {
            endRound(true, nowNanos, actions);
        }
        return true;
    }

    /** Something has changed: the round may have ended, or all of them. */
    void look(long nowNanos, Actions actions) {
        if (!running || over || collecting != NOTHING || !pending.isEmpty()) {
            return;
        }
        if (receivers.count(State.RECEIVING) == 0) {
            over = true;
        } else {
            endRound(false, nowNanos, actions);
        }
    }

    /** Nobody says that anything comes: the round ends before all is sent, so that who is gone is found. What was not sent is asked for. */
    void cutShort(long nowNanos, Actions actions) {
        if (hasNext() && collecting == NOTHING) {
            endRound(false, nowNanos, actions);
        }
    }

    private void endRound(boolean marked, long nowNanos, Actions actions) {
        int waiting = receivers.count(State.RECEIVING);
        if (!marked) {
            context.multicast(new Poll(context.transfer, sending, context.backoffMicros(waiting), 0), actions);
        }
        if (sent > 0) {
            context.own.increment(RmtpMeter.ROUNDS);
        }
        collecting = sending;
        outstanding = waiting;
        polled = 0;
        endedNanos = nowNanos;
        hasAnswer = false;
        receivers.in(State.RECEIVING).forEach(served -> {
            served.heardSincePoll = false;
            served.tries = 0;
            served.missing = 0;
        });
        dueNanos = nowNanos + context.answerNanos(waiting, 0);
        sending++;
        sentBefore = sent;
        sent = 0;
        cursor = 0;
        ahead.restart();
        pending = new PacketSet(context.packets);
        done = new PacketSet(context.packets);
        if (outstanding == 0) {
            endCollecting(nowNanos, actions);
        }
    }

    // What comes.

    /** A receiver has everything. */
    void onComplete(Served served, long nowNanos, Actions actions) {
        boolean awaited = isAwaited(served);
        if (awaited) {
            timeAnswer(nowNanos);
        }
        receivers.onComplete(served, Math.max(0, collecting == NOTHING ? sending : collecting), nowNanos);
        answered(awaited, nowNanos, actions);
    }

    void onNack(Served served, Nack nack, long nowNanos, Actions actions) {
        if (nack.round() != collecting || !isAwaited(served)) {
            context.own.increment(RmtpMeter.LATE);
            return;
        }
        served.beginNaming(collecting);
        served.heardSincePoll = true;
        for (int i = 0; i < nack.ranges().length; i += 2) {
            long first = nack.ranges()[i];
            long limit = nack.ranges()[i + 1];
            served.named += limit - first;
            if (served.named > MOST_NAMED * context.packets) {
                context.own.increment(RmtpMeter.CONTRADICTIONS);
                return;
            }
            addPending(first, limit);
            context.counters.add(EngineMeter.NAKS_RECEIVED, limit - first);
        }
        if (nack.first() <= served.told) {
            served.told = Math.max(served.told, nack.limit());
        }
        if (served.told == context.packets) {
            served.missing = nack.missing();
            served.asked += nack.missing();
            served.answeredRound = collecting;
            timeAnswer(nowNanos);
            answered(true, nowNanos, actions);
        }
    }

    private void addPending(long first, long limit) {
        // Some may lie before those that were looked at.
        ahead.restart();
        if (done.isEmpty()) {
            pending.addRange(first, limit);
            return;
        }
        for (long packet = first; packet < limit; packet++) {
            if (!done.contains(packet)) {
                pending.add(packet);
            }
        }
    }

    /** A receiver leaves the rounds, to be served apart. */
    void remove(Served served, String reason, long nowNanos, Actions actions) {
        boolean awaited = isAwaited(served);
        separate.add(served, reason, actions);
        answered(awaited, nowNanos, actions);
    }

    private boolean isAwaited(Served served) {
        return collecting != NOTHING && served.state == State.RECEIVING && served.answeredRound != collecting;
    }

    /** Somebody has answered the round: how long that took is seen. */
    private void timeAnswer(long nowNanos) {
        context.onAnswer(nowNanos - endedNanos, !hasAnswer);
        hasAnswer = true;
    }

    private void answered(boolean awaited, long nowNanos, Actions actions) {
        if (awaited && --outstanding == 0) {
            endCollecting(nowNanos, actions);
        } else {
            look(nowNanos, actions);
        }
    }

    private void endCollecting(long nowNanos, Actions actions) {
        int round = collecting;
        collecting = NOTHING;
        dueNanos = ProtocolEngine.NO_DEADLINE;
        releases.release(round, nowNanos, actions);
        moveTheSlow(actions);
        int left = receivers.count(State.RECEIVING);
        if (left <= config.unicastReceivers || sending > config.maxRounds) {
            String reason = sending > config.maxRounds
                    ? "it lacks something after " + sending + " rounds"
                    : "no more than " + left + " lack something";
            for (Served served : receivers.in(State.RECEIVING)) {
                separate.add(served, reason, actions);
                if (left == 1 && served.apart != null) {
                    separate.give(served.apart, pending);
                }
            }
            pending = new PacketSet(context.packets);
        }
        look(nowNanos, actions);
    }

    /**
     * Receivers that lack most of what was sent, while half of all lack less than half as much, are served apart.
     *
     * <p>Paper: Shiroshita et al., section 3.2.3: the server may detect low performance by the NACK.
     */
    private void moveTheSlow(Actions actions) {
        double most = config.slowShare * (double) sentBefore;
        long[] missing = receivers.in(State.RECEIVING).stream()
                .mapToLong(served -> served.missing)
                .sorted()
                .toArray();
        if (missing.length < 2 || (double) missing[missing.length - 1] <= most) {
            return;
        }
        long median =
                Arrays.stream(missing).skip(missing.length / 2).findFirst().orElse(0);
        for (Served served : receivers.in(State.RECEIVING)) {
            if ((double) served.missing > most && median < served.missing / 2) {
                separate.add(served, "it lacks " + served.missing + " of " + sentBefore + " packets", actions);
            }
        }
    }

    // The silent.

    void onDeadline(long nowNanos, Actions actions) {
        if (!Deadlines.isDue(dueNanos, nowNanos)) {
            return;
        }
        dueNanos = ProtocolEngine.NO_DEADLINE;
        int round = collecting;
        int silent = outstanding;
        int most = 0;
        int backoff = context.backoffMicros(silent);
        for (Served served : receivers.in(State.RECEIVING)) {
            if (collecting != round) {
                // The last one that was waited for is served apart from now on.
                return;
            }
            if (isAwaited(served)) {
                served.beginNaming(collecting);
                poll(served, backoff, nowNanos, actions);
                most = Math.max(most, served.tries);
            }
        }
        if (collecting == round) {
            polled++;
            dueNanos = nowNanos + queue.nanos() + context.answerNanos(silent, most);
        }
    }

    private void poll(Served served, int backoffMicros, long nowNanos, Actions actions) {
        if (served.heardSincePoll) {
            // A long NACK is on its way, or some of it was lost.
            served.heardSincePoll = false;
            served.tries = 0;
        }
        if (served.tries >= config.polls) {
            remove(served, "it did not answer " + served.tries + " polls", nowNanos, actions);
            return;
        }
        served.tries++;
        served.polls++;
        context.own.increment(RmtpMeter.POLLS_SENT);
        queue.add(served.address, new Poll(context.transfer, collecting, backoffMicros, served.told));
    }

    long nextDeadlineNanos() {
        return dueNanos;
    }

    long bytes() {
        return pending.bytes() + done.bytes();
    }

    @Override
    public String toString() {
        return "round " + sending + ", " + pending + " to send, collecting " + collecting + " of " + outstanding
                + " after " + polled + " polls";
    }
}
