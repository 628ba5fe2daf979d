package org.rmcast.core.session;

import java.util.random.RandomGenerator;

/**
 * Who the member of a session is.
 *
 * @param id its identity, not 0
 * @param name what people call it
 */
record SessionMember(long id, String name) {
    /** An identity that nobody else has, as far as the source of randomness goes. */
    static long randomId(RandomGenerator random) {
        long id = random.nextLong();
        while (id == 0) {
            id = random.nextLong();
        }
        return id;
    }
}
