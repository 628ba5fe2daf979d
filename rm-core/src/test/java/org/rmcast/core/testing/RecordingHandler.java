package org.rmcast.core.testing;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.rmcast.core.transport.DatagramHandler;
import org.rmcast.core.wire.Cast;

/** Keeps what a transport reads. */
public final class RecordingHandler implements DatagramHandler {
    @SuppressWarnings("ArrayRecordComponent") // never compared
    public record Arrival(InetSocketAddress from, Cast cast, byte[] datagram) {}

    private final List<Arrival> batch = new ArrayList<>();
    public final CopyOnWriteArrayList<Arrival> arrivals = new CopyOnWriteArrayList<>();
    public final CopyOnWriteArrayList<InetSocketAddress> unreachable = new CopyOnWriteArrayList<>();
    public final AtomicInteger batches = new AtomicInteger();

    @Override
    public void onDatagram(InetSocketAddress from, Cast cast, byte[] datagram) {
        batch.add(new Arrival(from, cast, datagram));
    }

    @Override
    public void onPortUnreachable(InetSocketAddress peer) {
        unreachable.add(peer);
    }

    @Override
    public void onReadComplete() {
        arrivals.addAll(batch);
        batch.clear();
        batches.incrementAndGet();
    }
}
