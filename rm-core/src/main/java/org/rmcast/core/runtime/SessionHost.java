package org.rmcast.core.runtime;

import java.net.InetSocketAddress;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.rmcast.api.FlushResult;
import org.rmcast.api.Receipt;
import org.rmcast.api.ReceivedMessage;
import org.rmcast.api.Recipients;
import org.rmcast.api.SessionEvent;
import org.rmcast.core.driver.DriverEnd;
import org.rmcast.core.driver.DriverHost;
import org.rmcast.core.driver.PathLayer;
import org.rmcast.core.driver.StateApplication;
import org.rmcast.core.transport.DatagramTransport;

/** The world of a session's engine: the queues to and from the application above it, an outlet to the sockets below. */
final class SessionHost implements DriverHost {
    private final SendQueue sendQueue;
    private final RunnerListener listener;
    private final DatagramTransport transport;
    private final PathLayer.Outlet network;
    private final Consumer<DriverEnd> onEnded;
    private long nextNumber;

    /** @param firstMessage the number of the first message that the engine accepts */
    SessionHost(
            SendQueue sendQueue,
            RunnerListener listener,
            DatagramTransport transport,
            PathLayer.Outlet network,
            Consumer<DriverEnd> onEnded,
            long firstMessage) {
        this.sendQueue = sendQueue;
        this.listener = listener;
        this.transport = transport;
        this.network = network;
        this.onEnded = onEnded;
        this.nextNumber = firstMessage;
    }

    @Override
    public void send(@Nullable InetSocketAddress to, int ttl, byte[] datagram) {
        network.send(to, ttl, datagram);
    }

    @Override
    public void watchPort(InetSocketAddress peer) {
        transport.watchPort(peer);
    }

    @Override
    public void unwatchPort(InetSocketAddress peer) {
        transport.unwatchPort(peer);
    }

    @Override
    public byte @Nullable [] nextMessage() {
        return sendQueue.peekMessage();
    }

    @Override
    public boolean hasHeaders() {
        return sendQueue.envelope().headers();
    }

    @Override
    public Recipients recipients() {
        return sendQueue.envelope().to();
    }

    @Override
    public void messageAccepted() {
        CompletableFuture<Receipt> receipt = sendQueue.envelope().receipt();
        sendQueue.remove();
        if (receipt != null) {
            listener.onReceiptWanted(nextNumber, receipt);
        }
        nextNumber++;
    }

    @Override
    public boolean hasRoom() {
        return listener.hasRoom();
    }

    @Override
    public void deliver(ReceivedMessage message) {
        listener.onMessage(message);
    }

    @Override
    public void report(SessionEvent event) {
        listener.onEvent(event);
    }

    @Override
    public @Nullable StateApplication stateApplication() {
        return listener.stateApplication();
    }

    @Override
    public void flushed(long flushId, FlushResult result) {
        listener.onFlushed(flushId, result);
    }

    @Override
    public void confirmed(Receipt receipt) {
        listener.onConfirmed(receipt);
    }

    @Override
    public void ended(DriverEnd end) {
        onEnded.accept(end);
    }
}
