package org.rmcast.rmtp;

import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.Deque;
import org.rmcast.api.EngineMeter;
import org.rmcast.core.engine.Actions;
import org.rmcast.core.flow.Pacer;
import org.rmcast.rmtp.wire.RmtpCodec;
import org.rmcast.rmtp.wire.RmtpPacket;

/**
 * What goes to many receivers, one after another: it leaves at the server's rate, before data. Else a server that has lost a whole site would
 * send as many POLLs at once as there are receivers. Not thread safe.
 */
final class ControlQueue {
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Entry(InetSocketAddress to, byte[] packet) {}

    private final ServerContext context;
    private final Pacer pacer;
    private final Deque<Entry> entries = new ArrayDeque<>();
    private long bytes;

    ControlQueue(ServerContext context, Pacer pacer) {
        this.context = context;
        this.pacer = pacer;
    }

    void add(InetSocketAddress to, RmtpPacket packet) {
        Entry entry = new Entry(to, RmtpCodec.encode(packet));
        bytes += entry.packet.length;
        entries.add(entry);
    }

    boolean isEmpty() {
        return entries.isEmpty();
    }

    /** How long it takes until all has left. */
    long nanos() {
        return (long) ((double) bytes * 1e9 / pacer.bytesPerSecond());
    }

    /** Sends the next one. */
    void sendNext(long nowNanos, Actions actions) {
        Entry entry = entries.remove();
        bytes -= entry.packet.length;
        pacer.leave(entry.packet.length, nowNanos);
        context.counters.increment(EngineMeter.CONTROL_PACKETS_SENT);
        actions.unicast(entry.to, entry.packet);
    }
}
