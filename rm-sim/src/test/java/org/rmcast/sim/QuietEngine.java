package org.rmcast.sim;

import org.rmcast.api.Confirmation;
import org.rmcast.api.FlushResult;
import org.rmcast.core.engine.Actions;
import org.rmcast.core.engine.EngineStatistics;
import org.rmcast.core.engine.ProtocolEngine;

/** An engine that sends no messages and has everything: the ground for planted faults. */
public abstract class QuietEngine implements ProtocolEngine {
    @Override
    public void onStart(long now, Actions actions) {}

    @Override
    public boolean onSend(byte[] message, boolean headers, long now, Actions actions) {
        return false;
    }

    @Override
    public void onFlush(long flushId, Confirmation by, long deadline, long now, Actions actions) {
        actions.flushed(flushId, FlushResult.completed());
    }

    @Override
    public void onDeliveryRoom(long now, Actions actions) {}

    @Override
    public void onDeadline(long now, Actions actions) {}

    @Override
    public void onBatchEnd(long now, Actions actions) {}

    @Override
    public void onClose(long deadline, long now, Actions actions) {
        actions.closed(FlushResult.completed());
    }

    @Override
    public long nextDeadlineNanos() {
        return NO_DEADLINE;
    }

    @Override
    public int receiverCount() {
        return 0;
    }

    @Override
    public EngineStatistics statistics() {
        return Statistics.ofBuffer(0, 0);
    }
}
