package org.rmcast.pbcast;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.rmcast.core.membership.GroupMember;
import org.rmcast.core.membership.MembershipView;

/** Chooses members: those who get a round's gossip, anyone, a neighbour; all of them known to be at their addresses. */
final class Targets {
    /** The list of members is made anew after a change and, for so many of them, another round. */
    private static final int MEMBERS_PER_ROUND = 64;
    /** After so many choices round trips are looked at anew. */
    private static final int CHOICES_OF_NEIGHBOURS = 64;

    private final PbcastContext context;
    private final PbcastConfig config;
    private final MembershipView view;
    private final RandomGenerator random;
    /** Those that are known to be at their addresses; in large views as they were a few rounds ago. */
    private List<GroupMember> vouched = List.of();

    private int roundsSince;
    /** The members when the candidates were chosen; another list when they change. */
    private List<GroupMember> seen = List.of();
    /** Whom gossip may go to: all, or in large groups the fixed ones. */
    private List<GroupMember> candidates = List.of();

    private List<GroupMember> seenAround = List.of();
    private List<GroupMember> neighbours = List.of();
    private int neighboursKnown;
    private final Locality locality;

    Targets(PbcastContext context, MembershipView view) {
        this.context = context;
        this.config = context.config;
        this.view = view;
        this.random = context.engine.random();
        this.locality = new Locality(view::roundTripNanos, config.neighbours);
    }

    @Nullable
    GroupMember find(long memberId) {
        return view.find(memberId);
    }

    /** Whether a member is in the view, at this address. */
    boolean isAt(long memberId, InetSocketAddress address) {
        GroupMember member = view.find(memberId);
        return member != null && member.address().equals(address);
    }

    /** Whether a member is known to be at its address, so that it may be sent what it did not ask for. */
    boolean isVouched(long memberId) {
        return view.isVouched(memberId);
    }

    /** A member if it is known to be at its address, else null. */
    @Nullable
    GroupMember findVouched(long memberId) {
        return isVouched(memberId) ? find(memberId) : null;
    }

    /** All others in the view. */
    List<GroupMember> others() {
        return view.others();
    }

    /** Whether the group has members that are not in the view. */
    boolean isPartial() {
        return view.isPartial();
    }

    /** Whether there are few enough members to ask the sender of a packet. */
    boolean mayAskSender() {
        return view.size() <= config.promptSenderMembers;
    }

    /** Whether to ask the sender now: always in small groups, by lot in large ones, so that no more do that than in small ones. */
    boolean drawSender() {
        return mayAskSender() || random.nextInt(view.size()) < config.promptSenderMembers;
    }

    /** Whom this round's gossip goes to; called once in each. */
    List<GroupMember> subgroup() {
        roundsSince++;
        return there(this::chooseSubgroup);
    }

    private List<GroupMember> chooseSubgroup() {
        int count = config.fanout(view.size());
        if (config.subgroup == PbcastConfig.Subgroup.NEIGHBOURHOOD) {
            return choose(neighbours(), count);
        }
        List<GroupMember> all = candidates();
        if (config.farShare >= 1) {
            return choose(all, count);
        }
        locality.look(all);
        if (!locality.isKnown()) {
            return choose(all, count);
        }
        return choose(random.nextDouble() < config.farShare ? locality.far() : locality.near(), count);
    }

    /** So many members at random. */
    List<GroupMember> random(int count) {
        return there(() -> choose(vouched(), count));
    }

    /**
     * Whom to ask in place of a packet's sender, if there is another: where some are near and others far mostly a near one, since
     * what is asked of a far one takes its place in the request window for long. Null if there is none at all.
     */
    @Nullable
    GroupMember drawBut(long memberId) {
        if (locality.someAreFar() && random.nextDouble() >= config.farShare) {
            GroupMember near = randomBut(locality.near(), memberId);
            if (near != null && near.id() != memberId && isVouched(near.id())) {
                return near;
            }
        }
        GroupMember any = randomBut(vouched(), memberId);
        if (any != null && !isVouched(any.id())) {
            renew();
            return randomBut(vouched, memberId);
        }
        return any;
    }

    /** A member at random that is not this one, if there is another; null if there is none at all. */
    private @Nullable GroupMember randomBut(List<GroupMember> members, long memberId) {
        if (members.isEmpty()) {
            return null;
        }
        int place = random.nextInt(members.size());
        boolean isOther = members.get(place).id() != memberId || members.size() == 1;
        return members.get(isOther ? place : (place + 1 + random.nextInt(members.size() - 1)) % members.size());
    }

    /** A neighbour at random, null if there is none. */
    @Nullable
    GroupMember neighbour() {
        return only(there(() -> choose(neighbours(), 1)));
    }

    /** What is chosen; of a list made anew if one of it has gone since the list was made. */
    private List<GroupMember> there(Supplier<List<GroupMember>> choice) {
        List<GroupMember> chosen = choice.get();
        for (GroupMember member : chosen) {
            if (!isVouched(member.id())) {
                renew();
                return choice.get();
            }
        }
        return chosen;
    }

    private List<GroupMember> vouched() {
        if (vouched.size() <= MEMBERS_PER_ROUND * (roundsSince + 1)) {
            renew();
        }
        return vouched;
    }

    private void renew() {
        vouched = view.vouched();
        roundsSince = 0;
    }

    private static @Nullable GroupMember only(List<GroupMember> members) {
        return members.isEmpty() ? null : members.get(0);
    }

    /** So many different ones of a list, at random; all of it in its order if it has not more. */
    private List<GroupMember> choose(List<GroupMember> members, int count) {
        if (members.size() <= count) {
            return members;
        }
        if (count == 1) {
            return List.of(members.get(random.nextInt(members.size())));
        }
        // Floyd's algorithm (Bentley and Floyd, "A Sample of Brilliance", CACM 30(9), 1987): as many steps as are
        // chosen.
        List<GroupMember> chosen = new ArrayList<>(count);
        for (int last = members.size() - count; last < members.size(); last++) {
            GroupMember any = members.get(random.nextInt(last + 1));
            chosen.add(chosen.contains(any) ? members.get(last) : any);
        }
        return chosen;
    }

    private List<GroupMember> candidates() {
        List<GroupMember> others = vouched();
        if (others != seen) {
            seen = others;
            candidates = fixedGraph(others);
        }
        return candidates;
    }

    private List<GroupMember> neighbours() {
        List<GroupMember> others = vouched();
        if (others != seenAround || neighboursKnown == 0) {
            seenAround = others;
            neighboursKnown = CHOICES_OF_NEIGHBOURS;
            List<GroupMember> nearest = config.farShare >= 1 ? List.of() : locality.nearest(others, config.neighbours);
            neighbours = nearest.isEmpty() ? nextByAddress(others) : nearest;
        }
        neighboursKnown--;
        return neighbours;
    }

    /**
     * In large groups the members of lowest rank, and the one that follows in the order of ids, so that everybody is reached:
     * always the same, but for those that come and go. After Birman et al., "Bimodal Multicast", section on optimisations:
     * gossip over a random graph.
     */
    private List<GroupMember> fixedGraph(List<GroupMember> others) {
        if (config.graphDegree == 0 || others.size() <= config.graphDegree) {
            return others;
        }
        long own = context.engine.memberId();
        long[] ranks =
                others.stream().mapToLong(member -> mix(own, member.id())).toArray();
        long[] sorted = ranks.clone();
        Arrays.sort(sorted);
        long highest = sorted[config.graphDegree - 1];
        int follower = follower(others, own);
        List<GroupMember> chosen = new ArrayList<>();
        for (int i = 0; i < ranks.length; i++) {
            if (ranks[i] < highest || i == follower) {
                chosen.add(others.get(i));
            }
        }
        return chosen;
    }

    /** The place of the member whose id is the next higher one, or else the lowest. */
    private static int follower(List<GroupMember> others, long own) {
        int lowest = 0;
        int next = -1;
        for (int i = 0; i < others.size(); i++) {
            long id = others.get(i).id();
            lowest = id < others.get(lowest).id() ? i : lowest;
            next = id > own && (next < 0 || id < others.get(next).id()) ? i : next;
        }
        return next < 0 ? lowest : next;
    }

    private static long mix(long one, long other) {
        long mixed = one * 0x9E3779B97F4A7C15L ^ other * 0xC2B2AE3D27D4EB4FL;
        mixed = (mixed ^ mixed >>> 33) * 0xFF51AFD7ED558CCDL;
        return mixed ^ mixed >>> 33;
    }

    /** Those next to this member in the order of addresses, half on either side as far as there are. */
    private List<GroupMember> nextByAddress(List<GroupMember> others) {
        Comparator<InetSocketAddress> order = Comparator.<InetSocketAddress, byte[]>comparing(
                        Targets::bytes, Arrays::compareUnsigned)
                .thenComparingInt(InetSocketAddress::getPort);
        List<GroupMember> sorted = others.stream()
                .sorted(Comparator.comparing(GroupMember::address, order))
                .toList();
        int place = 0;
        while (place < sorted.size() && order.compare(sorted.get(place).address(), context.engine.localAddress()) < 0) {
            place++;
        }
        int from = Math.max(0, Math.min(place - config.neighbours / 2, sorted.size() - config.neighbours));
        return sorted.subList(from, Math.min(sorted.size(), from + config.neighbours));
    }

    private static byte[] bytes(InetSocketAddress address) {
        return address.getAddress().getAddress();
    }
}
