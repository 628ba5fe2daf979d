package org.rmcast.sim;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The running network of a {@link Topology}: links with their state, addresses, partitions. */
final class Network {
    private static final int PORT = 4000;
    private static final byte[] NOTHING = new byte[0];

    private final World world;
    private final InetSocketAddress[] addresses;
    private final Map<InetSocketAddress, Integer> hostByAddress = new HashMap<>();
    private final LinkDirection[] fromHosts;
    private final SimLink[] accessLinks;
    private final @Nullable SimLink[] trunkLinks;
    private final int[] side;

    /**
     * Builds the network.
     *
     * @param hosts takes what arrives at each host, by host number
     */
    Network(World world, Topology topology, List<Port> hosts) {
        this.world = world;
        int count = topology.hosts();
        addresses = new InetSocketAddress[count];
        fromHosts = new LinkDirection[count];
        accessLinks = new SimLink[count];
        trunkLinks = new SimLink[topology.routers()];
        side = new int[count];
        for (int host = 0; host < count; host++) {
            addresses[host] = addressOf(host);
            hostByAddress.put(addresses[host], host);
        }
        wire(topology, hosts);
    }

    private void wire(Topology topology, List<Port> hosts) {
        ArrayDeque<LinkDirection.Arrival> pool = new ArrayDeque<>();
        Packet none = Packet.of(NOTHING, -1, addresses[0], Packet.GROUP);
        Router[] routers = new Router[topology.routers()];
        for (int r = 0; r < routers.length; r++) {
            int above = topology.trunk(r).parent();
            Router parent = above < 0 ? null : routers[above];
            routers[r] = new Router(parent);
            if (parent != null) {
                LinkSettings settings = topology.trunkLink(r);
                int index = 4 * r + 2;
                LinkDirection down = new LinkDirection(world, index, routers[r], settings.down(), pool, none);
                LinkDirection up = new LinkDirection(world, index + 1, parent, settings.up(), pool, none);
                parent.addChild(routers[r], down, up);
                trunkLinks[r] = new SimLink(world, index, settings, down, up);
            }
        }
        Router[] routerOfHost = new Router[hosts.size()];
        LinkDirection[] toHost = new LinkDirection[hosts.size()];
        for (int h = 0; h < hosts.size(); h++) {
            Router router = routers[topology.routerOf(h)];
            LinkSettings settings = topology.accessLink(h);
            LinkDirection down = new LinkDirection(world, 4 * h, hosts.get(h), settings.down(), pool, none);
            LinkDirection up = new LinkDirection(world, 4 * h + 1, router, settings.up(), pool, none);
            router.addHost(down, up);
            toHost[h] = down;
            routerOfHost[h] = router;
            fromHosts[h] = up;
            accessLinks[h] = new SimLink(world, 4 * h, settings, down, up);
        }
        routers[0].number(0, routerOfHost, toHost);
    }

    /** 10.x.y.z for host number x·2^16 + y·2^8 + z - 1. */
    static InetSocketAddress addressOf(int host) {
        int number = host + 1;
        byte[] address = {10, (byte) (number >> 16), (byte) (number >> 8), (byte) number};
        try {
            return new InetSocketAddress(InetAddress.getByAddress(address), PORT);
        } catch (UnknownHostException e) {
            throw new IllegalStateException("four bytes are an address", e);
        }
    }

    InetSocketAddress address(int host) {
        return addresses[host];
    }

    /** The host of an address, -1 if there is none. */
    int hostOf(InetSocketAddress address) {
        Integer host = hostByAddress.get(address);
        return host == null ? -1 : host;
    }

    void send(Packet packet, int ttl) {
        if (packet.destination() != Packet.GROUP || ttl > 0) {
            fromHosts[packet.origin()].offer(packet, ttl, world.now());
        }
    }

    /** Whether no partition stands between two hosts. */
    boolean connected(int from, int to) {
        return side[from] == side[to];
    }

    /** Puts these hosts on a side of their own; what is on its way between sides is lost. */
    void partition(Iterable<Integer> hosts) {
        int fresh = Arrays.stream(side).max().orElse(0) + 1;
        for (int host : hosts) {
            side[host] = fresh;
        }
    }

    void heal() {
        Arrays.fill(side, 0);
    }

    SimLink accessLink(int host) {
        return accessLinks[host];
    }

    SimLink trunkLink(int router) {
        SimLink link = trunkLinks[router];
        if (link == null) {
            throw new IllegalArgumentException("router " + router + " is the root and has no trunk");
        }
        return link;
    }
}
