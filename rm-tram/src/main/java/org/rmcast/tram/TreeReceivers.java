package org.rmcast.tram;

import java.util.List;
import org.rmcast.api.FlushResult;
import org.rmcast.core.stream.SenderFlushes;

/** What the sender knows of all receivers: by its members, of those between two heads, and that there are none of its own. */
final class TreeReceivers implements SenderFlushes.Receivers {
    private final HeadMembers members;
    private final Orphans orphans;
    private final OtherStreams others;

    TreeReceivers(HeadMembers members, Orphans orphans, OtherStreams others) {
        this.members = members;
        this.orphans = orphans;
        this.others = others;
    }

    @Override
    public boolean keepUp(long limit) {
        return members.keepingUpStart() >= limit && orphans.isSettled(limit);
    }

    @Override
    public boolean isSettled(long limit, long nowNanos) {
        return members.subtreeStart() >= limit && orphans.isSettled(limit);
    }

    @Override
    public List<FlushResult.Laggard> behind(long limit) {
        return members.behind(limit);
    }

    @Override
    public int unnamedBehind(long limit) {
        return orphans.behind(limit);
    }

    @Override
    public boolean isUnheard(long nowNanos) {
        return others.areFollowed(nowNanos);
    }
}
