package org.rmcast.core.presence;

import org.rmcast.core.engine.Actions;
import org.rmcast.core.engine.Reason;

/** Learns who comes and goes; the application is told before. */
public interface PresenceListener {
    /** A member's joining was told. */
    void onMet(PresentMember member, long nowNanos, Actions actions);

    /**
     * A member is forgotten, whether it was met or not.
     *
     * @param left whether it said so
     * @param reason why
     */
    void onGone(PresentMember member, boolean left, Reason reason, long nowNanos, Actions actions);
}
