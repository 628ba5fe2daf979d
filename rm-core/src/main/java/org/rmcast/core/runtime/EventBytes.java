package org.rmcast.core.runtime;

import org.rmcast.api.SessionEvent;
import org.rmcast.api.SessionEvent.Congestion;
import org.rmcast.api.SessionEvent.MemberFailed;
import org.rmcast.api.SessionEvent.MemberPruned;
import org.rmcast.api.SessionEvent.MessagesLost;
import org.rmcast.api.SessionEvent.NetworkTrouble;
import org.rmcast.api.SessionEvent.NoRepairHead;
import org.rmcast.api.SessionEvent.ReceiverLagging;
import org.rmcast.api.SessionEvent.ReceiversLost;
import org.rmcast.api.SessionEvent.ReceptionStalled;
import org.rmcast.api.SessionEvent.RepairHeadChanged;
import org.rmcast.api.SessionEvent.RouteChanged;
import org.rmcast.api.SessionEvent.SenderLost;
import org.rmcast.api.SessionEvent.SendersNotFollowed;
import org.rmcast.api.SessionEvent.SessionFailed;
import org.rmcast.api.SessionEvent.StateFailed;
import org.rmcast.api.SessionEvent.StorageTrouble;

/** About how much memory a waiting event takes. */
final class EventBytes {
    /** The record, its time, two addresses, and the headers of strings. */
    private static final int FIXED = 230;
    /** A boxed number in a list takes as much as so many characters. */
    private static final int CHARS_PER_ID = 16;

    private EventBytes() {}

    /** Its bytes: the same whenever it is asked. */
    static int of(SessionEvent event) {
        return FIXED + 2 * textLength(event);
    }

    private static int textLength(SessionEvent event) {
        if (event instanceof MessagesLost lost) {
            return lost.reason().length();
        } else if (event instanceof MemberFailed failed) {
            return failed.reason().length();
        } else if (event instanceof MemberPruned pruned) {
            return pruned.reason().length();
        } else if (event instanceof ReceiverLagging lagging) {
            return lagging.reason().length();
        } else if (event instanceof SenderLost lost) {
            return lost.reason().length();
        } else if (event instanceof RepairHeadChanged changed) {
            return changed.reason().length();
        } else if (event instanceof RouteChanged changed) {
            return changed.reason().length();
        } else if (event instanceof NoRepairHead none) {
            return none.reason().length();
        } else if (event instanceof ReceptionStalled stalled) {
            return stalled.reason().length();
        } else if (event instanceof ReceiversLost lost) {
            return lost.reason().length() + CHARS_PER_ID * lost.memberIds().size();
        } else if (event instanceof SendersNotFollowed not) {
            return CHARS_PER_ID * not.sourceIds().size();
        } else if (event instanceof Congestion congestion) {
            return congestion.detail().length();
        } else if (event instanceof StorageTrouble trouble) {
            return trouble.directory().length() + trouble.detail().length();
        } else if (event instanceof NetworkTrouble trouble) {
            return trouble.detail().length();
        } else if (event instanceof StateFailed failed) {
            return failed.reason().length();
        } else if (event instanceof SessionFailed failed) {
            return failed.reason().length();
        }
        return 0;
    }
}
