package org.rmcast.pbcast;

import org.jspecify.annotations.Nullable;
import org.rmcast.api.FlushResult.Laggard;
import org.rmcast.core.claims.ReceiverPosition;
import org.rmcast.core.flow.EchoedRequests;
import org.rmcast.core.flow.RoundTripEstimate;
import org.rmcast.core.membership.GroupMember;

/** How far a member is with the own stream, as far as the sender knows. */
final class Position {
    private static final long REGAIN = 20;
    private static final int POLLS_REMEMBERED = 64;

    final GroupMember member;
    private final ReceiverPosition place = new ReceiverPosition(1);
    private final PbcastConfig config;
    /** Made when it is first asked: most members of a large group are asked nothing, since most of them send nothing. */
    private @Nullable EchoedRequests polls;

    private @Nullable PathMeter path;
    private int lastPoll;
    /** The sequence after the last that it gave up. */
    long lostLimit;
    /** How much of that the application was told by a flush. */
    private long toldLostLimit;
    /** It knows that the stream has ended. */
    boolean knowsEnd;

    /** The number of the newest poll that it answered. */
    private int answered;
    /** The sequence after the highest that it got, at that answer; what was next when it was first asked. */
    long flowLimit;
    /** Nobody waits for it until it has caught up. */
    boolean lagging;
    /** How long it has held the sender back, less what it has regained until then. */
    private long heldNanos;

    private long regainedNanos;

    /** @param firstPoll the number of the first poll, which nobody can guess */
    Position(GroupMember member, PbcastConfig config, int firstPoll) {
        this.member = member;
        this.config = config;
        this.lastPoll = firstPoll - 1;
        this.answered = lastPoll;
    }

    /** What its answers tell of the way to it. */
    PathMeter path() {
        PathMeter made = path;
        if (made == null) {
            made = new PathMeter(config);
            path = made;
        }
        return made;
    }

    // Polls. On the wire their numbers have 31 bits; in here 32, which wrap.

    private EchoedRequests polls() {
        EchoedRequests made = polls;
        if (made == null) {
            long longest = Math.max(config.roundNanos, config.pollIntervalNanos);
            RoundTripEstimate roundTrip =
                    new RoundTripEstimate(config.pollIntervalNanos, config.pollIntervalNanos, longest);
            made = new EchoedRequests(roundTrip, POLLS_REMEMBERED, lastPoll + 1);
            polls = made;
        }
        return made;
    }

    /** A poll leaves; returns its number on the wire. What was asked before and not answered is late. */
    int ask(long nowNanos) {
        if (lastPoll - answered > 0 && nowNanos - polls().sentNanos(lastPoll) >= patienceNanos()) {
            polls().onTimeout(lastPoll, nowNanos);
        }
        lastPoll = polls().ask(nowNanos);
        return lastPoll & Integer.MAX_VALUE;
    }

    /** Whose poll an answer with this number on the wire would be to. */
    private int pollOf(int wireNumber) {
        return lastPoll - ((lastPoll - wireNumber) & Integer.MAX_VALUE);
    }

    /**
     * It answers a poll.
     *
     * @return the round trip, negative if it was not asked that, or has answered it before
     */
    long onAnswer(int wireNumber, long nowNanos) {
        int number = pollOf(wireNumber);
        if (polls().onEcho(number, nowNanos) != EchoedRequests.Echo.FIRST) {
            return -1;
        }
        long roundTripNanos = Math.max(0, nowNanos - polls().sentNanos(number));
        path().onRoundTrip(roundTripNanos, nowNanos);
        return roundTripNanos;
    }

    /** The smoothed round trip, 0 before the first. */
    long roundTripNanos() {
        return polls != null && polls.estimate().isSampled() ? polls.estimate().smoothedNanos() : 0;
    }

    /** Whether this is the answer to a later poll than all answers before; notes it. */
    boolean isNewest(int wireNumber) {
        int number = pollOf(wireNumber);
        if (number - answered <= 0) {
            return false;
        }
        answered = number;
        return true;
    }

    /** Only answers to later polls count as new. */
    void forgetAnswers() {
        answered = lastPoll;
    }

    /** How long to wait for an answer before it is asked again. */
    long patienceNanos() {
        return polls().estimate().timeoutNanos();
    }

    // How far it is.

    /** The first sequence that it misses, as far as is known. */
    long next() {
        return place.next();
    }

    /**
     * Takes news, which may come out of order.
     *
     * @param sentLimit all packets below were sent: who claims more lies, and is not believed
     */
    void update(long newNext, long newLostLimit, boolean end, long sentLimit) {
        if (place.says(newNext, sentLimit) != ReceiverPosition.Verdict.IMPOSSIBLE) {
            lostLimit = Math.max(lostLimit, Math.min(newLostLimit, sentLimit));
            knowsEnd |= end;
        }
    }

    /** Whether it has everything below this sequence, or was said to have lost some of it. */
    boolean has(long limit) {
        return next() >= limit;
    }

    /** A flush of everything below this sequence was answered: what it lost of that was told. */
    void onFlushAnswered(long limit) {
        toldLostLimit = Math.max(toldLostLimit, Math.min(lostLimit, limit));
    }

    /** Whether it lost something that no flush has told. */
    boolean lostUntold() {
        return lostLimit > toldLostLimit;
    }

    /** What it misses of everything below this sequence, of which the sender still holds what is from {@code held} on. */
    Laggard laggard(long limit, long held) {
        long from = Math.max(next(), Math.min(held, limit - 1));
        return new Laggard(member.id(), member.address(), Math.max(1, limit - from));
    }

    /** It has held the sender back for so long, up to now. */
    void hold(long nanos, long nowNanos) {
        heldNanos = heldNanos(nowNanos) + nanos;
    }

    /** For how long it has held the sender back, less what it has regained: a twentieth of real time. */
    long heldNanos(long nowNanos) {
        if (heldNanos > 0) {
            heldNanos = Math.max(0, heldNanos - (nowNanos - regainedNanos) / REGAIN);
        }
        regainedNanos = nowNanos;
        return heldNanos;
    }
}
