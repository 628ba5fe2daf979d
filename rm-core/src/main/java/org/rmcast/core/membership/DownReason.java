package org.rmcast.core.membership;

/** Why a member is no longer in the view. */
public enum DownReason {
    /** It said that it leaves. */
    LEFT,
    /** It did not answer, was suspected, and did not contradict in time. It may come back under the same id. */
    FAILED,
    /** Another member, with an id of its own, answers at its address: the process was started again. */
    RESTARTED,
    /** The group is larger than the view may be, and another member took its place here. Nothing is wrong with it. */
    DISPLACED
}
