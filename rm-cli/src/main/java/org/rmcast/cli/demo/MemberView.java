package org.rmcast.cli.demo;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** What the demo knows of one member. Guarded by its {@link DemoBoard}. */
final class MemberView {
    /** How far a member is. */
    enum State {
        STARTING,
        OPEN,
        FINISHED,
        KILLED,
        GONE
    }

    private static final long RATE_NANOS = 1_500_000_000L;

    private record Sample(long nanos, long bytes) {}

    private final MemberSpec spec;
    private final List<Long> heads = new ArrayList<>();
    private final Deque<Sample> samples = new ArrayDeque<>();
    private MemberStatus status = MemberStatus.NONE;
    private State state = State.STARTING;
    private String problem = "";

    MemberView(MemberSpec spec) {
        this.spec = spec;
    }

    void reported(MemberStatus newStatus, long nowNanos) {
        status = newStatus;
        samples.addLast(new Sample(nowNanos, newStatus.bytes()));
        while (nowNanos - samples.getFirst().nanos() > RATE_NANOS) {
            samples.removeFirst();
        }
    }

    void headFound(long headId) {
        if (heads.isEmpty() || heads.get(heads.size() - 1) != headId) {
            heads.add(headId);
        }
    }

    void ended(State newState, String newProblem) {
        state = newState;
        problem = newProblem;
    }

    void opened() {
        state = State.OPEN;
    }

    MemberSpec spec() {
        return spec;
    }

    MemberStatus status() {
        return status;
    }

    State state() {
        return state;
    }

    /** Whether it takes part in the group now. */
    boolean isAlive() {
        return state == State.OPEN || state == State.FINISHED;
    }

    /** Why its work is not complete; empty if it is, or is not over. */
    String problem() {
        return problem;
    }

    /** The repair heads it had, the latest last. */
    List<Long> heads() {
        return List.copyOf(heads);
    }

    /** Bytes per second over the last moments. */
    double rate() {
        if (samples.size() < 2) {
            return 0;
        }
        Sample first = samples.getFirst();
        Sample last = samples.getLast();
        return (last.bytes() - first.bytes()) * 1e9 / (last.nanos() - first.nanos());
    }
}
