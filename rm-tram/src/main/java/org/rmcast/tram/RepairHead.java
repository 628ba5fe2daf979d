package org.rmcast.tram;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.rmcast.core.buffer.BufferManager;
import org.rmcast.core.engine.Actions;
import org.rmcast.core.event.SessionEvent;
import org.rmcast.core.flow.Pacer;
import org.rmcast.core.pruning.MemberFacts;
import org.rmcast.core.pruning.PruningPolicy;
import org.rmcast.tram.wire.TramPacket.AcceptMember;
import org.rmcast.tram.wire.TramPacket.Ack;
import org.rmcast.tram.wire.TramPacket.DisownReason;
import org.rmcast.tram.wire.TramPacket.HeadAdvertisement;
import org.rmcast.tram.wire.TramPacket.HeadBind;
import org.rmcast.tram.wire.TramPacket.HeadState;
import org.rmcast.tram.wire.TramPacket.Hello;
import org.rmcast.tram.wire.TramPacket.LanState;
import org.rmcast.tram.wire.TramPacket.MemberRole;
import org.rmcast.tram.wire.TramPacket.MemberSolicitation;
import org.rmcast.tram.wire.TramPacket.RejectMember;
import org.rmcast.tram.wire.TramPacket.RejectReason;
import org.rmcast.tram.wire.TramPacket.UnicastHello;

/**
 * The duties of a repair head, at the sender and at receivers alike: takes members, hears their acknowledgements, repairs
 * what they miss, watches whether they live, and says what all of them together have.
 *
 * <p>Source: JRMS 1.1; Khanna, Rogers, Bagchi, section 3.1. The rules for each packet are in {@code
 * docs/protocols/tram.md}.
 */
final class RepairHead {
    private static final int HELLO_BYTES = 60;
    private static final int MAX_DISOWNED = 64;
    private static final double BYTES_PER_ID = 8;

    /** The engine of which this is a part. */
    interface Host {
        /** Whether the node is in the tree itself and not about to leave. */
        boolean attached();

        /** The node's level: 1 at the sender. */
        int level();

        /** The stream's source, 0 if there is none yet. */
        long source();

        /** The packets for repair, null before the stream. */
        @Nullable
        BufferManager cache();

        /** The first sequence that the node itself misses, or will send next. */
        long nextSequence();

        /** The sequence after the highest known to exist. */
        long limitSequence();

        /** The lowest sequence that the node can repair. */
        long repairLow();

        /** The first message that begins at a sequence where a member starts, or -1. */
        long startMessage(long sequence);

        /** The sender's rate in bytes/s. */
        int senderRate();

        /** The node's own head, 0 if none. */
        long headId();

        LanState lanState();

        /** Members came, went, or confirmed more. */
        void onMembersChanged(long nowNanos, Actions actions);

        /** A member was given up or pruned. */
        void onMemberLost(Member member, String reason);

        /** A member reports congestion. */
        void onMemberCongested(long nowNanos);
    }

    private final TramContext context;
    private final TramConfig config;
    private final Host host;
    private final PruningPolicy pruning;
    private final Repairer repairer;
    private final MemberTable members = new MemberTable();
    /** Why members of late were disowned: the word to them may have been lost. */
    private final Map<Long, DisownReason> disowned = new LinkedHashMap<>();

    private boolean resigning;
    private long helloAtNanos = Long.MAX_VALUE;
    private long advertiseAtNanos = Long.MAX_VALUE;
    private int advertisementTtl = 1;

    private long rateSequence;
    private long rateAtNanos;
    private double groupRate = Double.MAX_VALUE;

    RepairHead(TramContext context, Host host, PruningPolicy pruning, Pacer pacer) {
        this.context = context;
        this.config = context.config;
        this.host = host;
        this.pruning = pruning;
        this.repairer = new Repairer(context, pacer);
    }

    /** The members, and what all of them together have. */
    MemberTable members() {
        return members;
    }

    // Joining.

    void onSolicitation(InetSocketAddress from, MemberSolicitation solicitation, Actions actions) {
        if (state() == HeadState.NOT_ACCEPTING
                || resigning
                || !host.attached()
                || !sameStream(solicitation.source())
                || !levelAllows(solicitation.level())
                || (onlyWhenUrgent() && !solicitation.urgent())) {
            return;
        }
        context.unicast(from, advertisement(solicitation.ttl()), actions);
    }

    /** A receiver that serves nobody yet stays one while others offer themselves. */
    private boolean onlyWhenUrgent() {
        return config.reluctantHeadsWait && context.role() == MemberRole.RELUCTANT_HEAD && members.count() == 0;
    }

    private HeadAdvertisement advertisement(int scope) {
        return new HeadAdvertisement(
                false,
                scope,
                resigning ? HeadState.RESIGNING : state(),
                context.role(),
                host.lanState(),
                host.level(),
                members.count(),
                config.maxMembers,
                host.source(),
                Math.max(0, host.repairLow()));
    }

    void onBind(InetSocketAddress from, long id, HeadBind bind, long nowNanos, Actions actions) {
        Member known = members.get(id);
        if (known != null && !known.ghost && known.address.equals(from)) {
            known.lastHeardNanos = nowNanos;
            accept(known, actions);
            return;
        }
        RejectReason refusal = refusal(id, bind);
        if (refusal != null) {
            context.unicast(from, new RejectMember(refusal, Math.max(0, host.repairLow())), actions);
            return;
        }
        Member member = new Member(id, from, bind.role(), bind.ttl(), startFor(bind), nowNanos);
        member.highestAllowed = member.start + config.windowStart - 1;
        // Receivers count from the first acknowledgement on: until then the member may not know that it was taken.
        member.directMembers = bind.members();
        members.put(member);
        disowned.remove(id);
        accept(member, actions);
        if (helloAtNanos == Long.MAX_VALUE) {
            helloAtNanos = nowNanos + context.jittered(config.helloIntervalNanos);
        }
        actions.report(new SessionEvent.MemberJoined(id, from));
        changed(nowNanos, actions);
    }

    private @Nullable RejectReason refusal(long id, HeadBind bind) {
        if (resigning) {
            return RejectReason.RESIGNING;
        }
        if (!host.attached() || host.cache() == null || !sameStream(bind.source())) {
            return RejectReason.NOT_ATTACHED;
        }
        if (host.lanState() == LanState.LAN_MEMBER) {
            return RejectReason.NOT_LAN_HEAD;
        }
        if (!levelAllows(bind.level()) || id == host.headId()) {
            return RejectReason.LEVEL;
        }
        HeadState state = state();
        if (state == HeadState.NOT_ACCEPTING) {
            return RejectReason.FULL;
        }
        if (state == HeadState.ACCEPTING_POTENTIAL_HEADS_ONLY && bind.role() == MemberRole.MEMBER_ONLY) {
            return RejectReason.HEADS_ONLY;
        }
        boolean gone = bind.wanted() > 0 && bind.wanted() < host.repairLow();
        return gone && !bind.acceptLoss() ? RejectReason.DATA_GONE : null;
    }

    private long startFor(HeadBind bind) {
        if (bind.wanted() > 0) {
            return Math.min(Math.max(bind.wanted(), host.repairLow()), host.limitSequence());
        }
        long next = host.nextSequence();
        if (config.lateJoin == TramConfig.LateJoin.NO_RECOVERY) {
            return next;
        }
        return Math.min(next, Math.max(host.repairLow(), next - (config.cacheHighMark - config.cacheLowMark)));
    }

    private void accept(Member member, Actions actions) {
        AcceptMember accept = new AcceptMember(
                host.level(), host.source(), member.firstSequence, host.startMessage(member.firstSequence));
        context.unicast(member.address, accept, actions);
    }

    private boolean sameStream(long source) {
        return source == 0 || source == host.source();
    }

    /** Loops can not arise while who has members only hangs on someone nearer to the sender than itself. */
    private boolean levelAllows(int memberLevel) {
        return memberLevel == 0 || host.level() < memberLevel;
    }

    HeadState state() {
        if (!host.attached() || context.role() == MemberRole.MEMBER_ONLY || members.count() >= config.maxMembers) {
            return HeadState.NOT_ACCEPTING;
        }
        return members.nonHeads() >= config.maxMembers * config.nonHeadShare
                ? HeadState.ACCEPTING_POTENTIAL_HEADS_ONLY
                : HeadState.ACCEPTING_MEMBERS;
    }

    // Acknowledgements and repairs.

    /** Takes a member's acknowledgement. */
    void onAck(InetSocketAddress from, long id, Ack ack, long nowNanos, Actions actions) {
        Member member = members.get(id);
        if (member == null || member.ghost || !member.address.equals(from) || ack.source() != host.source()) {
            if (!ack.terminate() && host.source() != 0 && (member == null || member.ghost)) {
                DisownReason reason = disowned.getOrDefault(id, DisownReason.UNKNOWN_MEMBER);
                context.unicast(from, new UnicastHello(reason, host.level(), host.repairLow()), actions);
            }
            return;
        }
        member.lastHeardNanos = nowNanos;
        member.unansweredDemands = 0;
        if (ack.terminate()) {
            remove(member);
            actions.report(new SessionEvent.MemberLeft(id, from));
            changed(nowNanos, actions);
            return;
        }
        boolean news = update(member, ack);
        if (ack.congestion()) {
            host.onMemberCongested(nowNanos);
        }
        repair(member, ack, nowNanos, actions);
        if (ack.helloNotReceived()) {
            context.unicast(from, new UnicastHello(DisownReason.NONE, host.level(), host.repairLow()), actions);
        }
        if (news) {
            changed(nowNanos, actions);
        }
    }

    private boolean update(Member member, Ack ack) {
        boolean news = ack.subtreeStart() > member.subtreeStart
                || ack.highestAllowed() > member.highestAllowed
                || ack.receivers() != member.receivers;
        long limit = host.limitSequence();
        // A member may be ahead of its head, but nobody is ahead of the sender.
        long bound = host.level() == 1 ? limit : Long.MAX_VALUE;
        member.start = Math.max(member.start, Math.min(bound, ack.start()));
        member.subtreeStart = Math.max(member.subtreeStart, Math.min(member.start, ack.subtreeStart()));
        member.highestAllowed = Math.max(member.highestAllowed, ack.highestAllowed());
        member.receivers = ack.receivers();
        member.directMembers = ack.directMembers();
        member.indirectMembers = ack.indirectMembers();
        member.loss = ack.loss();
        member.subtreeLoss = ack.subtreeLoss();
        member.laggards = ack.laggards();
        return news;
    }

    private void repair(Member member, Ack ack, long nowNanos, Actions actions) {
        byte[] mask = ack.mask();
        BufferManager cache = host.cache();
        if (cache == null || mask.length == 0) {
            return;
        }
        // Where the storage is damaged, the member gives up as much as it misses first, and no more.
        long low = Math.max(host.repairLow(), cache.readableFrom(ack.start()));
        boolean gone = false;
        for (int i = 0; i < mask.length; i++) {
            for (int bits = mask[i] & 0xff; bits != 0; bits &= bits - 1) {
                long sequence = ack.start() + i * 8L + Integer.numberOfTrailingZeros(bits);
                if (cache.holds(sequence)) {
                    repairer.request(sequence, member, host.senderRate(), nowNanos);
                } else {
                    gone |= sequence < low;
                }
            }
        }
        if (gone) {
            context.unicast(member.address, new UnicastHello(DisownReason.NONE, host.level(), low), actions);
        }
    }

    /** Sends the repairs that are due. */
    void drainRepairs(long nowNanos, Actions actions) {
        BufferManager cache = host.cache();
        if (cache != null) {
            repairer.drain(cache, members.ttl(), nowNanos, actions);
        }
    }

    boolean hasRepairs() {
        return repairer.nextDeadlineNanos() != Long.MAX_VALUE;
    }

    // Liveness, pruning, leaving.

    long nextDeadlineNanos() {
        return Math.min(Math.min(helloAtNanos, advertiseAtNanos), repairer.nextDeadlineNanos());
    }

    void onDeadline(long nowNanos, Actions actions) {
        if (helloAtNanos != Long.MAX_VALUE && nowNanos - helloAtNanos >= 0) {
            onHelloTime(nowNanos, actions);
        }
        if (advertiseAtNanos != Long.MAX_VALUE && nowNanos - advertiseAtNanos >= 0) {
            advertise(nowNanos, actions);
        }
    }

    /** The node is in the tree: where heads advertise themselves, it begins to. */
    void onAttached(long nowNanos) {
        if (config.advertisementIntervalNanos > 0 && context.role() != MemberRole.MEMBER_ONLY) {
            advertiseAtNanos = nowNanos + context.jittered(config.advertisementIntervalNanos) / 8;
        }
    }

    /** The stream has begun: from now on newcomers solicit. Source: JRMS 1.1. */
    void stopAdvertising() {
        advertiseAtNanos = Long.MAX_VALUE;
    }

    private void advertise(long nowNanos, Actions actions) {
        advertiseAtNanos = nowNanos + context.jittered(config.advertisementIntervalNanos);
        HeadState state = state();
        if (!host.attached() || state == HeadState.NOT_ACCEPTING) {
            return;
        }
        int scope = Math.min(advertisementTtl, context.engine.ttl());
        context.multicast(advertisement(scope), scope, actions);
        advertisementTtl = Math.min(255, advertisementTtl + config.advertisementTtlStep);
    }

    private void onHelloTime(long nowNanos, Actions actions) {
        helloAtNanos = nowNanos + context.jittered(config.helloIntervalNanos);
        measureGroupRate(nowNanos);
        List<Long> demand = new ArrayList<>();
        boolean changed = false;
        for (Member member : members.copy()) {
            changed |= member.ghost ? expireGhost(member, nowNanos) : watch(member, demand, nowNanos, actions);
        }
        if (changed) {
            changed(nowNanos, actions);
        }
        if (members.isEmpty()) {
            helloAtNanos = Long.MAX_VALUE;
            return;
        }
        sendHello(resigning ? HeadState.RESIGNING : state(), demand, actions);
    }

    private void sendHello(HeadState state, List<Long> demand, Actions actions) {
        Hello hello = new Hello(
                members.ttl(),
                state,
                context.role(),
                host.level(),
                members.count(),
                host.source(),
                Math.max(0, host.repairLow()),
                Math.max(0, host.nextSequence()),
                demand);
        context.multicast(hello, members.ttl(), actions);
    }

    /** Whether the member was given up. */
    private boolean watch(Member member, List<Long> demand, long nowNanos, Actions actions) {
        if (nowNanos - member.lastHeardNanos > 2 * config.helloIntervalNanos) {
            if (member.unansweredDemands >= config.missedHellos) {
                String reason = "silent for " + (nowNanos - member.lastHeardNanos) / 1_000_000 + " ms, "
                        + member.unansweredDemands + " demands unanswered";
                actions.report(new SessionEvent.MemberFailed(member.id, member.address, reason));
                actions.report(new SessionEvent.MemberPruned(member.id, member.address, reason));
                host.onMemberLost(member, reason);
                disown(member, DisownReason.SILENT, nowNanos, actions);
                return true;
            }
            member.unansweredDemands++;
            if (demand.size() < (config.maxPacketBytes - HELLO_BYTES) / BYTES_PER_ID) {
                demand.add(member.id);
            }
        }
        noteBlocking(member, nowNanos);
        return pruneIfDue(member, -1, nowNanos, actions);
    }

    private void noteBlocking(Member member, long nowNanos) {
        boolean blocking =
                host.limitSequence() > member.highestAllowed && member.highestAllowed == members.highestAllowed();
        if (blocking && !member.blocking) {
            member.blockingSinceNanos = nowNanos;
        }
        member.blocking = blocking;
    }

    private boolean pruneIfDue(Member member, double worstLossPercent, long nowNanos, Actions actions) {
        MemberFacts facts = new MemberFacts(
                member.loss / 100.0,
                Math.max(0, host.limitSequence() - member.start),
                member.blocking ? nowNanos - member.blockingSinceNanos : 0,
                groupRate,
                worstLossPercent,
                member.subtreeLoss);
        String reason = pruning.reasonToPrune(facts);
        if (reason == null) {
            return false;
        }
        actions.report(new SessionEvent.MemberPruned(member.id, member.address, reason));
        host.onMemberLost(member, reason);
        disown(member, DisownReason.PRUNED, nowNanos, actions);
        return true;
    }

    /** The sender calls for pruning. Source: JRMS 1.1. */
    void onPruneCall(double worstLossPercent, long nowNanos, Actions actions) {
        boolean changed = false;
        for (Member member : members.copy()) {
            changed |= !member.ghost && pruneIfDue(member, worstLossPercent, nowNanos, actions);
        }
        if (changed) {
            changed(nowNanos, actions);
        }
    }

    private void disown(Member member, DisownReason reason, long nowNanos, Actions actions) {
        context.counters.membersPruned++;
        disowned.put(member.id, reason);
        if (disowned.size() > MAX_DISOWNED) {
            disowned.remove(disowned.keySet().iterator().next());
        }
        context.unicast(member.address, new UnicastHello(reason, host.level(), host.repairLow()), actions);
        if (reason == DisownReason.SILENT && member.directMembers > 0 && config.orphanHoldNanos > 0) {
            member.ghost = true;
            member.orphansUntilNanos = nowNanos + config.orphanHoldNanos;
            repairer.forget(member);
        } else {
            remove(member);
        }
    }

    /**
     * Keeps a place for members that an earlier process of this sender had, whose names are not known: nothing from {@code
     * start} on is let go, and nothing is sent above {@code highestAllowed}, until the hold is over.
     */
    Member holdForFormerMembers(long start, long highestAllowed, long holdNanos, long nowNanos) {
        Member former = new Member(0, context.engine.localAddress(), MemberRole.MEMBER_ONLY, 0, start, nowNanos);
        former.highestAllowed = highestAllowed;
        former.ghost = true;
        former.orphansUntilNanos = nowNanos + holdNanos;
        members.put(former);
        members.recompute();
        helloAtNanos = nowNanos + context.jittered(config.helloIntervalNanos);
        return former;
    }

    private boolean expireGhost(Member member, long nowNanos) {
        if (nowNanos - member.orphansUntilNanos < 0) {
            return false;
        }
        remove(member);
        return true;
    }

    /** Tells members that this head goes, so that they look for another one. */
    void resign(long nowNanos, Actions actions) {
        resigning = true;
        advertiseAtNanos = Long.MAX_VALUE;
        if (!members.isEmpty()) {
            sendHello(HeadState.RESIGNING, List.of(), actions);
            helloAtNanos = nowNanos + context.jittered(config.helloIntervalNanos);
        }
    }

    /** Lets all members go at once. */
    void disownAll(long nowNanos, Actions actions) {
        for (Member member : members.copy()) {
            if (!member.ghost) {
                context.unicast(
                        member.address,
                        new UnicastHello(DisownReason.RESIGNING, host.level(), Math.max(0, host.repairLow())),
                        actions);
            }
        }
        clear();
    }

    /** Forgets all members, for a new stream. */
    void clear() {
        members.clear();
        repairer.clear();
        resigning = false;
        helloAtNanos = Long.MAX_VALUE;
        advertiseAtNanos = Long.MAX_VALUE;
        members.recompute();
    }

    private void remove(Member member) {
        members.remove(member);
        repairer.forget(member);
    }

    private void changed(long nowNanos, Actions actions) {
        members.recompute();
        host.onMembersChanged(nowNanos, actions);
    }

    private void measureGroupRate(long nowNanos) {
        long sequence = host.nextSequence();
        if (rateAtNanos != 0 && nowNanos > rateAtNanos) {
            double rate = (sequence - rateSequence) * 1e9 * config.maxPacketBytes / (nowNanos - rateAtNanos);
            groupRate = groupRate == Double.MAX_VALUE ? rate : 0.75 * groupRate + 0.25 * rate;
        }
        rateAtNanos = nowNanos;
        rateSequence = sequence;
    }
}
