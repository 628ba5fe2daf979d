package org.rmcast.core.testing;

import java.util.List;
import org.rmcast.core.engine.Actions;
import org.rmcast.core.membership.Acquaintance;
import org.rmcast.core.membership.GroupMember;
import org.rmcast.core.membership.MembershipListener;
import org.rmcast.core.membership.SwimMembership;

/** Members that know one another from the beginning, for tests of other modules; see {@link Acquaintance}. Not thread safe. */
public final class Introductions {
    private final Acquaintance acquaintance;

    /** @param group all members */
    public Introductions(List<GroupMember> group) {
        this.acquaintance = new Acquaintance(group);
    }

    /** Tells one member of all others; see {@link Acquaintance#introduceTo}. */
    public void introduceTo(SwimMembership membership, MembershipListener listener, long nowNanos, Actions actions) {
        acquaintance.introduceTo(membership, listener, nowNanos, actions);
    }
}
