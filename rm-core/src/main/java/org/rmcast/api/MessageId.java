package org.rmcast.api;

import org.rmcast.core.text.MemberText;

/**
 * Which message: one of a session is named by its sender and its number there.
 *
 * @param sourceId see {@link ReceivedMessage#sourceId}
 * @param sequence see {@link ReceivedMessage#sequence}
 */
public record MessageId(long sourceId, long sequence) {
    @Override
    public String toString() {
        return MemberText.of(this);
    }
}
