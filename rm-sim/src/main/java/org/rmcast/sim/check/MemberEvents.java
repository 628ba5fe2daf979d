package org.rmcast.sim.check;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.rmcast.core.event.SessionEvent;

/**
 * Events about members pair up. At each member: nobody joins twice without having left, failed or been pruned in between; nobody
 * leaves, fails or is pruned who has not joined, there or anywhere else (heads are told of members of other heads), since the last
 * report of that kind; nobody catches up who was not reported as lagging.
 */
public final class MemberEvents implements Invariant {
    private final Map<Long, Long> joinedAt = new HashMap<>();
    private final Map<Report, Long> reportedAt = new HashMap<>();
    private final Set<Report> present = new HashSet<>();
    private final Set<Report> lagging = new HashSet<>();
    private long events;

    private record Report(long reporterId, Class<? extends SessionEvent> kind, long memberId) {}

    @Override
    public String name() {
        return "member events";
    }

    @Override
    public void onEvent(Participant at, SessionEvent event) {
        events++;
        if (event instanceof SessionEvent.MemberJoined joined) {
            onJoined(at, joined);
        } else if (event instanceof SessionEvent.RepairHeadChanged changed && changed.currentId() != 0) {
            joinedAt.put(at.memberId(), events);
        } else if (event instanceof SessionEvent.MemberFailed failed) {
            onGone(at, event, failed.memberId());
        } else if (event instanceof SessionEvent.MemberLeft left) {
            onGone(at, event, left.memberId());
        } else if (event instanceof SessionEvent.MemberPruned pruned) {
            onGone(at, event, pruned.memberId());
        } else if (event instanceof SessionEvent.ReceiverLagging behind) {
            lagging.add(report(at, SessionEvent.ReceiverLagging.class, behind.memberId()));
        } else if (event instanceof SessionEvent.ReceiverCaughtUp caughtUp
                && !lagging.remove(report(at, SessionEvent.ReceiverLagging.class, caughtUp.memberId()))) {
            throw broken(at, event, "it was not reported as lagging");
        }
    }

    /** Whoever starts again with the same id, as a sender with storage, reports its members anew. */
    @Override
    public void onCrashed(Participant member) {
        present.removeIf(report -> report.reporterId == member.memberId());
        lagging.removeIf(report -> report.reporterId == member.memberId());
        reportedAt.keySet().removeIf(report -> report.reporterId == member.memberId());
    }

    private void onJoined(Participant at, SessionEvent.MemberJoined joined) {
        joinedAt.put(joined.memberId(), events);
        if (joined.memberId() != at.memberId()
                && !present.add(report(at, SessionEvent.MemberJoined.class, joined.memberId()))) {
            throw broken(at, joined, "it had joined already");
        }
    }

    private void onGone(Participant at, SessionEvent event, long memberId) {
        present.remove(report(at, SessionEvent.MemberJoined.class, memberId));
        lagging.remove(report(at, SessionEvent.ReceiverLagging.class, memberId));
        Report report = report(at, event.getClass(), memberId);
        if (joinedAt.getOrDefault(memberId, 0L) <= reportedAt.getOrDefault(report, 0L)) {
            throw broken(at, event, "it has not joined since");
        }
        reportedAt.put(report, events);
    }

    private static Report report(Participant at, Class<? extends SessionEvent> kind, long memberId) {
        return new Report(at.memberId(), kind, memberId);
    }

    private static BrokenInvariant broken(Participant at, SessionEvent event, String why) {
        return new BrokenInvariant(at.host(), at + " reported " + event + ", but " + why);
    }
}
