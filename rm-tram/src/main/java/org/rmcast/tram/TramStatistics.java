package org.rmcast.tram;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.rmcast.api.EngineMeter;
import org.rmcast.core.buffer.BufferManager;
import org.rmcast.core.engine.EngineStatistics;
import org.rmcast.core.engine.KnownMember;
import org.rmcast.core.engine.MeterValues;
import org.rmcast.core.flow.shared.RateLimit;
import org.rmcast.core.flow.shared.RateReport;

/** Makes an engine's statistics of its counters and of its gauges of now. */
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
            RepairHead head,
            long limit,
            @Nullable RateReport slowest) {
        MeterValues<TramMeter> own = context.counters.own.copy();
        own.set(TramMeter.TREE_LEVEL, level);
        own.set(TramMeter.HEAD_ID, headId);
        own.set(TramMeter.SUBTREE_RECEIVERS, head.members().receivers());
        if (slowest != null) {
            own.set(TramMeter.RATE_MEMBER, slowest.memberId());
            own.set(TramMeter.RATE_LIMIT, code(slowest.limit()));
            own.set(TramMeter.RATE_LOSS_EVENTS, Math.round(1e6 * slowest.lossEventRate()));
            own.set(TramMeter.RATE_ROUND_TRIP_MICROS, slowest.roundTripMicros());
            own.set(TramMeter.RATE_QUEUE_MICROS, slowest.queueMicros());
        }
        return EngineStatistics.of(context.counters.common)
                .with(EngineMeter.BUFFER_PACKETS, cache == null ? 0 : cache.packets())
                .with(EngineMeter.BUFFER_BYTES, cache == null ? 0 : cache.bytes())
                .with(EngineMeter.BUFFER_CAPACITY_PACKETS, cache == null ? 0 : cache.capacity())
                .with(EngineMeter.SEND_RATE_BYTES_PER_SECOND, rate)
                .with(EngineMeter.WINDOW_PACKETS, window)
                .with(EngineMeter.NEXT_SEQUENCE, next)
                .with(own)
                .members(members(head, limit))
                .build();
    }

    private static long code(RateLimit limit) {
        return switch (limit) {
            case START -> 1;
            case DELAY -> 2;
            case COMPETITION -> 3;
            case LOSS -> 4;
        };
    }

    /**
     * Those whom a member serves, and who serves it.
     *
     * @param to its repair head, null if it has none
     */
    static List<KnownMember> known(RepairHead head, @Nullable HeadCandidate to) {
        List<KnownMember> known = new ArrayList<>();
        if (to != null) {
            known.add(new TreeMember(to.id, to.address));
        }
        served(head).forEach(member -> known.add(new TreeMember(member.id, member.address)));
        return known;
    }

    /** Those whom a sender serves, and those below other heads that it knows of. */
    static List<KnownMember> known(RepairHead head, Collection<Roster.Node> below) {
        List<KnownMember> known = known(head, (HeadCandidate) null);
        Set<Long> own = known.stream().map(KnownMember::id).collect(Collectors.toSet());
        below.stream()
                .filter(node -> !own.contains(node.id))
                .forEach(node -> known.add(new TreeMember(node.id, node.address())));
        return known;
    }

    private static List<EngineStatistics.Served> members(RepairHead head, long limit) {
        return served(head)
                .map(member -> new EngineStatistics.Served(
                        member.id, member.address, Math.max(0, limit - member.subtreeStart), member.loss / 100.0))
                .toList();
    }

    private static Stream<HeadMember> served(RepairHead head) {
        return head.members().all().stream().filter(member -> !member.ghost && !member.newcomer);
    }
}
