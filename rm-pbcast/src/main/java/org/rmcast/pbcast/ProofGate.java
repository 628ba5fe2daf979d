package org.rmcast.pbcast;

import java.net.InetSocketAddress;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.rmcast.core.engine.Actions;
import org.rmcast.core.membership.SwimMembership;
import org.rmcast.pbcast.wire.PbcastPacket;

/**
 * Who is sent packets again: members that are known to be where they are. A source address can be made up, and a request is
 * answered by far more than itself. Any other is asked for a proof, and the last thing that it asked for is kept until the
 * proof comes. Bounded: whose request is the oldest makes room. Not thread safe.
 */
final class ProofGate {
    private static final int MOST_KEPT = 64;

    private final SwimMembership membership;
    private final Map<InetSocketAddress, PbcastPacket> kept = new LinkedHashMap<>();

    ProofGate(SwimMembership membership) {
        this.membership = membership;
    }

    /** Whether this may be answered now; if not it is kept, and a proof asked for. */
    boolean mayPass(long id, InetSocketAddress from, PbcastPacket packet, long nowNanos, Actions actions) {
        if (membership.isVouched(from)) {
            return true;
        }
        kept.remove(from);
        if (kept.size() >= MOST_KEPT) {
            Iterator<PbcastPacket> oldest = kept.values().iterator();
            oldest.next();
            oldest.remove();
        }
        kept.put(from, packet);
        membership.challenge(id, from, nowNanos, actions);
        return false;
    }

    /** Takes out what was asked for from an address, null if nothing was. */
    @Nullable
    PbcastPacket take(InetSocketAddress from) {
        return kept.remove(from);
    }
}
