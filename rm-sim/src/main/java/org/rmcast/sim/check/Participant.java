package org.rmcast.sim.check;

import org.rmcast.api.Role;
import org.rmcast.core.engine.EngineStatistics;

/** One life of a member, from its start to its crash or close. */
public interface Participant {
    /** The number of its host. */
    int host();

    long memberId();

    Role role();

    /** Whether it has started, and has neither crashed nor closed. A paused member runs. */
    boolean isRunning();

    boolean isPaused();

    /** Whether its application would take one more message. */
    boolean hasRoom();

    EngineStatistics statistics();

    /** The most bytes that its protocol says it holds. */
    long memoryBoundBytes();

    /** What it sent. */
    SentStream sent();

    /** What it got of another member's messages. */
    ReceivedStream received(Participant source);
}
