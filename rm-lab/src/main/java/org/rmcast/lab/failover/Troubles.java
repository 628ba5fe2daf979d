package org.rmcast.lab.failover;

import java.util.ArrayList;
import java.util.List;
import org.rmcast.api.EventListener;
import org.rmcast.api.SessionEvent;
import org.rmcast.lab.failover.NodeReport.HeadChange;
import org.rmcast.lab.failover.NodeReport.Remark;

/** What a session tells of heads, and of trouble. Thread safe. */
final class Troubles implements EventListener {
    private static final int MOST = 1_000;

    private final List<HeadChange> changes = new ArrayList<>();
    private final List<Remark> remarks = new ArrayList<>();

    @Override
    public synchronized void onEvent(SessionEvent event) {
        long now = System.nanoTime();
        if (event instanceof SessionEvent.RepairHeadChanged changed) {
            if (changes.size() < MOST) {
                changes.add(new HeadChange(
                        now, changed.previousId(), changed.currentId(), changed.cause() + ": " + changed.reason()));
            }
        } else if (event instanceof SessionEvent.MemberFailed failed) {
            remark(now, failed.memberId(), event);
        } else if (event instanceof SessionEvent.MemberPruned pruned) {
            remark(now, pruned.memberId(), event);
        } else if (event instanceof SessionEvent.MessagesLost
                || event instanceof SessionEvent.ReceiversLost
                || event instanceof SessionEvent.SenderLost
                || event instanceof SessionEvent.EventsLost
                || event instanceof SessionEvent.SessionFailed) {
            remark(now, 0, event);
        }
    }

    private void remark(long nowNanos, long about, SessionEvent event) {
        if (remarks.size() < MOST) {
            remarks.add(new Remark(nowNanos, about, event.toString()));
        }
    }

    /** The changes since the last time. */
    synchronized List<HeadChange> takeChanges() {
        List<HeadChange> taken = List.copyOf(changes);
        changes.clear();
        return taken;
    }

    /** The remarks since the last time. */
    synchronized List<Remark> takeRemarks() {
        List<Remark> taken = List.copyOf(remarks);
        remarks.clear();
        return taken;
    }
}
