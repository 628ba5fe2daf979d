package org.rmcast.sim.fuzz;

import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** What a bad member can say that only its protocol's codec can write: false positions, others that failed, a stream's end. */
@FunctionalInterface
public interface Lies {
    /**
     * A lie.
     *
     * @param heard datagrams heard so far, oldest first, at least one; must not be changed
     * @param ownMemberId the member id at the liar's host
     * @param random the liar's
     * @return a whole datagram, whose checksum is made valid afterwards; null if there is nothing to say yet
     */
    byte @Nullable [] lie(List<byte[]> heard, long ownMemberId, RandomGenerator random);
}
