package org.rmcast.tram;

import java.net.InetSocketAddress;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.rmcast.core.engine.Actions;
import org.rmcast.tram.wire.TramPacket.AcceptMember;
import org.rmcast.tram.wire.TramPacket.HeadAdvertisement;
import org.rmcast.tram.wire.TramPacket.HeadBind;
import org.rmcast.tram.wire.TramPacket.HeadState;
import org.rmcast.tram.wire.TramPacket.Hello;
import org.rmcast.tram.wire.TramPacket.MemberRole;
import org.rmcast.tram.wire.TramPacket.MemberSolicitation;
import org.rmcast.tram.wire.TramPacket.RejectMember;
import org.rmcast.tram.wire.TramPacket.RejectReason;

/**
 * How a node finds its repair head: listens for advertisements or solicits with growing scope, binds to the best, keeps
 * backups, and notices when its head falls silent.
 *
 * <p>Source: JRMS 1.1: the lowest TTL, then the lowest level; a node that has members accepts only a head of a lower
 * level than its own, which keeps the tree free of loops.
 */
final class HeadSearch {
    /** Where the search stands. */
    enum State {
        IDLE,
        LISTENING,
        SOLICITING,
        BINDING,
        ATTACHED,
        HELD_OFF
    }

    /** The engine of which this is a part. */
    interface Host {
        long source();

        /** The first sequence missing, 0 for a node that is new to the stream. */
        long wanted();

        /** The node's level if it has members, else 0. */
        int levelToKeep();

        int members();

        int receivers();

        /** Whether this node is the other's head. */
        boolean isMember(long id);

        /** The LAN head to be preferred, or 0. */
        long lanHead();

        void onAttached(Candidate head, AcceptMember accept, long nowNanos, Actions actions);

        /** The head is lost; the search for another one has begun. */
        void onHeadLost(Candidate head, String reason, long nowNanos, Actions actions);

        /** Acknowledge to the head, which has been silent. */
        void onHelloMissed(long nowNanos, Actions actions);

        /** Tell a node that this one is not, or no longer, its member. */
        void leave(Candidate head, long nowNanos, Actions actions);

        /** Nobody takes this node because it has members; they must look for themselves. */
        void onNoHeadForSubtree(long nowNanos, Actions actions);
    }

    /** A node that may become the head. */
    static final class Candidate {
        final long id;
        final InetSocketAddress address;
        int ttl;
        HeadState state = HeadState.ACCEPTING_MEMBERS;
        MemberRole role = MemberRole.EAGER_HEAD;
        int level;
        int members;
        long heardAtNanos;
        boolean refused;
        long refusedUntilNanos;
        boolean dataGone;
        long low;

        Candidate(long id, InetSocketAddress address) {
            this.id = id;
            this.address = address;
        }
    }

    private static final int ROUNDS_BEFORE_RESIGNING = 4;

    private final TramContext context;
    private final TramConfig config;
    private final Host host;
    private final Map<Long, Candidate> candidates = new LinkedHashMap<>();
    private State state = State.IDLE;
    private long atNanos = Long.MAX_VALUE;
    private int ttl;
    private int rounds;
    private int staticTried;
    private int bindTries;
    private boolean acceptLoss;
    private @Nullable Candidate binding;
    private @Nullable Candidate head;
    private long heardAtNanos;
    private int missed;

    HeadSearch(TramContext context, Host host) {
        this.context = context;
        this.config = context.config;
        this.host = host;
    }

    State state() {
        return state;
    }

    boolean isAttached() {
        return state == State.ATTACHED;
    }

    /** The head, or null. */
    @Nullable
    Candidate head() {
        return head;
    }

    long headId() {
        return head == null ? 0 : head.id;
    }

    long nextDeadlineNanos() {
        return atNanos;
    }

    /** Forgets everything, for a new stream. */
    void reset() {
        candidates.clear();
        head = null;
        binding = null;
        state = State.IDLE;
        atNanos = Long.MAX_VALUE;
    }

    /** The stream is over: no head is looked for or watched any more. */
    void rest() {
        state = State.IDLE;
        binding = null;
        atNanos = Long.MAX_VALUE;
    }

    /**
     * A stream was found.
     *
     * @param listenNanos the interval at which heads advertise, 0 to solicit at once
     */
    void begin(long listenNanos, long nowNanos, Actions actions) {
        rounds = 0;
        ttl = 0;
        acceptLoss = false;
        if (listenNanos > 0) {
            state = State.LISTENING;
            atNanos = nowNanos + listenNanos;
        } else {
            next(nowNanos, actions);
        }
    }

    /** Stays away for a while, then joins anew. */
    void holdOff(long nanos, long nowNanos) {
        head = null;
        binding = null;
        candidates.clear();
        state = State.HELD_OFF;
        atNanos = nowNanos + nanos;
    }

    void onDeadline(long nowNanos, Actions actions) {
        if (atNanos == Long.MAX_VALUE || nowNanos - atNanos < 0) {
            return;
        }
        atNanos = Long.MAX_VALUE;
        switch (state) {
            case IDLE -> {}
            case HELD_OFF -> begin(0, nowNanos, actions);
            case LISTENING -> onListened(nowNanos, actions);
            case SOLICITING -> onSolicited(nowNanos, actions);
            case BINDING -> onBindTimeout(nowNanos, actions);
            case ATTACHED -> watchHead(nowNanos, actions);
        }
    }

    // Looking.

    private void onListened(long nowNanos, Actions actions) {
        rounds++;
        Candidate best = best(nowNanos);
        if (best != null) {
            bind(best, nowNanos, actions);
        } else if (rounds < 3) {
            atNanos = nowNanos + config.advertisementIntervalNanos;
        } else {
            rounds = 0;
            solicit(nowNanos, actions);
        }
    }

    /** Binds to the best head known, or looks for more. */
    private void next(long nowNanos, Actions actions) {
        if (staticTried < config.staticHeads.size()) {
            TramConfig.StaticHead named = config.staticHeads.get(staticTried++);
            Candidate candidate = new Candidate(0, named.address());
            candidate.ttl = named.ttl();
            bind(candidate, nowNanos, actions);
            return;
        }
        Candidate best = best(nowNanos);
        if (best != null) {
            bind(best, nowNanos, actions);
        } else {
            solicit(nowNanos, actions);
        }
    }

    private void solicit(long nowNanos, Actions actions) {
        int widest = context.engine.ttl();
        ttl = Math.min(widest, ttl == 0 ? 1 : ttl + config.solicitationTtlStep);
        state = State.SOLICITING;
        atNanos = nowNanos + context.jittered(config.solicitationIntervalNanos);
        context.multicast(
                new MemberSolicitation(
                        rounds > 0, ttl, context.role(), host.levelToKeep(), host.source(), host.wanted()),
                ttl,
                actions);
    }

    private void onSolicited(long nowNanos, Actions actions) {
        Candidate best = best(nowNanos);
        if (best != null) {
            bind(best, nowNanos, actions);
            return;
        }
        if (ttl >= context.engine.ttl()) {
            rounds++;
            staticTried = 0;
            Candidate lossy = leastLossy(nowNanos);
            if (lossy != null && rounds > 1) {
                acceptLoss = true;
                bind(lossy, nowNanos, actions);
                return;
            }
            if (rounds >= ROUNDS_BEFORE_RESIGNING && host.levelToKeep() > 0) {
                host.onNoHeadForSubtree(nowNanos, actions);
            }
        }
        if (staticTried < config.staticHeads.size() && rounds > 0) {
            next(nowNanos, actions);
        } else {
            solicit(nowNanos, actions);
        }
    }

    private @Nullable Candidate best(long nowNanos) {
        Candidate best = null;
        Comparator<Candidate> order = order();
        for (Candidate candidate : candidates.values()) {
            if (isAcceptable(candidate, nowNanos)
                    && !candidate.dataGone
                    && (best == null || order.compare(candidate, best) < 0)) {
                best = candidate;
            }
        }
        return best;
    }

    private @Nullable Candidate leastLossy(long nowNanos) {
        Candidate best = null;
        for (Candidate candidate : candidates.values()) {
            if (isAcceptable(candidate, nowNanos) && candidate.dataGone && (best == null || candidate.low < best.low)) {
                best = candidate;
            }
        }
        return best;
    }

    private boolean isAcceptable(Candidate candidate, long nowNanos) {
        if (candidate.refused && nowNanos - candidate.refusedUntilNanos < 0) {
            return false;
        }
        boolean accepts = candidate.state == HeadState.ACCEPTING_MEMBERS
                || (candidate.state == HeadState.ACCEPTING_POTENTIAL_HEADS_ONLY
                        && context.role() != MemberRole.MEMBER_ONLY);
        int own = host.levelToKeep();
        return accepts
                && candidate.level > 0
                && (own == 0 || candidate.level < own)
                && !host.isMember(candidate.id)
                && nowNanos - candidate.heardAtNanos < config.livenessNanos();
    }

    private Comparator<Candidate> order() {
        long lanHead = host.lanHead();
        Comparator<Candidate> order = Comparator.comparing(candidate -> candidate.id != lanHead || lanHead == 0);
        order = order.thenComparingInt(candidate -> candidate.ttl);
        if (config.preferRepairNodes && context.role() != MemberRole.EAGER_HEAD) {
            order = order.thenComparingInt(this::rank);
        }
        order = order.thenComparingInt(candidate -> candidate.level);
        if (config.preferRepairNodes) {
            order = order.thenComparingInt(candidate -> candidate.members);
        }
        return order.thenComparingLong(candidate -> mix(candidate.id ^ context.engine.memberId()));
    }

    /** Repair nodes are there to repair; the sender has other work, and receivers have their own. */
    private int rank(Candidate candidate) {
        if (candidate.id == host.source()) {
            return 1;
        }
        return candidate.role == MemberRole.EAGER_HEAD ? 0 : 2;
    }

    private static long mix(long value) {
        long mixed = value * 0x9E3779B97F4A7C15L;
        return (mixed ^ mixed >>> 32) & Long.MAX_VALUE;
    }

    void onAdvertisement(InetSocketAddress from, long id, HeadAdvertisement advertisement, long nowNanos) {
        if (advertisement.source() != host.source() || advertisement.election()) {
            return;
        }
        Candidate candidate = candidate(id, from, advertisement.ttl());
        if (candidate == null) {
            return;
        }
        candidate.ttl = Math.min(candidate.ttl, advertisement.ttl());
        candidate.state = advertisement.state();
        candidate.role = advertisement.role();
        candidate.level = advertisement.level();
        candidate.members = advertisement.members();
        candidate.low = advertisement.low();
        candidate.heardAtNanos = nowNanos;
    }

    /** Another head's hello was overheard: a backup. */
    void onOverheardHello(InetSocketAddress from, long id, Hello hello, long nowNanos) {
        if (hello.source() != host.source()) {
            return;
        }
        Candidate candidate = candidate(id, from, hello.ttl());
        if (candidate == null) {
            return;
        }
        candidate.state = hello.state();
        candidate.role = hello.role();
        candidate.level = hello.level();
        candidate.members = hello.members();
        candidate.low = hello.low();
        candidate.heardAtNanos = nowNanos;
    }

    /** The candidate of this id, made if there is room; the one not heard for longest makes room. */
    private @Nullable Candidate candidate(long id, InetSocketAddress from, int scope) {
        Candidate known = candidates.get(id);
        if (known != null && known.address.equals(from)) {
            return known;
        }
        if (known == null && candidates.size() >= config.backupHeads) {
            Candidate oldest = null;
            for (Candidate candidate : candidates.values()) {
                if (candidate != head
                        && candidate != binding
                        && (oldest == null || candidate.heardAtNanos - oldest.heardAtNanos < 0)) {
                    oldest = candidate;
                }
            }
            if (oldest == null) {
                return null;
            }
            candidates.remove(oldest.id);
        }
        Candidate candidate = new Candidate(id, from);
        candidate.ttl = scope;
        candidates.put(id, candidate);
        return candidate;
    }

    // Binding.

    private void bind(Candidate candidate, long nowNanos, Actions actions) {
        binding = candidate;
        bindTries = 0;
        state = State.BINDING;
        sendBind(candidate, nowNanos, actions);
    }

    private void sendBind(Candidate candidate, long nowNanos, Actions actions) {
        bindTries++;
        atNanos = nowNanos + config.bindTimeoutNanos;
        HeadBind bind = new HeadBind(
                acceptLoss,
                candidate.ttl,
                context.role(),
                host.levelToKeep(),
                host.members(),
                host.receivers(),
                host.source(),
                host.wanted());
        context.unicast(candidate.address, bind, actions);
    }

    private void onBindTimeout(long nowNanos, Actions actions) {
        Candidate candidate = binding;
        if (candidate == null) {
            next(nowNanos, actions);
        } else if (bindTries < config.bindRetries) {
            sendBind(candidate, nowNanos, actions);
        } else {
            // It may have taken us and its answers were lost: it must not wait for us.
            host.leave(candidate, nowNanos, actions);
            refuse(candidate, nowNanos);
            binding = null;
            next(nowNanos, actions);
        }
    }

    void onAccept(InetSocketAddress from, long id, AcceptMember accept, long nowNanos, Actions actions) {
        Candidate candidate = binding;
        if (state != State.BINDING
                || candidate == null
                || !candidate.address.equals(from)
                || accept.source() != host.source()) {
            return;
        }
        if (host.levelToKeep() > 0 && accept.level() >= host.levelToKeep()) {
            host.leave(candidate, nowNanos, actions);
            refuse(candidate, nowNanos);
            next(nowNanos, actions);
            return;
        }
        Candidate attached = candidate.id == id ? candidate : new Candidate(id, from);
        attached.ttl = candidate.ttl;
        attached.level = accept.level();
        attached.heardAtNanos = nowNanos;
        attached.dataGone = false;
        candidates.put(id, attached);
        head = attached;
        binding = null;
        acceptLoss = false;
        staticTried = 0;
        rounds = 0;
        state = State.ATTACHED;
        heardAtNanos = nowNanos;
        missed = 0;
        atNanos = nowNanos + config.helloIntervalNanos;
        host.onAttached(attached, accept, nowNanos, actions);
    }

    void onReject(InetSocketAddress from, RejectMember reject, long nowNanos, Actions actions) {
        Candidate candidate = binding;
        if (state != State.BINDING || candidate == null || !candidate.address.equals(from)) {
            return;
        }
        if (reject.reason() == RejectReason.DATA_GONE) {
            candidate.dataGone = true;
            candidate.low = reject.low();
        } else {
            refuse(candidate, nowNanos);
        }
        acceptLoss = false;
        binding = null;
        next(nowNanos, actions);
    }

    private void refuse(Candidate candidate, long nowNanos) {
        candidate.refused = true;
        candidate.refusedUntilNanos = nowNanos + 10 * config.solicitationIntervalNanos;
    }

    // Being a member.

    /** Any packet of the head is a sign of life. */
    void onHeard(InetSocketAddress from, long id, long nowNanos) {
        if (head == null || head.id != id || !head.address.equals(from)) {
            return;
        }
        heardAtNanos = nowNanos;
        missed = 0;
        head.heardAtNanos = nowNanos;
    }

    private void watchHead(long nowNanos, Actions actions) {
        atNanos = nowNanos + config.helloIntervalNanos;
        if (nowNanos - heardAtNanos <= config.helloIntervalNanos * 3 / 2) {
            return;
        }
        missed++;
        if (missed > config.missedHellos) {
            onLost("silent for " + (nowNanos - heardAtNanos) / 1_000_000 + " ms", nowNanos, actions);
        } else {
            host.onHelloMissed(nowNanos, actions);
        }
    }

    /** The head is gone, resigns, or does not want this node any more: takes a backup or looks for another. */
    void onLost(String reason, long nowNanos, Actions actions) {
        Candidate lost = head;
        if (lost == null || state == State.IDLE) {
            return;
        }
        head = null;
        candidates.remove(lost.id);
        host.leave(lost, nowNanos, actions);
        for (Candidate candidate : candidates.values()) {
            candidate.refused = false;
            candidate.dataGone = false;
        }
        host.onHeadLost(lost, reason, nowNanos, actions);
        begin(0, nowNanos, actions);
    }
}
