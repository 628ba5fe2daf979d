package org.rmcast.tram;

import java.net.InetSocketAddress;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The heads named by configuration, in the order in which a search tries them: as they are named, before any other. The one that was
 * lost last is left out until all others, and all that were heard of, have been asked in vain: it is likely to be gone, and each bind to it
 * would be waited for.
 */
final class NamedHeads {
    private final List<StaticHead> heads;
    private @Nullable InetSocketAddress lost;
    private int tried;
    private boolean lostToo;

    NamedHeads(List<StaticHead> heads) {
        this.heads = heads;
    }

    /** A search begins, since the head at this address is lost; null if none is. */
    void begin(@Nullable InetSocketAddress lostHead) {
        lost = lostHead;
        tried = 0;
        lostToo = false;
    }

    /** Nobody else was found: all are to be tried once more, also the one that was lost. */
    void beginAgain() {
        tried = 0;
        lostToo = true;
    }

    /** Whether there is one to be tried. */
    boolean hasNext() {
        while (tried < heads.size() && !lostToo && heads.get(tried).address().equals(lost)) {
            tried++;
        }
        return tried < heads.size();
    }

    /** The next one; null if all have been tried. */
    @Nullable
    StaticHead next() {
        return hasNext() ? heads.get(tried++) : null;
    }
}
