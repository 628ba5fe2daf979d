package org.rmcast.core.runtime;

import java.net.InetSocketAddress;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.rmcast.api.FlushResult;
import org.rmcast.api.ReceivedMessage;
import org.rmcast.api.SessionEvent;
import org.rmcast.core.driver.DriverEnd;
import org.rmcast.core.driver.DriverHost;
import org.rmcast.core.driver.PathLayer;
import org.rmcast.core.driver.StateApplication;

/** The world of a session's engine: the queues to and from the application above it, an outlet to the sockets below. */
final class SessionHost implements DriverHost {
    private final SendQueue sendQueue;
    private final RunnerListener listener;
    private final PathLayer.Outlet network;
    private final Consumer<DriverEnd> onEnded;

    SessionHost(SendQueue sendQueue, RunnerListener listener, PathLayer.Outlet network, Consumer<DriverEnd> onEnded) {
        this.sendQueue = sendQueue;
        this.listener = listener;
        this.network = network;
        this.onEnded = onEnded;
    }

    @Override
    public void send(@Nullable InetSocketAddress to, int ttl, byte[] datagram) {
        network.send(to, ttl, datagram);
    }

    @Override
    public byte @Nullable [] nextMessage() {
        return sendQueue.peekMessage();
    }

    @Override
    public boolean hasHeaders() {
        return sendQueue.hasHeaders();
    }

    @Override
    public void messageAccepted() {
        sendQueue.remove();
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
    public void ended(DriverEnd end) {
        onEnded.accept(end);
    }
}
