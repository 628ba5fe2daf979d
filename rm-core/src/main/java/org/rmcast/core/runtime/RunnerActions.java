package org.rmcast.core.runtime;

import java.net.InetSocketAddress;
import org.rmcast.core.engine.Actions;
import org.rmcast.core.engine.FlushResult;
import org.rmcast.core.engine.ReceivedMessage;
import org.rmcast.core.event.SessionEvent;
import org.rmcast.core.transport.DatagramTransport;
import org.rmcast.core.wire.Wire;

/**
 * What an engine asks for, carried out: datagrams are gathered in the transport until the wake-up's one flush, the rest
 * is gathered in the listener. Nothing here calls the engine or the application.
 */
final class RunnerActions implements Actions {
    private final EngineRunner runner;
    private final RunnerListener listener;

    RunnerActions(EngineRunner runner, RunnerListener listener) {
        this.runner = runner;
        this.listener = listener;
    }

    @Override
    public void multicast(byte[] datagram, int ttl) {
        checkLength(datagram);
        runner.send(null, ttl, datagram);
    }

    @Override
    public void unicast(InetSocketAddress to, byte[] datagram) {
        checkLength(datagram);
        runner.send(to, 0, datagram);
    }

    @Override
    public void deliver(ReceivedMessage message) {
        if (!listener.hasRoom()) {
            throw new IllegalStateException("message " + message.sequence() + " of " + message.sourceId()
                    + " delivered although there is no room");
        }
        listener.onMessage(message);
    }

    @Override
    public boolean deliveryRoom() {
        return listener.hasRoom();
    }

    @Override
    public void report(SessionEvent event) {
        runner.reported(event);
    }

    @Override
    public void flushed(long flushId, FlushResult result) {
        listener.onFlushed(flushId, result);
    }

    @Override
    public void closed(FlushResult result) {
        runner.engineClosed(result);
    }

    /** A datagram that no socket could send is the engine's mistake; {@link DatagramTransport} takes any other. */
    private static void checkLength(byte[] datagram) {
        if (datagram.length == 0 || datagram.length > Wire.MAX_DATAGRAM_BYTES) {
            throw new IllegalArgumentException(
                    "a datagram must have 1 to " + Wire.MAX_DATAGRAM_BYTES + " bytes, was " + datagram.length);
        }
    }
}
