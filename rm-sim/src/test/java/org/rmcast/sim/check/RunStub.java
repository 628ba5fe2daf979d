package org.rmcast.sim.check;

import java.util.List;

/** A run of which a test says what time it is. */
final class RunStub implements Run {
    long nowNanos;
    private final List<Participant> members;

    RunStub(List<Participant> members) {
        this.members = members;
    }

    @Override
    public long nowNanos() {
        return nowNanos;
    }

    @Override
    public List<Participant> members() {
        return members;
    }

    @Override
    public long heardNanos(int host, int sender) {
        return nowNanos;
    }

    @Override
    public long heardByAnybodyNanos(int from) {
        return nowNanos;
    }
}
