package org.rmcast.testkit.tcp;

import java.net.InetSocketAddress;
import org.rmcast.api.Confirmation;
import org.rmcast.api.FlushResult;
import org.rmcast.core.engine.Actions;
import org.rmcast.core.engine.Deadlines;
import org.rmcast.core.engine.EngineStatistics;
import org.rmcast.core.engine.ProtocolEngine;
import org.rmcast.core.wire.Cast;
import org.rmcast.core.wire.DatagramHeader;
import org.rmcast.core.wire.DecodeException;
import org.rmcast.core.wire.WireReader;
import org.rmcast.core.wire.WireWriter;
import org.rmcast.sim.SimNode;

/** One end of a TCP connection, in datagrams: the common header, then a number, in acknowledgements two. */
final class TcpEngine implements ProtocolEngine {
    /** No protocol has types as high but the core's, which are below. */
    private static final int TYPE = 0xFE;

    private static final int ACK_BYTES = 64;

    private final TcpFlow flow;
    private final boolean sends;
    private final InetSocketAddress peer;
    private long beginNanos;

    TcpEngine(TcpFlow flow, boolean sends) {
        this.flow = flow;
        this.sends = sends;
        this.peer = SimNode.addressOf(sends ? flow.to : flow.from);
    }

    @Override
    public void onStart(long nowNanos, Actions actions) {
        beginNanos = nowNanos + flow.beginNanos;
    }

    @Override
    public void onDatagram(InetSocketAddress from, Cast cast, byte[] datagram, long nowNanos, Actions actions)
            throws DecodeException {
        if (!from.equals(peer) || DatagramHeader.type(datagram) != TYPE) {
            return;
        }
        WireReader reader = new WireReader(datagram, DatagramHeader.BYTES);
        long number = reader.readLong("number");
        if (sends) {
            flow.source.onAck(reader.readLong("next"), number, nowNanos);
        } else {
            flow.sink.onPacket(number);
            send(ACK_BYTES, number, flow.sink.next(), actions);
        }
    }

    @Override
    public void onDeadline(long nowNanos, Actions actions) {
        if (sends && Deadlines.isDue(flow.source.timeoutNanos(), nowNanos)) {
            flow.source.onTimeout(nowNanos);
        }
    }

    @Override
    public void onBatchEnd(long nowNanos, Actions actions) {
        if (!sends || nowNanos - beginNanos < 0) {
            return;
        }
        for (long number = flow.source.take(nowNanos); number >= 0; number = flow.source.take(nowNanos)) {
            send(flow.packetBytes, number, 0, actions);
        }
    }

    private void send(int bytes, long number, long next, Actions actions) {
        WireWriter writer = new WireWriter(bytes);
        DatagramHeader.begin(writer, TYPE, 0).writeLong(number).writeLong(next);
        writer.writeBytes(new byte[bytes], 0, bytes - writer.length());
        actions.unicast(peer, writer.toByteArray());
    }

    @Override
    public long nextDeadlineNanos() {
        if (!sends) {
            return NO_DEADLINE;
        }
        return flow.source.hasBegun() ? flow.source.timeoutNanos() : beginNanos;
    }

    @Override
    public boolean onSend(byte[] message, boolean headers, long nowNanos, Actions actions) {
        return false;
    }

    @Override
    public void onFlush(long flushId, Confirmation by, long deadlineNanos, long nowNanos, Actions actions) {
        actions.flushed(flushId, FlushResult.completed());
    }

    @Override
    public void onDeliveryRoom(long nowNanos, Actions actions) {}

    @Override
    public void onClose(long deadlineNanos, long nowNanos, Actions actions) {
        actions.closed(FlushResult.completed());
    }

    @Override
    public int receiverCount() {
        return 0;
    }

    @Override
    public EngineStatistics statistics() {
        return EngineStatistics.builder().build();
    }
}
