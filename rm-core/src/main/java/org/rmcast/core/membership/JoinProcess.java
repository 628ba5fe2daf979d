package org.rmcast.core.membership;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.rmcast.core.engine.Actions;
import org.rmcast.core.engine.Deadlines;
import org.rmcast.core.engine.EngineContext;
import org.rmcast.core.engine.ProtocolEngine;
import org.rmcast.core.membership.MembershipPacket.Announcement;
import org.rmcast.core.membership.MembershipPacket.Join;
import org.rmcast.core.membership.MembershipPacket.News;
import org.rmcast.core.membership.MembershipPacket.Sender;
import org.rmcast.core.membership.MembershipPacket.Welcome;

/**
 * How a member finds the group, and parts of a group find one another. A new member sends joins, to the group and to its
 * contacts, at doubling intervals, until it has taken over the state of the group, or holds itself for the first. A join by
 * multicast is answered by a few members that draw a lot; with the cookie in the answer the new one proves where it is, is taken
 * in, and all others are told. Members that start together answer one another, and tell in their next joins of those that have
 * proved themselves. Later about one member in the whole group announces itself per interval: who hears one of its own view keeps
 * silent. Not thread safe.
 */
final class JoinProcess {
    private static final int MOST_DOUBLINGS = 2;
    private static final int ATTEMPTS_IN_COMPANY = 3;

    /** Answers per member in a {@code joinInterval}. */
    private static final int MOST_ANSWERS_PER_INTERVAL = 24;

    /** Answers to one join by the whole group, on average: together they are shorter than the join. */
    private static final int MOST_ANSWERS = 10;

    /** How many of those that took a new member in tell all others at once. */
    private static final double INTRODUCTIONS = 2;

    /** How many members of a group ask an announcer that they do not know: together no more bytes than it sent. */
    private static final double ASKED_ANNOUNCERS = 3;

    private static final int MOST_JOIN_UPDATES = 16;

    /** So much more often than others a member announces itself that knows nobody: it is cut off, or the first. */
    private static final int ALONE_FACTOR = 8;

    private final EngineContext context;
    private final MembershipConfig config;
    private final GroupState state;
    private final Outbox outbox;
    private final RandomGenerator random;
    private long deadlineNanos = ProtocolEngine.NO_DEADLINE;
    private long nonce;
    private int attempts;
    private boolean alone;
    private int answers;
    private int joinsHeard;
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
        if (state.isJoined() && isAlone() && !alone) {
            scheduleAnnouncement(nowNanos);
        }
        if (!Deadlines.isDue(deadlineNanos, nowNanos)) {
            return;
        }
        if (state.isJoined()) {
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

    /** Whether this answers a join of this member. */
    boolean isWanted(Welcome welcome) {
        return welcome.nonce() == nonce;
    }

    /** Whether nobody seems to be in a group already, so that what others know who join as well has to do. */
    boolean isInCompany() {
        return attempts >= ATTEMPTS_IN_COMPANY - 1;
    }

    /** This member knows the group, or holds itself for the first. */
    void joined(long nowNanos) {
        if (!state.isJoined()) {
            state.markJoined();
            scheduleAnnouncement(nowNanos);
        }
    }

    /** Somebody joins: answers it, if the lot says so, or if it is the one that was asked. */
    void onJoin(InetSocketAddress from, Join join, long nowNanos, Actions actions) {
        if (nowNanos - answersSinceNanos >= config.joinIntervalNanos) {
            answersSinceNanos = nowNanos;
            answers = 0;
            joinsHeard = 0;
        }
        joinsHeard++;
        boolean answers = join.toGroup() ? drawsLot(join.attempt()) : mayAnswer(from, nowNanos);
        if (answers && this.answers < MOST_ANSWERS_PER_INTERVAL) {
            this.answers++;
            long cookie = outbox.cookie(join.sender().id(), from, nowNanos);
            outbox.unicast(from, new Welcome(outbox.self(), join.nonce(), cookie), actions);
        }
    }

    private boolean mayAnswer(InetSocketAddress to, long nowNanos) {
        return outbox.mayAnswer(to, MembershipCodec.WELCOME_BYTES, nowNanos);
    }

    /** Among those that join themselves, who do not know how many they are, more answer. */
    private boolean drawsLot(int attempt) {
        boolean joined = state.isJoined();
        int size = state.table().groupSize();
        return state.isDrawn(
                joined ? wantedAnswers(attempt) : MOST_ANSWERS, joined ? size : Math.max(size, joinsHeard));
    }

    private int wantedAnswers(int attempt) {
        return Math.min(MOST_ANSWERS, config.joinAnswers << Math.min(attempt, MOST_DOUBLINGS));
    }

    /** A new member was taken in, as it proved where it is: a few of those that did so tell all others. */
    void introduce(long id, long nowNanos, Actions actions) {
        MemberEntry entry = state.table().find(id);
        double know = Math.min(state.table().groupSize(), config.joinAnswers);
        if (entry != null && config.multicastJoin && state.isJoined() && state.isDrawn(INTRODUCTIONS, know)) {
            outbox.multicast(new News(outbox.self(), List.of(entry.alive(nowNanos))), actions);
        }
    }

    /**
     * Another member has announced the group: no need to do it again, if it is the same group. Where views are a part of the
     * group that cannot be told from one who is not in the view.
     *
     * @param toGroup whether all have heard it, so that those that ask the announcer are chosen by lot
     * @return whether this member is to ask the announcer, which it does not know
     */
    boolean onAnnouncement(Sender sender, boolean toGroup, long nowNanos) {
        MemberTable table = state.table();
        boolean known = table.find(sender.id()) != null;
        boolean partial = sender.partial() || table.isPartial();
        if (state.isJoined() && (partial || (known && sender.digest() == table.digest()))) {
            scheduleAnnouncement(nowNanos);
        }
        return !known && (!toGroup || state.isDrawn(ASKED_ANNOUNCERS, table.groupSize()));
    }

    private void join(long nowNanos, Actions actions) {
        if (config.multicastJoin) {
            outbox.multicast(new Join(outbox.self(), nonce, attempts, true, known(nowNanos)), actions);
        }
        for (InetSocketAddress contact : config.contacts) {
            if (!contact.equals(context.localAddress())) {
                outbox.unicast(contact, new Join(outbox.self(), nonce, attempts, false, List.of()), actions);
            }
        }
        long waitNanos = config.joinIntervalNanos << attempts;
        deadlineNanos = nowNanos + waitNanos + random.nextLong(1 + waitNanos / 4);
        attempts++;
    }

    /** Some of the members that this one knows. */
    private List<MemberUpdate> known(long nowNanos) {
        List<MemberUpdate> known = new ArrayList<>();
        MemberEntry first = state.table().anyone();
        if (first != null) {
            addKnown(known, first.id(), nowNanos);
            addKnown(known, Long.MIN_VALUE, nowNanos);
        }
        return known;
    }

    private void addKnown(List<MemberUpdate> known, long fromId, long nowNanos) {
        int room = outbox.codec().joinRoom();
        for (MemberUpdate update : known) {
            room -= update.encodedBytes();
        }
        for (MemberEntry entry : state.table().from(fromId)) {
            MemberUpdate update = entry.alive(nowNanos);
            room -= update.encodedBytes();
            if (known.size() >= MOST_JOIN_UPDATES || room < 0 || known.contains(update)) {
                return;
            }
            known.add(update);
        }
    }

    /** Members that start together find one another, and need no group that is there already; what they missed digests show. */
    private int mostAttempts() {
        return state.table().count() == 0 ? config.joinAttempts : Math.min(ATTEMPTS_IN_COMPANY, config.joinAttempts);
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
        alone = isAlone();
        long intervalNanos = config.announceIntervalNanos / (alone ? ALONE_FACTOR : 1);
        deadlineNanos = nowNanos + intervalNanos + random.nextLong(intervalNanos);
    }

    private boolean isAlone() {
        return state.table().count() == 0;
    }
}
