package org.rmcast.core.session;

import java.util.Collections;
import java.util.ServiceLoader;
import java.util.SortedMap;
import java.util.TreeMap;
import org.rmcast.core.engine.Protocol;

/** The protocols on the class path or module path. */
public final class Protocols {
    private Protocols() {}

    /** All that are there, by name. */
    public static SortedMap<String, Protocol> present() {
        TreeMap<String, Protocol> present = new TreeMap<>();
        for (Protocol protocol : ServiceLoader.load(Protocol.class)) {
            present.putIfAbsent(protocol.name(), protocol);
        }
        for (Protocol protocol : ServiceLoader.load(Protocol.class, Protocol.class.getClassLoader())) {
            present.putIfAbsent(protocol.name(), protocol);
        }
        return Collections.unmodifiableSortedMap(present);
    }

    /**
     * Finds the protocol that a channel names.
     *
     * @throws IllegalArgumentException if it is not there, naming the artifact to add and the protocols that are there
     */
    public static Protocol find(String name) {
        SortedMap<String, Protocol> present = present();
        Protocol found = present.get(name);
        if (found == null) {
            throw new IllegalArgumentException("protocol \"" + name + "\" is not on the class path; add the artifact"
                    + " org.rmcast:rm-" + name + " (present: "
                    + (present.isEmpty() ? "none" : String.join(", ", present.keySet())) + ")");
        }
        return found;
    }
}
