package org.rmcast.core.membership;

import java.net.InetSocketAddress;
import org.rmcast.core.engine.Actions;

/**
 * Hears how the view changes, within the call that changes it; the view is as after the change. Must not call the
 * membership's events from within.
 */
public interface MembershipListener {
    /** A member was taken into the view: it has proved where it is, to this member or one in the view. */
    void onUp(GroupMember member, long nowNanos, Actions actions);

    /** A member has proved to be at an address, be it in the view or not; that of an earlier proof counts no more. */
    default void onProved(long memberId, InetSocketAddress at, long nowNanos, Actions actions) {}

    /** A member was taken out of the view. */
    void onDown(GroupMember member, DownReason reason, long nowNanos, Actions actions);
}
