package org.rmcast.sim.check;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.rmcast.api.SessionEvent;

/**
 * Events about members pair up. At each member: nobody joins twice without having left, failed or been pruned in between; nobody
 * leaves, fails or is pruned more often than it has joined there, or found another repair head (a sender is told of members of other
 * heads, and of an earlier time after the next has begun); nobody catches up who was not reported as lagging.
 */
public final class MemberEvents implements Invariant {
    /** How often each member has found a repair head, and how often which one. */
    private final Map<Long, Integer> attached = new HashMap<>();

    private final Map<Attachment, Integer> attachedTo = new HashMap<>();
    /** How often each has joined with anybody, be it none of the members: a stranger says nothing itself. */
    private final Map<Long, Integer> joinedAnywhere = new HashMap<>();
    /** How often a kind of event was reported. */
    private final Map<Report, Integer> counts = new HashMap<>();

    private final Set<Report> present = new HashSet<>();
    private final Set<Report> lagging = new HashSet<>();

    private record Attachment(long memberId, long headId) {}

    private record Report(long reporterId, Class<? extends SessionEvent> kind, long memberId) {}

    @Override
    public String name() {
        return "member events";
    }

    @Override
    public void onEvent(Participant at, SessionEvent event) {
        if (event instanceof SessionEvent.MemberJoined joined) {
            onJoined(at, joined);
        } else if (event instanceof SessionEvent.RepairHeadChanged changed && changed.currentId() != 0) {
            attached.merge(at.memberId(), 1, Integer::sum);
            attachedTo.merge(new Attachment(at.memberId(), changed.currentId()), 1, Integer::sum);
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
        counts.keySet().removeIf(report -> report.reporterId == member.memberId());
    }

    private void onJoined(Participant at, SessionEvent.MemberJoined joined) {
        Report report = report(at, SessionEvent.MemberJoined.class, joined.memberId());
        counts.merge(report, 1, Integer::sum);
        if (joined.memberId() == at.memberId()) {
            return;
        }
        joinedAnywhere.merge(joined.memberId(), 1, Integer::sum);
        if (!present.add(report)) {
            throw broken(at, joined, "it had joined already");
        }
    }

    private void onGone(Participant at, SessionEvent event, long memberId) {
        Report joined = report(at, SessionEvent.MemberJoined.class, memberId);
        present.remove(joined);
        lagging.remove(report(at, SessionEvent.ReceiverLagging.class, memberId));
        int here = counts.getOrDefault(joined, 0);
        int attachedElsewhere = attached.getOrDefault(memberId, 0)
                - attachedTo.getOrDefault(new Attachment(memberId, at.memberId()), 0);
        int joinedElsewhere = joinedAnywhere.getOrDefault(memberId, 0) - here;
        int joins = here + Math.max(attachedElsewhere, joinedElsewhere);
        if (counts.merge(report(at, event.getClass(), memberId), 1, Integer::sum) > joins) {
            throw broken(at, event, "it has not joined since");
        }
    }

    private static Report report(Participant at, Class<? extends SessionEvent> kind, long memberId) {
        return new Report(at.memberId(), kind, memberId);
    }

    private static BrokenInvariant broken(Participant at, SessionEvent event, String why) {
        return new BrokenInvariant(at.host(), at + " reported " + event + ", but " + why);
    }
}
