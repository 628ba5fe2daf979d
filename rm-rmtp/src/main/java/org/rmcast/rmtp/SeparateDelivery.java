package org.rmcast.rmtp;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.rmcast.api.EngineMeter;
import org.rmcast.api.EventCause;
import org.rmcast.api.SessionEvent;
import org.rmcast.core.engine.Actions;
import org.rmcast.core.engine.Deadlines;
import org.rmcast.core.engine.ProtocolEngine;
import org.rmcast.rmtp.Apart.Step;
import org.rmcast.rmtp.ReceiverVerdict.Outcome;
import org.rmcast.rmtp.Served.State;
import org.rmcast.rmtp.wire.RmtpPacket.Data;
import org.rmcast.rmtp.wire.RmtpPacket.Nack;
import org.rmcast.rmtp.wire.RmtpPacket.Poll;

/**
 * The separate retransmission: receivers that were slow, busy, silent or late get by unicast what they lack, each for itself, when the rounds to the
 * others are over.
 *
 * <p>Paper: Shiroshita et al., section 3.2.3. Ours: a few at a time; who does not answer, does not come further or is busy for too long has failed.
 * Not thread safe.
 */
final class SeparateDelivery {
    private final ServerContext context;
    private final RmtpConfig config;
    private final Receivers receivers;
    private final ControlQueue queue;
    private final DataOutput output;
    /** In the order in which they came. */
    private final List<Apart> waiting = new ArrayList<>();

    private final List<Apart> served = new ArrayList<>();
    private int next;
    /** Behind all rounds, so that no answer to a round is taken for one to a turn. */
    private int firstTurn;

    private boolean running;
    private long busyDueNanos = ProtocolEngine.NO_DEADLINE;

    SeparateDelivery(ServerContext context, Receivers receivers, ControlQueue queue, DataOutput output) {
        this.context = context;
        this.config = context.config;
        this.receivers = receivers;
        this.queue = queue;
        this.output = output;
    }

    /** A receiver is to be served apart, after the others. */
    void add(Served receiver, String reason, Actions actions) {
        Apart before = receiver.apart;
        if (before != null) {
            waiting.remove(before);
            served.remove(before);
        }
        Apart apart = new Apart(receiver, new PacketSet(context.packets));
        apart.turn = firstTurn;
        receiver.apart = apart;
        receiver.namedRound = -1;
        receiver.servedApart = true;
        receivers.move(receiver, State.APART);
        waiting.add(apart);
        EventCause cause = receiver.busy ? EventCause.TOO_SLOW : EventCause.SILENT;
        actions.report(
                new SessionEvent.ReceiverLagging(receiver.id, receiver.address, receiver.missing, cause, reason));
    }

    /** What it lacks is known: it is not asked first. */
    void give(Apart apart, PacketSet lacking) {
        for (long packet = lacking.next(0);
                packet >= 0;
                packet = packet + 1 < lacking.size() ? lacking.next(packet + 1) : -1) {
            apart.pending.add(packet);
        }
    }

    /** The rounds are over. */
    void begin(int round, long nowNanos) {
        if (!running) {
            running = true;
            firstTurn = round + 1;
            for (Apart apart : waiting) {
                apart.turn = firstTurn;
                // The time in which others were served does not count.
                apart.served.busySinceNanos = nowNanos;
            }
        }
        admit(nowNanos);
    }

    private void admit(long nowNanos) {
        for (int i = 0; i < waiting.size() && served.size() < config.separateParallel; ) {
            Apart apart = waiting.get(i);
            if (apart.served.state != State.APART || apart.served.apart != apart) {
                waiting.remove(i);
            } else if (apart.served.busy) {
                long due = Math.max(nowNanos, apart.served.busySinceNanos + config.busyNanos);
                busyDueNanos = Deadlines.earlier(busyDueNanos, due);
                i++;
            } else {
                waiting.remove(i);
                served.add(apart);
                if (apart.pending.isEmpty()) {
                    ask(apart, nowNanos);
                } else {
                    apart.step = Step.SENDING;
                }
            }
        }
    }

    private void ask(Apart apart, long nowNanos) {
        apart.step = Step.ASKED;
        apart.served.beginNaming(apart.turn);
        apart.served.polls++;
        context.own.increment(RmtpMeter.POLLS_SENT);
        queue.add(apart.served.address, new Poll(context.transfer, apart.turn, 0, apart.served.told));
        apart.dueNanos = nowNanos + queue.nanos() + context.answerNanos(1, apart.unanswered);
    }

    /** Nobody says that anything comes: those to whom data goes are asked. */
    void cutShort(long nowNanos) {
        for (Apart apart : served) {
            if (apart.step == Step.SENDING) {
                ask(apart, nowNanos);
            }
        }
    }

    /** To how many receivers data goes one after another, if this is one of them; else 0. */
    int parts(Served receiver) {
        Apart apart = receiver.apart;
        if (apart == null || !served.contains(apart)) {
            return 0;
        }
        int parts = 0;
        for (Apart one : served) {
            parts += one.step == Step.SENDING || one == apart ? 1 : 0;
        }
        return parts;
    }

    /** How many receivers are served. */
    int count() {
        return served.size();
    }

    boolean hasNext() {
        return nextToServe() != null;
    }

    private @Nullable Apart nextToServe() {
        for (int i = 0; i < served.size(); i++) {
            Apart apart = served.get((next + i) % served.size());
            if (apart.step == Step.SENDING && !apart.served.busy) {
                next = (next + i) % served.size();
                return apart;
            }
        }
        return null;
    }

    /** Sends the next packet to whose turn it is; returns false if it is not read yet. */
    boolean sendNext(long nowNanos, Actions actions) {
        Apart apart = nextToServe();
        if (apart == null) {
            return false;
        }
        long packet = apart.pending.next(apart.cursor);
        if (packet < 0) {
            // It may have been asked again in the midst of a turn, and have named packets before those that were sent.
            packet = apart.pending.next(0);
            apart.ahead.restart();
        }
        output.lookAhead(apart.ahead, apart.pending, packet);
        boolean last = apart.pending.count() == 1;
        int flags = Data.REPAIR | Data.SEPARATE | (last ? Data.LAST : 0);
        if (!output.send(packet, flags, apart.turn, 0, apart.served, nowNanos, actions)) {
            return false;
        }
        apart.pending.remove(packet);
        apart.ahead.onSent();
        apart.cursor = last ? 0 : (packet + 1) % context.packets;
        next++;
        if (last) {
            apart.step = Step.ASKED;
            apart.unanswered = 0;
            apart.served.beginNaming(apart.turn);
            apart.dueNanos = nowNanos + context.answerNanos(1, 0);
        }
        return true;
    }

    // What comes.

    void onNack(Served receiver, Nack nack, long nowNanos, Actions actions) {
        Apart apart = receiver.apart;
        if (apart == null || apart.step != Step.ASKED || nack.round() != apart.turn) {
            context.own.increment(RmtpMeter.LATE);
            return;
        }
        apart.unanswered = 0;
        receiver.beginNaming(apart.turn);
        for (int i = 0; i < nack.ranges().length; i += 2) {
            apart.pending.addRange(nack.ranges()[i], nack.ranges()[i + 1]);
            apart.ahead.restart();
            context.counters.add(EngineMeter.NAKS_RECEIVED, nack.ranges()[i + 1] - nack.ranges()[i]);
        }
        if (nack.first() <= receiver.told) {
            receiver.told = Math.max(receiver.told, nack.limit());
        }
        if (receiver.told < context.packets) {
            apart.dueNanos = nowNanos + context.answerNanos(1, 0);
            return;
        }
        receiver.asked += nack.missing();
        onToldAll(apart, nack.missing(), nowNanos, actions);
    }

    private void onToldAll(Apart apart, long missing, long nowNanos, Actions actions) {
        apart.served.answered();
        apart.stuck = missing < apart.lastMissing ? 0 : apart.stuck + 1;
        apart.lastMissing = missing;
        apart.served.missing = missing;
        if (apart.stuck > config.separateTurns) {
            fail(
                    apart,
                    Outcome.NO_PROGRESS,
                    EventCause.TOO_SLOW,
                    "it still lacks " + missing + " packets after " + apart.stuck + " turns",
                    nowNanos,
                    actions);
            return;
        }
        apart.turn++;
        apart.step = apart.pending.isEmpty() ? Step.WAITING : Step.SENDING;
        apart.dueNanos = ProtocolEngine.NO_DEADLINE;
        if (apart.step == Step.WAITING) {
            // It lacks packets, and has named none.
            ask(apart, nowNanos);
        }
    }

    void onComplete(Served receiver, int round, long nowNanos) {
        Apart apart = receiver.apart;
        if (apart != null) {
            waiting.remove(apart);
            served.remove(apart);
        }
        receivers.onComplete(receiver, round, nowNanos);
        if (running) {
            admit(nowNanos);
        }
    }

    /** A receiver is ready again. */
    void onReady(Served receiver, long nowNanos) {
        Apart apart = receiver.apart;
        if (apart != null && served.contains(apart)) {
            apart.stuck = 0;
            ask(apart, nowNanos);
        }
        if (running) {
            admit(nowNanos);
        }
    }

    /** A receiver that is served is busy: others take its place until it is ready. */
    void onBusy(Served receiver, long nowNanos) {
        Apart apart = receiver.apart;
        if (apart != null && served.remove(apart)) {
            apart.step = Step.WAITING;
            apart.pending.clear();
            apart.dueNanos = ProtocolEngine.NO_DEADLINE;
            waiting.add(apart);
            admit(nowNanos);
        }
    }

    private void fail(Apart apart, Outcome outcome, EventCause cause, String reason, long nowNanos, Actions actions) {
        waiting.remove(apart);
        served.remove(apart);
        receivers.fail(apart.served, outcome, cause, reason, actions);
        admit(nowNanos);
    }

    void onDeadline(long nowNanos, Actions actions) {
        if (!running) {
            return;
        }
        for (Apart apart : List.copyOf(served)) {
            if (apart.step == Step.ASKED && Deadlines.isDue(apart.dueNanos, nowNanos)) {
                onSilent(apart, nowNanos, actions);
            }
        }
        if (Deadlines.isDue(busyDueNanos, nowNanos)) {
            busyDueNanos = ProtocolEngine.NO_DEADLINE;
            for (Apart apart : List.copyOf(waiting)) {
                if (apart.served.busy && nowNanos - apart.served.busySinceNanos >= config.busyNanos) {
                    String reason = Served.explained("it was busy for too long", apart.served.busyReason);
                    fail(apart, Outcome.BUSY, EventCause.TOO_SLOW, reason, nowNanos, actions);
                }
            }
            admit(nowNanos);
        }
    }

    private void onSilent(Apart apart, long nowNanos, Actions actions) {
        if (++apart.unanswered > config.separatePolls) {
            fail(
                    apart,
                    Outcome.SILENT,
                    EventCause.SILENT,
                    "it did not answer " + apart.served.polls + " polls",
                    nowNanos,
                    actions);
        } else {
            ask(apart, nowNanos);
        }
    }

    long nextDeadlineNanos() {
        long deadline = running ? busyDueNanos : ProtocolEngine.NO_DEADLINE;
        for (Apart apart : served) {
            deadline = Deadlines.earlier(deadline, apart.dueNanos);
        }
        return deadline;
    }

    long bytes() {
        long bytes = 0;
        for (Apart apart : served) {
            bytes += apart.pending.bytes();
        }
        return bytes + 128L * waiting.size();
    }
}
