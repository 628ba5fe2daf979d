package org.rmcast.api;

/**
 * Why a {@link SessionEvent} happened, for programs. The event's text says the same to people, with figures, and may change with any
 * version: decide by the cause.
 *
 * <p>Each constant names the events that have it; a {@link Receipt.Missing} may have any. New ones come in minor releases, and an event may come with a cause that it did not have
 * before: a {@code switch} needs a default. A member that is told by another one why something happened reads a cause that its own
 * version does not know as {@link #OTHER}.
 */
public enum EventCause {
    /** None of those below, several of them together, or one that another member named and this version does not know. */
    OTHER,

    // What a member did, or did not do.

    /**
     * Nothing was heard of it, a member, sender or repair head, for longer than the channel allows: its process has ended or stands still,
     * or the network between is broken. Look there. {@link SessionEvent.MemberFailed}, {@link SessionEvent.MemberPruned},
     * {@link SessionEvent.ReceiverLagging}, {@link SessionEvent.SenderLost}, {@link SessionEvent.RepairHeadChanged},
     * {@link SessionEvent.ReceiversLost}
     */
    SILENT,
    /** It said that it leaves. {@link SessionEvent.SenderLost}, {@link SessionEvent.ReceiversLost} */
    LEFT,
    /**
     * It has come again: the same member from another address, or another process at its address. Nothing is to be done; what the former
     * one had is gone with it. {@link SessionEvent.MemberFailed}, {@link SessionEvent.SenderLost}
     */
    CAME_AGAIN,
    /**
     * Much of what is sent does not come to it: its link loses packets, or is slower than the sender's rate. Lower the rate, mend the link,
     * or give it a channel of its own. {@link SessionEvent.MemberPruned}, {@link SessionEvent.ReceiverLagging}
     */
    LOSES_TOO_MUCH,
    /**
     * It takes messages more slowly than they are sent, mostly since its application does. Speed the application up, lower the rate, or
     * have the group wait longer. {@link SessionEvent.MemberPruned}, {@link SessionEvent.ReceiverLagging}, and at the receiver itself
     * {@link SessionEvent.MessagesLost}
     */
    TOO_SLOW,
    /**
     * It had to ask other repair heads too often for what its own no longer held. Larger caches help, or whatever helps against
     * {@link #LOSES_TOO_MUCH}. {@link SessionEvent.MemberPruned}
     */
    ASKS_ELSEWHERE,
    /** The application's own {@link PruningPolicy} decided so. {@link SessionEvent.MemberPruned} */
    BY_APPLICATION,

    // What became of messages.

    /**
     * Nobody who could give it has it: what is missing was dropped before it could be repaired, or there is no state. For repairs larger
     * caches help. {@link SessionEvent.MessagesLost}, {@link SessionEvent.MemberPruned}, {@link SessionEvent.NoRepairHead},
     * {@link SessionEvent.StateFailed}
     */
    NOT_HELD,
    /**
     * It was asked for and did not come in the time that there is for it. {@link SessionEvent.MessagesLost},
     * {@link SessionEvent.RepairHeadChanged}, {@link SessionEvent.ReceptionStalled}, {@link SessionEvent.StateFailed}
     */
    NOT_IN_TIME,
    /** This receiver was further behind than its buffer reaches; a larger one helps. {@link SessionEvent.MessagesLost} */
    FAR_BEHIND,
    /**
     * The buffer is full with packets of all senders; a larger one helps, or fewer messages at a time.
     * {@link SessionEvent.MessagesLost}, {@link SessionEvent.Congestion}
     */
    BUFFER_FULL,
    /** This receiver was pruned, {@link SessionEvent.MemberPruned} says why. {@link SessionEvent.MessagesLost},
     * {@link SessionEvent.RepairHeadChanged}, {@link SessionEvent.NoRepairHead} */
    PRUNED,
    /** Its sender is gone, {@link SessionEvent.SenderLost} says why. {@link SessionEvent.MessagesLost} */
    SENDER_LOST,
    /** The sender has ended the stream, and what had not come by then does not come any more. {@link SessionEvent.MessagesLost} */
    STREAM_ENDED,
    /** What the sender sent contradicts itself; its version may be broken. {@link SessionEvent.MessagesLost} */
    MALFORMED,

    // Senders.

    /** Another sender took over, where receivers follow one at a time. {@link SessionEvent.SenderLost} */
    ANOTHER_SENDER,
    /** Receivers report that they lose packets or are behind: the sender has slowed down. {@link SessionEvent.Congestion} */
    RECEIVERS_BEHIND,

    // Repair heads.

    /** A repair head took this member. {@link SessionEvent.RepairHeadChanged} */
    JOINED,
    /** The repair head leaves, or gives this member's place to another. {@link SessionEvent.RepairHeadChanged},
     * {@link SessionEvent.NoRepairHead} */
    HEAD_LEFT,
    /** The repair head that had just taken it was lost itself. {@link SessionEvent.ReceiversLost} */
    HEAD_LOST,
    /** The repair head does not know this member any more: it heard nothing of it, or has started again.
     * {@link SessionEvent.RepairHeadChanged} */
    DISOWNED,
    /** The repair head may hang below this member in the tree. {@link SessionEvent.RepairHeadChanged}, {@link SessionEvent.NoRepairHead} */
    WOULD_LOOP,
    /** Nobody has offered to be this member's repair head: none is in reach, or none hears it. {@link SessionEvent.NoRepairHead} */
    NO_OFFER,
    /** Repair heads are there, and have no place for this member. More of them help, or more members for each.
     * {@link SessionEvent.NoRepairHead} */
    NO_PLACE,
    /** Repair heads are there, and are cut off from the sender themselves. {@link SessionEvent.NoRepairHead} */
    CUT_OFF,
    /** There is no repair head at the moment to ask for it. {@link SessionEvent.ReceptionStalled} */
    NO_REPAIR_HEAD,

    // The session itself.

    /** The session ended before. {@link SessionEvent.StateFailed} */
    SESSION_ENDED,
    /** The {@link MulticastRuntime} that the session shares with others was closed. {@link SessionEvent.SessionFailed} */
    RUNTIME_CLOSED,
    /** The application's listener threw or was interrupted, or its executor refused. {@link SessionEvent.SessionFailed} */
    APPLICATION_FAILED,
    /** The protocol broke one of its own rules, or ran out of memory: the text has its state, for a report. {@link SessionEvent.SessionFailed} */
    PROTOCOL_FAILED
}
