package org.rmcast.lab.member;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;

/**
 * How commands and replies become lines. A build drives members of another one: fields that one side does not know are
 * passed over, and numbers that the other does not send are 0. So fields may be added, but neither change nor go.
 */
public final class MemberJson {
    private MemberJson() {}

    /** Reads and writes commands and replies. */
    public static ObjectMapper mapper() {
        return new ObjectMapper().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);
    }
}
