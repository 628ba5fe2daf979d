package org.rmcast.core.engine;

import org.jspecify.annotations.Nullable;

/** Which packets of a protocol carry names of members, for people: these become longer by one. Stateless; any thread; never throws. */
public interface Introductions {
    /**
     * Whether a packet introduces its sender to others: a join, and what is sent unasked now and then by whoever is there. These carry the
     * member's name, and so become longer: none that answers a stranger. Looks at the type only.
     *
     * @param packet plain
     */
    default boolean introduces(byte[] packet) {
        return false;
    }

    /**
     * The other member of which a packet tells one who does not hear that member itself; null if it tells of none. These carry that member's
     * name, as far as their sender knows it.
     *
     * @param packet plain
     */
    default @Nullable KnownMember tellsOf(byte[] packet) {
        return null;
    }
}
