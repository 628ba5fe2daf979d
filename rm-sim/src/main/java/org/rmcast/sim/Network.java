package org.rmcast.sim;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The running network of a {@link Topology}: links with their state, addresses, partitions. */
final class Network {
    private static final int PORT = 4000;
    private static final int MAX_MOVES = 200;
    private static final byte[] NOTHING = new byte[0];

    private final World world;
    private final InetSocketAddress[] addresses;
    private final Map<InetSocketAddress, Integer> hostByAddress = new HashMap<>();
    private final LinkDirection[] fromHosts;
    private final SimLink[] accessLinks;
    private final @Nullable SimLink[] trunkLinks;
    private final SimLink[] crossLinks;
    private final ArrayDeque<LinkDirection.Arrival> pool = new ArrayDeque<>();
    private final Packet none;
    private final int[] side;
    private final BitSet[] deafTo;
    private final BitSet mute = new BitSet();
    private final int[] moves;
    private final ClosedPorts closedPorts;

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
        crossLinks = new SimLink[topology.crossLinks()];
        side = new int[count];
        deafTo = new BitSet[count];
        Arrays.setAll(deafTo, host -> new BitSet());
        moves = new int[count];
        closedPorts = new ClosedPorts(world, this);
        for (int host = 0; host < count; host++) {
            addresses[host] = addressOf(host);
            hostByAddress.put(addresses[host], host);
        }
        none = Packet.of(NOTHING, -1, addresses[0], Packet.GROUP);
        if (topology.crossLinks() == 0) {
            wireTree(topology, hosts);
        } else {
            wireMesh(topology, hosts);
        }
    }

    private void wireTree(Topology topology, List<Port> hosts) {
        TreeRouter[] routers = new TreeRouter[topology.routers()];
        Arrays.setAll(routers, r -> new TreeRouter());
        for (int r = 1; r < routers.length; r++) {
            TreeRouter parent = routers[topology.trunk(r).parent()];
            SimLink trunk = trunk(topology, r, parent, routers[r]);
            parent.addChild(routers[r], trunk.down(), trunk.up());
        }
        LinkDirection[] toHost = connectHosts(topology, hosts, routers);
        TreeRouter[] routerOfHost = new TreeRouter[hosts.size()];
        Arrays.setAll(routerOfHost, host -> routers[topology.routerOf(host)]);
        routers[0].number(0, routerOfHost, toHost);
    }

    private void wireMesh(Topology topology, List<Port> hosts) {
        MeshRoutes routes = new MeshRoutes(topology);
        MeshRouter[] routers = new MeshRouter[topology.routers()];
        Arrays.setAll(routers, r -> new MeshRouter(r, routes));
        for (int r = 1; r < routers.length; r++) {
            int parent = topology.trunk(r).parent();
            routes.add(parent, r, trunk(topology, r, routers[parent], routers[r]));
        }
        for (int c = 0; c < crossLinks.length; c++) {
            Topology.CrossLink cross = topology.crossLink(c);
            crossLinks[c] = link(-2 * c - 1, cross.link(), routers[cross.first()], routers[cross.second()]);
            routes.add(cross.first(), cross.second(), crossLinks[c]);
        }
        routes.hosts(connectHosts(topology, hosts, routers));
    }

    private SimLink trunk(Topology topology, int router, Port above, Port below) {
        SimLink link = link(4 * router + 2, topology.trunkLink(router), above, below);
        trunkLinks[router] = link;
        return link;
    }

    private LinkDirection[] connectHosts(Topology topology, List<Port> hosts, Router[] routers) {
        LinkDirection[] toHost = new LinkDirection[hosts.size()];
        for (int h = 0; h < toHost.length; h++) {
            Router router = routers[topology.routerOf(h)];
            SimLink link = link(4 * h, topology.accessLink(h), router, hosts.get(h));
            router.addHost(link.down(), link.up());
            toHost[h] = link.down();
            fromHosts[h] = link.up();
            accessLinks[h] = link;
        }
        return toHost;
    }

    /** Makes a link of two directions, whose randomness follows from the numbers {@code index} and the next one from 0. */
    private SimLink link(int index, LinkSettings settings, Port above, Port below) {
        int next = index < 0 ? index - 1 : index + 1;
        LinkDirection down = new LinkDirection(world, index, below, settings.down(), pool, none);
        LinkDirection up = new LinkDirection(world, next, above, settings.up(), pool, none);
        return new SimLink(world, index, settings, down, up);
    }

    /** 10.x.y.z for host number x·2^16 + y·2^8 + z - 1. */
    static InetSocketAddress addressOf(int host) {
        int number = host + 1;
        return addressOf(10, number);
    }

    private static InetSocketAddress addressOf(int network, int number) {
        byte[] address = {(byte) network, (byte) (number >> 16), (byte) (number >> 8), (byte) number};
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
        if (!mute.get(packet.origin()) && (packet.destination() != Packet.GROUP || ttl > 0)) {
            fromHosts[packet.origin()].offer(packet, ttl, world.now());
        }
    }

    /** What hosts say of ports that nobody has. */
    ClosedPorts closedPorts() {
        return closedPorts;
    }

    /** Gives a host another address; nobody has the old one any more. What is on its way still arrives. */
    void move(int host) {
        if (++moves[host] > MAX_MOVES) {
            throw new IllegalStateException("host " + host + " has moved " + MAX_MOVES + " times");
        }
        hostByAddress.remove(addresses[host]);
        addresses[host] = addressOf(10 + moves[host], host + 1);
        hostByAddress.put(addresses[host], host);
    }

    /** Whether a host hears another: no partition stands between them, and it is not deaf to it. */
    boolean connected(int from, int to) {
        return side[from] == side[to] && !deafTo[to].get(from);
    }

    /** A host hears nothing of another any more, or hears it again; the other way does not change. */
    void setDeaf(int host, int from, boolean deaf) {
        deafTo[host].set(from, deaf);
    }

    /** Nothing that a host sends leaves it any more, or does again. */
    void setMute(int host, boolean silent) {
        mute.set(host, silent);
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

    SimLink crossLink(int number) {
        return crossLinks[number];
    }
}
