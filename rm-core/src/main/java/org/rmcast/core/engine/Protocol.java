package org.rmcast.core.engine;

import java.util.Set;
import org.rmcast.core.channel.ParameterTable;
import org.rmcast.core.channel.Parameters;

/**
 * A protocol that channels can name; found by {@link java.util.ServiceLoader}. Implementations are stateless.
 */
public interface Protocol {
    /** The name that a channel gives, lower case: {@code tram}. */
    String name();

    /** The protocol's byte in the common header, 1 to 255; unique among protocols. */
    int wireId();

    /** The roles that a member may have; never empty. */
    Set<Role> roles();

    /**
     * Checks the parameters of a channel.
     *
     * @throws IllegalArgumentException naming the field, its value and the allowed range; also for unknown fields
     */
    void validate(Parameters parameters);

    /**
     * The most heap, in bytes, that an engine of this role and these parameters may hold in its buffers.
     *
     * @throws IllegalArgumentException as {@link #validate}
     */
    long memoryBoundBytes(Role role, Parameters parameters);

    /** Whether a sender of this protocol keeps its packets in a {@link EngineContext#store} if it gets one. */
    default boolean supportsStorage() {
        return false;
    }

    /**
     * Makes an engine.
     *
     * @throws IllegalArgumentException as {@link #validate}, and for a role that the protocol does not have
     */
    ProtocolEngine createEngine(EngineContext context, Parameters parameters);

    /** What a channel may say of this protocol, with both presets; for tables, schemas and help. */
    ParameterTable parameters();
}
