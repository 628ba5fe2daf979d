package org.rmcast.tram;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.rmcast.api.EventCause;
import org.rmcast.api.SessionEvent;
import org.rmcast.core.buffer.HeldPackets;
import org.rmcast.core.engine.Actions;
import org.rmcast.core.engine.Deadlines;
import org.rmcast.core.engine.ProtocolEngine;
import org.rmcast.core.engine.Reason;
import org.rmcast.core.engine.Timers;
import org.rmcast.core.flow.Pacer;
import org.rmcast.core.wire.DatagramHeader;
import org.rmcast.tram.wire.TramPacket.Ack;
import org.rmcast.tram.wire.TramPacket.CookieRequest;
import org.rmcast.tram.wire.TramPacket.Data;
import org.rmcast.tram.wire.TramPacket.DisownReason;
import org.rmcast.tram.wire.TramPacket.HeadBind;
import org.rmcast.tram.wire.TramPacket.LanState;
import org.rmcast.tram.wire.TramPacket.MemberFate;
import org.rmcast.tram.wire.TramPacket.MemberReport;
import org.rmcast.tram.wire.TramPacket.MemberRole;
import org.rmcast.tram.wire.TramPacket.ReportTaken;
import org.rmcast.tram.wire.TramPacket.Standing;
import org.rmcast.tram.wire.TramPacket.UnicastHello;
import org.rmcast.tram.wire.TreePlace;

/**
 * The duties of a repair head, at the sender and at receivers alike: takes members ({@link MemberAdmission}), hears their
 * acknowledgements, repairs what they miss, watches whether they live and keep up ({@link MemberWatch}), and says what all of
 * them together have.
 *
 * <p>Source: JRMS 1.1; Khanna, Rogers, Bagchi, sections 3 and 4. The rules for each packet are in {@code
 * docs/protocols/tram.md}.
 */
final class RepairHead {
    private static final int HELLO_BYTES = DatagramHeader.BYTES + 40;
    private static final int BYTES_PER_ID = 8;

    /** The engine of which this is a part. */
    interface Host {
        /** Whether the node is in the tree itself and not about to leave. */
        boolean attached();

        /**
         * Whether the node is in the tree and has heard its head of late. Who joins below a node that is cut off would not be known
         * to the sender.
         */
        boolean inTouch();

        Position position();

        /** Whether there is no room for more packets, since members have yet to confirm those that are held. */
        boolean isFull();

        /** The packets for repair, null before the stream. */
        @Nullable
        HeldPackets held();

        /** The first message that begins at a sequence where a member starts, or -1. */
        long startMessage(long sequence);

        /** Bytes/s for repairs to members that lag and to members of other heads. */
        double spareRate();

        /** The round trip to the sender, as far as the rate control has to know it; 0 at the sender. */
        default int roundTripMicros() {
            return 0;
        }

        /** The node's own head, null if none. */
        @Nullable
        HeadCandidate above();

        LanState lanState();

        /** A hello is about to be sent: at the sender with a new number. */
        void onHello(long nowNanos);

        /** Somebody was there in the tree: to be known at the sender before it answers. */
        void onPlaceHeard(TreePlace place);

        /** Members came, went, or confirmed more. */
        void onMembersChanged(long nowNanos, Actions actions);

        /**
         * Something became of a member of this head, or of a head below it.
         *
         * @return whether the application here is to be told of what comes from below
         */
        boolean onReport(MemberReport report, long nowNanos, Actions actions);

        /** Whether a receiver that asks is known where it is now: at the sender, or by the sender's answer to that question. */
        boolean knows(MemberReport question);

        /**
         * Whether a report is of the head that the sender knows to have the member that it is about, and comes from the branch of that
         * head; at the sender only.
         */
        boolean isBelow(MemberReport report, long branchId);

        /** The application is told that a member is here no longer: whether it lags is another head's to say. */
        void onGone(long memberId);

        /** Whether what a report says is true, as far as is known here, and new to the application. */
        boolean isNews(MemberReport report);

        /** A member that the group waits for reports congestion. */
        void onMemberCongested(long nowNanos);

        /** How long this node waits for a reason to acknowledge, see {@link AckInterval}. */
        long ackIntervalNanos();

        /** Whether the cache is above its high mark, or, at the sender, the window less than an ack window open. */
        boolean isTight();

        /** Lets go of all that nobody needs, whatever the marks of the cache say. */
        void purgeAll(long nowNanos);
    }

    private enum Timer {
        HELLO,
        ADVERTISEMENT,
        /** To look who is silent. */
        PROBE
    }

    private final TramContext context;
    private final TramConfig config;
    private final Host host;
    private final RepairService repairs;
    private final HeadMembers members;
    private final Exclusions exclusions;
    private final MemberAdmission admission;
    private final Newcomers newcomers;
    private final Departures departures;
    private final MemberWatch watch;
    private final MemberNews news;
    private final Probation.Memory silences;
    private final Standings standings;
    private final HeadHellos hellos;
    private final HelloInterval interval;
    /** The ack window in which congestion was passed on last, see {@link JrmsRule#CONGESTION}. */
    private long congestedWindow;

    private final MemberProbes probes;

    private final Timers<Timer> timers = new Timers<>(Timer.class);
    /** Whether members have said more since it was last seen what all of them together have. */
    private boolean unsettled;

    private long forgottenBelow;
    /** Whether the next hello is one without members. */
    private boolean idle;

    RepairHead(TramContext context, Host host, Pacer pacer) {
        this.context = context;
        this.config = context.config;
        this.host = host;
        this.members = new HeadMembers(config);
        this.exclusions = new Exclusions(config.rejoinDelayNanos);
        this.news = new MemberNews(context, host);
        this.silences = new Probation.Memory(config);
        this.admission = new MemberAdmission(context, host, members, exclusions, news.reports());
        this.newcomers = new Newcomers(context, members);
        this.watch = new MemberWatch(config, host, members, new TramPruning(config, context.engine.pruning()));
        this.repairs = new RepairService(context, host, pacer);
        this.departures = new Departures(context, host, members, exclusions, repairs);
        this.interval = new HelloInterval(config, host);
        this.hellos = new HeadHellos(context, host, members, admission);
        this.probes = new MemberProbes(config);
        this.standings = new Standings(context, host, members, exclusions, silences, news.reports());
    }

    /** The members, and what all of them together have. */
    HeadMembers members() {
        return members;
    }

    /** What became of members, on its way up. */
    MemberReports reports() {
        return news.reports();
    }

    // Joining.

    /** Answers to those who look for a head. */
    MemberAdmission admission() {
        return admission;
    }

    void onBind(InetSocketAddress from, long id, HeadBind bind, long nowNanos, Actions actions) {
        HeadMember known = members.get(id);
        if (known != null && !known.ghost && known.address.equals(from)) {
            known.onBindAgain(bind);
            newcomers.onBindAgain(known, nowNanos);
            admission.accept(known, bind, actions);
            return;
        }
        if (known != null && !known.ghost && nowNanos - known.lastHeardNanos <= config.livenessNanos()) {
            // It may have moved, but then it falls silent where it was.
            context.counters.increment(TramMeter.ELSEWHERE);
            return;
        }
        host.onPlaceHeard(bind.place());
        HeadMember member = admission.onBind(from, id, bind, nowNanos, actions);
        if (member == null) {
            return;
        }
        if (known != null && !known.ghost && known.heard) {
            host.onGone(id);
            actions.report(new SessionEvent.MemberFailed(
                    id, known.address, EventCause.CAME_AGAIN, "it came again from " + from));
        }
        member.countedFrom = member.start;
        member.probation = silences.of(id, nowNanos);
        HeadMember displaced = admission.places().toDisplace(from);
        if (displaced != null && !displaced.newcomer) {
            news.onSentAway(displaced, nowNanos, actions);
            departures.displace(displaced, nowNanos, actions);
        }
        newcomers.add(member);
        if (idle || !timers.isSet(Timer.HELLO)) {
            idle = false;
            hellos.begin(nowNanos);
            scheduleHello(nowNanos);
        }
        changed(nowNanos, actions);
    }

    // Acknowledgements and repairs.

    /** Takes a member's acknowledgement, or what somebody else asks for. */
    void onAck(InetSocketAddress from, long id, Ack ack, long nowNanos, Actions actions) {
        if (ack.temporary()) {
            repairs.onTemporary(from, id, ack, nowNanos, actions);
            return;
        }
        HeadMember member = members.get(id);
        Position position = host.position();
        if (member == null || member.ghost || !member.address.equals(from) || ack.source() != position.source()) {
            boolean silently = ack.terminate() && (ack.moves() || config.probeIntervalNanos == 0);
            if (!silently && (member == null || member.ghost)) {
                departures.answerNoMember(from, id, actions);
            }
            return;
        }
        if (!newcomers.isProved(member, ack)) {
            if (member.newcomer && ack.terminate()) {
                departures.remove(member);
                changed(nowNanos, actions);
            }
            return;
        }
        probes.onAlive(member, ack, nowNanos);
        if (ack.terminate()) {
            departures.remove(member);
            news.onFarewell(member, ack, nowNanos, actions);
            changed(nowNanos, actions);
            return;
        }
        AckBounds bounds = AckBounds.at(position, config);
        if (bounds.isExceededBy(ack)) {
            context.counters.increment(TramMeter.CONTRADICTIONS);
        }
        boolean changes = members.update(member, ack, bounds);
        if (!member.reported && member.formerHead != 0) {
            departures.onAdopted(member.formerHead, member.id, member.receivers, nowNanos);
        }
        news.onHeard(member, nowNanos, actions);
        changes |= members.admitToWindow(member, nowNanos);
        if (ack.congestion() && !member.lagging && isNewCongestion(ack)) {
            host.onMemberCongested(nowNanos);
        }
        if (repair(member, ack, position, nowNanos, actions)) {
            return;
        }
        if (ack.probe() != 0) {
            context.unicast(
                    from,
                    new UnicastHello(DisownReason.NONE, position.level(), position.low(), ack.probe(), Reason.NONE),
                    actions);
        }
        unsettled |= changes;
    }

    /** Source: JRMS 1.1, TRAMHeadAck.receiveAckPacket: once for each ack window of those who report. */
    private boolean isNewCongestion(Ack ack) {
        long window = ack.start() / config.ackWindow;
        boolean again = config.has(JrmsRule.CONGESTION) && window <= congestedWindow;
        congestedWindow = Math.max(congestedWindow, window);
        return !again;
    }

    /** Repairs what a member misses; returns whether it was pruned instead. */
    private boolean repair(HeadMember member, Ack ack, Position position, long nowNanos, Actions actions) {
        // What a laggard misses of old must not delay the others at the sender.
        // Nor anything that one on probation has missed.
        long old = member.probation == null ? config.headCachePackets : 0;
        long recent = member.lagging && position.sender() ? position.limit() - old : 0;
        byte[] gone = repairs.answer(member.address, ack, recent, nowNanos, actions);
        if (!position.sender()) {
            member.onGone(ack.asked().start(), gone);
        }
        repairs.informUnaware(member, ack, position, nowNanos);
        if (!watch.hasTurnedElsewhere(member) || !pruneIfDue(member, -1, nowNanos, actions)) {
            return false;
        }
        changed(nowNanos, actions);
        return true;
    }

    /** Takes a request for a cookie of a member of another head. */
    void onCookieRequest(InetSocketAddress from, long id, CookieRequest request, long nowNanos, Actions actions) {
        repairs.onCookieRequest(from, id, request, nowNanos, actions);
    }

    /** A repair has come to this node: members may have asked for the same packet. */
    void onRepaired(Data repair, long nowNanos) {
        repairs.onRepaired(repair, nowNanos);
    }

    /** At the end of a wake-up, before anything is sent: what members have acknowledged is taken into account once for all of them. */
    void settle(long nowNanos, Actions actions) {
        if (unsettled) {
            changed(nowNanos, actions);
        }
    }

    /** Sends the repairs that are due; where there is new data to send, too, not only these. */
    void drainRepairs(boolean newDataWaits, long nowNanos, Actions actions) {
        repairs.drain(members, newDataWaits, nowNanos, actions);
    }

    // Liveness, pruning, leaving.

    long nextDeadlineNanos() {
        long deadline = Deadlines.earlier(timers.nextNanos(), repairs.nextDeadlineNanos());
        return Deadlines.earlier(deadline, admission.nextDeadlineNanos());
    }

    void onDeadline(long nowNanos, Actions actions) {
        if (timers.isDue(Timer.HELLO, nowNanos)) {
            onHelloTime(nowNanos, actions);
        }
        if (timers.isDue(Timer.ADVERTISEMENT, nowNanos)) {
            timers.set(Timer.ADVERTISEMENT, nowNanos + context.jittered(config.advertisementIntervalNanos));
            admission.advertise(actions);
        }
        if (timers.isDue(Timer.PROBE, nowNanos)) {
            onProbeTime(nowNanos, actions);
        }
        admission.onDeadline(nowNanos, actions);
    }

    /** The node is in the tree: where heads advertise themselves, it begins to. */
    void onAttached(long nowNanos) {
        if (config.advertisementIntervalNanos > 0 && context.role() != MemberRole.MEMBER_ONLY) {
            timers.set(Timer.ADVERTISEMENT, nowNanos + context.jittered(config.advertisementIntervalNanos) / 8);
        }
    }

    /** The stream has begun: from now on newcomers solicit. Source: JRMS 1.1. */
    void stopAdvertising() {
        timers.clear(Timer.ADVERTISEMENT);
    }

    /** Another head of the stream says hello. */
    void onHello(InetSocketAddress from, long id, int itsMembers, long nowNanos) {
        HeadCandidate above = host.above();
        if (above == null || above.id != id) {
            hellos.onHello(from.getAddress(), itsMembers, nowNanos);
        }
    }

    private void scheduleHello(long nowNanos) {
        scheduleHello(false, nowNanos);
    }

    private void scheduleHello(boolean owed, long nowNanos) {
        timers.set(Timer.HELLO, nowNanos + context.jittered(interval.toNextNanos(owed)));
    }

    private void onHelloTime(long nowNanos, Actions actions) {
        scheduleHello(nowNanos);
        watch.measureGroupRate(nowNanos);
        List<Long> demand = new ArrayList<>();
        boolean changed = false;
        for (HeadMember member : members.copy()) {
            changed |=
                    member.ghost ? departures.expireGhost(member, nowNanos) : check(member, demand, nowNanos, actions);
        }
        if (changed) {
            changed(nowNanos, actions);
        }
        if (members.all().isEmpty()) {
            onIdle(nowNanos, actions);
            return;
        }
        if (!demand.isEmpty() && config.has(JrmsRule.HELLO)) {
            scheduleHello(true, nowNanos);
        }
        repairs.setScope(members.count(), hellos.othersInReach(nowNanos));
        hellos.say(demand, nowNanos, actions);
    }

    /** Nobody is served: a repair node says now and then that it is there, near and farther away, so that those who hear it may come. */
    private void onIdle(long nowNanos, Actions actions) {
        timers.clear(Timer.HELLO);
        idle = false;
        if (host.attached()) {
            beginIdle(nowNanos);
        }
        if (idle && host.inTouch()) {
            hellos.sayIdle(actions);
        }
    }

    /** To be called when the node has a head: a repair node without members says from now on that it is there. */
    void beginIdle(long nowNanos) {
        if (config.moveToBetterHead && context.role() == MemberRole.EAGER_HEAD && !timers.isSet(Timer.HELLO)) {
            idle = true;
            timers.set(Timer.HELLO, nowNanos + context.jittered(hellos.idleIntervalNanos(nowNanos)));
        }
    }

    /** Whether the member was given up. */
    private boolean check(HeadMember member, List<Long> demand, long nowNanos, Actions actions) {
        if (member.newcomer) {
            demand(member, demand, nowNanos);
            return newcomers.expire(member, nowNanos);
        }
        boolean probed = probes.areFor(member);
        if (probed && !timers.isSet(Timer.PROBE)) {
            timers.set(Timer.PROBE, nowNanos + config.probeIntervalNanos);
        }
        long silentNanos = nowNanos - member.lastHeardNanos;
        long helloNanos = interval.nanos();
        if (silentNanos > 2 * helloNanos) {
            Reason gone = probed ? null : probes.gone(member, nowNanos);
            if (gone != null) {
                giveUp(member, gone, nowNanos, actions);
                return true;
            }
            demand(member, demand, nowNanos);
        }
        watch.observe(member, nowNanos);
        // Whether it is slow or silent shows a moment later.
        boolean undecided = silentNanos > helloNanos && silentNanos <= 2 * helloNanos;
        MemberFate lag = undecided ? null : watch.lagNews(member);
        if (lag != null) {
            report(lag, member, watch.lagReason(member, nowNanos), nowNanos, actions);
        }
        return pruneIfDue(member, -1, nowNanos, actions);
    }

    /** Who finds no room in the list was not asked. */
    private void demand(HeadMember member, List<Long> demand, long nowNanos) {
        if (demand.size() < (config.maxPacketBytes - HELLO_BYTES) / BYTES_PER_ID) {
            demand.add(member.id);
            probes.onDemand(member, nowNanos);
        }
    }

    /** A head that is silent for longer than usual is sent a hello of its own, which it answers. */
    private void onProbeTime(long nowNanos, Actions actions) {
        int before = members.count();
        MemberProbes.Host look = new MemberProbes.Host() {
            @Override
            public void probe(HeadMember member) {
                hellos.demand(member, actions);
            }

            @Override
            public void giveUp(HeadMember member, Reason reason) {
                RepairHead.this.giveUp(member, reason, nowNanos, actions);
            }
        };
        long next = probes.look(members.copy(), look, nowNanos, actions);
        if (next == ProtocolEngine.NO_DEADLINE) {
            timers.clear(Timer.PROBE);
        } else {
            timers.set(Timer.PROBE, Deadlines.earlier(next, nowNanos + config.helloIntervalNanos));
        }
        if (members.count() < before) {
            changed(nowNanos, actions);
        }
    }

    /** A host says that nobody has the port of a head that is probed. */
    void onPortUnreachable(InetSocketAddress peer, long nowNanos) {
        probes.onPortUnreachable(members.all(), peer, nowNanos);
    }

    private void giveUp(HeadMember member, Reason reason, long nowNanos, Actions actions) {
        if (member.heard) {
            report(MemberFate.FAILED, member, reason, nowNanos, actions);
            silences.onSilent(member.id, nowNanos);
        }
        departures.disown(member, DisownReason.SILENT, reason, nowNanos, actions);
    }

    private boolean pruneIfDue(HeadMember member, double worstLossPercent, long nowNanos, Actions actions) {
        Reason reason = watch.reasonToPrune(member, worstLossPercent, nowNanos);
        if (reason != null) {
            prune(member, reason, nowNanos, actions);
        }
        return reason != null;
    }

    /** Prunes a member for a reason that no policy knows. */
    void pruneAtOnce(HeadMember member, Reason reason, long nowNanos, Actions actions) {
        prune(member, reason, nowNanos, actions);
        changed(nowNanos, actions);
    }

    private void prune(HeadMember member, Reason reason, long nowNanos, Actions actions) {
        report(MemberFate.PRUNED, member, reason, nowNanos, actions);
        departures.disown(member, DisownReason.PRUNED, reason, nowNanos, actions);
    }

    private void report(MemberFate fate, HeadMember member, Reason why, long nowNanos, Actions actions) {
        Position position = host.position();
        long behind = members.best(ownMeasure(position), position.limit()) - member.start;
        news.tell(fate, member, behind, why, nowNanos, actions);
    }

    /** A report of a head below, to be passed on or told. */
    void onReport(InetSocketAddress from, long id, MemberReport report, long nowNanos, Actions actions) {
        HeadMember member = members.get(id);
        if (member == null || member.ghost) {
            departures.answerNoMember(from, id, actions);
        } else if (!member.newcomer && member.address.equals(from)) {
            if (report.fate() == MemberFate.ADOPTED) {
                departures.onAdopted(report.formerHead(), report.memberId(), report.receivers(), nowNanos);
            }
            boolean credible = host.isBelow(report, member.id);
            if (news.onReport(member, report, nowNanos, actions)) {
                changed(nowNanos, actions);
            }
            standings.onReport(member, report, credible, nowNanos, actions);
        }
    }

    /** The sender knows of whoever asked by a member. */
    void passAnswer(long memberId, ReportTaken answer, Actions actions) {
        HeadMember member = members.get(memberId);
        if (member != null && !member.ghost) {
            context.unicast(member.address, answer, actions);
        }
    }

    /** The sender says what counts against somebody who was taken here, or below. */
    void onStanding(ReportTaken said, Standing standing, long nowNanos, Actions actions) {
        HeadMember member = standings.onStanding(said, standing, nowNanos, actions);
        if (member == null) {
            return;
        }
        long heldOffNanos = standing.heldOffMillis() * 1_000_000L;
        if (heldOffNanos > 0) {
            Reason reason = new Reason(EventCause.PRUNED, "pruned by another head, and back too soon");
            prune(member, reason, nowNanos, actions);
            exclusions.holdOff(member.id, heldOffNanos, nowNanos);
        }
        changed(nowNanos, actions);
    }

    /** The sender calls for pruning. Source: JRMS 1.1. */
    void onPruneCall(double worstLossPercent, long nowNanos, Actions actions) {
        boolean changed = false;
        for (HeadMember member : members.copy()) {
            changed |= !member.ghost && pruneIfDue(member, worstLossPercent, nowNanos, actions);
        }
        if (changed) {
            changed(nowNanos, actions);
        }
    }

    /**
     * The sender no longer holds what is below a sequence. Who still misses some of it, and cannot get it here either, is
     * pruned: nobody waits for it any more.
     */
    void onForgotten(long sequence, long nowNanos, Actions actions) {
        if (!config.reaffiliates() || sequence <= forgottenBelow || host.held() == null) {
            return;
        }
        forgottenBelow = sequence;
        Position position = host.position();
        long low = Math.min(sequence, position.low());
        members.setFloor(low);
        boolean changed = false;
        for (HeadMember member : members.copy()) {
            if (!member.ghost && !member.newcomer && member.start < low) {
                String text = (position.limit() - member.start)
                        + " packets behind, of which the sender no longer holds " + (low - member.start);
                prune(member, new Reason(EventCause.NOT_HELD, text), nowNanos, actions);
                changed = true;
            }
        }
        if (changed) {
            changed(nowNanos, actions);
        }
    }

    /**
     * Keeps a place for members that an earlier process of this sender had, whose names are not known: nothing from {@code
     * start} on is let go, and nothing is sent above {@code highestAllowed}, until the hold is over.
     */
    HeadMember holdForFormerMembers(long start, long highestAllowed, long holdNanos, long nowNanos) {
        HeadMember former =
                HeadMember.former(context.engine.localAddress(), start, highestAllowed, nowNanos + holdNanos, nowNanos);
        members.put(former);
        recompute();
        hellos.begin(nowNanos);
        scheduleHello(nowNanos);
        return former;
    }

    /** Tells members that this head goes, so that they look for another one. */
    void resign(long nowNanos, Actions actions) {
        admission.setResigning(true);
        timers.clear(Timer.ADVERTISEMENT);
        if (!members.isEmpty()) {
            hellos.sayToGroup(List.of(), nowNanos, actions);
            scheduleHello(nowNanos);
        }
    }

    /** Lets all members go at once. The sender is told where this node is, or will be, in the tree. */
    void disownAll(long nowNanos, Actions actions) {
        for (HeadMember member : members.copy()) {
            if (!member.ghost && !member.newcomer) {
                departures.sayGoodbye(member, DisownReason.RESIGNING, Reason.NONE, actions);
                news.onSentAway(member, nowNanos, actions);
            }
        }
        probes.end(actions);
        clear();
    }

    /** Forgets all members. What became of them is still passed on. */
    void clear() {
        members.clear();
        newcomers.clear();
        repairs.clear();
        hellos.clear();
        admission.setResigning(false);
        timers.clearAll();
        forgottenBelow = 0;
        congestedWindow = 0;
        unsettled = false;
        members.recompute(0, 0, 0);
    }

    /** Sees anew what all members together have. */
    void recompute() {
        unsettled = false;
        Position position = host.position();
        members.recompute(ownMeasure(position), position.allowed(), position.limit());
    }

    /** How far this node is itself; the sender is no measure for its members. */
    private static long ownMeasure(Position position) {
        return position.sender() ? 0 : position.next();
    }

    private void changed(long nowNanos, Actions actions) {
        recompute();
        host.onMembersChanged(nowNanos, actions);
        if (members.takeDeparted() && config.has(JrmsRule.PURGE)) {
            host.purgeAll(nowNanos);
        }
    }
}
