package org.rmcast.pbcast;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.rmcast.core.membership.GroupMember;

/**
 * Which members are near, by measured round trips, and which are far: gossip goes to near ones often and to far ones seldom, so that
 * what crosses the middle of the network does not grow with all gossip (hierarchical gossip: Özkasap, section 6; Birman et al.,
 * "Spinglass", DISCEX 2001).
 *
 * <p>Near is who is not farther than twice the nearest and a millisecond. Where round trips are not known, or all are near, or only
 * a few, there is no difference. Looks at the round trips anew when members have changed, and from time to time. Not thread safe.
 */
final class Locality {
    private static final long NEAR_NANOS = 1_000_000L;
    private static final int ROUNDS_BETWEEN = 64;

    /** What is known of the round trips to members. */
    @FunctionalInterface
    interface RoundTrips {
        /** The round trip to a member, negative if it is not known. */
        long nanos(long memberId);
    }

    private final RoundTrips roundTrips;
    private final int leastNear;
    private List<GroupMember> seen = List.of();
    private int rounds;
    private List<GroupMember> near = List.of();
    private List<GroupMember> far = List.of();
    private boolean someAreFar;

    /** @param leastNear if fewer are near there is no difference */
    Locality(RoundTrips roundTrips, int leastNear) {
        this.roundTrips = roundTrips;
        this.leastNear = leastNear;
    }

    /** A round begins in which gossip may go to these: another list when they change. */
    void look(List<GroupMember> candidates) {
        if (candidates != seen || rounds == 0) {
            seen = candidates;
            rounds = ROUNDS_BETWEEN;
            divide(candidates);
        }
        rounds--;
    }

    private void divide(List<GroupMember> candidates) {
        long nearest = Long.MAX_VALUE;
        for (GroupMember member : candidates) {
            long nanos = roundTrips.nanos(member.id());
            nearest = nanos < 0 ? nearest : Math.min(nearest, nanos);
        }
        near = new ArrayList<>();
        far = new ArrayList<>();
        someAreFar = false;
        for (GroupMember member : candidates) {
            long nanos = roundTrips.nanos(member.id());
            boolean isNear = nanos >= 0 && nanos - nearest <= nearest + NEAR_NANOS;
            (isNear ? near : far).add(member);
            someAreFar |= !isNear && nanos >= 0;
        }
    }

    /** Whether enough are near, and others are far, or it is not known of them. */
    boolean isKnown() {
        return near.size() >= leastNear && !far.isEmpty();
    }

    /** Whether others are known to be far from where the near ones are. */
    boolean someAreFar() {
        return someAreFar;
    }

    List<GroupMember> near() {
        return near;
    }

    /** Those that are far, or of which it is not known. */
    List<GroupMember> far() {
        return far;
    }

    /** So many of the nearest, none if the round trips of as many are not known. */
    List<GroupMember> nearest(List<GroupMember> members, int count) {
        List<GroupMember> known = new ArrayList<>();
        for (GroupMember member : members) {
            if (roundTrips.nanos(member.id()) >= 0) {
                known.add(member);
            }
        }
        if (known.size() < count) {
            return List.of();
        }
        known.sort(Comparator.comparingLong((GroupMember member) -> roundTrips.nanos(member.id()))
                .thenComparingLong(GroupMember::id));
        return List.copyOf(known.subList(0, count));
    }
}
