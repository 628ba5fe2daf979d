package org.rmcast.api;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.rmcast.core.text.MemberText;

/**
 * What became of one message, by member: who has it, how it came there, and who has it not. Immutable.
 *
 * @param message its number at its sender, counted from {@link MulticastSender#firstMessage}
 * @param arrivals who has it, in no certain order
 * @param missing who has it not and is not waited for any more, with the reason
 */
public record Receipt(long message, List<Arrival> arrivals, List<Missing> missing) {
    public Receipt {
        if (message < 0) {
            throw new IllegalArgumentException("message must be 0 or more, was " + message);
        }
        arrivals = List.copyOf(arrivals);
        missing = List.copyOf(missing);
    }

    /** Whether every recipient has the message. */
    public boolean complete() {
        return missing.isEmpty();
    }

    /** How a message came to a member. */
    public enum Way {
        /** This sender sent it to the member. */
        DIRECT,
        /** Another member passed it on, as this sender had asked. */
        RELAYED,
        /** It was missing there and was sent again, by whomever. */
        REPAIRED,
        /** It is there, and nobody told how it came. */
        UNKNOWN
    }

    /**
     * A member that has the message: its application has it, or gets it when its turn comes.
     *
     * @param memberId who
     * @param after from when the message was sent to when this sender knew, 0 or more
     * @param way how it came there
     */
    public record Arrival(long memberId, Duration after, Way way) {
        public Arrival {
            Objects.requireNonNull(way, "way");
            if (after.isNegative()) {
                throw new IllegalArgumentException("after must not be negative, was " + after);
            }
        }

        @Override
        public String toString() {
            return MemberText.of(this);
        }
    }

    /**
     * A member of which the sender does not know that it has the message, and for which it waits no longer. It may have it all the same.
     *
     * @param memberId who
     * @param cause why, for programs; {@link EventCause#OTHER} where none of the others says it
     * @param reason why, for people
     */
    public record Missing(long memberId, EventCause cause, String reason) {
        public Missing {
            Objects.requireNonNull(cause, "cause");
            Objects.requireNonNull(reason, "reason");
        }

        @Override
        public String toString() {
            return MemberText.of(this);
        }
    }
}
