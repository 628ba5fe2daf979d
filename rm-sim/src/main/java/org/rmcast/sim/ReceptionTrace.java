package org.rmcast.sim;

import java.net.InetSocketAddress;
import org.rmcast.core.driver.Trace;
import org.rmcast.core.engine.PacketKind;
import org.rmcast.core.wire.Cast;
import org.rmcast.core.wire.DatagramHeader.Verdict;
import org.rmcast.core.wire.DecodeException;

/** Writes what becomes of the datagrams that reach a node into the simulation's trace, and counts them. */
final class ReceptionTrace implements Trace {
    private final World world;
    private final SimNode node;
    private Packet arriving = Packet.NONE;

    ReceptionTrace(World world, SimNode node) {
        this.world = world;
        this.node = node;
    }

    /** The driver is given this packet next. */
    void arriving(Packet packet) {
        arriving = packet;
    }

    @Override
    public void onReceived(PacketKind kind, InetSocketAddress from, Cast cast, byte[] datagram, long nowNanos) {
        node.counters().received(datagram.length);
        record(TraceLog.Kind.DATAGRAM);
        node.watchers.received(datagram);
    }

    @Override
    public void onRefused(InetSocketAddress from, Cast cast, byte[] datagram, Verdict verdict, long nowNanos) {
        node.counters().rejected++;
        world.trace.record(
                world.now(), node.index(), TraceLog.Kind.REJECTED, arriving.origin(), arriving.hash(), verdict);
        if (verdict == Verdict.DAMAGED && !arriving.corrupted()) {
            throw world.violation(
                    node.index(),
                    "a datagram of host " + arriving.origin()
                            + " has a wrong checksum that no link made: it was not sealed, or its array was changed");
        }
    }

    @Override
    public void onMalformed(InetSocketAddress from, Cast cast, byte[] datagram, DecodeException why, long nowNanos) {
        node.counters().undecodable++;
        record(TraceLog.Kind.UNDECODABLE);
    }

    @Override
    public void onDeadline(long nowNanos) {
        world.record(node.index(), TraceLog.Kind.DEADLINE, 0, 0);
    }

    private void record(TraceLog.Kind kind) {
        world.record(node.index(), kind, arriving.origin(), arriving.hash());
    }
}
