package org.rmcast.sim.allocation;

import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;
import org.rmcast.api.FlushResult;
import org.rmcast.api.Receipt;
import org.rmcast.api.ReceivedMessage;
import org.rmcast.api.SessionEvent;
import org.rmcast.core.engine.Actions;
import org.rmcast.core.engine.StateActions;

/** The way out of an engine: the meter stands still while somebody else works. */
record MeteredActions(Actions actions, AllocationMeter meter) implements Actions {
    @Override
    public void multicast(byte[] packet, int ttl) {
        meter.stop();
        actions.multicast(packet, ttl);
        meter.start();
    }

    @Override
    public void unicast(InetSocketAddress to, byte[] packet) {
        meter.stop();
        actions.unicast(to, packet);
        meter.start();
    }

    @Override
    public void watchPort(InetSocketAddress peer) {
        meter.stop();
        actions.watchPort(peer);
        meter.start();
    }

    @Override
    public void unwatchPort(InetSocketAddress peer) {
        meter.stop();
        actions.unwatchPort(peer);
        meter.start();
    }

    @Override
    public long nowNanos() {
        return actions.nowNanos();
    }

    @Override
    public void deliver(ReceivedMessage message) {
        meter.stop();
        actions.deliver(message);
        meter.start();
    }

    @Override
    public boolean deliveryRoom() {
        return actions.deliveryRoom();
    }

    @Override
    public void report(SessionEvent event) {
        meter.stop();
        actions.report(event);
        meter.start();
    }

    @Override
    public @Nullable StateActions state() {
        return actions.state();
    }

    @Override
    public void flushed(long flushId, FlushResult result) {
        meter.stop();
        actions.flushed(flushId, result);
        meter.start();
    }

    @Override
    public void confirmed(Receipt receipt) {
        meter.stop();
        actions.confirmed(receipt);
        meter.start();
    }

    @Override
    public void closed(FlushResult result) {
        meter.stop();
        actions.closed(result);
        meter.start();
    }
}
