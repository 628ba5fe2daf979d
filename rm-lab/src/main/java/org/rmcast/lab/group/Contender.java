package org.rmcast.lab.group;

import java.util.Objects;
import org.rmcast.api.Parameters;
import org.rmcast.core.engine.Protocol;

/**
 * A protocol with its parameters, as one curve of an experiment.
 *
 * @param id lower-case letters, digits and dashes, for the ids of runs
 * @param words for people
 * @param traffic what its datagrams are
 */
public record Contender(String id, String words, Protocol protocol, Parameters parameters, Traffic traffic) {
    public Contender {
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(words, "words");
        Objects.requireNonNull(protocol, "protocol");
        Objects.requireNonNull(parameters, "parameters");
        Objects.requireNonNull(traffic, "traffic");
    }

    /** This with one parameter more. */
    public Contender with(String name, Object value) {
        return new Contender(id, words, protocol, parameters.with(name, value), traffic);
    }
}
