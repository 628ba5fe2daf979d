package org.rmcast.core.driver;

import java.net.InetSocketAddress;
import java.util.List;
import org.rmcast.core.wire.Cast;
import org.rmcast.core.wire.DatagramHeader.Verdict;

/**
 * The way of a member's datagrams between its engine and the network: a list of layers, the first one next to the engine,
 * the last one the common header. Made by a {@link PathPlan} for one {@link EngineDriver}. Not thread safe.
 */
public final class DatagramPath {
    private final List<PathLayer> layers;

    DatagramPath(List<PathLayer> layers) {
        this.layers = layers;
    }

    /** The entry for what the engine sends, which leaves the path to {@code network}. */
    PathLayer.Outlet outlet(PathLayer.Outlet network) {
        PathLayer.Outlet below = network;
        for (int i = layers.size() - 1; i >= 0; i--) {
            PathLayer layer = layers.get(i);
            PathLayer.Outlet next = below;
            below = (to, ttl, datagram) -> layer.outbound(to, ttl, datagram, next);
        }
        return below;
    }

    /** The entry for what comes from the network, which leaves the path to {@code engine}. */
    PathLayer.Inlet inlet(PathLayer.Inlet engine) {
        PathLayer.Inlet above = engine;
        for (PathLayer layer : layers) {
            above = new Below(layer, above);
        }
        return above;
    }

    /** What stands below a layer on the way in. */
    private record Below(PathLayer layer, PathLayer.Inlet above) implements PathLayer.Inlet {
        @Override
        public void receive(InetSocketAddress from, Cast cast, byte[] datagram) {
            layer.inbound(from, cast, datagram, above);
        }

        @Override
        public void refuse(InetSocketAddress from, Cast cast, byte[] datagram, Verdict verdict) {
            above.refuse(from, cast, datagram, verdict);
        }
    }
}
