package org.rmcast.sim;

import org.jspecify.annotations.Nullable;
import org.rmcast.api.FlushResult;

/** A flush that was asked for, with its answer once it has come. A crash of the member leaves it unanswered. */
public final class SimFlush {
    private final long id;
    private @Nullable FlushResult result;

    SimFlush(long id) {
        this.id = id;
    }

    public boolean isDone() {
        return result != null;
    }

    /** The answer, null while there is none. */
    public @Nullable FlushResult result() {
        return result;
    }

    /** Whether the answer is that every receiver has everything. */
    public boolean isComplete() {
        return result != null && result.complete();
    }

    long id() {
        return id;
    }

    void complete(FlushResult answer) {
        result = answer;
    }
}
