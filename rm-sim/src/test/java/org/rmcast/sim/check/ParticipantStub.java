package org.rmcast.sim.check;

import org.rmcast.core.engine.EngineStatistics;
import org.rmcast.core.engine.Role;

/** A running member; the first one sends. It has sent and received nothing that could be asked about. */
record ParticipantStub(long memberId) implements Participant {
    @Override
    public int host() {
        return (int) memberId;
    }

    @Override
    public Role role() {
        return memberId == 1 ? Role.SENDER : Role.RECEIVER;
    }

    @Override
    public boolean isRunning() {
        return true;
    }

    @Override
    public boolean isPaused() {
        return false;
    }

    @Override
    public boolean hasRoom() {
        return true;
    }

    @Override
    public EngineStatistics statistics() {
        throw new UnsupportedOperationException();
    }

    @Override
    public long memoryBoundBytes() {
        return 0;
    }

    @Override
    public SentStream sent() {
        throw new UnsupportedOperationException();
    }

    @Override
    public ReceivedStream received(Participant source) {
        throw new UnsupportedOperationException();
    }
}
