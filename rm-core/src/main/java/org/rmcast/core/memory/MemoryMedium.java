package org.rmcast.core.memory;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;
import org.rmcast.core.impair.Impairer;
import org.rmcast.core.impair.Impairments;
import org.rmcast.core.transport.SharedLoops;
import org.rmcast.core.wire.Cast;

/**
 * What the members of a network in memory are connected by. Members with the same group address and port hear one another's
 * multicasts; each has an address of its own, 10.0.0.1 and on or fd00::1 and on, at which it hears unicasts. Scopes (time to live) have no
 * meaning here: all are neighbours.
 *
 * <p>What is lost, delayed or damaged is so at each receiver by itself, from a seed and the number of the member. Thread safe.
 */
public final class MemoryMedium {
    private static final int MOST_MEMBERS = 1 << 24;
    private static final int FIRST_PORT = 49_152;
    private static final int PORTS = 16_384;

    private final long seed;
    private final Map<InetSocketAddress, MemoryTransport> members = new ConcurrentHashMap<>();
    private final Map<InetSocketAddress, List<MemoryTransport>> groups = new ConcurrentHashMap<>();
    private final LongAdder overflows = new LongAdder();
    private volatile Impairments impairments = Impairments.none();
    private volatile Map<String, Integer> parts = Map.of();
    private int lastMember;
    private int lastPart;

    /** Makes a network that loses nothing yet. */
    public MemoryMedium(long seed) {
        this.seed = seed;
    }

    /** Adds a member, which hears from now on; {@link MemoryTransport#start} begins to read. */
    public MemoryTransport join(MemoryMember member) {
        return join(member, null);
    }

    /** As {@link #join(MemoryMember)}, on a loop that others share; null for one of its own. */
    public MemoryTransport join(MemoryMember member, @Nullable SharedLoops shared) {
        int number = nextNumber();
        MemoryTransport transport = new MemoryTransport(this, member, number, address(member, number), shared);
        members.put(transport.localAddress(), transport);
        groups.merge(member.group(), List.of(transport), MemoryMedium::both);
        return transport;
    }

    /** What is done from now on to all that arrives anywhere. What is on its way is on its way. */
    public void impair(Impairments news) {
        impairments = news;
    }

    /** Puts the members of these names, also those who come later, into a part of their own: they hear one another and nobody else. */
    public synchronized void partition(List<String> names) {
        lastPart++;
        Map<String, Integer> news = new HashMap<>(parts);
        names.forEach(name -> news.put(name, lastPart));
        parts = Map.copyOf(news);
    }

    /** Makes one network of all parts. */
    public synchronized void heal() {
        parts = Map.of();
    }

    /** How many datagrams were dropped since a member's buffer was full. */
    public long overflows() {
        return overflows.sum();
    }

    /** How many members there are now. */
    public int members() {
        return members.size();
    }

    // For members.

    Impairments impairments() {
        return impairments;
    }

    Impairer impairer(Impairments of, int number) {
        return Impairer.seeded(of, seed + number * 0x9E3779B97F4A7C15L);
    }

    void multicast(MemoryTransport from, byte[] datagram) {
        for (MemoryTransport to : groups.getOrDefault(from.groupAddress(), List.of())) {
            carry(from, to, Cast.MULTICAST, datagram);
        }
    }

    /** Whether there is somebody at that address. */
    boolean unicast(MemoryTransport from, InetSocketAddress address, byte[] datagram) {
        MemoryTransport to = members.get(address);
        if (to != null) {
            carry(from, to, Cast.UNICAST, datagram);
        }
        return to != null;
    }

    void leave(MemoryTransport member) {
        members.remove(member.localAddress());
        groups.computeIfPresent(member.groupAddress(), (group, present) -> without(present, member));
    }

    private void carry(MemoryTransport from, MemoryTransport to, Cast cast, byte[] datagram) {
        if (from != to && isOnePart(from, to) && !to.arrive(from.localAddress(), cast, datagram)) {
            overflows.increment();
        }
    }

    private boolean isOnePart(MemoryTransport from, MemoryTransport to) {
        Map<String, Integer> now = parts;
        return now.isEmpty() || now.getOrDefault(from.memberName(), 0).equals(now.getOrDefault(to.memberName(), 0));
    }

    private synchronized int nextNumber() {
        if (lastMember + 1 >= MOST_MEMBERS) {
            throw new IllegalStateException("a network in memory has no more than " + MOST_MEMBERS + " addresses");
        }
        lastMember++;
        return lastMember;
    }

    private static InetSocketAddress address(MemoryMember member, int number) {
        boolean six = member.group().getAddress() instanceof Inet6Address;
        ByteBuffer bytes = ByteBuffer.allocate(six ? 16 : 4);
        bytes.putInt(bytes.capacity() - 4, number);
        bytes.put(0, (byte) (six ? 0xfd : 10));
        int port = member.port() != 0 ? member.port() : FIRST_PORT + number % PORTS;
        try {
            return new InetSocketAddress(InetAddress.getByAddress(bytes.array()), port);
        } catch (UnknownHostException e) {
            throw new IllegalStateException("4 or 16 bytes are an address", e);
        }
    }

    private static List<MemoryTransport> both(List<MemoryTransport> present, List<MemoryTransport> more) {
        List<MemoryTransport> all = new ArrayList<>(present);
        all.addAll(more);
        return List.copyOf(all);
    }

    /** Null, for no entry at all, if nobody is left. */
    @SuppressWarnings("NullAway") // the map's way to remove an entry
    private static List<MemoryTransport> without(List<MemoryTransport> present, MemoryTransport member) {
        List<MemoryTransport> rest =
                present.stream().filter(other -> other != member).toList();
        return rest.isEmpty() ? null : rest;
    }
}
