package org.rmcast.sim.allocation;

import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;
import org.rmcast.api.Confirmation;
import org.rmcast.api.Recipients;
import org.rmcast.core.engine.Actions;
import org.rmcast.core.engine.EngineStatistics;
import org.rmcast.core.engine.ProtocolEngine;
import org.rmcast.core.wire.Cast;
import org.rmcast.core.wire.DecodeException;

/** An engine whose allocations are counted, without what its {@link Actions} do. */
final class MeteredEngine implements ProtocolEngine {
    private final ProtocolEngine engine;
    private final AllocationMeter meter;
    private @Nullable MeteredActions metered;

    MeteredEngine(ProtocolEngine engine, AllocationMeter meter) {
        this.engine = engine;
        this.meter = meter;
    }

    /** A driver always gives the same actions. */
    private Actions metered(Actions actions) {
        MeteredActions present = metered;
        if (present == null || present.actions() != actions) {
            present = new MeteredActions(actions, meter);
            metered = present;
        }
        return present;
    }

    /** What the call itself allocates was there before. */
    private void count(Runnable call) {
        meter.start();
        call.run();
        meter.stop();
    }

    @Override
    public void onStart(long nowNanos, Actions actions) {
        Actions outside = metered(actions);
        count(() -> engine.onStart(nowNanos, outside));
    }

    @Override
    public void onDatagram(InetSocketAddress from, Cast cast, byte[] datagram, long nowNanos, Actions actions)
            throws DecodeException {
        Actions outside = metered(actions);
        meter.start();
        engine.onDatagram(from, cast, datagram, nowNanos, outside);
        meter.stop();
    }

    @Override
    public boolean onSend(byte[] message, boolean headers, long nowNanos, Actions actions) {
        return onSend(message, headers, Recipients.GROUP, nowNanos, actions);
    }

    @Override
    public boolean onSend(byte[] message, boolean headers, Recipients to, long nowNanos, Actions actions) {
        Actions outside = metered(actions);
        meter.start();
        boolean taken = engine.onSend(message, headers, to, nowNanos, outside);
        meter.stop();
        return taken;
    }

    @Override
    public void onPortUnreachable(InetSocketAddress peer, long nowNanos, Actions actions) {
        Actions outside = metered(actions);
        count(() -> engine.onPortUnreachable(peer, nowNanos, outside));
    }

    @Override
    public void onFlush(long flushId, Confirmation by, long deadlineNanos, long nowNanos, Actions actions) {
        Actions outside = metered(actions);
        count(() -> engine.onFlush(flushId, by, deadlineNanos, nowNanos, outside));
    }

    @Override
    public void onDeliveryRoom(long nowNanos, Actions actions) {
        Actions outside = metered(actions);
        count(() -> engine.onDeliveryRoom(nowNanos, outside));
    }

    @Override
    public void onDeadline(long nowNanos, Actions actions) {
        Actions outside = metered(actions);
        count(() -> engine.onDeadline(nowNanos, outside));
    }

    @Override
    public void onBatchEnd(long nowNanos, Actions actions) {
        Actions outside = metered(actions);
        count(() -> engine.onBatchEnd(nowNanos, outside));
    }

    @Override
    public void onClose(long deadlineNanos, long nowNanos, Actions actions) {
        Actions outside = metered(actions);
        count(() -> engine.onClose(deadlineNanos, nowNanos, outside));
    }

    @Override
    public long nextDeadlineNanos() {
        meter.start();
        long next = engine.nextDeadlineNanos();
        meter.stop();
        return next;
    }

    @Override
    public int receiverCount() {
        return engine.receiverCount();
    }

    @Override
    public long firstMessage() {
        return engine.firstMessage();
    }

    @Override
    public EngineStatistics statistics() {
        return engine.statistics();
    }

    @Override
    public String toString() {
        return engine.toString();
    }
}
