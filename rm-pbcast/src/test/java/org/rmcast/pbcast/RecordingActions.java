package org.rmcast.pbcast;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import org.rmcast.core.engine.Actions;
import org.rmcast.core.engine.FlushResult;
import org.rmcast.core.engine.ReceivedMessage;
import org.rmcast.core.event.SessionEvent;

/** Remembers what an engine's part asks for. */
final class RecordingActions implements Actions {
    final List<byte[]> multicasts = new ArrayList<>();
    final List<byte[]> unicasts = new ArrayList<>();
    final List<InetSocketAddress> targets = new ArrayList<>();

    @Override
    public void multicast(byte[] datagram, int ttl) {
        multicasts.add(datagram);
    }

    @Override
    public void unicast(InetSocketAddress to, byte[] datagram) {
        unicasts.add(datagram);
        targets.add(to);
    }

    @Override
    public void deliver(ReceivedMessage message) {}

    @Override
    public boolean deliveryRoom() {
        return true;
    }

    @Override
    public void report(SessionEvent event) {}

    @Override
    public void flushed(long flushId, FlushResult result) {}

    @Override
    public void closed(FlushResult result) {}
}
