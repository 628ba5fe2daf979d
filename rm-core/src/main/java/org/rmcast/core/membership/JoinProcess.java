package org.rmcast.core.membership;

import java.net.InetSocketAddress;
import java.util.random.RandomGenerator;
import org.rmcast.core.engine.Actions;
import org.rmcast.core.engine.Deadlines;
import org.rmcast.core.engine.EngineContext;
import org.rmcast.core.engine.ProtocolEngine;
import org.rmcast.core.membership.MembershipPacket.Announcement;
import org.rmcast.core.membership.MembershipPacket.Join;
import org.rmcast.core.membership.MembershipPacket.Sender;
import org.rmcast.core.membership.MembershipPacket.Welcome;

/**
 * How a member finds the group, and parts of a group find one another. A new member sends joins, to the group and to its
 * contacts, at doubling intervals, until it has taken over the state of the group, or holds itself for the first. A join by
 * multicast is answered by a few members that draw a lot, more of them with each attempt; members that are still joining do
 * not answer. Later about one member in the whole group announces itself per interval: who hears one of its own view keeps
 * silent. Not thread safe.
 */
final class JoinProcess {
    private static final int MOST_DOUBLINGS = 2;
    private static final int ATTEMPTS_IN_COMPANY = 3;
    private static final int ANSWERS_PER_PERIOD = 8;
    /** Together they are shorter than half of the join. */
    private static final int MOST_ANSWERS = 10;

    private final EngineContext context;
    private final MembershipConfig config;
    private final GroupState state;
    private final Outbox outbox;
    private final RandomGenerator random;
    private long deadlineNanos = ProtocolEngine.NO_DEADLINE;
    private long nonce;
    private int attempts;
    private int answers;
    private long answersSinceNanos;

    JoinProcess(EngineContext context, MembershipConfig config, GroupState state, Outbox outbox) {
        this.context = context;
        this.config = config;
        this.state = state;
        this.outbox = outbox;
        this.random = context.random();
    }

    long nextDeadlineNanos() {
        return deadlineNanos;
    }

    void start(long nowNanos, Actions actions) {
        nonce = outbox.newNonce();
        answersSinceNanos = nowNanos;
        join(nowNanos, actions);
    }

    /**
     * Time to try again, or to announce.
     *
     * @param transferring whether the state of the group is being taken over
     */
    void onDeadline(boolean transferring, long nowNanos, Actions actions) {
        if (!Deadlines.isDue(deadlineNanos, nowNanos)) {
            return;
        }
        if (outbox.isJoined()) {
            announce(actions);
            scheduleAnnouncement(nowNanos);
        } else if (transferring) {
            deadlineNanos = nowNanos + config.joinIntervalNanos;
        } else if (attempts < mostAttempts()) {
            join(nowNanos, actions);
        } else {
            joined(nowNanos);
        }
    }

    /** Whether this answers a join that is still open. */
    boolean isWanted(Welcome welcome) {
        return !outbox.isJoined() && welcome.nonce() == nonce;
    }

    /** This member knows the group, or holds itself for the first. */
    void joined(long nowNanos) {
        if (!outbox.isJoined()) {
            outbox.markJoined();
            scheduleAnnouncement(nowNanos);
        }
    }

    /** Somebody joins: answers it, if the lot says so. */
    void onJoin(InetSocketAddress from, Join join, long nowNanos, Actions actions) {
        if (nowNanos - answersSinceNanos >= config.probePeriodNanos) {
            answersSinceNanos = nowNanos;
            answers = 0;
        }
        if (outbox.isJoined() && answers < ANSWERS_PER_PERIOD && (!join.toGroup() || drawsLot(join.attempt()))) {
            answers++;
            long cookie = outbox.cookie(join.sender().id(), from, nowNanos);
            outbox.unicast(from, new Welcome(outbox.self(), join.nonce(), cookie), actions);
        }
    }

    /** Another member has announced the group: no need to do it again, if it is the same group. */
    void onAnnouncement(Sender sender, long nowNanos) {
        boolean same = state.table().find(sender.id()) != null
                && (sender.partial() || sender.digest() == state.table().digest());
        if (same && outbox.isJoined()) {
            scheduleAnnouncement(nowNanos);
        }
    }

    private void join(long nowNanos, Actions actions) {
        if (config.multicastJoin) {
            outbox.multicast(new Join(outbox.self(), nonce, attempts, true), actions);
        }
        for (InetSocketAddress contact : config.contacts) {
            if (!contact.equals(context.localAddress())) {
                outbox.unicast(contact, new Join(outbox.self(), nonce, attempts, false), actions);
            }
        }
        long waitNanos = config.joinIntervalNanos << attempts;
        deadlineNanos = nowNanos + waitNanos + random.nextLong(1 + waitNanos / 4);
        attempts++;
    }

    /** Members that start together hear one another's joins, and need no answer; what they missed they find out by digests. */
    private int mostAttempts() {
        return state.table().count() == 0 ? config.joinAttempts : Math.min(ATTEMPTS_IN_COMPANY, config.joinAttempts);
    }

    private boolean drawsLot(int attempt) {
        double wanted = Math.min(MOST_ANSWERS, config.joinAnswers << Math.min(attempt, MOST_DOUBLINGS));
        return random.nextDouble() * state.table().groupSize() < wanted;
    }

    private void announce(Actions actions) {
        if (config.multicastJoin) {
            outbox.multicast(new Announcement(outbox.self()), actions);
        }
        for (InetSocketAddress contact : config.contacts) {
            if (!contact.equals(context.localAddress()) && state.table().at(contact) == null) {
                outbox.unicast(contact, new Announcement(outbox.self()), actions);
            }
        }
    }

    private void scheduleAnnouncement(long nowNanos) {
        deadlineNanos = nowNanos + config.announceIntervalNanos + random.nextLong(config.announceIntervalNanos);
    }
}
