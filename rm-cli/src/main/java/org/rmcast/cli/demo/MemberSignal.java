package org.rmcast.cli.demo;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import org.rmcast.cli.common.Json;

/** What a member tells the demo. Between processes each is a line of JSON: the record's name and its fields. */
public sealed interface MemberSignal {
    /** The session is open. */
    record Opened() implements MemberSignal {}

    /** Figures of now; comes several times a second. */
    record Reported(MemberStatus status) implements MemberSignal {}

    /** The repair head was lost (0) or found. */
    record HeadChanged(long previousId, long currentId, String reason) implements MemberSignal {}

    /** A member was excluded, by this one or (its own id) itself. */
    record Pruned(long memberId, String reason) implements MemberSignal {}

    /** Something else that a spectator wants to know. */
    record Noticed(String text) implements MemberSignal {}

    /** The sender has all its receivers and begins. */
    record Streaming() implements MemberSignal {}

    /**
     * The member's work is done, well or not.
     *
     * @param problem why it is not complete; empty if it is
     */
    record Finished(String problem) implements MemberSignal {}

    /** The member is gone and can say no more. */
    record Gone(String reason) implements MemberSignal {}

    /** This signal as a line. */
    default String toJson() {
        return Json.line(Map.of(getClass().getSimpleName(), this));
    }

    /**
     * Reads what {@link #toJson} wrote.
     *
     * @throws IllegalArgumentException if it is something else
     */
    static MemberSignal fromJson(String line) {
        JsonNode node = Json.parse(line);
        for (Class<?> type : MemberSignal.class.getPermittedSubclasses()) {
            JsonNode fields = node.get(type.getSimpleName());
            if (fields != null) {
                return (MemberSignal) Json.convert(fields, type);
            }
        }
        throw new IllegalArgumentException("not a member's signal: " + line);
    }
}
