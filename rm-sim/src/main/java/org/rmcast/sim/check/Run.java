package org.rmcast.sim.check;

import java.util.List;

/** What an invariant may ask about the run that it watches. */
public interface Run {
    /** A time before all others. */
    long NEVER = Long.MIN_VALUE;

    /** Virtual time since the start. */
    long nowNanos();

    /** The present or last member of each host that has had one, by host number. */
    List<Participant> members();

    /** When something of a sender's host last reached another host that was up, {@link #NEVER} if nothing did. */
    long heardNanos(int host, int sender);

    /** When something that a host sent last reached another that was up, {@link #NEVER} if nothing did. */
    long heardByAnybodyNanos(int from);
}
