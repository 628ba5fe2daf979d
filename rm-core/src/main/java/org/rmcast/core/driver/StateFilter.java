package org.rmcast.core.driver;

import org.jspecify.annotations.Nullable;
import org.rmcast.api.ReceivedMessage;
import org.rmcast.api.SessionEvent.MessagesLost;
import org.rmcast.core.engine.StateVector;

/** What still comes to an application of the messages that are in its state already. Immutable. */
public final class StateFilter {
    /** Lets everything pass. */
    public static final StateFilter NONE = new StateFilter(StateVector.EMPTY);

    private final StateVector vector;

    /** @param vector what is in the state */
    public StateFilter(StateVector vector) {
        this.vector = vector;
    }

    /** Whether a message is news. */
    public boolean isNew(ReceivedMessage message) {
        return vector.size() == 0 || message.sequence() >= vector.next(message.sourceId());
    }

    /** The part of a loss that is not in the state; null if that is nothing. */
    public @Nullable MessagesLost newPart(MessagesLost loss) {
        long next = vector.next(loss.sourceId());
        if (loss.limitMessage() <= next) {
            return null;
        }
        return loss.firstMessage() >= next
                ? loss
                : new MessagesLost(loss.sourceId(), next, loss.limitMessage(), loss.cause(), loss.reason());
    }
}
