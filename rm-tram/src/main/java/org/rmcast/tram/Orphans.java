package org.rmcast.tram;

import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.rmcast.api.EventCause;
import org.rmcast.api.SessionEvent;
import org.rmcast.core.engine.Actions;
import org.rmcast.core.engine.Deadlines;
import org.rmcast.core.engine.ProtocolEngine;
import org.rmcast.core.engine.Reason;
import org.rmcast.core.stream.SenderFlushes;
import org.rmcast.tram.Roster.Node;
import org.rmcast.tram.wire.TramPacket.MemberFate;
import org.rmcast.tram.wire.TramPacket.MemberReport;

/**
 * What the sender knows of receivers between two heads: those below a head that was lost or left, and those that move. They are known
 * by name, and are missing until another head takes them, or for too long; no flush is complete that they may not have. A lost head may
 * have had members that nobody has told of yet, so those below it are waited for as long even if all whose names are known are back. So is a receiver
 * that was silent for too long.
 *
 * <p>Receivers below a head whose names are not known, see {@link Roster.Node#unnamedBelow}, are missed by their number.
 */
final class Orphans {
    static final int MAX_ADOPTIONS = 4096;
    static final int MAX_GROUPS = 4096;
    private static final int MAX_NAMED = 64;
    /** So many times as long is somebody waited for who is heard looking for a head: answers to it may be in a queue of seconds. */
    static final int MOST_PATIENCE = 10;

    /** Those that are between two heads for the same cause. */
    private static final class Group {
        final MemberReport cause;
        final long sinceNanos;
        long untilNanos;
        /** What they may miss begins here. */
        long start;

        final Set<Node> nodes = new LinkedHashSet<>();
        /** How many receivers more than those below the nodes. */
        int unnamed;
        /** Whether there was no room for another group, and it stands for several causes: nobody is back but who is named. */
        boolean mixed;

        Group(MemberReport cause, long nowNanos, long patienceNanos) {
            this.cause = cause;
            this.sinceNanos = nowNanos;
            this.untilNanos = nowNanos + patienceNanos;
            this.start = cause.subtreeStart();
        }

        /** Whether its cause is that a node moves, with all who are below it. */
        boolean moves() {
            return cause.fate() == MemberFate.LEFT;
        }

        /** Whether there may be receivers that nobody has told of. */
        boolean mayHaveMore() {
            return mixed || cause.fate() == MemberFate.FAILED || cause.fate() == MemberFate.PRUNED;
        }

        /** Whether its cause is a receiver that was silent: it may have paused, and be back soon. */
        boolean mayBeBack() {
            return cause.fate() == MemberFate.FAILED && cause.receiver();
        }

        /** Stands for another one, too. */
        void add(Group other) {
            mixed = true;
            start = Math.min(start, other.start);
            untilNanos = other.untilNanos;
            nodes.addAll(other.nodes);
            unnamed += other.unnamed;
        }
    }

    /** A receiver without a name, and those below it, were taken elsewhere before anybody was missed. */
    private record Adoption(MemberReport report, long untilNanos) {}

    private final long patienceNanos;
    private final long lateNoticeNanos;
    private final int maxGroups;
    private final Roster roster;
    private final List<Group> groups = new ArrayList<>();
    private final Map<Node, Group> groupOf = new HashMap<>();
    private final ArrayDeque<Adoption> adoptions = new ArrayDeque<>();

    Orphans(TramConfig config) {
        this(config, MAX_GROUPS);
    }

    /**
     * @param maxGroups for how many causes at a time receivers are known to be between two heads, positive; the last stands for all
     *     that are more
     */
    Orphans(TramConfig config, int maxGroups) {
        this.patienceNanos = Math.max(config.orphanHoldNanos, config.livenessNanos());
        this.lateNoticeNanos = config.lateNoticeNanos();
        this.maxGroups = maxGroups;
        this.roster = new Roster(config.maxReceivers);
    }

    /**
     * Takes a report.
     *
     * @param flushes those who wait are told who is lost
     */
    void onReport(MemberReport report, SenderFlushes flushes, long nextSequence, long nowNanos) {
        adoptions.removeIf(adoption -> nowNanos - adoption.untilNanos >= 0);
        switch (report.fate()) {
            case FAILED, PRUNED, LEFT, GONE -> {
                if (!isOld(report)) {
                    onAway(report, flushes, nextSequence, nowNanos);
                }
            }
            case JOINED, ADOPTED -> {
                if (!isOld(report)) {
                    place(report, nowNanos);
                    flushes.onBack(report.memberId());
                }
            }
            case MISSED -> flushes.onMissed(report.memberId(), report.memberAddress(), report.start(), nextSequence);
            case LAGGING, CAUGHT_UP, HERE -> {}
        }
    }

    /**
     * A node looks for a head, or asks one to take it: if it is between two heads, it is waited for longer, but not for ever.
     *
     * @param from where it was before, else it may be made up
     */
    void onSeeker(InetSocketAddress from, long id, long nowNanos) {
        Node node = roster.get(id);
        if (node != null && node.address().equals(from)) {
            node.onSearch(nowNanos);
        }
        Group group = node == null ? ofCause(id) : groupOf.get(node);
        if (group != null && from.equals(node == null ? group.cause.memberAddress() : node.address())) {
            long most = group.sinceNanos + MOST_PATIENCE * patienceNanos;
            group.untilNanos = Deadlines.later(group.untilNanos, Deadlines.earlier(most, nowNanos + patienceNanos));
        }
    }

    /** The nodes of the tree below other heads than the sender, as far as they are known by name. */
    Collection<Node> known() {
        return roster.nodes();
    }

    /** Whether a receiver that asks is known by name below the head that it has, or would be if there were room for its name. */
    boolean knows(MemberReport question) {
        return roster.isFull() || roster.isUpToDate(question);
    }

    /** Whether a report about a node is of the head that it is known to have, and comes from the branch of that head. */
    boolean isBelow(MemberReport report, long branchId) {
        return roster.isBelow(report, branchId);
    }

    /** Whether another head has taken a node, or its own has said more, since it was as a report says: that is not to be believed. */
    boolean isOld(MemberReport report) {
        return roster.isOld(report);
    }

    private void onAway(MemberReport report, SenderFlushes flushes, long nextSequence, long nowNanos) {
        Node node = roster.get(report.memberId());
        leaveGroup(node);
        Group group = new Group(report, nowNanos, patienceNanos);
        // Its head may not have heard its farewell.
        boolean alive = report.fate() == MemberFate.FAILED && node != null && node.searches(nowNanos - patienceNanos);
        if (group.moves() || alive) {
            roster.note(report);
            miss(group, node, node == null ? List.of() : List.of(node), report.receivers());
            return;
        }
        boolean lost = report.fate() != MemberFate.GONE;
        if (lost && report.receiver()) {
            flushes.onLost(report.memberId(), report.memberAddress(), report.start(), nextSequence);
        }
        List<Node> below = roster.below(report.memberId());
        roster.remove(report);
        miss(group, node, below, lost ? report.receiversBelow() : report.receivers());
    }

    /**
     * Nodes are between two heads from now on, and as many receivers as were counted. A count may be older than what is known of
     * those who joined and left: it stands for those only who are not known by name.
     *
     * @param head that is lost or moves, null if it is not known
     */
    private void miss(Group group, @Nullable Node head, List<Node> nodes, int counted) {
        int known = roster.receivers(nodes).size();
        if (counted == 0 && known == 0 && !group.mayBeBack()) {
            return;
        }
        group.unnamed = Math.min(Math.max(0, counted - known), head == null ? counted : head.unnamedBelow);
        for (Node node : nodes) {
            if (!groupOf.containsKey(node)) {
                join(group, node);
            }
        }
        Iterator<Adoption> before = adoptions.iterator();
        while (before.hasNext() && group.unnamed > 0) {
            if (pays(before.next().report, group)) {
                before.remove();
            }
        }
        if (groups.size() < maxGroups) {
            groups.add(group);
        } else {
            Group last = groups.get(maxGroups - 1);
            last.add(group);
            group.nodes.forEach(node -> groupOf.put(node, last));
        }
    }

    private void place(MemberReport report, long nowNanos) {
        Node before = roster.get(report.memberId());
        leaveGroup(before);
        boolean formerIsKnown = roster.get(report.formerHead()) != null;
        Node node = roster.place(report);
        groups.removeIf(group -> isBack(group, report) && dissolve(group));
        if (before == null && report.formerHead() != 0 && !formerIsKnown) {
            pay(report, nowNanos);
        }
        groups.removeIf(Orphans::isOver);
        if (node != null && roster.get(report.reporterId()) == null) {
            noteIfHeadIsLost(node, report, nowNanos);
        }
    }

    /** The report may come after that of its reporter's own loss. */
    private void noteIfHeadIsLost(Node node, MemberReport report, long nowNanos) {
        Group lost = ofCause(report.reporterId());
        if (lost != null) {
            join(lost, node);
            lost.unnamed = Math.max(0, lost.unnamed - report.receivers());
        } else if (roster.isGone(report.reporterId())) {
            miss(new Group(report, nowNanos, patienceNanos), node, List.of(node), 0);
        }
    }

    /** Whether a node is back with all those for whom a group stands. */
    private boolean isBack(Group group, MemberReport report) {
        return !group.mixed
                && report.memberId() == group.cause.memberId()
                && (group.moves() || report.receiversBelow() >= count(group));
    }

    private static boolean isOver(Group group) {
        return group.nodes.isEmpty() && group.unnamed == 0 && !group.mayHaveMore();
    }

    /** Somebody without a name was taken elsewhere, and so is missing no longer, or is not to be missed. */
    private void pay(MemberReport report, long nowNanos) {
        for (Group group : groups) {
            if (group.unnamed > 0 && pays(report, group)) {
                return;
            }
        }
        adoptions.add(new Adoption(report, nowNanos + 3 * patienceNanos));
        if (adoptions.size() > MAX_ADOPTIONS) {
            adoptions.remove();
        }
    }

    private static boolean pays(MemberReport adoption, Group group) {
        if (group.mixed || adoption.formerHead() != group.cause.memberId()) {
            return false;
        }
        group.unnamed = Math.max(0, group.unnamed - adoption.receivers());
        return true;
    }

    private void join(Group group, Node node) {
        group.nodes.add(node);
        groupOf.put(node, group);
    }

    private void leaveGroup(@Nullable Node node) {
        Group group = node == null ? null : groupOf.remove(node);
        if (group != null) {
            group.nodes.remove(node);
        }
    }

    private boolean dissolve(Group group) {
        group.nodes.forEach(groupOf::remove);
        return true;
    }

    private @Nullable Group ofCause(long headId) {
        for (Group group : groups) {
            if (!group.mixed && group.cause.memberId() == headId && !group.moves()) {
                return group;
            }
        }
        return null;
    }

    /** Whether no receivers between two heads may miss something below a sequence. */
    boolean isSettled(long limit) {
        for (Group group : groups) {
            if (group.start < limit) {
                return false;
            }
        }
        return true;
    }

    /** How many receivers there are between two heads that may miss something below a sequence. */
    int behind(long limit) {
        long behind = 0;
        for (Group group : groups) {
            behind += group.start < limit ? count(group) : 0;
        }
        return (int) Math.min(Integer.MAX_VALUE, behind);
    }

    private int count(Group group) {
        return roster.receivers(group.nodes).size() + group.unnamed;
    }

    boolean isEmpty() {
        return groups.isEmpty();
    }

    long nextDeadlineNanos() {
        long next = ProtocolEngine.NO_DEADLINE;
        for (Group group : groups) {
            next = Deadlines.earlier(next, endNanos(group));
        }
        return next;
    }

    /** Those who are known to be below a head that failed may notice it later than its own head. */
    private long endNanos(Group group) {
        boolean late = group.cause.fate() == MemberFate.FAILED && !(group.nodes.isEmpty() && group.unnamed == 0);
        return group.untilNanos + (late ? lateNoticeNanos : 0);
    }

    /** Gives up those who have been missing for too long. */
    void onDeadline(SenderFlushes flushes, long nextSequence, long nowNanos, Actions actions) {
        Iterator<Group> all = groups.iterator();
        while (all.hasNext()) {
            Group group = all.next();
            if (nowNanos - endNanos(group) >= 0) {
                all.remove();
                dissolve(group);
                giveUp(group, flushes, nextSequence, actions);
            }
        }
    }

    private void giveUp(Group group, SenderFlushes flushes, long nextSequence, Actions actions) {
        if (count(group) == 0) {
            return;
        }
        MemberReport cause = group.cause;
        long start = group.start;
        List<Node> named = roster.receivers(group.nodes);
        named.forEach(node -> flushes.onLost(node.id, node.address(), start, nextSequence));
        roster.removeAll(group.nodes);
        flushes.onLost(group.unnamed, start, nextSequence);
        List<Long> names = named.stream().limit(MAX_NAMED).map(node -> node.id).toList();
        Reason why = reason(cause);
        actions.report(new SessionEvent.ReceiversLost(
                cause.memberId(),
                cause.memberAddress(),
                named.size() + group.unnamed,
                names,
                why.cause(),
                group.mixed ? why.text() + "; and more heads at that time" : why.text()));
    }

    private static Reason reason(MemberReport cause) {
        return switch (cause.fate()) {
            case FAILED, PRUNED -> cause.why();
            case LEFT, GONE -> new Reason(EventCause.LEFT, "left, and was not taken elsewhere");
            default -> new Reason(EventCause.HEAD_LOST, "taken by a head that was lost by then");
        };
    }
}
