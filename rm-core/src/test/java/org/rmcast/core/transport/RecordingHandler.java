package org.rmcast.core.transport;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.rmcast.core.wire.Cast;

/** Keeps what a transport reads. */
final class RecordingHandler implements DatagramHandler {
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Arrival(InetSocketAddress from, byte[] datagram) {}

    private final List<Arrival> batch = new ArrayList<>();
    final CopyOnWriteArrayList<Arrival> arrivals = new CopyOnWriteArrayList<>();
    final AtomicInteger batches = new AtomicInteger();

    @Override
    public void onDatagram(InetSocketAddress from, Cast cast, byte[] datagram) {
        batch.add(new Arrival(from, datagram));
    }

    @Override
    public void onReadComplete() {
        arrivals.addAll(batch);
        batch.clear();
        batches.incrementAndGet();
    }
}
