package org.rmcast.tram;

import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.rmcast.core.engine.ProtocolEngine;
import org.rmcast.tram.wire.TramPacket.MemberFate;
import org.rmcast.tram.wire.TramPacket.MemberReport;
import org.rmcast.tram.wire.TreePlace;

/**
 * The nodes of the tree by name, as the sender knows them from the reports of heads, and the head of each. Each time a node asks to be
 * taken it counts one more move, and each head counts its reports, so that of two about it the later one is known whatever their order
 * on the way.
 */
final class Roster {
    static final int MAX_GONE = 4096;

    /** What was told of a node last. */
    private record Told(InetSocketAddress address, int move, long reporterId, int number) {
        static Told of(MemberReport report) {
            return new Told(report.memberAddress(), report.move(), report.reporterId(), report.number());
        }

        boolean isAfter(MemberReport report) {
            boolean sameHead = report.move() == move && report.reporterId() == reporterId;
            return report.move() < move || (sameHead && report.number() < number);
        }

        boolean isOf(MemberReport report) {
            return address.equals(report.memberAddress());
        }
    }

    /** A node. */
    static final class Node {
        final long id;
        boolean receiver;
        long head;
        private Told last;
        /** How many receivers below it are not known by name. */
        int unnamedBelow;
        /** When it was last heard looking for a head. */
        private long searchedNanos = ProtocolEngine.NO_DEADLINE;

        private Node(MemberReport report) {
            this.id = report.memberId();
            this.last = Told.of(report);
        }

        InetSocketAddress address() {
            return last.address;
        }

        /** It is heard looking for a head. */
        void onSearch(long nowNanos) {
            searchedNanos = nowNanos;
        }

        /** Whether it was heard looking for a head since then. */
        boolean searches(long sinceNanos) {
            return searchedNanos != ProtocolEngine.NO_DEADLINE && searchedNanos - sinceNanos >= 0;
        }
    }

    private final int maxNodes;
    private final Map<Long, Node> nodes = new HashMap<>();
    private final Map<Long, Set<Node>> below = new HashMap<>();
    /** What was told last of those that are not known any more, the oldest first. */
    private final Map<Long, Told> gone = new LinkedHashMap<>();

    /** @param maxNodes how many are known by name at most */
    Roster(int maxNodes) {
        this.maxNodes = maxNodes;
    }

    /** The node that a report is about, null if it is not known. */
    @Nullable
    Node get(long id) {
        return nodes.get(id);
    }

    /** All who are known by name. */
    Collection<Node> nodes() {
        return nodes.values();
    }

    /** Whether there is no room for further names. */
    boolean isFull() {
        return nodes.size() >= maxNodes;
    }

    /**
     * Whether a report is about a node as it was before its last move, or before its head reported something else. Who has the same
     * name at another address counts moves of its own: the one that was taken last is the node.
     */
    boolean isOld(MemberReport report) {
        Node node = nodes.get(report.memberId());
        Told last = node != null ? node.last : gone.get(report.memberId());
        if (last == null) {
            return false;
        }
        return last.isOf(report) ? last.isAfter(report) : node != null && !isTaken(report);
    }

    private static boolean isTaken(MemberReport report) {
        return report.fate() == MemberFate.JOINED || report.fate() == MemberFate.ADOPTED;
    }

    /**
     * Whether a report is of the head that is known to have the node that it is about, and that head is known to be in a branch.
     *
     * @param branchId the member of the sender that has passed it on
     */
    boolean isBelow(MemberReport report, long branchId) {
        Node node = nodes.get(report.memberId());
        if (node == null || node.head != report.reporterId() || !node.last.isOf(report) || isOld(report)) {
            return false;
        }
        for (int depth = 0; node != null && depth <= TreePlace.MAX_LEVEL; depth++) {
            if (node.id == branchId || node.head == branchId) {
                return true;
            }
            node = nodes.get(node.head);
        }
        return false;
    }

    /** Takes note of a report that is not old, and leaves its node where it is. */
    void note(MemberReport report) {
        Node node = nodes.get(report.memberId());
        if (node != null) {
            node.last = Told.of(report);
        }
    }

    /** Whether nothing of a node's moves is missing here, as a report says. */
    boolean isUpToDate(MemberReport report) {
        Node node = nodes.get(report.memberId());
        return node != null && node.last.isOf(report) && node.last.move >= report.move();
    }

    /**
     * A node has the reporter as its head.
     *
     * @return the node; null if there is no room for its name
     */
    @Nullable
    Node place(MemberReport report) {
        Node node = nodes.get(report.memberId());
        if (node == null) {
            countUnnamed(report.formerHead(), -report.receivers());
            if (isFull()) {
                countUnnamed(report.reporterId(), report.receivers());
                return null;
            }
            node = new Node(report);
            nodes.put(node.id, node);
            gone.remove(node.id);
        } else {
            takeFrom(node);
        }
        node.receiver = report.receiver();
        node.last = Told.of(report);
        node.head = report.reporterId();
        node.unnamedBelow =
                Math.max(0, report.receiversBelow() - receivers(below(node.id)).size());
        below.computeIfAbsent(node.head, head -> new LinkedHashSet<>()).add(node);
        return node;
    }

    private void countUnnamed(long head, int more) {
        Node node = nodes.get(head);
        if (node != null) {
            node.unnamedBelow = Math.max(0, node.unnamedBelow + more);
        }
    }

    private void takeFrom(Node node) {
        Set<Node> siblings = below.get(node.head);
        if (siblings != null && siblings.remove(node) && siblings.isEmpty()) {
            below.remove(node.head);
        }
    }

    /** A node is in the tree no longer, as a report says; those below it are still known. */
    void remove(MemberReport report) {
        remove(report.memberId(), Told.of(report));
    }

    private void remove(long id, Told last) {
        Node node = nodes.remove(id);
        if (node != null) {
            takeFrom(node);
        }
        gone.remove(id);
        gone.put(id, last);
        if (gone.size() > MAX_GONE) {
            gone.remove(gone.keySet().iterator().next());
        }
    }

    /** Nodes, and all who are below them, are in the tree no longer. */
    void removeAll(Collection<Node> from) {
        for (Node node : withThoseBelow(from)) {
            remove(node.id, node.last);
        }
    }

    /** Whether a node was in the tree, and is no longer. */
    boolean isGone(long id) {
        return gone.containsKey(id);
    }

    /** The members of a head. */
    List<Node> below(long head) {
        return List.copyOf(below.getOrDefault(head, Set.of()));
    }

    /** All receivers among nodes and those below them. */
    List<Node> receivers(Collection<Node> from) {
        return withThoseBelow(from).stream().filter(node -> node.receiver).toList();
    }

    private Set<Node> withThoseBelow(Collection<Node> from) {
        Set<Node> found = new LinkedHashSet<>(from);
        Deque<Node> next = new ArrayDeque<>(found);
        for (Node node = next.poll(); node != null; node = next.poll()) {
            for (Node member : below.getOrDefault(node.id, Set.of())) {
                if (found.add(member)) {
                    next.add(member);
                }
            }
        }
        return found;
    }
}
