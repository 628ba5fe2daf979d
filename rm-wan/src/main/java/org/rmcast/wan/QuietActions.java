package org.rmcast.wan;

import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;
import org.rmcast.api.FlushResult;
import org.rmcast.api.ReceivedMessage;
import org.rmcast.api.SessionEvent;
import org.rmcast.core.engine.Actions;
import org.rmcast.core.engine.StateActions;

/** What the membership may do: all but report, since members come and go with views here. Not thread safe. */
final class QuietActions implements Actions {
    private @Nullable Actions actions;

    /** The same for the call that these are given to. */
    Actions of(Actions given) {
        actions = given;
        return this;
    }

    private Actions given() {
        if (actions == null) {
            throw new IllegalStateException("no call is under way");
        }
        return actions;
    }

    @Override
    public void multicast(byte[] packet, int ttl) {
        given().multicast(packet, ttl);
    }

    @Override
    public void unicast(InetSocketAddress to, byte[] packet) {
        given().unicast(to, packet);
    }

    @Override
    public void watchPort(InetSocketAddress peer) {
        given().watchPort(peer);
    }

    @Override
    public void unwatchPort(InetSocketAddress peer) {
        given().unwatchPort(peer);
    }

    @Override
    public long nowNanos() {
        return given().nowNanos();
    }

    @Override
    public void deliver(ReceivedMessage message) {
        given().deliver(message);
    }

    @Override
    public boolean deliveryRoom() {
        return given().deliveryRoom();
    }

    @Override
    public void report(SessionEvent event) {}

    @Override
    public @Nullable StateActions state() {
        return given().state();
    }

    @Override
    public void flushed(long flushId, FlushResult result) {
        given().flushed(flushId, result);
    }

    @Override
    public void closed(FlushResult result) {
        given().closed(result);
    }
}
