package org.rmcast.tram;

import java.net.InetSocketAddress;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.rmcast.api.FlushResult;
import org.rmcast.api.Receipt;
import org.rmcast.api.ReceivedMessage;
import org.rmcast.api.SessionEvent;
import org.rmcast.core.engine.Actions;
import org.rmcast.core.peers.ProvedAddresses;

/**
 * The way out of an engine: no unicast address is sent more bytes than came from there until somebody has proved to be there. All
 * that an engine does passes here, so that no part of it can forget to ask.
 */
final class AnswerGuard implements Actions {
    private final ProvedAddresses addresses;
    private final TramCounters counters;
    private @Nullable Actions out;
    private long nowNanos;

    AnswerGuard(ProvedAddresses addresses, TramCounters counters) {
        this.addresses = addresses;
        this.counters = counters;
    }

    /** The same as {@code actions}, for one call of the engine. */
    Actions of(Actions actions, long now) {
        if (out != actions) {
            // A driver always gives the same; to set a reference each time costs collectors a barrier.
            out = actions;
        }
        nowNanos = now;
        return this;
    }

    private Actions out() {
        return Objects.requireNonNull(out);
    }

    @Override
    public void unicast(InetSocketAddress to, byte[] packet) {
        if (addresses.spend(to, packet.length, nowNanos)) {
            out().unicast(to, packet);
        } else {
            counters.increment(TramMeter.WITHHELD);
        }
    }

    @Override
    public void multicast(byte[] packet, int ttl) {
        out().multicast(packet, ttl);
    }

    @Override
    public void watchPort(InetSocketAddress peer) {
        out().watchPort(peer);
    }

    @Override
    public void unwatchPort(InetSocketAddress peer) {
        out().unwatchPort(peer);
    }

    @Override
    public long nowNanos() {
        return out().nowNanos();
    }

    @Override
    public void deliver(ReceivedMessage message) {
        out().deliver(message);
    }

    @Override
    public boolean deliveryRoom() {
        return out().deliveryRoom();
    }

    @Override
    public void report(SessionEvent event) {
        out().report(event);
    }

    @Override
    public void flushed(long flushId, FlushResult result) {
        out().flushed(flushId, result);
    }

    @Override
    public void confirmed(Receipt receipt) {
        out().confirmed(receipt);
    }

    @Override
    public void closed(FlushResult result) {
        out().closed(result);
    }
}
