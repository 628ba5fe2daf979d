package org.rmcast.sim;

import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.rmcast.core.engine.Actions;

/**
 * What hosts answer to datagrams for which they have no socket: ICMP port unreachable. As Linux does, a host gives each other one six of them in a
 * row, and then one a second. Only what a member watches is answered at all: of the rest nobody hears anything.
 */
final class ClosedPorts {
    private static final long INTERVAL_NANOS = 1_000_000_000L;
    private static final int MOST_IN_A_ROW = 6;

    /** Who answers whom. */
    private record Pair(int from, int to) {}

    private final World world;
    private final Network network;
    /** By host. Looked up, never iterated. */
    private final Map<Integer, Set<InetSocketAddress>> watched = new HashMap<>();
    /** When the bucket of a pair was empty, or would have been. Looked up, never iterated. */
    private final Map<Pair, Long> emptyNanos = new HashMap<>();

    ClosedPorts(World world, Network network) {
        this.world = world;
        this.network = network;
    }

    /** A host wants to hear of an address. */
    void watch(int host, InetSocketAddress peer) {
        Set<InetSocketAddress> peers = watched.computeIfAbsent(host, none -> new HashSet<>());
        if (peers.size() < Actions.MOST_WATCHED_PORTS) {
            peers.add(peer);
        }
    }

    void unwatch(int host, InetSocketAddress peer) {
        watched.getOrDefault(host, new HashSet<>()).remove(peer);
    }

    /** The member of a host is gone. */
    void forget(int host) {
        watched.remove(host);
    }

    boolean isWatched(int host, InetSocketAddress peer) {
        return watched.getOrDefault(host, Set.of()).contains(peer);
    }

    /**
     * A datagram has come to a host where no member is.
     *
     * @param answers whether that host answers at all
     */
    void answer(Packet packet, boolean answers) {
        int host = packet.destination();
        if (!answers || host == Packet.GROUP || packet.corrupted() || !network.connected(packet.origin(), host)) {
            return;
        }
        InetSocketAddress closed = network.address(host);
        if (isWatched(packet.origin(), closed) && takeToken(new Pair(host, packet.origin()))) {
            network.send(Packet.unreachable(packet, closed), 0);
        }
    }

    private boolean takeToken(Pair pair) {
        long full = world.now() - MOST_IN_A_ROW * INTERVAL_NANOS;
        long empty = Math.max(emptyNanos.getOrDefault(pair, full), full);
        if (world.now() - empty < INTERVAL_NANOS) {
            return false;
        }
        emptyNanos.put(pair, empty + INTERVAL_NANOS);
        return true;
    }
}
