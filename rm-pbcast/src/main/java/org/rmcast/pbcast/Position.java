package org.rmcast.pbcast;

import org.rmcast.core.engine.FlushResult.Laggard;
import org.rmcast.core.membership.GroupMember;

/** How far a member is with the own stream, as far as the sender knows. */
final class Position {
    private static final long REGAIN = 20;

    final GroupMember member;
    /** The first sequence that it misses, as far as is known. */
    long next = 1;
    /** The sequence after the last that it gave up. */
    long lostLimit;
    /** How much of that the application was told by a flush. */
    long toldLostLimit;
    /** It knows that the stream has ended. */
    boolean knowsEnd;

    /** The number of the newest poll that it answered. */
    int answered;
    /** The sequence after the highest that it got, at that answer; what was next when it was first asked. */
    long flowLimit;
    /** The same for the measure of losses, 0 before the first answer. */
    long measuredLimit;

    long measuredReceived;
    /** Nobody waits for it until it has caught up. */
    boolean lagging;
    /** How long it has held the sender back, less what it has regained. */
    private long blockedNanos;

    Position(GroupMember member) {
        this.member = member;
    }

    /** Takes news, which may come out of order. */
    void update(long newNext, long newLostLimit, boolean end) {
        next = Math.max(next, newNext);
        lostLimit = Math.max(lostLimit, newLostLimit);
        knowsEnd |= end;
    }

    /** Whether it has everything below this sequence, or was said to have lost some of it. */
    boolean has(long limit) {
        return next >= limit;
    }

    /** Whether it lost something that no flush has told. */
    boolean lostUntold() {
        return lostLimit > toldLostLimit;
    }

    /** What it misses of everything below this sequence, of which the sender still holds what is from {@code held} on. */
    Laggard laggard(long limit, long held) {
        long from = Math.max(next, Math.min(held, limit - 1));
        return new Laggard(member.id(), member.address(), Math.max(1, limit - from));
    }

    /** Time has passed, in which it did or did not hold the sender back; returns for how long it has altogether. */
    long pass(long nanos, boolean blocked) {
        blockedNanos = Math.max(0, blockedNanos + (blocked ? nanos : -nanos / REGAIN));
        return blockedNanos;
    }
}
