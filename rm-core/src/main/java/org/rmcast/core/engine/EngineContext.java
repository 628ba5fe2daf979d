package org.rmcast.core.engine;

import java.net.InetSocketAddress;
import java.util.Objects;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.rmcast.api.PruningPolicy;
import org.rmcast.api.Role;
import org.rmcast.core.buffer.PacketStore;

/**
 * What an engine is told about itself when it is made.
 *
 * @param sessionId the channel's identity on the wire, see {@code Channel.sessionId()}
 * @param memberId this member's identity, never 0; new at each start, unless it goes on with what is in its storage
 * @param incarnation a random number, new at each start, never 0: what this member says in its datagrams
 * @param role what this member is there for
 * @param group the multicast address and port
 * @param localAddress the address and port from which this member sends and at which it is reached by unicast
 * @param ttl the channel's time to live, 0 to 255: the widest scope of a multicast
 * @param random the only source of randomness but for secrets; seeded by the runner
 * @param secrets the source of what nobody may guess: keys of cookies, nonces, incarnations. Secure on a network, seeded in
 *     the simulator
 * @param store where a sender, or who may repair for others, keeps packets besides memory; null for memory alone. What is in a
 *     sender's already was sent by an earlier process under the same member id: the engine goes on from there. Another member's is a
 *     cache, and empty to begin with
 * @param pruning who decides besides the protocol's own rules which members are excluded: pure, and throws nothing
 */
public record EngineContext(
        long sessionId,
        long memberId,
        int incarnation,
        Role role,
        InetSocketAddress group,
        InetSocketAddress localAddress,
        int ttl,
        RandomGenerator random,
        RandomGenerator secrets,
        @Nullable PacketStore store,
        PruningPolicy pruning) {
    /** A member whose application excludes nobody. */
    public EngineContext(
            long sessionId,
            long memberId,
            int incarnation,
            Role role,
            InetSocketAddress group,
            InetSocketAddress localAddress,
            int ttl,
            RandomGenerator random,
            RandomGenerator secrets,
            @Nullable PacketStore store) {
        this(
                sessionId,
                memberId,
                incarnation,
                role,
                group,
                localAddress,
                ttl,
                random,
                secrets,
                store,
                PruningPolicy.NEVER);
    }

    /** A member that starts: its incarnation is the first of its secrets. */
    public EngineContext(
            long sessionId,
            long memberId,
            Role role,
            InetSocketAddress group,
            InetSocketAddress localAddress,
            int ttl,
            RandomGenerator random,
            RandomGenerator secrets,
            @Nullable PacketStore store) {
        this(sessionId, memberId, newIncarnation(secrets), role, group, localAddress, ttl, random, secrets, store);
    }

    /** A member without storage, whose secrets are no better than its other random numbers: for tests. */
    public EngineContext(
            long sessionId,
            long memberId,
            Role role,
            InetSocketAddress group,
            InetSocketAddress localAddress,
            int ttl,
            RandomGenerator random) {
        this(sessionId, memberId, 1, role, group, localAddress, ttl, random, random, null);
    }

    public EngineContext {
        Objects.requireNonNull(role, "role");
        Objects.requireNonNull(group, "group");
        Objects.requireNonNull(localAddress, "localAddress");
        Objects.requireNonNull(random, "random");
        Objects.requireNonNull(secrets, "secrets");
        Objects.requireNonNull(pruning, "pruning");
        if (memberId == 0) {
            throw new IllegalArgumentException("memberId must not be 0");
        }
        if (incarnation == 0) {
            throw new IllegalArgumentException("incarnation must not be 0");
        }
        if (ttl < 0 || ttl > 255) {
            throw new IllegalArgumentException("ttl must be 0 to 255, was " + ttl);
        }
        if (store != null && role == Role.PEER) {
            throw new IllegalArgumentException("only a sender or a repair head has storage, not a " + role);
        }
    }

    /** The same with another policy of the application. */
    public EngineContext withPruning(PruningPolicy policy) {
        return new EngineContext(
                sessionId, memberId, incarnation, role, group, localAddress, ttl, random, secrets, store, policy);
    }

    private static int newIncarnation(RandomGenerator secrets) {
        int incarnation = secrets.nextInt();
        return incarnation == 0 ? 1 : incarnation;
    }
}
