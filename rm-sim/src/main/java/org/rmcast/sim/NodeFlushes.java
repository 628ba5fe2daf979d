package org.rmcast.sim;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.rmcast.api.FlushResult;

/** The flushes that a node was asked for, each to be answered once. */
final class NodeFlushes {
    private final List<SimFlush> flushes = new ArrayList<>();

    SimFlush open() {
        SimFlush flush = new SimFlush(flushes.size());
        flushes.add(flush);
        return flush;
    }

    /** Answers a flush; what is wrong with the answer, or null. */
    @Nullable
    String answer(long flushId, FlushResult result) {
        if (flushId < 0 || flushId >= flushes.size()) {
            return "flush " + flushId + " was answered, but never asked";
        }
        SimFlush flush = flushes.get((int) flushId);
        if (flush.isDone()) {
            return "flush " + flushId + " was answered twice";
        }
        flush.complete(result);
        return null;
    }
}
