package org.rmcast.tram;

import java.net.InetSocketAddress;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.rmcast.core.engine.Actions;

/** The ports of others that are watched, see {@link Actions#watchPort}. */
final class WatchedPorts {
    private List<InetSocketAddress> watched = List.of();

    /** From now on this one is watched, or none, and no other. */
    void follow(@Nullable InetSocketAddress wanted, Actions actions) {
        boolean same = wanted == null ? watched.isEmpty() : watched.size() == 1 && wanted.equals(watched.get(0));
        if (!same) {
            follow(wanted == null ? List.of() : List.of(wanted), actions);
        }
    }

    /** From now on these are watched, and no others. */
    void follow(List<InetSocketAddress> wanted, Actions actions) {
        if (wanted.equals(watched)) {
            return;
        }
        for (InetSocketAddress peer : watched) {
            if (!wanted.contains(peer)) {
                actions.unwatchPort(peer);
            }
        }
        for (InetSocketAddress peer : wanted) {
            if (!watched.contains(peer)) {
                actions.watchPort(peer);
            }
        }
        watched = List.copyOf(wanted);
    }
}
