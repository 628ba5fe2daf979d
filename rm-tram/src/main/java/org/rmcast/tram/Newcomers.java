package org.rmcast.tram;

import org.rmcast.tram.wire.TramPacket.Ack;

/**
 * Members that have asked to be taken and have yet to prove that they are where they seem to be, which the first acknowledgement
 * with the cookie of ACCEPT_MEMBER does. Until then they have a place, for the time after which a member is given up; they are no
 * members for anybody to see, and get no repairs.
 *
 * <p>What they want is held for them, the end of the stream waits for them, and their place is theirs, for two hellos. Where too
 * many have never proved anything, somebody makes them up: newcomers are then not waited for at all, until there were fewer for a while.
 */
final class Newcomers {
    private static final int HELLOS_TRUSTED = 2;
    private static final int MOST_VANISHED = 8;
    private static final long VANISHED_MEMORY_NANOS = 10_000_000_000L;

    private final TramContext context;
    private final HeadMembers members;
    private int vanished;
    private long vanishedNanos;

    Newcomers(TramContext context, HeadMembers members) {
        this.context = context;
        this.members = members;
    }

    /** Gives a newcomer a place; where all are taken, that of one that is overdue. */
    void add(HeadMember member) {
        HeadMember overdue = members.overdueNewcomer();
        if (overdue != null && members.places() >= context.config.maxMembers) {
            members.remove(overdue);
            noteVanished(member.joinedNanos);
        }
        member.newcomer = true;
        member.trusted = vanished < MOST_VANISHED || member.joinedNanos - vanishedNanos > VANISHED_MEMORY_NANOS;
        members.put(member);
    }

    /** It asks again to be taken: the answer was lost. */
    void onBindAgain(HeadMember member, long nowNanos) {
        if (member.newcomer) {
            member.lastHeardNanos = nowNanos;
        }
    }

    /** Whether an acknowledgement is a member's own; the first one makes a member of a newcomer. */
    boolean isProved(HeadMember member, Ack ack) {
        if (ack.cookie() != member.cookie) {
            context.counters.increment(TramMeter.UNPROVED);
            return false;
        }
        if (member.newcomer) {
            member.newcomer = false;
            members.onStanding();
        }
        context.addresses.prove(member.address);
        return true;
    }

    /** To be called with each hello: whether something changes, since a newcomer is not waited for any more. */
    boolean expire(HeadMember member, long nowNanos) {
        TramConfig config = context.config;
        boolean waited = member.trusted;
        if (nowNanos - member.lastHeardNanos > config.livenessNanos()) {
            members.remove(member);
            noteVanished(nowNanos);
            return waited;
        }
        member.trusted &= nowNanos - member.joinedNanos <= HELLOS_TRUSTED * config.helloIntervalNanos;
        return waited && !member.trusted;
    }

    private void noteVanished(long nowNanos) {
        if (nowNanos - vanishedNanos > VANISHED_MEMORY_NANOS) {
            vanished = 0;
        }
        vanished++;
        vanishedNanos = nowNanos;
    }

    void clear() {
        vanished = 0;
    }
}
