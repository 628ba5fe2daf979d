package org.rmcast.pbcast;

import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.rmcast.api.SessionEvent;
import org.rmcast.core.engine.Actions;
import org.rmcast.core.engine.ReportLimit;

/**
 * Which streams make room where there are more senders than {@code maxSenders}: those that are over, then silent ones, of which
 * nothing is held or missed; and of senders whose address is not known to be theirs, if others need the room. If all are
 * busy the application is told whom this member does not follow. Not thread safe.
 */
final class StreamPlaces {
    private static final int MOST_NAMED = 64;
    private static final int NONE = 9;

    private final PbcastContext context;
    private final Set<Long> refused = new LinkedHashSet<>();
    private long refusedPackets;
    private final ReportLimit reports = new ReportLimit(1_000_000_000L);
    /** Nobody made room since the last round, not even for senders whose address is known. */
    private boolean full;

    private boolean fullForUnproved;

    StreamPlaces(PbcastContext context) {
        this.context = context;
    }

    /**
     * The stream that makes room for another one, null if none does.
     *
     * @param proved whether the address of the one that needs room is known
     */
    @Nullable
    Source victim(Collection<Source> sources, boolean proved) {
        if (full || (fullForUnproved && !proved)) {
            return null;
        }
        Source victim = null;
        int lowest = proved ? NONE : 2;
        for (Source source : sources) {
            int rank = rank(source);
            if (rank < lowest || (rank == lowest && victim != null && source.newsNanos() - victim.newsNanos() < 0)) {
                lowest = rank;
                victim = source;
            }
        }
        full = victim == null && proved;
        fullForUnproved = victim == null;
        return victim;
    }

    private static int rank(Source source) {
        if (source.life().isFinished()) {
            return 0;
        }
        boolean idle = source.isIdle();
        if (!source.home().isProved()) {
            return idle ? 1 : 2;
        }
        return idle ? 3 : NONE;
    }

    /** A packet is refused since its sender has no place. */
    void refuse(long id) {
        context.own.increment(PbcastMeter.PACKETS_NOT_FOLLOWED);
        refusedPackets++;
        if (refused.size() < MOST_NAMED) {
            refused.add(id);
        }
    }

    /** A round of gossip ends. */
    void endRound(long nowNanos, Actions actions) {
        full = false;
        fullForUnproved = false;
        if (refused.isEmpty() || !reports.take(nowNanos)) {
            return;
        }
        if (context.engine.role().receives()) {
            actions.report(new SessionEvent.SendersNotFollowed(
                    List.copyOf(refused), context.config.maxSenders, refusedPackets));
        }
        refused.clear();
        refusedPackets = 0;
    }
}
