package org.rmcast.core.state;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.rmcast.api.EventCause;
import org.rmcast.core.engine.Actions;
import org.rmcast.core.engine.Deadlines;
import org.rmcast.core.engine.ProtocolEngine;
import org.rmcast.core.engine.Reason;
import org.rmcast.core.engine.StateActions;
import org.rmcast.core.engine.StateVector;
import org.rmcast.core.state.StatePacket.Chunk;
import org.rmcast.core.state.StatePacket.Need;
import org.rmcast.core.state.StatePacket.Offer;
import org.rmcast.core.state.StatePacket.Progress;
import org.rmcast.core.state.StatePacket.Range;
import org.rmcast.core.state.StatePacket.Read;
import org.rmcast.core.state.StatePacket.Status;
import org.rmcast.core.state.StatePacket.Take;
import org.rmcast.core.wire.DecodeException;

/**
 * Takes over another member's state: finds one, asks it for a snapshot that is late enough, reads it, and turns to the next if that one
 * fails or falls silent. One transfer at a time. Not thread safe.
 */
final class StateFetch {
    private static final long TAKE_INTERVAL_NANOS = 200_000_000L;
    /** So long without a sign of it a provider counts as gone. */
    private static final long SILENCE_NANOS = 3_000_000_000L;

    private static final long KEEP_ALIVE_NANOS = 1_000_000_000L;
    private static final int MOST_TOO_EARLY = 5;
    private static final int MOST_VECTOR_BYTES = 16_384 * StateCodec.ENTRY_BYTES;

    private final StateContext context;
    private final StateSearch search;
    private boolean running;
    private long deadlineNanos;
    private StateSearch.@Nullable Provider provider;
    private long takeNonce;
    private long takeNanos = ProtocolEngine.NO_DEADLINE;
    private long heardNanos;
    private int tooEarly;
    private @Nullable Offer offer;
    private @Nullable StatePull pull;
    private byte[] vectorBytes = {};
    private @Nullable StateVector vector;
    private String lastFailure = "";

    StateFetch(StateContext context) {
        this.context = context;
        this.search = new StateSearch(context);
    }

    boolean isRunning() {
        return running;
    }

    void begin(long untilNanos, long nowNanos, Actions actions) {
        running = true;
        deadlineNanos = untilNanos;
        lastFailure = "";
        search.begin(true, nowNanos, actions);
    }

    void onStatus(InetSocketAddress from, long id, Status status, long nowNanos) {
        if (running && provider == null) {
            search.onStatus(from, id, status, nowNanos);
        }
    }

    void onDeadline(long nowNanos, Actions actions) {
        if (!running) {
            return;
        }
        StateActions state = state(actions);
        if (Deadlines.isDue(deadlineNanos, nowNanos)) {
            stop();
            String text = "not in time: " + search + (lastFailure.isEmpty() ? "" : "; " + lastFailure);
            state.failed(false, new Reason(EventCause.NOT_IN_TIME, text));
        } else if (provider == null) {
            search(state, nowNanos, actions);
        } else if ((pull == null || pull.isWaiting()) && nowNanos - heardNanos > SILENCE_NANOS) {
            turnFrom("it fell silent", nowNanos, actions);
        } else if (pull == null && Deadlines.isDue(takeNanos, nowNanos)) {
            take(state, nowNanos, actions);
        }
    }

    private void search(StateActions state, long nowNanos, Actions actions) {
        if (!search.isDue(nowNanos)) {
            return;
        }
        StateSearch.Provider chosen = search.choose(nowNanos);
        if (chosen != null) {
            provider = chosen;
            search.end();
            tooEarly = 0;
            heardNanos = nowNanos;
            takeNonce = context.newNonce();
            take(state, nowNanos, actions);
        } else if (search.isFirst(nowNanos)) {
            stop();
            state.failed(true, new Reason(EventCause.NOT_HELD, "no other member has a state to give"));
        } else {
            search.ask(nowNanos, actions);
        }
    }

    private void take(StateActions state, long nowNanos, Actions actions) {
        StateSearch.Provider from = provider;
        if (from != null) {
            takeNanos = nowNanos + TAKE_INTERVAL_NANOS;
            context.send(from.address(), new Take(takeNonce, needs(state)), actions);
        }
    }

    /** From where the streams go on here; those that there is no room to name are looked at when the snapshot is there. */
    private List<Need> needs(StateActions state) {
        List<Need> needs = new ArrayList<>();
        long self = context.engine.memberId();
        addNeed(self, state.needed(self), needs);
        context.streams.forEach(source -> addNeed(source, neededOf(source, state), needs));
        return needs;
    }

    private void addNeed(long source, long message, List<Need> needs) {
        long packet = message >= 0 ? 0 : context.streams.nextPacket(source);
        if (needs.size() < StateCodec.MOST_NEEDS && (message > 0 || packet > 1)) {
            needs.add(new Need(source, message, packet));
        }
    }

    private long neededOf(long source, StateActions state) {
        long delivered = state.needed(source);
        return delivered >= 0 ? delivered : context.streams.nextMessage(source);
    }

    void onOffer(InetSocketAddress from, long id, Offer offered, long nowNanos, Actions actions) {
        StateSearch.Provider asked = provider;
        boolean wanted = running
                && pull == null
                && asked != null
                && asked.id() == id
                && asked.address().equals(from)
                && offered.nonce() == takeNonce;
        if (!wanted) {
            return;
        }
        heardNanos = nowNanos;
        if (offered.progress() == Progress.REFUSED) {
            turnFrom("it cannot give it", nowNanos, actions);
        } else if (offered.progress() == Progress.READY) {
            if (offered.vectorBytes() > MOST_VECTOR_BYTES || offered.chunkBytes() > context.maxPacketBytes) {
                turnFrom("what it offers is too large", nowNanos, actions);
                return;
            }
            offer = offered;
            pull = new StatePull(offered.lengthBytes(), offered.chunkBytes());
            vectorBytes = new byte[offered.vectorBytes()];
            vector = null;
        }
    }

    void onChunk(InetSocketAddress from, long id, Chunk chunk, long nowNanos) {
        StateSearch.Provider reading = provider;
        if (pull != null
                && offer != null
                && reading != null
                && reading.id() == id
                && reading.address().equals(from)
                && chunk.snapshot() == offer.snapshot()
                && pull.onChunk(chunk, nowNanos)) {
            heardNanos = nowNanos;
        }
    }

    /** A member has gone. */
    void onDown(long id, long nowNanos, Actions actions) {
        StateSearch.Provider from = provider;
        if (running && from != null && from.id() == id) {
            turnFrom("it has gone", nowNanos, actions);
        }
    }

    /** Hands over what has come, and asks for more. */
    void onBatchEnd(long nowNanos, Actions actions) {
        StatePull reading = pull;
        if (reading == null) {
            return;
        }
        StateActions state = state(actions);
        handOver(reading, state, nowNanos, actions);
        StateSearch.Provider from = provider;
        Offer taken = offer;
        if (pull == null || from == null || taken == null) {
            return;
        }
        List<Range> ranges = reading.ask(nowNanos);
        boolean idle = !reading.isWaiting() && Deadlines.isDue(takeNanos, nowNanos);
        if (!ranges.isEmpty() || idle) {
            // Where the application takes its time an empty one says that this member is still there.
            takeNanos = nowNanos + KEEP_ALIVE_NANOS;
            context.send(from.address(), new Read(taken.snapshot(), ranges), actions);
        }
    }

    private void handOver(StatePull reading, StateActions state, long nowNanos, Actions actions) {
        boolean begun = vector != null || vectorBytes.length > 0 || readVector(state, nowNanos, actions);
        for (Chunk chunk = reading.next(); begun && chunk != null; chunk = reading.next()) {
            int ofVector = vectorPart(chunk, reading);
            if (vector == null) {
                int start = (int) ((long) chunk.index() * reading.chunkBytes());
                System.arraycopy(chunk.datagram(), chunk.offset(), vectorBytes, start, ofVector);
                if (start + ofVector == vectorBytes.length && !readVector(state, nowNanos, actions)) {
                    return;
                }
            }
            int count = chunk.length() - ofVector;
            if (count > 0 && state.room() < count) {
                return;
            }
            if (count > 0) {
                state.bytes(chunk.datagram(), chunk.offset() + ofVector, count);
            }
            reading.taken();
        }
        if (!begun) {
            return;
        }
        if (reading.isDone()) {
            finish(state, nowNanos, actions);
        }
    }

    /** How many of a chunk's bytes are the vector's. */
    private int vectorPart(Chunk chunk, StatePull reading) {
        long left = vectorBytes.length - (long) chunk.index() * reading.chunkBytes();
        return (int) Math.max(0, Math.min(chunk.length(), left));
    }

    /** Whether the state will do. */
    private boolean readVector(StateActions state, long nowNanos, Actions actions) {
        StateVector read;
        try {
            read = StateCodec.decodeVector(vectorBytes);
        } catch (DecodeException e) {
            turnFrom(String.valueOf(e.getMessage()), nowNanos, actions);
            return false;
        }
        if (isTooEarly(read, state, nowNanos, actions)) {
            return false;
        }
        vector = read;
        StateSearch.Provider from = provider;
        if (from != null && offer != null) {
            state.begin(from.id(), read, offer.whole());
        }
        return true;
    }

    private void finish(StateActions state, long nowNanos, Actions actions) {
        StateVector read = vector;
        if (read == null || isTooEarly(read, state, nowNanos, actions)) {
            return;
        }
        for (int i = 0; i < read.size(); i++) {
            context.streams.wantFrom(read.source(i), read.packet(i), read.message(i));
        }
        stop();
        state.end();
    }

    /** Looks whether messages are missing between a state and those that come after it; if so it begins anew. */
    private boolean isTooEarly(StateVector read, StateActions state, long nowNanos, Actions actions) {
        Long source = state.tooEarly(read);
        if (source == null) {
            source = firstGap(read, state);
        }
        if (source == null) {
            return false;
        }
        dropPull();
        if (++tooEarly > MOST_TOO_EARLY) {
            turnFrom("its state does not reach to where " + source + " goes on here", nowNanos, actions);
        } else {
            takeNonce = context.newNonce();
            takeNanos = nowNanos + TAKE_INTERVAL_NANOS;
        }
        return true;
    }

    /** A stream of which messages were put together here that wait for room. */
    private @Nullable Long firstGap(StateVector read, StateActions state) {
        List<Long> gaps = new ArrayList<>();
        context.streams.forEach(source -> {
            boolean waits = state.needed(source) < 0 && context.streams.nextMessage(source) > read.next(source);
            if (waits && gaps.isEmpty()) {
                gaps.add(source);
            }
        });
        return gaps.isEmpty() ? null : gaps.get(0);
    }

    private void turnFrom(String reason, long nowNanos, Actions actions) {
        StateSearch.Provider from = provider;
        if (from != null) {
            lastFailure = from.id() + ": " + reason;
            search.failed(from.id());
        }
        dropPull();
        provider = null;
        search.begin(false, nowNanos, actions);
    }

    private void dropPull() {
        pull = null;
        offer = null;
        vector = null;
        vectorBytes = new byte[0];
    }

    private void stop() {
        running = false;
        dropPull();
        provider = null;
        search.end();
        takeNanos = ProtocolEngine.NO_DEADLINE;
    }

    private static StateActions state(Actions actions) {
        StateActions state = actions.state();
        if (state == null) {
            throw new IllegalStateException("a state is taken over for no application");
        }
        return state;
    }

    long nextDeadlineNanos() {
        if (!running) {
            return ProtocolEngine.NO_DEADLINE;
        }
        long next = Deadlines.earlier(deadlineNanos, search.nextDeadlineNanos());
        StatePull reading = pull;
        if (provider != null) {
            boolean waits = reading == null || reading.isWaiting();
            next = Deadlines.earlier(next, waits ? heardNanos + SILENCE_NANOS + 1 : takeNanos);
            next = reading == null ? Deadlines.earlier(next, takeNanos) : next;
        }
        return reading == null ? next : Deadlines.earlier(next, reading.nextDeadlineNanos());
    }
}
