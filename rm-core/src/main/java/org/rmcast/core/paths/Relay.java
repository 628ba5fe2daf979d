package org.rmcast.core.paths;

import java.util.Objects;

/**
 * A process that could forward a message.
 *
 * @param id what its member is known by
 * @param toRelay from the sender to it
 * @param onward from it to the destination
 */
public record Relay(long id, PathEstimate toRelay, PathEstimate onward) {
    public Relay {
        Objects.requireNonNull(toRelay, "toRelay");
        Objects.requireNonNull(onward, "onward");
    }
}
