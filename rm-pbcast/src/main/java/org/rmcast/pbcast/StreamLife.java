package org.rmcast.pbcast;

import org.jspecify.annotations.Nullable;
import org.rmcast.core.engine.Reason;

/** Whether the sender of one stream is there, and whether the stream is over for this member. Not thread safe. */
final class StreamLife {
    private final PbcastConfig config;
    private @Nullable Reason gone;
    /** Rounds in which nothing new was heard of a stream that is over, or whose sender has gone. */
    private int quietRounds;

    private long limitBefore;
    private boolean finished;
    private boolean found;

    StreamLife(PbcastConfig config) {
        this.config = config;
    }

    // The sender.

    /** The sender has gone without ending its stream: what is known is still repaired among the others. */
    void onGone(Reason reason) {
        gone = reason;
    }

    /** The sender is back. */
    void onBack() {
        gone = null;
    }

    boolean isGone() {
        return gone != null;
    }

    /** Whether the application was told of the sender, and not since that it is lost. */
    boolean isFound() {
        return found;
    }

    /** Whether the application was told of the sender. */
    void setFound(boolean isFound) {
        found = isFound;
    }

    /** Something of a stream comes that has not ended: if its sender was reported lost it is found again. */
    void revive() {
        if (finished) {
            finished = false;
            found = false;
            quietRounds = 0;
        }
    }

    /** Why the sender is lost, if it is, and nothing more was heard of its stream for as long as repairs may take; else null. */
    @Nullable
    Reason lostReason() {
        return quietRounds > config.lossRounds ? gone : null;
    }

    // The stream.

    /** The application was told of the end, or that the sender is lost. */
    void finish() {
        finished = true;
        quietRounds = 0;
    }

    /** Whether the stream is over and this member has all of it that it will get. */
    boolean isFinished() {
        return finished;
    }

    /** Whether others have no use for it either any more. */
    boolean isForgettable() {
        return finished && quietRounds > config.stableRounds + 2;
    }

    /** A round ends in which the stream is this far; whether nothing of it is missing. */
    void endRound(long limit, boolean complete) {
        boolean quiet = finished || (gone != null && complete && limit == limitBefore);
        quietRounds = quiet ? quietRounds + 1 : 0;
        limitBefore = limit;
    }

    @Override
    public String toString() {
        return (finished ? ", finished" : "") + (gone == null ? "" : ", gone: " + gone.text());
    }
}
