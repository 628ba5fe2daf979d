package org.rmcast.tram;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.rmcast.core.buffer.BufferManager;
import org.rmcast.core.engine.EngineMeter;
import org.rmcast.core.engine.EngineStatistics;

/**
 * Makes the statistics that every protocol has of TRAM's counters and gauges; besides, as details, {@value #TREE_LEVEL}, the
 * distance from the sender in the repair tree (sender 1, its members 2, 0 if not in the tree), and {@value #HEAD_ID}, the member
 * id of this member's repair head, 0 if it has none.
 */
final class TramStatistics {
    static final String TREE_LEVEL = "treeLevel";
    static final String HEAD_ID = "headId";

    private TramStatistics() {}

    static EngineStatistics of(
            TramContext context,
            @Nullable BufferManager cache,
            long rate,
            long window,
            long next,
            int level,
            long headId,
            RepairHead head,
            long limit) {
        return EngineStatistics.of(context.counters)
                .with(EngineMeter.BUFFER_PACKETS, cache == null ? 0 : cache.packets())
                .with(EngineMeter.BUFFER_BYTES, cache == null ? 0 : cache.bytes())
                .with(EngineMeter.BUFFER_CAPACITY_PACKETS, cache == null ? 0 : cache.capacity())
                .with(EngineMeter.SEND_RATE_BYTES_PER_SECOND, rate)
                .with(EngineMeter.WINDOW_PACKETS, window)
                .with(EngineMeter.NEXT_SEQUENCE, next)
                .detail(TREE_LEVEL, level)
                .detail(HEAD_ID, headId)
                .members(members(head, limit))
                .build();
    }

    private static List<EngineStatistics.MemberStatistics> members(RepairHead head, long limit) {
        List<EngineStatistics.MemberStatistics> members = new ArrayList<>();
        for (HeadMember member : head.members().all()) {
            if (!member.ghost) {
                members.add(new EngineStatistics.MemberStatistics(
                        member.id,
                        member.address,
                        member.receivers,
                        Math.max(0, limit - member.subtreeStart),
                        member.loss / 100.0));
            }
        }
        return members;
    }
}
