package org.rmcast.core.runtime;

import org.rmcast.api.EventCause;
import org.rmcast.api.SessionEvent.MessagesLost;

/** Losses that follow one another, as one: with both reasons where they differ, as far as that stays short, and no cause of its own then. */
final class LossReasons {
    private static final int MAX_LENGTH = 200;
    private static final String OTHERS = "; and others";

    private LossReasons() {}

    /** The loss of both ranges; the second begins where the first ends. */
    static MessagesLost join(MessagesLost first, MessagesLost second) {
        return new MessagesLost(
                first.sourceId(),
                first.firstMessage(),
                second.limitMessage(),
                first.cause() == second.cause() ? first.cause() : EventCause.OTHER,
                join(first.reason(), second.reason()));
    }

    private static String join(String first, String second) {
        if (first.contains(second) || first.endsWith(OTHERS)) {
            return first;
        }
        String both = first + "; " + second;
        return both.length() <= MAX_LENGTH ? both : first + OTHERS;
    }
}
