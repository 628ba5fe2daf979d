package org.rmcast.core.membership;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * The members in the view, at most so many, and the order in which they are probed.
 *
 * <p>Where the group is larger, the view keeps the members of lowest rank, a hash of both ids that is the same on both
 * sides: a random part of the group that does not depend on who is heard of first or how often (min-wise sampling,
 * Bortnikov et al., "Brahms", Computer Networks 53, 2009), in which who keeps me is mostly whom I keep. The
 * group's size follows from the highest rank kept (Beyer et al., "On Synopses for Distinct-Value
 * Estimation Under Multiset Operations", SIGMOD 2007).
 *
 * <p>Probing: round robin over a list shuffled anew in each round, newcomers at a random place (SWIM, section 4.3). Not
 * thread safe.
 */
final class MemberTable {
    private static final double RANKS = 0x1p53;

    private final long ownId;
    private final int capacity;
    private final RandomGenerator random;
    private final NavigableMap<Long, MemberEntry> byId = new TreeMap<>();
    private final Map<InetSocketAddress, MemberEntry> byAddress = new HashMap<>();
    private final List<MemberEntry> probeOrder = new ArrayList<>();
    private int nextProbe;
    private boolean partial;
    private long digest;
    private int estimatedSize;
    private @Nullable List<GroupMember> others;
    private @Nullable List<GroupMember> vouched;

    MemberTable(long ownId, int capacity, RandomGenerator random) {
        this.ownId = ownId;
        this.capacity = capacity;
        this.random = random;
        this.digest = mix(ownId);
    }

    @Nullable
    MemberEntry find(long id) {
        return byId.get(id);
    }

    @Nullable
    MemberEntry at(InetSocketAddress address) {
        return byAddress.get(address);
    }

    int count() {
        return byId.size();
    }

    boolean isFull() {
        return byId.size() >= capacity;
    }

    /** The entries from an id on, ascending. */
    Iterable<MemberEntry> from(long id) {
        return byId.tailMap(id, true).values();
    }

    /** All entries in no particular order that is yet the same in each run. */
    List<MemberEntry> all() {
        return probeOrder;
    }

    List<GroupMember> others() {
        List<GroupMember> list = others;
        if (list == null) {
            list = byId.values().stream().map(MemberEntry::member).toList();
            others = list;
        }
        return list;
    }

    /** Those that have proved their address to this member, or to one that has told of them. */
    List<GroupMember> vouched() {
        List<GroupMember> list = vouched;
        if (list == null) {
            list = byId.values().stream()
                    .filter(MemberEntry::isVouched)
                    .map(MemberEntry::member)
                    .toList();
            vouched = list;
        }
        return list;
    }

    /** To be called when a member's incarnation, or what it has proved, has changed. */
    void changed() {
        others = null;
        vouched = null;
    }

    boolean isPartial() {
        return partial;
    }

    /** There are more members than there is room for. */
    void markPartial() {
        if (!partial) {
            partial = true;
            estimatedSize = 0;
        }
    }

    /** Members of the group with this one; where the view is a part of it, (k - 1) / (highest of the k lowest ranks). */
    int groupSize() {
        if (!partial) {
            return byId.size() + 1;
        }
        if (estimatedSize == 0) {
            estimatedSize = estimateSize();
        }
        return estimatedSize;
    }

    private int estimateSize() {
        int counted = byId.size() + 1;
        long highest = 0;
        for (MemberEntry entry : probeOrder) {
            highest = Math.max(highest, entry.rank() >>> 11);
        }
        double estimate = 1 + (byId.size() - 1) * RANKS / Math.max(1, highest);
        return (int) Math.max(counted, Math.min(estimate, 1 << 24));
    }

    /** The same for the same set of ids, this member's own included; hardly ever for another. */
    long digest() {
        return digest;
    }

    /** This member's rank for another: symmetric, and as good as random. */
    long rank(long id) {
        return mix(mix(ownId) + mix(id));
    }

    /** Takes in a member; there must be room. */
    MemberEntry add(GroupMember member) {
        MemberEntry entry = new MemberEntry(member, rank(member.id()));
        byId.put(member.id(), entry);
        byAddress.put(member.address(), entry);
        int place = random.nextInt(probeOrder.size() + 1);
        probeOrder.add(place, entry);
        if (place < nextProbe) {
            nextProbe++;
        }
        digest ^= mix(member.id());
        estimatedSize = 0;
        changed();
        return entry;
    }

    void remove(MemberEntry entry) {
        byId.remove(entry.id());
        byAddress.remove(entry.address(), entry);
        int place = probeOrder.indexOf(entry);
        probeOrder.remove(place);
        if (place < nextProbe) {
            nextProbe--;
        }
        digest ^= mix(entry.id());
        estimatedSize = 0;
        if (byId.size() < capacity * 3L / 4) {
            partial = false;
        }
        changed();
    }

    /** Whom a member of lower rank may displace: of those never heard the highest rank, else of all; null if none is higher. */
    @Nullable
    MemberEntry displacedBy(long rank) {
        MemberEntry worst = null;
        for (MemberEntry entry : probeOrder) {
            if (Long.compareUnsigned(entry.rank(), rank) > 0 && (worst == null || isWorse(entry, worst))) {
                worst = entry;
            }
        }
        return worst;
    }

    /** The next member to probe, null if there is none. */
    @Nullable
    MemberEntry nextToProbe() {
        if (probeOrder.isEmpty()) {
            return null;
        }
        if (nextProbe >= probeOrder.size()) {
            nextProbe = 0;
            shuffle();
        }
        return probeOrder.get(nextProbe++);
    }

    /** A random member, null if there is none. */
    @Nullable
    MemberEntry anyone() {
        return probeOrder.isEmpty() ? null : probeOrder.get(random.nextInt(probeOrder.size()));
    }

    private void shuffle() {
        for (int i = probeOrder.size() - 1; i > 0; i--) {
            int j = random.nextInt(i + 1);
            MemberEntry moved = probeOrder.get(i);
            probeOrder.set(i, probeOrder.get(j));
            probeOrder.set(j, moved);
        }
    }

    private static boolean isWorse(MemberEntry one, MemberEntry other) {
        if (one.isHeard() != other.isHeard()) {
            return !one.isHeard();
        }
        return Long.compareUnsigned(one.rank(), other.rank()) > 0;
    }

    /** The finalizer of SplitMix64 (Steele, Lea, Flood, "Fast Splittable Pseudorandom Number Generators", OOPSLA 2014). */
    private static long mix(long value) {
        long z = value + 0x9E3779B97F4A7C15L;
        z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }
}
