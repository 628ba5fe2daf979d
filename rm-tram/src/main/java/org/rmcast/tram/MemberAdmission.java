package org.rmcast.tram;

import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;
import org.rmcast.core.engine.Actions;
import org.rmcast.tram.wire.TramPacket.AcceptMember;
import org.rmcast.tram.wire.TramPacket.HeadAdvertisement;
import org.rmcast.tram.wire.TramPacket.HeadBind;
import org.rmcast.tram.wire.TramPacket.HeadState;
import org.rmcast.tram.wire.TramPacket.LanState;
import org.rmcast.tram.wire.TramPacket.MemberRole;
import org.rmcast.tram.wire.TramPacket.MemberSolicitation;
import org.rmcast.tram.wire.TramPacket.Referral;
import org.rmcast.tram.wire.TramPacket.RejectMember;
import org.rmcast.tram.wire.TramPacket.RejectReason;

/**
 * How a repair head takes members: answers solicitations, advertises itself, and accepts or rejects who wants to bind.
 *
 * <p>Source: JRMS 1.1.
 */
final class MemberAdmission {
    private final TramContext context;
    private final TramConfig config;
    private final RepairHead.Host host;
    private final HeadMembers members;
    private final Exclusions exclusions;
    private final MemberReports reports;
    private final Places places;
    private final SolicitedOffer offer;
    private final Referrer referrer;
    private boolean resigning;
    private int advertisementTtl = 1;

    MemberAdmission(
            TramContext context,
            RepairHead.Host host,
            HeadMembers members,
            Exclusions exclusions,
            MemberReports reports) {
        this.context = context;
        this.config = context.config;
        this.host = host;
        this.members = members;
        this.exclusions = exclusions;
        this.reports = reports;
        this.places = new Places(members, config.maxMembers);
        this.offer = new SolicitedOffer(context);
        this.referrer = new Referrer(context, members);
    }

    /** Whether the head is about to leave and takes nobody. */
    void setResigning(boolean resigning) {
        this.resigning = resigning;
    }

    /** Who has the places. */
    Places places() {
        return places;
    }

    /** As everybody may know it. */
    HeadState state() {
        return state(members.overdueNewcomer());
    }

    /** As somebody may know it who displaces another one where all places are taken. */
    private HeadState state(@Nullable HeadMember displaced) {
        boolean full = members.places() >= config.maxMembers;
        if (resigning) {
            return HeadState.RESIGNING;
        }
        if (!host.inTouch()
                || reports.areMany()
                || context.role() == MemberRole.MEMBER_ONLY
                || host.lanState() == LanState.LAN_MEMBER) {
            return HeadState.NOT_ACCEPTING;
        }
        if (full && displaced == null) {
            return referrer.canRefer() ? HeadState.REFERRING : HeadState.NOT_ACCEPTING;
        }
        boolean another = full && displaced != null && displaced.role == MemberRole.MEMBER_ONLY;
        return members.nonHeads() - (another ? 1 : 0) >= (int) (config.maxMembers * config.nonHeadShare)
                ? HeadState.ACCEPTING_POTENTIAL_HEADS_ONLY
                : HeadState.ACCEPTING_MEMBERS;
    }

    /** Somebody looks for a head. */
    void onSolicitation(InetSocketAddress from, MemberSolicitation solicitation, long nowNanos) {
        host.onPlaceHeard(solicitation.place());
        Position position = host.position();
        HeadState state = state(places.toDisplace(from));
        if (isClosed(state)
                || !sameStream(solicitation.source(), position)
                || !position.place().mayServe(solicitation.place())
                || (onlyWhenUrgent() && !solicitation.urgent())) {
            return;
        }
        offer.onSolicitation(from, solicitation, nowNanos);
    }

    /** Another head offers itself. */
    void onOffer(InetSocketAddress from, HeadAdvertisement said) {
        if (sameStream(said.source(), host.position())) {
            offer.onOffer(from, said);
        }
    }

    long nextDeadlineNanos() {
        return offer.nextDeadlineNanos();
    }

    void onDeadline(long nowNanos, Actions actions) {
        if (offer.isDue(nowNanos)) {
            HeadState state = state(places.toDisplace(offer.seeker()));
            if (!isClosed(state)) {
                int scope = Math.min(offer.ttl(), context.engine.ttl());
                context.multicast(advertisement(scope, state), scope, actions);
            }
        }
    }

    /** Says to all within a scope, wider each time, that members are welcome. */
    void advertise(Actions actions) {
        HeadState state = state();
        if (!isClosed(state)) {
            int scope = Math.min(advertisementTtl, context.engine.ttl());
            context.multicast(advertisement(scope, state), scope, actions);
            advertisementTtl = Math.min(255, advertisementTtl + config.advertisementTtlStep);
        }
    }

    private boolean isClosed(HeadState state) {
        return state == HeadState.NOT_ACCEPTING || state == HeadState.RESIGNING || !host.inTouch();
    }

    /** A receiver that serves nobody yet stays one while others offer themselves. */
    private boolean onlyWhenUrgent() {
        return config.reluctantHeadsWait && context.role() == MemberRole.RELUCTANT_HEAD && members.count() == 0;
    }

    private HeadAdvertisement advertisement(int scope, HeadState state) {
        Position position = host.position();
        return new HeadAdvertisement(
                false,
                scope,
                state,
                context.role(),
                host.lanState(),
                position.place(),
                members.count(),
                config.maxMembers,
                position.source(),
                Math.max(0, position.obtainableLow()));
    }

    /** Takes a new member or tells it why not; returns it if it was taken. */
    @Nullable
    HeadMember onBind(InetSocketAddress from, long id, HeadBind bind, long nowNanos, Actions actions) {
        Position position = host.position();
        RejectReason refusal = refusal(from, id, bind, position, nowNanos);
        if (refusal != null) {
            Referral referral = referral(id, bind, refusal, nowNanos);
            long low = Math.max(0, position.obtainableLow());
            context.unicast(from, new RejectMember(refusal, low, bind.nonce(), referral), actions);
            return null;
        }
        int ttl = Math.min(bind.ttl(), context.engine.ttl());
        HeadMember member = new HeadMember(id, from, bind.role(), ttl, startFor(bind, position), nowNanos);
        member.cookie = context.addresses.cookie(id, from, nowNanos);
        member.highestAllowed = member.start + config.windowStart - 1;
        // Receivers count from the first acknowledgement on: until then the member may not know that it was taken.
        member.directMembers = bind.members();
        member.formerHead = bind.formerHead();
        member.move = bind.move();
        exclusions.readmit(id);
        accept(member, bind, actions);
        return member;
    }

    /** Who may take somebody that finds no place here; null if nobody is known. */
    private @Nullable Referral referral(long id, HeadBind bind, RejectReason refusal, long nowNanos) {
        boolean noPlace = refusal == RejectReason.FULL || refusal == RejectReason.HEADS_ONLY;
        if (!noPlace || !host.position().place().below().mayServe(bind.place())) {
            return null;
        }
        HeadMember named = referrer.name(id, nowNanos);
        return named == null ? null : new Referral(named.id, named.address, named.ttl);
    }

    private @Nullable RejectReason refusal(
            InetSocketAddress from, long id, HeadBind bind, Position position, long nowNanos) {
        if (resigning) {
            return RejectReason.RESIGNING;
        }
        if (!host.inTouch() || host.held() == null || !sameStream(bind.source(), position)) {
            return RejectReason.NOT_ATTACHED;
        }
        if (exclusions.isHeldOff(id, nowNanos)) {
            return RejectReason.HELD_OFF;
        }
        if (host.lanState() == LanState.LAN_MEMBER) {
            return RejectReason.NOT_LAN_HEAD;
        }
        HeadCandidate above = host.above();
        if (!position.place().mayServe(bind.place()) || (above != null && id == above.id)) {
            return RejectReason.LEVEL;
        }
        HeadState state = state(places.toDisplace(from));
        if (state == HeadState.NOT_ACCEPTING || state == HeadState.REFERRING) {
            return RejectReason.FULL;
        }
        if (state == HeadState.ACCEPTING_POTENTIAL_HEADS_ONLY && bind.role() == MemberRole.MEMBER_ONLY) {
            return RejectReason.HEADS_ONLY;
        }
        boolean gone = bind.wanted() > 0 && bind.wanted() < position.obtainableLow();
        return gone && !bind.acceptLoss() ? RejectReason.DATA_GONE : null;
    }

    private long startFor(HeadBind bind, Position position) {
        if (bind.wanted() > 0) {
            return Math.min(Math.max(bind.wanted(), position.obtainableLow()), position.limit());
        }
        long next = position.next();
        if (config.lateJoin == TramConfig.LateJoin.NO_RECOVERY) {
            return next;
        }
        int lookBack = position.sender()
                ? config.cacheHighMark - config.cacheLowMark
                : config.headCacheHighMark - config.headCacheLowMark;
        return Math.min(next, Math.max(position.low(), next - lookBack));
    }

    /** Says, once more if need be, that a member is one. */
    void accept(HeadMember member, HeadBind bind, Actions actions) {
        AcceptMember accept = new AcceptMember(
                host.position().place(),
                member.firstSequence,
                host.startMessage(member.firstSequence),
                bind.nonce(),
                member.cookie);
        context.unicast(member.address, accept, actions);
    }

    private static boolean sameStream(long source, Position position) {
        return source == 0 || source == position.source();
    }
}
