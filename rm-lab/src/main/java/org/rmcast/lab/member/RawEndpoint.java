package org.rmcast.lab.member;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.rmcast.api.SessionMeter;
import org.rmcast.api.TransportKind;
import org.rmcast.core.engine.MeterValues;
import org.rmcast.core.impair.Impairer;
import org.rmcast.core.impair.Impairments;
import org.rmcast.core.transport.DatagramHandler;
import org.rmcast.core.transport.LocalInterface;
import org.rmcast.core.transport.SocketTransport;
import org.rmcast.core.transport.TransportOptions;
import org.rmcast.core.wire.Cast;

/**
 * A member without a protocol, on the same transport as a session's: same sockets, same batches, same loop. One datagram a
 * message. The sender writes on the loop as fast as the socket takes; nothing holds it back, so receivers that are
 * slower lose messages, besides those lost on purpose.
 */
final class RawEndpoint implements Endpoint, DatagramHandler {
    private static final int RECEIVE_BUFFER_BYTES = 4 << 20;
    private static final int SEND_BUFFER_BYTES = 1 << 20;

    /** Messages between two flushes: several runs of what may be segmented. */
    private static final int MESSAGES_PER_FLUSH = 256;

    private final SocketTransport transport;
    private final ArrivalMeter meter;
    private final int ttl;
    private final Impairer inbound;

    RawEndpoint(MemberSettings settings, ArrivalMeter meter) throws IOException {
        InetAddress group = InetAddress.getByName(settings.group());
        this.meter = meter;
        this.ttl = settings.loopback() ? 0 : 1;
        this.inbound = Impairer.seeded(
                Impairments.builder()
                        .loss(settings.loss())
                        .seed(settings.seed())
                        .build(),
                settings.seed());
        this.transport = SocketTransport.open(new TransportOptions(
                "raw-loop",
                new InetSocketAddress(group, settings.port()),
                LocalInterface.resolve(settings.where(), group),
                ttl,
                TransportKind.AUTO,
                RECEIVE_BUFFER_BYTES,
                SEND_BUFFER_BYTES,
                settings.offload()));
        transport.start(this);
    }

    @Override
    public void onDatagram(InetSocketAddress from, Cast cast, byte[] datagram) {
        inbound.offer(datagram, 0, (arriving, atNanos) -> meter.onMessage(ByteBuffer.wrap(arriving)));
    }

    @Override
    public void onReadComplete() {}

    @Override
    public boolean awaitReceivers(int count, Duration timeout) {
        return true;
    }

    @Override
    public void send(Load load) {
        CompletableFuture<Void> done = new CompletableFuture<>();
        transport.execute(() -> sendSome(load, done));
        done.join();
    }

    private void sendSome(Load load, CompletableFuture<Void> done) {
        long now = System.nanoTime();
        int count = 0;
        while (count < MESSAGES_PER_FLUSH && !load.isDone(now) && load.waitNanos(now) <= 0) {
            transport.multicast(load.next(now), ttl);
            count++;
            now = System.nanoTime();
        }
        transport.flush();
        if (load.isDone(now)) {
            done.complete(null);
        } else if (load.waitNanos(now) <= 0) {
            transport.execute(() -> sendSome(load, done));
        } else {
            var unused = transport.schedule(() -> sendSome(load, done), load.waitNanos(now));
        }
    }

    @Override
    public boolean confirm(Duration timeout) {
        return true;
    }

    @Override
    public TrafficFigures traffic() {
        return CompletableFuture.supplyAsync(this::onSnapshot, transport::execute)
                .join();
    }

    private TrafficFigures onSnapshot() {
        MeterValues<SessionMeter> counters = transport.counters();
        return new TrafficFigures(
                counters.get(SessionMeter.DATAGRAMS_SENT),
                counters.get(SessionMeter.DATAGRAMS_RECEIVED),
                counters.get(SessionMeter.SEND_FAILURES),
                inbound.dropped(),
                counters.get(SessionMeter.DATAGRAMS_SENT),
                0,
                0,
                0);
    }

    @Override
    public void close() {
        transport.close();
    }
}
