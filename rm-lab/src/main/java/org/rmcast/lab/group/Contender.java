package org.rmcast.lab.group;

import java.util.List;
import java.util.Objects;
import org.rmcast.api.Parameters;
import org.rmcast.core.engine.Protocol;
import org.rmcast.lab.experiment.MissingMeasurementException;

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

    /**
     * The payload of a message that takes so many bytes on the wire.
     *
     * @throws IllegalArgumentException if headers alone take more
     */
    public int payloadBytes(int wireBytes) {
        int payload = wireBytes - traffic.overheadBytes();
        if (payload < 1) {
            throw new IllegalArgumentException(
                    words + ": no message fits into " + wireBytes + " bytes, headers take " + traffic.overheadBytes());
        }
        return payload;
    }

    /**
     * Those of several whose id begins so: one protocol in all forms that are measured.
     *
     * @param words for people, what the protocol is called
     * @throws MissingMeasurementException if there is none, so that what is said of it is not testable
     */
    public static List<Contender> named(String begin, String words, List<Contender> all) {
        List<Contender> found = all.stream()
                .filter(contender -> contender.id().startsWith(begin))
                .toList();
        if (found.isEmpty()) {
            throw new MissingMeasurementException(words + " is not among the protocols measured here");
        }
        return found;
    }

    /** This with one parameter more. */
    public Contender with(String name, Object value) {
        return new Contender(id, words, protocol, parameters.with(name, value), traffic);
    }
}
