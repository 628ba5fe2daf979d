package org.rmcast.core.membership;

import java.net.InetSocketAddress;
import java.util.Objects;
import org.rmcast.api.Role;
import org.rmcast.core.engine.KnownMember;

/**
 * A member of the group as another one knows it. Immutable.
 *
 * @param id the member id, never 0; a restarted process has another one
 * @param address where it is reached by unicast
 * @param incarnation how often it had to contradict its suspicion or removal, 0 or more; grows within one id
 * @param role what it is there for
 */
public record GroupMember(long id, InetSocketAddress address, int incarnation, Role role) implements KnownMember {
    public GroupMember {
        Objects.requireNonNull(address, "address");
        Objects.requireNonNull(role, "role");
    }
}
