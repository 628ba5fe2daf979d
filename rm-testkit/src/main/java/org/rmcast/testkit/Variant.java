package org.rmcast.testkit;

import java.util.Objects;
import org.rmcast.api.Parameters;

/**
 * A way to run a protocol that is tested like a protocol of its own.
 *
 * @param name how golden figures and messages call it; empty if the protocol has but one
 * @param parameters what makes it
 */
public record Variant(String name, Parameters parameters) {
    public Variant {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(parameters, "parameters");
    }

    /** The name of one of its runs. */
    String run(long seed) {
        return (name.isEmpty() ? "" : name + " ") + "seed " + seed;
    }
}
