package org.rmcast.core.session;

import java.util.ServiceLoader;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.rmcast.core.engine.Protocol;

/** The protocols on the class path or module path. */
final class Protocols {
    private Protocols() {}

    /**
     * Finds the protocol that a channel names.
     *
     * @throws IllegalArgumentException if it is not there, naming the artifact to add and the protocols that are there
     */
    static Protocol find(String name) {
        TreeMap<String, Protocol> present = new TreeMap<>();
        for (Protocol protocol : ServiceLoader.load(Protocol.class)) {
            present.putIfAbsent(protocol.name(), protocol);
        }
        for (Protocol protocol : ServiceLoader.load(Protocol.class, Protocol.class.getClassLoader())) {
            present.putIfAbsent(protocol.name(), protocol);
        }
        Protocol found = present.get(name);
        if (found == null) {
            throw new IllegalArgumentException("protocol \"" + name + "\" is not on the class path; add the artifact"
                    + " org.rmcast:rm-" + name + " (present: "
                    + (present.isEmpty() ? "none" : present.keySet().stream().collect(Collectors.joining(", "))) + ")");
        }
        return found;
    }
}
