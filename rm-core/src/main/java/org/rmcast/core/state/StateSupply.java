package org.rmcast.core.state;

import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.rmcast.core.engine.Actions;
import org.rmcast.core.engine.Deadlines;
import org.rmcast.core.engine.ProtocolEngine;
import org.rmcast.core.engine.Snapshot;
import org.rmcast.core.engine.StateActions;
import org.rmcast.core.flow.Pacer;
import org.rmcast.core.state.StatePacket.Need;
import org.rmcast.core.state.StatePacket.Offer;
import org.rmcast.core.state.StatePacket.Progress;
import org.rmcast.core.state.StatePacket.Query;
import org.rmcast.core.state.StatePacket.Range;
import org.rmcast.core.state.StatePacket.Read;
import org.rmcast.core.state.StatePacket.Readiness;
import org.rmcast.core.state.StatePacket.Status;
import org.rmcast.core.state.StatePacket.Take;

/**
 * Gives this member's state to others: takes a snapshot once it has what they need to go on from, keeps it while somebody reads it,
 * and sends the chunks that are asked for, at a bounded rate. Two snapshots at most; one serves all who wait for it. Nothing is
 * sent to an address at which nobody has proved to be, but for a status that is shorter than its question. Not thread safe.
 */
final class StateSupply {
    static final int MOST_SNAPSHOTS = 2;
    static final int MOST_TAKERS = 64;
    static final int MOST_QUEUED = 1_024;
    static final double BYTES_PER_SECOND = 25e6;
    /** How long one waits for packets of a stream of which the joiner knows no message yet. */
    static final long SOFT_NANOS = 1_000_000_000L;
    /** How long it waits for messages that the joiner has. */
    static final long PATIENCE_NANOS = 5_000_000_000L;
    /** What nobody has read for so long is dropped. */
    static final long IDLE_NANOS = 5_000_000_000L;

    private static final long SHORTEST_INTERVAL_NANOS = 50_000_000L;
    private static final long LOOK_NANOS = 20_000_000L;
    /** Snapshots are taken in a fifth of the time at most. */
    private static final int PAUSES = 4;

    /** Somebody who waits for a snapshot, or has one. */
    private static final class Taker {
        final InetSocketAddress address;
        final long sinceNanos;
        Take take;
        long snapshot;
        boolean refused;

        Taker(InetSocketAddress address, Take take, long nowNanos) {
            this.address = address;
            this.take = take;
            this.sinceNanos = nowNanos;
        }
    }

    private static final class Kept {
        final byte[] vector;
        final Snapshot snapshot;
        long usedNanos;

        Kept(Snapshot snapshot, long nowNanos) {
            this.snapshot = snapshot;
            this.vector = StateCodec.encode(snapshot.vector());
            this.usedNanos = nowNanos;
        }

        long length() {
            return vector.length + snapshot.content().length();
        }
    }

    private record Wanted(InetSocketAddress to, long snapshot, int index) {}

    private final StateContext context;
    private final int chunkBytes;
    private final Pacer pacer = new Pacer(BYTES_PER_SECOND, Pacer.BURST_NANOS);
    private final Map<InetSocketAddress, Taker> takers = new LinkedHashMap<>();
    private final Map<Long, Kept> kept = new LinkedHashMap<>();
    private final ArrayDeque<Wanted> queue = new ArrayDeque<>();
    /** The snapshot that the application is to make, 0 if none. */
    private long ordered;

    private long orderedNanos;
    private long nextOrderNanos;
    private boolean hasOrdered;
    private long startNanos;
    private long lookNanos = ProtocolEngine.NO_DEADLINE;

    StateSupply(StateContext context) {
        this.context = context;
        this.chunkBytes = Math.min(0xffff, context.maxPacketBytes - StateCodec.CHUNK_OFFSET);
    }

    void start(long nowNanos) {
        startNanos = nowNanos;
    }

    void onQuery(InetSocketAddress from, Query query, long nowNanos, Actions actions) {
        if (context.membership.mayAnswer(from, StateCodec.STATUS_BYTES, nowNanos)) {
            int age = (int) Math.min(Integer.MAX_VALUE, (nowNanos - startNanos) / 1_000_000_000L);
            context.send(from, new Status(query.nonce(), readiness(actions.state()), age), actions);
        }
    }

    private static Readiness readiness(@Nullable StateActions state) {
        if (state == null || !state.isProvider()) {
            return Readiness.NONE;
        }
        return state.isWaiting() ? Readiness.WAITING : state.isWhole() ? Readiness.WHOLE : Readiness.LOSSY;
    }

    void onTake(InetSocketAddress from, long id, Take take, long nowNanos, Actions actions) {
        if (!context.membership.isVouched(from)) {
            context.membership.challenge(id, from, nowNanos, actions);
            return;
        }
        Taker taker = takers.get(from);
        if (taker == null || taker.take.nonce() != take.nonce()) {
            takers.remove(from);
            if (takers.size() >= MOST_TAKERS) {
                return;
            }
            taker = new Taker(from, take, nowNanos);
            takers.put(from, taker);
        }
        taker.take = take;
        StateActions state = actions.state();
        if (state == null || !state.isProvider() || state.isWaiting()) {
            taker.refused = true;
        }
        lookNanos = Deadlines.earlier(lookNanos, nowNanos);
        tell(taker, actions);
    }

    private void tell(Taker taker, Actions actions) {
        Kept ready = kept.get(taker.snapshot);
        long nonce = taker.take.nonce();
        Offer offer = ready != null
                ? new Offer(
                        nonce,
                        Progress.READY,
                        ready.snapshot.whole(),
                        taker.snapshot,
                        ready.length(),
                        ready.vector.length,
                        chunkBytes)
                : new Offer(nonce, taker.refused ? Progress.REFUSED : Progress.PREPARING, false, 0, 0, 0, 0);
        context.send(taker.address, offer, actions);
    }

    void onRead(InetSocketAddress from, Read read, long nowNanos) {
        Kept wanted = kept.get(read.snapshot());
        if (wanted == null || !context.membership.isVouched(from)) {
            return;
        }
        wanted.usedNanos = nowNanos;
        for (Range range : read.ranges()) {
            for (int i = 0; i < range.count() && queue.size() < MOST_QUEUED; i++) {
                if ((long) (range.first() + i) * chunkBytes < wanted.length() && range.first() + i >= 0) {
                    queue.add(new Wanted(from, read.snapshot(), range.first() + i));
                }
            }
        }
    }

    void onSnapshot(long id, @Nullable Snapshot snapshot, long nowNanos, Actions actions) {
        if (id != ordered) {
            return;
        }
        ordered = 0;
        nextOrderNanos = nowNanos + Math.max(SHORTEST_INTERVAL_NANOS, PAUSES * (nowNanos - orderedNanos));
        if (snapshot != null) {
            kept.put(id, new Kept(snapshot, nowNanos));
        }
        for (Taker taker : takers.values()) {
            if (taker.snapshot == id) {
                taker.refused = snapshot == null;
                tell(taker, actions);
            }
        }
    }

    /** Looks whether a snapshot can be taken, and what is of no use any more. */
    void onDeadline(long nowNanos, Actions actions) {
        if (!Deadlines.isDue(lookNanos, nowNanos)) {
            return;
        }
        expire(nowNanos);
        StateActions state = actions.state();
        if (state != null) {
            order(state, nowNanos, actions);
        }
        lookNanos = takers.isEmpty() && kept.isEmpty() ? ProtocolEngine.NO_DEADLINE : nowNanos + LOOK_NANOS;
    }

    private void expire(long nowNanos) {
        kept.values().removeIf(held -> nowNanos - held.usedNanos > IDLE_NANOS);
        for (Iterator<Taker> all = takers.values().iterator(); all.hasNext(); ) {
            Taker taker = all.next();
            boolean served = taker.snapshot != 0 && taker.snapshot != ordered;
            if (served ? !kept.containsKey(taker.snapshot) : nowNanos - taker.sinceNanos > 2 * PATIENCE_NANOS) {
                all.remove();
            }
        }
    }

    private void order(StateActions state, long nowNanos, Actions actions) {
        boolean mayOrder = ordered == 0
                && kept.size() < MOST_SNAPSHOTS
                && (!hasOrdered || nowNanos - nextOrderNanos >= 0)
                && !state.isWaiting();
        long id = 0;
        for (Taker taker : takers.values()) {
            if (taker.snapshot != 0 || taker.refused) {
                continue;
            }
            if (mayOrder && isSatisfied(taker, state, nowNanos)) {
                id = id == 0 ? newId() : id;
                taker.snapshot = id;
            } else if (nowNanos - taker.sinceNanos > PATIENCE_NANOS) {
                taker.refused = true;
                tell(taker, actions);
            }
        }
        if (id != 0) {
            ordered = id;
            orderedNanos = nowNanos;
            hasOrdered = true;
            state.takeSnapshot(id, context.streams::nextPacket);
        }
    }

    private long newId() {
        long id = context.newNonce();
        return id == 0 ? 1 : id;
    }

    private boolean isSatisfied(Taker taker, StateActions state, long nowNanos) {
        boolean patient = nowNanos - taker.sinceNanos <= SOFT_NANOS;
        for (Need need : taker.take.needs()) {
            if (!isReached(need, state, patient)) {
                return false;
            }
        }
        return true;
    }

    private boolean isReached(Need need, StateActions state, boolean patient) {
        if (need.message() >= 0) {
            return state.delivered(need.source()) >= need.message();
        }
        // What this member sent itself its application has.
        return !patient
                || need.source() == context.engine.memberId()
                || context.streams.nextPacket(need.source()) >= need.packet();
    }

    /** Sends chunks as the rate allows. */
    void onBatchEnd(long nowNanos, Actions actions) {
        while (!queue.isEmpty() && pacer.mayLeave(nowNanos)) {
            Wanted wanted = queue.remove();
            Kept from = kept.get(wanted.snapshot());
            if (from != null) {
                long offset = (long) wanted.index() * chunkBytes;
                int count = (int) Math.min(chunkBytes, from.length() - offset);
                byte[] datagram = StateCodec.chunk(
                        wanted.snapshot(), wanted.index(), from.vector, from.snapshot.content(), offset, count);
                pacer.leave(datagram.length, nowNanos);
                actions.unicast(wanted.to(), datagram);
            }
        }
    }

    long nextDeadlineNanos() {
        return queue.isEmpty() ? lookNanos : Deadlines.earlier(lookNanos, pacer.batchReadyNanos());
    }

    /** How many snapshots are kept; for tests. */
    int snapshots() {
        return kept.size();
    }
}
