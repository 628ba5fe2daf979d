package org.rmcast.sim.check;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.rmcast.api.Role;
import org.rmcast.core.engine.EngineStatistics;

/** A running member; the first one sends. What it has sent and received can be asked where it is said. */
record ParticipantStub(
        long memberId,
        @Nullable SentStream sentStream,
        @Nullable ReceivedStream stream) implements Participant {
    ParticipantStub(long memberId) {
        this(memberId, null, null);
    }

    ParticipantStub(long memberId, ReceivedStream stream) {
        this(memberId, null, stream);
    }

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
        return Objects.requireNonNull(sentStream, "it was not said what it has sent");
    }

    @Override
    public ReceivedStream received(Participant source) {
        return Objects.requireNonNull(stream, "it was not said what it has received");
    }
}
