package org.rmcast.tram;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.rmcast.tram.wire.TramPacket.MemberRole;

/**
 * Whom a head with no place left names to who asks it: one of its members. So a crowd fills the tree from above, and nobody has to
 * offer itself to all of them.
 *
 * <p>Repair nodes come first, of two by chance the one with fewer members. Then receivers, the fullest that has room first, so that few
 * become heads. Where all are full, of two by chance the one with fewer receivers below: it knows its own members. How many a member has
 * is as old as its last acknowledgement; who was sent to it since is counted here.
 */
final class Referrer {
    private final TramContext context;
    private final TramConfig config;
    private final HeadMembers members;

    Referrer(TramContext context, HeadMembers members) {
        this.context = context;
        this.config = context.config;
        this.members = members;
    }

    /** Whether there is anybody to be named: where heads advertise, as in JRMS, nobody is. */
    boolean canRefer() {
        if (config.advertisementIntervalNanos == 0) {
            for (HeadMember member : members.all()) {
                if (mayServe(member)) {
                    return true;
                }
            }
        }
        return false;
    }

    private static boolean mayServe(HeadMember member) {
        return !member.ghost && !member.newcomer && member.role != MemberRole.MEMBER_ONLY;
    }

    /** Whom to name to somebody who asks, null if nobody. */
    @Nullable
    HeadMember name(long seekerId, long nowNanos) {
        if (!canRefer()) {
            return null;
        }
        long patience = config.bindTimeoutNanos;
        List<HeadMember> able = new ArrayList<>();
        for (HeadMember member : members.all()) {
            if (mayServe(member) && member.id != seekerId && !member.isSilentSinceReferral(patience, nowNanos)) {
                able.add(member);
            }
        }
        HeadMember named = choose(able, nowNanos);
        if (named != null) {
            named.onReferral(patience, nowNanos);
        }
        return named;
    }

    private @Nullable HeadMember choose(List<HeadMember> able, long nowNanos) {
        Comparator<HeadMember> byMembers =
                Comparator.comparingInt(member -> member.membersExpected(config.bindTimeoutNanos, nowNanos));
        List<HeadMember> withRoom =
                having(able, member -> member.membersExpected(config.bindTimeoutNanos, nowNanos) < config.maxMembers);
        List<HeadMember> repairNodes = having(withRoom, member -> member.role == MemberRole.EAGER_HEAD);
        if (!repairNodes.isEmpty()) {
            return lessOfTwo(repairNodes, byMembers);
        }
        if (!withRoom.isEmpty()) {
            // Of those with none, which are equal, not always the same: it may be gone.
            HeadMember one = any(withRoom);
            return withRoom.stream()
                    .max(byMembers)
                    .filter(most -> byMembers.compare(most, one) > 0)
                    .orElse(one);
        }
        return able.isEmpty() ? null : lessOfTwo(able, Comparator.comparingInt(HeadMember::receiversBelow));
    }

    private static List<HeadMember> having(List<HeadMember> all, Predicate<HeadMember> property) {
        return all.stream().filter(property).toList();
    }

    private HeadMember lessOfTwo(List<HeadMember> all, Comparator<HeadMember> order) {
        HeadMember one = any(all);
        HeadMember other = any(all);
        return order.compare(other, one) < 0 ? other : one;
    }

    private HeadMember any(List<HeadMember> all) {
        return all.get(context.engine.random().nextInt(all.size()));
    }
}
