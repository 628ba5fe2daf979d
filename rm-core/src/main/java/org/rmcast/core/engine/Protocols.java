package org.rmcast.core.engine;

import java.util.Collections;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.rmcast.core.text.Suggestions;

/** The protocols on the class path or module path. */
public final class Protocols {
    /** The protocols that have an artifact of their own, {@code rm-<name>}. */
    private static final Set<String> OWN = Set.of("nak", "pbcast", "tram");

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
     * @throws IllegalArgumentException if it is not there, naming the artifact to add or the name that was probably meant, and the protocols that are there
     */
    public static Protocol find(String name) {
        SortedMap<String, Protocol> present = present();
        Protocol found = present.get(name);
        if (found == null) {
            throw new IllegalArgumentException("protocol \"" + name + "\" is not on the class path"
                    + advice(name, present.keySet())
                    + " (present: " + (present.isEmpty() ? "none" : String.join(", ", present.keySet())) + ")");
        }
        return found;
    }

    private static String advice(String name, Set<String> present) {
        if (OWN.contains(name)) {
            return "; add the artifact org.rmcast:rmcast-" + name;
        }
        Set<String> known = new TreeSet<>(OWN);
        known.addAll(present);
        return Suggestions.didYouMean(name, known);
    }
}
