package org.rmcast.lab.member;

import org.jspecify.annotations.Nullable;

/**
 * A member process's answer, one JSON object a line, one for each command.
 *
 * @param error what went wrong, null if nothing
 * @param sent the answer to {@link MemberCommand.Action#SEND}
 * @param received the answer to {@link MemberCommand.Action#REPORT}
 */
public record MemberReply(
        @Nullable String error,
        @Nullable SenderFigures sent,
        @Nullable ReceiverFigures received) {
    static final MemberReply DONE = new MemberReply(null, null, null);

    static MemberReply failed(Throwable cause) {
        return new MemberReply(String.valueOf(cause), null, null);
    }

    static MemberReply of(SenderFigures figures) {
        return new MemberReply(null, figures, null);
    }

    static MemberReply of(ReceiverFigures figures) {
        return new MemberReply(null, null, figures);
    }
}
