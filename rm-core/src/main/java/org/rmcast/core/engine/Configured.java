package org.rmcast.core.engine;

import java.util.List;
import java.util.Set;
import org.rmcast.api.PruningPolicy;
import org.rmcast.api.Role;

/** A protocol under the parameters of one channel, see {@link Protocol#configure}. Immutable; thread safe. */
public interface Configured extends Introductions {
    /** The roles that a member may have; never empty. */
    Set<Role> roles();

    /**
     * What a member is to the protocol whose application has a role: that. Where a protocol has only peers, a sender is a peer whose application
     * is given nothing, and a receiver is one whose application sends nothing. Engines are made with the application's role all the same.
     */
    default Role protocolRole(Role wanted) {
        boolean onlyPeers = roles().equals(Set.of(Role.PEER));
        return onlyPeers && (wanted == Role.SENDER || wanted == Role.RECEIVER) ? Role.PEER : wanted;
    }

    /** What the protocol promises under these parameters: it may differ by preset. */
    Promise promise();

    /**
     * The most heap, in bytes, that an engine of this role may hold in its buffers and tables.
     *
     * @param role one of {@link #roles()}
     */
    long memoryBoundBytes(Role role);

    /** Whether a member of this role keeps packets in a {@link EngineContext#store} if it gets one. */
    default boolean supportsStorage(Role role) {
        return false;
    }

    /** Whether a member can take over another one's state, see {@link ProtocolEngine#onStateWanted}. */
    default boolean supportsState() {
        return false;
    }

    /** Whether members may be excluded, so that {@link EngineContext#pruning} is asked. */
    default boolean supportsPruning() {
        return false;
    }

    /** The policies that the channel names, see {@link PruningPolicy.Provider}; none by default. Part of {@link EngineContext#pruning}. */
    default List<String> pruningPolicies() {
        return List.of();
    }

    /**
     * What a packet of this protocol is for. For traces, captures and figures; looks at type and flags only, never throws.
     *
     * @param packet plain, or a datagram whose common header was checked
     */
    PacketKind kind(byte[] packet);

    /**
     * Makes an engine.
     *
     * @throws IllegalArgumentException for a role that the protocol does not have
     */
    ProtocolEngine createEngine(EngineContext context);
}
