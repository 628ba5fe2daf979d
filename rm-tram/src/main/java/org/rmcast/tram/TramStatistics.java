package org.rmcast.tram;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.rmcast.core.buffer.BufferManager;
import org.rmcast.core.engine.EngineCounters;
import org.rmcast.core.engine.EngineStatistics;

/** Makes the statistics that every protocol has of TRAM's counters and gauges. */
final class TramStatistics {
    private TramStatistics() {}

    static EngineStatistics of(
            TramContext context,
            @Nullable BufferManager cache,
            long rate,
            long window,
            long next,
            int level,
            long headId,
            @Nullable InetSocketAddress headAddress,
            RepairHead head,
            long limit) {
        return context.counters.statistics(new EngineCounters.Gauges(
                cache == null ? 0 : cache.packets(),
                cache == null ? 0 : cache.bytes(),
                cache == null ? 0 : cache.capacity(),
                rate,
                window,
                next,
                level,
                headId,
                headAddress,
                members(head, limit)));
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
