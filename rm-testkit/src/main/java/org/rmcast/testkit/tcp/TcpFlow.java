package org.rmcast.testkit.tcp;

import java.time.Duration;

/**
 * A TCP connection between two hosts of a simulation that always has something to send, and what it has got across. See {@link
 * TcpNeighbours}.
 */
public final class TcpFlow {
    final int from;
    final int to;
    final long beginNanos;
    final int packetBytes;
    final TcpSource source;
    final TcpSink sink = new TcpSink();

    /**
     * @param from the host that sends
     * @param to the host that receives
     * @param begin how long after its host has started it begins to send
     * @param packetBytes the size of its packets as the network carries them
     */
    public TcpFlow(int from, int to, Duration begin, int packetBytes, Growth growth) {
        this.from = from;
        this.to = to;
        this.beginNanos = begin.toNanos();
        this.packetBytes = packetBytes;
        this.source = new TcpSource(growth);
    }

    /** Bytes that have arrived, as the network carries them, each packet counted once. */
    public long arrivedBytes() {
        return sink.packets() * packetBytes;
    }

    /** How often the window was reduced. */
    public long reductions() {
        return source.reductions();
    }

    /** The congestion window in packets. */
    public double window() {
        return source.window();
    }

    /** The smoothed round trip in seconds. */
    public double roundTripSeconds() {
        return source.roundTripSeconds();
    }
}
