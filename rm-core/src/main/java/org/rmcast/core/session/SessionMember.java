package org.rmcast.core.session;

import java.net.InetSocketAddress;
import java.util.random.RandomGenerator;
import org.rmcast.api.Member;
import org.rmcast.core.driver.NameBook;
import org.rmcast.core.engine.KnownMember;
import org.rmcast.core.text.MemberText;

/**
 * Who the member of a session is.
 *
 * @param id its identity, not 0
 * @param name what people call it
 * @param others what others call themselves
 */
record SessionMember(long id, String name, NameBook others) {
    /** Another member with its name. */
    private record Named(long memberId, InetSocketAddress address, String name) implements Member {}

    /** Another member with what it calls itself, or its id where that is not known. */
    Member named(KnownMember other) {
        String found = others.find(other.id(), other.address());
        return new Named(other.id(), other.address(), found != null ? found : MemberText.of(other.id()));
    }

    /** An identity that nobody else has, as far as the source of randomness goes. */
    static long randomId(RandomGenerator random) {
        long id = random.nextLong();
        while (id == 0) {
            id = random.nextLong();
        }
        return id;
    }
}
