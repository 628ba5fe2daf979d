package org.rmcast.core.order;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** One place of the order: a message of a member, or who votes from here on. Immutable. */
sealed interface Entry {
    /**
     * A message.
     *
     * @param number at its source, counted from 0
     * @param content null where it was sent by its source and is not repeated
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Message(long source, long number, byte @Nullable [] content) implements Entry {
        Message without() {
            return new Message(source, number, null);
        }
    }

    /** Who votes. */
    record Voters(List<Long> ids) implements Entry {
        public Voters {
            ids = List.copyOf(Objects.requireNonNull(ids, "ids"));
        }
    }

    /** How much memory it keeps, about. */
    default int bytes() {
        return this instanceof Message message && message.content() != null ? 64 + message.content().length : 64;
    }
}
