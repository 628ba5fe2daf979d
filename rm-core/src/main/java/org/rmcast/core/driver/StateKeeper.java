package org.rmcast.core.driver;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongUnaryOperator;
import org.jspecify.annotations.Nullable;
import org.rmcast.api.SessionEvent.MessagesLost;
import org.rmcast.core.engine.Reason;
import org.rmcast.core.engine.Snapshot;
import org.rmcast.core.engine.StateActions;
import org.rmcast.core.engine.StateVector;

/**
 * Keeps the books between an engine and an application with a state: what was delivered, so that a snapshot can say what is in it;
 * what is delivered while this member waits for a state, so that the state is known to leave out nothing before it. Not thread
 * safe.
 */
final class StateKeeper implements StateActions {
    private static final int MOST_LOSSES = 256;

    /** What becomes of a snapshot when it is taken. */
    private record Ordered(StateVector vector, boolean whole) {}

    private final StateApplication application;
    private final DeliveredPositions positions = new DeliveredPositions();
    private final Map<Long, Ordered> ordered = new LinkedHashMap<>();
    /** While waiting: of each sender the first message that the application gets after the state, if it is not in there. */
    private final Map<Long, Long> needs = new TreeMap<>();
    /** While waiting: what was lost meanwhile. */
    private final List<MessagesLost> losses = new ArrayList<>();

    private boolean waiting;
    private boolean whole = true;
    private boolean coming;
    private boolean comesWhole;
    private StateVector comes = StateVector.EMPTY;

    StateKeeper(StateApplication application) {
        this.application = application;
    }

    /** A message goes to the application. */
    void delivered(long source, long sequence) {
        positions.reach(source, sequence + 1);
        if (waiting && !needs.containsKey(source)) {
            needs.put(source, sequence);
        }
    }

    void lost(MessagesLost loss) {
        if (!waiting) {
            whole = false;
        } else if (losses.size() < MOST_LOSSES) {
            losses.add(loss);
        }
    }

    /** The application waits from now on; whether it did not do so before. */
    boolean begin() {
        if (waiting) {
            return false;
        }
        waiting = true;
        StateVector now = positions.toVector(source -> 0);
        for (int i = 0; i < now.size(); i++) {
            needs.put(now.source(i), now.message(i));
        }
        application.hold();
        return true;
    }

    /** What was written down is the snapshot that was ordered. */
    @Nullable
    Snapshot taken(long id, Snapshot.@Nullable Content content) {
        Ordered order = ordered.remove(id);
        return order == null || content == null ? null : new Snapshot(order.vector(), order.whole(), content);
    }

    @Override
    public boolean isProvider() {
        return application.provides();
    }

    @Override
    public boolean isWaiting() {
        return waiting;
    }

    @Override
    public boolean isWhole() {
        return whole;
    }

    @Override
    public long delivered(long source) {
        return positions.next(source);
    }

    @Override
    public long needed(long source) {
        return needs.getOrDefault(source, -1L);
    }

    @Override
    public @Nullable Long tooEarly(StateVector vector) {
        for (Map.Entry<Long, Long> need : needs.entrySet()) {
            if (vector.next(need.getKey()) < need.getValue()) {
                return need.getKey();
            }
        }
        return null;
    }

    @Override
    public void takeSnapshot(long id, LongUnaryOperator packetOf) {
        ordered.put(id, new Ordered(positions.toVector(packetOf), whole));
        application.snapshot(id);
    }

    @Override
    public void begin(long providerId, StateVector vector, boolean isWhole) {
        coming = true;
        comes = vector;
        comesWhole = isWhole;
        application.begin(providerId, vector, isWhole);
    }

    @Override
    public int room() {
        return application.room();
    }

    @Override
    public void bytes(byte[] from, int offset, int count) {
        application.bytes(from, offset, count);
    }

    @Override
    public void end() {
        if (!coming) {
            throw new IllegalStateException("a state ended that had not begun");
        }
        whole = comesWhole && losses.size() < MOST_LOSSES;
        for (MessagesLost loss : losses) {
            whole &= loss.limitMessage() <= comes.next(loss.sourceId());
        }
        for (int i = 0; i < comes.size(); i++) {
            positions.reach(comes.source(i), comes.message(i));
        }
        stopWaiting();
        application.end();
    }

    @Override
    public void failed(boolean first, Reason reason) {
        whole &= losses.isEmpty();
        stopWaiting();
        application.failed(first, reason);
    }

    private void stopWaiting() {
        waiting = false;
        coming = false;
        comes = StateVector.EMPTY;
        needs.clear();
        losses.clear();
    }
}
