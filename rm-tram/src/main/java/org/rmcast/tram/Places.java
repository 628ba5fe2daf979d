package org.rmcast.tram;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Who makes room when all places of a head are taken: a newcomer that should long have proved where it is; else, for a host that
 * has few, the latest member of a host that has more than half of them. So nobody at one host keeps all others out, whatever names and ports it makes up; where one host has many honest members they fill what others leave.
 */
final class Places {
    /** A host that has at least this share of the places displaces nobody. */
    private static final double FEW = 0.125;

    private static final double MANY = 0.5;

    private final HeadMembers members;
    private final int places;

    Places(HeadMembers members, int places) {
        this.members = members;
        this.places = places;
    }

    /** Whom somebody at an address displaces where all places are taken, null if nobody or if there is room. */
    @Nullable
    HeadMember toDisplace(InetSocketAddress newcomer) {
        if (members.places() < places) {
            return null;
        }
        HeadMember overdue = members.overdueNewcomer();
        return overdue == null ? latestOfTheLargestHost(newcomer.getAddress()) : overdue;
    }

    private @Nullable HeadMember latestOfTheLargestHost(InetAddress newcomer) {
        Map<InetAddress, Integer> perHost = new HashMap<>();
        HeadMember latest = null;
        for (HeadMember member : members.all()) {
            if (!member.ghost) {
                int ofHost = perHost.merge(member.address.getAddress(), 1, Integer::sum);
                latest = ofHost > MANY * places ? member : latest;
            }
        }
        return perHost.getOrDefault(newcomer, 0) < FEW * places ? latest : null;
    }
}
