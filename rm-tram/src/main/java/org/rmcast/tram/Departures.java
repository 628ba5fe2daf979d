package org.rmcast.tram;

import java.net.InetSocketAddress;
import org.rmcast.api.EngineMeter;
import org.rmcast.core.engine.Actions;
import org.rmcast.core.engine.Deadlines;
import org.rmcast.core.engine.Reason;
import org.rmcast.tram.wire.TramPacket.DisownReason;
import org.rmcast.tram.wire.TramPacket.UnicastHello;

/**
 * How members of a head go: they are told why, what they asked for is forgotten, and the places of some are kept for a while as
 * ghosts, so that what their own members, or they themselves, have yet to get is still there when they have found another head.
 */
final class Departures {
    private final TramContext context;
    private final TramConfig config;
    private final RepairHead.Host host;
    private final HeadMembers members;
    private final Exclusions exclusions;
    private final RepairService repairs;

    Departures(
            TramContext context,
            RepairHead.Host host,
            HeadMembers members,
            Exclusions exclusions,
            RepairService repairs) {
        this.context = context;
        this.config = context.config;
        this.host = host;
        this.members = members;
        this.exclusions = exclusions;
        this.repairs = repairs;
    }

    /** A member is one no longer, by no wish of its own. */
    void disown(HeadMember member, DisownReason reason, Reason why, long nowNanos, Actions actions) {
        context.counters.increment(EngineMeter.MEMBERS_PRUNED);
        exclusions.add(member.id, member.address, reason, why, nowNanos);
        sayGoodbye(member, reason, why, actions);
        if (reason == DisownReason.SILENT && member.directMembers > 0) {
            member.failed = true;
            keepPlace(member, nowNanos);
            releaseSoon(member, nowNanos);
        } else {
            remove(member);
        }
    }

    /** A member has to look for another head, since its place is another one's. */
    void displace(HeadMember member, long nowNanos, Actions actions) {
        context.counters.increment(TramMeter.MEMBERS_DISPLACED);
        sayGoodbye(member, DisownReason.RESIGNING, Reason.NONE, actions);
        keepPlace(member, nowNanos);
    }

    /** Tells a member that it is one no longer. */
    void sayGoodbye(HeadMember member, DisownReason reason, Reason why, Actions actions) {
        Position position = host.position();
        UnicastHello word = new UnicastHello(reason, position.level(), Math.max(0, position.low()), why);
        context.unicast(member.address, word, actions);
    }

    /** Tells somebody who acknowledges, or reports, without being a member. */
    void answerNoMember(InetSocketAddress from, long id, Actions actions) {
        Position position = host.position();
        if (position.source() != 0) {
            context.unicast(from, exclusions.answer(id, from, position.level(), position.low()), actions);
        }
    }

    private void keepPlace(HeadMember member, long nowNanos) {
        if (config.orphanHoldNanos > 0) {
            member.ghost = true;
            members.onStanding();
            member.orphansUntilNanos = nowNanos + config.orphanHoldNanos;
            repairs.forget(member.address);
        } else {
            remove(member);
        }
    }

    /**
     * A member's member has another head, perhaps since its own is gone. When all of them have, the place of that is kept for a little longer only,
     * for one that nobody has told of.
     *
     * @param formerHead whose member it was
     * @param receivers for how many it stands
     */
    void onAdopted(long formerHead, long orphan, int receivers, long nowNanos) {
        HeadMember head = members.get(formerHead);
        if (head != null) {
            head.onAdopted(orphan, receivers, config.livenessNanos(), nowNanos);
            releaseSoon(head, nowNanos);
        }
    }

    private void releaseSoon(HeadMember head, long nowNanos) {
        if (head.areAllAdopted()) {
            head.orphansUntilNanos = Deadlines.earlier(head.orphansUntilNanos, nowNanos + config.bindTimeoutNanos);
        }
    }

    /**
     * Whether a ghost's time is over. While nobody needs the room, those of its members that have yet to notice that it is gone are waited
     * for longer.
     */
    boolean expireGhost(HeadMember member, long nowNanos) {
        boolean longer = member.failed && !member.areAllAdopted() && !host.isFull();
        if (nowNanos - member.orphansUntilNanos < (longer ? config.lateNoticeNanos() : 0)) {
            return false;
        }
        remove(member);
        return true;
    }

    /** Forgets a member. */
    void remove(HeadMember member) {
        members.remove(member);
        repairs.forget(member.address);
    }
}
