package org.rmcast.core.testing;

import java.net.InetSocketAddress;
import java.util.TreeMap;
import org.rmcast.api.EventCause;
import org.rmcast.api.ReceivedMessage;
import org.rmcast.api.SessionEvent;
import org.rmcast.core.engine.Actions;
import org.rmcast.core.engine.EngineContext;

/**
 * One stream that a toy receives: joins it, delivers in order, says what is missing, gives up a sender that falls silent and
 * joins it again when it is heard. Not thread safe.
 */
final class ToySource {
    private static final long SILENCE_NANOS = 3_000_000_000L;
    private static final long FORGOTTEN_NANOS = 90_000_000_000L;
    private static final long RECENT_NANOS = 1_000_000_000L;
    private static final long FIRST_RETRY_NANOS = 50_000_000;
    private static final long REPORT_NANOS = 200_000_000L;
    private static final long NAK_AGAIN_NANOS = 5_000_000L;
    private static final int ACK_EVERY = 64;

    private final EngineContext context;
    private final long id;
    private final ToyBudget budget;
    private final TreeMap<Long, Held> held = new TreeMap<>();
    private InetSocketAddress address;
    private State state = State.JOINING;
    private State reported = State.JOINING;
    private long reportedNext;
    private long reportedAtNanos;
    private long tries;
    private long admission;
    private long askedAtNanos;
    private long askAgainAtNanos;
    private long retryNanos = FIRST_RETRY_NANOS;
    private long heardAtNanos;
    /** When it was last heard from where reports go. */
    private long heardThereAtNanos;

    private long next;
    private long known;
    private long last = Long.MAX_VALUE;
    private long delivered;
    private long duplicates;

    private enum State {
        JOINING,
        JOINED,
        ENDED
    }

    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Held(byte[] datagram, ToyPacket data) {}

    ToySource(EngineContext context, long id, InetSocketAddress address, ToyBudget budget, long nowNanos) {
        this.context = context;
        this.id = id;
        this.address = address;
        this.budget = budget;
        this.askAgainAtNanos = nowNanos;
    }

    void onData(InetSocketAddress from, byte[] datagram, ToyPacket data, long nowNanos, Actions actions) {
        heard(from, nowNanos);
        if (state != State.JOINED) {
            return;
        }
        long sequence = data.first();
        known = Math.max(known, sequence + 1);
        if (sequence < next || held.containsKey(sequence)) {
            duplicates++;
        } else if (sequence == next && actions.deliveryRoom()) {
            deliver(data, actions);
            deliverHeld(actions);
        } else if (budget.fits(datagram.length)) {
            budget.take(datagram);
            held.put(sequence, new Held(datagram, data));
        }
    }

    void onHeartbeat(InetSocketAddress from, ToyPacket heartbeat, long nowNanos, Actions actions) {
        heard(from, nowNanos);
        known = Math.max(known, heartbeat.first());
        last = heartbeat.flag() ? heartbeat.first() : last;
        deliverHeld(actions);
    }

    /**
     * The sender has taken this member in: what it has delivered before is not delivered again. Only the sender, or who hears what
     * this member sends, can know the admission: reports go to where it came from.
     */
    void onWelcome(InetSocketAddress from, long welcomed, long first, long nowNanos, Actions actions) {
        if (state != State.JOINING || welcomed != admission || nowNanos - askedAtNanos > RECENT_NANOS) {
            return;
        }
        address = from;
        heardThereAtNanos = nowNanos;
        state = State.JOINED;
        retryNanos = FIRST_RETRY_NANOS;
        next = Math.max(next, first);
        actions.report(new SessionEvent.SenderFound(id, address));
        actions.report(new SessionEvent.MemberJoined(context.memberId(), context.localAddress()));
        deliverHeld(actions);
    }

    void onDismiss(long dismissed, long nowNanos, Actions actions) {
        if (state == State.JOINED && dismissed == admission) {
            lose("this member was given up", nowNanos, actions);
        }
    }

    /** Returns whether there is any more to this source. */
    boolean onTick(long nowNanos, Actions actions) {
        long silenceNanos = nowNanos - heardAtNanos;
        if (state == State.JOINED && silenceNanos > SILENCE_NANOS) {
            lose("silence", nowNanos, actions);
        } else if (state == State.JOINED && heardAtNanos - heardThereAtNanos > RECENT_NANOS) {
            lose("it is heard from another address only, and may not hear this member", nowNanos, actions);
        }
        if (state == State.JOINING && silenceNanos <= RECENT_NANOS && askAgainAtNanos - nowNanos <= 0) {
            admission = (++tries << 32) | (context.secrets().nextInt() & 0xffff_ffffL);
            askedAtNanos = nowNanos;
            askAgainAtNanos = nowNanos + retryNanos;
            retryNanos = Math.min(2 * retryNanos, RECENT_NANOS);
            actions.multicast(ToyPacket.numbers(ToyPacket.Type.JOIN, false, id, admission, 0), context.ttl());
        }
        return state == State.JOINED || silenceNanos <= FORGOTTEN_NANOS;
    }

    /** Tells the sender how far this member is, if there is a reason. */
    void report(boolean tick, long nowNanos, Actions actions) {
        if (state == State.JOINING) {
            return;
        }
        long sinceNanos = nowNanos - reportedAtNanos;
        boolean news = state != reported || next - reportedNext >= ACK_EVERY;
        boolean due = tick && (next != reportedNext || sinceNanos >= REPORT_NANOS);
        if (news || due || (misses() && sinceNanos >= NAK_AGAIN_NANOS)) {
            reported = state;
            reportedNext = next;
            reportedAtNanos = nowNanos;
            long missing = Math.max(next, held.isEmpty() ? known : held.firstKey());
            ToyPacket.Type type = missing > next ? ToyPacket.Type.NAK : ToyPacket.Type.ACK;
            actions.unicast(address, ToyPacket.numbers(type, state == State.ENDED, admission, next, missing));
        }
    }

    private boolean misses() {
        return state == State.JOINED && next < known && !held.containsKey(next);
    }

    void leave(Actions actions) {
        if (state != State.JOINING) {
            actions.unicast(address, ToyPacket.numbers(ToyPacket.Type.LEAVE, false, admission));
        }
    }

    void deliverHeld(Actions actions) {
        while (state == State.JOINED && held.containsKey(next) && actions.deliveryRoom()) {
            Held one = held.remove(next);
            budget.give(one.datagram);
            deliver(one.data, actions);
        }
        if (state == State.JOINED && next >= last) {
            state = State.ENDED;
            actions.report(new SessionEvent.StreamEnded(id));
        }
    }

    long delivered() {
        return delivered;
    }

    long duplicates() {
        return duplicates;
    }

    private void heard(InetSocketAddress from, long nowNanos) {
        heardAtNanos = nowNanos;
        if (from.equals(address)) {
            heardThereAtNanos = nowNanos;
        }
    }

    private void deliver(ToyPacket data, Actions actions) {
        actions.deliver(new ReceivedMessage(id, next, data.headers(), data.payload(), actions.nowNanos()));
        next++;
        delivered++;
    }

    private void lose(String reason, long nowNanos, Actions actions) {
        state = State.JOINING;
        reported = state;
        askAgainAtNanos = nowNanos;
        held.values().forEach(one -> budget.give(one.datagram));
        held.clear();
        actions.report(new SessionEvent.SenderLost(id, EventCause.SILENT, reason));
    }
}
