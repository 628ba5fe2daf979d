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
 * <p>Probing: round robin in an order drawn anew in each round, newcomers at a random place (SWIM, section 4.3).
 *
 * <p>No call takes time in proportion to the view, but for the snapshots, which are made once after a change. Not thread safe.
 */
final class MemberTable {
    private static final double RANKS = 0x1p53;

    private final long ownId;
    private final int capacity;
    private final RandomGenerator random;
    private final NavigableMap<Long, MemberEntry> byId = new TreeMap<>();
    private final NavigableMap<Long, MemberEntry> byRank = new TreeMap<>(Long::compareUnsigned);
    /** Those that have not answered yet; the first to make room. */
    private final NavigableMap<Long, MemberEntry> unprovedByRank = new TreeMap<>(Long::compareUnsigned);

    private final Map<InetSocketAddress, MemberEntry> byAddress = new HashMap<>();
    /** Up to {@code nextProbe} those of this round that were probed, then the rest in any order. */
    private final List<MemberEntry> probeOrder = new ArrayList<>();

    private final ViewDigest digest = new ViewDigest();
    private int nextProbe;
    private boolean partial;
    private int receivers;
    private int silent;
    private long changes;
    private @Nullable List<GroupMember> others;
    private @Nullable List<GroupMember> reachable;

    MemberTable(long ownId, int capacity, RandomGenerator random) {
        this.ownId = ownId;
        this.capacity = capacity;
        this.random = random;
        digest.add(ownId);
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

    List<GroupMember> others() {
        List<GroupMember> list = others;
        if (list == null) {
            list = byId.values().stream().map(MemberEntry::member).toList();
            others = list;
        }
        return list;
    }

    /** Those that are not suspected, or were heard since; all if there are no others. */
    List<GroupMember> reachable() {
        if (silent == 0 || silent == byId.size()) {
            return others();
        }
        List<GroupMember> list = reachable;
        if (list == null) {
            list = byId.values().stream()
                    .filter(entry -> !isSilent(entry))
                    .map(MemberEntry::member)
                    .toList();
            reachable = list;
        }
        return list;
    }

    /** How many of the others have an application that receives. */
    int receivers() {
        return receivers;
    }

    /** How often members came and went. */
    long changes() {
        return changes;
    }

    boolean isPartial() {
        return partial;
    }

    /** There are more members than there is room for. */
    void markPartial() {
        partial = true;
    }

    /** Members of the group with this one; where the view is a part of it, (k - 1) / (highest of the k lowest ranks). */
    int groupSize() {
        int counted = byId.size() + 1;
        if (!partial || byRank.isEmpty()) {
            return counted;
        }
        double estimate = 1 + (byId.size() - 1) * RANKS / Math.max(1, byRank.lastKey() >>> 11);
        return (int) Math.max(counted, Math.min(estimate, 1 << 24));
    }

    /** The same for the same set of ids, this member's own included; hardly ever for another. */
    long digest() {
        return digest.value();
    }

    /** This member's rank for another: symmetric, and as good as random. */
    long rank(long id) {
        return mix(mix(ownId) + mix(id));
    }

    /** Takes in a member; there must be room. */
    MemberEntry add(GroupMember member) {
        MemberEntry entry = new MemberEntry(member, rank(member.id()));
        byId.put(member.id(), entry);
        byRank.put(entry.rank(), entry);
        unprovedByRank.put(entry.rank(), entry);
        byAddress.put(member.address(), entry);
        addToOrder(entry);
        receivers += member.role().receives() ? 1 : 0;
        digest.add(member.id());
        changes++;
        changed();
        return entry;
    }

    void remove(MemberEntry entry) {
        setSuspicion(entry, null);
        byId.remove(entry.id());
        byRank.remove(entry.rank(), entry);
        unprovedByRank.remove(entry.rank(), entry);
        byAddress.remove(entry.address(), entry);
        removeFromOrder(entry);
        receivers -= entry.member().role().receives() ? 1 : 0;
        digest.remove(entry.id());
        changes++;
        changed();
    }

    void setIncarnation(MemberEntry entry, int incarnation) {
        if (incarnation != entry.incarnation()) {
            entry.setIncarnation(incarnation);
            changed();
        }
    }

    void markProved(MemberEntry entry) {
        if (!entry.isProved()) {
            entry.markProved();
            unprovedByRank.remove(entry.rank(), entry);
        }
    }

    void setSuspicion(MemberEntry entry, @Nullable Suspicion suspicion) {
        silent -= isSilent(entry) ? 1 : 0;
        entry.setSuspicion(suspicion);
        silent += isSilent(entry) ? 1 : 0;
        reachable = null;
    }

    /** Something came from a member's address. */
    void onHeard(MemberEntry entry) {
        Suspicion suspicion = entry.suspicion();
        if (suspicion != null && !suspicion.isHeardSince()) {
            suspicion.onHeard();
            silent--;
            reachable = null;
        }
    }

    /** Whether it is suspected and nothing has come from it since. */
    static boolean isSilent(MemberEntry entry) {
        Suspicion suspicion = entry.suspicion();
        return suspicion != null && !suspicion.isHeardSince();
    }

    private void changed() {
        others = null;
        reachable = null;
    }

    /**
     * The member that would make room for one of this rank, null if none would: one of higher rank, those that have not answered
     * before those that have.
     */
    @Nullable
    MemberEntry displacedBy(long rank) {
        MemberEntry worst = lastAbove(unprovedByRank, rank);
        return worst == null ? lastAbove(byRank, rank) : worst;
    }

    private static @Nullable MemberEntry lastAbove(NavigableMap<Long, MemberEntry> entries, long rank) {
        Map.Entry<Long, MemberEntry> last = entries.lastEntry();
        return last != null && Long.compareUnsigned(last.getKey(), rank) > 0 ? last.getValue() : null;
    }

    // The order of probing.

    /** The next member to probe, null if there is none. */
    @Nullable
    MemberEntry nextToProbe() {
        if (probeOrder.isEmpty()) {
            return null;
        }
        if (nextProbe >= probeOrder.size()) {
            nextProbe = 0;
        }
        swap(nextProbe, nextProbe + random.nextInt(probeOrder.size() - nextProbe));
        return probeOrder.get(nextProbe++);
    }

    /** A random member, null if there is none. */
    @Nullable
    MemberEntry anyone() {
        return probeOrder.isEmpty() ? null : probeOrder.get(random.nextInt(probeOrder.size()));
    }

    private void addToOrder(MemberEntry entry) {
        entry.setPlace(probeOrder.size());
        probeOrder.add(entry);
        if (random.nextInt(probeOrder.size()) < nextProbe) {
            swap(entry.place(), nextProbe++);
        }
    }

    private void removeFromOrder(MemberEntry entry) {
        if (entry.place() < nextProbe) {
            swap(entry.place(), --nextProbe);
        }
        swap(entry.place(), probeOrder.size() - 1);
        probeOrder.remove(probeOrder.size() - 1);
    }

    private void swap(int place, int other) {
        MemberEntry one = probeOrder.get(place);
        MemberEntry two = probeOrder.get(other);
        probeOrder.set(place, two);
        two.setPlace(place);
        probeOrder.set(other, one);
        one.setPlace(other);
    }

    /** The finalizer of SplitMix64 (Steele, Lea, Flood, "Fast Splittable Pseudorandom Number Generators", OOPSLA 2014). */
    private static long mix(long value) {
        long z = value + 0x9E3779B97F4A7C15L;
        z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }
}
