package org.rmcast.tram;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.rmcast.tram.wire.TramPacket.HeadAdvertisement;
import org.rmcast.tram.wire.TramPacket.HeadState;
import org.rmcast.tram.wire.TramPacket.Hello;
import org.rmcast.tram.wire.TramPacket.MemberRole;
import org.rmcast.tram.wire.TreePlace;

/**
 * The heads that a node has heard of, and which of them it would take: candidates while it searches, backups while it has
 * a head. Bounded by {@code backupHeads}.
 *
 * <p>Source: JRMS 1.1: the lowest TTL, then the lowest level. Who has members takes only a head that cannot hang below it, see
 * {@link TreePlace}.
 */
final class HeadCandidates {
    private static final double CLEARLY_FEWER = 0.75;

    private final TramContext context;
    private final TramConfig config;
    private final HeadSearch.Host host;
    private final Map<Long, HeadCandidate> candidates = new LinkedHashMap<>();
    private final AvoidedHeads avoided = new AvoidedHeads();

    HeadCandidates(TramContext context, HeadSearch.Host host) {
        this.context = context;
        this.config = context.config;
        this.host = host;
    }

    void clear() {
        candidates.clear();
    }

    void put(HeadCandidate candidate) {
        candidates.put(candidate.id, candidate);
    }

    void remove(HeadCandidate candidate) {
        candidates.remove(candidate.id);
    }

    /** A head was of no use: others at other hosts come first from now on. */
    void avoid(HeadCandidate candidate, long nowNanos) {
        context.counters.increment(TramMeter.HEADS_AVOIDED);
        avoided.add(candidate.address.getAddress(), nowNanos);
        candidates.remove(candidate.id);
    }

    /** A new search begins: whoever refused may be asked again. */
    void forgive() {
        for (HeadCandidate candidate : candidates.values()) {
            candidate.refused = false;
            candidate.dataGone = false;
        }
    }

    /**
     * The best of those that hold what this node misses, or null.
     *
     * <p>Of equally good ones two by chance, and of these the one with clearly fewer members (Mitzenmacher, "The Power of Two Choices in
     * Randomized Load Balancing", IEEE TPDS 12(10), 2001). Numbers of members are as old as hellos: who loses its head at the same
     * time as others knows the same of all, and would go with them all to the one that had the fewest.
     */
    @Nullable
    HeadCandidate best(long nowNanos) {
        Comparator<HeadCandidate> order = order(nowNanos);
        HeadCandidate one = first(order.thenComparingLong(this::lot), false, null, nowNanos);
        HeadCandidate other = first(order.thenComparingLong(this::lot), false, one, nowNanos);
        return one != null
                        && other != null
                        && config.preferRepairNodes
                        && order.compare(one, other) == 0
                        && other.members < CLEARLY_FEWER * one.members
                ? other
                : one;
    }

    /** In which order this node takes what is equally good. */
    private long lot(HeadCandidate candidate) {
        return mix(candidate.id ^ context.engine.memberId());
    }

    /** Of those that no longer hold what this node misses first, the one that lacks least; or null. */
    @Nullable
    HeadCandidate leastLossy(long nowNanos) {
        Comparator<HeadCandidate> order = Comparator.comparingInt(candidate -> offences(candidate, nowNanos));
        return first(order.thenComparingLong(candidate -> candidate.low), true, null, nowNanos);
    }

    /** The best of those that hold what this node misses, whether or not they would take it, to be asked while the own head is silent; or null. */
    @Nullable
    HeadCandidate substitute(long headId, long nowNanos) {
        Comparator<HeadCandidate> order = order(nowNanos).thenComparingLong(this::lot);
        HeadCandidate best = null;
        for (HeadCandidate candidate : candidates.values()) {
            if (candidate.id != headId
                    && candidate.low <= host.wanted()
                    && candidate.place.mayServe(host.placeToKeep(nowNanos))
                    && !host.isMember(candidate.id)
                    && nowNanos - candidate.heardAtNanos < config.livenessNanos()
                    && (best == null || order.compare(candidate, best) < 0)) {
                best = candidate;
            }
        }
        return best;
    }

    private @Nullable HeadCandidate first(
            Comparator<HeadCandidate> order, boolean dataGone, @Nullable HeadCandidate except, long nowNanos) {
        HeadCandidate best = null;
        for (HeadCandidate candidate : candidates.values()) {
            if (candidate != except
                    && candidate.dataGone == dataGone
                    && isAcceptable(candidate, nowNanos)
                    && (best == null || order.compare(candidate, best) < 0)) {
                best = candidate;
            }
        }
        return best;
    }

    private boolean isAcceptable(HeadCandidate candidate, long nowNanos) {
        if (candidate.refused && nowNanos - candidate.refusedUntilNanos < 0) {
            return false;
        }
        boolean accepts = candidate.state == HeadState.ACCEPTING_MEMBERS
                || candidate.state == HeadState.REFERRING
                || (candidate.state == HeadState.ACCEPTING_POTENTIAL_HEADS_ONLY
                        && context.role() != MemberRole.MEMBER_ONLY);
        return accepts
                && candidate.place.mayServe(host.placeToKeep(nowNanos))
                && !host.isMember(candidate.id)
                && nowNanos - candidate.heardAtNanos < config.livenessNanos();
    }

    private int offences(HeadCandidate candidate, long nowNanos) {
        return avoided.count(candidate.address.getAddress(), nowNanos);
    }

    /** The best of those that are nearer than the own head, or as near and a repair node where that is none; or null. */
    @Nullable
    HeadCandidate betterThan(HeadCandidate own, long nowNanos) {
        if (!config.staticHeads.isEmpty()) {
            return null;
        }
        Comparator<HeadCandidate> preference = preference(nowNanos);
        HeadCandidate best = first(order(nowNanos).thenComparingLong(this::lot), false, own, nowNanos);
        boolean mayTakeIt =
                best != null && best.id != own.id && best.low <= host.wanted() && best.state != HeadState.REFERRING;
        return mayTakeIt && preference.compare(best, own) < 0 ? best : null;
    }

    private Comparator<HeadCandidate> order(long nowNanos) {
        return preference(nowNanos)
                .thenComparingInt(candidate -> candidate.place.level())
                .thenComparing(candidate -> candidate.state == HeadState.REFERRING);
    }

    private Comparator<HeadCandidate> preference(long nowNanos) {
        long lanHead = host.lanHead();
        Comparator<HeadCandidate> order = Comparator.comparingInt(candidate -> offences(candidate, nowNanos));
        order = order.thenComparing(candidate -> candidate.id != lanHead || lanHead == 0);
        order = order.thenComparingInt(candidate -> candidate.ttl);
        if (config.preferRepairNodes && context.role() != MemberRole.EAGER_HEAD) {
            order = order.thenComparingInt(this::rank);
        }
        return order;
    }

    /** Repair nodes are there to repair; the sender has other work, and receivers have their own. */
    private int rank(HeadCandidate candidate) {
        if (candidate.id == host.source()) {
            return 1;
        }
        return candidate.role == MemberRole.EAGER_HEAD ? 0 : 2;
    }

    private static long mix(long value) {
        long mixed = value * 0x9E3779B97F4A7C15L;
        return (mixed ^ mixed >>> 32) & Long.MAX_VALUE;
    }

    /**
     * A head offers itself.
     *
     * @return whether it is for this stream, and believed
     */
    boolean onAdvertisement(InetSocketAddress from, long id, HeadAdvertisement said, long nowNanos) {
        if (said.source() != host.source() || !isItsPlace(id, said.place())) {
            return false;
        }
        int scope = Math.max(1, said.ttl());
        HeadCandidate candidate = candidate(id, from, scope, nowNanos);
        if (candidate == null) {
            return false;
        }
        candidate.ttl = Math.min(candidate.ttl, scope);
        if (candidate.offeredNanos == Long.MIN_VALUE) {
            candidate.offeredNanos = nowNanos;
        }
        update(candidate, said.state(), said.role(), said.place(), said.members(), said.low(), nowNanos);
        return true;
    }

    /** Another head's hello was overheard: a backup. */
    void onOverheardHello(InetSocketAddress from, long id, Hello said, long nowNanos) {
        if (said.source() == host.source() && isItsPlace(id, said.place())) {
            int scope = Math.max(1, said.ttl());
            HeadCandidate candidate = candidate(id, from, scope, nowNanos);
            if (candidate != null) {
                candidate.ttl = Math.min(candidate.ttl, scope);
                update(candidate, said.state(), said.role(), said.place(), said.members(), said.low(), nowNanos);
            }
        }
    }

    /** Nobody but the sender is at its level. */
    private boolean isItsPlace(long id, TreePlace place) {
        if (place.level() == 1 && id != host.source()) {
            context.counters.increment(TramMeter.CONTRADICTIONS);
            return false;
        }
        return true;
    }

    private static void update(
            HeadCandidate candidate,
            HeadState state,
            MemberRole role,
            TreePlace place,
            int members,
            long low,
            long nowNanos) {
        candidate.state = state;
        candidate.role = role;
        candidate.place = place;
        candidate.members = members;
        candidate.low = low;
        candidate.heardAtNanos = nowNanos;
    }

    /**
     * The candidate of this id; null for one that was heard elsewhere of late. For a new one, of the host with most candidates the
     * one not heard for longest makes room: however many one host makes up, those of the others stay.
     */
    private @Nullable HeadCandidate candidate(long id, InetSocketAddress from, int scope, long nowNanos) {
        HeadCandidate known = candidates.get(id);
        if (known != null && known.address.equals(from)) {
            return known;
        }
        if (known != null && nowNanos - known.heardAtNanos < config.livenessNanos()) {
            context.counters.increment(TramMeter.ELSEWHERE);
            return null;
        }
        if (known == null && candidates.size() >= Math.max(1, config.backupHeads)) {
            makeRoom(from.getAddress());
        }
        HeadCandidate candidate = new HeadCandidate(id, from, scope);
        candidates.put(id, candidate);
        return candidate;
    }

    private void makeRoom(InetAddress newcomer) {
        Map<InetAddress, Integer> perHost = new HashMap<>();
        perHost.merge(newcomer, 1, Integer::sum);
        for (HeadCandidate candidate : candidates.values()) {
            perHost.merge(candidate.address.getAddress(), 1, Integer::sum);
        }
        HeadCandidate oldest = null;
        int most = 0;
        for (HeadCandidate candidate : candidates.values()) {
            int ofHost = perHost.getOrDefault(candidate.address.getAddress(), 0);
            if (oldest == null
                    || ofHost > most
                    || (ofHost == most && candidate.heardAtNanos - oldest.heardAtNanos < 0)) {
                oldest = candidate;
                most = ofHost;
            }
        }
        if (oldest != null) {
            candidates.remove(oldest.id);
        }
    }
}
